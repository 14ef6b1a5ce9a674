/*
 * src/cli/chronicle.c - heraldo chronicle: games as static pages, from the
 * judge or from exported logs. What everybody may see, and of a game of the
 * judge not before those who watch it are told.
 */
#include "cli/cli.h"
#include "audit/follow.h"
#include "auth/crypto.h"
#include "base/date.h"
#include "base/file.h"
#include "cli/house.h"
#include "games/games.h"
#include "report/annals.h"
#include "rules/common.h"
#include "rules/slot.h"
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES = 16 << 20, GAMES_TOLD = 4096 };

struct telling {
	struct cli *c;
	const char *dir;
	struct annals_wish wish;
	struct annals *annals;
	struct games games;
	struct house house;
	struct str told[GAMES_TOLD]; /* names */
	int n_told;
	uint64_t n_files, n_written;
	struct progress progress;

	/* the game at hand */
	struct follow follow;
	struct str id;
	struct game *view;
	bool begun;
	enum err e;
	struct why *why;
};

/* --- files -----------------------------------------------------------------
 */

static enum err folder(const char *path, struct why *why)
{
	if (!mkdir(path, 0755) || errno == EEXIST)
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

/* Under its name only when it is whole; not written where it stands already. */
static enum err keep(void *context, const char *path, struct str bytes,
		     struct why *why)
{
	struct telling *t = context;
	struct arena a = { 0 };
	char *file = arena_printf(&a, "%s/%s", t->dir, path);
	char *tmp = arena_printf(&a, "%s.new", file);
	enum err e = ERR_OK;
	bool written;
	FILE *f;

	t->n_files++;
	progress_step(&t->progress, t->n_files);
	if (!is_there(file, bytes)) {
		f = fopen(tmp, "w");
		written = f && fwrite(bytes.s, 1, bytes.len, f) == bytes.len;
		if (f && fclose(f))
			written = false;
		if (!written || rename(tmp, file))
			e = why_set(why, ERR_DISK, "cannot write %s: %s", file,
				    strerror(errno));
		t->n_written++;
	}
	arena_release(&a);
	return e;
}

/* --- a game ----------------------------------------------------------------
 */

/* "urn:uuid:", of what will never be another's. */
static void uid_make(char out[ANNALS_UID], struct str of, int64_t number)
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
	at = (size_t)snprintf(out, ANNALS_UID, "urn:uuid:");
	for (int i = 0; i < 16; i++)
		at += (size_t)snprintf(
			out + at, ANNALS_UID - at, "%s%02x",
			i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			d.b[i]);
}

/* Its pages have a folder of its name, so no two may have one. */
static enum err begin(struct telling *t, struct str name, struct why *why)
{
	enum err e;

	for (int i = 0; i < t->n_told; i++)
		if (str_equal(t->told[i], name))
			return why_set(why, ERR_USAGE,
				       "two games are called %.*s",
				       STR_ARG(name));
	if (t->n_told == GAMES_TOLD || memchr(name.s, '/', name.len) ||
	    !name.len || name.s[0] == '.')
		return why_set(why, ERR_USAGE, "no game for a page: %.*s",
			       STR_ARG(name));
	t->told[t->n_told++] = arena_str(&t->c->arena, name);
	e = folder(arena_printf(&t->c->arena, "%s/%.*s", t->dir, STR_ARG(name)),
		   why);
	if (!e)
		annals_game(t->annals, name);
	t->begun = !e;
	t->id = STR("");
	return e;
}

