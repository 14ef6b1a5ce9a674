/* src/protocol/entropy_state.c */
#include "protocol/entropy_state.h"
#include "protocol/log_events.h"
#include "engine/common.h"

void entropy_round_init(struct entropy_round *c, unsigned n_seats,
			int64_t span_s)
{
	*c = (struct entropy_round){ .span_s = span_s,
				     .phase = span_s ? ENTROPY_ROUND_OPEN
						     : ENTROPY_ROUND_NONE };
	entropy_init(&c->words, n_seats);
}

bool entropy_round_waits(const struct entropy_round *c)
{
	return c->phase != ENTROPY_ROUND_NONE &&
	       c->phase != ENTROPY_ROUND_SETTLED;
}

static bool is_sealing(const struct entropy_round *c)
{
	return c->phase == ENTROPY_ROUND_OPEN ||
	       c->phase == ENTROPY_ROUND_SEALING;
}

static bool is_opening(const struct entropy_round *c)
{
	return c->phase == ENTROPY_ROUND_OPENING ||
	       c->phase == ENTROPY_ROUND_ASKED;
}

static bool is_closed(const struct entropy_round *c, int seat)
{
	return c->words.has_hash[seat] && !c->words.has_word[seat];
}

bool entropy_round_seals(const struct entropy_round *c, int seat)
{
	return is_sealing(c) && !c->words.has_hash[seat];
}

bool entropy_round_opens(const struct entropy_round *c, int seat)
{
	return is_opening(c) && is_closed(c, seat);
}

bool entropy_round_asks(const struct entropy_round *c, int seat)
{
	return c->phase == ENTROPY_ROUND_ASKED && !is_closed(c, seat);
}

bool entropy_round_awaits(const struct entropy_round *c, int seat)
{
	if (entropy_round_seals(c, seat) || entropy_round_opens(c, seat))
		return !c->declined[seat];
	return entropy_round_asks(c, seat) && !c->said[seat];
}

/* Lines ----------------------------------------------------------------------
 */

static bool is_old(const struct entropy_round *c,
		   const uint8_t hash[WORD_HASH_SIZE])
{
	for (int i = 0; i < c->n_old; i++)
		if (!memcmp(c->old[i], hash, WORD_HASH_SIZE))
			return true;
	return false;
}

static const char *nothing_to_decline(const struct entropy_round *c, int seat)
{
	if (is_sealing(c))
		return NULL;
	return c->phase == ENTROPY_ROUND_OPENING && is_closed(c, seat)
		       ? NULL
		       : "word_sealing_over";
}

static const char *too_soon_or_late(const struct entropy_round *c, int seat,
				    const struct word_lines *w)
{
	if (c->phase == ENTROPY_ROUND_NONE)
		return "word_none";
	if (c->phase == ENTROPY_ROUND_SETTLED)
		return "word_late";
	if (w->has_hash && !is_sealing(c))
		return "word_sealing_over";
	/* opened before all are sealed, it would tell the last one what to
	 * choose; with the hash in one mail it would seal nothing */
	if (w->has_word && !is_opening(c))
		return "word_early";
	if (w->said && c->phase != ENTROPY_ROUND_ASKED)
		return "word_not_asked";
	if (w->said && is_closed(c, seat))
		return "word_not_yours";
	return w->none ? nothing_to_decline(c, seat) : NULL;
}

