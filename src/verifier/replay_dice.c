/*
 * src/verifier/replay_dice.c - checks the chain link and the hidden values that
 * each step used, and whether they were free to use
 */
#include "verifier/replay_private.h"
#include "fairness/log_chain.h"
#include "engine/common.h"
#include "games/players.h"

static const struct hash *step_of(struct replay *r)
{
	struct buf bytes;

	if (r->is_known)
		return &r->step;
	buf_init(&bytes, GAME_ENCODED_MAX);
	game_step_render(&r->run, &bytes);
	r->step = hash_of(buf_str(&bytes));
	buf_release(&bytes);
	r->is_known = true;
	return &r->step;
}

/* The link that this step must use, and the one that the log has. */
static void link_take(struct replay *r)
{
	const struct hash *step = step_of(r);

	for (r->link = 0; r->link < r->n_links; r->link++) {
		const struct link *l = &r->links[r->link];

		if (!l->counts && !l->spent && hash_equal(&l->step, step))
			break;
	}
	r->dice_link = r->n_dice_links < r->p->n_dice_links
			       ? &r->p->dice_links[r->n_dice_links++]
			       : NULL;
	r->no_link |= !r->dice_link;
	r->lent = true;
}

static uint32_t bits(const void *source, uint32_t roll, uint32_t draw)
{
	struct replay *r = (struct replay *)(uintptr_t)source;

	if (!r->lent)
		link_take(r);
	return r->dice_link ? dice_chain_bits(r->dice_link, roll, draw) : 0;
}

static void rolled(void *watcher, uint32_t roll, unsigned sides, unsigned face)
{
	struct replay *r = watcher;

	log_event_rolled(&r->run, r->seat, roll, sides, face);
}

void replay_emit_known(struct replay *r, int kind, int field, int32_t number)
{
	struct event e, known;
	struct str json;

	event_start(&e, kind, 0);
	if (field)
		event_put(&e, 0, number);
	event_put_hash(&e, field, (const uint8_t[HASH_SIZE]){ 0 });
	for (int i = r->next; i < r->p->all.n; i++) {
		json = r->p->all.v[i].json;
		if (!event_parse(json, &r->sys->rules->events, &known) ||
		    known.kind != kind)
			continue;
		memcpy(e.w + e.end[field] - 8, known.w + known.end[field] - 8,
		       8 * sizeof(e.w[0]));
	}
	game_emit(&r->run, &e);
}

/* The current step has rolled: its link is logged after it. */
static void link_close(struct replay *r)
{
	bool again = r->link < r->n_links;
	uint64_t at = again ? r->links[r->link].at : r->fresh;
	struct dice_chain_source link = {
		.chain = (uint32_t)(at / DICE_CHAIN_LAST),
		.number = (uint32_t)(at % DICE_CHAIN_LAST) + 1,
		.link = r->dice_link->link
	};

	log_event_link(&r->run, &link, r->dice.n_rolls);
	if (!again) {
		r->links = arena_grow(r->a, r->links, r->n_links,
				      &r->room_links, sizeof(*r->links));
		r->links[r->n_links++] =
			(struct link){ .at = r->fresh++, .step = r->step };
		if (link.number == DICE_CHAIN_LAST - DICE_CHAIN_SPARE)
			replay_emit_known(r, COMMON_CHAIN_COMMITTED,
					  COMMON_CHAIN_COMMITTED_CHAIN,
					  (int32_t)link.chain + 1);
	}
	r->links[r->link].counts = true;
	r->used = arena_grow(r->a, r->used, r->n_used, &r->room_used,
			     sizeof(*r->used));
	r->used[r->n_used++] =
		(struct used){ .point = r->p->point, .link = r->link };
}

static void step_analyse(struct replay *r, struct analysis *x)
{
	if (!x->rules)
		analysis_begin(x, players_find(r->sys->rules));
	analysis_step(x, &r->run, (int64_t)r->p->point, r->dice.n_rolls != 0);
}

