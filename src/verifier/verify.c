/* src/verifier/verify.c */
#include "verifier/verify.h"
#include "verifier/verifier.h"
#include "base/date.h"
#include "base/parse.h"
#include "orders/grammar_snapshot.h"
#include "base/utf8.h"
#include "verifier/export.h"
#include "engine/common.h"

enum { PROGRESS_LINES = 64 };

/* The game -------------------------------------------------------------------
 */

/*
 * Hidden values can be computed only with the second secret, which is at the
 * end of the file: look ahead. It is checked when its line is read.
 */
static void find_secret(struct verifier *v)
{
	struct str rest = v->file;
	struct event e;

	v->is_foretold = v->m->secret ||
			 verify_ahead(v, COMMON_SECRETS_OPENED, &rest, &e);
	if (v->m->secret)
		v->foretold = *v->m->secret;
	else if (v->is_foretold)
		v->foretold = log_event_hash(&e, COMMON_SECRETS_OPENED_HIDDEN);
}

/* The states that an undo will ask for: no others are kept. */
static void foretell_returns(struct verifier *v)
{
	struct str rest = v->file;
	struct event e;

	while (verify_ahead(v, COMMON_UNDONE, &rest, &e))
		*ADD(v, returns) = (uint64_t)event_get(&e, COMMON_UNDONE_POINT);
}

/* The outside beacon that the dice rest on, if they do. */
static bool beacon_take(struct verifier *v, const struct event *e)
{
	struct str name = log_event_text(v->a, e, COMMON_GAME_CREATED_BEACON);

	if (!beacon_parse(v->a, name, &v->beacon))
		return WRONG(v, "this program knows no such beacon");
	v->out->beacon = beacon_shown(v->a, &v->beacon);
	v->out->beacon_checked = beacon_is_checked(&v->beacon);
	return true;
}

/* The first event names the game of the file's first line. */
static bool created_is_of_file(struct verifier *v, const struct event *e,
			       struct str name)
{
	static const char *const differs =
		"the game is not that of the file's first line";

	return verify_same_text(v, v->out->game, name, differs) &&
	       verify_same_text(
		       v, v->out->system,
		       log_event_text(v->a, e, COMMON_GAME_CREATED_SYSTEM),
		       differs) &&
	       verify_same_text(
		       v, v->out->rules,
		       log_event_text(v->a, e, COMMON_GAME_CREATED_VERSION),
		       differs) &&
	       verify_same_text(
		       v, v->judge_text,
		       log_event_text(v->a, e, COMMON_GAME_CREATED_JUDGE_KEY),
		       differs);
}

static bool on_created(struct verifier *v, const struct event *e)
{
	struct str name = log_event_text(v->a, e, COMMON_GAME_CREATED_GAME),
		   end = name;
	struct hash chain = log_event_hash(e, COMMON_GAME_CREATED_CHAIN);
	int32_t seats = event_get(e, COMMON_GAME_CREATED_SEATS);
	struct str digits = verify_hex(v, &chain);

	if (!created_is_of_file(v, e, name))
		return false;
	if (!verify_bytes(v, e, COMMON_GAME_CREATED_ID, v->id.b, GAME_ID_SIZE))
		return false;
	if (seats < 1 || seats > v->sys->rules->max_seats || seats > SEATS_MAX)
		return WRONG(v, "a game of %d seats", (int)seats);
	if (v->reader >= seats && v->reader < SEATS_MAX)
		return WRONG(v, "the file is for a seat that is not there");
	for (size_t i = name.len; i-- > 0 && name.s[i] != '-';)
		end = (struct str){ name.s + i, name.len - i };
	if (end.len < 4 || end.len == name.len || end.len > digits.len ||
	    memcmp(end.s, digits.s, end.len))
		return WRONG(v, "the name of the game does not end in the "
				"first digits of its dice_commitment");
	if (!verify_created_at(v, e))
		return false;
	if (!beacon_take(v, e))
		return false;
	v->out->n_seats = (int)seats;
	v->out->commitment = chain;
	table_state_init(&v->agreements);
	entropy_round_init(&v->entropy, (unsigned)seats,
			   event_get(e, COMMON_GAME_CREATED_WORDS));
	v->out->words_s = v->entropy.span_s;
	*ADD(v, chains) = chain;
	v->grammar_hash = log_event_hash(e, COMMON_GAME_CREATED_GRAMMAR);
	v->grammar_due = true;
	v->hidden = log_event_hash(e, COMMON_GAME_CREATED_HIDDEN);
	v->head = log_chain_open(&v->id, &chain, &v->hidden, v->judge_text);
	*ADD(v, heads) = v->head;
	v->now.point = 1;
	if (v->reader == SEATS_MAX)
		v->reader = seats; /* the game masters' leaf is the last */
	if (v->all) {
		find_secret(v);
		foretell_returns(v);
		verify_anonymity_foretell(v);
	}
	return true;
}

