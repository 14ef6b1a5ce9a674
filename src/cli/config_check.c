/* src/cli/config_check.c */
#include "cli/config_check.h"
#include "cli/app.h"
#include "cli/page.h"
#include "cli/secret.h"
#include "cli/site_updater.h"
#include "base/file.h"
#include "base/nearest.h"
#include "base/parse.h"
#include "store/people.h"
#include "judge/game/timezone_names.h"
#include "mail/addr.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct config_checking {
	const struct config *c;
	struct arena *a;
	config_fault_fn *tell, *note;
	void *context;
	enum err e; /* of the first fault, or ERR_CONFIG if any lasts */
};

static void config_fault(struct config_checking *k, const char *fmt, ...)
	PRINTF_LIKE(2, 3);

/* A person must mend it: a restart does not. */
static void config_fault(struct config_checking *k, const char *fmt, ...)
{
	char text[2048];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	k->tell(k->context, text);
	k->e = ERR_CONFIG;
}

/* A call failed, perhaps for a time only, as on a full disk. */
static void config_failed(struct config_checking *k, const char *what,
			  enum err e, const struct why *why)
{
	if (!err_is_temporary(e)) {
		config_fault(k, "%s%s", what, why->text);
		return;
	}
	k->tell(k->context, arena_printf(k->a, "%s%s", what, why->text));
	if (!k->e)
		k->e = e;
}

/* folders that must be there before the daemon can start */
static void folder_check(struct config_checking *k, const char *what,
			 const char *path, int mode)
{
	struct stat st;
	const char *why = NULL;

	if (stat(path, &st))
		why = strerror(errno);
	else if (!S_ISDIR(st.st_mode))
		why = "not a folder";
	else if (access(path, mode))
		why = strerror(errno);
	if (why)
		config_fault(k, "%s %s: %s", what, path, why);
}

/* a folder that is there, or that can be made where it will stand */
static void maildir_check(struct config_checking *k, const char *section,
			  const char *kind, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *what = arena_printf(k->a, "[%s] path", section);

	if (strcmp(kind, "maildir") != 0)
		return;
	while (access(path, F_OK) && slash && slash > path) {
		path = arena_printf(k->a, "%.*s", (int)(slash - path), path);
		slash = strrchr(path, '/');
	}
	folder_check(k, what, path, R_OK | W_OK | X_OK);
}

/* Does it begin as a database? Whether it is whole shows when it is opened. */
static void database_check(struct config_checking *k)
{
	static const char magic[] = "SQLite format 3";
	const char *path = arena_printf(k->a, "%s/heraldo.db", k->c->state);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char head[sizeof(magic)] = "";
	ssize_t n = fd < 0 ? 0 : read(fd, head, sizeof(head));

	if (fd >= 0)
		close(fd);
	if (n > 0 && memcmp(head, magic, sizeof(magic)) != 0)
		config_fault(
			k,
			"%s is no database: keep a copy of the state folder, and "
			"put the newest backup in its place (heraldo restore)",
			path);
}

static void login_check(struct config_checking *k, enum secret_account which)
{
	struct why why = { 0 };
	enum err e = secret_check(k->c, which, &why);

	if (e)
		config_failed(k,
			      which == SECRET_INBOX
				      ? "the login of the inbox: "
				      : "the login of the outbox: ",
			      e, &why);
}

/* The nearest name of a zone in the system's list, or NULL. */
static const char *zone_near(struct config_checking *k, const char *zone)
{
	enum { LIST_MAX = 1 << 20, FAR = 5 };
	struct str rest, line, one;
	struct nearest n;
	struct buf b;

	if (file_read("/usr/share/zoneinfo/tzdata.zi", LIST_MAX, &b, NULL)) {
		buf_release(&b);
		return NULL;
	}
	nearest_init(&n, str_of(zone), FAR);
	rest = buf_str(&b);
	while (parse_line(&rest, &line)) {
		bool link = str_starts(line, "L ");

		/* "Z Europe/Madrid ..", "L TARGET NAME" */
		if (!link && !str_starts(line, "Z "))
			continue;
		parse_field(&line, ' ', &one);
		parse_field(&line, ' ', &one);
		if (link)
			parse_field(&line, ' ', &one);
		if (nearest_try(&n, one))
			n.name = arena_str(k->a, one);
	}
	buf_release(&b);
	return n.name.len ? n.name.s : NULL;
}

