/*
 * src/report/report_game.h - the interface of a game for its reports:
 * functions that turn its view into a scene, names and template values. One
 * table for each game.
 */
#ifndef REPORT_REPORT_GAME_H
#define REPORT_REPORT_GAME_H
#include "report/text/narrate.h"
#include "report/picture/scene.h"
#include "report/text/combat_stats.h"

struct player_rules; /* engine/player.h */

struct report_game {
	/* chooses the suggestion that comes first; NULL: the game's own order
	 * stays */
	const struct player_rules *player;

	/* for struct narrator, whose `of` is the view then; see
	 * report_game_tells */
	void (*name)(const struct narrator *n, int32_t label, struct buf *out);
	struct tval *(*point)(struct arena *a, int32_t x, int32_t y);
	void (*more)(struct arena *a, const struct narrator *n,
		     const struct event *e, struct tval *values);
	int (*fold)(struct arena *a, const struct narrator *n,
		    const struct event *v, int count, struct tval *values);
	void (*refusal)(struct arena *a, const struct narrator *n, int reason,
			const int32_t *args, int n_args, struct tval *values);

	/* Number i, from 0, of the lines that the view keeps in force for the
	 * seat (answers, triggers), or false; NULL: it keeps none. */
	bool (*line)(const void *view, int seat, int i, struct decision *out);

	/* The board, without its words, or false: there is none yet. */
	bool (*scene)(struct arena *a, const struct narrator *n,
		      const void *view, struct scene *out);

	/* What moved and what was shot, from the events. */
	void (*traces)(const void *view, const struct event *v, int count,
		       struct scene *out);

	/*
	 * Values for the templates of the game, put into `to`: at least
	 * `turn` (text for the subject), `figures` and `players`.
	 */
	void (*values)(struct arena *a, const struct narrator *n,
		       const void *view, int seat, struct tval *to);

	/*
	 * CARD: the card or figure of that name or label, in lines of text; if
	 * there is none, what might be meant. NULL: the game tells no cards.
	 */
	void (*card)(struct arena *a, const struct narrator *n,
		     struct str asked, struct tval *lines);

	/* The name of an ability by its number on a dial of the catalog, or
	 * NULL; NULL: it has no dials. */
	const char *(*ability)(int number);

	/* Count what this event says of blows and losses, for the end of the
	 * game, that the messages WORDS.tally and WORDS.best tell; NULL: it has
	 * none. */
	void (*tally)(struct combat_stats *t, const struct event *e);
	const char *tally_words;
	/* what an attack die shows on average, in hundredths, where the tally
	 * counts dice of its own; 0: dice of six sides, 3.50 */
	int die_mean;
	/* The name of a card, for what a number stood for that is no more;
	 * NULL: names outlive what they name. */
	struct str (*card_name)(struct arena *a, const struct narrator *n,
				int32_t card);

	/* The action that the game awaits from a seat, in a word or two. */
	struct tval *(*awaits)(struct arena *a, const struct narrator *n,
			       const void *view, int seat);

	/* The reader's own orders that wait, read back as a plan: {plan}, a
	 * list of {line}, put into `to`. NULL: the game plans nothing. */
	void (*plan)(struct arena *a, const struct narrator *n,
		     const void *view, int seat, const struct decision *orders,
		     int n_orders, struct tval *to);

	/* For invitations, from a view before the start: values of the
	 * message GAME.terms, put into `to`; returns the names of the options
	 * that the message shows, ended by NULL (report/text/game_summary.h).
	 * NULL: the game has none. */
	const char *const *(*terms)(struct arena *a, const struct narrator *n,
				    const void *view, struct tval *to);
	/* The owner of a thing with this label, -1 none; NULL: the seat of
	 * its letter. */
	int (*seat_of)(const void *view, int32_t label);

	/* The hand of cards that the seat can play now, put into `to`:
	 * {plan} 1 if cards are planned and not yet cast, {slots} for them,
	 * {planned} names, {mana}, {quick} 1 if a quick card needs no action,
	 * {books}: {caster}, {kinds}: {kind}, {spells}: {name} {school}
	 * {copies} {cost} {full} {min} {max} {open} {targets}: {what} {beyond}
	 * {mean} {kills}. NULL: the game has no cards. */
	void (*hand)(struct arena *a, const struct narrator *n,
		     const void *view, int seat, struct tval *to);

	/* The cards that the order "book" of the seat can list by number, put
	 * into `to`: {budget}, {cards}: {number} {name} {kind} {school}
	 * {points}; none: it is not the time. NULL: the game has none. */
	void (*book)(struct arena *a, const struct narrator *n,
		     const void *view, int seat, struct tval *to);

	/* Attacks that this figure of the seat could make, a list of {target}
	 * {line} {per_cent} {mean}: the line in the words of orders. NULL:
	 * rules->offer has them. */
	void (*strikes)(struct arena *a, const struct narrator *n,
			const void *view, int seat, int32_t who,
			struct tval *list);

	/* What an event weighs: the heaviest one of a mail is its headline, by
	 * the message GAME.news.KIND; the lightest are cut from a receipt. 0:
	 * nothing. NULL: all events weigh the same. */
	int (*weight)(const struct event *e);

	/* The story (report/text/tale.h): add to the values of v[i] what its
	 * message needs, {hero} the label of who does it and {side}; returns
	 * how many events from v[i] on the sentence tells, 0: another
	 * sentence has it. NULL: the game has no story. */
	int (*tale)(struct arena *a, const struct narrator *n,
		    const struct event *v, int i, int count,
		    struct tval *values);

	/* Does an event of this kind but note something for the rule that it
	 * names, which may ask for it later? NULL: none does. */
	bool (*notes)(int kind);
};

/* Let the narrator tell this game (NULL: as any), as its view has it (NULL:
 * without names). */
void report_game_tells(struct narrator *n, const struct report_game *g,
		       const void *view);
#endif
