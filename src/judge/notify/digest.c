/* src/judge/notify/digest.c */
#include "judge/notify/digest.h"
#include "judge/notify/notify.h"
#include "judge/judge_private.h"
#include "engine/slot.h"
#include <jansson.h>

enum { LIST_MAX = 4096 };

/* How many of these from the first on are of one person, and of other games
 * than one. */
static int run_of(const struct outbox_news *v, int n, bool *several)
{
	int k = 1;

	*several = false;
	while (k < n && v[k].person == v[0].person) {
		*several |= v[k].game != v[0].game;
		k++;
	}
	return k;
}

/* These go in one mail. */
static enum err join(struct judge *j, const struct outbox_news *v, int n,
		     struct arena *a, struct why *why)
{
	struct notify w = { .kind = "digest",
			    .person = v[0].person,
			    .slot = -1,
			    .tag = str_of(arena_printf(a, "digest.%lld.%lld",
						       (long long)v[0].person,
						       (long long)v[0].id)) };
	struct payload m;
	struct buf ids;
	enum err e = ERR_OK;

	buf_init(&ids, LIST_MAX);
	for (int i = 0; !e && i < n; i++) {
		buf_addf(&ids, "%s%lld", i ? "," : "[", (long long)v[i].id);
		e = store_outbox_withdraw(j->st, v[i].id, "joined",
					  judge_now(j), why);
	}
	buf_addc(&ids, ']');
	payload_init(&m);
	payload_json(&m, "of", buf_str(&ids));
	w.matter = payload_end(&m, a);
	buf_release(&ids);
	return e ? e : notify_add(j, &w, a, why);
}

static enum err join_all(struct judge *j, const struct outbox_news *v, int n,
			 struct why *why)
{
	struct arena a;
	enum err e = store_begin(j->st, why);
	int k;

	arena_init(&a);
	for (int i = 0; !e && i < n; i += k) {
		bool several;

		k = run_of(v + i, n - i, &several);
		if (several)
			e = join(j, v + i, k, &a, why);
	}
	arena_release(&a);
	return judge_end(j, e, why);
}

enum err digest_gather(struct judge *j, struct why *why)
{
	struct outbox_news v[DIGEST_MAX];
	bool any = false, several;
	int n;
	enum err e = store_outbox_news(j->st, judge_now(j), SLOT_OBSERVER, v,
				       DIGEST_MAX, &n, why);

	for (int i = 0; !e && i < n; i += run_of(v + i, n - i, &several)) {
		(void)run_of(v + i, n - i, &several);
		any |= several;
	}
	return e || !any ? e : join_all(j, v, n, why);
}

enum err digest_rows(struct judge *j, const struct outbox_row *digest,
		     struct arena *a, struct outbox_row **rows, int *n,
		     struct why *why)
{
	json_t *matter =
		json_loadb(digest->matter.s, digest->matter.len, 0, NULL);
	json_t *of = json_object_get(matter, "of"), *one;
	enum err e = ERR_OK;
	size_t i;

	*n = 0;
	*rows = ARENA_ARRAY(a, json_array_size(of) + 1, struct outbox_row);
	json_array_foreach(of, i, one) if (!e) e = store_outbox_get(
		j->st, json_integer_value(one), a, &(*rows)[(*n)++], why);
	json_decref(matter);
	return e;
}
