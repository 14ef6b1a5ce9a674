/* tests/prop/court.c */
#include "court.h"
#include "auth/keyring.h"
#include "fairness/head_token.h"
#include "auth/sign.h"
#include "base/parse.h"
#include "judge/game/adjudicate.h"
#include "protocol/entropy_state.h"
#include "protocol/proposal_parse.h"
#include "orders/grammar_snapshot.h"
#include "engine/common.h"
#include "engine/position.h"
#include <stdio.h>
#include <stdlib.h>

static struct trials trials;
static struct game_scratch scratch;

enum { WIDTH = 48, FILE_MAX = 256 << 20, WORDS_S = 60, TURN_S = 60 };

static const char *const people[] = { "Ana", "Bob", "Cy",  "Dee",
				      "Eva", "Fay", "Gil", "Hal" };

/* The world must do its part. */
static void must(enum err e, const struct why *why)
{
	if (!e)
		return;
	fprintf(stderr, "%s: %s\n", err_text(e), why->text);
	exit(1);
}

static void key_of(struct key_secret *k, int number)
{
	memset(k->seed, number, sizeof(k->seed));
	k->key = (struct key){ .kind = KEY_ED25519, .len = ED25519_SIZE };
	ed25519_public(k->seed, k->key.b);
}

static void chain_draw(struct court *c)
{
	uint8_t seed[HASH_SIZE];
	struct dice_chain chain;

	memset(c->id.b, 7, sizeof(c->id.b));
	memset(seed, 8, sizeof(seed));
	memset(c->secret, 9, sizeof(c->secret));
	dice_chain_init(&chain, &c->id, 0, seed);
	c->links = ARENA_ARRAY(&c->forever, DICE_CHAIN_LINKS, struct hash);
	c->links[DICE_CHAIN_LAST] = dice_chain_link(&chain, DICE_CHAIN_LAST);
	for (uint32_t n = DICE_CHAIN_LAST; n; n--)
		c->links[n - 1] = dice_chain_before(&c->id, 0, n, &c->links[n]);
	dice_chain_release(&chain);
	snprintf(c->name, sizeof(c->name), "play-%02x%02x", c->links[0].b[0],
		 c->links[0].b[1]);
}

void court_open(struct court *c, const struct game_kind *sys,
		const char *templates, const struct card_index *cards)
{
	struct why why = { 0 };
	struct buf reading;

	memset(c, 0, sizeof(*c));
	crypto_init();
	c->sys = *sys;
	c->sys.cards = cards;
	vocabulary_init(&c->words, &c->forever);
	must(vocabulary_load(&c->words, templates, sys->rules->name, &why),
	     &why);
	must(grammar_init(&c->grammar, sys->rules, sys->orders, &c->words,
			  &c->forever, &why),
	     &why);
	c->sys.grammar = &c->grammar;
	buf_init(&reading, GRAMMAR_SNAPSHOT_MAX);
	grammar_snapshot_render(sys->orders, &c->words, &reading);
	c->reading = arena_str(&c->forever, buf_str(&reading));
	buf_release(&reading);
	c->catalog = game_cards(&c->sys);
	for (int i = 0; i < SEATS_MAX; i++)
		key_of(&c->keys[i], i + 1);
	key_of(&c->judge, 99);
	chain_draw(c);
	c->game = ARENA_NEW(&c->forever, struct game);
	c->n_room = ADJUDICATION_EVENTS;
	c->room = malloc((size_t)c->n_room * sizeof(*c->room));
	if (!c->room)
		abort();
	buf_init(&c->file, FILE_MAX);
}

void court_close(struct court *c)
{
	export_release(&c->x);
	buf_release(&c->file);
	free(c->room);
	arena_release(&c->arena);
	arena_release(&c->forever);
}

/* One adjudication -----------------------------------------------------------
 */

static uint32_t bits(const void *source, uint32_t roll, uint32_t draw)
{
	const struct court *c = source;

	return dice_chain_bits(&c->luck, roll, draw);
}

static void rolled(void *watcher, uint32_t roll, unsigned sides, unsigned face)
{
	struct court *c = watcher;
	struct event e;

	event_start(&e, COMMON_ROLLED, 0);
	event_int(&e, c->seat);
	event_int(&e, (int32_t)roll);
	event_int(&e, (int32_t)sides);
	event_int(&e, (int32_t)face);
	game_emit(&c->run, &e);
}

