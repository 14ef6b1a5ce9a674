/* src/judge/requests/preferences.c */
#include "judge/requests/preferences.h"
#include "judge/notify/notify.h"
#include "judge/game/reject.h"
#include "protocol/keywords.h"
#include "judge/game/timezone_names.h"
#include "base/parse.h"
#include "mail/addr.h"

/* Reading -------------------------------------------------------------------
 */

struct taking {
	struct arena *a;
	const struct vocabulary *v;
	struct preference_lines *out;
	bool bare; /* without PREFER, too */
};

/* The next word of the line, if it is one for this. */
static bool preferences_says(const struct taking *t, struct str *line,
			     enum keyword_word what)
{
	struct str rest = parse_trim(*line), word;

	if (!parse_field(&rest, ' ', &word) ||
	    !keyword_is(t->a, t->v, what, word))
		return false;
	*line = parse_trim(rest);
	return true;
}

/* The next word, whatever it is. */
static bool preferences_value(struct str *line, struct str *out)
{
	*line = parse_trim(*line);
	return parse_field(line, ' ', out) && out->len;
}

/* "22:00", "8:30", "22" */
static bool clock_parse(struct str *line, int *minutes)
{
	struct str word, hour;
	int64_t h, m = 0;

	if (!preferences_value(line, &word) ||
	    !parse_field(&word, ':', &hour) || !parse_int(hour, 0, 23, &h) ||
	    (word.len && (word.len != 2 || !parse_int(word, 0, 59, &m))))
		return false;
	*minutes = (int)(60 * h + m);
	return true;
}

static bool quiet_parse(const struct taking *t, struct str *line)
{
	struct preferences *w = &t->out->preferences;

	t->out->set |= PREFERENCES_QUIET;
	w->quiet_from = w->quiet_until = 0;
	if (preferences_says(t, line, SPOKEN_off))
		return true;
	return clock_parse(line, &w->quiet_from) &&
	       (preferences_says(t, line, SPOKEN_until), true) &&
	       clock_parse(line, &w->quiet_until) &&
	       w->quiet_from != w->quiet_until;
}

/* behind a word that can be turned off */
static bool is_off(const struct taking *t, struct str *line)
{
	return preferences_says(t, line, SPOKEN_off) ||
	       (preferences_says(t, line, SPOKEN_on), false);
}

static bool form_parse(const struct taking *t, struct str *line)
{
	struct preferences *w = &t->out->preferences;

	if (preferences_says(t, line, SPOKEN_text))
		w->form = MAIL_FORM_TEXT;
	else if (preferences_says(t, line, SPOKEN_html))
		w->form = MAIL_FORM_HTML;
	else if (preferences_says(t, line, SPOKEN_picture))
		w->form = is_off(t, line) ? MAIL_FORM_HTML : MAIL_FORM_PICTURE;
	else
		return false;
	t->out->set |= PREFERENCES_FORM;
	return true;
}

static bool press_setting_parse(const struct taking *t, struct str *line)
{
	struct preference_lines *w = t->out;

	w->set |= PREFERENCES_LETTERS;
	w->preferences.press_next = preferences_says(t, line, SPOKEN_next);
	return w->preferences.press_next ||
	       preferences_says(t, line, SPOKEN_now);
}

static bool habit_parse(const struct taking *t, struct str *line)
{
	struct preferences *w = &t->out->preferences;
	unsigned set;

	if (preferences_says(t, line, SPOKEN_short)) {
		w->brief = true;
		set = PREFERENCES_LENGTH;
	} else if (preferences_says(t, line, SPOKEN_long)) {
		w->brief = false;
		set = PREFERENCES_LENGTH;
	} else if (preferences_says(t, line, SPOKEN_rules)) {
		w->unruled = is_off(t, line);
		set = PREFERENCES_RULES;
	} else if (preferences_says(t, line, SPOKEN_digest)) {
		w->digest = !is_off(t, line);
		set = PREFERENCES_DIGEST;
	} else if (preferences_says(t, line, SPOKEN_standin)) {
		w->standin = !is_off(t, line);
		set = PREFERENCES_STANDIN;
	} else if (preferences_says(t, line, SPOKEN_single)) {
		w->digest = false;
		set = PREFERENCES_DIGEST;
	} else {
		return false;
	}
	t->out->set |= set;
	return true;
}

/* One thing at the beginning of the line, taken off it. */
static bool preference_read(const struct taking *t, struct str *line)
{
	struct preference_lines *w = t->out;

	if (preferences_says(t, line, SPOKEN_language))
		return preferences_value(line, &w->language);
	if (preferences_says(t, line, SPOKEN_zone))
		return preferences_value(line, &w->zone);
	if (preferences_says(t, line, SPOKEN_quiet))
		return quiet_parse(t, line);
	if (preferences_says(t, line, SPOKEN_letters))
		return press_setting_parse(t, line);
	if (preferences_says(t, line, SPOKEN_address)) {
		w->no_address = preferences_says(t, line, SPOKEN_off);
		return w->no_address || preferences_value(line, &w->address);
	}
	return form_parse(t, line) || habit_parse(t, line);
}

