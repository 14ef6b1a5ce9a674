/* src/verifier/verify_dice.c */
#include "verifier/verifier.h"
#include "engine/common.h"

/* Luck -----------------------------------------------------------------------
 */

static bool on_rolled(struct verifier *v, const struct event *e)
{
	if (entropy_round_waits(&v->entropy))
		return WRONG(v, "the dice wait for the random words");
	if (v->beacon.kind && !v->pulse.len)
		return WRONG(v, "a roll before the beacon's pulse is there");
	*ADD(v, rolls) = (struct roll){
		.line = v->line,
		.leaf = v->event,
		.number = event_get(e, COMMON_ROLLED_ROLL),
		.sides = event_get(e, COMMON_ROLLED_SIDES),
		.face = event_get(e, COMMON_ROLLED_FACE),
	};
	return true;
}

/* Every die of the step by its link. */
static bool rolls_check(struct verifier *v,
			const struct dice_chain_source *link)
{
	struct dice d = { .bits = dice_chain_bits, .source = link };

	for (size_t i = 0; i < v->n_rolls; i++) {
		const struct roll *r = &v->rolls[i];
		unsigned face;

		if (r->number != (int32_t)i)
			return verify_wrong(
				&v->out->fault,
				(struct verify_place){ r->line, r->leaf, 0 },
				NULL, NULL, "expected roll %zu, found %d", i,
				(int)r->number);
		if (r->sides < 2 || r->sides > DICE_MAX_SIDES)
			return verify_wrong(
				&v->out->fault,
				(struct verify_place){ r->line, r->leaf, 0 },
				NULL, NULL, "a die of %d sides", (int)r->sides);
		face = dice_roll(&d, (unsigned)r->sides);
		if (r->face != (int32_t)face)
			return verify_wrong(
				&v->out->fault,
				(struct verify_place){ r->line, r->leaf, 0 },
				NULL, NULL,
				"the link gives the face %u, the "
				"log has %d",
				face, (int)r->face);
	}
	v->out->rolls += v->n_rolls;
	v->n_rolls = 0;
	return true;
}

/* The next link after all others: it must lead to the one before. */
static bool link_fresh(struct verifier *v, uint32_t chain, uint32_t n,
		       const struct hash *link)
{
	uint32_t next_chain = (uint32_t)(v->n_links / DICE_CHAIN_LAST);
	uint32_t next = (uint32_t)(v->n_links % DICE_CHAIN_LAST) + 1;
	uint32_t before;
	const struct hash *known;

	if (chain != next_chain || n != next)
		return WRONG(v, "expected link %u of chain %u, found %u of %u",
			     next, next_chain, n, chain);
	if (chain >= v->n_chains)
		return WRONG(v, "chain %u was not committed", chain);
	before = n - 1;
	while (before && v->links[v->n_links - (n - before)].skipped)
		before--;
	known = before ? &v->links[v->n_links - (n - before)].link
		       : &v->chains[chain];
	if (!dice_chain_check(&v->id, chain, n, link, before, known))
		return WRONG(v, "the hash of this link is not the link before "
				"it");
	return true;
}

static bool link_again(struct verifier *v, const struct opened_link *u,
		       const struct hash *link)
{
	if (u->counts)
		return WRONG(v, "this link was used, and nothing undone since");
	if (u->spent)
		return WRONG(v, "this link was to be used no more");
	return verify_same_hash(v, &u->link, link,
				"this link was another before");
}

/* what enters the dice now */
static struct hash words_now(const struct verifier *v)
{
	struct hash words = entropy_digest(&v->entropy.words);

	return v->pulse.len ? beacon_mix(&words, &v->pulse) : words;
}

static bool on_link(struct verifier *v, const struct event *e)
{
	int32_t chain = event_get(e, COMMON_LINK_OPENED_CHAIN);
	int32_t n = event_get(e, COMMON_LINK_OPENED_NUMBER);
	struct hash link = log_event_hash(e, COMMON_LINK_OPENED_LINK);
	uint64_t at;

	if (chain < 0 || n < 1 || n > DICE_CHAIN_LAST)
		return WRONG(v, "there is no such link");
	if (!v->n_rolls)
		return WRONG(v, "a link is opened where nothing was rolled");
	at = (uint64_t)chain * DICE_CHAIN_LAST + (uint64_t)n - 1;
	if (at < v->n_links
		    ? !link_again(v, &v->links[at], &link)
		    : !link_fresh(v, (uint32_t)chain, (uint32_t)n, &link))
		return false;
	if (!verify_same_number(
		    v, v->n_rolls,
		    (uint64_t)event_get(e, COMMON_LINK_OPENED_ROLLS), "rolls"))
		return false;
	if (at == v->n_links)
		*ADD(v, links) = (struct opened_link){ .link = link,
						       .words = words_now(v) };
	v->links[at].counts = true;
	*ADD(v, link_points) = (struct link_point){ .point = v->out->points + 1,
						    .link = (size_t)at };
	*ADD(v, dice_links) =
		(struct dice_chain_source){ .game = v->id,
					    .words = v->links[at].words,
					    .chain = (uint32_t)chain,
					    .number = (uint32_t)n,
					    .link = link };
	v->out->links++;
	return rolls_check(v, &v->dice_links[v->n_dice_links - 1]);
}