/* The second secret: of one round, for nothing is ever undone here. */

static struct hidden hidden_at(const struct court *c, uint32_t number)
{
	struct hidden h = { .game = c->id,
			    .words = entropy_digest(&c->entropy.words),
			    .number = number };

	memcpy(h.secret, c->secret, HASH_SIZE);
	return h;
}

static uint32_t secret_bits(const void *source, uint32_t number, uint32_t draw)
{
	struct hidden h = hidden_at(source, number);

	return hidden_bits(&h, 0, draw);
}

static void secret_commit(const void *source, uint32_t number, struct str bytes,
			  unsigned char out[32])
{
	struct hidden h = hidden_at(source, number);
	struct hash salt = hidden_commitment_salt(&h, 0);
	struct hash is = log_chain_commitment(&salt, bytes);

	memcpy(out, is.b, sizeof(is.b));
}

static void secret_salt(const void *source, uint32_t number,
			unsigned char out[32])
{
	struct hidden h = hidden_at(source, number);
	struct hash salt = hidden_commitment_salt(&h, 0);

	memcpy(out, salt.b, sizeof(salt.b));
}

static void drawn(void *watcher, uint32_t number, unsigned sides,
		  unsigned value)
{
	struct court *c = watcher;
	struct event e;

	event_start(&e, COMMON_DRAWN, 0);
	e.audience = AUDIENCE_GM;
	event_int(&e, (int32_t)number);
	event_int(&e, 0);
	event_int(&e, (int32_t)sides);
	event_int(&e, (int32_t)value);
	game_emit(&c->run, &e);
}

static struct str judge_line(struct court *c)
{
	struct buf key;
	struct str line;

	buf_init(&key, 1000);
	key_render(&c->judge.key, STR("judge"), &key);
	line = arena_str(&c->arena, parse_trim(buf_str(&key)));
	buf_release(&key);
	return line;
}

static void emit_created(struct court *c)
{
	struct hash hidden = hidden_commitment(&c->id, c->secret);
	struct event e;

	event_start(&e, COMMON_GAME_CREATED, 0);
	event_text(&e, str_of(c->name));
	event_text(&e, hex_of(&c->arena, c->id.b, GAME_ID_SIZE));
	event_text(&e, str_of(c->sys.rules->name));
	event_text(&e, str_of(c->sys.rules->version));
	event_hash(&e, hash_of(c->reading).b);
	event_int(&e, c->n_players);
	event_hash(&e, c->links[0].b);
	event_hash(&e, hidden.b);
	event_text(&e, judge_line(c));
	event_text(&e, time_text(&c->arena, 60 * c->point));
	event_int(&e, TURN_S);
	event_int(&e, WORDS_S);
	event_text(&e, STR(""));
	game_emit(&c->run, &e);
	entropy_round_init(&c->entropy, (unsigned)c->n_players, WORDS_S);
}

static void close_luck(struct court *c)
{
	struct event e;

	if (!c->dice.n_rolls)
		return;
	event_start(&e, COMMON_LINK_OPENED, 0);
	event_int(&e, 0);
	event_int(&e, (int32_t)++c->n_links);
	event_hash(&e, c->luck.link.b);
	event_int(&e, (int32_t)c->dice.n_rolls);
	game_emit(&c->run, &e);
	assert(c->n_links < DICE_CHAIN_LAST - DICE_CHAIN_SPARE);
}

static void take_link(struct court *c)
{
	c->luck = (struct dice_chain_source){
		.game = c->id,
		.words = entropy_digest(&c->entropy.words),
		.number = c->n_links + 1,
		.link = c->links[c->n_links + 1]
	};
}

/* The link that a step has rolled with is opened behind it. */
static void stepped(void *watcher)
{
	struct court *c = watcher;

	if (!c->dice.n_rolls)
		return;
	close_luck(c);
	c->n_rolls += (int)c->dice.n_rolls;
	c->dice.n_rolls = 0;
	take_link(c);
}

