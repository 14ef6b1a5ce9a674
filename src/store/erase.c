/* src/store/erase.c - erases the data of a person who asks for it */
#include "store/db.h"
#include <stdio.h>
#include "store/games.h"
#include "store/outbox.h"
#include "store/people.h"

/* the addresses that are or were theirs */
#define THEIRS "(SELECT address FROM addresses WHERE person = %lld)"
/* does this text hold one of them? */
#define HOLDS(text)                                                            \
	"EXISTS (SELECT 1 FROM addresses a WHERE a.person = %lld AND "         \
	"instr(lower(CAST(" text " AS TEXT)), lower(a.address)) > 0)"

static enum err forget_mails(struct store *st, long long id, int *n,
			     struct why *why)
{
	enum err e =
		db_exec_format(st, why,
			       "UPDATE inbox SET raw = x'', size = 0 "
			       "WHERE state = 2 AND size > 0 AND (" HOLDS(
				       "raw") " OR (game, slot) IN "
					      "(SELECT game, slot FROM seats "
					      "WHERE person = %lld))",
			       id, id);

	if (e)
		return e;
	*n = db_changes(st);
	return db_exec_format(
		st, why,
		"DELETE FROM press WHERE (game, point) IN "
		"(SELECT game, point FROM signed_orders "
		"WHERE fingerprint IN (SELECT fingerprint FROM keys "
		"WHERE person = %lld))",
		id);
}

/* Erase the mails to this person, and this person's data in mails to others.
 * Mails to this person that were not sent yet are withdrawn. */
static enum err forget_sent_mails(struct store *st, long long id, int *n,
				  struct why *why)
{
	static const char mine[] =
		"state <> 1 AND (person = %lld OR address IN " THEIRS ")";
	static const char named[] = "state IN (2, 3, 5) AND (" HOLDS(
		"matter") " OR instr(matter, (SELECT '\"' || name || "
			  "'\"' FROM persons WHERE id = %lld)) > 0)";
	char where[1024];
	enum err e = ERR_OK;

	for (int i = 0; !e && i < 2; i++) {
		/* both name them twice */
		snprintf(where, sizeof(where), i ? named : mine, id, id);
		e = db_exec_format(st, why,
				   "DELETE FROM mail_bytes WHERE id IN "
				   "(SELECT id FROM outbox WHERE %s)",
				   where);
		if (!e && !i)
			*n = db_changes(st);
		if (!e)
			e = db_exec_format(st, why,
					   "UPDATE outbox SET kept = 0, "
					   "matter = '{}', trouble = ''%s "
					   "WHERE %s",
					   i ? ""
					     : ", address = '', state = CASE "
					       "WHEN state IN (0, 4) THEN 5 "
					       "ELSE state END",
					   where);
	}
	return e;
}

static enum err forget_join_requests(struct store *st, long long id,
				     struct why *why)
{
	static const char *const one[] = {
		"DELETE FROM changes WHERE person = %lld",
		"DELETE FROM delayed_orders WHERE person = %lld",
		"DELETE FROM signed_texts WHERE person = %lld",
		"DELETE FROM passports_in WHERE person = %lld",
		"DELETE FROM passports_out WHERE person = %lld",
		"DELETE FROM passports_asked WHERE address IN " THEIRS,
		"DELETE FROM answers WHERE whom IN " THEIRS,
		"UPDATE seats SET reserved = '' WHERE reserved IN " THEIRS,
		"UPDATE seats SET person = NULL WHERE person = %lld",
		"DELETE FROM keys WHERE person = %lld AND fingerprint NOT IN "
		"(SELECT fingerprint FROM key_rings)",
		/* a name follows the key */
		"UPDATE keys SET key = substr(key, 1, 11 + "
		"instr(substr(key, 13), ' ')) "
		"WHERE key LIKE 'ssh-ed25519 %% %%' AND person = %lld",
	};
	enum err e = db_exec_format(
		st, why,
		"UPDATE joins SET address = '', name = '~%lld', "
		"fingerprint = '', key = '', state = CASE WHEN state < 2 "
		"THEN 4 ELSE state END WHERE address IN " THEIRS,
		id, id);

	for (size_t i = 0; !e && i < ARRAY_LEN(one); i++)
		e = db_exec_format(st, why, one[i], id);
	return e;
}

enum err store_person_forget(struct store *st, int64_t person, int *mails,
			     int *letters, struct why *why)
{
	long long id = person;
	enum err e = forget_mails(st, id, mails, why);

	if (!e)
		e = forget_sent_mails(st, id, letters, why);
	if (!e)
		e = forget_join_requests(st, id, why);
	if (!e)
		e = db_exec_format(st, why,
				   "DELETE FROM addresses WHERE person = %lld",
				   id);
	if (!e)
		e = db_exec_format(
			st, why,
			"INSERT INTO addresses (address, person, current)"
			" VALUES ('~%lld', %lld, 1)",
			id, id);
	if (!e)
		e = db_exec_format(
			st, why,
			"UPDATE persons SET name = '~%lld', zone = 'UTC',"
			" form = 0, brief = 0, unruled = 0, digest = 0, "
			"quiet_from = 0, quiet_until = 0, standin = 0, "
			"press_next = 0 "
			"WHERE id = %lld",
			id, id);
	return e;
}
