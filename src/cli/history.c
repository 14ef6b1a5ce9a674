/* src/cli/history.c */
#include "cli/history.h"
#include "judge/game/intervention_list.h"
#include "report/report_game.h"
#include <stdio.h>

struct page {
	struct cli *c;
	struct app *h;
	const struct game_row *g;
	const struct intervention_row *row;
};

static void row_print(const struct page *p, struct str words)
{
	const struct intervention_row *r = p->row;
	struct json_line j;

	if (!p->c->json) {
		printf("point %lld  %.*s  %.*s%s\n%.*s", (long long)r->point,
		       STR_ARG(r->at), STR_ARG(r->by),
		       r->undone ? "  (undone since)" : "", STR_ARG(words));
		return;
	}
	json_start(&j);
	json_text(&j, "game", p->g->name);
	json_number(&j, "point", r->point);
	json_text(&j, "at", r->at);
	json_text(&j, "cause", r->operators ? STR("operator") : STR("gm"));
	json_text(&j, "by", r->by);
	json_number(&j, "undone", r->undone);
	json_text(&j, "words", words);
	json_end(&j);
}

/* only what was commanded, not what came of it: that is play */
static enum err command_print(void *context, const struct mail_content *l,
			      struct why *why)
{
	struct page *p = context;
	struct mail_content mine = *l;
	struct event *v = ARENA_ARRAY(&p->c->arena, (size_t)l->n_events + 1,
				      struct event);
	struct str text = STR("");
	int n = 0;
	enum err e = ERR_OK;

	for (int i = 0; i < l->n_events; i++)
		if (interventions_is_command(&l->sys->events, &l->events[i]))
			event_copy(&v[n++], &l->events[i]);
	mine.events = v;
	mine.n_events = n;
	if (n)
		e = mail_render_story(p->h->letters, &mine, &p->c->arena, &text,
				      why);
	if (!e)
		row_print(p, text);
	return e;
}

static void counts_print(const struct page *p, const struct interventions *h)
{
	struct json_line j;

	if (!p->c->json) {
		printf("%lld adjudications commanded by game masters, %lld by the judge's operator; %lld values set, %lld times play undone, %lld disputes ruled on\n",
		       (long long)h->by_masters, (long long)h->by_operator,
		       (long long)h->overrides, (long long)h->undone,
		       (long long)h->rulings);
		return;
	}
	json_start(&j);
	json_text(&j, "game", p->g->name);
	json_number(&j, "by_masters", h->by_masters);
	json_number(&j, "by_operator", h->by_operator);
	json_number(&j, "overrides", h->overrides);
	json_number(&j, "undone", h->undone);
	json_number(&j, "rulings", h->rulings);
	json_end(&j);
}

int history_print(struct cli *c, struct app *h, const struct game_row *g)
{
	struct page p = { .c = c, .h = h, .g = g };
	struct interventions hands;
	struct why why = { 0 };
	enum err e = judge_game_interventions(h->judge, g->id, &c->arena,
					      &hands, &why);

	for (int i = 0; !e && i < hands.n; i++) {
		p.row = &hands.v[i];
		e = judge_game_mail(h->judge, g->id, -1, p.row->point,
				    command_print, &p, &why);
	}
	if (e)
		return cli_fail(c, e, &why);
	counts_print(&p, &hands);
	return EXIT_FINE;
}