static bool on_adjudication(struct verifier *v, const struct event *e)
{
	int32_t point = event_get(e, COMMON_ADJUDICATION_POINT);

	if (point < 0 || (uint64_t)point != v->out->points + 1)
		return WRONG(v, "expected point %llu, found %d",
			     (unsigned long long)v->out->points + 1,
			     (int)point);
	*ADD(v, from) = v->out->points;
	v->signer_print = v->signer_name = STR("");
	v->signer_seat = -1;
	if (!verify_cause(v, e))
		return false;
	if (str_is(v->cause, "reroll") && !v->rerolls--)
		return WRONG(v, "nothing was to be rolled again");
	v->serial = event_get(e, COMMON_ADJUDICATION_SERIAL);
	v->begun = true;
	return true;
}

/* Disputes -------------------------------------------------------------------
 */

static bool on_disputed(struct verifier *v, const struct event *e)
{
	int32_t to = event_get(e, COMMON_DISPUTED_POINT);
	int32_t n = event_get(e, COMMON_DISPUTED_NUMBER);

	if (event_get(e, COMMON_DISPUTED_SEAT) != v->signer_seat ||
	    !v->signer_print.len)
		return WRONG(v, "a dispute is signed by the seat that has it");
	if (to < 1 || (uint64_t)to > v->out->points)
		return WRONG(v, "there is no such point to dispute");
	if (n < 1 || (size_t)n != v->n_disputes + 1)
		return WRONG(v, "expected dispute %zu", v->n_disputes + 1);
	*ADD(v, disputes) = (struct dispute){ .point = (uint64_t)to };
	return true;
}

static bool on_ruled(struct verifier *v, const struct event *e)
{
	int32_t n = event_get(e, COMMON_RULED_NUMBER);
	struct str verdict = log_event_text(v->a, e, COMMON_RULED_VERDICT);

	if (n < 1 || (size_t)n > v->n_disputes || v->disputes[n - 1].ruled)
		return WRONG(v, "dispute %d is not open", (int)n);
	v->disputes[n - 1].ruled = true;
	if (str_is(verdict, "rerolled")) {
		v->rerolls++;
		verify_dice_reroll(v, v->disputes[n - 1].point);
	}
	v->out->rulings++;
	return true;
}

/* Events and leaves ----------------------------------------------------------
 */

/* The game that it comes from, once however much it is. */
static bool on_carried(struct verifier *v, const struct event *e)
{
	struct verify_source s = { .game = log_event_text(
					   v->a, e, COMMON_CARRIED_OVER_GAME) };
	struct verify_result *r = v->out;
	int i = 0;

	if (v->out->points)
		return WRONG(v,
			     "something is carried over when a game is made");
	event_get_hash(e, COMMON_CARRIED_OVER_FROM, s.head.b);
	while (i < r->n_sources &&
	       (!str_equal(r->sources[i].game, s.game) ||
		memcmp(&r->sources[i].head, &s.head, sizeof(s.head)) != 0))
		i++;
	if (i == VERIFY_SOURCES)
		return WRONG(v, "it comes from more games than one has seats");
	if (i == r->n_sources)
		r->sources[r->n_sources++] = s;
	r->sources[i].things++;
	return true;
}

static verify_handler *handler_of(int kind)
{
	verify_handler *on = verify_people_handler(kind);

	if (!on)
		on = verify_dice_handler(kind);
	if (!on)
		on = verify_cause_handler(kind);
	if (!on)
		on = verify_entropy_handler(kind);
	if (!on)
		on = verify_beacon_handler(kind);
	if (!on)
		on = verify_table_handler(kind);
	if (!on)
		on = verify_anonymity_handler(kind);
	switch (kind) {
	case COMMON_GAME_CREATED: return on_created;
	case COMMON_ADJUDICATION: return on_adjudication;
	case COMMON_CARRIED_OVER: return on_carried;
	case COMMON_DISPUTED: return on_disputed;
	case COMMON_RULED: return on_ruled;
	default: return on;
	}
}