static struct str without_commas(struct arena *a, struct str s)
{
	char *copy = arena_copy(a, s.s, s.len);

	for (size_t i = 0; i < s.len; i++)
		if (copy[i] == ',')
			copy[i] = ' ';
	return (struct str){ copy, s.len };
}

/* LANGUAGE es: what nobody can mean otherwise */
static bool is_bare(const struct taking *t, struct str line)
{
	struct str one;

	return preferences_says(t, &line, SPOKEN_language) &&
	       parse_field(&line, ' ', &one) && one.len && !line.len;
}

static bool prefer_line(void *context, struct str line, struct str whole)
{
	struct taking *t = context;
	struct preference_lines *w = t->out;
	struct str rest = without_commas(t->a, line);
	bool good = true;

	(void)whole;
	if (!preferences_says(t, &rest, SPOKEN_prefer) &&
	    !(t->bare && is_bare(t, rest)))
		return false;
	w->said = true;
	while (good && rest.len)
		good = preference_read(t, &rest);
	if (!good && !w->bad) {
		w->bad = true;
		w->bad_line = arena_str(t->a, line);
	}
	return true;
}

void preferences_parse(struct arena *a, const struct vocabulary *v,
		       struct str text, bool bare, struct preference_lines *out)
{
	struct taking t = { a, v, out, bare };

	*out = (struct preference_lines){ .bad_line = STR("") };
	out->rest = judge_lines_pick(a, text, ' ', prefer_line, &t);
}

/* Doing ---------------------------------------------------------------------
 */

/* Signed text is in capitals, names of zones are not. */
static enum err names_set(struct delivery *d, const struct preference_lines *w,
			  const struct person_row *p, struct why *why)
{
	struct str language = p->language, zone = p->zone;

	if (w->language.len)
		language = judge_language_named(d->a, w->language);
	if (w->language.len && !judge_has_language(d->j, language))
		return reject_set(why, REJECT_no_language,
				  REJECT_OF(w->language));
	if (w->zone.len)
		zone = timezone_named(d->a, w->zone);
	if (w->zone.len && !zone.len)
		return reject_set(why, REJECT_no_zone, REJECT_OF(w->zone));
	return store_person_set(d->j->st, p->id, language, zone, why);
}

static enum err preferences_set(struct delivery *d,
				const struct preference_lines *w,
				const struct person_row *p, struct why *why)
{
	struct preferences now = p->preferences;
	int n;
	enum err e;

	if (w->set & PREFERENCES_FORM)
		now.form = w->preferences.form;
	if (w->set & PREFERENCES_LENGTH)
		now.brief = w->preferences.brief;
	if (w->set & PREFERENCES_RULES)
		now.unruled = w->preferences.unruled;
	if (w->set & PREFERENCES_DIGEST)
		now.digest = now.press_next = w->preferences.digest;
	if (w->set & PREFERENCES_LETTERS)
		now.press_next = w->preferences.press_next;
	if (w->set & PREFERENCES_STANDIN)
		now.standin = w->preferences.standin;
	if (w->set & PREFERENCES_QUIET) {
		now.quiet_from = w->preferences.quiet_from;
		now.quiet_until = w->preferences.quiet_until;
	}
	e = store_preferences_set(d->j->st, p->id, &now, why);
	/* who says so is awake */
	if (!e && w->set & (PREFERENCES_DIGEST | PREFERENCES_QUIET |
			    PREFERENCES_LETTERS))
		e = store_outbox_release(d->j->st, p->id, judge_now(d->j), &n,
					 why);
	return e;
}

static enum err address_set(struct delivery *d,
			    const struct preference_lines *w,
			    const struct person_row *p, struct why *why)
{
	struct str address = addr_ascii(d->a, w->address);

	if (w->no_address)
		return store_second_set(d->j->st, p->id, STR(""),
					judge_now(d->j), why);
	if (!address.len)
		return ERR_OK;
	/* it works again */
	if (str_equal(address, p->address) || str_equal(address, p->second))
		return store_address_good(d->j->st, p->id, why);
	return person_second_ask(d, address, why);
}

static enum err preferences_apply(struct delivery *d,
				  const struct preference_lines *w,
				  struct why *why)
{
	struct person_row p;
	enum err e = store_person_get(d->j->st, d->f.person, d->a, &p, why);

	if (!e)
		e = names_set(d, w, &p, why);
	if (!e)
		e = preferences_set(d, w, &p, why);
	return e ? e : address_set(d, w, &p, why);
}

