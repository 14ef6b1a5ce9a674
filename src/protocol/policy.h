/*
 * src/protocol/policy.h - the values of a game's policies: policy.def lists
 * them. A flat struct without pointers.
 */
#ifndef PROTOCOL_POLICY_H
#define PROTOCOL_POLICY_H
#include "base/buf.h"
#include "base/str.h"

enum policy_row {
#define CHOICE(sym, name, initial, values)   POLICY_##sym,
#define NUMBER(sym, name, min, max, initial) POLICY_##sym,
#define TEXT(sym, name)                      POLICY_##sym,
#define EARLY(sym, name, initial, values)    POLICY_##sym,
#define FIXED(sym, name, min, max, initial)  POLICY_##sym,
#include "protocol/policy.def"
#undef CHOICE
#undef NUMBER
#undef TEXT
#undef EARLY
#undef FIXED
	POLICIES
};

enum { POLICY_ABSENCE_IGNORE, POLICY_ABSENCE_EXTEND };
enum { POLICY_APPROVAL_UNANIMOUS, POLICY_APPROVAL_MAJORITY };
enum { POLICY_SPECTATOR_MAILS_DAY, POLICY_SPECTATOR_MAILS_ALL };
enum { POLICY_PROPOSALS_EXPIRE_TIME, POLICY_PROPOSALS_EXPIRE_NEXT_MOVE };
enum {
	POLICY_ABANDONED_WAIT,
	POLICY_ABANDONED_PLAY_DEFAULTS,
	POLICY_ABANDONED_JUDGE
};
enum { POLICY_AUTOSTART_YES, POLICY_AUTOSTART_NO };
enum { POLICY_PRESS_ALL, POLICY_PRESS_PUBLIC, POLICY_PRESS_NONE };

enum { POLICY_TEXT_MAX = 504 };

struct policy_text {
	int64_t len;
	char s[POLICY_TEXT_MAX];
};

struct policy {
	int64_t n[POLICIES]; /* a number, or the index of a choice */
	struct policy_text deadline, off;
};

void policy_init(struct policy *p);

/* Its number by name, -1: there is none. */
int policy_find(struct str name);
const char *policy_name(int row);

/* The present name of a policy that was renamed before version 1.0; NULL. */
const char *policy_renamed(struct str name);

/* Does it stand once the game has started? */
bool policy_is_early(int row);

/*
 * Set one, from the text of its value: lower case, "none" for an empty one.
 * False: that is no value of it, and nothing has changed. Of a calendar only
 * the length is looked at.
 */
bool policy_set(struct policy *p, int row, struct str value);

/* What it can be, in English: "default or extend", "0 to 366". */
void policy_choices(int row, struct buf *out);

static inline struct str policy_str(const struct policy_text *t)
{
	return (struct str){ t->s, (size_t)t->len };
}
#endif
