/*
 * src/verifier/verify_entropy.c - checks the players' random words by their
 * state machine (protocol/entropy_state.h)
 */
#include "verifier/verifier.h"
#include "engine/common.h"

static bool spoken_fault(struct verifier *v, enum entropy_fault f)
{
	switch (f) {
	case ENTROPY_OK: return true;
	case ENTROPY_TWICE: return WRONG(v, "this seat has done so before");
	case ENTROPY_COPIED: return WRONG(v, "another seat has sent this hash");
	case ENTROPY_NO_HASH: return WRONG(v, "the seat has sent no hash");
	case ENTROPY_DIFFERENT: return WRONG(v, "the word has another hash");
	}
	return false;
}

static int64_t now_of(const struct verifier *v)
{
	return v->n_times ? v->times[v->n_times - 1] : 0;
}

/* Did a timer find the time of this step over? */
static bool time_up(const struct verifier *v)
{
	return str_is(v->cause, "timer") && v->acts < 0 &&
	       now_of(v) >= v->entropy.until_s;
}

static bool is_full(const struct verifier *v)
{
	for (int i = 0; i < v->out->n_seats; i++)
		if (!v->seats[i])
			return false;
	return true;
}

static bool is_closed(const struct verifier *v, int seat)
{
	const struct entropy *w = &v->entropy.words;

	return w->has_hash[seat] && !w->has_word[seat];
}

static int count_sealed(const struct verifier *v)
{
	int n = 0;

	for (int i = 0; i < v->out->n_seats; i++)
		n += v->entropy.words.has_hash[i];
	return n;
}

static int count_closed(const struct verifier *v)
{
	int n = 0;

	for (int i = 0; i < v->out->n_seats; i++)
		n += is_closed(v, i);
	return n;
}

static bool is_signed_by(const struct verifier *v, unsigned seat)
{
	return v->signer_print.len && v->signer_seat == (int)seat &&
	       !v->by_deputy;
}

/* The WORD lines of the signed text; false: the text is not in this file, so
 * they are unknown. */
static bool lines_of(const struct verifier *v, struct word_lines *w)
{
	struct dispute_line dispute;

	if (!v->now.orders.text.len)
		return false;
	judge_lines_parse(v->a, v->sys->grammar->words, v->now.orders.text, w,
			  &dispute);
	return true;
}

/* Does it seal, or open, these bytes? */
static bool is_written(const struct verifier *v, bool open,
		       const uint8_t *bytes)
{
	struct word_lines w;

	if (!lines_of(v, &w))
		return true;
	return open ? w.has_word && !memcmp(w.word, bytes, WORD_SIZE)
		    : w.has_hash && !memcmp(w.hash, bytes, WORD_HASH_SIZE);
}

static bool is_old(const struct verifier *v, const uint8_t *hash)
{
	for (int i = 0; i < v->entropy.n_old; i++)
		if (!memcmp(v->entropy.old[i], hash, WORD_HASH_SIZE))
			return true;
	return false;
}

/* What seats say -------------------------------------------------------------
 */

static bool on_word_committed(struct verifier *v, const struct event *e)
{
	struct entropy_round *c = &v->entropy;
	uint8_t hash[WORD_HASH_SIZE];
	unsigned seat;

	if (c->phase != ENTROPY_ROUND_OPEN && c->phase != ENTROPY_ROUND_SEALING)
		return WRONG(v, "words are not sealed now");
	if (!verify_seat(v, e, COMMON_ENTROPY_COMMITTED_SEAT, &seat) ||
	    !verify_bytes(v, e, COMMON_ENTROPY_COMMITTED_HASH, hash,
			  sizeof(hash)))
		return false;
	/* with a JOIN that was proved, or by the seat's own mail */
	if (!is_signed_by(v, seat) && !(v->seated >> seat & 1))
		return WRONG(v, "a word is sealed by the seat that has it");
	if (is_signed_by(v, seat) && !is_written(v, false, hash))
		return WRONG(v, "who signed it sealed no such word");
	if (is_old(v, hash))
		return WRONG(v, "this hash is of words that are void");
	v->out->seats[seat].sent = true;
	c->declined[seat] = 0;
	return spoken_fault(v, entropy_commit(&c->words, seat, hash));
}

