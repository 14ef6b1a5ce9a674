/* src/webapp/proof.c - proves a die of the current report */
#include "engine/common.h"
#include "fairness/dice_chain.h"
#include "webapp/session.h"

/* The rolls of one step, from the first die to the link that closes them. */
struct step {
	int first, link; /* of the events */
};

static bool step_of(int die, struct step *out)
{
	int first = die, link = die;

	while (first && hand.events[first - 1].kind != COMMON_LINK_OPENED)
		first--;
	while (link < hand.n_events &&
	       hand.events[link].kind != COMMON_LINK_OPENED)
		link++;
	*out = (struct step){ first, link };
	return link < hand.n_events;
}

static bool words_take(struct entropy *words)
{
	int n = 0;

	while (n < SEATS_MAX && hand.said[n].len)
		n++;
	if (!n)
		return false;
	entropy_init(words, (unsigned)n);
	for (int i = 0; i < n; i++) {
		if (str_is(hand.said[i], "-"))
			continue;
		if (!hex_parse(hand.said[i], words->word[i], WORD_SIZE))
			return false;
		words->has_word[i] = 1;
	}
	return true;
}

/* Roll again from the link, up to this die: its face; 0: there is none. */
static unsigned face_of(const struct step *s, int die,
			const struct dice_chain_source *source)
{
	struct dice d = { .bits = dice_chain_bits, .source = source };
	unsigned face = 0;

	for (int i = s->first; i <= die; i++) {
		const struct event *e = &hand.events[i];
		int32_t sides;

		if (e->kind != COMMON_ROLLED)
			continue;
		sides = event_get(e, COMMON_ROLLED_SIDES);
		if (event_get(e, COMMON_ROLLED_ROLL) != (int32_t)d.n_rolls ||
		    sides < 2 || sides > DICE_MAX_SIDES)
			return 0;
		face = dice_roll(&d, (unsigned)sides);
	}
	return face;
}

/* Does the link lead to the commitment? -1: it is of another chain. */
static int committed(const struct dice_chain_source *s)
{
	struct hash dice;

	if (s->chain)
		return -1;
	return hex_parse(hand.dice, dice.b, sizeof(dice.b)) && s->number >= 1 &&
	       s->number <= DICE_CHAIN_LAST &&
	       dice_chain_check(&s->game, 0, s->number, &s->link, 0, &dice);
}

static void words_write(void)
{
	bool first = true;

	show_list("words");
	for (int i = 0; i < SEATS_MAX && hand.said[i].len; i++) {
		const char seat[2] = { (char)('A' + i), 0 };

		show_object(first);
		first = false;
		page_text("seat", str_of(seat));
		page_text("word",
			  str_is(hand.said[i], "-") ? STR("") : hand.said[i]);
		buf_addc(&page.said, '}');
	}
	buf_addc(&page.said, ']');
}

static void proof_write(const struct step *s, int die,
			const struct entropy *words)
{
	const struct event *e = &hand.events[die];
	const struct event *link = &hand.events[s->link];
	struct dice_chain_source source = {
		.words = entropy_digest(words),
		.chain = (uint32_t)event_get(link, COMMON_LINK_OPENED_CHAIN),
		.number = (uint32_t)event_get(link, COMMON_LINK_OPENED_NUMBER),
	};

	event_get_hash(link, COMMON_LINK_OPENED_LINK, source.link.b);
	hex_parse(hand.id, source.game.b, sizeof(source.game.b));
	page_number("proved", (int32_t)face_of(s, die, &source) ==
				      event_get(e, COMMON_ROLLED_FACE));
	page_number("committed", committed(&source));
	page_number("roll", event_get(e, COMMON_ROLLED_ROLL));
	page_number("number", source.number);
	page_text("link",
		  hex_of(&page.tmp, source.link.b, sizeof(source.link.b)));
	page_text("dice", hand.dice);
	page_text("id", hand.id);
	words_write();
}

int page_proof(int upto)
{
	const struct event *e;
	struct entropy words;
	struct step s;

	page_begin(0);
	if (!hand.kind || upto < 1 || upto > hand.n_events ||
	    hand.events[upto - 1].kind != COMMON_ROLLED)
		return page_end(1);
	e = &hand.events[upto - 1];
	buf_addc(&page.said, '{');
	page_number("face", event_get(e, COMMON_ROLLED_FACE));
	page_number("sides", event_get(e, COMMON_ROLLED_SIDES));
	page_number("seat", event_get(e, COMMON_ROLLED_SEAT));
	if (!step_of(upto - 1, &s) || !hand.id.len || !words_take(&words)) {
		page_text("why", STR("unknown"));
	} else {
		page_text("why", STR(""));
		proof_write(&s, upto - 1, &words);
	}
	buf_addc(&page.said, '}');
	return page_end(0);
}