/* A report of the judge's own that the log has no place for. */
static bool on_history(struct verifier *v, const struct event *e)
{
	int32_t point = event_get(e, COMMON_FORK_FOUND_POINT);
	struct head_token ours, told;

	if (!head_token_parse(log_event_text(v->a, e, COMMON_FORK_FOUND_HEAD),
			      &told))
		return WRONG(v, "this is no head of a log");
	if (point < 1)
		return WRONG(v, "there is no such point");
	if ((size_t)point < v->n_heads) {
		ours = head_token_of(v->heads[point].b);
		if (head_token_equal(&ours, &told))
			return WRONG(v, "this is the head of the log itself");
	}
	v->skips = true;
	v->out->histories++;
	return verify_entropy_lost(v);
}

static bool on_skipped(struct verifier *v, const struct event *e)
{
	uint32_t chain = (uint32_t)(v->n_links / DICE_CHAIN_LAST);
	uint32_t next = (uint32_t)(v->n_links % DICE_CHAIN_LAST) + 1;
	bool commits;
	uint32_t n = dice_chain_skip(&chain, &next, &commits);

	if (!v->skips)
		return WRONG(v, "links are passed over, and no history was "
				"lost");
	v->skips = false;
	if (event_get(e, COMMON_LINKS_SKIPPED_LINKS) != (int32_t)n ||
	    event_get(e, COMMON_LINKS_SKIPPED_CHAIN) != (int32_t)chain ||
	    event_get(e, COMMON_LINKS_SKIPPED_NUMBER) != (int32_t)next)
		return WRONG(v,
			     "expected %u links passed over, up to link %u of "
			     "chain %u",
			     n, next, chain);
	while (n--)
		*ADD(v, links) =
			(struct opened_link){ .spent = true, .skipped = true };
	return true;
}

bool verify_dice_end(struct verifier *v)
{
	if (v->skips)
		return WRONG(v, "a history was lost, and no link is passed "
				"over");
	if (v->again)
		return WRONG(v, "what is played again here does not halt");
	if (v->agreed_back.event)
		return WRONG(v, "the table agreed on another takeback");
	v->back_to = 0;
	v->agreed_back = (struct way_back){ .point = 0 };
	return !v->n_rolls ||
	       WRONG(v, "the link of these rolls was not opened");
}

static bool on_chain(struct verifier *v, const struct event *e)
{
	int32_t n = event_get(e, COMMON_CHAIN_COMMITTED_NUMBER);

	if (n < 0 || (size_t)n != v->n_chains)
		return WRONG(v, "expected chain %zu, found %d", v->n_chains,
			     (int)n);
	*ADD(v, chains) = log_event_hash(e, COMMON_CHAIN_COMMITTED_CHAIN);
	return true;
}

/* Only what led to where the game is now counts: see fairness/dice_chain.h. */
static void dice_links_undo(struct verifier *v, uint64_t to)
{
	bool *counts = ARENA_ARRAY(v->a, v->n_from + 1, bool);

	v->from[v->n_from - 1] = to;
	for (uint64_t at = v->n_from; at; at = v->from[at - 1])
		counts[at] = true;
	for (size_t i = 0; i < v->n_links; i++)
		v->links[i].counts = false;
	for (size_t i = 0; i < v->n_link_points; i++)
		v->links[v->link_points[i].link].counts |=
			counts[v->link_points[i].point];
	for (size_t i = 0; i < v->n_drawn; i++)
		v->drawn[i].undone = !counts[v->drawn[i].point];
	for (size_t i = 0; i < v->n_commitments; i++) {
		struct commitment *p = &v->commitments[i];

		p->undone = !counts[p->point];
		p->is_open = p->opened && counts[p->opened];
	}
	v->round = v->n_from;
}

/* Does a value of this number and round count? */
static bool draw_counts(const struct verifier *v, const struct drawn *d)
{
	for (size_t i = 0; i < v->n_drawn; i++)
		if (!v->drawn[i].undone && v->drawn[i].number == d->number &&
		    v->drawn[i].round == d->round)
			return true;
	return false;
}