static bool on_word_declined(struct verifier *v, const struct event *e)
{
	struct entropy_round *c = &v->entropy;
	struct word_lines w;
	unsigned seat;

	if (!verify_seat(v, e, COMMON_ENTROPY_DECLINED_SEAT, &seat))
		return false;
	if (c->phase != ENTROPY_ROUND_OPEN &&
	    c->phase != ENTROPY_ROUND_SEALING &&
	    (c->phase != ENTROPY_ROUND_OPENING || !is_closed(v, (int)seat)))
		return WRONG(v, "there is nothing to decline now");
	if (!is_signed_by(v, seat) && !(v->seated >> seat & 1))
		return WRONG(v, "a word is declined by the seat that has it");
	if (is_signed_by(v, seat) && lines_of(v, &w) && !w.none)
		return WRONG(v, "who signed it declined no word");
	entropy_round_decline(c, (int)seat);
	v->out->seats[seat].sent = c->words.has_hash[seat];
	return true;
}

static bool on_word_opened(struct verifier *v, const struct event *e)
{
	struct entropy_round *c = &v->entropy;
	uint8_t word[WORD_SIZE];
	unsigned seat;

	if (c->phase != ENTROPY_ROUND_OPENING &&
	    c->phase != ENTROPY_ROUND_ASKED)
		return WRONG(v, "words are not opened now");
	if (!verify_seat(v, e, COMMON_ENTROPY_REVEALED_SEAT, &seat) ||
	    !verify_bytes(v, e, COMMON_ENTROPY_REVEALED_WORD, word,
			  sizeof(word)))
		return false;
	if (!is_signed_by(v, seat))
		return WRONG(v, "a word is opened by the seat that has it");
	if (!is_written(v, true, word))
		return WRONG(v, "who signed it opened no such word");
	v->out->seats[seat].opened = true;
	v->out->words++;
	return spoken_fault(v, entropy_open(&c->words, seat, word));
}

static bool on_words_revealed(struct verifier *v, const struct event *e)
{
	unsigned seat;

	if (!verify_seat(v, e, COMMON_ENTROPY_VOTED_SEAT, &seat))
		return false;
	if (!is_signed_by(v, seat) || v->entropy.phase != ENTROPY_ROUND_ASKED ||
	    is_closed(v, (int)seat))
		return WRONG(v, "this seat is not asked");
	v->entropy.said[seat] = event_get(e, COMMON_ENTROPY_VOTED_ANEW)
					? ENTROPY_ROUND_ANEW
					: ENTROPY_ROUND_WITHOUT;
	return true;
}

void verify_entropy_seated(struct verifier *v, int seat)
{
	v->seated |= 1u << seat;
	entropy_round_seated(&v->entropy, seat);
	if (!v->entropy.words.has_hash[seat])
		v->out->seats[seat].sent = false;
}

/* Steps ----------------------------------------------------------------------
 */

/* The time that the next step has. */
static bool until(struct verifier *v, const struct event *e, int field,
		  enum entropy_round_phase next)
{
	struct entropy_round *c = &v->entropy;

	if (!verify_time(v, e, field, &c->until_s))
		return false;
	if (c->until_s != now_of(v) + c->span_s)
		return WRONG(v, "it is not as long as game_created says");
	c->phase = next;
	v->stepped = true;
	return true;
}

static bool on_seals_due(struct verifier *v, const struct event *e)
{
	if (v->entropy.phase != ENTROPY_ROUND_OPEN || !is_full(v))
		return WRONG(v, "not every seat is taken for the first time");
	return until(v, e, COMMON_ENTROPY_COMMITS_DUE_UNTIL,
		     ENTROPY_ROUND_SEALING);
}

