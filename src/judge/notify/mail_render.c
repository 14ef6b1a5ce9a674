/* src/judge/notify/mail_render.c */
#include "judge/notify/mail_render.h"
#include "judge/notify/addressee.h"
#include "base/xalloc.h"
#include "judge/notify/webapp_payload_collect.h"
#include "judge/notify/mail_mime.h"
#include "judge/notify/mail_kinds.h"
#include "judge/notify/mail_values.h"
#include "judge/notify/mail_report.h"
#include "judge/notify/notify.h"
#include "judge/notify/render_pool.h"
#include "judge/notify/render_ctx.h"
#include "report/picture/canvas.h"
#include "report/text/game_summary.h"
#include "engine/slot.h"
#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { LANGUAGES_MAX = 16, STORY_MAX = 1 << 20 };

struct mail_render {
	struct arena arena;
	struct messages *words[LANGUAGES_MAX];
	int n;
	const char *reference;
	struct str rule_link;
	struct pictures *pictures;
	/* for those who paint elsewhere, NULL: nobody does */
	struct pictures *sketched;
	struct render_pool *render_pool;
	struct webapp_payload_kept kept;
};

enum err mail_render_open(struct mail_render **out, const char *dir,
			  struct str rule_link, const char *reference,
			  struct why *why)
{
	struct mail_render *ls = xalloc_check(calloc(1, sizeof(*ls)));
	DIR *d = opendir(dir);
	enum err e = ERR_OK;

	*out = ls;
	ls->pictures = pictures_make();
	if (!d)
		return why_set(why, ERR_CONFIG, "cannot read %s: %s", dir,
			       strerror(errno));
	ls->rule_link = arena_str(&ls->arena, rule_link);
	ls->reference = arena_strdup(&ls->arena, reference);
	for (struct dirent *f; !e && (f = readdir(d));) {
		struct stat st;
		char *path = arena_printf(&ls->arena, "%s/%s/messages", dir,
					  f->d_name);

		/* a folder with messages is a language */
		if (f->d_name[0] == '.' || stat(path, &st))
			continue;
		if (ls->n == LANGUAGES_MAX)
			e = why_set(why, ERR_CONFIG,
				    "more than %d languages in %s",
				    LANGUAGES_MAX, dir);
		else
			e = messages_load(&ls->arena, dir, f->d_name,
					  &ls->words[ls->n++], why);
	}
	closedir(d);
	if (!e && !ls->n)
		e = why_set(why, ERR_CONFIG, "no language in %s", dir);
	return e;
}

void mail_render_painted_by(struct mail_render *ls,
			    struct render_pool *render_pool)
{
	ls->render_pool = render_pool;
	ls->sketched = pictures_sketched();
}

void mail_render_close(struct mail_render *l)
{
	if (l) {
		pictures_release(l->pictures);
		pictures_release(l->sketched);
		webapp_payload_kept_release(&l->kept);
		arena_release(&l->arena);
	}
	free(l);
}

static const struct messages *words_of(const struct mail_render *ls,
				       struct str lang)
{
	const struct messages *best = ls->words[0];

	for (int i = 0; i < ls->n; i++) {
		if (str_equal(ls->words[i]->lang, lang))
			return ls->words[i];
		if (str_is(ls->words[i]->lang, MESSAGES_FALLBACK))
			best = ls->words[i];
	}
	return best;
}

static enum err content_write(struct render_ctx *w)
{
	const struct mail_content *l = w->l;
	struct tval *v = tval_map(&w->a);
	json_error_t fault;
	json_t *matter =
		json_loadb(l->row->matter.s, l->row->matter.len, 0, &fault);
	const char *key;
	json_t *value;
	enum err e, slip;

	tval_puts(&w->a, v, "judge", l->judge->name);
	tval_puts(&w->a, v, "judge_address", l->judge->address);
	tval_puts(&w->a, v, "judge_line",
		  addressee_line(&w->a, NULL, &l->judge->key.key,
				 w->words->lang));
	tval_puts(&w->a, v, "reader", l->name);
	if (l->game) {
		char seat[SLOT_NAME_MAX];

		tval_puts(&w->a, v, "game", l->game->name);
		tval_puti(&w->a, v, arena_printf(&w->a, "for_%s", l->sys->name),
			  1);
		tval_put(&w->a, v, "system",
			 report_system(&w->a,
				       &(struct narrator){ .words = w->words,
							   .sys = l->sys }));
		tval_puti(&w->a, v, "point", l->game->point);
		tval_puti(&w->a, v, "serial", l->serial);
		tval_puts(&w->a, v, "seen", render_ctx_seen(w));
		tval_puti(&w->a, v, "open_to_master", l->open_to_master);
		tval_puti(&w->a, v, "letters_open", l->press_open);
		slot_name(l->seat >= 0 ? l->seat : l->row->slot, seat);
		tval_putz(&w->a, v, "seat", seat);
	}
	if (!l->preferences.unruled)
		w->cited = tval_put(&w->a, v, "cited", tval_list(&w->a));
	json_object_foreach(matter, key, value)
		mail_values_put(w, v, l->row->kind, key, value);
	slip = mail_kind_values(w, matter, v);
	e = report_plain_mail(
		&w->a, w->words,
		arena_printf(&w->a, "%.*s", STR_ARG(l->row->kind)), v, &w->r,
		w->why);
	json_decref(matter);
	return e ? e : slip;
}

