/*
 * src/fairness/log_chain.h - the hash chain over a game's log.
 *
 * The log is a row of leaves, numbered 1, 2, .. for the whole life of a game;
 * a number is never used again. A leaf represents bytes without showing them,
 * so a reader who may not see an event gets its leaf and can still follow the
 * chain. Byte formats, in the notation of fairness/dice_chain.h:
 *
 *   leaf(n) = H("heraldo leaf 1" ‖ salt (32 bytes) ‖ the leaf's bytes)
 *   head(0) = H("heraldo open 1" ‖ game (16 bytes) ‖ commitment of the dice
 *             (32 bytes) ‖ commitment of what is hidden (32 bytes) ‖
 *             u32 length of the judge's key ‖ that key, as OpenSSH writes it)
 *   head(n) = H("heraldo head 1" ‖ head(n - 1) (32 bytes) ‖ leaf(n) (32 bytes))
 *
 * The bytes of a public leaf are one event in canonical form. The events for
 * one seat alone in one adjudication are exactly one sealed leaf, present even
 * if there is nothing, so that gaps tell nothing; its bytes are a bundle:
 *
 *   bundle = u32 count ‖ count times (u32 length ‖ an event in canonical form)
 *
 * An adjudication's leaves are its public events in order, then one sealed
 * leaf for each seat in order of seats.
 *
 * A hidden value that is shown later is logged for all as a commitment:
 *
 *   commitment = H("heraldo hide 1" ‖ salt (32 bytes) ‖ the hidden bytes)
 *
 * and opened by an event that holds salt and bytes. A signed text is not in
 * the log itself; its event holds
 *
 *   signed = H("heraldo sign 1" ‖ u32 length of text ‖ text ‖ signature)
 *
 * or, where the event hides the format of the signature (anonymous games),
 *
 *   signed = H("heraldo sign 2" ‖ u32 length of format ‖ format ‖
 *              u32 length of text ‖ text ‖ signature)
 *
 * The signature makes the hash of a secret text impossible to guess.
 */
#ifndef FAIRNESS_LOG_CHAIN_H
#define FAIRNESS_LOG_CHAIN_H
#include "fairness/dice_chain.h"

struct hash log_chain_leaf(const struct hash *salt, struct str bytes);
/* head(0): every later head binds the judge, the game and its dice. */
struct hash log_chain_open(const struct game_id *game, const struct hash *dice,
			   const struct hash *hidden, struct str judge_key);
struct hash log_chain_head(const struct hash *before, const struct hash *leaf);

struct hash log_chain_commitment(const struct hash *salt, struct str bytes);

/* format: "" where the event shows it. */
struct hash log_chain_signed(struct str format, struct str text,
			     struct str signature);

/* A text that was signed, or its signature, in an exported log: no longer one
 * is taken in a mail. */
enum { LOG_CHAIN_TEXT_MAX = 1 << 20 };

enum { LOG_CHAIN_BUNDLE_EVENTS = 10000, LOG_CHAIN_BUNDLE_MAX = 4 << 20 };

/*
 * Start a bundle in an empty buffer, add events to it. False once it does not
 * fit any more (the buffer's `full` says so too).
 */
bool log_chain_bundle_begin(struct buf *bundle);
bool log_chain_bundle_add(struct buf *bundle, struct str event);

/*
 * Read a bundle. _read takes its head off *rest and gives the count, false if
 * the bytes are no bundle at all; _next gives the next event, false at the end
 * or after a wrong length. A complete bundle gives `count` events, and *rest
 * is empty after them.
 */
bool log_chain_bundle_read(struct str *rest, uint32_t *count);
bool log_chain_bundle_next(struct str *rest, struct str *event);
#endif
