/* src/protocol/entropy_state.c */
#include "protocol/entropy_state.h"
#include "protocol/log_events.h"
#include "engine/common.h"

void course_init(struct course *c, unsigned n_seats, int64_t span_s)
{
	*c = (struct course){ .span_s = span_s,
			      .phase = span_s ? COURSE_OPEN : COURSE_NONE };
	spoken_init(&c->words, n_seats);
}

bool course_waits(const struct course *c)
{
	return c->phase != COURSE_NONE && c->phase != COURSE_SETTLED;
}

static bool is_sealing(const struct course *c)
{
	return c->phase == COURSE_OPEN || c->phase == COURSE_SEALING;
}

static bool is_opening(const struct course *c)
{
	return c->phase == COURSE_OPENING || c->phase == COURSE_ASKED;
}

static bool is_closed(const struct course *c, int seat)
{
	return c->words.has_hash[seat] && !c->words.has_word[seat];
}

bool course_seals(const struct course *c, int seat)
{
	return is_sealing(c) && !c->words.has_hash[seat];
}

bool course_opens(const struct course *c, int seat)
{
	return is_opening(c) && is_closed(c, seat);
}

bool course_asks(const struct course *c, int seat)
{
	return c->phase == COURSE_ASKED && !is_closed(c, seat);
}

bool course_awaits(const struct course *c, int seat)
{
	if (course_seals(c, seat) || course_opens(c, seat))
		return !c->declined[seat];
	return course_asks(c, seat) && !c->said[seat];
}

/* Lines ----------------------------------------------------------------------
 */

static bool is_old(const struct course *c, const uint8_t hash[WORD_HASH_SIZE])
{
	for (int i = 0; i < c->n_old; i++)
		if (!memcmp(c->old[i], hash, WORD_HASH_SIZE))
			return true;
	return false;
}

static const char *nothing_to_decline(const struct course *c, int seat)
{
	if (is_sealing(c))
		return NULL;
	return c->phase == COURSE_OPENING && is_closed(c, seat)
		       ? NULL
		       : "word_sealing_over";
}

static const char *too_soon_or_late(const struct course *c, int seat,
				    const struct word_lines *w)
{
	if (c->phase == COURSE_NONE)
		return "word_none";
	if (c->phase == COURSE_SETTLED)
		return "word_late";
	if (w->has_hash && !is_sealing(c))
		return "word_sealing_over";
	/* opened before all are sealed, it would tell the last one what to
	 * choose; with the hash in one mail it would seal nothing */
	if (w->has_word && !is_opening(c))
		return "word_early";
	if (w->said && c->phase != COURSE_ASKED)
		return "word_not_asked";
	if (w->said && is_closed(c, seat))
		return "word_not_yours";
	return w->none ? nothing_to_decline(c, seat) : NULL;
}

const char *course_refuses(const struct course *c, int seat,
			   const struct word_lines *w)
{
	enum spoken_fault f = SPOKEN_OK;
	struct spoken trial = c->words;
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
		f = spoken_commit(&trial, (unsigned)seat, w->hash);
	if (!f && w->has_word)
		f = spoken_open(&trial, (unsigned)seat, w->word);
	switch (f) {
	case SPOKEN_OK: break;
	case SPOKEN_TWICE: return "word_twice";
	case SPOKEN_COPIED: return "word_copied";
	case SPOKEN_NO_HASH: return "word_no_hash";
	case SPOKEN_DIFFERENT: return "word_different";
	}
	return NULL;
}

void course_take(struct course *c, struct game_run *run, int seat,
		 const struct word_lines *w)
{
	struct event e;

	record_words(run, seat, w, &c->words);
	if (w->has_hash)
		c->declined[seat] = 0;
	if (w->none) {
		course_decline(c, seat);
		event_start(&e, COMMON_WORD_DECLINED, 0);
		event_put(&e, COMMON_WORD_DECLINED_SEAT, seat);
		game_emit(run, &e);
	}
	if (!w->said)
		return;
	c->said[seat] = (uint8_t)w->said;
	event_start(&e, COMMON_WORDS_SAID, 0);
	event_put(&e, COMMON_WORDS_SAID_SEAT, seat);
	event_put(&e, COMMON_WORDS_SAID_ANEW, w->said == COURSE_ANEW);
	game_emit(run, &e);
}

void course_decline(struct course *c, int seat)
{
	if (is_sealing(c))
		c->words.has_hash[seat] = 0;
	c->declined[seat] = 1;
}

