/* src/judge/notify/mail_report.c */
#include "judge/notify/mail_report.h"
#include "fairness/head_token.h"
#include "base/parse.h"
#include "judge/game/deadline.h"
#include "judge/game/timezone.h"
#include "judge/notify/notify.h"
#include "judge/notify/webapp_payload_collect.h"
#include "orders/orders.h"
#include "engine/common.h"
#include "engine/slot.h"
#include <jansson.h>
#include <string.h>

enum {
	LOOKS_MAX = 1 << 20,
	NOTES_MAX = 6 /* lines of the audit besides the links of the dice */
};

/* what the game's state keeps for the seat, likewise */
static int lines_shown(struct render_ctx *w, const struct str **out)
{
	const struct report_game *tells = w->l->report;
	const struct grammar *g = w->l->grammar;
	struct decision *d = ARENA_NEW(&w->a, struct decision);
	struct str *v = ARENA_ARRAY(&w->a, RENDER_CTX_ORDERS, struct str);
	int n = 0, lang;

	*out = v;
	if (!g || !tells || !tells->line || w->l->seat < 0)
		return 0;
	lang = vocabulary_lang(g->words, w->words->lang);
	while (n < RENDER_CTX_ORDERS &&
	       tells->line(w->l->view->state, w->l->seat, n, d)) {
		struct buf b;

		buf_init(&b, RENDER_CTX_ORDER_BYTES);
		(void)grammar_write(g, lang < 0 ? 0 : lang, d, &b);
		v[n++] = arena_str(&w->a, buf_str(&b));
		buf_release(&b);
	}
	return n;
}

static int owed(struct render_ctx *w, struct report_owed *out)
{
	struct awaiting aw = { 0 };
	bool seen[SEATS_MAX] = { false };
	int n = 0;

	/* a pause by a deadline is over as soon as its seat moves */
	if (w->l->game->state != GAME_RUNNING &&
	    !(w->l->game->state == GAME_PAUSED &&
	      str_is(w->l->game->paused_why, DEADLINE_PAUSE)))
		return 0;
	system_awaiting(w->l->sys, w->l->view->state, &aw);
	for (int i = 0; i < aw.n; i++) {
		int seat = aw.v[i].seat;
		int64_t due = w->l->deadline_s[seat];

		if (seen[seat])
			continue;
		seen[seat] = true;
		out[n].seat = seat;
		out[n].has_deadline = due != 0;
		if (due)
			out[n].deadline = timezone_time(w->l->zone, due);
		n++;
	}
	return n;
}

static void dice(const struct render_ctx *w, struct report_dice *out)
{
	const struct mail_dice *d = &w->l->dice;

	*out = (struct report_dice){ .state = d->state,
				     .has_until = d->until_s != 0,
				     .anew = d->anew,
				     .n_seats = d->n_seats,
				     .n_held = d->n_held };
	if (out->has_until)
		out->until = timezone_time(w->l->zone, d->until_s);
	memcpy(out->seats, d->seats, sizeof(out->seats));
	memcpy(out->held, d->held, sizeof(out->held));
}

/* a hash of an event, in digits, without the quotes of the log */
static void hash_add(struct render_ctx *w, const struct event *e, int field,
		     struct buf *out)
{
	const struct system *sys = w->l->sys;
	struct buf b;
	int words;

	buf_init(&b, 256);
	field_render(&b, &event_kind(&sys->events, e->kind)->fields[field],
		     sys->events.rules, event_words(e, field, &words), 8);
	if (b.len > 2)
		buf_add(out, b.s + 1, b.len - 2);
	buf_release(&b);
}

static struct str key_line(struct render_ctx *w)
{
	struct buf b;
	struct str line;

	buf_init(&b, 1000);
	key_render(&w->l->judge->key.key, STR("judge"), &b);
	line = arena_str(&w->a, parse_trim(buf_str(&b)));
	buf_release(&b);
	return line;
}

/* whose seal was taken, and can be opened: protocol/judge_lines.h */
static struct str word_text(struct render_ctx *w)
{
	const struct mail_content *l = w->l;

	return str_of(arena_printf(
		&w->a, "%.*s %lld WORD %.*s", STR_ARG(l->game->name),
		(long long)l->game->point, STR_ARG(l->dice.sealed)));
}

static struct str seen_text(struct render_ctx *w)
{
	const struct mail_content *l = w->l;