static void stepped(void *watcher)
{
	struct replay *r = watcher;

	if (r->means && r->means->analysis)
		step_analyse(r, r->means->analysis);
	if (r->dice.n_rolls && r->dice_link)
		link_close(r);
	r->dice.n_rolls = 0;
	r->is_known = r->lent = false;
}

/* Does a value that counts stand in this round? */
static bool draw_counts(const struct replay *r, uint32_t number, uint64_t round)
{
	for (size_t i = 0; i < r->n_drawn; i++)
		if (r->drawn[i].counts && r->drawn[i].number == number &&
		    r->drawn[i].round == round)
			return true;
	return false;
}

static struct drawn *draw_of(struct replay *r, uint32_t number)
{
	struct drawn d = { .point = r->p->point,
			   .round = r->round,
			   .number = number,
			   .step = *step_of(r),
			   .counts = true };
	bool again = false;

	if (r->at_hand && r->at_hand->number == number)
		return r->at_hand;
	for (size_t i = 0; i < r->n_drawn; i++) {
		const struct drawn *old = &r->drawn[i];

		if (old->counts || old->spent || old->number != number ||
		    !hash_equal(&old->step, &d.step) ||
		    (again && old->round >= d.round) ||
		    draw_counts(r, number, old->round))
			continue;
		again = true;
		d.round = old->round;
	}
	r->drawn = arena_grow(r->a, r->drawn, r->n_drawn, &r->room_drawn,
			      sizeof(*r->drawn));
	r->drawn[r->n_drawn] = d;
	r->at_hand = &r->drawn[r->n_drawn++];
	return r->at_hand;
}

/* It was opened, or a fresh undo took it back. */
static void draw_spend(struct replay *r, uint32_t number, uint64_t round)
{
	for (size_t i = 0; i < r->n_drawn; i++)
		if (r->drawn[i].number == number && r->drawn[i].round == round)
			r->drawn[i].spent = true;
}

/* of the game whose second secret the log opens */
static struct hidden hidden_of(struct replay *r, uint32_t number)
{
	struct hidden h = { .game = r->p->game,
			    .words = entropy_digest(&r->entropy.words),
			    .number = number };

	if (r->p->secret)
		memcpy(h.secret, r->p->secret->b, HASH_SIZE);
	else
		r->no_secret = true;
	return h;
}

static uint32_t secret_bits(const void *source, uint32_t number, uint32_t draw)
{
	struct replay *r = (struct replay *)(uintptr_t)source;
	struct hidden h = hidden_of(r, number);

	return hidden_bits(&h, (uint32_t)draw_of(r, number)->round, draw);
}

static void secret_commit(const void *source, uint32_t number, struct str bytes,
			  unsigned char hash[32])
{
	struct replay *r = (struct replay *)(uintptr_t)source;
	struct hidden h = hidden_of(r, number);
	struct hash salt =
		hidden_commitment_salt(&h, (uint32_t)draw_of(r, number)->round);
	struct hash is = log_chain_commitment(&salt, bytes);

	memcpy(hash, is.b, sizeof(is.b));
}

static void secret_salt(const void *source, uint32_t number,
			unsigned char out[32])
{
	struct replay *r = (struct replay *)(uintptr_t)source;
	struct hidden h = hidden_of(r, number);
	struct hash salt;
	uint64_t round = 0;

	for (size_t i = 0; i < r->n_drawn; i++)
		if (r->drawn[i].number == number && r->drawn[i].counts)
			round = r->drawn[i].round;
	salt = hidden_commitment_salt(&h, (uint32_t)round);
	draw_spend(r, number, round);
	memcpy(out, salt.b, sizeof(salt.b));
}

static void secret_drawn(void *watcher, uint32_t number, unsigned sides,
			 unsigned value)
{
	struct replay *r = watcher;

	log_event_drawn(&r->run, number, (int64_t)draw_of(r, number)->round,
			sides, value);
}