static void zone_check(struct config_checking *k)
{
	const char *zone = k->c->time_zone, *near;

	if (timezone_exists(str_of(zone)))
		return;
	near = zone_near(k, zone);
	config_fault(k, "time-zone = %s: there is no such zone%s%s%s", zone,
		     near ? "; did you mean "
			  : "; names are like Europe/Madrid",
		     near ? near : "", near ? "?" : "");
}

enum err config_language(const struct config *c, struct arena *a,
			 const char *language, struct why *why)
{
	const char *words =
		arena_printf(a, "%s/%s/messages", c->templates, language);
	struct buf all;
	struct dirent *one;
	DIR *d;
	enum err e;

	if (*language && !strchr(language, '/') && !access(words, R_OK))
		return ERR_OK;
	buf_init(&all, 1024);
	d = opendir(c->templates);
	while (d && (one = readdir(d)))
		if (!access(arena_printf(a, "%s/%s/messages", c->templates,
					 one->d_name),
			    R_OK))
			buf_addf(&all, " %s", one->d_name);
	if (d)
		closedir(d);
	e = why_set(why, ERR_USAGE,
		    "language = %s: no such language; there are%s", language,
		    all.len ? all.s : " none");
	buf_release(&all);
	return e;
}

static void language_check(struct config_checking *k)
{
	struct why why = { 0 };

	if (config_language(k->c, k->a, k->c->language, &why))
		config_fault(k, "%s", why.text);
}

static void hosts_check(struct config_checking *k)
{
	struct str rest = str_of(k->c->game_creators), one;

	while (parse_field(&rest, ' ', &one))
		if (one.len && addr_fault(addr_ascii(k->a, one), true))
			config_fault(
				k,
				"game-creators: '%.*s' is no mail address: %s",
				STR_ARG(one),
				addr_fault(addr_ascii(k->a, one), true));
}

static void tls_check(struct config_checking *k, const char *section,
		      const char *kind, const char *host, const char *tls)
{
	if (!strcmp(kind, "maildir"))
		return;
	if (addr_host_fault(str_of(host)))
		config_fault(k, "[%s] host = %s: %s", section, host,
			     addr_host_fault(str_of(host)));
	else if (!strcmp(tls, "none") && !addr_host_is_loopback(str_of(host)))
		config_fault(k,
			     "[%s] tls = none: only this machine itself may be "
			     "spoken to without TLS, not %s",
			     section, host);
}

static void ca_check(struct config_checking *k, const char *section,
		     const char *file)
{
	if (*file && access(file, R_OK))
		config_fault(k, "[%s] ca-file = %s: %s", section, file,
			     strerror(errno));
}

/* the key by which games here are verified */
static void key_check(struct config_checking *k)
{
	const char *key = arena_printf(k->a, "%s/judge.key", k->c->state);

	if (access(key, F_OK))
		config_fault(
			k,
			"the judge's key %s is not there: heraldo init makes "
			"it for this configuration, and heraldo restore "
			"brings back that of a backup",
			key);
}

static void pages_check(struct config_checking *k)
{
	if (!page_url_is(str_of(k->c->webapp_url)))
		config_fault(k, "webapp-url '%s' is no address of the web",
			     k->c->webapp_url);
	if (!site_updater_link_is(str_of(k->c->site_url)))
		config_fault(k,
			     "site-url '%s' is no address of a folder on the "
			     "web, which ends with /",
			     k->c->site_url);
}

/* --- keys of GnuPG -------------------------------------------------------- */

enum { KEYS_MAX = 4096, NAMED_MAX = 20 };

