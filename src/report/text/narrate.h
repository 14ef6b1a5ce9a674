/*
 * src/report/text/narrate.h - puts events into words: renders each event in
 * the reader's language with the messages of templates/LANG.
 *
 * The message of an event is called event.NAME (common to all games; a game
 * that says it otherwise has GAME.event.NAME) or GAME.NAME, and its
 * placeholders are the event's own fields:
 *
 *	a label		{fig} is "A3", {fig.name} "Skeleton", {fig.full} both;
 *			0 shows nothing; {fig.who} "Skeleton (A3)"
 *	a seat		{seat} is the player's name, {seat.letter} "A"
 *	a point		{at.x} {at.y}, inches; on a board of squares {at}
 *	an enumeration	{kind}: the message GAME.word.NAME or word.NAME; and
 *			{#is.NAME} holds
 *	{why}		a text by a person: in HTML the rules that it cites
 *			are linked, as all are
 *	MODS		a list of {n} (signed), {why} (the message mod.RULE)
 *			and {rule}
 *	lengths		{length} {distance} {gap} in inches
 *
 * {rules} is the list of the event's rules, {rule} the first. An event whose
 * message is empty is left out.
 */
#ifndef REPORT_TEXT_NARRATE_H
#define REPORT_TEXT_NARRATE_H
#include "report/text/messages.h"
#include "engine/system.h"

/* What the reader calls things. All borrowed. */
struct narrator {
	const struct messages *words;
	const struct system *sys;
	enum template_format format;
	bool both; /* with TEMPLATE_TEXT: make the HTML of each sentence, too */
	struct str seat_name[SEATS_MAX]; /* empty: by letter */
	/* who had the seat before the narrated events; empty: unknown */
	struct str former[SEATS_MAX];
	/* append the name of the thing with this label, if it has one */
	void (*name)(const struct narrator *n, int32_t label, struct buf *out);
	/* what the story says of v[i] (report/report_game.h); NULL: no more
	 * than its values */
	int (*tale)(struct arena *a, const struct narrator *n,
		    const struct event *v, int i, int count,
		    struct tval *values);
	/* what an event weighs (report/report_game.h); NULL: all the same */
	int (*weight)(const struct event *e);
	const void *of;
	/* all events being narrated (set by narrate_events): they may
	 * describe things that `of` no longer has */
	const struct event *told;
	int n_told;
	/* the words of the press among that, in their order; or NULL */
	const struct str *letters;
	int n_letters;
	/* and of those that are opened by it, event by event */
	const struct str *opened;
	int n_opened;
	/* a long report: use the {terse} form of messages */
	bool terse;
	/* how the game says points; NULL: in inches */
	struct tval *(*point)(struct arena *a, int32_t x, int32_t y);
	/* what the game can tell beyond the fields of an event; may be NULL */
	void (*more)(struct arena *a, const struct narrator *n,
		     const struct event *e, struct tval *values);
	/* how many of these events are one sentence, that of v[0], and what
	 * the others add to its values; NULL: each is its own */
	int (*fold)(struct arena *a, const struct narrator *n,
		    const struct event *v, int count, struct tval *values);
	/* the same for a refusal's arguments, which are {a}, {b} ..; or NULL */
	void (*refusal)(struct arena *a, const struct narrator *n, int reason,
			const int32_t *args, int n_args, struct tval *values);
	/* an order as its reader would write it, appended: the {order} of what
	 * was refused; NULL: none is quoted */
	bool (*write)(const void *writer, const struct decision *d,
		      struct buf *out);
	const void *writer;
	/* a moment (UTC) on the reader's clock; NULL: as the log has it */
	struct tval *(*moment)(struct arena *a, const struct narrator *n,
			       int64_t utc_s);
	/* the reader's view after the narrated events, and seat: a refusal is
	 * followed by {instead}, the nearest legal order
	 * (engine/suggest_fix.h). NULL: no such suggestions */
	const void *now;
	int seat;
	/* after the narrated events no order of the reader waits */
	bool none_wait;
	const struct catalog *cards; /* for these suggestions; NULL: no
				      * catalog */
	/* HTML: the link to a rule up to its id, empty: no links */
	struct str rule_link;
};