static bool event_read(struct verifier *v, struct str json, struct event *e)
{
	if (!event_parse(json, v->schema, e))
		return WRONG(v, "the event is not in canonical "
				"form, or a number in it is none "
				"that it can be");
	if (e->n_rules && verify_is_judges(e->kind))
		return WRONG(v, "no rule says such a thing");
	v->out->events++;
	v->out->overrides += e->kind == COMMON_OVERRIDE;
	return true;
}

static void line_keep(struct verifier *v, struct replay_events *to,
		      struct str json)
{
	size_t room = (size_t)to->room;

	to->v = arena_grow(v->a, to->v, (size_t)to->n, &room, sizeof(*to->v));
	to->room = (int)room;
	to->v[to->n++] = (struct replay_event){ .json = json,
						.line = v->line,
						.leaf = v->event,
						.inner = v->inner };
}

/* The order in which an adjudication begins. */
static bool place_check(struct verifier *v, const struct event *e)
{
	bool first = v->event == 1;

	if ((e->kind == COMMON_GAME_CREATED) != first)
		return WRONG(v, "%s",
			     first ? "a game begins with game_created"
				   : "a game is created once");
	if (!first && (e->kind == COMMON_ADJUDICATION) == v->begun)
		return WRONG(v, "%s",
			     v->begun ? "another adjudication begins "
					"before this one ended"
				      : "an adjudication begins with "
					"the event adjudication");
	return true;
}

static bool public_event(struct verifier *v, struct str json)
{
	struct event e;
	verify_handler *on;

	if (!event_read(v, json, &e))
		return false;
	if (e.audience != AUDIENCE_ALL)
		return WRONG(v, "it is not for everybody");
	if (!place_check(v, &e))
		return false;
	if (e.kind == COMMON_DRAWN)
		return WRONG(v, "such an event is for game masters alone");
	line_keep(v, &v->now.all, json);
	if (!verify_by(v, &e))
		return false;
	on = handler_of(e.kind);
	if ((on && !on(v, &e)) || !verify_table_follow(v, &e))
		return false;
	verify_by_note(v, &e);
	verify_follows_note(v, &e);
	return true;
}

/* The chain goes on by one leaf. */
static bool chain_on(struct verifier *v, const struct hash *leaf,
		     const struct hash *head)
{
	v->head = log_chain_head(&v->head, leaf);
	return verify_same_hash(v, &v->head, head,
				"the head of the chain is another");
}

static bool salt_keep(struct verifier *v, const struct hash *salt)
{
	struct salted s = { v->line, v->event, *salt };

	if (v->has_secret)
		return verify_salt(v, &s);
	*ADD(v, salts) = s;
	return true;
}

static bool read_public(struct verifier *v, struct str in,
			const struct hash *head, const struct hash *hash)
{
	struct hash salt, is;
	struct str json;

	if (!line_hash(&in, &salt) || !json_skip(&in, ",\"event\":") ||
	    !line_object(&in, &json) || !str_is(in, "}"))
		return verify_strange(v);
	if (v->sealed)
		return WRONG(v, "expected the next sealed leaf");
	is = log_chain_leaf(&salt, json);
	if (!verify_same_hash(v, &is, hash, "salt and event have another hash"))
		return false;
	/* the first names the game, with which the chain begins */
	if (v->event == 1)
		return public_event(v, json) && salt_keep(v, &salt) &&
		       chain_on(v, hash, head);
	return chain_on(v, hash, head) && salt_keep(v, &salt) &&
	       public_event(v, json);
}

static bool sealed_events(struct verifier *v, struct str in,
			  const struct hash *salt, const struct hash *hash)
{
	struct replay_events *to = &v->now.sealed[v->sealed];
	struct buf bundle;
	struct str json;
	struct hash is;
	bool good;

	buf_init(&bundle, LOG_CHAIN_BUNDLE_MAX);
	log_chain_bundle_begin(&bundle);
	good = json_skip(&in, "[");
	for (v->inner = 1; good && line_object(&in, &json); v->inner++) {
		log_chain_bundle_add(&bundle, json);
		line_keep(v, to, json);
		if (!json_skip(&in, ","))
			break;
		good = in.len && in.s[0] == '{';
	}
	v->inner = 0;
	is = log_chain_leaf(salt, buf_str(&bundle));
	good = good && !bundle.full && str_is(in, "]}");
	buf_release(&bundle);
	return good ? verify_same_hash(v, &is, hash,
				       "salt and events have another hash")
		    : verify_strange(v);
}