/* "Bob (OPENPGP:12AB..), Ana (SMIME:..)" */
static enum err missing_names(struct app *h, const struct key_row *keys,
			      const bool *missing, int n, struct buf *out,
			      int *count, struct why *why)
{
	enum err e = ERR_OK;

	for (int i = 0; i < n && !e; i++) {
		struct person_row p;

		if (!missing[i] || ++*count > NAMED_MAX)
			continue;
		e = store_person_get(judge_store(h->judge), keys[i].person,
				     &h->arena, &p, why);
		if (!e)
			buf_addf(out, "%s%.*s (%.*s)", *count > 1 ? ", " : "",
				 STR_ARG(p.name), STR_ARG(keys[i].fingerprint));
	}
	if (*count > NAMED_MAX)
		buf_addf(out, " and %d more", *count - NAMED_MAX);
	return e;
}

enum err gnupg_missing(struct app *h, struct arena *a, const char **words,
		       struct why *why)
{
	struct key_row *keys = arena_alloc(a, KEYS_MAX * sizeof(*keys));
	struct str *prints = arena_alloc(a, KEYS_MAX * sizeof(*prints));
	bool *missing = arena_alloc(a, KEYS_MAX * sizeof(*missing));
	const char *home = h->config->gnupg_home;
	int n = 0, count = 0;
	struct buf names;
	enum err e = store_key_gnupg(judge_store(h->judge), a, keys, KEYS_MAX,
				     &n, why);

	*words = NULL;
	for (int i = 0; i < n; i++) {
		prints[i] = keys[i].fingerprint;
		missing[i] = true;
	}
	if (!e && n && h->pgp)
		e = pgp_missing(h->pgp, prints, (size_t)n, missing, why);
	buf_init(&names, 1 << 14);
	if (!e)
		e = missing_names(h, keys, missing, n, &names, &count, why);
	if (!e && count)
		*words = arena_printf(
			a,
			"%s%s, so orders that they sign are refused: %.*s; "
			"heraldo key import takes a key again",
			*home ? "these keys are not in gnupg-home "
			      : "these keys need gnupg-home in [judge], which "
				"is not set",
			home, STR_ARG(buf_str(&names)));
	buf_release(&names);
	return e;
}

static void gnupg_check(struct config_checking *k, struct app *h)
{
	struct why why = { 0 };
	const char *words;
	enum err e = gnupg_missing(h, k->a, &words, &why);

	if (e)
		config_failed(k, "", e, &why);
	else if (words)
		k->note(k->context, words);
}

/* Open the judge as the daemon does. A new judge has no database, and the check
 * makes none. */
static void judge_check(struct config_checking *k)
{
	struct app h = { .wants_pgp = true };
	struct why why = { 0 };
	enum err e;

	if (access(arena_printf(k->a, "%s/heraldo.db", k->c->state), F_OK))
		return;
	e = app_open(&h, k->c, &why);
	if (e)
		config_failed(k, "", e, &why);
	else if (k->note)
		gnupg_check(k, &h);
	app_release(&h);
}

enum err config_check(const struct config *c, struct arena *a,
		      config_fault_fn *tell, config_fault_fn *note,
		      void *context)
{
	struct config_checking k = { c, a, tell, note, context, ERR_OK };

	folder_check(&k, "state", c->state, R_OK | W_OK | X_OK);
	folder_check(&k, "templates", c->templates, R_OK | X_OK);
	folder_check(&k, "data", c->data, R_OK | X_OK);
	folder_check(&k, "data", arena_printf(a, "%s/catalog", c->data),
		     R_OK | X_OK);
	database_check(&k);
	key_check(&k);
	zone_check(&k);
	language_check(&k);
	hosts_check(&k);
	tls_check(&k, "inbox", c->inbox_kind, c->inbox_host, c->inbox_tls);
	tls_check(&k, "outbox", c->outbox_kind, c->outbox_host, c->outbox_tls);
	ca_check(&k, "inbox", c->inbox_ca);
	ca_check(&k, "outbox", c->outbox_ca);
	maildir_check(&k, "inbox", c->inbox_kind, c->inbox_path);
	maildir_check(&k, "outbox", c->outbox_kind, c->outbox_path);
	login_check(&k, SECRET_INBOX);
	login_check(&k, SECRET_OUTBOX);
	pages_check(&k);
	if (!k.e)
		judge_check(&k);
	return k.e;
}
