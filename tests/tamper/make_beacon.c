/*
 * tests/tamper/make_beacon.c - a short game of Rebellion whose dice rest on a
 * beacon like NIST's: `make_beacon DIR` writes DIR/all (.jsonl), and in
 * DIR/other a pulse that the same beacon signed for another minute, as a log
 * would have it. One round has a gap before it, and the last one is signed by
 * the key of a new certificate. The keys are those of make_export; the
 * beacon's are others in every run.
 */
#include "../unit/fake_beacon.h"
#include "judge/game/beacon_file.h"
#include "out.h"
#include "games/rebellion/rules/rebellion.h"

enum { MINUTE = 60, LINKS = 4, TRIES = 200 };

static struct fix f;
static struct play p;
static struct trials trials;
static struct fake_beacon fake;
static struct dice rng = { .bits = play_chance, .source = "beacon" };
static int serials[2];
static const char *pulses, *certificate;

static void append(const char *path, const char *mode, struct str s)
{
	FILE *to = fopen(path, mode);

	if (!to || fwrite(s.s, 1, s.len, to) != s.len || fclose(to)) {
		perror(path);
		exit(1);
	}
}

/* What dice wait for is published: after the second time with a gap before. */
static void publish(void)
{
	static int n;
	struct judge_pulse due;
	int done;

	OK(judge_game_pulse(f.j, f.game, &due, &f.why));
	while (due.kind) {
		int64_t at_s = due.at_ms / 1000;
		bool gap = ++n == 2;

		append(pulses, "a",
		       fake_beacon_pulse(&fake, &f.arena, at_s - MINUTE, 0));
		at_s += gap ? 5 * MINUTE : 0;
		append(pulses, "a",
		       fake_beacon_pulse(&fake, &f.arena, at_s, gap ? 2 : 0));
		f.now = at_s + 1;
		OK(judge_tick(f.j, &done, &f.why));
		OK(judge_game_pulse(f.j, f.game, &due, &f.why));
	}
}

static int64_t logged(const char *event)
{
	struct str log = fix_log(&f);
	const char *mark = arena_printf(&f.arena, "{\"event\":\"%s\"", event);
	size_t len = strlen(mark);
	int64_t n = 0;

	for (size_t i = 0; i + len <= log.len; i++)
		n += !memcmp(log.s + i, mark, len);
	return n;
}

static void step(void)
{
	int seat = play_awaited(&f);
	struct game *view = arena_alloc(&f.arena, sizeof(*view));
	const struct rb_state *s = (const void *)view->state;
	struct decision d;

	if (seat < 0)
		exit(1);
	OK(judge_game_view(f.j, f.game, seat, view, &f.why));
	if (s->head.phase == RB_ARMY)
		play_army(seat, &d);
	else if (!system_rebellion.random_decision(view->state, seat, &trials,
						   &rng, &d))
		exit(1);
	out_orders(&f, seat, &serials[seat], play_words(&p, &f, &d));
	publish();
}

static void play_until(int64_t links)
{
	for (int i = 0; i < TRIES && logged("link_opened") < links; i++)
		step();
	if (logged("link_opened") < links)
		exit(1);
}

static void change_certificate(void)
{
	fake_beacon_release(&fake);
	fake_beacon_init(&fake, &f.arena);
	append(certificate, "w", fake.pem);
	OK(judge_game_beacon(f.j, f.game, &f.why));
}

/* of a minute that no dice rest on, by the first key */
static void write_other(const char *dir)
{
	const char *path = arena_printf(&f.arena, "%s/other.json", dir);
	int64_t at_s = (f.now / MINUTE + 100) * MINUTE;
	struct beacon_file_found found;
	struct beacon b;
	struct str name;

	append(path, "w", fake_beacon_pulse(&fake, &f.arena, at_s, 0));
	OK(beacon_name(&f.arena, BEACON_NIST, fake.pem, &name, &f.why));
	assert(beacon_parse(&f.arena, name, &b));
	OK(beacon_file_find(&f.arena, path, &b, at_s, &found, &f.why));
	append(arena_printf(&f.arena, "%s/other", dir), "w", found.text);
}

int main(int argc, char **argv)
{
	struct game_option option;
	struct game_plan plan = { .name = STR("lit"),
				  .system = STR("rebellion"),
				  .n_players = 2,
				  .options = &option,
				  .n_options = 1,
				  .beacon = BEACON_NIST };

	if (argc != 2) {
		fprintf(stderr, "usage: make_beacon DIR\n");
		return 2;
	}
	fix_init(&f, "make_beacon");
	fake_beacon_init(&fake, &f.arena);
	pulses = arena_printf(&f.arena, "%s/pulses", argv[1]);
	certificate = arena_printf(&f.arena, "%s/certificate", argv[1]);
	append(certificate, "w", fake.pem);
	append(pulses, "w", STR(""));
	f.config.beacon_file = pulses;
	f.config.beacon_certificate = certificate;
	play_open(&p, &f, &system_rebellion);
	for (int i = 0; i < 2; i++)
		fix_person(&f, i);
	OK(judge_option_parse(f.j, plan.system, STR("build=100"), &option,
			      &f.why));
	OK(judge_game_new(f.j, &plan, &f.arena, &f.name, &f.game, &f.why));
	for (int i = 0; i < 2; i++)
		OK(judge_seat(f.j, f.game, i, f.p[i].person, &f.why));
	OK(judge_game_start(f.j, f.game, &f.why));
	play_until(LINKS);
	if (!logged("beacon_before"))
		return 1;
	write_other(argv[1]);
	change_certificate();
	play_until(LINKS + 1);
	OK(judge_game_end(f.j, f.game, STR("enough light"), &f.why));
	out_export(&f, argv[1], "all", EXPORT_FULL);
	fake_beacon_release(&fake);
	play_release(&p, &f);
	return 0;
}