/* The fields of an event as values, see above. */
struct tval *narrate_values(struct arena *a, const struct narrator *n,
			    const struct event *e);

/* A message, as markup of the narrator's format; of both, if asked for. */
struct tval *narrate_message(struct arena *a, const struct narrator *n,
			     const char *key, const struct tval *values,
			     struct why *why);

/*
 * One event: a map of {text} (rendered), {common} (of all games),
 * {main} (an event that opens a new
 * matter: an action, a turn), {minor} (one that can be left to an attachment),
 * {weight} (of the heaviest of its events),
 * {rules} (rendered, each linked in HTML) and {kind}. NULL if it is left out.
 * `why` holds a fault in a message. An event that can share a sentence with
 * others of the same reason also has {why}, {each} and {key}: the message
 * KEY.all takes {all} of {each}, and {why}.
 */
struct tval *narrate_event(struct arena *a, const struct narrator *n,
			   const struct event *e, struct why *why);

/* The headline of a mail and its shorter form for a subject. */
struct headline {
	struct tval *whole, *subject;
};

/* The headline of these events: the heaviest one (the first of several) that
 * has a message GAME.news.KIND or event.news.KIND with words, then the other
 * great moments of the game; those that do not fit are counted. NULL: no event
 * has words. */
struct headline narrate_headline(struct arena *a, const struct narrator *n,
				 const struct event *v, int count,
				 struct why *why);

/* All events that have a sentence, in their order; each also has {upto}: the
 * number of events up to and including those of its sentence. And {number},
 * if play can be taken back to after it: its place among the public events of
 * its point. */
struct tval *narrate_events(struct arena *a, const struct narrator *n,
			    const struct event *v, int count, struct why *why);

/*
 * A refusal: the message GAME.refusal.NAME.RULE, of a rule for which there is
 * one, else GAME.refusal.NAME, with its arguments as {a} and {b}.
 * rule: 0 none. Rendered, rules and all.
 */
struct tval *narrate_refusal(struct arena *a, const struct narrator *n,
			     int reason, int rule, const int32_t *args,
			     int n_args, struct why *why);

/* A figure's name in the reader's language, where "figure.NAME" has it. */
struct str narrate_figure(struct arena *a, const struct narrator *n,
			  struct str name);

/* The same of the figure with this label; empty: it has none. */
struct str narrate_name(struct arena *a, const struct narrator *n,
			int32_t label);

/* A label, a seat, a point in the forms above. */
struct tval *narrate_label(struct arena *a, const struct narrator *n,
			   int32_t label);
struct tval *narrate_seat(struct arena *a, const struct narrator *n, int seat);
struct tval *narrate_point(struct arena *a, int32_t x, int32_t y);

/* Pairs of a rule and an amount: a list of {n}, {why} and {rule}. */
struct tval *narrate_mods(struct arena *a, const struct narrator *n,
			  const int32_t *w, int words);

/* A rule's id, linked in HTML. */
struct tval *narrate_rule(struct arena *a, const struct narrator *n, int rule);

/* A name of a table ("magic blast") as a word: the message
 * GAME.word.magic-blast if there is one, else word.magic-blast. */
struct tval *narrate_word(struct arena *a, const struct narrator *n,
			  const char *name);

/*
 * The message said.TEXT for a text that the judge itself chose from a fixed
 * list ("operator", "no default", "quarantined D"); NULL: no such text.
 */
struct tval *narrate_fixed_text(struct arena *a, const struct messages *words,
				struct str text);

/* The key of the word for a name of a table: "magic blast" -> "magic-blast" */
struct str narrate_key(struct arena *a, const char *name);
#endif