static bool on_words_due(struct verifier *v, const struct event *e)
{
	int n = count_sealed(v);

	if (v->entropy.phase != ENTROPY_ROUND_SEALING || !n ||
	    (!entropy_round_all_sealed(&v->entropy) && !time_up(v)))
		return WRONG(v, "the time for sealing is not over");
	return until(v, e, COMMON_ENTROPY_REVEALS_DUE_UNTIL,
		     ENTROPY_ROUND_OPENING);
}

static bool opening_over(const struct verifier *v)
{
	return time_up(v) || entropy_round_none_opens(&v->entropy);
}

static bool on_word_withheld(struct verifier *v, const struct event *e)
{
	struct entropy_round *c = &v->entropy;
	unsigned seat;

	if (!verify_seat(v, e, COMMON_ENTROPY_WITHHELD_SEAT, &seat))
		return false;
	if (c->phase != ENTROPY_ROUND_OPENING || !opening_over(v) ||
	    !is_closed(v, (int)seat) || v->withheld >> seat & 1)
		return WRONG(v, "this seat withholds nothing");
	v->withheld |= 1u << seat;
	v->out->seats[seat].withheld = ++c->withheld[seat];
	return verify_same_number(
		v, c->withheld[seat],
		(uint64_t)event_get(e, COMMON_ENTROPY_WITHHELD_TIMES),
		"times:");
}

static bool all_revealed(struct verifier *v)
{
	for (int i = 0; i < v->out->n_seats; i++)
		if (is_closed(v, i) != (v->withheld >> i & 1))
			return false;
	return v->withheld != 0;
}

static bool on_words_asked(struct verifier *v, const struct event *e)
{
	struct entropy_round *c = &v->entropy;

	if (c->phase != ENTROPY_ROUND_OPENING || !opening_over(v) ||
	    !all_revealed(v))
		return WRONG(v, "no word was withheld just now");
	c->anew = true;
	memset(c->said, 0, sizeof(c->said));
	for (int i = 0; i < v->out->n_seats; i++)
		c->anew &= !is_closed(v, i) || c->withheld[i] == 1;
	if (event_get(e, COMMON_ENTROPY_ASKED_ANEW) != c->anew)
		return WRONG(v, "silence means %s here",
			     c->anew ? "anew" : "to go on without");
	return until(v, e, COMMON_ENTROPY_ASKED_UNTIL, ENTROPY_ROUND_ASKED);
}

static void seals_void(struct verifier *v)
{
	entropy_round_void(&v->entropy);
	v->out->words = 0;
	for (int i = 0; i < v->out->n_seats; i++)
		v->out->seats[i].sent = v->out->seats[i].opened = false;
}

bool verify_entropy_lost(struct verifier *v)
{
	struct entropy_round *c = &v->entropy;

	if (!entropy_round_waits(c))
		return true;
	if (!entropy_round_can_be_lost(c))
		return WRONG(v, "more histories are lost than a game can lose");
	if (c->phase == ENTROPY_ROUND_OPEN)
		seals_void(v);
	else
		v->lost = true;
	return true;
}

static bool on_words_anew(struct verifier *v, const struct event *e)
{
	struct entropy_round *c = &v->entropy;

	if (!v->lost &&
	    (c->phase != ENTROPY_ROUND_ASKED ||
	     entropy_round_answer(c, time_up(v)) != ENTROPY_ROUND_ANEW))
		return WRONG(v, "the table does not say so");
	v->out->anew += !v->lost;
	v->lost = false;
	seals_void(v);
	return until(v, e, COMMON_ENTROPY_RESTARTED_UNTIL,
		     ENTROPY_ROUND_SEALING);
}

