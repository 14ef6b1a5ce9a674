/* src/judge/notify/webapp_payload_collect.c */
#include "judge/notify/webapp_payload_collect.h"
#include "engine/common.h"
#include "engine/slot.h"
#include "fairness/dice_chain.h"
#include "games/samples.h"

static const char *const states[] = {
	[GAME_OPEN] = "open",     [GAME_RUNNING] = "running",
	[GAME_PAUSED] = "paused", [GAME_ENDED] = "over",
	[GAME_ARCHIVED] = "over",
};

/* The awaited seats and their deadlines. */
static void awaited_put(const struct mail_content *l, struct webapp_payload *g)
{
	struct awaiting aw = { 0 };

	if (l->game->state != GAME_RUNNING)
		return;
	system_awaiting(l->sys, l->view->state, &aw);
	for (int i = 0; i < aw.n; i++) {
		g->awaited[aw.v[i].seat] = true;
		g->until_s[aw.v[i].seat] = l->deadline_s[aw.v[i].seat];
	}
}

static void word_put(const struct mail_content *l, struct webapp_payload *g)
{
	static const char *const words[] = { [MAIL_ENTROPY_NONE] = "",
					     [MAIL_ENTROPY_SEAL] = "seal",
					     [MAIL_ENTROPY_OPEN] = "open",
					     [MAIL_ENTROPY_ASK] = "ask" };

	g->word = str_of(words[l->word]);
	if (l->word == MAIL_ENTROPY_OPEN)
		g->sealed = l->dice.sealed;
}

static struct str view_of(const struct mail_content *l, struct arena *a)
{
	struct buf b;
	struct str s;

	buf_init(&b, GAME_ENCODED_MAX);
	game_encode(l->view, &b);
	s = arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}

static struct str events_of(const struct mail_content *l, struct arena *a)
{
	struct buf b;
	struct str s;

	buf_init(&b, WEBAPP_PAYLOAD_PACKED_MAX / 2);
	for (int i = 0; i < l->n_events; i++) {
		event_render(&b, &l->sys->events, &l->events[i]);
		buf_addc(&b, '\n');
	}
	s = b.full ? STR("") : arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}

/* The commitment of its dice. */
static struct str dice_of(const struct mail_content *l, struct arena *a)
{
	uint8_t hash[EVENT_HASH_SIZE];

	if (!l->created)
		return STR("");
	event_get_hash(l->created, COMMON_GAME_CREATED_CHAIN, hash);
	return hex_of(a, hash, sizeof(hash));
}

static const struct webapp_payload_known *
known_of(struct webapp_payload_kept *kept, const struct game_kind *kind)
{
	struct str view = STR(""), events = STR(""), dealt = STR("");
	const struct system *rules = kind ? kind->rules : NULL;
	const struct card_index *cards = kind ? kind->cards : NULL;
	struct buf b;
	int i = 0;

	while (i < kept->n &&
	       (kept->v[i].rules != rules || kept->v[i].cards != cards))
		i++;
	if (i < kept->n)
		return &kept->v[i].known;
	assert(i < (int)ARRAY_LEN(kept->v)); /* of each kind one */
	buf_init(&b, GAME_ENCODED_MAX);
	if (kind) {
		game_samples(&kept->arena, kind, &view, &events);
		game_dealt(kind, &b);
		dealt = buf_str(&b);
	}
	webapp_payload_know(&kept->arena, rules, view, dealt, events,
			    &kept->v[i].known);
	buf_release(&b);
	kept->v[i].rules = rules;
	kept->v[i].cards = cards;
	kept->n++;
	return &kept->v[i].known;
}

void webapp_payload_kept_release(struct webapp_payload_kept *kept)
{
	arena_release(&kept->arena);
}

/* What proves the dice of its events. */
static void proof_put(const struct mail_content *l, struct arena *a,
		      struct webapp_payload *g)
{
	enum { ROOM = 2048 };
	char *room = arena_alloc(a, ROOM);

	/* dice that rest on a beacon are proved by its pulses */
	if (!l->created || !l->words ||
	    event_get_text(l->created, COMMON_GAME_CREATED_BEACON, room, ROOM)
		    .len)
		return;
	g->id = event_get_text(l->created, COMMON_GAME_CREATED_ID, room, ROOM);
	for (int i = 0; i < l->words->n_seats && i < SEATS_MAX; i++)
		g->said[i] = l->words->has_word[i]
				     ? hex_of(a, l->words->word[i], WORD_SIZE)
				     : STR("-");
}

