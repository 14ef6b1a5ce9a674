/* src/tournament/site_files.c */
#include "tournament/site_files.h"
#include "base/crypto.h"
#include "base/date.h"
#include "base/file.h"
#include "base/xalloc.h"
#include "base/parse.h"
#include "judge/notify/json_values.h"
#include "engine/common.h"
#include "engine/slot.h"
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <sys/stat.h>

enum { FILE_BYTES = 16 << 20, GAMES_TOLD = 8192 };

static const char memory_file[] = "memory";

struct site_files {
	struct arena *a;
	const struct site_files_wish *w;
	struct site_wish wish;
	struct site *annals;
	/* of the last time */
	struct site_card known[GAMES_TOLD];
	size_t n_known, at;          /* at: where one is looked for first */
	struct str told[GAMES_TOLD]; /* names */
	int n_told;
	uint64_t n_files, n_written;
	struct str id; /* of the current game */
};

/* --- files -----------------------------------------------------------------
 */

enum err site_files_folder(const char *path, struct why *why)
{
	if (!mkdir(path, 0755) && !chmod(path, 0755))
		return ERR_OK;
	if (errno == EEXIST)
		return ERR_OK;
	return why_set(why, ERR_DISK, "cannot make %s: %s", path,
		       strerror(errno));
}

static bool is_there(const char *path, struct str bytes)
{
	struct stat st;
	struct buf b;
	bool same = false;

	buf_init(&b, FILE_BYTES);
	if (!stat(path, &st) && (size_t)st.st_size == bytes.len &&
	    !file_read(path, FILE_BYTES, &b, NULL))
		same = str_equal(buf_str(&b), bytes);
	buf_release(&b);
	return same;
}

/* Rename a complete file into place; skip an unchanged one. */
static enum err file_keep(void *context, const char *path, struct str bytes,
			  struct why *why)
{
	struct site_files *p = context;
	struct arena a = { 0 };
	char *file = arena_printf(&a, "%s/%s", p->w->dir, path);
	char *tmp = arena_printf(&a, "%s.new", file);
	enum err e = ERR_OK;
	bool written;
	FILE *f;

	p->n_files++;
	if (p->w->step)
		p->w->step(p->w->context, p->n_files);
	if (!is_there(file, bytes)) {
		f = fopen(tmp, "w");
		written = f && fwrite(bytes.s, 1, bytes.len, f) == bytes.len;
		written = written && !fchmod(fileno(f), 0644);
		if (f && fclose(f))
			written = false;
		if (!written || rename(tmp, file))
			e = why_set(why, ERR_DISK, "cannot write %s: %s", file,
				    strerror(errno));
		p->n_written++;
	}
	arena_release(&a);
	return e;
}

/* --- what was told the last time -------------------------------------------
 * A value as JSON: texts begin with what they are.
 */

static const char kinds[] = {
	[TVAL_TEXT] = 't',
	[TVAL_MARKUP] = 'm',
	[TVAL_WORD] = 'w',
};

static json_t *value_write(const struct tval *v)
{
	struct buf b;
	json_t *j;

	switch (v->kind) {
	case TVAL_LIST:
		j = json_array();
		for (const struct tval *t = v->first; t; t = t->next)
			json_array_append_new(j, value_write(t));
		return j;
	case TVAL_MAP:
		j = json_object();
		for (const struct tval *t = v->first; t; t = t->next)
			json_object_setn_new(j, t->key.s, t->key.len,
					     value_write(t));
		return j;
	case TVAL_TEXT:
	case TVAL_MARKUP:
	case TVAL_WORD:
		buf_init(&b, FILE_BYTES);
		buf_addf(&b, "%c%.*s", kinds[v->kind], STR_ARG(v->text));
		j = json_stringn(buf_str(&b).s, buf_str(&b).len);
		buf_release(&b);
		return j;
	default: return json_integer(v->n);
	}
}

static struct tval *text_read(struct arena *a, struct str s)
{
	char kind = s.len ? s.s[0] : 't';

	if (s.len) {
		s.s++;
		s.len--;
	}
	if (kind == 'w')
		return tval_word(a, "%.*s", STR_ARG(s));
	return kind == 'm' ? tval_markup(a, s) : tval_text(a, s);
}

static struct str card_text(void *context, struct arena *a,
			    const struct tval *v)
{
	json_t *j = value_write(v);
	char *text = xalloc_check(json_dumps(j, JSON_COMPACT | JSON_SORT_KEYS));
	struct str out = arena_str(a, str_of(text));

	(void)context;
	free(text);
	json_decref(j);
	return out;
}

/* What cannot be read is an empty one. */
static struct tval *card_value(void *context, struct arena *a, struct str text)
{
	json_t *j = json_loadb(text.s, text.len, 0, NULL);
	struct tval *v = j ? tval_of_json(a, j, text_read) : tval_map(a);

	(void)context;
	json_decref(j);
	return v;
}

