/* src/cli/config.c */
#include "cli/config.h"
#include "base/file.h"
#include "base/parse.h"
#include "base/file_mode.h"
#include "base/nearest.h"
#include "mail/addr.h"
#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum key_type {
	TYPE_TEXT,
	TYPE_ADDRESS,
	TYPE_PATH,
	TYPE_CHOICE,
	TYPE_NUMBER,
	TYPE_SECRET
};

struct key_rule {
	enum key_type type;
	const char *choices;
	long min, max;
};

#define TEXT                                                                   \
	{                                                                      \
		TYPE_TEXT, NULL, 0, 0                                          \
	}
#define ADDRESS                                                                \
	{                                                                      \
		TYPE_ADDRESS, NULL, 0, 0                                       \
	}
#define PATH                                                                   \
	{                                                                      \
		TYPE_PATH, NULL, 0, 0                                          \
	}
#define CHOICE(choices)                                                        \
	{                                                                      \
		TYPE_CHOICE, choices, 0, 0                                     \
	}
#define NUMBER(min, max)                                                       \
	{                                                                      \
		TYPE_NUMBER, NULL, min, max                                    \
	}
#define SECRET                                                                 \
	{                                                                      \
		TYPE_SECRET, NULL, 0, 0                                        \
	}

const struct config_key config_keys[] = {
#define X(member, section, key, type, fallback, meaning)                       \
	{ section, key, fallback, meaning },
#include "cli/config.def"
#undef X
};
const int n_config_keys = ARRAY_LEN(config_keys);

static const struct key_rule rules[] = {
#define X(member, section, key, type, fallback, meaning) type,
#include "cli/config.def"
#undef X
};

/* the line number of a key (or, key NULL, of a section); 0: none */
static int line_of(const char *text, const char *section, const char *key)
{
	struct str rest = str_of(text), line;
	bool inside = false;

	for (int n = 1; parse_line(&rest, &line); n++) {
		struct str t = parse_trim(line), name;

		if (t.len > 1 && t.s[0] == '[') {
			name = (struct str){ t.s + 1, t.len - 2 };
			inside = str_is(name, section);
			if (inside && !key)
				return n;
		} else if (inside && key && parse_field(&t, '=', &name) &&
			   str_is(parse_trim(name), key)) {
			return n;
		}
	}
	return 0;
}

/* the nearest known name, for "did you mean"; empty: none */
static struct str near_name(const char *word, const char *section)
{
	struct nearest n;

	nearest_init(&n, str_of(word), NEAREST_FAR);
	for (int i = 0; i < n_config_keys; i++)
		if (!section)
			nearest_try(&n, str_of(config_keys[i].section));
		else if (!strcmp(section, config_keys[i].section))
			nearest_try(&n, str_of(config_keys[i].key));
	return n.name;
}

static bool section_known(const char *section)
{
	for (int i = 0; i < n_config_keys; i++)
		if (!strcmp(config_keys[i].section, section))
			return true;
	return false;
}

static bool key_known(const char *section, const char *key)
{
	for (int i = 0; i < n_config_keys; i++)
		if (!strcmp(config_keys[i].section, section) &&
		    !strcmp(config_keys[i].key, key))
			return true;
	return false;
}

static enum err config_unknown(const char *file, int line, const char *what,
			       const char *name, struct str near,
			       struct why *why)
{
	if (near.len)
		return why_set(why, ERR_CONFIG,
			       "%s:%d: no such %s '%s'; did you mean '%.*s'?",
			       file, line, what, name, STR_ARG(near));
	return why_set(why, ERR_CONFIG,
		       "%s:%d: no such %s '%s'; heraldo.conf(5) lists them all",
		       file, line, what, name);
}

/* keys of [judge] that were renamed before version 1.0 */
static const char *const renamed[][2] = {
	{ "page", "webapp-file" },
	{ "page-url", "webapp-url" },
	{ "chronicle", "site-dir" },
	{ "chronicle-link", "site-url" },
	{ "hosts", "game-creators" },
	{ "words-days", "entropy-days" },
	{ "joins-a-day", "join-notices-per-day" },
	{ "strangers-a-day", "unknown-replies-per-day" },
	{ "stray-days", "unknown-mail-days" },
	{ "stray-mib", "unknown-mail-mib" },
	{ "keep-mail-days", "inbox-keep-days" },
	{ "keep-sent-days", "outbox-keep-days" },
	{ "bounces", "verp" },
	{ "beacon-file", "beacon-path" },
};