static bool private_event(struct verifier *v, struct str json)
{
	uint32_t who = v->sealed < v->out->n_seats ? AUDIENCE_SEAT(v->sealed)
						   : AUDIENCE_GM;
	struct event e;

	if (!event_read(v, json, &e))
		return false;
	if (e.audience == AUDIENCE_ALL || !(e.audience & who))
		return WRONG(v, "it is not for this seat");
	if (handler_of(e.kind) || verify_has_author(e.kind))
		return WRONG(v, "such an event is for everybody");
	verify_follows_note(v, &e);
	if (e.kind != COMMON_DRAWN)
		return true;
	return v->sealed == v->out->n_seats
		       ? verify_drawn(v, &e)
		       : WRONG(v, "such an event is for game masters alone");
}

/* is it the turn of this seat's leaf? */
static bool sealed_is_next(struct verifier *v, struct str seat)
{
	char expected[8];

	if (!v->begun)
		return WRONG(v, "expected an event");
	if (v->sealed > v->out->n_seats)
		return WRONG(v, "expected the end of the adjudication");
	slot_name(v->sealed < v->out->n_seats ? v->sealed : SLOT_GM, expected);
	return str_is(seat, expected) ||
	       WRONG(v, "expected the sealed leaf of another seat");
}

/*
 * Is the leaf that is next open or closed as it must be? A seat's reader has
 * its own. A game master has all of a game that is open to masters, but of
 * press, which is in what a seat signed; of another game none. Programs
 * before there were such games gave masters their own.
 */
static bool open_fits(struct verifier *v, bool open)
{
	bool master = v->reader == v->out->n_seats, fits;

	if (v->all || !master) {
		fits = open == (v->all || v->sealed == v->reader);
	} else if (!v->agreements.policy.n[POLICY_GM_SEES_HIDDEN]) {
		fits = !open || v->sealed == v->reader;
	} else if (v->sealed) {
		fits = open == v->opens;
	} else {
		v->opens = open;
		fits = !v->now.is_signed || v->signer_seat < 0 ||
				       (verify_is_anonymous(v) && open)
			       ? open
			       : open == (v->now.text.len != 0);
		fits |= v->now.is_signed && v->signer_seat >= 0 &&
			verify_is_anonymous(v);
	}
	return fits || WRONG(v, "a leaf is %s that should not be",
			     open ? "open" : "closed");
}

static bool read_sealed(struct verifier *v, struct str in,
			const struct hash *head, const struct hash *hash)
{
	struct replay_events *to;
	struct hash salt;
	struct str seat;
	bool open;

	if (!line_text(v, &in, &seat))
		return verify_strange(v);
	open = json_skip(&in, ",\"salt\":");
	if (open ? !line_hash(&in, &salt) || !json_skip(&in, ",\"events\":")
		 : !str_is(in, "}"))
		return verify_strange(v);
	if (!sealed_is_next(v, seat))
		return false;
	if (!verify_dice_end(v))
		return false;
	if (!v->sealed && (!verify_cause_end(v) || !verify_entropy_end(v)))
		return false;
	if (!open_fits(v, open))
		return false;
	v->now.end_of[v->sealed] =
		(struct replay_event){ .line = v->line, .leaf = v->event };
	to = &v->now.sealed[v->sealed];
	if (open &&
	    (!sealed_events(v, in, &salt, hash) || !salt_keep(v, &salt)))
		return false;
	if (!chain_on(v, hash, head))
		return false;
	for (v->inner = 1; v->inner <= to->n; v->inner++)
		if (!private_event(v, to->v[v->inner - 1].json))
			return false;
	v->inner = 0;
	v->out->closed += !open;
	v->sealed++;
	return true;
}

static bool read_leaf(struct verifier *v, struct str in)
{
	struct hash head, hash;
	uint64_t leaf;

	if (!line_number(&in, &leaf) || !json_skip(&in, ",\"head\":") ||
	    !line_hash(&in, &head) || !json_skip(&in, ",\"hash\":") ||
	    !line_hash(&in, &hash))
		return verify_strange(v);
	v->event = v->out->leaves + 1;
	if (!verify_same_number(v, v->event, leaf, "leaf"))
		return false;
	if (verify_signed_is_due(v) && !v->all)
		return WRONG(v, "expected what was signed");
	if (verify_unsealed_is_due(v))
		return WRONG(v, "expected the letters that are opened");
	v->unsealed = NULL;
	/* press, and nothing else: the rules that run again look at that */
	v->now.is_closed |= verify_signed_is_due(v);
	v->out->unchecked += v->waits;
	v->waits = false;
	v->out->leaves++;
	if (json_skip(&in, ",\"salt\":"))
		return read_public(v, in, &head, &hash);
	if (json_skip(&in, ",\"seat\":"))
		return read_sealed(v, in, &head, &hash);
	return verify_strange(v);
}

