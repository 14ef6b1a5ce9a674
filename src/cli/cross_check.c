/* src/cli/cross_check.c */
#include "cli/cross_check.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int is_log(const struct dirent *d)
{
	size_t len = strlen(d->d_name);

	return len > 6 && d->d_name[0] != '.' &&
	       !strcmp(d->d_name + len - 6, ".jsonl");
}

enum err cross_check_files(struct arena *a, const char *path,
			   const char ***files, size_t *n, struct why *why)
{
	struct dirent **v;
	struct stat st;
	int found;

	*n = 1;
	if (stat(path, &st) || !S_ISDIR(st.st_mode)) {
		*files = ARENA_ARRAY(a, 1, const char *);
		(*files)[0] = path;
		return ERR_OK;
	}
	found = scandir(path, &v, is_log, alphasort);
	if (found < 0)
		return why_set(why, ERR_DISK, "cannot read %s: %s", path,
			       strerror(errno));
	*files = ARENA_ARRAY(a, (size_t)found + 1, const char *);
	for (int i = 0; i < found; i++) {
		(*files)[i] = arena_printf(a, "%s/%s", path, v[i]->d_name);
		free(v[i]);
	}
	free(v);
	*n = (size_t)found;
	return found ? ERR_OK
		     : why_set(why, ERR_NOT_FOUND,
			       "no log (*.jsonl) is in %s; heraldo export writes them",
			       path);
}

void cross_check_add(struct cross_check *t, const struct verify_result *r)
{
	struct cross_check_log *l;

	t->v = arena_grow(&t->a, t->v, t->n, &t->room, sizeof(*t->v));
	l = &t->v[t->n++];
	memset(l, 0, sizeof(*l));
	l->game = arena_str(&t->a, r->game);
	l->head = r->heads[r->n_heads - 1];
	for (int i = 0; i < r->n_sources; i++) {
		l->sources[l->n_sources] = r->sources[i];
		l->sources[l->n_sources++].game =
			arena_str(&t->a, r->sources[i].game);
	}
}

static const struct cross_check_log *log_find(const struct cross_check *t,
					      struct str game)
{
	for (size_t i = 0; i < t->n; i++)
		if (str_equal(t->v[i].game, game))
			return &t->v[i];
	return NULL;
}

bool cross_check_check(const struct cross_check *t, bool tell)
{
	uint64_t held = 0, absent = 0;
	bool good = true;

	for (size_t i = 0; i < t->n; i++)
		for (int k = 0; k < t->v[i].n_sources; k++) {
			const struct verify_source *s = &t->v[i].sources[k];
			const struct cross_check_log *l = log_find(t, s->game);

			if (!s->game.len)
				continue;
			if (!l) {
				absent += s->things;
			} else if (!memcmp(&l->head, &s->head,
					   sizeof(s->head))) {
				held += s->things;
			} else {
				printf("%.*s: NOT VERIFIED\n  what it carries over comes from another history of %.*s than the log that is here\n",
				       STR_ARG(t->v[i].game), STR_ARG(s->game));
				good = false;
			}
		}
	if (tell && t->n > 1 && (held || absent))
		printf("together: %llu things are carried over from logs that are here, %llu from others\n",
		       (unsigned long long)held, (unsigned long long)absent);
	return good;
}

void cross_check_release(struct cross_check *t)
{
	arena_release(&t->a);
}