static bool on_word_missing(struct verifier *v, const struct event *e)
{
	const struct entropy *w = &v->entropy.words;
	unsigned seat;

	if (!verify_seat(v, e, COMMON_ENTROPY_MISSING_SEAT, &seat))
		return false;
	if (!entropy_round_waits(&v->entropy) || w->has_word[seat] ||
	    v->missing & 1u << seat ||
	    event_get(e, COMMON_ENTROPY_MISSING_SENT) != w->has_hash[seat])
		return WRONG(v, "the word is not missing in this way");
	v->missing |= 1u << seat;
	return true;
}

static bool can_settle(struct verifier *v)
{
	const struct entropy_round *c = &v->entropy;

	switch (c->phase) {
	case ENTROPY_ROUND_SEALING:
		return !count_sealed(v) &&
		       (entropy_round_all_sealed(c) || time_up(v));
	case ENTROPY_ROUND_OPENING:
		return !count_closed(v) ||
		       (all_revealed(v) && !entropy_round_can_be_anew(c));
	case ENTROPY_ROUND_ASKED:
		return !count_closed(v) ||
		       entropy_round_answer(c, time_up(v)) ==
			       ENTROPY_ROUND_WITHOUT;
	default: return false;
	}
}

static bool on_words_settled(struct verifier *v, const struct event *e)
{
	const struct entropy *w = &v->entropy.words;

	if (!can_settle(v))
		return WRONG(v, "the words are not settled");
	for (int i = 0; i < v->out->n_seats; i++)
		if (!w->has_word[i] && !(v->missing & 1u << i))
			return WRONG(v,
				     "the word of seat %c is missing, and "
				     "nobody was told",
				     'A' + i);
	v->entropy.phase = ENTROPY_ROUND_SETTLED;
	v->stepped = true;
	return verify_same_number(
		v, v->out->words,
		(uint64_t)event_get(e, COMMON_ENTROPY_SETTLED_WORDS), "words");
}

/* A step that was due is made at once. */
bool verify_entropy_end(struct verifier *v)
{
	const struct entropy_round *c = &v->entropy;
	bool due = false;

	if (str_is(v->cause, "timer") && v->acts < 0 && !v->stepped &&
	    !v->decided && !v->pulse.len)
		return WRONG(v, "nothing came of the time that was up");
	if (v->lost)
		return WRONG(v, "a history was lost, and what is sealed counts "
				"on");
	switch (c->phase) {
	case ENTROPY_ROUND_OPEN: due = is_full(v); break;
	case ENTROPY_ROUND_SEALING: due = entropy_round_all_sealed(c); break;
	case ENTROPY_ROUND_OPENING:
		due = !count_closed(v) || v->withheld ||
		      entropy_round_none_opens(c);
		break;
	case ENTROPY_ROUND_ASKED:
		due = !count_closed(v) ||
		      entropy_round_answer(c, false) != ENTROPY_ROUND_SILENT;
		break;
	case ENTROPY_ROUND_NONE:
	case ENTROPY_ROUND_SETTLED:
	case ENTROPY_ROUND_PHASES: break;
	}
	v->withheld = v->seated = 0;
	v->stepped = false;
	return !due || WRONG(v, "the random words should have gone on here");
}

verify_handler *verify_entropy_handler(int kind)
{
	switch (kind) {
	case COMMON_ENTROPY_COMMITTED: return on_word_committed;
	case COMMON_ENTROPY_DECLINED: return on_word_declined;
	case COMMON_ENTROPY_REVEALED: return on_word_opened;
	case COMMON_ENTROPY_MISSING: return on_word_missing;
	case COMMON_ENTROPY_COMMITS_DUE: return on_seals_due;
	case COMMON_ENTROPY_REVEALS_DUE: return on_words_due;
	case COMMON_ENTROPY_WITHHELD: return on_word_withheld;
	case COMMON_ENTROPY_ASKED: return on_words_asked;
	case COMMON_ENTROPY_VOTED: return on_words_revealed;
	case COMMON_ENTROPY_RESTARTED: return on_words_anew;
	case COMMON_ENTROPY_SETTLED: return on_words_settled;
	default: return NULL;
	}
}