void course_seated(struct course *c, int seat)
{
	if (is_sealing(c))
		c->words.has_hash[seat] = 0;
	c->declined[seat] = 0;
}

/* Steps ----------------------------------------------------------------------
 */

static void emit_until(struct course *c, struct game_run *run, int kind,
		       int64_t at_s)
{
	struct arena a = { 0 };
	struct event e;

	c->until_s = at_s + c->span_s;
	event_start(&e, kind, 0);
	/* of all of these it is the first field */
	event_put_text(&e, COMMON_SEALS_DUE_UNTIL, time_text(&a, c->until_s));
	if (kind == COMMON_WORDS_ASKED)
		event_put(&e, COMMON_WORDS_ASKED_ANEW, c->anew);
	game_emit(run, &e);
	arena_release(&a);
}

static void settle(struct course *c, struct game_run *run)
{
	struct event e;
	int n = 0;

	record_missing(run, &c->words, c->words.n_seats);
	for (int i = 0; i < c->words.n_seats; i++)
		n += c->words.has_word[i];
	event_start(&e, COMMON_WORDS_SETTLED, 0);
	event_put(&e, COMMON_WORDS_SETTLED_WORDS, n);
	game_emit(run, &e);
	c->phase = COURSE_SETTLED;
	c->until_s = 0;
}

static int count(const struct course *c,
		 bool (*has)(const struct course *c, int seat))
{
	int n = 0;

	for (int i = 0; i < c->words.n_seats; i++)
		n += has(c, i);
	return n;
}

static bool has_sealed(const struct course *c, int seat)
{
	return c->words.has_hash[seat];
}

bool course_all_sealed(const struct course *c)
{
	for (int i = 0; i < c->words.n_seats; i++)
		if (!c->words.has_hash[i] && !c->declined[i])
			return false;
	return true;
}

bool course_none_opens(const struct course *c)
{
	for (int i = 0; i < c->words.n_seats; i++)
		if (is_closed(c, i) && !c->declined[i])
			return false;
	return count(c, is_closed) > 0;
}

/* true: settled */
static bool end_sealing(struct course *c, struct game_run *run, int64_t at_s)
{
	if (!count(c, has_sealed)) {
		settle(c, run);
		return true;
	}
	c->phase = COURSE_OPENING;
	emit_until(c, run, COMMON_WORDS_DUE, at_s);
	return false;
}

bool course_can_be_anew(const struct course *c)
{
	return c->n_old + c->words.n_seats <= COURSE_ROUNDS * SEATS_MAX;
}

bool course_can_be_lost(const struct course *c)
{
	return c->n_old + c->words.n_seats <= COURSE_OLD_MAX;
}

/* The table is asked; true: there is nothing to ask any more. */
static bool end_opening(struct course *c, struct game_run *run, int64_t at_s)
{
	struct event e;

	c->anew = true;
	memset(c->said, 0, sizeof(c->said));
	for (int i = 0; i < c->words.n_seats; i++) {
		if (!is_closed(c, i))
			continue;
		c->withheld[i]++;
		c->anew &= c->withheld[i] == 1;
		event_start(&e, COMMON_WORD_WITHHELD, 0);
		event_put(&e, COMMON_WORD_WITHHELD_SEAT, i);
		event_put(&e, COMMON_WORD_WITHHELD_TIMES, c->withheld[i]);
		game_emit(run, &e);
	}
	if (!course_can_be_anew(c)) {
		settle(c, run);
		return true;
	}
	c->phase = COURSE_ASKED;
	emit_until(c, run, COMMON_WORDS_ASKED, at_s);
	return false;
}

void course_void(struct course *c)
{
	for (int i = 0; i < c->words.n_seats; i++) {
		if (!c->words.has_hash[i])
			continue;
		memcpy(c->old[c->n_old++], c->words.hash[i], WORD_HASH_SIZE);
		/* who had one is asked for a fresh one */
		c->declined[i] = 0;
	}
	spoken_init(&c->words, c->words.n_seats);
}

static void begin_anew(struct course *c, struct game_run *run, int64_t at_s)
{
	course_void(c);
	c->phase = COURSE_SEALING;
	emit_until(c, run, COMMON_WORDS_ANEW, at_s);
}

