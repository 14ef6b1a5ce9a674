/*
 * src/judge/inbox/signer.h - finds the signed texts of a mail and who signed
 * them.
 *
 * The judge tries every text of a mail, a marked block or a signed file: the
 * text's first line names game, seat, point and serial, and the key ring is
 * that of the person on that seat. Several blocks of the same canonical text
 * are one text. The result has all texts that verify, in the order of
 * execution; signed_texts.c executes them. A text with an accepted serial is
 * quoted mail if it is unchanged; otherwise it is refused. Serials begin at 1.
 * Unsigned text counts only if nothing verifies, and then only as a question
 * (help, how to join). A judge's signature is never a player's.
 *
 * OpenPGP may also sign a text in clear, or a file, as the other programs do
 * (auth/cleartext.h). In clear, other words around the orders are refused, as
 * they are in a signed mail.
 *
 * In a multipart/signed mail, the exact bytes of the first part are the signed
 * text, for every signature program including GnuPG. They are parsed as a
 * separate mail (auth/signed_part.h), and its To must not name only others.
 *
 * One signature may cover several blocks: a mail, a text in clear, a file. Each
 * is a text of its own, if all are of one seat. The log holds all that was
 * signed, so texts of two games are refused: one game's log would show the
 * orders of the other.
 *
 * A known person who signed a mail is always told its fault: if no block can be
 * accepted, the judge looks for the signer by the key in an SSH signature, by
 * the address, and by the game.
 *
 * First lines:
 *	ORDERS game seat point serial	what a player orders
 *	PREVIEW game seat point serial	what it would do; changes nothing
 *	KEYS game seat point serial	keys and addresses of the player's own
 *	KEYS game seat number		the answer to a challenge
 *	KEYS number			the same for a person from another judge
 *	GM game point serial		a game master's commands
 *	JOIN game seat			a wish to play; ANY, or none, is any
 *					free seat
 *	JOIN game seat nonce		the answer to the challenge
 *	WATCH game [nonce]		the same for a place to watch from
 *
 * The SEEN line (protocol/judge_lines.h) comes next and is required of every
 * text that changes a game: the history up to that point, or for JOIN with a
 * nonce the beginning of the log.
 */
#ifndef JUDGE_INBOX_SIGNER_H
#define JUDGE_INBOX_SIGNER_H
#include "auth/signed_block.h"
#include "auth/keyring.h"
#include "auth/signed_part.h"
#include "judge/game/claim.h"
#include "judge/judge_private.h"
#include "protocol/judge_lines.h"

enum signer {
	SIGNER_NOBODY,   /* nothing in it is for us */
	SIGNER_SIGNED,   /* by the person on the claimed seat */
	SIGNER_REPEATED, /* only what was accepted before */
	SIGNER_REUSED,   /* signed, but another text took its serial, or it is 0
			  */
	SIGNER_KNOWN,   /* signed by this person, but it cannot be taken: reason
			or fault, and detail */
	SIGNER_JOINS,   /* a wish to join, or the answer to a challenge */
	SIGNER_BROUGHT, /* it has the number of a passport, and did not verify
			where there is a fault: judge/people/identity_import.h
		      */
	SIGNER_FAILED,  /* it names a seat, but did not verify */
	SIGNER_UNKNOWN_GAME /* it names a game or seat that there is none of */
};

/*
 * The facts of a mail that its bytes alone show, before its turn: blocks, their
 * first lines, and signatures checked if they contain their key. All in the
 * arena.
 */
struct signature_scan {
	struct signed_block_part *parts;
	size_t n_parts;
	struct signed_block *blocks;
	struct claim *claims; /* of each block */
	size_t n;
	struct signed_part slice; /* multipart/signed: as it was read */
	/* its blocks, at least one, which may be empty */
	struct signed_block part[SIGNED_BLOCKS_MAX];
	struct claim part_claim[SIGNED_BLOCKS_MAX];
	size_t n_part;
};

struct signer_result {
	enum signer who;
	struct claim claim;
	struct signed_block block; /* the one that counts */
	struct canon text;         /* of it, as signed */
	enum sig_error
		fault; /* of SIGNER_FAILED; of others SIG_ERROR_OK: verified */
	const char *reason;       /* of SIGNER_KNOWN, or NULL; reason.NAME */
	struct str detail;        /* of SIGNER_KNOWN: the lines it is about */
	bool as_part;             /* multipart/signed */
	bool by_gnupg;            /* OpenPGP or S/MIME, by a mail program */
	int64_t game;             /* 0: not known */
	int slot;                 /* of the seat; -1 not known */
	bool deputy;              /* the person is the seat's deputy */
	int64_t person;           /* who signed, or who was named */
	struct change_row change; /* that a KEYS with a number answers */
	struct signed_row orders; /* SIGNER_SIGNED: for the log */
	int64_t taken_by;         /* SIGNER_REPEATED: the adjudication */
	const struct signed_block_part *parts; /* of the mail */
	size_t n_parts;
};

/* Texts signed by known persons, one result each; and those that claim a seat
 * but did not verify. */
enum { TEXTS_MAX = SIGNED_BLOCK_CANDIDATES_MAX + SIGNED_BLOCKS_MAX };
struct texts {
	struct signer_result *v;
	size_t n;
	struct signer_result *failed;
	size_t n_failed;
};

/* A mail whose signatures are looked for. */
struct signer_mail {
	struct judge *j;
	const struct message *m;
	const struct signature_scan *look;
	struct arena *a; /* owns all results */
};

/* Is its first line quoted, as an answer quotes what it answers? */
bool signer_is_quoted(const struct signed_block *b);

/* Does it begin with a byte order mark, as programs of Windows write it? */
bool signer_is_utf16(struct str s);

/* What it claims to be, unproved: enough to put mails in order. */
const struct claim *signature_scan_claim(const struct signature_scan *l);

void signer_look(const struct judge *j, const struct message *m,
		 struct arena *a, struct signature_scan *out);

/*
 * What a mail holds. A newer copy of an OpenPGP key, which its owner has
 * extended, is taken from a mail that this key or another of this person has
 * signed. texts: all that somebody known has signed, by serial
 * within a game and seat, else in the order of the mail. out: the best of
 * all, which says what to answer if there is no such text.
 */
enum err signer_sent(const struct signer_mail *mail, struct signer_result *out,
		     struct texts *texts, struct why *why);
#endif