/* What is for all, with its time, to the annals. */
static enum err point(struct telling *t, struct annals_point *p,
		      const struct event *v, int n, struct why *why)
{
	struct arena tmp = { 0 };
	struct event *open = ARENA_ARRAY(&tmp, (size_t)n + 1, struct event);
	char room[EVENT_TEXT_ROOM];
	enum err e;

	for (int i = 0; i < n; i++) {
		if (v[i].audience != AUDIENCE_ALL)
			continue;
		event_copy(&open[p->n_events++], &v[i]);
		if (v[i].kind == COMMON_ADJUDICATION)
			(void)date_parse_time(
				event_get_text(&v[i], COMMON_ADJUDICATION_AT,
					       room, sizeof(room)),
				&p->at_s);
		if (v[i].kind == COMMON_GAME_CREATED)
			t->id = arena_str(&t->c->arena,
					  event_get_text(&v[i],
							 COMMON_GAME_CREATED_ID,
							 room, sizeof(room)));
	}
	p->events = open;
	uid_make(p->uid, t->id, p->point);
	e = annals_point(t->annals, p, why);
	arena_release(&tmp);
	return e;
}

static enum err end(struct telling *t, struct why *why)
{
	t->begun = false;
	return annals_game_end(t->annals, why);
}

/* --- from a log ------------------------------------------------------------
 */

static void log_point(void *context, const struct verify_point *p)
{
	struct telling *t = context;
	const struct game *g = follow_point(&t->follow, p);
	struct annals_point a = { .sys = p->kind->rules,
				  .tells = game_report(p->kind),
				  .point = (int64_t)p->point,
				  .at_s = p->at_s };
	char room[EVENT_TEXT_ROOM];

	/* the first event of a log names its game */
	if (!t->e && !t->begun)
		t->e = begin(t,
			     event_get_text(&p->events[0],
					    COMMON_GAME_CREATED_GAME, room,
					    sizeof(room)),
			     t->why);
	if (t->e)
		return;
	if (g) {
		game_view(g, -1, t->view);
		a.view = t->view->state;
	}
	t->e = point(t, &a, p->events, p->n_events, t->why);
}

static enum err log_tell(struct telling *t, const char *file, struct why *why)
{
	struct verify_means m = { .systems = t->games.kinds,
				  .n_systems = t->games.n,
				  .point = log_point,
				  .context = t };
	struct arena a = { 0 };
	struct verify_result *r = ARENA_NEW(&a, struct verify_result);
	struct buf bytes;
	enum err e = file_read(file, VERIFY_FILE_MAX, &bytes, why);

	follow_init(&t->follow, &a);
	t->e = ERR_OK;
	t->why = why;
	if (!e) {
		verify_export(buf_str(&bytes), &m, &a, r);
		e = t->e;
	}
	if (!e && !r->good)
		e = why_set(why, ERR_FORMAT, "%s: not verified, line %zu: %s",
			    file, r->fault.line, r->fault.what);
	if (!e)
		e = end(t, why);
	buf_release(&bytes);
	arena_release(&a);
	return e;
}

/* --- from the judge --------------------------------------------------------
 */

static enum err letter_point(void *context, const struct letter *l,
			     struct why *why)
{
	struct telling *t = context;
	struct arena a = { 0 };
	struct str *said = ARENA_ARRAY(&a, (size_t)l->n_said + 1, struct str);
	struct annals_point p = { .sys = l->sys,
				  .tells = l->report,
				  .view = l->view->state,
				  .point = l->row->point,
				  .letters = said,
				  .n_letters = l->n_said };
	enum err e;

	for (int i = 0; i < l->n_said; i++)
		said[i] = str_one_line(&a, l->said[i].text);
	e = point(t, &p, l->events, l->n_events, why);
	arena_release(&a);
	return e;
}

static enum err judge_tell(struct telling *t, const char *name, struct why *why)
{
	struct game_row g;
	int64_t last = 0;
	enum err e = cli_game(t->c, &t->house, name, &g, why);

	if (!e)
		e = judge_game_watched(t->house.judge, g.id, &last, why);
	if (!e)
		e = begin(t, g.name, why);
	for (int64_t i = 1; !e && i <= last; i++)
		e = judge_game_letter(t->house.judge, g.id, SLOT_OBSERVER, i,
				      letter_point, t, why);
	return e ? e : end(t, why);
}