bool course_lost(struct course *c, struct game_run *run, int64_t at_s)
{
	if (!course_waits(c))
		return true;
	if (!course_can_be_lost(c))
		return false;
	if (c->phase == COURSE_OPEN)
		course_void(c);
	else
		begin_anew(c, run, at_s);
	return true;
}

/* What the table says; COURSE_SILENT: not yet. */
enum course_said course_answer(const struct course *c, bool time_up)
{
	enum course_said rule = c->anew ? COURSE_ANEW : COURSE_WITHOUT;
	int asked = 0, other = 0;

	for (int i = 0; i < c->words.n_seats; i++) {
		if (is_closed(c, i))
			continue;
		asked++;
		if (c->said[i] == rule)
			return rule;
		other += c->said[i] != COURSE_SILENT;
	}
	if (asked && other == asked)
		return c->anew ? COURSE_WITHOUT : COURSE_ANEW;
	return time_up ? rule : COURSE_SILENT;
}

static bool end_asking(struct course *c, struct game_run *run, int64_t at_s,
		       bool time_up)
{
	switch (course_answer(c, time_up)) {
	case COURSE_SILENT: return false;
	case COURSE_ANEW: begin_anew(c, run, at_s); return false;
	case COURSE_WITHOUT: break;
	}
	settle(c, run);
	return true;
}

bool course_step(struct course *c, struct game_run *run, int64_t at_s,
		 bool full, bool time_up)
{
	if (c->phase == COURSE_OPEN && full) {
		c->phase = COURSE_SEALING;
		emit_until(c, run, COMMON_SEALS_DUE, at_s);
	}
	switch (c->phase) {
	case COURSE_NONE:
	case COURSE_OPEN:
	case COURSE_SETTLED:
	case COURSE_PHASES: return false;
	case COURSE_SEALING:
		return (time_up || course_all_sealed(c)) &&
		       end_sealing(c, run, at_s);
	case COURSE_OPENING:
	case COURSE_ASKED: break;
	}
	if (!count(c, is_closed)) {
		settle(c, run);
		return true;
	}
	if (c->phase == COURSE_ASKED)
		return end_asking(c, run, at_s, time_up);
	return (time_up || course_none_opens(c)) && end_opening(c, run, at_s);
}

/* Bytes ----------------------------------------------------------------------
 * Numbers of eight bytes, big-endian, then all else as it lies. */

static void put(struct buf *out, int64_t n)
{
	char b[8];

	for (int i = 0; i < 8; i++)
		b[i] = (char)((uint64_t)n >> (56 - 8 * i));
	buf_add(out, b, sizeof(b));
}

static bool get(struct str *in, int64_t *n)
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

static bool take(struct str *in, void *to, size_t len)
{
	if (in->len < len)
		return false;
	memcpy(to, in->s, len);
	in->s += len;
	in->len -= len;
	return true;
}

void course_render(const struct course *c, struct buf *out)
{
	put(out, c->phase);
	put(out, c->span_s);
	put(out, c->until_s);
	put(out, c->anew);
	put(out, c->n_old);
	buf_add(out, (const char *)&c->words, sizeof(c->words));
	buf_add(out, (const char *)c->withheld, sizeof(c->withheld));
	buf_add(out, (const char *)c->said, sizeof(c->said));
	buf_add(out, (const char *)c->old,
		(size_t)c->n_old * sizeof(c->old[0]));
	buf_add(out, (const char *)c->declined, sizeof(c->declined));
}

bool course_parse(struct course *c, struct str in)
{
	int64_t phase, anew, n_old;

	memset(c, 0, sizeof(*c));
	if (!get(&in, &phase) || !get(&in, &c->span_s) ||
	    !get(&in, &c->until_s) || !get(&in, &anew) || !get(&in, &n_old) ||
	    phase < 0 || phase >= COURSE_PHASES || n_old < 0 ||
	    n_old > COURSE_OLD_MAX || !take(&in, &c->words, sizeof(c->words)) ||
	    !take(&in, c->withheld, sizeof(c->withheld)) ||
	    !take(&in, c->said, sizeof(c->said)) ||
	    !take(&in, c->old, (size_t)n_old * sizeof(c->old[0])))
		return false;
	/* what was kept before a seat could decline ends here */
	if (in.len && !take(&in, c->declined, sizeof(c->declined)))
		return false;
	c->phase = (enum course_phase)phase;
	c->anew = anew != 0;
	c->n_old = (int)n_old;
	return !in.len && 1 <= c->words.n_seats &&
	       c->words.n_seats <= SEATS_MAX;
}
