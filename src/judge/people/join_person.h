/*
 * src/judge/people/join_person.h - the person of a mail that proves an address
 * and a key (judge/people/join.c).
 */
#ifndef JUDGE_PEOPLE_JOIN_PERSON_H
#define JUDGE_PEOPLE_JOIN_PERSON_H
#include "judge/people/join_key.h"

/* The name in From, or of the address; and the language of the mail. */
struct str join_person_name(const struct delivery *d, struct str address);
struct str join_person_language(const struct delivery *d);

/* The person with this address and key; added if both are new. *no: a
 * name of reason.*, if they belong to different persons. */
enum err join_person_make(struct judge *j, const struct join_row *row,
			  struct arena *a, int64_t *person, const char **no,
			  struct why *why);

/* The payload's list of programs that can sign with the key. */
void join_programs_put(struct payload *m, const struct join_key *shown);

/* Did the key of the row sign this answer to its number? On ERR_OK *fault
 * tells. An OpenPGP or S/MIME key is given to GnuPG here. */
enum err join_answer_signed(struct delivery *d, const struct join_row *row,
			    enum sig_error *fault, struct why *why);

/* The message key (reason.*) that explains this fault in a refusal; NULL: the
 * message of the fault itself explains it. */
const char *join_signed_reason(enum sig_error fault);
#endif