/* What reads orders ----------------------------------------------------------
 * It is the game's own; that of this program is only compared with it. */

/* Is the line in the text? Then the text goes on after it. */
static bool line_find(struct str *text, struct str wanted)
{
	struct str rest = *text;
	struct str line;

	while (parse_line(&rest, &line))
		if (str_equal(line, wanted)) {
			*text = rest;
			return true;
		}
	return false;
}

/* lines of the log's reading that this program's has not; most are in the same
 * order */
static uint64_t lines_changed(const struct grammar *now, struct str text)
{
	struct buf own;
	struct str line, rest;
	uint64_t n = 0;

	buf_init(&own, GRAMMAR_SNAPSHOT_MAX);
	grammar_snapshot_render(now->table, now->words, &own);
	rest = buf_str(&own);
	if (!str_equal(rest, text))
		while (parse_line(&text, &line)) {
			struct str whole = buf_str(&own);

			n += !line_find(&rest, line) &&
			     !line_find(&whole, line);
		}
	buf_release(&own);
	return n;
}

/* lines_changed(), computed once for all logs with one grammar */
static uint64_t words_changed(const struct verifier *v, struct str text)
{
	const struct grammar *now = v->sys->grammar;
	struct verify_grammar *kept = v->m->kept;

	if (!kept)
		return lines_changed(now, text);
	if (kept->now != now) {
		kept->words_changed = lines_changed(now, text);
		kept->now = now;
	}
	return kept->words_changed;
}

static enum err grammar_compile(struct verifier *v, struct str text,
				struct grammar **out, struct why *why)
{
	struct verify_grammar *kept = v->m->kept;
	enum err e;

	if (!kept)
		return grammar_snapshot_compile(text, v->sys->rules, NULL, v->a,
						out, why);
	if (kept->grammar && kept->rules == v->sys->rules &&
	    hash_equal(&kept->hash, &v->grammar_hash)) {
		*out = kept->grammar;
		return ERR_OK;
	}
	arena_release(&kept->arena);
	kept->grammar = NULL;
	kept->now = NULL;
	e = grammar_snapshot_compile(arena_str(&kept->arena, text),
				     v->sys->rules, NULL, &kept->arena, out,
				     why);
	if (!e) {
		kept->rules = v->sys->rules;
		kept->hash = v->grammar_hash;
		kept->grammar = *out;
	}
	return e;
}

static bool read_grammar(struct verifier *v, struct str in)
{
	struct game_kind *own = ARENA_NEW(v->a, struct game_kind);
	struct why why = { 0 };
	struct grammar *g = NULL;
	struct str text;
	struct hash is;

	if (!line_text(v, &in, &text) || !str_is(in, "}"))
		return verify_strange(v);
	if (!v->grammar_due)
		return WRONG(v, "it does not follow the first event");
	is = hash_of(text);
	if (!verify_same_hash(v, &v->grammar_hash, &is,
			      "it is not what game_created names"))
		return false;
	if (grammar_compile(v, text, &g, &why))
		return WRONG(v, "what reads orders: %s", why.text);
	v->grammar_due = false;
	if (v->sys->grammar)
		v->out->words_changed = words_changed(v, text);
	*own = *v->sys;
	own->grammar = g;
	v->sys = own;
	if (v->all)
		v->rerun = replay_new(v->sys, v->out->n_seats, v->m, v->a);
	return true;
}

/* The end of an adjudication, of the file, its head ---------------------------
 */

/* Its lists are used again: no adjudication costs memory that is past. */
static void point_next(struct verifier *v, uint64_t point)
{
	struct replay_point next = { .point = point, .all = v->now.all };

	next.all.n = 0;
	for (int i = 0; i < REPLAY_SLOTS; i++) {
		next.sealed[i] = v->now.sealed[i];
		next.sealed[i].n = 0;
	}
	v->now = next;
}

