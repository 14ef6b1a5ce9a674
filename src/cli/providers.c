/* src/cli/providers.c */
#include "cli/providers.h"
#include "base/parse.h"
#include <glib.h>
#include <string.h>
#include <strings.h>

static bool has_word(const char *list, const char *word)
{
	struct str rest = str_of(list), one;

	while (parse_field(&rest, ' ', &one))
		if (one.len == strlen(word) &&
		    !strncasecmp(one.s, word, one.len))
			return true;
	return false;
}

static const char *providers_value(GKeyFile *kf, const char *group,
				   const char *key, struct arena *a)
{
	gchar *v = g_key_file_get_string(kf, group, key, NULL);
	const char *out = arena_strdup(a, v ? v : "");

	g_free(v);
	return out;
}

static struct provider read_group(GKeyFile *kf, const char *group,
				  struct arena *a)
{
	return (struct provider){
		.name = arena_strdup(a, group),
#define X(member) .member = providers_value(kf, group, #member, a)
		X(domains),
		X(imap),
		X(pop3),
		X(smtp),
		X(login),
		X(authorize),
		X(token),
		X(device),
		X(scope),
		X(extra),
		X(redirect),
		X(note),
#undef X
	};
}

static enum err providers_search(const char *file, const char *name,
				 const char *domain, struct arena *a,
				 struct provider *out, struct why *why)
{
	GKeyFile *kf = g_key_file_new();
	GError *fault = NULL;
	enum err e = ERR_NOT_FOUND;
	gchar **groups;

	if (!g_key_file_load_from_file(kf, file, G_KEY_FILE_NONE, &fault)) {
		e = why_set(why, ERR_CONFIG, "%s: %s", file, fault->message);
		g_error_free(fault);
		g_key_file_free(kf);
		return e;
	}
	groups = g_key_file_get_groups(kf, NULL);
	for (int i = 0; groups[i] && e == ERR_NOT_FOUND; i++) {
		struct provider p = read_group(kf, groups[i], a);

		if (name ? !strcmp(p.name, name)
			 : has_word(p.domains, domain)) {
			*out = p;
			e = ERR_OK;
		}
	}
	g_strfreev(groups);
	g_key_file_free(kf);
	return e;
}

/* The names in the table, each after a blank. */
static const char *names_of(const char *file, struct arena *a)
{
	GKeyFile *kf = g_key_file_new();
	const char *names = "";
	gchar **groups;

	if (g_key_file_load_from_file(kf, file, G_KEY_FILE_NONE, NULL)) {
		groups = g_key_file_get_groups(kf, NULL);
		for (int i = 0; groups[i]; i++)
			names = arena_printf(a, "%s %s", names, groups[i]);
		g_strfreev(groups);
	}
	g_key_file_free(kf);
	return names;
}

enum err provider_find(const char *own, const char *table, const char *name,
		       const char *address, struct arena *a,
		       struct provider *out, struct why *why)
{
	const char *at = strrchr(address, '@');
	const char *domain = at ? at + 1 : address;
	enum err e = *own ? providers_search(own, name, domain, a, out, why)
			  : ERR_NOT_FOUND;

	if (e == ERR_NOT_FOUND)
		e = providers_search(table, name, domain, a, out, why);
	if (e == ERR_NOT_FOUND && name)
		why_set(why, e, "%s has no provider %s; it has%s", table, name,
			names_of(table, a));
	else if (e == ERR_NOT_FOUND)
		why_set(why, e,
			"no provider of %s is known in %s; name one by "
			"--provider, or its servers by options (heraldo(1))",
			domain, table);
	return e;
}

bool provider_server(const char *text, struct arena *a, const char **host,
		     int64_t *port, const char **tls)
{
	struct str rest = str_of(text), h, p, t;

	if (!parse_field(&rest, ' ', &h) || !parse_field(&rest, ' ', &p) ||
	    !parse_field(&rest, ' ', &t) || rest.len ||
	    !parse_int(p, 1, 65535, port) ||
	    (!str_is(t, "implicit") && !str_is(t, "starttls")))
		return false;
	*host = arena_copy(a, h.s, h.len);
	*tls = arena_copy(a, t.s, t.len);
	return true;
}
