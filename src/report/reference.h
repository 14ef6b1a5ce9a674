/*
 * src/report/reference.h - the rule reference that the project keeps, so that
 * everybody can look up the ids that events, refusals and rulings name. It is
 * the files of db/rules, one for the ids of each prefix; a rule is a line "-
 * **RB-MOVE-01** text" or a row "| RB-R-01 | problem | ruling |" of a table.
 */
#ifndef REPORT_REFERENCE_H
#define REPORT_REFERENCE_H
#include "base/arena.h"
#include "base/err.h"

struct reference_rule {
	struct str id;      /* as the reference writes it: "RB-MOVE-01" */
	struct str section; /* heading it stands under: "9. Movement" */
	struct str text;    /* plain text, one paragraph */
};

/*
 * Find a rule. dir: the folder of the reference. id: in any case, with '-',
 * '_' or blanks between its parts. Everything found lives in the arena.
 * ERR_NOT_FOUND: no such rule; why names the nearest ones. ERR_SYSTEM: the
 * reference cannot be read.
 */
enum err reference_find(const char *dir, struct str id, struct arena *a,
			struct reference_rule *out, struct why *why);
#endif