	return str_of(arena_printf(
		&w->a, "%.*s %lld SEEN %.*s", STR_ARG(l->game->name),
		(long long)l->game->point, STR_ARG(render_ctx_seen(w))));
}

/* For programs, in every language the same: protocol/judge_lines.h. */
static void proof_write(struct render_ctx *w)
{
	struct buf b;

	buf_init(&b, 1024);
	buf_addz(&b, JUDGE_LINES_REPORT);
	buf_adds(&b, seen_text(w));
	buf_addc(&b, '\n');
	if (w->l->dice.sealed.len) {
		buf_adds(&b, word_text(w));
		buf_addc(&b, '\n');
	}
	w->proof = arena_str(&w->a, buf_str(&b));
	buf_release(&b);
}

/* what this event opens of the dice: its line, or 0 of them */
static int put_opened(struct render_ctx *w, const struct event *e,
		      struct report_audit *out)
{
	bool link = e->kind == COMMON_LINK_OPENED;
	struct buf b;

	if (!link && e->kind != COMMON_SECRETS_OPENED)
		return 0;
	buf_init(&b, 256);
	if (link) {
		buf_addi(&b, event_get(e, COMMON_LINK_OPENED_NUMBER));
		buf_addc(&b, ' ');
	}
	hash_add(w, e,
		 link ? COMMON_LINK_OPENED_LINK : COMMON_SECRETS_OPENED_HIDDEN,
		 &b);
	*out = (struct report_audit){ link ? "audit.link" : "audit.secret",
				      arena_str(&w->a, buf_str(&b)) };
	buf_release(&b);
	return 1;
}

/* what a player needs to check the report and, later, every die */
static int audit(struct render_ctx *w, const struct report_audit **lines)
{
	const struct mail_content *l = w->l;
	struct report_audit *out = ARENA_ARRAY(
		&w->a, (size_t)l->n_events + NOTES_MAX, struct report_audit);
	struct buf b;
	int n = 0;

	*lines = out;
	buf_init(&b, 256);
	for (int i = 0; i < l->n_events; i++)
		n += put_opened(w, &l->events[i], out + n);
	if (l->created) {
		buf_clear(&b);
		hash_add(w, l->created, COMMON_GAME_CREATED_CHAIN, &b);
		out[n++] =
			(struct report_audit){ "audit.commitment",
					       arena_str(&w->a, buf_str(&b)) };
	}
	buf_release(&b);
	out[n++] =
		(struct report_audit){ "audit.head", hex_of(&w->a, l->head,
							    sizeof(l->head)) };
	out[n++] = (struct report_audit){
		"audit.leaves",
		str_of(arena_printf(&w->a, "%lld", (long long)l->n_leaves))
	};
	out[n++] = (struct report_audit){ "audit.judge_key", key_line(w) };
	if (l->dice.sealed.len)
		out[n++] = (struct report_audit){ "audit.word", word_text(w) };
	out[n++] = (struct report_audit){ "audit.seen", seen_text(w) };
	proof_write(w);
	return n;
}

/* The person who must start the game, once every player's seat is taken. */
static enum report_start start_of(const struct mail_content *l)
{
	const struct common_state *h =
		(const struct common_state *)(const void *)l->view->state;
	bool mastered = false;

	if (l->game->started && l->game->point >= l->game->started)
		return REPORT_BEGUN;
	for (int i = 0; i < l->n_seats; i++) {
		int slot = l->seats[i].slot;

		if (slot < SLOT_GM && !common_state_present(h, slot))
			return l->begins_itself ? REPORT_START_SELF
						: REPORT_START_SEATS;
		mastered |= slot_is_master(slot) && l->seats[i].person;
	}
	if (slot_is_master(l->row->slot))
		return REPORT_START_YOU;
	return mastered ? REPORT_START_MASTER : REPORT_START_OPERATOR;
}

/* its id, or empty where its reader has none */
static struct str picture_asked(struct render_ctx *w, enum picture which)
{
	const struct mail_content *l = w->l;

	return l->form == MAIL_WHOLE && !l->preferences.brief &&
			       str_is(l->row->kind, "report") &&
			       l->preferences.form == MAIL_FORM_PICTURE
		       ? render_ctx_picture_id(w, which)
		       : STR("");
}

/* Is this asked for in its matter? */
static bool matter_says(const struct mail_content *l, const char *key)
{
	json_t *matter =
		json_loadb(l->row->matter.s, l->row->matter.len, 0, NULL);
	bool yes = json_integer_value(json_object_get(matter, key));

	json_decref(matter);
	return yes;
}

