/*
 * src/judge/notify/render_ctx.h - the state of a mail during rendering: its
 * content, its language, and the helpers for moments, names and orders that all
 * mails use. The parts of a mail are in judge/notify/mail_*.h;
 * judge/notify/mail_render.c puts them together.
 *
 * All that is returned lives in the writing's arena.
 */
#ifndef JUDGE_NOTIFY_RENDER_CTX_H
#define JUDGE_NOTIFY_RENDER_CTX_H
#include "base/arena.h"
#include "judge/judge.h"
#include "judge/notify/render_pool.h"
#include "protocol/webapp_payload.h"
#include "report/text/report.h"

enum {
	RENDER_CTX_ORDERS = 200,       /* of a seat, that are shown */
	RENDER_CTX_ORDER_BYTES = 4096, /* of one of them */
};

/* of a report: the board, and the part of it where something happened */
enum picture { PICTURE_BOARD, PICTURE_NEAR, N_PICTURES };

struct render_ctx {
	/* borrowed, for as long as it is written */
	const struct mail_content *l;
	const struct messages *words; /* in the language of its row */
	const char *reference;        /* folder of the rules in words */
	struct str rule_link;         /* the prefix of a rule's id in HTML */
	struct webapp_payload_kept *kept;
	struct pictures *pictures;
	struct why *why;

	struct arena a;
	struct report r; /* what there is of the mail */
	/* lines that prove its game's history (protocol/judge_lines.h), or ""
	 */
	struct str proof;
	struct webapp_payload_forms page; /* of a mail that the page reads */
	/* pictures that are painted elsewhere, .. */
	struct render_job painting[N_PICTURES];
	bool hung[N_PICTURES]; /* .. if they are */
	struct game *ahead;    /* of a preview: the view as it would become */
	struct catalog cards;  /* of render_ctx_cards */
	struct tval *cited;    /* rules that are named at the end, or NULL */
};

/* narrator.moment: on the reader's clock. */
struct tval *render_ctx_moment(struct arena *a, const struct narrator *n,
			       int64_t utc_s);

/* A message with only the value {game}, in one line. */
struct str render_ctx_message(struct render_ctx *w, const char *key);

/* A message for a mail that is sent again, {first} then, of the {subject}
 * that it has already. */
struct str render_ctx_said_again(struct render_ctx *w, const char *key);

/* The head of the log as orders quote it (fairness/head_token.h). */
struct str render_ctx_seen(struct render_ctx *w);

/* Names of players by seat; free seats are left unchanged. */
void mail_seat_names(const struct mail_content *l, struct str out[SEATS_MAX]);

/* What there is to choose from in the mail's game, or NULL: nothing. */
const struct catalog *render_ctx_cards(struct render_ctx *w);

/* narrator.write, report_input.write: append an order in the reader's words, of
 * a mail with a grammar. False: there is no room for it. */
bool render_ctx_order(const void *writer, const struct decision *d,
		      struct buf *out);

/* An order that the grammar has written, its cards by their names. */
struct str render_ctx_order_named(struct render_ctx *w,
				  const struct buf *order);

/* The orders of the reader's seat that wait, or its standing ones, as their
 * player would write them: how many, up to RENDER_CTX_ORDERS. 0: out is not
 * set.
 */
int render_ctx_orders(struct render_ctx *w, bool standing,
		      const struct str **out);

/* The orders of the reader's seat that wait in this view, as decisions: the
 * first alternative of each. Returns their number; 0: out is not set. */
int render_ctx_waiting(struct render_ctx *w, const struct game *view,
		       const struct decision **out);

/*
 * The events that the mail narrates. If orders stop in the set-up, the faults
 * of the held orders follow, so that the player can mend all at once. Returns
 * their number.
 */
int render_ctx_events(struct render_ctx *w, const struct event **out);

/* Who tells a mail's game to its reader, in text. */
void render_ctx_narrator(struct render_ctx *w, struct narrator *n);

/* The translated name of an author ("by") or of a kind of game ("system"); NULL
 * if the words have none, or text is NULL. */
struct tval *render_ctx_named(struct render_ctx *w, const char *key,
			      const char *text);

/* The id of a picture in the mail, and its bytes: PNG, or empty. */
struct str render_ctx_picture_id(struct render_ctx *w, enum picture which);
struct str *render_ctx_picture(struct render_ctx *w, enum picture which);
#endif
