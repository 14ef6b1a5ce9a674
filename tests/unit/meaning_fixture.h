/*
 * tests/unit/meaning_fixture.h - lines of orders, read in a position by their
 * meaning as the judge reads them: games with words and cards, positions as
 * heraldo-case(5) has them, the view of a seat.
 */
#ifndef TESTS_MEANING_FIXTURE_H
#define TESTS_MEANING_FIXTURE_H
#include "games/games.h"
#include "engine/position.h"
#include "tests/srcdir.h"
#include <stdio.h>
#include <stdlib.h>

struct meaning_fixture {
	const struct game_kind *kind;
	struct arena arena; /* of the names of the view */
	struct game game, view;
	struct grammar_names names;
	struct grammar_work work;
	int seat;
};

enum { MEANING_EVENTS = 600, MEANING_SAID = 1 << 16 };

static inline void meaning_die(const char *what, const char *more)
{
	fprintf(stderr, "%s %s\n", what, more);
	abort();
}

/* All games, with their cards; released by nobody. */
static inline struct games *meaning_games(void)
{
	static struct games games;
	static bool open;
	struct why why = { 0 };

	if (!open && (games_open(&games, game_kinds, n_game_kinds,
				 SRCDIR "/templates", &why) ||
		      games_deal(&games, SRCDIR "/db/catalog", &why)))
		meaning_die("games:", why.text);
	open = true;
	return &games;
}

/* What this seat sees, and writes about. */
static inline void meaning_sees(struct meaning_fixture *m, int seat)
{
	arena_release(&m->arena);
	arena_init(&m->arena);
	m->seat = seat;
	game_view(&m->game, seat, &m->view);
	game_names(m->kind, &m->view, &m->arena, &m->names);
	m->names.reader = 1 + seat;
	m->work = (struct grammar_work){ .max = UINT64_MAX };
	m->names.work = &m->work;
}

/* No die decides about a line; those of a turn's start show ones. */
static inline uint32_t meaning_die_shows(const void *source, uint32_t roll,
					 uint32_t draw)
{
	(void)source;
	(void)roll;
	(void)draw;
	return 0;
}

/* A position of the game of that name, seen by its first seat. */
static inline void meaning_set(struct meaning_fixture *m, const char *name,
			       const char *lines)
{
	static struct event events[MEANING_EVENTS];
	static struct game trial;
	static struct trials room;
	const struct games *all = meaning_games();
	struct event_list list = { events, 0, MEANING_EVENTS };
	struct grammar_names cards = { 0 };
	struct catalog catalog;
	struct dice dice = { .bits = meaning_die_shows };
	struct secrets secrets = { .bits = meaning_die_shows };
	struct game_run run = { .trials = &room,
				.dice = &dice,
				.secrets = &secrets,
				.game = &m->game,
				.out = &list };
	struct buf fault;
	struct position s = { .run = &run, .scratch = &trial, .fault = &fault };
	int line;

	for (int i = 0; i < all->n; i++)
		if (!strcmp(all->kinds[i].rules->name, name))
			m->kind = &all->kinds[i];
	arena_release(&m->arena);
	arena_init(&m->arena);
	game_init(&m->game, m->kind->rules);
	game_names(m->kind, &m->game, &m->arena, &cards);
	catalog = game_cards(m->kind);
	run.catalog = &catalog;
	s.card = cards.card;
	s.cards = cards.source;
	buf_init(&fault, 4096);
	if (!position_text(&s, m->kind->setup, str_of(lines), &line))
		meaning_die("a position:", buf_str(&fault).s);
	buf_release(&fault);
	list.n = 0;
	game_pump(&run, true);
	meaning_sees(m, 0);
}

/*
 * How the seat's text is read by who writes in lang: each order in English, a
 * line each; or "? " and the proposals of the first complaint, in English,
 * separated by " / ". Valid until the next call.
 */
static inline const char *meaning_of(struct meaning_fixture *m, int lang,
				     const char *text)
{
	static char said[MEANING_SAID];
	static struct orders room;
	struct orders *o = &room;
	struct arena a;
	struct buf b;
	const struct grammar *g = m->kind->grammar;

	arena_init(&a);
	memset(o, 0, sizeof(*o));
	orders_read(&a, g, &m->names, lang, str_of(text), o);
	buf_init(&b, MEANING_SAID - 1);
	if (o->n_complaints) {
		const struct complaint *c = &o->complaints[0];

		buf_addz(&b, "?");
		for (int i = 0; i < c->n_instead; i++) {
			buf_addz(&b, i ? " / " : " ");
			for (int k = 0; k < c->instead[i].n; k++) {
				const struct order_line *l =
					&c->instead[i].v[k];

				if (k)
					buf_addz(&b, "; ");
				if (l->kind == LINE_QUERY)
					grammar_write(g, 0, l->query, &b);
				else
					orders_write_entry(g, 0, l->entry, &b);
			}
		}
	}
	for (int i = 0; !o->n_complaints && i < o->n_lines; i++) {
		if (i)
			buf_addc(&b, '\n');
		if (o->lines[i].kind == LINE_QUERY)
			grammar_write(g, 0, o->lines[i].query, &b);
		else if (o->lines[i].entry.n)
			orders_write_entry(g, 0, o->lines[i].entry, &b);
	}
	memcpy(said, b.s ? b.s : "", b.len);
	said[b.len] = 0;
	buf_release(&b);
	arena_release(&a);
	return said;
}
#endif