/* Nothing that came of the state after `to` comes again. */
static void dice_links_spend(struct verifier *v, uint64_t to)
{
	const bool *below = replay_below(v->a, v->from, v->n_from - 1, to);

	for (size_t i = 0; i < v->n_link_points; i++) {
		struct opened_link *u = &v->links[v->link_points[i].link];

		u->spent |= below[v->link_points[i].point] && !u->counts;
	}
	for (size_t i = 0; i < v->n_drawn; i++) {
		struct drawn *d = &v->drawn[i];

		d->spent |= below[d->point] && !draw_counts(v, d);
	}
}

void verify_dice_reroll(struct verifier *v, uint64_t point)
{
	for (size_t i = 0; i < v->n_link_points; i++)
		if (v->link_points[i].point == point)
			v->links[v->link_points[i].link].spent = true;
}

static bool on_undone(struct verifier *v, const struct event *e)
{
	int32_t to = event_get(e, COMMON_UNDONE_POINT);

	if (to < 1 || (uint64_t)to >= v->out->points)
		return WRONG(v, "there is no such point to go back to");
	dice_links_undo(v, (uint64_t)to);
	if (event_get(e, COMMON_UNDONE_FRESH))
		dice_links_spend(v, (uint64_t)to);
	v->back_to = (uint64_t)to;
	v->out->undone++;
	return true;
}

/* What was undone is played again, up to an event of it. */
static bool on_played_again(struct verifier *v, const struct event *e)
{
	int64_t of = event_get(e, COMMON_POINT_REPLAYED_POINT);

	if (!v->back_to || v->again)
		return WRONG(v,
			     "nothing was undone that could be played again");
	if (of <= (int64_t)v->back_to || of > (int64_t)v->out->points)
		return WRONG(v, "this point was not undone here");
	if (v->agreed_back.point &&
	    (of != v->agreed_back.point ||
	     event_get(e, COMMON_POINT_REPLAYED_EVENT) != v->agreed_back.event))
		return WRONG(v, "the table agreed on another takeback");
	v->agreed_back.event = 0;
	v->again = true;
	return true;
}

static bool on_halted(struct verifier *v, const struct event *e)
{
	if (!v->again)
		return WRONG(v, "nothing is played again here");
	v->again = false;
	if (event_get(e, COMMON_HALTED_FRESH))
		dice_links_spend(v, v->back_to);
	return true;
}

/* Commitments ----------------------------------------------------------------
 */

static struct commitment *commitment_of(struct verifier *v, int32_t number)
{
	for (size_t i = 0; i < v->n_commitments; i++)
		if (v->commitments[i].number == number &&
		    !v->commitments[i].undone)
			return &v->commitments[i];
	return NULL;
}

static bool on_committed(struct verifier *v, const struct event *e)
{
	int32_t n = event_get(e, COMMON_COMMITTED_NUMBER);
	struct hash hash;

	if (commitment_of(v, n))
		return WRONG(v, "commitment %d was made before", (int)n);
	hash = log_event_hash(e, COMMON_COMMITTED_HASH);
	for (size_t i = 0; i < v->n_commitments; i++)
		if (v->commitments[i].known &&
		    hash_equal(&v->commitments[i].hash, &hash))
			return WRONG(v, "it was opened before: all know what "
					"it hides");
	*ADD(v, commitments) = (struct commitment){ .number = n,
						    .point = v->out->points + 1,
						    .hash = hash };
	return true;
}

static bool on_opened(struct verifier *v, const struct event *e)
{
	struct commitment *p =
		commitment_of(v, event_get(e, COMMON_OPENED_NUMBER));
	struct hash is;

	if (!p || p->is_open)
		return WRONG(v, "there is no such commitment to open");
	p->is_open = p->known = true;
	p->opened = v->out->points + 1;
	p->line = v->line;
	p->leaf = v->event;
	p->salt = log_event_hash(e, COMMON_OPENED_SALT);
	is = log_chain_commitment(&p->salt,
				  log_event_text(v->a, e, COMMON_OPENED_TEXT));
	return verify_same_hash(v, &p->hash, &is,
				"this is not what was committed");
}

/* The salt is of the second secret, of a round there was when it was made. */
static bool commitment_check(struct verifier *v, const struct commitment *p)
{
	struct hidden h = { .game = v->id, .number = (uint32_t)p->number };
	struct hash is;

	memcpy(h.secret, v->secret.b, HASH_SIZE);
	is = hidden_commitment_salt(&h, 0);
	for (uint64_t at = 1; at <= p->point && !hash_equal(&is, &p->salt);
	     at++)
		if (v->from[at - 1] != at - 1)
			is = hidden_commitment_salt(&h, (uint32_t)at);
	if (hash_equal(&is, &p->salt))
		return true;
	return verify_wrong(&v->out->fault,
			    (struct verify_place){ p->line, p->leaf, 0 }, NULL,
			    NULL, "the salt is not that of the second secret");
}

