/* src/judge/notify/mail_mime.c */
#include "judge/notify/mail_mime.h"
#include "base/ascii.h"
#include "auth/sig.h"
#include "base/file.h"
#include "judge/notify/catalog_query.h"
#include "judge/notify/ical.h"
#include "judge/notify/mail_report.h"
#include "judge/notify/notify.h"
#include "judge/notify/verp.h"
#include "judge/notify/mail_cards.h"
#include "mail/addr.h"
#include "mail/compose.h"
#include "base/zip.h"
#include "report/text/flow.h"
#include "engine/common.h"
#include "engine/slot.h"
#include <string.h>

enum {
	LEAVE_URI_MAX = 16384,
	FILES_MAX = 7,
	CATALOG_MAX = 256 << 10,
	PAGE_MAX = 4 << 20 /* bytes, packed or not */
};

/* The log head that proves a history precedes the report's text. */
static struct str text_kept(struct render_ctx *w)
{
	struct str text = w->r.full.len ? w->r.full : w->r.text;

	return w->proof.len
		       ? str_of(arena_printf(&w->a, "%.*s\n%.*s",
					     STR_ARG(w->proof), STR_ARG(text)))
		       : text;
}

/* Of files that programs read, not people: mail programs in a terminal show all
 * text below the mail, and quote it in an answer. */
#define FILE_NOT_READ "application/octet-stream"

/* The text as its reader can keep it and show it to others. Only a report
 * proves a history: what else the judge writes is signed as an answer. */
static void signature_attach(struct render_ctx *w,
			     struct mail_draft_file *files, uint32_t *n)
{
	struct str kept = text_kept(w);
	bool proves = w->proof.len;
	struct sig sig;
	struct buf armour;

	sig_make(&w->l->judge->key, proves ? SIG_REPORT : SIG_ANSWER, kept,
		 &sig);
	buf_init(&armour, SIG_ARMOUR_MAX);
	sig_render(&sig, &armour);
	files[*n].name = proves ? STR("report.txt") : STR("answer.txt");
	files[*n].type = STR("text/plain");
	files[(*n)++].bytes = kept;
	/* kept exactly: ssh-keygen reads it with no other line ends */
	files[*n].name = proves ? STR("report.txt.sig") : STR("answer.txt.sig");
	files[*n].type = STR(FILE_NOT_READ);
	files[(*n)++].bytes = arena_str(&w->a, buf_str(&armour));
	buf_release(&armour);
}

/* A player's report, or the receipt of a turn that goes on, for a page
 * (protocol/webapp_payload.h). */
static void page_attach(struct render_ctx *w, struct mail_draft_file *files,
			uint32_t *n)
{
	const struct mail_content *l = w->l;
	char seat[SLOT_NAME_MAX];

	if (!w->page.whole.len || !w->r.orders.len || l->seat < 0)
		return;
	slot_name(l->seat, seat);
	files[*n].name = str_of(arena_printf(
		&w->a, "%.*s-%lld-%s" WEBAPP_PAYLOAD_SUFFIX,
		STR_ARG(l->game->name), (long long)l->game->point, seat));
	files[*n].type = STR(FILE_NOT_READ);
	files[*n].is_text = true;
	files[(*n)++].bytes = w->page.whole;
}

/* With the report by which the game begins goes what a list may hold that it
 * asks for. */
static bool is_catalog_due(const struct mail_content *l)
{
	if (!l->view || l->seat < 0 || !l->kind || !l->sys->takes ||
	    !str_is(l->row->kind, "report"))
		return false;
	for (int i = 0; i < l->n_events; i++)
		if (l->events[i].kind == COMMON_GAME_STARTED)
			return true;
	return false;
}

static enum err catalog_attach(struct render_ctx *w,
			       struct mail_draft_file *files, uint32_t *n)
{
	const struct mail_content *l = w->l;
	struct tval *v = tval_map(&w->a);
	struct str found;
	json_t *cards;
	struct buf b;
	enum err e = ERR_OK;

