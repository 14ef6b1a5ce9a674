/*
 * src/engine/position.h - parses a position line by line, as cases
 * (heraldo-case) and game masters write it. Every system reads its own lines
 * and turns them into ordinary events, so the result is a game like any other.
 */
#ifndef ENGINE_POSITION_H
#define ENGINE_POSITION_H
#include "engine/game.h"
#include "engine/option.h"

enum { POSITION_MAX_WORDS = 160, POSITION_MEMORY = 8192 };

struct position {
	struct game_run *run;
	struct game *scratch; /* events are tried on it first */
	struct buf *fault;    /* the fault, for the author of the line */
	/* A game of the judge's with so many seats, which people take
	 * themselves; 0: the lines seat them. */
	int n_seats;
	struct str by; /* the author of the position, or "": logged with every
			* value */
	/* The key of a card of the catalog by key or name, as in struct
	 * grammar_names; NULL: figures are described in full. */
	bool (*card)(const void *source, struct str text, struct buf *out,
		     struct buf *nearest);
	const void *cards;
	int64_t memory[POSITION_MEMORY / 8]; /* the system's own, zero first */
};

struct position_system {
	const struct system *sys;
	/* One line in words (quotes taken off); false after a fault. */
	bool (*line)(struct position *s, const struct str *word, int n);
	/* No more lines; false after a fault. */
	bool (*finish)(struct position *s);
	/* Keep a block of lines unchanged, from the line that begins with MAP
	 * to the line END; NULL: the game has no blocks. */
	bool (*block)(struct position *s, struct str text);
	/* A card of the line's own catalog as the event that defines it; false
	 * after a fault. */
	bool (*card)(struct position *s, const struct str *word, int n,
		     struct event *out);
};

/*
 * Cut a line at blanks into at most POSITION_MAX_WORDS words; "quoted words"
 * are one, without the quotes. Their number, -1 after a fault.
 */
int position_split(struct position *s, struct str line, struct str *word);

/* Nothing but a remark: it begins with #, and not with the label of an object
 * that is called by a number (#3). */
bool position_is_remark(struct str line);

/*
 * A whole text: its lines (those that begin with # say nothing), and no more.
 * False after a fault; *line is where.
 */
bool position_text(struct position *s, const struct position_system *sys,
		   struct str text, int *line);

/* Store the event if it fits; false with a fault if it does not. */
bool position_emit(struct position *s, const struct event *e);

/* A value by path, as an override: "A1.wounds". */
bool position_value(struct position *s, struct str path, const int32_t *w,
		    int n);

/* The same of a figure or player: label_of('A', 1) or, with number 0, "A". */
bool position_value_of(struct position *s, int32_t label, const char *name,
		       const int32_t *w, int n);

/*
 * Values of one word: of the piece with this label, of a player, of the game.
 */
bool position_int_of(struct position *s, int32_t label, const char *name,
		     int32_t v);
bool position_player_int(struct position *s, int seat, const char *name,
			 int32_t v);
bool position_game_int(struct position *s, const char *name, int32_t v);

/* A player A..; and an option of the game (seat -1) or of one player. */
bool position_seat_taken(struct position *s, int32_t seat);
bool position_option(struct position *s, struct str name, int32_t seat,
		     const int32_t *v, int n);

/* Tell a fault, as printf does; gives false. The first says most. */
#define position_fault(s, ...)                                                 \
	((s)->fault->len ? false : (buf_addf((s)->fault, __VA_ARGS__), false))

/* A whole number. False after a fault. */
bool position_int(struct position *s, struct str word, int32_t min, int32_t max,
		  int32_t *out);

/* The words of a line, one after the other. */
struct position_words {
	struct position *s;
	const struct str *v;
	int n, i;
};

/* false with a fault: there is none, or it is not such a word */
bool words_next(struct position_words *w, struct str *out);
bool words_int(struct position_words *w, int32_t min, int32_t max,
	       int32_t *out);
bool words_length(struct position_words *w, int32_t *out);
bool words_seat(struct position_words *w, int32_t *out);
bool words_label(struct position_words *w, int32_t *out);

/* one of n names, as its number */
bool words_name(struct position_words *w, const char *const *names, int n,
		int32_t *out);

/* an option of these n, its value as a number or by name, set for the game */
bool words_option(struct position_words *w, const struct option_row *row,
		  int n);

/* if the next word is this it is taken */
bool words_are(struct position_words *w, const char *z);

/* all decimal digits, a point and at most two more; hundredths */
bool position_parse_length(struct str word, int32_t *out, bool *point);
#endif
