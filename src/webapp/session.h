/*
 * src/webapp/session.h - the current position, a seat's knowledge, with the
 * functions that put it into words and pictures. Private to the files of the
 * page.
 */
#ifndef WEBAPP_SESSION_H
#define WEBAPP_SESSION_H
#include "games/games.h"
#include "webapp/api.h"
#include "auth/key.h"
#include "report/text/report.h"

enum { SESSION_EVENTS = 1024 }; /* of a preview */

/* A position to show, all borrowed. */
struct showing {
	const struct game_kind *kind;
	const struct game *view;
	int seat;
	struct str game;
	int64_t point;
	const struct str *seat_name; /* SEATS_MAX of them */
	const struct event *events;  /* for the traces */
	int n_events;
};

/* Set up the narrator of the reader's language, for orders too. */
void show_narrator(const struct showing *s, struct narrator *n);

/* Say the board in SVG, whose ids begin with prefix; page_labels says what its
 * things are called. */
void show_board(const struct showing *s, const char *prefix);

/* Pixels that boards are drawn for: page_wide. */
int show_width(void);

/* Write events in words, a member of an object: STORY. */
void show_events(const char *name, struct narrator *n, const struct event *v,
		 int count);

/* A member that is a list begins, or an object within one. */
void show_list(const char *name);
void show_object(bool first);

struct session {
	const struct game_kind *kind; /* NULL: there is none */
	int seat;
	struct str game; /* its name */
	int64_t since, point;
	int64_t told, serial; /* with which orders begin: point and serial, */
	struct str seen;      /* and the token of SEEN */
	struct key judge;     /* who signed it */
	struct str seat_name[SEATS_MAX];
	struct event *events;
	int n_events;
	int64_t n_told; /* events of the report, also those left out of it */
	/* what proves the dice; empty: it is not known. Hex digits */
	struct str id, dice, said[SEATS_MAX];
	struct game view;
	struct game before; /* the view after `since`, if has_before */
	bool has_before;
	struct arena arena; /* memory of the borrowed values above */

	/* of the last preview */
	struct game_scratch scratch;
	struct event_list ahead;
	bool foreseen;
};
extern struct session hand;

/* A game of this page by the name of its system, with its cards; NULL: there is
 * none. */
const struct game_kind *session_kind(struct str system);

/* The folders of the words and of the catalog. */
void session_folders(const char **templates, const char **catalog);

/* Begin a new current position; the caller fills in hand.view. */
void session_put(const struct game_kind *kind, int seat, int64_t point,
		 struct str name);

/* Its events, in canonical form, one a line. */
void session_events(struct str lines);

/* Set the folder of the games' words; ../db/catalog next to it has their
 * cards, if any. They are loaded when a position first needs them. Borrowed. */
void session_open(const char *templates);

/* Of a log that is verified, the view of a seat after a point, and its game.
 * False: it has none. */
bool replay_view(int point, int seat, struct game *view, struct showing *out);

/* The events of a point of that log that the seat may see, n of them, in
 * page.tmp; NULL: it has no such point. */
struct event *replay_events(int point, int seat, int *n);

/* Write the dice among the events, members of a list: page_story. */
void show_dice(const struct event *v, int n);

/* The current position. */
struct showing session_shown(void);

/* Room to try orders: the preview that is shown stays as it is. */
struct game_scratch *session_room(void);

/* What the seat knows after these lines, as far as no die is rolled; the
 * position itself where they cannot be read. Until the next call. */
const struct game *session_after(struct str lines);

/* An order as the reader's language writes it, or "". */
struct str session_order(const struct decision *d);

/* Words of the vocabulary in the reader's language, by number. */
int session_lang(void);

/* Strings of a list: orders of the set-up that the rules chose for AUTO. */
void builder_drafts(void);

/* Lines of orders, read as the judge reads them. */
struct order_text {
	struct str text;  /* with its head */
	int above;        /* lines put above the input */
	size_t above_len; /* and their bytes */
	struct canon *canon;
	struct orders *orders;
};

/* SIG_ERROR_OK, or what keeps it from being signed; long_line of canon then. */
enum sig_error order_text_make(struct str lines, bool preview,
			       struct order_text *out);

/* The last order of a kind among these lines, and its line there; false, and
 * both unchanged: there is none. */
bool order_text_find(struct str lines, int kind, struct decision *chosen,
		     uint32_t *line);
#endif