/* Will play be taken back to the state after this point? */
static bool is_returned_to(const struct verifier *v, uint64_t point)
{
	for (size_t i = 0; i < v->n_returns; i++)
		if (v->returns[i] == point)
			return true;
	return false;
}

static int seen_add(struct verifier *v, const struct replay_events *from,
		    struct event *to)
{
	int n = 0;

	for (int i = 0; i < from->n; i++)
		n += event_parse(from->v[i].json, v->schema, to + n);
	return n;
}

/* Hand on what there was in the adjudication. */
static void point_report(struct verifier *v)
{
	const struct replay_events *sealed =
		v->reader < 0 ? NULL : &v->now.sealed[v->reader];
	struct verify_point p = { .kind = v->sys,
				  .point = v->now.point,
				  .at_s = v->now.at_s };
	struct arena tmp = { 0 };

	/* what no order and no die changed is no step */
	if (v->m->analysis && v->rerun)
		analysis_at(v->m->analysis, replay_game(v->rerun)->state);
	if (!v->m->point)
		return;
	if (v->rerun) {
		p.events = replay_events_of(v->rerun)->v;
		p.n_events = replay_events_of(v->rerun)->n;
		p.game = replay_game(v->rerun);
	} else {
		size_t room =
			(size_t)v->now.all.n + (size_t)(sealed ? sealed->n : 0);
		struct event *list = ARENA_ARRAY(&tmp, room + 1, struct event);

		p.n_events = seen_add(v, &v->now.all, list);
		if (sealed)
			p.n_events += seen_add(v, sealed, list + p.n_events);
		p.events = list;
	}
	v->m->point(v->m->context, &p);
	arena_release(&tmp);
}

/* "A":"2026-03-01T20:00:00Z",.. } */
static bool line_deadlines(struct verifier *v, struct str *in,
			   int64_t due_s[SEATS_MAX])
{
	int seat = 0;

	memset(due_s, 0, SEATS_MAX * sizeof(*due_s));
	while (!json_skip(in, "}")) {
		struct str time;

		if ((seat && !json_skip(in, ",")) || in->len < 4)
			return false;
		while (seat < v->out->n_seats && in->s[1] != 'A' + seat)
			seat++;
		if (seat == v->out->n_seats || in->s[0] != '"' ||
		    in->s[2] != '"' || in->s[3] != ':')
			return false;
		*in = (struct str){ in->s + 4, in->len - 4 };
		if (!line_text(v, in, &time) ||
		    !date_parse_time(time, &due_s[seat]) || !due_s[seat])
			return false;
		seat++;
	}
	return true;
}

static bool read_point(struct verifier *v, struct str in)
{
	uint64_t point, leaves;
	struct hash head;
	bool state;

	if (!line_number(&in, &point) || !json_skip(&in, ",\"leaves\":") ||
	    !line_number(&in, &leaves) || !json_skip(&in, ",\"head\":") ||
	    !line_hash(&in, &head) || !json_skip(&in, ",\"deadlines\":{") ||
	    !line_deadlines(v, &in, v->now.due_s))
		return verify_strange(v);
	state = json_skip(&in, ",\"state\":");
	if ((state && !line_hash(&in, &v->now.state)) || !str_is(in, "}"))
		return verify_strange(v);
	if (!v->begun || v->sealed != v->out->n_seats + 1)
		return WRONG(v, "the adjudication is not complete");
	if (state != v->all)
		return WRONG(v, "the state's hash is told in a full log, and "
				"there alone");
	if (!verify_same_number(v, v->out->points + 1, point, "point") ||
	    !verify_same_number(v, v->out->leaves, leaves, "leaves so far:") ||
	    !verify_same_hash(v, &v->head, &head,
			      "the head of the chain is another"))
		return false;
	table_state_date(&v->agreements, (int64_t)point);
	v->now.point = point;
	v->now.line = v->line;
	v->now.game = v->id;
	v->now.at_s = v->times[v->n_times - 1];
	v->now.returned_to = is_returned_to(v, point);
	v->now.dice_links = v->dice_links;
	v->now.n_dice_links = v->n_dice_links;
	v->now.keys = v->opened;
	v->now.n_keys = v->n_opened;
	v->now.secret = v->is_foretold ? &v->foretold : NULL;
	if (v->rerun && !replay_next(v->rerun, &v->now, &v->out->fault))
		return false;
	if (!verify_deadlines(v, v->now.due_s))
		return false;
	point_report(v);
	v->out->points = point;
	*ADD(v, heads) = v->head;
	point_next(v, point + 1);
	v->begun = false;
	v->sealed = 0;
	v->serial = 0;
	v->n_dice_links = 0;
	v->before.len = v->pulse.len = 0;
	return true;
}