static void begin(struct court *c, const char *cause, int seat, int serial)
{
	struct event e;

	/* as the judge does: what is tried in one pump hangs on its room */
	c->list = (struct event_list){ c->room, 0, ADJUDICATION_EVENTS };
	c->seat = seat;
	c->point++;
	c->n_rolls = 0;
	take_link(c);
	c->dice = (struct dice){
		.bits = bits, .source = c, .rolled = rolled, .watcher = c
	};
	c->secrets = (struct secrets){ .bits = secret_bits,
				       .commit = secret_commit,
				       .salt = secret_salt,
				       .source = c,
				       .drawn = drawn,
				       .watcher = c };
	c->run = (struct game_run){ .trials = &trials,
				    .game = c->game,
				    .stepped = stepped,
				    .watcher = c,
				    .dice = &c->dice,
				    .catalog = &c->catalog,
				    .secrets = &c->secrets,
				    .dice_wait =
					    entropy_round_waits(&c->entropy),
				    .out = &c->list };
	if (c->point == 1)
		emit_created(c);
	event_start(&e, COMMON_ADJUDICATION, 0);
	event_int(&e, (int32_t)c->point);
	event_text(&e, str_of(cause));
	event_int(&e, seat);
	event_int(&e, serial);
	event_text(&e, time_text(&c->arena, 60 * c->point));
	game_emit(&c->run, &e);
}

static void make_room(struct court *c)
{
	c->list.max *= 2;
	if (c->list.max <= c->n_room)
		return;
	c->n_room = c->list.max;
	c->room = realloc(c->room, (size_t)c->n_room * sizeof(*c->room));
	if (!c->room)
		abort();
	c->list.v = c->room;
}

static void pump(struct court *c)
{
	do {
		if (c->list.max - c->list.n < 2 * GAME_MARGIN)
			make_room(c);
		c->run.more = false;
		game_pump(&c->run, false);
	} while (c->run.more);
}

struct writing {
	struct court *c;
	struct hidden hidden;
	struct buf json, bundle[SEATS_MAX + 1];
	struct str text, armour; /* what was signed */
};

static void write_event(struct writing *w, const struct event *e, bool last)
{
	struct court *c = w->c;
	struct hash salt = hidden_leaf_salt(&w->hidden, c->x.leaves + 1);
	struct why why = { 0 };

	buf_clear(&w->json);
	event_render(&w->json, &c->sys.rules->events, e);
	assert(!w->json.full);
	if (e->audience == AUDIENCE_ALL)
		must(export_event(&c->x, &salt, buf_str(&w->json), &why), &why);
	for (int i = 0; e->audience != AUDIENCE_ALL && i <= c->n_players; i++)
		if (e->audience &
		    (i < c->n_players ? AUDIENCE_SEAT(i) : AUDIENCE_GM))
			log_chain_bundle_add(&w->bundle[i], buf_str(&w->json));
	if (e->kind == COMMON_GAME_CREATED)
		must(export_grammar(&c->x, c->reading, &why), &why);
	if (e->kind == COMMON_ORDERS_SIGNED)
		must(export_signed(&c->x, STR(""), w->text, w->armour, &why),
		     &why);
	c->told(c->context, e, buf_str(&w->json), last);
}

static void write_sealed(struct writing *w, int place)
{
	struct court *c = w->c;
	struct hash salt = hidden_leaf_salt(&w->hidden, c->x.leaves + 1);
	struct why why = { 0 };
	char name[8];

	assert(!w->bundle[place].full);
	slot_name(place < c->n_players ? place : SLOT_GM, name);
	must(export_opened(&c->x, name, &salt, buf_str(&w->bundle[place]),
			   &why),
	     &why);
}

static void write_point(struct court *c)
{
	struct why why = { 0 };
	struct buf packed;
	struct hash state;

	buf_init(&packed, GAME_ENCODED_MAX);
	game_encode(c->game, &packed);
	state = hash_of(buf_str(&packed));
	buf_release(&packed);
	must(export_point(&c->x, c->due_s, &state, &why), &why);
}

static bool is_over(const struct court *c)
{
	uint32_t winners;

	return system_over(c->sys.rules, c->game->state, &winners);
}