	if (!is_catalog_due(l))
		return ERR_OK;
	found = catalog_query_asked(l->kind, l->view, l->seat, &w->a);
	cards = json_loadb(found.s, found.len, 0, NULL);
	if (json_array_size(json_object_get(cards, "cards"))) {
		tval_puts(&w->a, v, "game", l->game->name);
		tval_put(&w->a, v, "system",
			 tval_word(&w->a, "%s.title", l->sys->name));
		mail_cards_values(w, cards, v);
		buf_init(&b, CATALOG_MAX);
		e = messages_render_file(&b, w->words, "catalog", TEMPLATE_TEXT,
					 v, w->why);
		files[*n].name = STR("figures.txt");
		files[*n].type = STR("text/plain");
		files[*n].is_text = true;
		files[(*n)++].bytes = arena_str(&w->a, buf_str(&b));
		buf_release(&b);
	}
	json_decref(cards);
	return e;
}

/* HELP PAGE: as an archive, which mail programs let through */
static enum err zip_attach(struct render_ctx *w, struct mail_draft_file *files,
			   uint32_t *n)
{
	struct buf page, zip;
	enum err e;

	if (!str_is(w->l->row->kind, "webapp_file"))
		return ERR_OK;
	e = file_read(w->l->judge->page_file, PAGE_MAX, &page, w->why);
	buf_init(&zip, PAGE_MAX);
	if (!e && !zip_one(&zip, STR("heraldo.html"), buf_str(&page)))
		e = why_set(w->why, ERR_TOO_LARGE, "the page is too large");
	if (!e) {
		files[*n].name = STR("heraldo.zip");
		files[*n].type = STR("application/zip");
		files[(*n)++].bytes = arena_str(&w->a, buf_str(&zip));
	}
	buf_release(&zip);
	buf_release(&page);
	return e;
}

/* until when the reader is awaited, by this mail; 0: not, or without end */
static int64_t awaited_until(const struct mail_content *l)
{
	struct awaiting aw;

	if (!l->view || l->seat < 0 || l->game->state != GAME_RUNNING)
		return 0;
	system_awaiting(l->sys, l->view->state, &aw);
	for (int i = 0; i < aw.n; i++)
		if (aw.v[i].seat == l->seat)
			return l->deadline_s[l->seat];
	return 0;
}

/* The same for a calendar; or, once, that what the mail before this one told
 * it counts no more. */
static void deadline_attach(struct render_ctx *w, struct str domain,
			    struct mail_draft_file *files, uint32_t *n)
{
	static const char *const kinds[] = { "report", "receipt", "warning",
					     "seat_replaced" };
	const struct mail_content *l = w->l;
	struct ical d = { .sequence = l->n_leaves,
			  .made_s = l->row->created_s,
			  .from = l->judge->address,
			  .all = w->r.subject };
	struct buf b;
	bool has = false;
	char seat[SLOT_NAME_MAX];

	for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
		has |= str_is(l->row->kind, kinds[i]);
	if (!l->game || !has)
		return;
	d.at_s = awaited_until(l);
	d.cancelled = !d.at_s && l->promised_s;
	if (d.cancelled)
		d.at_s = l->promised_s;
	if (!d.at_s)
		return;
	slot_name(d.cancelled ? l->promised_slot : l->row->slot, seat);
	d.uid = str_of(arena_printf(&w->a, "%.*s.%s.due@%.*s",
				    STR_ARG(l->game->name), seat,
				    STR_ARG(domain)));
	d.title = render_ctx_message(w, d.cancelled ? "due.over" : "due.title");
	buf_init(&b, DUE_MAX);
	ical_render(&b, &d);
	files[*n].name = STR("deadline.ics");
	files[*n].type = STR("text/calendar");
	files[*n].method = str_of(ical_method(&d));
	files[(*n)++].bytes = arena_str(&w->a, buf_str(&b));
	buf_release(&b);
}

/* where a mail program asks that these mails end: judge/inbox/unsubscribe.c */
static struct str leave_uri(struct render_ctx *w)
{
	const struct mail_content *l = w->l;
	struct str to = l->judge->address;
	char seat[SLOT_NAME_MAX];
	struct buf b;
	struct str uri;