static bool draw_check(struct verifier *v, const struct drawn *d)
{
	struct hidden h = { .game = v->id,
			    .words = d->words,
			    .number = (uint32_t)d->number };
	struct dice one = { .bits = hidden_bits,
			    .source = &h,
			    .n_rolls = (uint32_t)d->round };
	unsigned value;

	memcpy(h.secret, v->secret.b, HASH_SIZE);
	value = dice_roll(&one, (unsigned)d->sides);
	if (d->value == (int32_t)value)
		return true;
	return verify_wrong(&v->out->fault,
			    (struct verify_place){ d->line, d->leaf, d->inner },
			    NULL, NULL,
			    "the second secret gives the value %u, the log "
			    "has %d",
			    value, (int)d->value);
}

/* Was this value opened, to whatever end? */
static bool draw_known(const struct verifier *v, const struct drawn *d)
{
	for (size_t i = 0; i < v->n_commitments; i++)
		if (v->commitments[i].known &&
		    v->commitments[i].number == d->number &&
		    v->commitments[i].point == d->point)
			return true;
	return false;
}

/* A hidden value in the game masters' leaf. */
bool verify_drawn(struct verifier *v, const struct event *e)
{
	struct drawn d = { .line = v->line,
			   .leaf = v->event,
			   .inner = v->inner,
			   .point = v->out->points + 1,
			   .number = event_get(e, COMMON_DRAWN_NUMBER),
			   .round = event_get(e, COMMON_DRAWN_ROUND),
			   .sides = event_get(e, COMMON_DRAWN_SIDES),
			   .value = event_get(e, COMMON_DRAWN_VALUE),
			   .words = entropy_digest(&v->entropy.words) };
	bool again = false;

	if (entropy_round_waits(&v->entropy))
		return WRONG(v, "hidden draws wait for the random words");
	if (d.number < 0 || d.sides < 2 || d.sides > DICE_MAX_SIDES)
		return WRONG(v, "there is no such draw");
	for (size_t i = 0; i < v->n_drawn; i++) {
		const struct drawn *old = &v->drawn[i];

		if (old->number != d.number || old->round != d.round)
			continue;
		if (!old->undone)
			return WRONG(v, "number %d was drawn before",
				     (int)d.number);
		if (old->spent || draw_known(v, old))
			return WRONG(v, "number %d was to be drawn afresh",
				     (int)d.number);
		again = true;
	}
	if (!again && (d.round < 0 || (uint64_t)d.round != v->round))
		return WRONG(v, "expected round %llu, found %d",
			     (unsigned long long)v->round, (int)d.round);
	*ADD(v, drawn) = d;
	v->out->draws++;
	return v->has_secret ? draw_check(v, &d) : true;
}

bool verify_salt(struct verifier *v, const struct salted *s)
{
	struct hidden h = { .game = v->id };
	struct hash is;

	memcpy(h.secret, v->secret.b, HASH_SIZE);
	is = hidden_leaf_salt(&h, s->leaf);
	if (hash_equal(&is, &s->salt))
		return true;
	return verify_wrong(&v->out->fault,
			    (struct verify_place){ s->line, s->leaf, 0 }, NULL,
			    NULL, "the salt is not that of the second secret");
}

static bool on_secret(struct verifier *v, const struct event *e)
{
	struct hash secret = log_event_hash(e, COMMON_SECRETS_OPENED_HIDDEN);
	struct hash is = hidden_commitment(&v->id, secret.b);

	if (v->has_secret)
		return WRONG(v, "the secret was opened before");
	if (!verify_same_hash(v, &v->hidden, &is,
			      "this secret is not that of hidden_commitment"))
		return false;
	v->secret = secret;
	v->has_secret = true;
	v->out->opened = true;
	for (size_t i = 0; i < v->n_salts; i++)
		if (!verify_salt(v, &v->salts[i]))
			return false;
	for (size_t i = 0; i < v->n_commitments; i++)
		if (v->commitments[i].opened &&
		    !commitment_check(v, &v->commitments[i]))
			return false;
	for (size_t i = 0; i < v->n_drawn; i++)
		if (!draw_check(v, &v->drawn[i]))
			return false;
	return true;
}

verify_handler *verify_dice_handler(int kind)
{
	switch (kind) {
	case COMMON_ROLLED: return on_rolled;
	case COMMON_LINK_OPENED: return on_link;
	case COMMON_CHAIN_COMMITTED: return on_chain;
	case COMMON_FORK_FOUND: return on_history;
	case COMMON_LINKS_SKIPPED: return on_skipped;
	case COMMON_UNDONE: return on_undone;
	case COMMON_POINT_REPLAYED: return on_played_again;
	case COMMON_HALTED: return on_halted;
	case COMMON_COMMITTED: return on_committed;
	case COMMON_OPENED: return on_opened;
	case COMMON_SECRETS_OPENED: return on_secret;
	default: return NULL;
	}
}