/* The log takes what happened; text and armour: what was signed, or empty. */
/* Did everybody see something happen in the game? */
static bool is_seen(const struct court *c)
{
	for (int i = 0; i < c->list.n; i++)
		if (c->list.v[i].kind >= EVENT_FIRST_OWN &&
		    c->list.v[i].audience == AUDIENCE_ALL)
			return true;
	return false;
}

/* Give time to seats that are awaited from now on, as the judge does. */
static void set_deadlines(struct court *c)
{
	struct awaiting w = { .n = 0 };
	uint32_t blocking = 0, moved;

	if (c->started && !c->ended && !entropy_round_waits(&c->entropy))
		system_awaiting(c->sys.rules, c->game->state, &w);
	for (int i = 0; i < w.n; i++)
		if (w.v[i].blocking)
			blocking |= UINT32_C(1) << w.v[i].seat;
	moved = c->seat >= 0 && is_seen(c)
			? c->run.moved & UINT32_C(1) << c->seat
			: 0;
	for (int i = 0; i < c->n_players; i++)
		if (!(blocking >> i & 1))
			c->due_s[i] = 0;
		else if (!c->due_s[i] || moved >> i & 1)
			c->due_s[i] = 60 * c->point + TURN_S;
}

static void end(struct court *c, struct str text, struct str armour)
{
	struct writing w = { .c = c,
			     .hidden = hidden_at(c, 0),
			     .text = text,
			     .armour = armour };
	bool ended = c->ended;
	struct event e;

	c->ended = c->stopped || is_over(c);
	if (c->ended && !ended) {
		event_start(&e, COMMON_SECRETS_OPENED, 0);
		event_hash(&e, c->secret);
		game_emit(&c->run, &e);
	}
	buf_init(&w.json, EVENT_MAX_JSON);
	for (int i = 0; i <= c->n_players; i++) {
		buf_init(&w.bundle[i], LOG_CHAIN_BUNDLE_MAX);
		log_chain_bundle_begin(&w.bundle[i]);
	}
	for (int i = 0; i < c->list.n; i++)
		write_event(&w, &c->list.v[i], i + 1 == c->list.n);
	for (int i = 0; i <= c->n_players; i++) {
		write_sealed(&w, i);
		buf_release(&w.bundle[i]);
	}
	buf_release(&w.json);
	set_deadlines(c);
	write_point(c);
}

/* Orders ---------------------------------------------------------------------
 */

/* as judge/game/adjudicate.c has it */
static struct hash signed_hash(struct str text, struct str armour)
{
	struct hasher h;
	struct hash out;

	hasher_init(&h, STR(""), HASH_SIZE);
	hasher_addz(&h, "heraldo sign 1");
	hasher_add_u32(&h, (uint32_t)text.len);
	hasher_add(&h, text.s, text.len);
	hasher_add(&h, armour.s, armour.len);
	hasher_end(&h, out.b);
	return out;
}

struct mail {
	struct arena a;
	struct str text, armour;
	struct canon orders; /* what the text means */
};

/* No line may be too long: at a blank the next one begins, with a +. */
static char *fold(struct arena *a, const char *lines)
{
	char *out = arena_alloc(a, 2 * strlen(lines) + 1), *at = out;
	size_t column = 0;

	for (; *lines; lines++) {
		column = *lines == '\n' ? 0 : column + 1;
		if (*lines != ' ' || column <= WIDTH) {
			*at++ = *lines;
			continue;
		}
		memcpy(at, "\n+ ", 3);
		at += 3;
		column = 2;
	}
	return out;
}

/* Head and lines, brought into canonical form and signed. */
static void sign(struct court *c, int seat, const char *lines, struct mail *m)
{
	struct head_token seen = head_token_of(c->x.head.b);
	char digits[HEAD_TOKEN_TEXT];
	const char *text;
	struct canon canon;
	struct sig sig;
	struct buf armour;
	enum sig_error f;

	head_token_render(&seen, digits);
	text = arena_printf(&m->a, "ORDERS %s %c %lld %d\nSEEN %s\n%s\n",
			    c->name, 'A' + seat, (long long)c->point,
			    ++c->serial[seat], digits, fold(&m->a, lines));
	f = sign_prepare(&m->a, str_of(text), &canon);
	assert(!f);
	f = signed_block_orders(&m->a, canon.text, &m->orders);
	assert(!f);
	(void)f;
	m->text = canon.text;
	sig_make(&c->keys[seat], SIG_ORDERS, m->text, &sig);
	buf_init(&armour, SIG_ARMOUR_MAX);
	sig_render(&sig, &armour);
	m->armour = arena_str(&m->a, buf_str(&armour));
	buf_release(&armour);
}