static enum err key_unknown(const char *file, int line, const char *section,
			    const char *key, struct why *why)
{
	for (size_t i = 0; i < ARRAY_LEN(renamed); i++)
		if (!strcmp(section, "judge") && !strcmp(key, renamed[i][0]))
			return why_set(why, ERR_CONFIG,
				       "%s:%d: the key '%s' is now called '%s'",
				       file, line, key, renamed[i][1]);
	return config_unknown(file, line, "key", key, near_name(key, section),
			      why);
}

static enum err check_names(GKeyFile *kf, const char *file, const char *text,
			    struct why *why)
{
	gchar **sections = g_key_file_get_groups(kf, NULL);
	enum err e = ERR_OK;

	for (int i = 0; sections[i] && !e; i++) {
		gchar **keys;

		if (!section_known(sections[i])) {
			e = config_unknown(file,
					   line_of(text, sections[i], NULL),
					   "section", sections[i],
					   near_name(sections[i], NULL), why);
			break;
		}
		keys = g_key_file_get_keys(kf, sections[i], NULL, NULL);
		for (int j = 0; keys && keys[j] && !e; j++)
			if (!key_known(sections[i], keys[j]))
				e = key_unknown(
					file,
					line_of(text, sections[i], keys[j]),
					sections[i], keys[j], why);
		g_strfreev(keys);
	}
	g_strfreev(sections);
	return e;
}

static bool choice_allows(const char *choices, const char *value)
{
	struct str rest = str_of(choices), one;

	while (parse_field(&rest, '|', &one))
		if (str_is(one, value))
			return true;
	return false;
}

static enum err value_check(const struct key_rule *r,
			    const struct config_key *k, const char *value,
			    const char *file, int line, struct why *why)
{
	int64_t n;

	switch (r->type) {
	case TYPE_NUMBER:
		if (parse_int(str_of(value), r->min, r->max, &n))
			return ERR_OK;
		return why_set(
			why, ERR_CONFIG,
			"%s:%d: [%s] %s = %s: a number from %ld to %ld was expected",
			file, line, k->section, k->key, value, r->min, r->max);
	case TYPE_CHOICE:
		if (choice_allows(r->choices, value))
			return ERR_OK;
		return why_set(why, ERR_CONFIG,
			       "%s:%d: [%s] %s = %s: one of %s was expected",
			       file, line, k->section, k->key, value,
			       r->choices);
	case TYPE_ADDRESS:
		if (!addr_fault(str_of(value), true))
			return ERR_OK;
		return why_set(
			why, ERR_CONFIG,
			"%s:%d: [%s] %s = %s: a mail address like judge@example.org was expected",
			file, line, k->section, k->key, value);
	default: return ERR_OK;
	}
}

/* Where the file is, should a link be what was named. The path is absolute,
 * whatever folder the caller is in. */
static const char *place_of(const char *file, struct arena *a)
{
	struct stat st;
	char *real = !lstat(file, &st) && S_ISLNK(st.st_mode)
			     ? realpath(file, NULL)
			     : NULL;
	char *here = !real && *file != '/' ? g_get_current_dir() : NULL;
	const char *place = here   ? arena_printf(a, "%s/%s", here, file)
			    : real ? arena_strdup(a, real)
				   : arena_strdup(a, file);

	g_free(here);
	free(real);
	return place;
}

/* relative to the folder of the configuration */
static const char *path_resolve(const char *file, const char *path,
				struct arena *a)
{
	const char *slash = strrchr(file, '/');

	if (!*path || *path == '/' || !slash)
		return arena_strdup(a, path);
	return arena_printf(a, "%.*s/%s", (int)(slash - file), file, path);
}

/* what a kind of inbox or outbox cannot do without */
static enum err check_needs(const struct config *c, const char *text,
			    struct why *why)
{
	static const char *const both[] = { "inbox", "outbox" };

