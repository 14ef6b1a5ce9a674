/*
 * src/engine/state_path.h - values of a state by path, as cases and game
 * masters name them: "phase", "A.score", "A1.wounds", "option.rounds". A
 * system lists its values and their names; finding, reading, setting and
 * writing them is the same code in every game. Seats, teams and options belong
 * to common_state.
 *
 *	static const struct state_path_row fig_rows[] = {
 *		VALUE(rb_fig, "wounds", wounds, 0, RB_MAX_CLICKS),
 *		STATE_PATH_SEATS(rb_fig, "control", control),
 *		STATE_PATH_NAMES(rb_fig, "status", status, rb_statuses),
 *	};
 *	static const struct state_path_list lists[] = {
 *		STATE_PATH_LIST(rb_state, fig, fig_rows, STATE_PATH_OF_LABEL,
 *		find, NULL),
 *	};
 */
#ifndef ENGINE_STATE_PATH_H
#define ENGINE_STATE_PATH_H
#include "engine/system.h"

/* How a value is written, wherever one is read or shown. A number is understood
 * in place of a name, too. */
/* what a game master sets at most, and what a verifier reads again */
enum { STATE_PATH_MAX_NUMBERS = 64 };

enum state_path_is {
	STATE_PATH_NUMBER,
	STATE_PATH_LENGTH, /* inches: 12, 12.4, 12.40 */
	STATE_PATH_LABEL,  /* A3; NONE */
	STATE_PATH_SEAT,   /* B; NONE */
	STATE_PATH_NAME,   /* one of some words, in the case of anybody; NONE is
			      -1 */
	STATE_PATH_SQUARE, /* F4; NONE */
	STATE_PATH_YES,    /* YES, NO */
	STATE_PATH_DEGREES, /* 0..359 from north, or N, NE .. */
	STATE_PATH_EIGHTH,  /* N, NE .. NW as 0..7 */
	STATE_PATH_WORD     /* up to four letters, a byte each; NONE is 0 */
};

struct state_path_form {
	enum state_path_is is;
	const char *const
		*names; /* STATE_PATH_NAME: by their number, "" none */
	int n_names;
};

/* The form of a path's value; STATE_PATH_NUMBER if there is none. */
struct state_path_form state_path_form_of(const struct system *sys,
					  struct str path);

/* The words that the value accepts besides numbers, as "a, b, c"; empty if it
 * accepts numbers only. */
void state_path_choices(struct state_path_form f, struct buf *out);

/* Points of the compass in a grammar's order, as they are written. */
extern const char *const value_eighths[8];

/* A word, member of the struct that its list is of. */
struct state_path_row {
	const char *name;
	size_t at; /* STATE_PATH_APART: system.get and system.put have it */
	int32_t min, max; /* min > max: it is shown, not set */
	struct state_path_form form;
};

#define STATE_PATH_APART SIZE_MAX

#define STATE_PATH_AS(is, type, name, member, min, max)                        \
	{                                                                      \
		name, offsetof(struct type, member), min, max,                 \
		{                                                              \
			is, NULL, 0                                            \
		}                                                              \
	}
#define VALUE(type, name, member, min, max)                                    \
	STATE_PATH_AS(STATE_PATH_NUMBER, type, name, member, min, max)
#define STATE_PATH_SHOWN(type, name, member) VALUE(type, name, member, 1, 0)
#define STATE_PATH_SEATS(type, name, member)                                   \
	STATE_PATH_AS(STATE_PATH_SEAT, type, name, member, -1, SEATS_MAX - 1)
#define STATE_PATH_FLAG(type, name, member)                                    \
	STATE_PATH_AS(STATE_PATH_YES, type, name, member, 0, 1)
#define STATE_PATH_NAMES(type, name, member, names)                            \
	{                                                                      \
		name, offsetof(struct type, member), 0,                        \
			(int)ARRAY_LEN(names) - 1,                             \
		{                                                              \
			STATE_PATH_NAME, names, (int)ARRAY_LEN(names)          \
		}                                                              \
	}
/* the same, or NONE: -1 */
#define STATE_PATH_NAMES_OR_NONE(type, name, member, names)                    \
	{                                                                      \
		name, offsetof(struct type, member), -1,                       \
			(int)ARRAY_LEN(names) - 1,                             \
		{                                                              \
			STATE_PATH_NAME, names, (int)ARRAY_LEN(names)          \
		}                                                              \
	}
/* more than a word of the state, or worked out */
#define STATE_PATH_ELSEWHERE(is, name)                                         \
	{                                                                      \
		name, STATE_PATH_APART, 0, 0,                                  \
		{                                                              \
			is, NULL, 0                                            \
		}                                                              \
	}

enum state_path_of {
	STATE_PATH_OF_GAME, /* "round" */
	STATE_PATH_OF_SEAT, /* "A.score" */
	STATE_PATH_OF_LABEL /* "A1.wounds", "#3.damage" */
};

/* Things that a path names by its first part, each a struct in an array. */
struct state_path_list {
	enum state_path_of of;
	size_t at, size; /* of the first in the state, of each */
	const struct state_path_row *rows;
	int n_rows;
	/* STATE_PATH_OF_LABEL: the index of the one with this label, -1: none
	 */
	int (*find)(const void *state, int32_t label);
	/* The letters of the labels; a path is checked against them without a
	 * state; NULL: any. */
	const char *letters;
};

#define STATE_PATH_LIST(type, member, rows, of, find, letters)                 \
	{                                                                      \
		of, offsetof(struct type, member),                             \
			sizeof(((struct type *)NULL)->member[0]), rows,        \
			(int)ARRAY_LEN(rows), find, letters                    \
	}
#define STATE_PATH_LIST_GAME(rows)                                             \
	{                                                                      \
		STATE_PATH_OF_GAME, 0, 0, rows, (int)ARRAY_LEN(rows), NULL,    \
			NULL                                                   \
	}

/* Read the value into w, and its number of words into *n. False: no such
 * value; *what is the part of the path that is wrong. */
bool state_path_get(const struct system *sys, const void *view, struct str path,
		    int32_t *w, int *n, struct str *what);

/* Set it. False: there is none, or it cannot be that. */
bool state_path_put(const struct system *sys, void *state, struct str path,
		    const int32_t *w, int n, struct str *what);

/* Would it be set? Tried on a copy, for which room is lent. The event of it is
 * common event override, whose path is shorter than EVENT_TEXT_ROOM. */
bool state_path_may(const struct system *sys, const void *state,
		    struct str path, const int32_t *w, int n,
		    struct trials *room, struct str *what);

/*
 * The words of a value, separated by blanks, into numbers; false: they are not
 * of its form (*bad is the word), or too many. And back.
 */
bool state_path_read(const struct system *sys, struct str path, struct str text,
		     int32_t *w, int max, int *n, struct str *bad);
void state_path_write(const struct system *sys, struct str path, int32_t w,
		      struct buf *out);

/* A path up to its first dot; *rest is what follows that. */
struct str state_path_split(struct str path, struct str *rest);

/* What the first part names: the label A1, or 0; one of n seats, or -1. */
int32_t state_path_label(struct str word);
int state_path_seat(struct str word, int n);
#endif