static void emit_signed(struct court *c, const struct mail *m)
{
	struct hash h = signed_hash(m->text, m->armour);
	char print[KEY_FINGERPRINT_MAX];
	struct event e;

	key_fingerprint(&c->keys[c->seat].key, print);
	event_start(&e, COMMON_ORDERS_SIGNED, 0);
	event_int(&e, c->seat);
	event_text(&e, str_of(print));
	event_text(&e, STR("ssh canonical"));
	event_hash(&e, h.b);
	game_emit(&c->run, &e);
}

static void answer(struct court *c, int seat, const struct decision *d)
{
	struct event answers[16];
	struct event_list list = { answers, 0, ARRAY_LEN(answers) };

	game_query(c->game, seat, d, &scratch, &list);
	for (int i = 0; i < list.n; i++)
		c->told(c->context, &list.v[i], (struct str){ 0 }, false);
}

static bool orders_something(const struct submission *s)
{
	return s->n || s->n_standing || s->n_forget || s->clear || s->resume;
}

/* the cards that a mail names, as its log tells them */
struct naming {
	struct arena *a;
	struct grammar_names cards;
	struct log_event_names named;
};

static bool card_named(const void *source, struct str text, struct buf *key,
		       struct buf *nearest)
{
	struct naming *n = (struct naming *)(uintptr_t)source;

	if (!n->cards.card(n->cards.source, text, key, nearest))
		return false;
	log_event_name_add(&n->named, n->a, text, buf_str(key));
	return true;
}

/* The orders of the mail as the judge reads them; what it would say to the
 * table is said to nobody here. */
static bool orders_of(struct court *c, int seat, struct mail *m,
		      struct naming *n, struct orders *o)
{
	struct game *view = arena_alloc_raw(&m->a, sizeof(*view));
	struct grammar_names names = { 0 };
	struct dispute_line dispute;
	struct word_lines words;
	struct table_requests motions;
	struct str text;

	game_view(c->game, seat, view);
	game_names(&c->sys, view, &m->a, &names);
	*n = (struct naming){ .a = &m->a, .cards = names };
	if (names.card) {
		names.card = card_named;
		names.source = n;
	}
	memset(o, 0, sizeof(*o));
	text = judge_lines_parse(&m->a, c->grammar.words, m->orders.text,
				 &words, &dispute);
	text = table_requests_parse(&m->a, c->grammar.words, text,
				    (struct proposal_open){ 0 }, &motions);
	orders_read(&m->a, &c->grammar, &names, seat % 2, text, o);
	return !o->n_complaints && !motions.n && !motions.bad;
}

static enum court_fate play(struct court *c, int seat, struct mail *m)
{
	struct orders *o = arena_alloc_raw(&m->a, sizeof(*o));
	struct naming names;
	struct submission s;

	c->lacks = false;
	if (!orders_of(c, seat, m, &names, o)) {
		c->lacks = o->n_complaints &&
			   o->complaints[0].kind == COMPLAINT_BOOK;
		return COURT_COMPLAINT;
	}
	orders_submission(&m->a, o, seat, &s);
	for (int i = 0; i < o->n_lines; i++)
		if (o->lines[i].kind == LINE_QUERY)
			answer(c, seat, o->lines[i].query);
	if (!orders_something(&s))
		return COURT_QUESTION;
	begin(c, "mail", seat, c->serial[seat]);
	emit_signed(c, m);
	log_event_read(&c->run, &c->grammar, seat, o);
	log_event_named(&c->run, seat, &names.named);
	if (game_submit(&c->run, &s) != SUBMIT_DONE) {
		c->point--;
		return COURT_FULL;
	}
	pump(c);
	end(c, m->text, m->armour);
	return COURT_PLAYED;
}