static bool secret_is_missing(const struct verifier *v)
{
	return v->all && !v->has_secret && !v->m->secret;
}

static bool read_end(struct verifier *v, struct str in)
{
	uint64_t lines, points, leaves;
	struct hash head, file, is;
	struct str armour, message;
	struct buf b;
	struct sig s;
	enum sig_error f;

	if (!line_number(&in, &lines) || !json_skip(&in, ",\"points\":") ||
	    !line_number(&in, &points) || !json_skip(&in, ",\"leaves\":") ||
	    !line_number(&in, &leaves) || !json_skip(&in, ",\"head\":") ||
	    !line_hash(&in, &head) || !json_skip(&in, ",\"file\":") ||
	    !line_hash(&in, &file))
		return verify_strange(v);
	message = (struct str){ v->bytes.s, v->bytes.len - in.len };
	if (!json_skip(&in, ",\"signature\":") || !line_text(v, &in, &armour) ||
	    !str_is(in, "}"))
		return verify_strange(v);
	is = hash_of((struct str){ v->file.s, v->start });
	if (v->begun || v->out->leaves == 0)
		return WRONG(v, "the last adjudication is not complete");
	if (!verify_same_number(v, v->line - 1, lines, "lines before:") ||
	    !verify_same_number(v, v->out->points, points, "points:") ||
	    !verify_same_number(v, v->out->leaves, leaves, "leaves:") ||
	    !verify_same_hash(v, &v->head, &head,
			      "the head of the chain is another"))
		return false;
	if (secret_is_missing(v))
		return WRONG(v, "a full log opens the second secret");
	if (!verify_anonymity_end(v))
		return false;
	if (!verify_same_hash(v, &is, &file,
			      "the lines before are not those that "
			      "were signed"))
		return false;
	if (!verify_signature_read(v, armour, &s))
		return false;
	buf_init(&b, message.len + 1);
	buf_adds(&b, message);
	buf_addc(&b, '}');
	f = sig_check(&s, verify_judge_key(v->out, UINT64_MAX), SIG_LOG,
		      buf_str(&b));
	buf_release(&b);
	if (f)
		return WRONG(v, "the judge's signature does not verify: %s",
			     sig_error_name(f));
	v->ended = true;
	return true;
}

static bool who_read(struct verifier *v)
{
	struct str who = v->out->who;

	v->reader = -1;
	v->all = str_is(who, "all");
	if (str_is(who, "GM"))
		v->reader = SEATS_MAX;
	else if (who.len == 1 && 'A' <= who.s[0] && who.s[0] < 'A' + SEATS_MAX)
		v->reader = who.s[0] - 'A';
	return v->all || v->reader >= 0 || str_is(who, "public");
}

static bool system_find(struct verifier *v)
{
	const char *has = NULL;

	for (int i = 0; i < v->m->n_systems; i++) {
		const struct game_kind *s = &v->m->systems[i];

		if (!str_is(v->out->system, s->rules->name))
			continue;
		if (str_is(v->out->rules, s->rules->version))
			v->sys = s;
		has = s->rules->version;
	}
	if (!v->sys && has)
		return WRONG(v, "this program has the rules '%s', not '%.*s'",
			     has, STR_ARG(v->out->rules));
	if (!v->sys)
		return WRONG(v, "this program has no rules of '%.*s'",
			     STR_ARG(v->out->system));
	v->schema = &v->sys->rules->events;
	return true;
}

static bool read_head(struct verifier *v)
{
	struct str in = v->bytes;

	if (!json_skip(&in, "{\"heraldo\":\"" EXPORT_FORMAT "\",\"game\":") ||
	    !line_text(v, &in, &v->out->game) ||
	    !json_skip(&in, ",\"system\":") ||
	    !line_text(v, &in, &v->out->system) ||
	    !json_skip(&in, ",\"rules\":") ||
	    !line_text(v, &in, &v->out->rules) ||
	    !json_skip(&in, ",\"judge\":") ||
	    !line_text(v, &in, &v->judge_text) ||
	    !json_skip(&in, ",\"for\":") || !line_text(v, &in, &v->out->who) ||
	    !str_is(in, "}"))
		return verify_strange(v);
	if (!who_read(v))
		return WRONG(v, "nobody is called '%.*s'",
			     STR_ARG(v->out->who));
	if (key_parse(v->judge_text, &v->out->judge_key) != SIG_ERROR_OK)
		return WRONG(v, "the judge's key is no public key");
	return system_find(v);
}