void replay_dice_begin(struct replay *r)
{
	r->dice = (struct dice){
		.bits = bits, .source = r, .rolled = rolled, .watcher = r
	};
	r->secrets = (struct secrets){ .bits = secret_bits,
				       .commit = secret_commit,
				       .salt = secret_salt,
				       .source = r,
				       .drawn = secret_drawn,
				       .watcher = r };
	r->run.dice = &r->dice;
	r->run.secrets = &r->secrets;
	r->run.stepped = stepped;
	r->run.watcher = r;
	r->no_link = r->no_secret = r->is_known = r->lent = false;
	r->n_dice_links = 0;
	r->at_hand = NULL;
}

void replay_dice_undo(struct replay *r)
{
	const bool *counts = replay_points_to(r, r->p->point);

	for (size_t i = 0; i < r->n_links; i++)
		r->links[i].counts = false;
	for (size_t i = 0; i < r->n_used; i++)
		r->links[r->used[i].link].counts |= counts[r->used[i].point];
	for (size_t i = 0; i < r->n_drawn; i++)
		r->drawn[i].counts = counts[r->drawn[i].point];
}

/* Is another link of the same step spent? Thus it was rolled again once. */
static bool is_replaced(const struct replay *r, const struct link *l)
{
	for (size_t i = 0; i < r->n_links; i++)
		if (r->links[i].spent &&
		    hash_equal(&r->links[i].step, &l->step))
			return true;
	return false;
}

/* Nothing that came of the state after `to` gives its dice again: by command
 * once. */
static bool dice_links_spend(struct replay *r, uint64_t to, bool by_command)
{
	const bool *below = replay_below(&r->tmp, r->from, r->n_from - 1, to);

	for (size_t i = 0; by_command && i < r->n_used; i++) {
		const struct link *l = &r->links[r->used[i].link];

		if (below[r->used[i].point] && !l->spent && is_replaced(r, l))
			return false;
	}
	for (size_t i = 0; i < r->n_used; i++) {
		struct link *l = &r->links[r->used[i].link];

		l->spent |= below[r->used[i].point] && !l->counts;
	}
	for (size_t i = 0; i < r->n_drawn; i++) {
		const struct drawn *d = &r->drawn[i];

		if (below[d->point] && !draw_counts(r, d->number, d->round))
			draw_spend(r, d->number, d->round);
	}
	return true;
}

bool replay_dice_fresh(struct replay *r, uint64_t to, bool fresh, bool wanted,
		       bool unsealed)
{
	return fresh == (wanted || unsealed) &&
	       (!fresh || dice_links_spend(r, to, !unsealed));
}

bool replay_dice_is_spent(const struct replay *r, uint64_t point)
{
	for (size_t i = 0; i < r->n_used; i++)
		if (r->used[i].point == point &&
		    r->links[r->used[i].link].spent)
			return true;
	return false;
}

bool replay_dice_again(struct replay *r, uint64_t point)
{
	bool any = false;

	for (size_t i = 0; i < r->n_used; i++) {
		any |= r->used[i].point == point;
		if (r->used[i].point == point &&
		    is_replaced(r, &r->links[r->used[i].link]))
			return false;
	}
	for (size_t i = 0; i < r->n_used; i++)
		if (r->used[i].point == point)
			r->links[r->used[i].link].spent = true;
	r->reroll_point = point;
	return any;
}

void replay_dice_pass(struct replay *r)
{
	uint32_t chain = (uint32_t)(r->fresh / DICE_CHAIN_LAST), was = chain;
	uint32_t next = (uint32_t)(r->fresh % DICE_CHAIN_LAST) + 1;
	bool commits;
	uint32_t n = dice_chain_skip(&chain, &next, &commits);

	log_event_skipped(&r->run, chain, next, n);
	if (commits)
		replay_emit_known(r, COMMON_CHAIN_COMMITTED,
				  COMMON_CHAIN_COMMITTED_CHAIN,
				  (int32_t)was + 1);
	r->fresh += n;
}

bool replay_dice_end(struct replay *r)
{
	if (r->no_secret)
		return replay_at_event(
			r, &r->p->end_of[r->n_seats], NULL,
			"something is drawn here, and the second "
			"secret was not opened");
	return !r->no_link ||
	       replay_at_event(r, r->p->end_of, NULL,
			       "the rules roll here, and no link was opened");
}