enum court_fate court_orders(struct court *c, int seat, const char *lines)
{
	struct mail m = { .armour = { 0 } };
	enum court_fate fate;

	sign(c, seat, lines, &m);
	fate = play(c, seat, &m);
	arena_release(&m.a);
	return fate;
}

bool court_write(struct court *c, int lang, const struct decision *d,
		 struct buf *out)
{
	return grammar_write(&c->grammar, lang, d, out);
}

bool court_silence(struct court *c, int seat)
{
	struct game *view = ARENA_NEW(&c->arena, struct game);
	struct decision d;
	struct event e;

	c->sys.rules->view(c->game->state, seat, view->state);
	if (!c->due_s[seat] ||
	    !c->sys.rules->default_order(view->state, seat, &d))
		return false;
	begin(c, "timer", seat, 0);
	event_start(&e, COMMON_DEADLINE_PASSED, 0);
	event_int(&e, seat);
	event_text(&e, time_text(&c->arena, c->due_s[seat]));
	event_text(&e, STR("default"));
	game_emit(&c->run, &e);
	c->due_s[seat] = 0;
	if (!game_silent(&c->run, seat))
		assert(!"the documented default is refused");
	pump(c);
	end(c, STR(""), STR(""));
	return true;
}

void court_stop(struct court *c)
{
	struct event e;

	begin(c, "operator", -1, 0);
	event_start(&e, COMMON_GAME_ENDED, 0);
	event_text(&e, STR("operator"));
	event_text(&e, STR("enough"));
	game_emit(&c->run, &e);
	c->stopped = true;
	end(c, STR(""), STR(""));
}

/* A game -------------------------------------------------------------------
 */

static void emit_seat(struct court *c, int seat)
{
	struct buf key;
	char print[KEY_FINGERPRINT_MAX];
	struct event e;

	event_start(&e, COMMON_SEAT_TAKEN, 0);
	event_int(&e, seat);
	event_text(&e, str_of(people[seat]));
	event_text(&e, STR("player"));
	event_text(&e, STR("operator"));
	game_emit(&c->run, &e);
	buf_init(&key, 1000);
	key_render(&c->keys[seat].key, STR("key"), &key);
	key_fingerprint(&c->keys[seat].key, print);
	event_start(&e, COMMON_KEY_ADDED, 0);
	event_text(&e, str_of(people[seat]));
	event_text(&e, str_of(print));
	event_text(&e, parse_trim(buf_str(&key)));
	event_text(&e, STR("operator"));
	game_emit(&c->run, &e);
	buf_release(&key);
}

static void words_go_on(struct court *c, bool full, bool time_up)
{
	if (!entropy_round_step(&c->entropy, &c->run, 60 * c->point, full,
				time_up))
		return;
	c->run.dice_wait = false;
	take_link(c);
}

/* a line about the words: a mail of nothing else */
static void say_line(struct court *c, int seat, const char *line)
{
	struct mail m = { .armour = { 0 } };
	struct dispute_line none;
	struct word_lines w;

	judge_lines_parse(&m.a, c->grammar.words, str_of(line), &w, &none);
	sign(c, seat, line, &m);
	begin(c, "mail", seat, c->serial[seat]);
	emit_signed(c, &m);
	entropy_round_apply(&c->entropy, &c->run, seat, &w);
	words_go_on(c, true, false);
	if (c->started)
		pump(c);
	end(c, m.text, m.armour);
	arena_release(&m.a);
}

/* WORD hash, or WORD OPEN word */
static void say(struct court *c, int seat, uint64_t seed, bool open)
{
	uint8_t word[WORD_SIZE] = { (uint8_t)seat }, hash[WORD_HASH_SIZE];
	struct arena a = { 0 };

	for (int i = 0; i < 8; i++)
		word[i + 1] = (uint8_t)(seed >> 8 * i);
	word_hash(word, hash);
	say_line(c, seat,
		 arena_printf(&a, "WORD %s%s", open ? "OPEN " : "",
			      open ? hex_of(&a, word, sizeof(word)).s
				   : hex_of(&a, hash, sizeof(hash)).s));
	arena_release(&a);
}