const char *entropy_round_refuses(const struct entropy_round *c, int seat,
				  const struct word_lines *w)
{
	enum entropy_fault f = ENTROPY_OK;
	struct entropy trial = c->words;
	const char *no;

	if (w->bad || (w->none && (w->has_hash || w->has_word || w->said)))
		return "word_unreadable";
	if (!word_lines_any(w))
		return NULL;
	no = too_soon_or_late(c, seat, w);
	if (no)
		return no;
	if (w->has_hash && is_old(c, w->hash))
		return "word_used";
	if (w->has_hash)
		f = entropy_commit(&trial, (unsigned)seat, w->hash);
	if (!f && w->has_word)
		f = entropy_open(&trial, (unsigned)seat, w->word);
	switch (f) {
	case ENTROPY_OK: break;
	case ENTROPY_TWICE: return "word_twice";
	case ENTROPY_COPIED: return "word_copied";
	case ENTROPY_NO_HASH: return "word_no_hash";
	case ENTROPY_DIFFERENT: return "word_different";
	}
	return NULL;
}

void entropy_round_apply(struct entropy_round *c, struct game_run *run,
			 int seat, const struct word_lines *w)
{
	struct event e;

	log_event_words(run, seat, w, &c->words);
	if (w->has_hash)
		c->declined[seat] = 0;
	if (w->none) {
		entropy_round_decline(c, seat);
		common_event_entropy_declined(&e, 0, seat);
		game_emit(run, &e);
	}
	if (!w->said)
		return;
	c->said[seat] = (uint8_t)w->said;
	common_event_entropy_voted(&e, 0, seat, w->said == ENTROPY_ROUND_ANEW);
	game_emit(run, &e);
}

void entropy_round_decline(struct entropy_round *c, int seat)
{
	if (is_sealing(c))
		c->words.has_hash[seat] = 0;
	c->declined[seat] = 1;
}

void entropy_round_seated(struct entropy_round *c, int seat)
{
	if (is_sealing(c))
		c->words.has_hash[seat] = 0;
	c->declined[seat] = 0;
}

/* Steps ----------------------------------------------------------------------
 */

static void emit_until(struct entropy_round *c, struct game_run *run, int kind,
		       int64_t at_s)
{
	struct arena a = { 0 };
	struct event e;

	c->until_s = at_s + c->span_s;
	event_start(&e, kind, 0);
	/* of all of these it is the first field */
	event_put_text(&e, COMMON_ENTROPY_COMMITS_DUE_UNTIL,
		       time_text(&a, c->until_s));
	if (kind == COMMON_ENTROPY_ASKED)
		event_put(&e, COMMON_ENTROPY_ASKED_ANEW, c->anew);
	game_emit(run, &e);
	arena_release(&a);
}

static void entropy_settle(struct entropy_round *c, struct game_run *run)
{
	struct event e;
	int n = 0;

	log_event_missing(run, &c->words, c->words.n_seats);
	for (int i = 0; i < c->words.n_seats; i++)
		n += c->words.has_word[i];
	common_event_entropy_settled(&e, 0, n);
	game_emit(run, &e);
	c->phase = ENTROPY_ROUND_SETTLED;
	c->until_s = 0;
}

static int entropy_state_count(const struct entropy_round *c,
			       bool (*has)(const struct entropy_round *c,
					   int seat))
{
	int n = 0;

	for (int i = 0; i < c->words.n_seats; i++)
		n += has(c, i);
	return n;
}

static bool has_sealed(const struct entropy_round *c, int seat)
{
	return c->words.has_hash[seat];
}

bool entropy_round_all_sealed(const struct entropy_round *c)
{
	for (int i = 0; i < c->words.n_seats; i++)
		if (!c->words.has_hash[i] && !c->declined[i])
			return false;
	return true;
}

bool entropy_round_none_opens(const struct entropy_round *c)
{
	for (int i = 0; i < c->words.n_seats; i++)
		if (is_closed(c, i) && !c->declined[i])
			return false;
	return entropy_state_count(c, is_closed) > 0;
}

/* true: settled */
static bool end_sealing(struct entropy_round *c, struct game_run *run,
			int64_t at_s)
{
	if (!entropy_state_count(c, has_sealed)) {
		entropy_settle(c, run);
		return true;
	}
	c->phase = ENTROPY_ROUND_OPENING;
	emit_until(c, run, COMMON_ENTROPY_REVEALS_DUE, at_s);
	return false;
}

