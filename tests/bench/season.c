/*
 * tests/bench/season.c - does a campaign cost more where more has been played?
 */
#include "bench.h"
#include "base/crypto.h"
#include "auth/key.h"
#include "base/arena.h"
#include "cli/config.h"
#include "cli/app.h"
#include "tournament/campaign.h"
#include "tournament/site_files.h"
#include "report/text/messages.h"
#include <stdio.h>
#include <stdlib.h>

enum { RESULTS = 20 };

struct season {
	struct config config;
	struct app house;
	struct arena a;
	struct str name;
	struct campaign *now;
	struct messages *words;
	const char *pages;
};

static void look(struct season *s)
{
	struct why why = { 0 };

	bench_must(campaign_load(s->house.judge, s->name, &s->a, s->now, &why),
		   &why, "the campaign");
}

/* Who has no key is invited, and their games wait. */
static void key_give(struct season *s, int64_t person, int i)
{
	struct key_secret secret = { .seed = { (uint8_t)i,
					       (uint8_t)(i >> 8) } };
	uint8_t point[ED25519_SIZE];
	struct why why = { 0 };
	struct buf line;

	ed25519_public(secret.seed, point);
	secret.key = key_of_point(point);
	buf_init(&line, KEY_TEXT_MAX);
	key_render(&secret.key, STR("key"), &line);
	bench_must(judge_key_add(s->house.judge, person, buf_str(&line), &why),
		   &why, "key");
	buf_release(&line);
}

/* So many people, until so many games are over. */
static void play(struct season *s, int people, int games)
{
	struct campaign_row r = { .name = s->name,
				  .system = STR("rebellion"),
				  .kind = CAMPAIGN_SWISS,
				  .rounds = 127,
				  .won = 2,
				  .drawn = 1,
				  .bye = 2,
				  .settings = STR("option build=100\n"),
				  .carry = STR("") };
	struct why why = { 0 };
	int64_t person;
	int n;

	bench_must(campaign_new(s->house.judge, &r, &why), &why, "campaign");
	for (int i = 0; i < people; i++) {
		struct str name = str_of(arena_printf(&s->a, "Pat-%d", i));
		struct str at =
			str_of(arena_printf(&s->a, "p%d@season.test", i));

		bench_must(judge_person_add(s->house.judge, name, at, STR("en"),
					    STR("UTC"), &person, &why),
			   &why, "person");
		key_give(s, person, i);
		bench_must(
			campaign_enter(s->house.judge, s->name, person, &why),
			&why, "entry");
	}
	bench_must(campaign_start(s->house.judge, s->name, &why), &why,
		   "start");
	for (look(s); s->now->n_meetings < games; look(s)) {
		for (int i = 0; i < s->now->n_meetings; i++)
			if (s->now->meeting[i].outcome == MEETING_OPEN)
				bench_must(
					judge_game_end(s->house.judge,
						       s->now->meeting[i].game,
						       STR("over"), &why),
					&why, "end");
		bench_must(campaign_tend(s->house.judge, &n, &why), &why,
			   "round");
	}
}

/* Milliseconds of computing for one result, its letters put on record. */
static double result(struct season *s)
{
	struct why why = { 0 };
	double from;
	int n;

	look(s);
	for (int i = s->now->n_meetings; i-- > 0;)
		if (s->now->meeting[i].outcome == MEETING_OPEN) {
			bench_must(judge_game_end(s->house.judge,
						  s->now->meeting[i].game,
						  STR("over"), &why),
				   &why, "end");
			break;
		}
	from = bench_cpu();
	bench_must(campaign_tend(s->house.judge, &n, &why), &why, "result");
	return (bench_cpu() - from) * 1000;
}

static double standing(struct season *s)
{
	struct standing table[PAIRING_MAX];
	double from = bench_cpu();

	look(s);
	campaign_table(s->now, table);
	return (bench_cpu() - from) * 1000;
}

/* Milliseconds until its pages stand as they are now. */
static double pages(struct season *s)
{
	struct site_files_wish w = { .dir = s->pages,
				     .words = s->words,
				     .title = STR(""),
				     .link = STR("") };
	struct why why = { 0 };
	struct arena a = { 0 };
	uint64_t n, written;
	double from = bench_cpu();

	bench_must(campaign_pages(s->house.judge, s->name, &w, &a, &n, &written,
				  &why),
		   &why, "pages");
	arena_release(&a);
	return (bench_cpu() - from) * 1000;
}

/*
 * season CONFIG PEOPLE GAMES DIR: milliseconds of a result, a standing, pages
 * behind a result.
 */
int bench_season(int argc, char **argv)
{
	struct season s = { .name = STR("bench") };
	double of[3][RESULTS];
	struct why why = { 0 };

	if (argc != 4)
		bench_die("season CONFIG PEOPLE GAMES DIR");
	s.now = ARENA_NEW(&s.a, struct campaign);
	s.pages = argv[3];
	bench_must(config_load(&s.config, argv[0], &s.a, &why), &why,
		   "configuration");
	bench_must(app_open(&s.house, &s.config, &why), &why, "judge");
	bench_must(
		messages_load(&s.a, s.config.templates, "en", &s.words, &why),
		&why, "words");
	play(&s, (int)bench_number(argc, argv, 1),
	     (int)bench_number(argc, argv, 2));
	(void)pages(&s);
	for (int i = 0; i < RESULTS; i++) {
		of[0][i] = result(&s);
		of[1][i] = standing(&s);
		of[2][i] = pages(&s);
	}
	printf("%.3f %.3f %.3f\n", bench_median(of[0], RESULTS),
	       bench_median(of[1], RESULTS), bench_median(of[2], RESULTS));
	app_release(&s.house);
	arena_release(&s.a);
	return 0;
}