/* a mail that nothing else could be made of */
static enum err plain_write(struct render_ctx *w)
{
	const struct mail_content *l = w->l;
	struct tval *v = tval_map(&w->a);
	char seat[SLOT_NAME_MAX] = "";

	tval_puts(&w->a, v, "judge", l->judge->name);
	tval_puts(&w->a, v, "judge_address", l->judge->address);
	tval_puts(&w->a, v, "judge_line",
		  addressee_line(&w->a, NULL, &l->judge->key.key,
				 w->words->lang));
	tval_puts(&w->a, v, "kind", l->row->kind);
	tval_puts(&w->a, v, "matter", l->row->matter);
	if (l->game) {
		slot_name(l->row->slot, seat);
		tval_puts(&w->a, v, "game", l->game->name);
		tval_puti(&w->a, v, "point", l->game->point);
		tval_putz(&w->a, v, "seat", seat);
		tval_puts(&w->a, v, "lines", l->lines);
	}
	return report_plain_mail(&w->a, w->words, "fallback", v, &w->r, w->why);
}

static struct render_ctx writing_of(struct mail_render *ls,
				    const struct mail_content *l,
				    struct pictures *pictures, struct why *why)
{
	return (struct render_ctx){ .l = l,
				    .words = words_of(ls, l->row->language),
				    .reference = ls->reference,
				    .rule_link = ls->rule_link,
				    .kept = &ls->kept,
				    .pictures = pictures,
				    .why = why };
}

enum err mail_render_report(struct mail_render *ls,
			    const struct mail_content *l, struct arena *a,
			    struct report *out, struct why *why)
{
	struct render_ctx w = writing_of(ls, l, ls->pictures, why);
	enum err e;

	assert(l->game && l->view);
	w.a = *a;
	e = mail_report_write(&w);
	*a = w.a;
	*out = w.r;
	return e;
}

enum err mail_render_story(struct mail_render *ls, const struct mail_content *l,
			   struct arena *a, struct str *out, struct why *why)
{
	struct narrator n = { .words = words_of(ls, l->row->language),
			      .sys = l->sys,
			      .format = TEMPLATE_TEXT };
	const struct tval *told;
	struct buf b;

	report_game_tells(&n, l->report, l->view->state);
	mail_seat_names(l, n.seat_name);
	memcpy(n.former, l->former, sizeof(n.former));
	told = narrate_events(a, &n, l->events, l->n_events, why);
	buf_init(&b, STORY_MAX);
	for (const struct tval *v = told->first; v; v = v->next) {
		const struct tval *text = tval_get(v, STR("text"));
		bool main = tval_holds(tval_get(v, STR("main")));

		if (text)
			buf_addf(&b, "%s%.*s\n", main ? "" : "  - ",
				 STR_ARG(text->text));
	}
	*out = arena_str(a, buf_str(&b));
	buf_release(&b);
	return ERR_OK;
}

/* Kinds whose answer is signed: with the judge's address and key the page knows
 * where to send it. */
static bool is_answered_signed(const struct mail_content *l)
{
	static const char *const kinds[] = { "invitation", "challenge",
					     "confirm", "seat_offer",
					     "key_reset" };

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		if (str_is(l->row->kind, kinds[i]))
			return true;
	return false;
}

/* Appends the block for the page to the text and to the HTML part, which most
 * programs show. */
static void block_append(struct render_ctx *w, struct str block)
{
	struct str html = w->r.html, about;
	const char *end = NULL;

	if (!block.len)
		return;
	about = render_ctx_message(w, "board.block");
	w->r.text = str_of(arena_printf(&w->a, "%.*s\n%.*s\n%.*s",
					STR_ARG(w->r.text), STR_ARG(about),
					STR_ARG(block)));
	if (html.len)
		end = memmem(html.s, html.len, "</body>", 7);
	if (end)
		w->r.html = str_of(arena_printf(
			&w->a,
			"%.*s<p class=\"small\">%.*s</p>\n"
			"<pre class=\"board\">%.*s</pre>\n%.*s",
			(int)(end - html.s), html.s, STR_ARG(about),
			STR_ARG(block), (int)(html.s + html.len - end), end));
}