/* Is it a receipt by whose orders nothing has changed yet? */
static bool is_still(const struct mail_content *l)
{
	return str_is(l->row->kind, "receipt") && matter_says(l, "still");
}

/* Does the page read a position from this mail? */
static bool has_position(const struct mail_content *l)
{
	return l->view && l->seat >= 0 && l->game->state < GAME_ENDED &&
	       notify_is_report(l->row->kind) && !is_still(l);
}

/* the press messages that are read in this report, each in one line */
static int press_lines(struct render_ctx *w, const struct str **out)
{
	int n = w->l->n_said;
	struct str *v = ARENA_ARRAY(&w->a, (size_t)n + 1, struct str);

	for (int i = 0; i < n; i++)
		v[i] = str_one_line(&w->a, w->l->said[i].text);
	*out = v;
	return n;
}

/* What its reader has left, and is asked. */
static struct report_left left_of(const struct mail_content *l)
{
	struct report_left left = { .grace_h = l->grace_h,
				    .reserve_days = l->reserve_days,
				    .absence_days = l->absence_days,
				    .silences = l->silences,
				    .n_asked = l->n_asked };

	static_assert((int)MAIL_ASKED == (int)REPORT_ASKED, "the same");
	memcpy(left.asked, l->asked, sizeof(left.asked));
	return left;
}

/* Is its reader a game master? */
static bool leads(const struct mail_content *l)
{
	return slot_is_master(l->row->slot);
}

/* Do some queued orders wait for CONTINUE? Orders sent after a stop that left
 * nothing in the queue do not. */
static bool are_held(const struct mail_content *l)
{
	struct queue_entry e;

	for (int i = 0;
	     l->seat >= 0 && queue_at(&l->view->queue[l->seat], i, &e); i++)
		if (queue_entry_flags(e) & QUEUE_HELD)
			return true;
	return false;
}

static void put_history(const struct mail_content *l, struct report_input *in)
{
	in->tally = l->tally;
	in->turns = l->turns;
	in->n_turns = l->n_turns;
	in->past = l->past;
	in->n_past = l->n_past;
}

/* The whole report for the reader of w->l; due has room for all seats. */
static struct report_input report_of(struct render_ctx *w,
				     struct report_owed *due)
{
	const struct mail_content *l = w->l;
	static const enum report_word offered[] = {
		[MAIL_ENTROPY_NONE] = REPORT_WORD_NONE,
		[MAIL_ENTROPY_SEAL] = REPORT_WORD_SEAL,
		[MAIL_ENTROPY_OPEN] = REPORT_WORD_OPEN,
		[MAIL_ENTROPY_ASK] = REPORT_WORD_ASK,
	};
	struct report_input in = {
		.words = w->words,
		.sys = l->sys,
		.tells = l->report,
		.view = l->view->state,
		.seat = l->seat,
		.master = leads(l),
		.game = l->game->name,
		.namesake = l->namesake,
		.ended = l->game->state == GAME_ENDED,
		.point = l->game->point,
		.serial = l->serial,
		.seen = render_ctx_seen(w),
		.word = offered[l->word],
		.owed = due,
		.rule_link = w->rule_link,
		.page = l->judge->page_url,
		.brief = l->preferences.brief,
		.unruled = l->preferences.unruled,
		.text_only = l->preferences.form == MAIL_FORM_TEXT,
		.pictures = w->pictures,
		.write = l->grammar ? render_ctx_order : NULL,
		.writer = w,
		.cards = render_ctx_cards(w),
		.moment = render_ctx_moment,
	};

	in.n_events = render_ctx_events(w, &in.events);
	in.all = matter_says(l, "full");
	in.receipt = str_is(l->row->kind, "receipt");
	in.still = is_still(l);
	in.left = left_of(l);
	mail_seat_names(l, in.seat_name);
	memcpy(in.former, l->former, sizeof(in.former));
	put_history(l, &in);
	in.n_owed = owed(w, due);
	dice(w, &in.dice);
	in.start = start_of(l);
	/* who was late may still end a pause that the deadline made */
	in.paused = l->game->state == GAME_PAUSED &&
		    !str_is(l->game->paused_why, DEADLINE_PAUSE);
	in.n_queue = render_ctx_orders(w, false, &in.queue);
	in.held = are_held(l);
	in.n_waiting = render_ctx_waiting(w, w->l->view, &in.waiting);
	in.n_standing = render_ctx_orders(w, true, &in.standing);
	in.n_lines = lines_shown(w, &in.lines);
	return in;
}

