/*
 * src/orders/vocabulary.h - loads the words of orders, in all languages at
 * once.
 *
 * A grammar knows keywords by name ("move", "side.S"); the words that players
 * write for them are data, in templates/LANG/vocabulary for all games and in
 * templates/LANG/vocabulary-SYSTEM for one:
 *
 *	# a remark
 *	move = MOVE, GO, WALK
 *	end_game = END GAME
 *		a line that begins with a blank continues the one before
 *	help.move = A figure moves up to its speed.
 *
 * The writer uses the first word; the parser accepts all of them. Case,
 * accents and plural do not matter. A word may be several ("END GAME"). Keys
 * that begin with "say.", "help.", "slot." or "part." hold one text, with its
 * commas. Every folder of templates/ that has such a file is a language; the
 * parser accepts all of them together.
 */
#ifndef ORDERS_VOCABULARY_H
#define ORDERS_VOCABULARY_H
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

enum {
	VOCABULARY_MAX_LANGS = 16,
	VOCABULARY_MAX_PARTS = 8, /* single words of one "word" */
	VOCABULARY_MAX_FILE = 256 * 1024,
	VOCABULARY_MAX_KEYS = 4096,
	VOCABULARY_INITIALS = 32 /* A and a have the same number */
};

/* One way to say a key. */
struct vocabulary_word {
	int lang;
	int key;                               /* index of its key */
	int n;                                 /* single words */
	struct str part[VOCABULARY_MAX_PARTS]; /* folded */
	struct str shown;                      /* as the file has it */
	struct vocabulary_word *next;          /* of the same key */
	struct vocabulary_word *alike;         /* of the same list of phrases */
};

struct vocabulary_key {
	struct str name;
	bool is_text, is_phrase;
	struct vocabulary_word *words; /* in the order of the files */
	struct vocabulary_word *last;  /* of `words` */
	struct str text[VOCABULARY_MAX_LANGS];
};

struct vocabulary {
	struct arena *arena; /* all of it lives there */
	struct str lang[VOCABULARY_MAX_LANGS];
	int n_langs;
	struct vocabulary_key *keys;
	int n_keys, room;
	int *slots; /* 2 * room: by the hash of a name, its key + 1, or 0 */
	/* the words of keys "matter.", "date.", "table." and "number.", by
	 * vocabulary_initial() of their first byte */
	struct vocabulary_word *phrases[VOCABULARY_INITIALS];
};

/* The list of phrases for words that begin with this byte. */
static inline unsigned vocabulary_initial(char c)
{
	return (unsigned char)c % VOCABULARY_INITIALS;
}

void vocabulary_init(struct vocabulary *v, struct arena *a);

/* Read one file's text; name is for messages. ERR_FORMAT tells the line. */
enum err vocabulary_add(struct vocabulary *v, const char *lang, struct str text,
			const char *name, struct why *why);

/* Read dir/LANG/vocabulary and, of a system, dir/LANG/vocabulary-SYSTEM. */
enum err vocabulary_load(struct vocabulary *v, const char *dir,
			 const char *system, struct why *why);

/* What another one has besides the words of orders ("say.", "help.", ..),
 * by language. */
enum err vocabulary_add_texts(struct vocabulary *v,
			      const struct vocabulary *from, struct why *why);

/* Its words of orders of one language, one line a key; false: it has none. */
bool vocabulary_render(const struct vocabulary *v, int lang, struct buf *out);

/* Number of a language or key, or -1. */
int vocabulary_lang(const struct vocabulary *v, struct str lang);
int vocabulary_key(const struct vocabulary *v, struct str name);

/*
 * How a key is written in a language, or in English, or in any; empty if no
 * language has it.
 */
struct str vocabulary_shown(const struct vocabulary *v, int key, int lang);

/* The text of a key, in the same way. */
struct str vocabulary_text(const struct vocabulary *v, const char *name,
			   int lang);

/* Is the folded word typed the same as the vocabulary's, or its plural? */
bool vocabulary_same(struct str typed, struct str word);
#endif
