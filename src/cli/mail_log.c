/* src/cli/mail_log.c */
#include "cli/mail_log.h"
#include "cli/oplog.h"
#include "engine/slot.h"
#include "store/games.h"
#include "store/outbox.h"
#include "store/people.h"
#include <stdio.h>
#include <time.h>

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

void mail_log_begin(struct mail_log *l)
{
	l->n = 0;
	l->begun_ms = now_ms();
}

void mail_log_note(struct mail_log *l, int64_t mail, int64_t game, int slot,
		   const char *verdict)
{
	struct mail_note *m;
	int64_t now = now_ms();

	if (l->n == JUDGE_BATCH)
		return;
	m = &l->notes[l->n++];
	*m = (struct mail_note){ .mail = mail,
				 .game = game,
				 .slot = slot,
				 .ms = now - l->begun_ms };
	snprintf(m->verdict, sizeof(m->verdict), "%s", verdict);
	l->begun_ms = now;
}

/* the names of a game, a seat and whoever holds it; "" where not known */
struct names {
	struct str game, person;
	char seat[SLOT_NAME_MAX];
};

static void names_of(struct judge *j, int64_t game, int slot, int64_t person,
		     struct arena *a, struct names *out)
{
	struct store *st = judge_store(j);
	struct game_row g = { .name = STR("") };
	struct person_row p = { .name = STR("") };
	struct seat_row s;

	*out = (struct names){ .seat = "" };
	if (game && !store_game_get(st, game, a, &g, NULL) && slot >= 0)
		slot_name(slot, out->seat);
	if (!person && out->seat[0] &&
	    !store_seat_get(st, game, slot, a, &s, NULL))
		person = s.person;
	if (person)
		store_person_get(st, person, a, &p, NULL);
	out->game = g.name;
	out->person = p.name;
}

static void note_log(struct judge *j, const struct mail_note *m)
{
	struct arena a = { 0 };
	struct names w;
	char mail[24], ms[24];

	names_of(j, m->game, m->slot, 0, &a, &w);
	snprintf(mail, sizeof(mail), "%lld", (long long)m->mail);
	snprintf(ms, sizeof(ms), "%lld", (long long)m->ms);
	oplog_write_fields(OPLOG_INFO,
			   (struct oplog_field[]){
				   { "DIRECTION", STR("in") },
				   { "MAIL", str_of(mail) },
				   { "GAME", w.game },
				   { "SEAT", str_of(w.seat) },
				   { "PERSON", w.person },
				   { "VERDICT", str_of(m->verdict) },
				   { "MS", str_of(ms) },
			   },
			   7, "mail %s in: %s%s%.*s%s%s%s%.*s, %s ms", mail,
			   m->verdict, w.game.len ? ", game " : "",
			   STR_ARG(w.game), w.seat[0] ? ", seat " : "", w.seat,
			   w.person.len ? " " : "", STR_ARG(w.person), ms);
	arena_release(&a);
}

void mail_log_in(struct mail_log *l, struct judge *j)
{
	for (int i = 0; i < l->n; i++)
		note_log(j, &l->notes[i]);
	l->n = 0;
}

void mail_log_out(const struct mail_log *l, struct judge *j, int64_t mail,
		  bool good, const char *outcome, struct str words)
{
	struct arena a = { 0 };
	struct outbox_row r = { .kind = STR("") };
	struct str to;
	struct names w = { .seat = "" };
	char number[24];

	if (!store_outbox_get(judge_store(j), mail, &a, &r, NULL))
		names_of(j, r.game, r.slot, r.person, &a, &w);
	to = l->addresses ? r.address : STR("");
	/* a server's words name the recipient, as a rule */
	if (!l->addresses)
		words = STR("");
	snprintf(number, sizeof(number), "%lld", (long long)mail);
	oplog_write_fields(good ? OPLOG_INFO : OPLOG_WARNING,
			   (struct oplog_field[]){
				   { "DIRECTION", STR("out") },
				   { "MAIL", str_of(number) },
				   { "GAME", w.game },
				   { "SEAT", str_of(w.seat) },
				   { "PERSON", w.person },
				   { "KIND", r.kind },
				   { "ADDRESS", to },
				   { "VERDICT", str_of(outcome) },
			   },
			   8, "mail %s out: %s%s%.*s; %.*s%s%.*s%s%.*s%s%.*s",
			   number, outcome, !good && words.len ? ": " : "",
			   good ? 0 : (int)words.len, words.len ? words.s : "",
			   STR_ARG(r.kind), w.person.len ? " to " : "",
			   STR_ARG(w.person), to.len ? " at " : "", STR_ARG(to),
			   w.game.len ? ", game " : "", STR_ARG(w.game));
	arena_release(&a);
}