static bool read_line(struct verifier *v)
{
	struct str in = v->bytes;

	v->event = 0;
	v->inner = 0;
	if (v->ended)
		return WRONG(v, "a line behind the last one");
	if (!utf8_is_valid(in))
		return WRONG(v, "the line is not UTF-8");
	if (v->line == 1)
		return read_head(v);
	if (json_skip(&in, "{\"grammar\":"))
		return read_grammar(v, in);
	if (v->grammar_due)
		return WRONG(v, "expected what reads the orders");
	if (json_skip(&in, "{\"leaf\":"))
		return read_leaf(v, in);
	if (json_skip(&in, "{\"signed\":"))
		return v->unsealed ? verify_unsealed(v, in)
				   : verify_signed(v, in);
	if (json_skip(&in, "{\"point\":"))
		return read_point(v, in);
	if (json_skip(&in, "{\"end\":\"" EXPORT_FORMAT "\",\"lines\":"))
		return read_end(v, in);
	return verify_strange(v);
}

static bool read_lines(struct verifier *v)
{
	while (v->start < v->file.len) {
		const char *s = v->file.s + v->start;
		const char *end = memchr(s, '\n', v->file.len - v->start);

		v->line++;
		if (!end) {
			v->event = 0;
			v->inner = 0;
			return WRONG(v, "the file is cut off in this line");
		}
		v->bytes = (struct str){ s, (size_t)(end - s) };
		if (!read_line(v))
			return false;
		v->out->lines++;
		v->start += v->bytes.len + 1;
		if (v->m->progress && v->line % PROGRESS_LINES == 0)
			v->m->progress(v->m->context, v->start);
	}
	v->event = 0;
	return v->ended ? true : WRONG(v, "the file has no last line");
}

void verify_export(struct str file, const struct verify_means *m,
		   struct arena *a, struct verify_result *out)
{
	struct verifier *v = ARENA_NEW(a, struct verifier);

	*out = (struct verify_result){ .game = STR("") };
	v->m = m;
	v->a = a;
	v->out = out;
	v->file = file;
	keyring_init(&v->ring);
	out->good = read_lines(v);
	out->heads = v->heads;
	out->n_heads = v->n_heads;
	if (!out->good) {
		out->fault.point = v->begun ? out->points + 1 : out->points;
		return;
	}
	for (size_t i = 0; i < v->n_commitments; i++)
		out->open +=
			!v->commitments[i].undone && !v->commitments[i].is_open;
	out->rules_run = v->rerun != NULL;
	if (v->rerun)
		replay_cards(v->rerun, &out->cards);
}

const struct key *verify_judge_key(const struct verify_result *r,
				   uint64_t point)
{
	const struct key *k = &r->judge_key;

	for (int i = 0; i < r->n_judge_keys && r->judge_keys[i].point <= point;
	     i++)
		k = &r->judge_keys[i].key;
	return k;
}

/* By the key of its point, or by a later one: it may have been late. */
static bool report_is_signed(const struct verify_result *r,
			     const struct sig *sig, uint64_t point,
			     struct str text)
{
	if (!sig_check(sig, verify_judge_key(r, point), SIG_REPORT, text))
		return true;
	for (int i = 0; i < r->n_judge_keys; i++)
		if (r->judge_keys[i].point > point &&
		    !sig_check(sig, &r->judge_keys[i].key, SIG_REPORT, text))
			return true;
	return false;
}

enum verify_report verify_report(const struct verify_result *r, struct str text,
				 struct str signature, struct arena *a,
				 int64_t *point)
{
	struct report_line line;
	struct head_token seen;
	struct sig sig;

	*point = 0;
	if (!judge_lines_report(text, &line) || !str_equal(line.game, r->game))
		return REPORT_FOREIGN;
	*point = line.point;
	if (sig_parse(a, signature, &sig, NULL) ||
	    !report_is_signed(r, &sig, (uint64_t)line.point, text))
		return REPORT_UNSIGNED;
	if ((uint64_t)line.point >= r->n_heads)
		return REPORT_BEYOND;
	seen = head_token_of(r->heads[line.point].b);
	return head_token_equal(&seen, &line.head) ? REPORT_GOOD : REPORT_OTHER;
}