/* What all its pages have. */
static struct str mark_of(struct site_files *p)
{
	return str_of(arena_printf(p->a, "%s %.*s %.*s %.*s", PACKAGE_VERSION,
				   STR_ARG(p->w->words->lang),
				   STR_ARG(p->w->link), STR_ARG(p->w->title)));
}

/* Lines: what it was told by, then the card of each game. */
static void memory_parse(struct site_files *p, struct str text)
{
	const struct tval *mark;
	struct tval *v;
	struct str line;

	if (!parse_line(&text, &line))
		return;
	v = card_value(NULL, p->a, line);
	mark = v->kind == TVAL_MAP ? tval_get(v, STR("mark")) : NULL;
	if (!mark || !str_equal(mark->text, mark_of(p)))
		return;
	while (p->n_known < GAMES_TOLD && parse_line(&text, &line)) {
		struct site_card *c = &p->known[p->n_known];

		if (parse_field(&line, '\t', &c->name) &&
		    parse_field(&line, '\t', &c->mark) && line.len) {
			c->text = line;
			p->n_known++;
		}
	}
	site_recall(p->annals, v);
}

/* If the file cannot be read, all games are written again. */
static void memory_read(struct site_files *p)
{
	const char *path = arena_printf(p->a, "%s/%s", p->w->dir, memory_file);
	struct buf b;

	buf_init(&b, FILE_BYTES);
	if (!file_read(path, FILE_BYTES, &b, NULL))
		memory_parse(p, arena_str(p->a, buf_str(&b)));
	buf_release(&b);
}

static enum err memory_write(struct site_files *p, struct why *why)
{
	struct tval *v = site_memory(p->annals, p->a);
	const struct site_card *cards;
	struct buf b;
	size_t n;
	bool full;
	enum err e;

	tval_puts(p->a, v, "mark", mark_of(p));
	buf_init(&b, FILE_BYTES);
	buf_adds(&b, card_text(NULL, p->a, v));
	buf_addc(&b, '\n');
	cards = site_cards(p->annals, &n);
	for (size_t i = 0; i < n; i++)
		buf_addf(&b, "%.*s\t%.*s\t%.*s\n", STR_ARG(cards[i].name),
			 STR_ARG(cards[i].mark), STR_ARG(cards[i].text));
	full = b.full;
	e = full ? why_set(why, ERR_TOO_LARGE, "%s: more games than fit",
			   p->w->dir)
		 : file_keep(p, memory_file, buf_str(&b), why);
	buf_release(&b);
	return e;
}

/* The card of a game from the last time, or NULL. */
static const struct site_card *known_find(struct site_files *p, struct str name)
{
	/* mostly it is the same again, or the next one */
	for (size_t i = 0; i < p->n_known; i++) {
		size_t k = (p->at + i) % p->n_known;

		if (str_equal(p->known[k].name, name)) {
			p->at = k;
			return &p->known[k];
		}
	}
	return NULL;
}

/* --- a game ----------------------------------------------------------------
 */

/* "urn:uuid:", of what will never be another's. */
static void uid_make(char out[SITE_UID], struct str of, int64_t number)
{
	struct hasher h;
	struct hash d;
	size_t at;

	hasher_init(&h, STR(""), HASH_SIZE);
	hasher_addz(&h, "heraldo chronicle 1");
	hasher_add(&h, of.s, of.len);
	hasher_add_u64(&h, (uint64_t)number);
	hasher_end(&h, d.b);
	d.b[6] = (uint8_t)(0x80 | (d.b[6] & 0x0f)); /* of our own making */
	d.b[8] = (uint8_t)(0x80 | (d.b[8] & 0x3f));
	at = (size_t)snprintf(out, SITE_UID, "urn:uuid:");
	for (int i = 0; i < 16; i++)
		at += (size_t)snprintf(
			out + at, SITE_UID - at, "%s%02x",
			i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			d.b[i]);
}

static enum err take_name(struct site_files *p, struct str name,
			  struct why *why)
{
	/* those of a campaign are not asked for twice */
	for (int i = 0; !p->w->season && i < p->n_told; i++)
		if (str_equal(p->told[i], name))
			return why_set(why, ERR_USAGE,
				       "two games are called %.*s",
				       STR_ARG(name));
	if (p->n_told == GAMES_TOLD || memchr(name.s, '/', name.len) ||
	    !name.len || name.s[0] == '.')
		return why_set(why, ERR_USAGE, "no game for a page: %.*s",
			       STR_ARG(name));
	p->told[p->n_told++] = arena_str(p->a, name);
	return ERR_OK;
}

enum err site_files_begin(struct site_files *p, struct str name,
			  struct str mark, bool *known, struct why *why)
{
	const struct site_card *card;
	enum err e = take_name(p, name, why);

	*known = false;
	if (e)
		return e;
	card = known_find(p, name);
	*known = card && str_equal(card->mark, mark);
	if (*known) {
		site_remember(p->annals, card);
		return ERR_OK;
	}
	e = site_files_folder(
		arena_printf(p->a, "%s/%.*s", p->w->dir, STR_ARG(name)), why);
	if (!e)
		site_game(p->annals, name, mark);
	p->id = STR("");
	return e;
}