	if (!l->row->person || l->row->slot < 0)
		return STR("");
	slot_name(l->row->slot, seat);
	buf_init(&b, LEAVE_URI_MAX);
	buf_addz(&b, "mailto:");
	for (size_t i = 0; i < to.len; i++) {
		char c = to.s[i];

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    ascii_is_digit(c) || strchr("@.-_~+", c))
			buf_addc(&b, c);
		else
			buf_addf(&b, "%%%02X", (unsigned)(unsigned char)c);
	}
	buf_addf(&b, "?subject=LEAVE%%20%.*s%%20%s", STR_ARG(l->game->name),
		 seat);
	/* a player's seat does not end by a button */
	if (l->row->slot >= SLOT_OBSERVER)
		buf_addf(&b, "%%20%.*s",
			 STR_ARG(verp_leave_token(&l->judge->key, l->row->game,
						  l->row->slot, l->row->person,
						  &w->a)));
	uri = arena_str(&w->a, buf_str(&b));
	buf_release(&b);
	return uri;
}

/* A report has boards and tables: its text stays as it is. */
static bool is_flowed(const struct mail_content *l)
{
	return l->form != MAIL_PLAIN && !str_is(l->row->kind, "report");
}

static struct str text_flowed(struct render_ctx *w)
{
	struct str text;
	struct buf b;

	buf_init(&b, COMPOSE_MAX);
	flow_render(&b, w->r.text);
	text = arena_str(&w->a, buf_str(&b));
	buf_release(&b);
	return text;
}

/* Those that the page shows. */
static uint32_t pictures_attach(struct render_ctx *w,
				struct mail_draft_file *out)
{
	static const char *const names[] = { "board.png", "near.png" };
	uint32_t n = 0;

	for (int i = 0; w->r.html.len && i < N_PICTURES; i++) {
		struct str png = *render_ctx_picture(w, (enum picture)i);

		if (png.len)
			out[n++] = (struct mail_draft_file){
				.name = str_of(names[i]),
				.type = STR("image/png"),
				.cid = render_ctx_picture_id(w,
							     (enum picture)i),
				.bytes = png
			};
	}
	return n;
}

enum err mail_mime_compose(struct render_ctx *w, struct buf *out)
{
	const struct mail_content *l = w->l;
	enum err e;
	struct str domain = addr_domain(l->judge->address);
	struct mail_draft_file pictures[N_PICTURES];
	struct mail_draft_file files[FILES_MAX] = { { .bytes = STR("") } };
	struct mail_addr to = { .name = l->name, .addr = l->row->address };
	struct str refs[2];
	struct mail_draft d = {
		.from = { .name = l->judge->name, .addr = l->judge->address },
		.to = { &to, 1 },
		.subject = w->r.subject,
		.date_utc_s = l->row->created_s,
		.message_id = l->row->message_id,
		.in_reply_to = l->row->in_reply_to,
		.x_loop = l->judge->address,
		.automatic =
			l->row->automatic ? COMPOSE_REPLIED : COMPOSE_GENERATED,
		.flowed = is_flowed(l),
		.text = is_flowed(l) ? text_flowed(w) : w->r.text,
		.html = w->r.html,
		.files = files,
	};

	if (l->game) {
		/* one thread for each game: all refer to a mail that never was
		 */
		refs[d.references.n++] = str_of(
			arena_printf(&w->a, "%.*s.game@%.*s",
				     STR_ARG(l->game->name), STR_ARG(domain)));
		d.list_id = str_of(arena_printf(&w->a, "%.*s.%.*s",
						STR_ARG(l->game->name),
						STR_ARG(domain)));
		d.list_name = l->game->name;
		d.list_leave = leave_uri(w);
	}
	if (l->row->in_reply_to.len)
		refs[d.references.n++] = l->row->in_reply_to;
	d.references.list = refs;
	d.pictures = pictures;
	d.n_pictures = pictures_attach(w, pictures);
	if (w->r.orders.len) {
		files[d.n_files].name = STR("orders.txt");
		files[d.n_files].type = STR("text/plain");
		files[d.n_files].is_text = true;
		files[d.n_files++].bytes = w->r.orders;
	}
	e = zip_attach(w, files, &d.n_files);
	if (e)
		return e;
	e = catalog_attach(w, files, &d.n_files);
	if (e)
		return e;
	page_attach(w, files, &d.n_files);
	deadline_attach(w, domain, files, &d.n_files);
	signature_attach(w, files, &d.n_files);
	return compose_mail(&d, out, w->why);
}