/* What every one has. */
static struct webapp_payload judge_of(const struct mail_content *l,
				      struct str language, struct arena *a)
{
	return (struct webapp_payload){
		.judge = l->judge->address,
		.judge_name = l->judge->name,
		.url = l->judge->page_url,
		.program = STR(PACKAGE_VERSION),
		.game = l->game ? l->game->name : STR(""),
		.rules = l->sys ? str_of(l->sys->version) : STR(""),
		.dice = dice_of(l, a),
		.language = language
	};
}

enum { QUERY_MAX = 2, LONGEST = WEBAPP_PAYLOAD_LINK_MAX - QUERY_MAX };

/* The characters that the address of the page leaves for a position. */
static size_t link_room(const struct mail_content *l)
{
	struct str url = l->judge->page_url;

	return !url.len || url.len >= LONGEST || memchr(url.s, '#', url.len)
		       ? 0
		       : LONGEST - url.len;
}

/* How the next orders of the reader's seat begin. */
static void head_put(const struct mail_content *l, struct arena *a,
		     struct webapp_payload *g)
{
	char seat[SLOT_NAME_MAX], seen[HEAD_TOKEN_TEXT];
	const struct head_token s = head_token_of(l->head);

	slot_name(l->seat, seat);
	head_token_render(&s, seen);
	g->seat = arena_str(a, str_of(seat));
	g->point = l->game->point;
	g->serial = l->serial;
	g->seen = arena_str(a, str_of(seen));
}

enum err webapp_payload_mail(const struct mail_content *l, struct str language,
			     struct webapp_payload_kept *kept, struct arena *a,
			     struct webapp_payload_forms *out, struct why *why)
{
	enum { GRAMMAR = 8 }; /* bytes of the hash */
	struct webapp_payload g = judge_of(l, language, a);

	head_put(l, a, &g);
	g.state = str_of(states[l->game->state]);
	g.since = l->first_point ? l->first_point - 1 : 0;
	g.grammar = hex_of(a, l->game->grammar_hash, GRAMMAR);
	for (int i = 0; i < l->n_seats; i++)
		if (l->seats[i].slot < SEATS_MAX)
			g.player[l->seats[i].slot] = l->names[i];
	awaited_put(l, &g);
	word_put(l, &g);
	for (int i = 0; i < l->n_asked && i < WEBAPP_PAYLOAD_ASKED; i++)
		g.asked[g.n_asked++] = l->asked[i];
	g.view = view_of(l, a);
	g.events = events_of(l, a);
	g.told = l->n_events;
	if (g.events.len)
		proof_put(l, a, &g);
	return webapp_payload_write(a, &g, known_of(kept, l->kind),
				    &l->judge->key, link_room(l), out, why);
}

enum err
webapp_payload_invite(const struct mail_content *l, struct str language,
		      struct webapp_payload_kept *kept, struct arena *a,
		      struct webapp_payload_forms *out, struct why *why)
{
	struct webapp_payload g = judge_of(l, language, a);

	return webapp_payload_write(a, &g, known_of(kept, NULL), &l->judge->key,
				    0, out, why);
}

enum err webapp_payload_head(const struct mail_content *l, struct str language,
			     struct webapp_payload_kept *kept, struct arena *a,
			     struct webapp_payload_forms *out, struct why *why)
{
	struct webapp_payload g = judge_of(l, language, a);

	head_put(l, a, &g);
	return webapp_payload_write(a, &g, known_of(kept, NULL), &l->judge->key,
				    0, out, why);
}

struct str webapp_payload_address(const struct mail_content *l,
				  const struct webapp_payload_forms *forms,
				  struct arena *a)
{
	struct str url = l->judge->page_url;

	if (!forms->link.len)
		return STR("");
	/* a gateway that makes "%23" of "#" leaves the position in the query:
	 * the server finds the same page */
	return str_of(arena_printf(a, "%.*s%s#%.*s", STR_ARG(url),
				   memchr(url.s, '?', url.len) ? "&" : "?",
				   STR_ARG(forms->link)));
}
