/*
 * src/protocol/webapp_payload.h - the signed position for a player's page
 * (src/webapp/): the view of the seat, the last events, the players and the
 * judge. The report contains all of it, too. Invitations and the like have one
 * without a position: address and key of the judge; receipts one that says how
 * the next orders begin: seat, point, serial and seen.
 *
 * The same bytes, a packet, are in three places. A block at the end of the
 * visible text has lines of at most 64 characters of base64 between two marker
 * lines; it has the events only while it has at most 30 lines. The attachment
 * GAME-POINT-SEAT.heraldo is such a block with all events. The fragment of a
 * link is "b=", base64url without padding, and a letter. What mail programs do
 * to lines does not matter: quote marks, blanks, line ends and "=" are ignored.
 *
 * A packet; numbers are big-endian:
 *
 *	u8 'H', u8 1 (a position) or 2 (none)
 *	u32 length of the packet, so that a missing end is noticed
 *	4 bytes: name of the dictionaries (struct webapp_payload_known)
 *	32 bytes: the judge's key; 64: its signature (Ed25519, as SSH signs, for
 *		SIG_PAGE) over all other bytes of the packet
 *	u8 n, n bytes: "rebellion 1", a tab, the judge's program "1.0"
 *	u32 n, n bytes: the view in canonical form (game_view, game_encode),
 *		deflated with the first dictionary
 *	the rest: the lines below, deflated with the second dictionary
 *
 *	judge judge@example.org Heraldo
 *	url https://..		of its own page, if it has one
 *	game wood
 *	grammar 16 digits	of the hash of the words of orders
 *				(grammar_snapshot.h)
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
 *	told 7			events of the report
 *	id 32 hex digits	of the game, where there are events
 *	asked 3			each proposal that the reader can answer
 *	said A 32 hex digits	each random word, or "-" for none
 *	an empty line, then the events: a line in canonical form each
 */
#ifndef PROTOCOL_WEBAPP_PAYLOAD_H
#define PROTOCOL_WEBAPP_PAYLOAD_H
#include "fairness/head_token.h"
#include "auth/sig.h"
#include "engine/game.h"

#define WEBAPP_PAYLOAD_SUFFIX ".heraldo"
#define WEBAPP_PAYLOAD_BEGIN  "-----BEGIN HERALDO BOARD-----"
#define WEBAPP_PAYLOAD_END    "-----END HERALDO BOARD-----"

enum {
	WEBAPP_PAYLOAD_LAYOUT = 16,      /* hex digits */
	WEBAPP_PAYLOAD_NAME = 4,         /* bytes */
	WEBAPP_PAYLOAD_LINE = 64,        /* characters */
	WEBAPP_PAYLOAD_LINES = 30,       /* of a block with events */
	WEBAPP_PAYLOAD_LINK_MAX = 1900,  /* characters, address included */
	WEBAPP_PAYLOAD_LINK_SPARE = 300, /* .. left free where it has events */
	WEBAPP_PAYLOAD_TEXT_MAX = 256 << 10, /* of one that is read */
	WEBAPP_PAYLOAD_PACKED_MAX = 4 << 20, /* of what it holds */
	WEBAPP_PAYLOAD_EVENTS = 2048,
	WEBAPP_PAYLOAD_ASKED = 4
};

struct webapp_payload {
	struct str judge, judge_name, program, url;
	struct str game, rules, grammar, language, state;
	struct str seat; /* its letter; empty: this has no position */
	int64_t since, point, serial;
	int64_t told; /* events of the report, also where they are left out */
	struct str seen;
	struct str dice;
	struct str word;   /* "", seal, open, ask */
	struct str sealed; /* hex digits, of open */
	struct str player[SEATS_MAX];
	bool awaited[SEATS_MAX];
	int64_t until_s[SEATS_MAX];
	int n_asked;
	int64_t asked[WEBAPP_PAYLOAD_ASKED]; /* numbers of proposals */
	struct str id;                       /* hex digits */
	struct str said[SEATS_MAX]; /* hex digits, "-", or empty: no seat */
	struct str view;            /* canonical */
	struct str events;          /* lines; may be left out */
	/* of one that was read */
	uint8_t known[WEBAPP_PAYLOAD_NAME]; /* name of its dictionaries */
	struct str packed_view, packed_news;
	size_t found,
		wanted; /* lines of the block, or characters of the link */
};

/* What changes with the layout of a system's state and the meaning of its
 * events: a hash of its tables, hex digits. */
void webapp_payload_layout(const struct system *sys,
			   char out[WEBAPP_PAYLOAD_LAYOUT + 1]);

/* What judge and page both have, so that no packet needs to hold it. */
struct webapp_payload_known {
	struct str view, news; /* dictionaries; in the arena */
	uint8_t name[WEBAPP_PAYLOAD_NAME];
};

/*
 * Make the dictionaries of a rule system (NULL: of packets without a position)
 * from samples of a view and of events, and from its cards (game_dealt); all
 * may be empty. The name is that of the dictionaries and of the layout.
 */
void webapp_payload_know(struct arena *a, const struct system *sys,
			 struct str view_sample, struct str dealt,
			 struct str news_sample,
			 struct webapp_payload_known *out);

/* Of a payload; all in the arena. */
struct webapp_payload_forms {
	struct str block; /* to stand in visible text */
	struct str whole; /* the same with all events, to be attached */
	struct str link;  /* "b=..": empty where it has no room */
};

/*
 * Write it, signed; link_max: characters of the link, 0 for none; with events
 * it is WEBAPP_PAYLOAD_LINK_SPARE shorter, for gateways make it longer. Without
 * a view it has no position. ERR_TOO_LARGE: the view alone is over the reader's
 * limit.
 */
enum err webapp_payload_write(struct arena *a, const struct webapp_payload *g,
			      const struct webapp_payload_known *known,
			      const struct key_secret *key, size_t link_max,
			      struct webapp_payload_forms *out,
			      struct why *why);

enum webapp_payload_fault {
	WEBAPP_PAYLOAD_OK,
	WEBAPP_PAYLOAD_NONE, /* there is none in the text */
	WEBAPP_PAYLOAD_CUT,  /* a part is missing: found of wanted are there */
	WEBAPP_PAYLOAD_UNREAD, /* not as it must be */
	WEBAPP_PAYLOAD_FORGED  /* not the signature of these bytes */
};

/*
 * Find the last block of a text that is whole and signed (the judge puts its
 * own at the end), or else its last one; the signer's key goes to *key, also
 * where it is forged. Everything lives in the arena. The fields in clear are
 * read: rules and program; the rest waits for webapp_payload_unpack.
 */
enum webapp_payload_fault webapp_payload_read(struct arena *a, struct str text,
					      struct webapp_payload *out,
					      struct key *key);

/*
 * The same of the address of a page: query and fragment, or all of it. It may
 * have been changed on its way: "%23" for "#", "%3D" for "=".
 */
enum webapp_payload_fault webapp_payload_read_link(struct arena *a,
						   struct str address,
						   struct webapp_payload *out,
						   struct key *key);

/* Read all the rest; false: it is not as it must be, or was written for other
 * dictionaries. */
bool webapp_payload_unpack(struct arena *a, struct webapp_payload *g,
			   const struct webapp_payload_known *known);
#endif