/* Does it tell a player how their next orders begin, without the board? */
static bool tells_head(const struct mail_content *l)
{
	return l->game && l->view && l->seat >= 0 && l->form != MAIL_PLAIN &&
	       str_is(l->row->kind, "receipt");
}

/* What the page reads of this mail, in its visible text. */
static void block_write(struct render_ctx *w)
{
	const struct mail_content *l = w->l;
	struct webapp_payload_forms block = w->page;

	if (is_answered_signed(l) && l->form != MAIL_PLAIN)
		(void)webapp_payload_invite(l, w->words->lang, w->kept, &w->a,
					    &block, w->why);
	else if (tells_head(l))
		(void)webapp_payload_head(l, w->words->lang, w->kept, &w->a,
					  &block, w->why);
	else if (!str_is(l->row->kind, "report") || !w->r.orders.len)
		return;
	block_append(w, block.block);
}

/* its words, and what there is of its picture */
static enum err words_write(struct render_ctx *w)
{
	const struct mail_content *l = w->l;
	enum err e;

	if (l->form == MAIL_PLAIN)
		e = plain_write(w);
	else if (l->game && l->view && notify_is_report(l->row->kind))
		e = mail_report_write(w);
	else
		e = content_write(w);
	if (l->first_s) {
		w->r.subject = render_ctx_said_again(w, "again.subject");
		if (!w->r.html.len)
			w->r.text = str_of(arena_printf(
				&w->a, "%.*s\n\n%.*s",
				STR_ARG(render_ctx_said_again(w, "again.text")),
				STR_ARG(w->r.text)));
	}
	if (l->preferences.form == MAIL_FORM_TEXT)
		w->r.html = STR("");
	else if (!e && !w->r.html.len && l->form != MAIL_PLAIN)
		e = report_plain_mail_html(&w->a, w->words, &w->r, w->why);
	if (!e || e == ERR_FORMAT)
		block_write(w);
	/* a slip of a translator must not cost a player the report */
	return e == ERR_FORMAT ? ERR_OK : e;
}

enum err mail_render_write(struct mail_render *ls, const struct mail_content *l,
			   struct buf *out, struct why *why)
{
	struct render_ctx w = writing_of(ls, l, ls->pictures, why);
	enum err e = words_write(&w);

	if (!e)
		e = mail_mime_compose(&w, out);
	arena_release(&w.a);
	return e;
}

/* --- in two steps --------------------------------------------------------- */

enum err mail_render_begin(struct mail_render *ls, const struct mail_content *l,
			   struct render_ctx **out, struct why *why)
{
	struct render_ctx *w = xalloc_check(calloc(1, sizeof(*w)));
	enum err e;

	assert(ls->render_pool);
	*w = writing_of(ls, l, ls->sketched, why);
	*out = w;
	e = words_write(w);
	for (int i = 0; i < N_PICTURES; i++) {
		struct str sketch = *render_ctx_picture(w, (enum picture)i);

		w->hung[i] = !e && sketch.len;
		if (!w->hung[i])
			continue;
		w->painting[i].sketch = sketch;
		w->painting[i].of = l->game->id;
		render_pool_add(ls->render_pool, &w->painting[i]);
	}
	if (e)
		mail_render_drop(ls, w);
	if (e)
		*out = NULL;
	return e;
}

enum writing_state mail_render_state(struct mail_render *ls,
				     const struct render_ctx *w)
{
	render_pool_turn(ls->render_pool);
	for (int i = 0; i < N_PICTURES; i++)
		if (w->hung[i] && w->painting[i].state == RENDER_JOB_BROKEN)
			return WRITING_BROKEN;
	for (int i = 0; i < N_PICTURES; i++)
		if (w->hung[i] && w->painting[i].state != RENDER_JOB_DONE)
			return WRITING_WAITS;
	return WRITING_READY;
}

enum err mail_render_finish(struct mail_render *ls, struct render_ctx *w,
			    struct buf *out, struct why *why)
{
	enum err e;

	assert(mail_render_state(ls, w) == WRITING_READY);
	w->why = why;
	for (int i = 0; i < N_PICTURES; i++)
		if (w->hung[i])
			*render_ctx_picture(w, (enum picture)i) =
				w->painting[i].png;
	e = mail_mime_compose(w, out);
	mail_render_drop(ls, w);
	return e;
}

void mail_render_drop(struct mail_render *ls, struct render_ctx *w)
{
	for (int i = 0; i < N_PICTURES; i++)
		if (w->hung[i])
			render_pool_forget(ls->render_pool, &w->painting[i]);
	arena_release(&w->a);
	free(w);
}