	for (int i = 0; i < 2; i++) {
		const char *kind = i ? c->outbox_kind : c->inbox_kind;
		const char *path = i ? c->outbox_path : c->inbox_path;
		const char *host = i ? c->outbox_host : c->inbox_host;
		bool maildir = !strcmp(kind, "maildir");

		if (*(maildir ? path : host))
			continue;
		return why_set(why, ERR_CONFIG,
			       "%s:%d: [%s] of kind %s needs a line '%s = ...'",
			       c->file, line_of(text, both[i], NULL), both[i],
			       kind, maildir ? "path" : "host");
	}
	return ERR_OK;
}

static enum err values_load(struct config *c, GKeyFile *kf, const char *text,
			    struct arena *a, struct why *why)
{
	const char **members[] = {
#define X(member, section, key, type, fallback, meaning) &c->member,
#include "cli/config.def"
#undef X
	};
	const char *place = place_of(c->file, a);

	for (int i = 0; i < n_config_keys; i++) {
		const struct config_key *k = &config_keys[i];
		gchar *got =
			g_key_file_get_string(kf, k->section, k->key, NULL);
		const char *value = got ? got : k->fallback;
		enum err e;

		if (!value)
			return why_set(
				why, ERR_CONFIG,
				"%s:%d: [%s] lacks the line '%s = ...' (%s)",
				c->file, line_of(text, k->section, NULL),
				k->section, k->key, k->meaning);
		e = value_check(&rules[i], k, value, c->file,
				line_of(text, k->section, k->key), why);
		if (rules[i].type == TYPE_PATH || rules[i].type == TYPE_SECRET)
			*members[i] = path_resolve(place, value, a);
		else
			*members[i] = arena_strdup(a, value);
		g_free(got);
		if (e)
			return e;
	}
	return check_needs(c, text, why);
}

enum err config_load(struct config *c, const char *file, struct arena *a,
		     struct why *why)
{
	GKeyFile *kf;
	GError *fault = NULL;
	gchar *text = NULL;
	gsize len, from;
	enum err e = ERR_OK;

	*c = (struct config){ .file = arena_strdup(a, file) };
	if (!g_file_get_contents(file, &text, &len, &fault)) {
		e = why_set(
			why, ERR_CONFIG,
			"cannot read the configuration: %s; heraldo init writes a first one",
			fault->message);
		g_error_free(fault);
		return e;
	}
	/* editors of Windows begin a file with this mark */
	from = str_starts((struct str){ text, len }, "\xef\xbb\xbf") ? 3 : 0;
	kf = g_key_file_new();
	if (!g_key_file_load_from_data(kf, text + from, len - from,
				       G_KEY_FILE_NONE, &fault)) {
		e = why_set(why, ERR_CONFIG, "%s: %s", file, fault->message);
		g_error_free(fault);
	}
	if (!e)
		e = check_names(kf, c->file, text, why);
	if (!e)
		e = values_load(c, kf, text, a, why);
	g_key_file_free(kf);
	g_free(text);
	return e;
}

long config_number(const char *value)
{
	int64_t n = 0;

	parse_int(str_of(value), LONG_MIN, LONG_MAX, &n);
	return (long)n;
}

enum err config_secret(const char *file, const char *variable, char *out,
		       size_t room, struct why *why)
{
	const char *set = getenv(variable);
	struct buf b;
	size_t n;
	enum err e;
	int fd;

	assert(room > 1);
	if (set) {
		n = strlen(set);
		if (n >= room)
			return why_set(why, ERR_CONFIG, "%s is too long",
				       variable);
		memcpy(out, set, n + 1);
		return ERR_OK;
	}
	if (!*file)
		return why_set(why, ERR_CONFIG,
			       "no password: name a password-file, or set %s",
			       variable);
	fd = open(file, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return why_set(why, ERR_CONFIG, "cannot read %s: %s", file,
			       strerror(errno));
	e = private_check_shared(file, fd, why);
	buf_init(&b, 0);
	if (!e)
		e = file_read_fd(fd, file, room - 1, &b, why);
	close(fd);
	if (!e)
		memcpy(out, b.len ? b.s : "", b.len + 1);
	if (b.room)
		explicit_bzero(b.s, b.room);
	buf_release(&b);
	if (e)
		return e;
	out[strcspn(out, "\r\n")] = 0;
	if (!*out)
		return why_set(why, ERR_CONFIG, "%s is empty", file);
	return ERR_OK;
}