/* --- all of them -----------------------------------------------------------
 */

static bool is_file(const char *name)
{
	size_t len = strlen(name);

	return strchr(name, '/') ||
	       (len > 6 && !strcmp(name + len - 6, ".jsonl"));
}

static enum err tell_all(struct telling *t, char **names, int n,
			 struct why *why)
{
	char uid[ANNALS_UID];
	enum err e = folder(t->dir, why);

	uid_make(uid, t->wish.link.len ? t->wish.link : t->wish.title, 0);
	t->wish.uid = str_of(uid);
	t->wish.write = keep;
	t->wish.context = t;
	t->annals = annals_begin(&t->c->arena, &t->wish);
	t->view = arena_alloc(&t->c->arena, sizeof(*t->view));
	progress_start(&t->progress, t->c, "chronicle", 0);
	for (int i = 0; !e && i < n; i++)
		e = is_file(names[i]) ? log_tell(t, names[i], why)
				      : judge_tell(t, names[i], why);
	if (!e)
		e = annals_end(t->annals, why);
	if (!e)
		progress_end(&t->progress,
			     arena_printf(&t->c->arena,
					  "%llu files, %llu written",
					  (unsigned long long)t->n_files,
					  (unsigned long long)t->n_written));
	return e;
}

struct sources {
	const char *templates, *language;
};

/* Logs need no judge, and no configuration where both folders are named. */
static int open_all(struct telling *t, struct sources *s, char **names, int n)
{
	struct cli *c = t->c;
	struct why why = { 0 };
	struct words *words;
	bool all_files = true;
	int code = EXIT_FINE;
	enum err e;

	for (int i = 0; i < n; i++)
		all_files &= is_file(names[i]);
	if (!all_files || (!s->templates && !access(c->config_file, R_OK)))
		code = cli_config(c);
	if (!code && !all_files)
		code = cli_house(c, &t->house);
	if (code)
		return code;
	if (!s->templates)
		s->templates = c->config_loaded ? c->config.templates
						: PKGDATADIR "/templates";
	if (!s->language)
		s->language =
			c->config_loaded ? c->config.language : WORDS_FALLBACK;
	crypto_init();
	e = words_load(&c->arena, s->templates, s->language, &words, &why);
	t->wish.words = words;
	/* a log brings its own words and cards */
	if (!e)
		e = games_open(&t->games, game_kinds, n_game_kinds, NULL, &why);
	return e ? cli_fail(c, e, &why) : EXIT_FINE;
}

int command_chronicle(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "language", required_argument, NULL, 'l' },
		{ "link", required_argument, NULL, 'u' },
		{ "templates", required_argument, NULL, 't' },
		{ "title", required_argument, NULL, 'n' },
		{ NULL, 0, NULL, 0 },
	};
	struct telling *t = ARENA_NEW(&c->arena, struct telling);
	struct sources s = { 0 };
	struct why why = { 0 };
	int opt, code;
	enum err e;

	t->c = c;
	while ((opt = getopt_long(argc, argv, "l:u:t:n:", options, NULL)) !=
	       -1) {
		switch (opt) {
		case 'l': s.language = optarg; break;
		case 'u': t->wish.link = str_of(optarg); break;
		case 't': s.templates = optarg; break;
		case 'n': t->wish.title = str_of(optarg); break;
		default: return cli_usage(c, "no such option");
		}
	}
	if (t->wish.link.len && t->wish.link.s[t->wish.link.len - 1] != '/')
		return cli_usage(c, "a link to a folder ends with /");
	code = cli_words(c, argc, optind, 2, INT_MAX);
	if (!code)
		code = open_all(t, &s, argv + optind + 1, argc - optind - 1);
	if (!code) {
		t->dir = argv[optind];
		e = tell_all(t, argv + optind + 1, argc - optind - 1, &why);
		if (e)
			code = cli_fail(c, e, &why);
	}
	games_release(&t->games);
	house_release(&t->house);
	return code;
}
