/*
 * src/protocol/webapp_payload.h - the signed position for a player's page
 * (src/webapp/), the small attachment page.txt: the view of the seat, the last
 * events, the players and the judge. The report contains all of it, too.
 *
 *	HERALDO PAGE 1
 *	judge judge@example.org Heraldo
 *	program 1.0		of the judge, for pages of other versions
 *	url https://..		of its own page, if it has one
 *	game wood
 *	rules rebellion 2
 *	layout 16 hex digits	webapp_payload_layout
 *	grammar 64 hex digits	hash of the words of orders (grammar_snapshot.h)
 *	language es
 *	state running
 *	seat A
 *	since 11		the point before the first event
 *	point 12
 *	serial 3
 *	seen 0123-..		fairness/head_token.h
 *	dice 64 hex digits	the commitment
 *	word seal | open HASH | ask
 *	player A Ana		each
 *	awaits A 1764201600	each; 0: without a deadline
 *	cards 16 hex digits	webapp_payload_cards, where its reader must have
 *				them
 *	packed 1234
 *	base64 of so many bytes, deflated
 *	-----BEGIN SSH SIGNATURE----- ..
 *
 * Deflated are: "view N" and a line end, N bytes in canonical form (game_view,
 * game_encode); "events N", so many bytes of lines, an event in canonical form
 * each. Events are left out where all of it would become too long.
 *
 * The signature is over the lines above it, for WEBAPP_PAYLOAD_NAMESPACE; white
 * space at their ends, quote marks and empty lines do not count, so that it can
 * be pasted.
 */
#ifndef PROTOCOL_WEBAPP_PAYLOAD_H
#define PROTOCOL_WEBAPP_PAYLOAD_H
#include "fairness/head_token.h"
#include "auth/sig.h"
#include "engine/game.h"

#define WEBAPP_PAYLOAD_NAMESPACE "heraldo-page@heraldo"
#define WEBAPP_PAYLOAD_FILE      "page.txt"
#define WEBAPP_PAYLOAD_FIRST     "HERALDO PAGE 1"

enum {
	WEBAPP_PAYLOAD_LAYOUT = 16,          /* hex digits */
	WEBAPP_PAYLOAD_MAX = 6 << 10,        /* bytes of one with events */
	WEBAPP_PAYLOAD_TEXT_MAX = 256 << 10, /* of one that is read */
	WEBAPP_PAYLOAD_PACKED_MAX = 4 << 20, /* of what it holds */
	WEBAPP_PAYLOAD_EVENTS = 2048
};

struct webapp_payload {
	struct str judge, judge_name, program, url;
	struct str game, rules, layout, grammar, language, state;
	struct str seat; /* its letter */
	int64_t since, point, serial;
	struct str seen;
	struct str dice;
	struct str word;   /* "", seal, open, ask */
	struct str sealed; /* hex digits, of open */
	struct str player[SEATS_MAX];
	bool awaited[SEATS_MAX];
	int64_t until_s[SEATS_MAX];
	/* hex digits; empty: none need be known, or they are written as
	 * webapp_payload_cards has them */
	struct str cards;
	struct str packed; /* of one that was read, until it is unpacked */
	struct str view;   /* canonical */
	struct str events; /* lines; may be left out */
};

/* What changes with the layout of a system's state and the meaning of its
 * events: a hash of its tables, hex digits. */
void webapp_payload_layout(const struct system *sys,
			   char out[WEBAPP_PAYLOAD_LAYOUT + 1]);

/* A hash of what game_dealt gives, for page and judge may have other cards. */
void webapp_payload_cards(struct str dealt,
			  char out[WEBAPP_PAYLOAD_LAYOUT + 1]);

/*
 * Write it, signed, for a reader with these dealt cards (game_dealt; may be
 * empty). ERR_TOO_LARGE: the view alone is over the reader's limit.
 */
enum err webapp_payload_write(const struct webapp_payload *g, struct str dealt,
			      const struct key_secret *key, struct buf *out,
			      struct why *why);

enum webapp_payload_fault {
	WEBAPP_PAYLOAD_OK,
	WEBAPP_PAYLOAD_NONE,     /* there is none in the text */
	WEBAPP_PAYLOAD_UNREAD,   /* not as it must be */
	WEBAPP_PAYLOAD_UNSIGNED, /* no signature is below it */
	WEBAPP_PAYLOAD_FORGED    /* not the signature of these lines */
};

/*
 * Find one in a text and read it; the signer's key goes to *key, also where it
 * is forged. Everything lives in the arena. View and events are still packed.
 */
enum webapp_payload_fault webapp_payload_read(struct arena *a, struct str text,
					      struct webapp_payload *out,
					      struct key *key);

/* Unpack view and events; dealt: of the game's cards, if it names some. False:
 * it is not as it must be. */
bool webapp_payload_unpack(struct arena *a, struct webapp_payload *g,
			   struct str dealt);
#endif