/* what a seat's part of a game master's report begins with */
static void look_begin(struct render_ctx *w, int seat, struct buf *out)
{
	struct tval *v = tval_map(&w->a);
	char name[SLOT_NAME_MAX];

	slot_name(seat, name);
	tval_putz(&w->a, v, "seat", name);
	buf_addz(out, "\n\n==== ");
	messages_render(out, w->words, "report.look", TEMPLATE_LINE, v, NULL);
	buf_addz(out, " ====\n\n");
}

/* what happened that the seat may see, of what a master sees; their number */
static int seen_by(const struct mail_content *l, int seat, struct event *out)
{
	int n = 0;

	for (int i = 0; i < l->n_events; i++)
		if (l->events[i].audience == AUDIENCE_ALL ||
		    l->events[i].audience & AUDIENCE_SEAT(seat))
			out[n++] = l->events[i];
	return n;
}

/* For a master who sees all, append to the signed report: each seat's view, its
 * queue and its hidden information. */
static enum err looks_write(struct render_ctx *w)
{
	const struct mail_content *l = w->l;
	struct game *view = arena_alloc_raw(&w->a, sizeof(*view));
	struct report_owed due[SEATS_MAX];
	struct event *seen =
		ARENA_ARRAY(&w->a, (size_t)l->n_events + 1, struct event);
	struct mail_content seat = *l;
	struct buf all;
	enum err e = ERR_OK;

	buf_init(&all, LOOKS_MAX);
	buf_adds(&all, w->r.full.len ? w->r.full : w->r.text);
	seat.view = view;
	seat.word = MAIL_ENTROPY_NONE;
	for (int i = 0; !e && i < l->n_seats && l->seats[i].slot < SEATS_MAX;
	     i++) {
		struct report_input in;
		struct report r;

		seat.seat = l->seats[i].slot;
		game_view(l->whole, seat.seat, view);
		w->l = &seat;
		in = report_of(w, due);
		in.n_events = seen_by(l, seat.seat, seen);
		in.events = seen;
		in.master = false;
		in.looked_at = in.text_only = true;
		e = report_render(&w->a, &in, &r, w->why);
		w->l = l;
		look_begin(w, seat.seat, &all);
		buf_adds(&all, r.full);
	}
	w->r.full = arena_str(&w->a, buf_str(&all));
	buf_release(&all);
	return e;
}

/* A practice game: the first reports guide. */
static const char *practice_note(struct render_ctx *w)
{
	const struct mail_content *l = w->l;
	const struct common_state *h = (const void *)l->view->state;

	if (l->serial > 1)
		return "report.practice";
	return h->phase < l->sys->play
		       ? "report.practice_setup"
		       : arena_printf(&w->a, "report.practice_%s",
				      l->sys->name);
}

enum err mail_report_write(struct render_ctx *w)
{
	const struct mail_content *l = w->l;
	struct report_owed due[SEATS_MAX];
	struct report_input in = report_of(w, due);
	enum err e;

	/* a mail is no less without it */
	if (has_position(l) &&
	    !webapp_payload_mail(l, w->words->lang, w->kept, &w->a, &w->page,
				 w->why) &&
	    str_is(l->row->kind, "report"))
		in.play = webapp_payload_address(l, &w->page, &w->a);
	in.picture_id = picture_asked(w, PICTURE_BOARD);
	in.near_id = picture_asked(w, PICTURE_NEAR);
	if (l->first_s)
		in.note = render_ctx_said_again(w, "again.text");
	else if (l->whole)
		in.note = render_ctx_message(w, "report.open");
	else if (l->practice && l->seat >= 0)
		in.note = render_ctx_message(w, practice_note(w));
	else if (l->open_to_master &&
		 (!l->game->started || l->game->point <= l->game->started))
		in.note = render_ctx_message(w, "report.open_told");
	in.n_letters = press_lines(w, &in.letters);
	in.opened = l->opened;
	in.n_opened = l->n_opened;
	in.n_audit = audit(w, &in.audit);
	e = report_render(&w->a, &in, &w->r, w->why);
	return e || !l->whole ? e : looks_write(w);
}

enum err mail_report_subject(struct render_ctx *w, struct str *out)
{
	struct report_owed due[SEATS_MAX];
	struct report_input in = report_of(w, due);

	return report_subject(&w->a, &in, out, w->why);
}
