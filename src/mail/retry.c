/* src/mail/retry.c */
#include "mail/retry.h"
#include "base/xalloc.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

void retry_release(struct retry *r)
{
	free(r->mails);
	*r = (struct retry){ 0 };
}

struct retry_mail *retry_find(const struct retry *r, const char *name)
{
	for (size_t i = 0; i < r->n; i++)
		if (!r->mails[i].over && !strcmp(r->mails[i].name, name))
			return &r->mails[i];
	return NULL;
}

bool retry_waits(const struct retry *r, const char *name)
{
	const struct retry_mail *m = retry_find(r, name);

	return m && now_s() < m->next_s;
}

bool retry_is_passed_by(const struct retry_mail *m)
{
	return m->tries >= RETRY_TRIES;
}

static int64_t pause_s(unsigned tries)
{
	int64_t s = RETRY_FIRST_S;

	while (--tries && s < RETRY_MAX_S)
		s *= 2;
	return s < RETRY_MAX_S ? s : RETRY_MAX_S;
}

bool retry_fail(struct retry *r, const char *name, int64_t since_utc_s,
		const struct why *why)
{
	struct retry_mail *m = retry_find(r, name);

	if (!m) {
		if (r->n == RETRY_MAILS_MAX)
			return false;
		r->mails = xalloc_check(
			realloc(r->mails, (r->n + 1) * sizeof(*r->mails)));
		m = &r->mails[r->n++];
		*m = (struct retry_mail){ .since_utc_s = since_utc_s };
		snprintf(m->name, sizeof(m->name), "%s", name);
	}
	m->tries++;
	m->listed = true;
	m->next_s = now_s() + pause_s(m->tries);
	m->why = *why;
	return true;
}

void retry_end(struct retry *r, const char *name)
{
	struct retry_mail *m = retry_find(r, name);

	if (m)
		m->over = true;
}

void retry_list_begin(struct retry *r)
{
	for (size_t i = 0; i < r->n; i++)
		r->mails[i].listed = false;
}

void retry_list_mail(struct retry *r, const char *name)
{
	struct retry_mail *m = retry_find(r, name);

	if (m)
		m->listed = true;
}

void retry_list_end(struct retry *r)
{
	for (size_t i = 0; i < r->n; i++)
		r->mails[i].over |= !r->mails[i].listed;
}

void retry_sweep(struct retry *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		if (!r->mails[i].over)
			r->mails[n++] = r->mails[i];
	r->n = n;
}

int64_t retry_next_s(const struct retry *r)
{
	int64_t next = INT64_MAX;

	for (size_t i = 0; i < r->n; i++)
		if (!r->mails[i].over && r->mails[i].next_s < next)
			next = r->mails[i].next_s;
	return next;
}

int64_t retry_since(const struct retry *r)
{
	int64_t since = INT64_MAX;

	for (size_t i = 0; i < r->n; i++) {
		const struct retry_mail *m = &r->mails[i];

		if (!m->over && !retry_is_passed_by(m) &&
		    m->since_utc_s < since)
			since = m->since_utc_s;
	}
	return since;
}