/* Those of `opened` open theirs, and go on without the others. */
static void words_settle(struct court *c, uint64_t seed, unsigned opened)
{
	for (int i = 0; i < c->n_players; i++)
		say(c, i, seed, false);
	for (int i = 0; i < c->n_players; i++)
		if (opened >> i & 1)
			say(c, i, seed, true);
	while (entropy_round_waits(&c->entropy)) {
		begin(c, "timer", -1, 0);
		words_go_on(c, true, true);
		end(c, STR(""), STR(""));
		for (int i = 0; i < c->n_players &&
				c->entropy.phase == ENTROPY_ROUND_ASKED;
		     i++)
			if (opened >> i & 1)
				say_line(c, i, "WORD WITHOUT");
	}
}

static enum err keep_line(void *context, struct str line, struct why *why)
{
	struct court *c = context;

	(void)why;
	return buf_adds(&c->file, line) ? ERR_OK : ERR_TOO_LARGE;
}

static void file_begin(struct court *c)
{
	struct export_head h = { .game = str_of(c->name),
				 .system = str_of(c->sys.rules->name),
				 .rules = str_of(c->sys.rules->version),
				 .judge = judge_line(c),
				 .who = STR("all") };
	struct hash hidden = hidden_commitment(&c->id, c->secret);
	struct why why = { 0 };

	c->origin = log_chain_open(&c->id, &c->links[0], &hidden, h.judge);
	export_release(&c->x);
	buf_clear(&c->file);
	must(export_begin(&c->x, &c->origin, &h, keep_line, c, &why), &why);
}

/* as judge/policies/lifecycle.c has it */
static void set_up(struct court *c)
{
	struct grammar_names names = { 0 };
	struct buf fault;
	struct position s = { .run = &c->run,
			      .scratch = ARENA_NEW(&c->arena, struct game),
			      .fault = &fault,
			      .n_seats = c->n_players,
			      .by = STR("operator") };
	int line = 0;

	game_names(&c->sys, c->game, &c->arena, &names);
	s.card = names.card;
	s.cards = names.source;
	buf_init(&fault, 1024);
	if (!position_text(&s, c->sys.setup, c->position, &line)) {
		fprintf(stderr, "%.*s\nline %d of the position: %s\n",
			STR_ARG(c->position), line, fault.s);
		exit(1);
	}
	buf_release(&fault);
}

void court_begin(struct court *c, int n_players, const struct game_option *o,
		 int n_options, uint64_t seed, unsigned opened)
{
	struct event e;

	arena_release(&c->arena);
	c->n_players = n_players;
	c->point = 0;
	c->started = c->ended = c->stopped = false;
	c->n_links = 0;
	memset(c->serial, 0, sizeof(c->serial));
	memset(c->due_s, 0, sizeof(c->due_s));
	game_init(c->game, c->sys.rules);
	file_begin(c);
	begin(c, "operator", -1, 0);
	for (int i = 0; i < n_options; i++) {
		event_start(&e, COMMON_OPTION_SET, 0);
		event_text(&e, o[i].name);
		event_int(&e, o[i].seat);
		event_ints(&e, o[i].value, o[i].n);
		game_emit(&c->run, &e);
	}
	for (int i = 0; i < c->n_carried; i++) {
		carryover_write(&e, &c->carried[i], STR("duel-1"), c->origin.b);
		game_emit(&c->run, &e);
	}
	if (c->position.len)
		set_up(c);
	end(c, STR(""), STR(""));
	begin(c, "operator", -1, 0);
	for (int i = 0; i < n_players; i++)
		emit_seat(c, i);
	words_go_on(c, true, false);
	end(c, STR(""), STR(""));
	if (c->ended) /* a position that is won when it is set up */
		return;
	words_settle(c, seed, opened);
	begin(c, "operator", -1, 0);
	event_start(&e, COMMON_GAME_STARTED, 0);
	event_text(&e, STR("operator"));
	game_emit(&c->run, &e);
	c->started = true;
	pump(c);
	end(c, STR(""), STR(""));
}

void court_verify(struct court *c, struct verify_result *out)
{
	struct verify_means m = { .systems = &c->sys, .n_systems = 1 };
	struct why why = { 0 };

	must(export_end(&c->x, &c->judge, &why), &why);
	verify_export(buf_str(&c->file), &m, &c->arena, out);
}
