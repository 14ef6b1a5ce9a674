/*
 * src/report/text/rules_text.h - reads the project's rule reference, which
 * explains the ids in events, refusals and rulings. The reference is the files
 * of db/rules, one for the ids of each prefix; a rule is a line "-
 * **RB-MOVE-01** text" or a row "| RB-R-01 | problem | ruling |" of a table.
 */
#ifndef REPORT_TEXT_RULES_TEXT_H
#define REPORT_TEXT_RULES_TEXT_H
#include "base/arena.h"
#include "base/err.h"

struct rules_text_rule {
	struct str id;      /* as the reference writes it: "RB-MOVE-01" */
	struct str section; /* heading of its section: "9. Movement" */
	struct str text;    /* plain text, one paragraph */
};

enum { RULES_TEXT_HITS = 4, RULES_TEXT_MORE = 12, RULES_TEXT_TERMS = 24 };

/* Rules that are about something. */
struct rules_text_hits {
	struct rules_text_rule rule[RULES_TEXT_HITS];
	bool foreign[RULES_TEXT_HITS];
	int n;
	struct str more; /* the ids of others, blanks between, or "" */
};

/*
 * Find a rule. dir: the folder of the reference. id: in any case, with '-',
 * '_' or blanks between its parts. Everything found lives in the arena.
 * ERR_NOT_FOUND: no such rule; why names the nearest ones. ERR_SYSTEM: the
 * reference cannot be read.
 */
enum err rules_text_find(const char *dir, struct str id, struct arena *a,
			 struct rules_text_rule *out, struct why *why);

/*
 * The same for players: in a language, for which the folder dir/LANG has books
 * of the same names with the same ids, and without what only says where a rule
 * comes from. *foreign: there it has no words yet, the text is English.
 */
enum err rules_text_translated(const char *dir, struct str lang, struct str id,
			       struct arena *a, struct rules_text_rule *out,
			       bool *foreign, struct why *why);

/* Words to search for, and where. */
struct rules_text_query {
	struct str lang;
	const struct str *prefixes; /* of the books */
	int n_prefixes;
	const struct str *terms; /* at most RULES_TEXT_TERMS */
	int n_terms;
};

/*
 * Search the rules of some books (prefixes of their ids: "RB-") for these
 * words, the best match first: in the heading above a rule, at its beginning,
 * or anywhere in it, in English or in the language. A translation in a
 * glossary ("| break away | escapar |") counts like the word. None: n is 0.
 */
enum err rules_text_search(const char *dir, const struct rules_text_query *q,
			   struct arena *a, struct rules_text_hits *out,
			   struct why *why);
#endif
