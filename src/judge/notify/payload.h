/*
 * src/judge/notify/payload.h - writes the payload of a mail, a JSON object of
 * all that the log lacks, and tells the type of its keys. payloads.def lists
 * the kinds of mail and their keys; whatever writes or reads a payload follows
 * it, and tests check both.
 */
#ifndef JUDGE_NOTIFY_PAYLOAD_H
#define JUDGE_NOTIFY_PAYLOAD_H
#include "base/arena.h"
#include "base/buf.h"

struct payload {
	struct buf b; /* begins with { */
};
void payload_init(struct payload *m);
void payload_text(struct payload *m, const char *key, struct str s);
void payload_int(struct payload *m, const char *key, int64_t n);
/* key with JSON that is written already */
void payload_json(struct payload *m, const char *key, struct str json);
/* A list of such objects, in a buffer of its own, which is released at its
 * end; "[]" where it had no room. */
void payload_list_add(struct buf *list, struct str object);
struct str payload_list_end(struct buf *list, struct arena *a);
/* The object, into the arena; m is released. */
struct str payload_end(struct payload *m, struct arena *a);

/* What a template gets of a key. */
enum payload_type {
	PAYLOAD_UNKNOWN, /* no such key: the value as it is */
	PAYLOAD_TEXT,
	PAYLOAD_INT,
	PAYLOAD_WORD,    /* the message KEY.VALUE */
	PAYLOAD_NAME,    /* a message if there is one, else the text */
	PAYLOAD_MOMENT,  /* a time, on the reader's clock */
	PAYLOAD_REJECT,  /* why a command was not done (judge/game/reject.h) */
	PAYLOAD_EVENTS,  /* events as in the log */
	PAYLOAD_ANSWERS, /* to questions (mail_answers.h) */
	PAYLOAD_FORKS,   /* outcomes of dice (mail_answers.h) */
	PAYLOAD_GAMES,
	PAYLOAD_TEXTS,
	PAYLOAD_DAYS, /* of the week */
	PAYLOAD_LIST  /* of what it holds: JSON as it is */
};
enum payload_type payload_type(struct str object, const char *key);

/* Does payloads.def give the kind of mail all keys of this payload, with these
 * types? If not, their names are appended. */
bool payload_fits(struct str kind, struct str payload, struct buf *fault);
#endif
