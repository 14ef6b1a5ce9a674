/* src/verifier/replay_kept.c - reads signed orders, and keeps those of
 * past points */
#include "engine/common.h"
#include "verifier/replay_private.h"

/* What its orders called cards by, as the log has it. */
static void names_read(struct replay *r)
{
	const struct replay_events *own = &r->p->sealed[r->seat];
	struct log_event_names said = { .n = 0 };
	struct event e;

	for (int i = 0; i < own->n; i++)
		if (event_parse_as(own->v[i].json, &r->sys->rules->events,
				   COMMON_CARD_NAMED, &e))
			log_event_name_add(
				&said, r->a,
				log_event_text(r->a, &e,
					       COMMON_CARD_NAMED_NAME),
				log_event_text(r->a, &e,
					       COMMON_CARD_NAMED_KEY));
	logged_defs_called(r->cards, &said);
}

bool replay_read(struct replay *r, struct str text, struct str language,
		 struct orders **read, struct submission *out)
{
	const struct grammar *g = r->sys->grammar;
	struct orders *o = arena_alloc(&r->tmp, sizeof(*o));
	struct game *view = arena_alloc(&r->tmp, sizeof(*view));
	struct grammar_names names = { 0 };

	*read = o;
	game_view(r->game, r->seat, view);
	logged_defs_names(r->cards, view, &r->tmp, &names);
	names_read(r);
	orders_read(&r->tmp, g, &names, vocabulary_lang(g->words, language),
		    text, o);
	if (o->n_complaints)
		return verify_wrong(r->f,
				    (struct verify_place){
					    r->p->all.v[r->next - 1].line,
					    r->p->all.v[r->next - 1].leaf, 0 },
				    NULL, NULL,
				    "line %d of the signed orders cannot "
				    "be read",
				    o->complaints[0].line);
	orders_submission(&r->tmp, o, r->seat, out);
	return true;
}

void replay_point_save(struct replay *r, const struct kept *k)
{
	r->kept = arena_grow(r->a, r->kept, r->n_kept, &r->room_kept,
			     sizeof(*r->kept));
	r->kept[r->n_kept] = *k;
	r->kept[r->n_kept++].point = r->p->point;
}

bool replay_point_repeat(struct replay *r, const struct kept *old)
{
	struct dispute_line dispute;
	struct word_lines w;
	struct table_requests m;
	struct press press;
	struct submission s;
	struct orders *o;
	struct str text;

	if (old->silent) {
		game_silent(&r->run, old->seat);
		return replay_pump(r);
	}
	text = judge_lines_parse(&r->tmp, r->sys->grammar->words, old->text, &w,
				 &dispute);
	text = table_requests_parse(&r->tmp, r->sys->grammar->words, text,
				    (struct proposal_open){ 0 }, &m);
	text = press_parse(&r->tmp, r->sys->grammar->words, text, &press);
	if (!replay_read(r, text, old->language, &o, &s))
		return false;
	log_event_read(&r->run, r->sys->grammar, r->seat, o);
	log_event_named(&r->run, r->seat, logged_defs_used(r->cards));
	s.keep |= old->joined && !s.clear;
	if (game_submit(&r->run, &s) != SUBMIT_DONE)
		return replay_at_input(r, "more orders than a queue can hold");
	return replay_pump(r);
}

const struct kept *replay_point_find(const struct replay *r, uint64_t point)
{
	const struct kept *old = NULL;

	for (size_t i = 0; i < r->n_kept; i++)
		if (r->kept[i].point == point)
			old = &r->kept[i];
	return old;
}