enum err site_files_point(struct site_files *p, struct site_point *a,
			  const struct event *v, int n, struct why *why)
{
	struct arena tmp = { 0 };
	struct event *open = ARENA_ARRAY(&tmp, (size_t)n + 1, struct event);
	char room[EVENT_TEXT_ROOM];
	enum err e;

	for (int i = 0; i < n; i++) {
		if (v[i].audience != AUDIENCE_ALL)
			continue;
		event_copy(&open[a->n_events++], &v[i]);
		if (v[i].kind == COMMON_ADJUDICATION)
			(void)date_parse_time(
				event_get_text(&v[i], COMMON_ADJUDICATION_AT,
					       room, sizeof(room)),
				&a->at_s);
		if (v[i].kind == COMMON_GAME_CREATED)
			p->id = arena_str(p->a,
					  event_get_text(&v[i],
							 COMMON_GAME_CREATED_ID,
							 room, sizeof(room)));
	}
	a->events = open;
	uid_make(a->uid, p->id, a->point);
	e = site_point(p->annals, a, why);
	arena_release(&tmp);
	return e;
}

enum err site_files_end(struct site_files *p, struct why *why)
{
	return site_game_end(p->annals, why);
}

/* --- from the judge --------------------------------------------------------
 */

static enum err mail_point(void *context, const struct mail_content *l,
			   struct why *why)
{
	struct site_files *p = context;
	struct arena tmp = { 0 };
	struct str *said = ARENA_ARRAY(&tmp, (size_t)l->n_said + 1, struct str);
	struct site_point a = { .sys = l->sys,
				.tells = l->report,
				.view = l->view->state,
				.point = l->row->point,
				.letters = said,
				.n_letters = l->n_said };
	enum err e;

	for (int i = 0; i < l->n_said; i++)
		said[i] = str_one_line(&tmp, l->said[i].text);
	e = site_files_point(p, &a, l->events, l->n_events, why);
	arena_release(&tmp);
	return e;
}

/* The mark of an existing game's pages. */
static struct str mark_before(struct site_files *p, struct str name)
{
	const struct site_card *card = known_find(p, name);

	return card ? card->mark : STR("");
}

static struct str mark_make(const struct site_files *p, int64_t point,
			    bool whole)
{
	return str_of(arena_printf(p->a, "%lld%s", (long long)point,
				   whole ? " whole" : ""));
}

bool site_files_complete(struct site_files *p, struct str name, int64_t point)
{
	struct str whole = mark_make(p, point, true);
	struct why why = { 0 };
	bool known = false;

	return str_equal(mark_before(p, name), whole) &&
	       !site_files_begin(p, name, whole, &known, &why) && known;
}

enum err site_files_game(struct site_files *p, struct judge *j,
			 const struct game_row *g, bool *whole, struct why *why)
{
	struct why asked = { 0 };
	int64_t last = 0;
	bool known = false;
	enum err e = judge_game_watched(j, g->id, &last, &asked), away = e;
	struct str mark;

	*whole = e || (g->state == GAME_ENDED && last == g->point);
	mark = e ? mark_before(p, g->name) : mark_make(p, last, *whole);
	if (e && (e != ERR_ARCHIVED || !mark.len))
		return why_set(why, e, "%s", asked.text);
	e = site_files_begin(p, g->name, mark, &known, why);
	if (e || known)
		return e;
	if (away)
		return why_set(why, away, "%s", asked.text);
	for (int64_t i = 1; !e && i <= last; i++)
		e = judge_game_mail(j, g->id, SLOT_OBSERVER, i, mail_point, p,
				    why);
	return e ? e : site_files_end(p, why);
}

/* --- all of them -----------------------------------------------------------
 */

enum err site_files_open(struct arena *a, const struct site_files_wish *w,
			 struct site_files **out, struct why *why)
{
	struct site_files *p = ARENA_NEW(a, struct site_files);
	char *uid = arena_alloc(a, SITE_UID);
	enum err e = site_files_folder(w->dir, why);

	p->a = a;
	p->w = w;
	uid_make(uid, w->link.len ? w->link : w->title, 0);
	p->wish = (struct site_wish){ .words = w->words,
				      .title = w->title,
				      .uid = str_of(uid),
				      .link = w->link,
				      .season = w->season,
				      .write = file_keep,
				      .text = card_text,
				      .value = card_value,
				      .context = p };
	p->annals = site_begin(a, &p->wish);
	if (!e && w->goes_on)
		memory_read(p);
	*out = p;
	return e;
}

enum err site_files_close(struct site_files *p, uint64_t *n_files,
			  uint64_t *n_written, struct why *why)
{
	enum err e = site_end(p->annals, why);

	if (!e && p->w->goes_on)
		e = memory_write(p, why);
	*n_files = p->n_files;
	*n_written = p->n_written;
	return e;
}