static struct str clock_text(struct arena *a, int minutes)
{
	return str_of(arena_printf(a, "%02d:%02d", minutes / 60, minutes % 60));
}

/* What holds now. */
static enum err answer_all(struct delivery *d, const struct preference_lines *w,
			   struct why *why)
{
	struct person_row p;
	struct payload m;
	struct str lines = STR("");
	enum err e = store_person_get(d->j->st, d->f.person, d->a, &p, why);

	if (!e && !d->goes_on)
		e = delivery_first_lines(d, &lines, why);
	if (e)
		return e;
	payload_init(&m);
	payload_text(&m, "language", p.language);
	payload_text(&m, "zone", p.zone.len ? p.zone : d->j->c.zone);
	payload_int(&m, "html", p.preferences.form == MAIL_FORM_HTML);
	payload_int(&m, "text", p.preferences.form == MAIL_FORM_TEXT);
	payload_int(&m, "brief", p.preferences.brief);
	payload_int(&m, "unruled", p.preferences.unruled);
	payload_int(&m, "digest", p.preferences.digest);
	payload_int(&m, "press_next", p.preferences.press_next);
	payload_int(&m, "standin", p.preferences.standin);
	if (p.preferences.quiet_from != p.preferences.quiet_until) {
		payload_text(&m, "quiet_from",
			     clock_text(d->a, p.preferences.quiet_from));
		payload_text(&m, "quiet_until",
			     clock_text(d->a, p.preferences.quiet_until));
	}
	payload_text(&m, "address", p.address);
	payload_int(&m, "address_bad", p.bounces > 0);
	payload_text(&m, "second", p.second);
	payload_text(&m, "asked",
		     d->asked ? addr_ascii(d->a, w->address) : STR(""));
	payload_text(&m, "first_lines", parse_trim(lines));
	return delivery_answer(d, "preferences", NULL, payload_end(&m, d->a),
			       why);
}

struct preference_save {
	struct delivery *d;
	const struct preference_lines *w;
	bool done;
};

static enum err preferences_save(void *context, struct why *why)
{
	struct preference_save *x = context;
	enum err e = preferences_apply(x->d, x->w, why);

	x->done = !e;
	return e;
}

enum err preferences_execute(struct delivery *d,
			     const struct preference_lines *w, bool *done,
			     struct why *why)
{
	struct preference_save x = { .d = d, .w = w };
	bool may;
	enum err e;

	*done = false;
	if (w->bad)
		return delivery_refuse(d, NULL, "prefer_unreadable",
				       w->bad_line, why);
	e = reply_may_ask(d, &may, why);
	if (e || !may)
		return e;
	e = delivery_whole(d, preferences_save, &x, "prefer_refused", why);
	*done = x.done;
	if (e || !*done)
		return e;
	d->out.verdict = "preferred";
	return answer_all(d, w, why);
}

/* Is there nothing but remarks in it? */
static bool is_empty(struct str text)
{
	struct str line;

	while (parse_line(&text, &line)) {
		line = parse_trim(line);
		if (line.len && !str_starts(line, "//"))
			return false;
	}
	return true;
}

enum err preferences_station(struct delivery *d, bool *mine, struct why *why)
{
	struct str body = { d->f.text.text.s + d->f.claim.body,
			    d->f.text.text.len - d->f.claim.body };
	struct preference_lines w;
	bool done;
	enum err e;

	/* who commands about keys has a LANGUAGE of that */
	preferences_parse(d->a, d->f.claim.words, body,
			  d->f.claim.kind != CLAIM_KEYS, &w);
	*mine = w.said;
	if (!w.said)
		return ERR_OK;
	if (!is_empty(w.rest))
		return delivery_refuse(d, NULL, "prefer_alone", STR(""), why);
	e = preferences_execute(d, &w, &done, why);
	/* who watches wants mails of it again */
	if (!e && done && d->f.slot >= SLOT_OBSERVER)
		e = store_seat_stop(d->j->st, d->f.game, d->f.slot, false, why);
	return e;
}

static bool alone(const struct delivery *d, const struct vocabulary *v,
		  struct preference_lines *w)
{
	*w = (struct preference_lines){ 0 };
	if (v)
		preferences_parse(d->a, v, d->f.text.text, true, w);
	return w->said && is_empty(w->rest);
}

bool preferences_are_alone(const struct delivery *d, const struct vocabulary *v)
{
	struct preference_lines w;

	return alone(d, v, &w);
}

enum err preferences_alone(struct delivery *d, const struct vocabulary *v,
			   bool *mine, struct why *why)
{
	struct preference_lines w;
	bool done;

	*mine = alone(d, v, &w);
	if (!*mine)
		return ERR_OK;
	d->out = (struct mail_verdict){ "preferred", 0, -1 };
	return preferences_execute(d, &w, &done, why);
}