bool entropy_round_can_be_anew(const struct entropy_round *c)
{
	return c->n_old + c->words.n_seats <= ENTROPY_ROUND_ROUNDS * SEATS_MAX;
}

bool entropy_round_can_be_lost(const struct entropy_round *c)
{
	return c->n_old + c->words.n_seats <= ENTROPY_ROUND_OLD_MAX;
}

/* The table is asked; true: there is nothing to ask any more. */
static bool end_opening(struct entropy_round *c, struct game_run *run,
			int64_t at_s)
{
	struct event e;

	c->anew = true;
	memset(c->said, 0, sizeof(c->said));
	for (int i = 0; i < c->words.n_seats; i++) {
		if (!is_closed(c, i))
			continue;
		c->withheld[i]++;
		c->anew &= c->withheld[i] == 1;
		common_event_entropy_withheld(&e, 0, i, c->withheld[i]);
		game_emit(run, &e);
	}
	if (!entropy_round_can_be_anew(c)) {
		entropy_settle(c, run);
		return true;
	}
	c->phase = ENTROPY_ROUND_ASKED;
	emit_until(c, run, COMMON_ENTROPY_ASKED, at_s);
	return false;
}

void entropy_round_void(struct entropy_round *c)
{
	for (int i = 0; i < c->words.n_seats; i++) {
		if (!c->words.has_hash[i])
			continue;
		memcpy(c->old[c->n_old++], c->words.hash[i], WORD_HASH_SIZE);
		/* who had one is asked for a fresh one */
		c->declined[i] = 0;
	}
	entropy_init(&c->words, c->words.n_seats);
}

static void begin_anew(struct entropy_round *c, struct game_run *run,
		       int64_t at_s)
{
	entropy_round_void(c);
	c->phase = ENTROPY_ROUND_SEALING;
	emit_until(c, run, COMMON_ENTROPY_RESTARTED, at_s);
}

bool entropy_round_lost(struct entropy_round *c, struct game_run *run,
			int64_t at_s)
{
	if (!entropy_round_waits(c))
		return true;
	if (!entropy_round_can_be_lost(c))
		return false;
	if (c->phase == ENTROPY_ROUND_OPEN)
		entropy_round_void(c);
	else
		begin_anew(c, run, at_s);
	return true;
}

/* What the table says; ENTROPY_ROUND_SILENT: not yet. */
enum entropy_round_said entropy_round_answer(const struct entropy_round *c,
					     bool time_up)
{
	enum entropy_round_said rule =
		c->anew ? ENTROPY_ROUND_ANEW : ENTROPY_ROUND_WITHOUT;
	int asked = 0, other = 0;

	for (int i = 0; i < c->words.n_seats; i++) {
		if (is_closed(c, i))
			continue;
		asked++;
		if (c->said[i] == rule)
			return rule;
		other += c->said[i] != ENTROPY_ROUND_SILENT;
	}
	if (asked && other == asked)
		return c->anew ? ENTROPY_ROUND_WITHOUT : ENTROPY_ROUND_ANEW;
	return time_up ? rule : ENTROPY_ROUND_SILENT;
}

static bool end_asking(struct entropy_round *c, struct game_run *run,
		       int64_t at_s, bool time_up)
{
	switch (entropy_round_answer(c, time_up)) {
	case ENTROPY_ROUND_SILENT: return false;
	case ENTROPY_ROUND_ANEW: begin_anew(c, run, at_s); return false;
	case ENTROPY_ROUND_WITHOUT: break;
	}
	entropy_settle(c, run);
	return true;
}

