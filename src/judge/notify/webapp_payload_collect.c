/* src/judge/notify/webapp_payload_collect.c */
#include "judge/notify/webapp_payload_collect.h"
#include "engine/common.h"
#include "engine/slot.h"

static const char *const states[] = {
	[GAME_OPEN] = "open",     [GAME_RUNNING] = "running",
	[GAME_PAUSED] = "paused", [GAME_ENDED] = "over",
	[GAME_ARCHIVED] = "over",
};

/* The awaited seats and their deadlines. */
static void awaited_put(const struct letter *l, struct webapp_payload *g)
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

static void word_put(const struct letter *l, struct webapp_payload *g)
{
	static const char *const words[] = { [LETTER_WORD_NONE] = "",
					     [LETTER_WORD_SEAL] = "seal",
					     [LETTER_WORD_OPEN] = "open",
					     [LETTER_WORD_ASK] = "ask" };

	g->word = str_of(words[l->word]);
	if (l->word == LETTER_WORD_OPEN)
		g->sealed = l->dice.sealed;
}

static struct str view_of(const struct letter *l, struct arena *a)
{
	struct buf b;
	struct str s;

	buf_init(&b, GAME_ENCODED_MAX);
	game_encode(l->view, &b);
	s = arena_str(a, buf_str(&b));
	buf_release(&b);
	return s;
}

static struct str events_of(const struct letter *l, struct arena *a)
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
static struct str dice_of(const struct letter *l, struct arena *a)
{
	uint8_t hash[EVENT_HASH_SIZE];

	if (!l->created)
		return STR("");
	event_get_hash(l->created, COMMON_GAME_CREATED_CHAIN, hash);
	return hex_of(a, hash, sizeof(hash));
}

/* empty: there are none; then g->cards stays empty, too */
static struct str dealt_of(struct webapp_payload_kept *kept,
			   const struct game_kind *kind,
			   struct webapp_payload *g)
{
	struct buf b;
	int i = 0;

	if (!kind || !kind->dealt || !kind->cards)
		return STR("");
	while (i < kept->n_dealt && (kept->dealt[i].rules != kind->rules ||
				     kept->dealt[i].cards != kind->cards))
		i++;
	if (i == GAME_KINDS_MAX)
		return STR("");
	if (i == kept->n_dealt) {
		buf_init(&b, GAME_ENCODED_MAX);
		game_dealt(kind, &b);
		kept->dealt[i].rules = kind->rules;
		kept->dealt[i].cards = kind->cards;
		kept->dealt[i].dealt = arena_str(&kept->arena, buf_str(&b));
		webapp_payload_cards(buf_str(&b), kept->dealt[i].hash);
		kept->n_dealt++;
		buf_release(&b);
	}
	if (kept->dealt[i].dealt.len)
		g->cards = str_of(kept->dealt[i].hash);
	return kept->dealt[i].dealt;
}

static struct str layout_of(struct webapp_payload_kept *kept,
			    const struct system *rules)
{
	int i = 0;

	while (i < kept->n_layouts && kept->layout[i].rules != rules)
		i++;
	if (i == kept->n_layouts) {
		assert(i < GAME_KINDS_MAX); /* of each kind one */
		kept->layout[i].rules = rules;
		webapp_payload_layout(rules, kept->layout[i].layout);
		kept->n_layouts++;
	}
	return str_of(kept->layout[i].layout);
}

void webapp_payload_kept_release(struct webapp_payload_kept *kept)
{
	arena_release(&kept->arena);
}

enum err webapp_payload_letter(const struct letter *l, struct str language,
			       struct webapp_payload_kept *kept,
			       struct buf *out, struct why *why)
{
	char seat[SLOT_NAME_MAX], seen[HEAD_TOKEN_TEXT];
	const struct head_token s = head_token_of(l->head);
	struct arena a;
	struct webapp_payload g = { .judge = l->judge->address,
				    .judge_name = l->judge->name,
				    .url = l->judge->page_url,
				    .program = STR(PACKAGE_VERSION),
				    .game = l->game->name,
				    .rules = str_of(l->sys->version),
				    .language = language,
				    .layout = layout_of(kept, l->sys),
				    .state = str_of(states[l->game->state]),
				    .since = l->first_point ? l->first_point - 1
							    : 0,
				    .point = l->game->point,
				    .serial = l->serial };
	struct str dealt;
	enum err e;

	arena_init(&a);
	g.grammar = hex_of(&a, l->game->grammar_hash,
			   sizeof(l->game->grammar_hash));
	slot_name(l->seat, seat);
	g.seat = str_of(seat);
	head_token_render(&s, seen);
	g.seen = str_of(seen);
	for (int i = 0; i < l->n_seats; i++)
		if (l->seats[i].slot < SEATS_MAX)
			g.player[l->seats[i].slot] = l->names[i];
	awaited_put(l, &g);
	word_put(l, &g);
	g.dice = dice_of(l, &a);
	g.view = view_of(l, &a);
	g.events = events_of(l, &a);
	dealt = dealt_of(kept, l->kind, &g);
	e = webapp_payload_write(&g, dealt, &l->judge->key, out, why);
	arena_release(&a);
	return e;
}