bool entropy_round_step(struct entropy_round *c, struct game_run *run,
			int64_t at_s, bool full, bool time_up)
{
	if (c->phase == ENTROPY_ROUND_OPEN && full) {
		c->phase = ENTROPY_ROUND_SEALING;
		emit_until(c, run, COMMON_ENTROPY_COMMITS_DUE, at_s);
	}
	switch (c->phase) {
	case ENTROPY_ROUND_NONE:
	case ENTROPY_ROUND_OPEN:
	case ENTROPY_ROUND_SETTLED:
	case ENTROPY_ROUND_PHASES: return false;
	case ENTROPY_ROUND_SEALING:
		return (time_up || entropy_round_all_sealed(c)) &&
		       end_sealing(c, run, at_s);
	case ENTROPY_ROUND_OPENING:
	case ENTROPY_ROUND_ASKED: break;
	}
	if (!entropy_state_count(c, is_closed)) {
		entropy_settle(c, run);
		return true;
	}
	if (c->phase == ENTROPY_ROUND_ASKED)
		return end_asking(c, run, at_s, time_up);
	return (time_up || entropy_round_none_opens(c)) &&
	       end_opening(c, run, at_s);
}

/* Bytes ----------------------------------------------------------------------
 * Numbers of eight bytes, big-endian, then all else as it lies. */

static void entropy_state_put(struct buf *out, int64_t n)
{
	char b[8];

	for (int i = 0; i < 8; i++)
		b[i] = (char)((uint64_t)n >> (56 - 8 * i));
	buf_add(out, b, sizeof(b));
}

static bool entropy_state_get(struct str *in, int64_t *n)
{
	uint64_t v = 0;

	if (in->len < 8)
		return false;
	for (int i = 0; i < 8; i++)
		v = v << 8 | (unsigned char)in->s[i];
	in->s += 8;
	in->len -= 8;
	*n = (int64_t)v;
	return true;
}

static bool bytes_take(struct str *in, void *to, size_t len)
{
	if (in->len < len)
		return false;
	memcpy(to, in->s, len);
	in->s += len;
	in->len -= len;
	return true;
}

void entropy_round_render(const struct entropy_round *c, struct buf *out)
{
	entropy_state_put(out, c->phase);
	entropy_state_put(out, c->span_s);
	entropy_state_put(out, c->until_s);
	entropy_state_put(out, c->anew);
	entropy_state_put(out, c->n_old);
	buf_add(out, (const char *)&c->words, sizeof(c->words));
	buf_add(out, (const char *)c->withheld, sizeof(c->withheld));
	buf_add(out, (const char *)c->said, sizeof(c->said));
	buf_add(out, (const char *)c->old,
		(size_t)c->n_old * sizeof(c->old[0]));
	buf_add(out, (const char *)c->declined, sizeof(c->declined));
}

bool entropy_round_parse(struct entropy_round *c, struct str in)
{
	int64_t phase, anew, n_old;

	memset(c, 0, sizeof(*c));
	if (!entropy_state_get(&in, &phase) ||
	    !entropy_state_get(&in, &c->span_s) ||
	    !entropy_state_get(&in, &c->until_s) ||
	    !entropy_state_get(&in, &anew) || !entropy_state_get(&in, &n_old) ||
	    phase < 0 || phase >= ENTROPY_ROUND_PHASES || n_old < 0 ||
	    n_old > ENTROPY_ROUND_OLD_MAX ||
	    !bytes_take(&in, &c->words, sizeof(c->words)) ||
	    !bytes_take(&in, c->withheld, sizeof(c->withheld)) ||
	    !bytes_take(&in, c->said, sizeof(c->said)) ||
	    !bytes_take(&in, c->old, (size_t)n_old * sizeof(c->old[0])))
		return false;
	/* what was kept before a seat could decline ends here */
	if (in.len && !bytes_take(&in, c->declined, sizeof(c->declined)))
		return false;
	c->phase = (enum entropy_round_phase)phase;
	c->anew = anew != 0;
	c->n_old = (int)n_old;
	return !in.len && 1 <= c->words.n_seats &&
	       c->words.n_seats <= SEATS_MAX;
}
