/*
 * src/cli/status.c - heraldo status: prints the state of the judge for people,
 * as JSON, or as metrics
 */
#include "cli/cli.h"
#include "base/date.h"
#include "base/file.h"
#include "cli/advice.h"
#include "cli/app.h"
#include "cli/grant.h"
#include "cli/health.h"
#include "cli/secret.h"
#include "engine/slot.h"
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>

enum level { LEVEL_OK, LEVEL_WARNING, LEVEL_CRITICAL, LEVELS };
enum {
	STALLED_MAX = 50,
	OVERDUE_S = 600,    /* a deadline fires within that, as a rule */
	LATE_S = 3600,      /* of a mail that waits */
	SILENCE_S = 900,    /* of the mailbox, beside its poll-seconds; it may
			     * be unreadable as long before it is critical */
	DISK_LOW_MIB = 512, /* free room that is little, .. */
	DISK_OUT_MIB = 32,  /* .. and next to none */
	AWAITED_MAX = SEATS_MAX * 2
};

/* links of the timers that systemd starts */
#define TIMERS_ENABLED "/etc/systemd/system/timers.target.wants/"

static const char *const level_names[LEVELS] = { "ok", "warning", "critical" };

/* The findings, put together as one JSON object. */
struct overview {
	struct cli *c;
	struct judge *judge;
	struct store *st;
	json_t *all, *problems, *stalled;
	enum level level;
	int64_t now_s;
};

static void status_problem(struct overview *r, enum level level,
			   const char *kind, const char *fmt, ...)
	PRINTF_LIKE(4, 5);

static void status_problem(struct overview *r, enum level level,
			   const char *kind, const char *fmt, ...)
{
	struct buf b;
	char text[2048];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	advice_complete(text, sizeof(text));
	buf_init(&b, 4 * sizeof(text));
	buf_addz(&b, text);
	if (level > r->level)
		r->level = level;
	json_array_append_new(r->problems,
			      json_pack("{s:s, s:s, s:s%}", "level",
					level_names[level], "kind", kind,
					"text", b.s, b.len));
	buf_release(&b);
}

static json_t *text_of(struct str s)
{
	json_t *j = json_stringn(s.s, s.len);

	return j ? j : json_string("(not UTF-8)");
}

/* --- the parts ------------------------------------------------------------ */

/* What the daemon does now; pid: that of the process which holds the database,
 * or 0. A daemon that reloads holds none for a moment. */
static const char *daemon_word(const struct overview *r, const struct health *h,
			       bool known, pid_t *pid)
{
	if (!*pid && known && health_reloads(h, r->now_s)) {
		*pid = (pid_t)h->pid;
		return "reloading";
	}
	if (!*pid)
		return !known ? "never" : h->once ? "once" : "stopped";
	return known && h->pid == *pid &&
			       r->now_s - h->written_s > HEALTH_STALE_S
		       ? "stuck"
		       : "running";
}

static void daemon_part(struct overview *r, struct health *h)
{
	const char *state = r->c->config.state;
	bool known = health_read(state, h);
	pid_t pid = health_holder(state);
	const char *word = daemon_word(r, h, known, &pid);
	char at[32];

	if (!strcmp(word, "never"))
		status_problem(r, LEVEL_WARNING, "daemon",
			       "heraldod was never started here: the mailbox "
			       "is not read; heraldod(8) says how to start it");
	if (!pid && known && (!h->once || *h->fault))
		status_problem(
			r, LEVEL_CRITICAL, "daemon",
			"heraldod does not run; %s %s%s%s",
			h->ended_s ? "it ended" : "it was there last",
			cli_time(h->ended_s ? h->ended_s : h->written_s, at),
			*h->fault ? ": " : "", h->fault);
	if (!strcmp(word, "stuck"))
		status_problem(
			r, LEVEL_CRITICAL, "daemon",
			"heraldod (process %ld) gave no sign of life since %s",
			(long)pid, cli_time(h->written_s, at));
	json_object_set_new(
		r->all, "daemon",
		json_pack("{s:s, s:I, s:I, s:I, s:o}", "state", word, "pid",
			  (json_int_t)pid, "since",
			  (json_int_t)(pid && h->pid == pid ? h->since_s : 0),
			  "seen", (json_int_t)h->written_s, "text",
			  text_of(str_of(pid ? "" : h->fault))));
}

struct trouble {
	struct overview *r;
	json_t *list;
	bool unreadable;
};

static void trouble_take(void *context, enum inbox_trouble kind,
			 struct str subject, int64_t since_s, struct str words)
{
	static const struct {
		enum level level;
		const char *kind, *words;
	} what[INBOX_TROUBLES] = {
		[INBOX_UNREADABLE] = { LEVEL_CRITICAL, "mailbox",
				       "the mailbox cannot be read" },
		[INBOX_PASSED_BY] = { LEVEL_WARNING, "passed-by",
				      "a mail is passed by, as it cannot be "
				      "fetched" },
		[INBOX_UNWRITABLE] = { LEVEL_WARNING, "unwritable",
				       "stored mail stays where it is" },
		[INBOX_TRIED_AGAIN] = { LEVEL_OK, "tried-again",
					"a mail is tried again" },
		[INBOX_UNMARKED] = { LEVEL_WARNING, "unmarked",
				     "a second judge on this mailbox would not "
				     "be noticed" },
	};
	struct trouble *t = context;
	char since[32];

	t->unreadable |= kind == INBOX_UNREADABLE;
	status_problem(t->r,
		       what[kind].level == LEVEL_CRITICAL &&
				       t->r->now_s - since_s < SILENCE_S
			       ? LEVEL_WARNING
			       : what[kind].level,
		       what[kind].kind, "%s, since %s: %.*s%s%.*s",
		       what[kind].words, cli_time(since_s, since),
		       STR_ARG(subject), subject.len ? ": " : "",
		       STR_ARG(words));
	json_array_append_new(t->list, json_pack("{s:s, s:I, s:o, s:o}", "kind",
						 what[kind].kind, "since",
						 (json_int_t)since_s, "subject",
						 text_of(subject), "text",
						 text_of(words)));
}

static enum err mailbox_part(struct overview *r, const struct health *h,
			     bool *unreadable, struct why *why)
{
	struct trouble t = { .r = r, .list = json_array() };
	int64_t most = SILENCE_S + config_number(r->c->config.poll);
	struct arena a = { 0 };
	enum err e = store_trouble_list(r->st, &a, trouble_take, &t, why);
	char at[32];

	arena_release(&a);
	*unreadable = t.unreadable;
	if (!t.unreadable && !h->once && h->since_s && !h->ended_s &&
	    h->written_s - (h->mailbox_s ? h->mailbox_s : h->since_s) > most)
		status_problem(
			r, LEVEL_WARNING, "mailbox",
			"the mailbox was not read to its end since %s",
			cli_time(h->mailbox_s ? h->mailbox_s : h->since_s, at));
	json_object_set_new(r->all, "mailbox",
			    json_pack("{s:I, s:o}", "contact",
				      (json_int_t)h->mailbox_s, "troubles",
				      t.list));
	return e;
}

static enum err server_part(struct overview *r, const struct health *h,
			    struct why *why)
{
	static const char *const what[RELAY_STATES] = {
		[RELAY_DOWN] = "the mail server is away",
		[RELAY_HELD] = "the mail server refuses TLS, the sender or "
			       "relaying",
		[RELAY_LOGIN] = "the mail server refuses the login",
		[RELAY_RECIPIENTS] = "the mail server refuses all recipients",
	};
	struct relay_row w;
	char since[32], next[32];
	enum err e = judge_relay(r->judge, &r->c->arena, &w, why);
	bool open = e || w.state == RELAY_OPEN;

	if (e)
		return e;
	if (!open)
		status_problem(r,
			       w.state == RELAY_DOWN &&
					       r->now_s - w.since_s < LATE_S
				       ? LEVEL_WARNING
				       : LEVEL_CRITICAL,
			       "server", "%s since %s, next try %s: %.*s",
			       what[w.state], cli_time(w.since_s, since),
			       cli_time(w.next_s, next), STR_ARG(w.words));
	json_object_set_new(r->all, "server",
			    json_pack("{s:I, s:s, s:I, s:I, s:o}", "contact",
				      (json_int_t)h->server_s, "state",
				      relay_state_name(w.state), "since",
				      (json_int_t)(open ? 0 : w.since_s),
				      "next", (json_int_t)(open ? 0 : w.next_s),
				      "text",
				      text_of(open ? STR("") : w.words)));
	return ERR_OK;
}

static void tokens_part(struct overview *r)
{
	json_t *list = json_array();
	char path[GRANT_PATH], last[GRANT_PATH] = "", at[32];

	for (int i = 0; i < SECRET_ACCOUNTS; i++) {
		struct oauth_grant g;

		if (!secret_grant_path(&r->c->config, (enum secret_account)i,
				       path, sizeof(path)) ||
		    !strcmp(path, last) || grant_load(path, &g, NULL))
			continue;
		memcpy(last, path, sizeof(last));
		if (g.fault[0])
			status_problem(r,
				       g.expires_s > r->now_s ? LEVEL_WARNING
							      : LEVEL_CRITICAL,
				       "token", "the token of %s, since %s: %s",
				       g.account, cli_time(g.fault_s, at),
				       g.fault);
		json_array_append_new(
			list,
			json_pack("{s:s, s:I, s:I, s:I, s:s}", "account",
				  g.account, "consent", (json_int_t)g.granted_s,
				  "refreshed", (json_int_t)g.refreshed_s,
				  "ends", (json_int_t)g.expires_s, "text",
				  g.fault));
		explicit_bzero(&g, sizeof(g));
	}
	json_object_set_new(r->all, "tokens", list);
}

static json_t *status_counts(const int64_t *n, const char *const *names,
			     int n_names)
{
	json_t *o = json_object();

	for (int i = 0; i < n_names; i++)
		json_object_set_new(o, names[i], json_integer(n[i]));
	return o;
}

static enum err mails_part(struct overview *r, const struct judge_status *s,
			   struct why *why)
{
	int64_t n = 0, oldest = 0;
	char since[32];
	enum err e = store_outbox_late(r->st, r->now_s, &n, &oldest, why);

	if (s->inbox[INBOX_QUARANTINED])
		status_problem(
			r, LEVEL_WARNING, "quarantined",
			"mails are quarantined: heraldo inbox list quarantined");
	if (s->outbox[OUTBOX_FAILED])
		status_problem(
			r, LEVEL_WARNING, "failed",
			"mails could not be delivered: heraldo outbox list "
			"failed; heraldo status --acknowledge when you have "
			"seen to it");
	if (s->outbox[OUTBOX_BOUNCED])
		status_problem(
			r, LEVEL_WARNING, "bounced",
			"mails came back: heraldo outbox list bounced; "
			"heraldo status --acknowledge when you have seen to "
			"it");
	if (s->worn)
		status_problem(
			r, LEVEL_OK, "worn",
			"%lld mails killed their writer and went out with "
			"less: please report it",
			(long long)s->worn);
	if (n && r->now_s - oldest > LATE_S)
		status_problem(r, LEVEL_WARNING, "waiting",
			       "mails wait to go out, the oldest since %s",
			       cli_time(oldest, since));
	json_object_set_new(r->all, "waiting",
			    json_pack("{s:I, s:I}", "mails", (json_int_t)n,
				      "oldest", (json_int_t)oldest));
	return e;
}

/* Is next to nothing left on the disk of the state? */
static bool disk_part(struct overview *r)
{
	struct statvfs v;
	int64_t room = 0;
	bool known = !statvfs(r->c->config.state, &v);

	if (known) {
		room = (int64_t)(v.f_bavail * v.f_frsize);
		if (room >> 20 < DISK_LOW_MIB)
			status_problem(
				r,
				room >> 20 < DISK_OUT_MIB ? LEVEL_CRITICAL
							  : LEVEL_WARNING,
				"disk", "%s has %lld MiB left",
				r->c->config.state, (long long)(room >> 20));
	}
	json_object_set_new(r->all, "disk",
			    json_pack("{s:I}", "free", (json_int_t)room));
	return known && room >> 20 < DISK_OUT_MIB;
}

/* Since when the package's timer makes backups of this judge; 0: it does not.
 */
static int64_t timer_enabled_s(struct overview *r)
{
	const char *unit = cli_unit(r->c);
	struct stat link;

	if (!unit ||
	    lstat(arena_printf(&r->c->arena,
			       TIMERS_ENABLED "heraldo-backup%s.timer", unit),
		  &link))
		return 0;
	return (int64_t)link.st_mtim.tv_sec;
}

static enum err backup_part(struct overview *r, struct why *why)
{
	int64_t days = config_number(r->c->config.backup_days);
	int64_t enabled_s = timer_enabled_s(r), made_s, from_s;
	struct str dir;
	char at[32];
	enum err e =
		judge_backup_last(r->judge, &r->c->arena, &made_s, &dir, why);

	if (!days && enabled_s)
		days = 1;
	from_s = made_s > enabled_s ? made_s : enabled_s;
	if (!e && days && r->now_s - from_s > 2 * days * DAY_S)
		status_problem(r, LEVEL_WARNING, "backup",
			       "%s%s, and one is expected every %lld day%s",
			       made_s ? "the last backup was made "
				      : "no backup was made yet",
			       made_s ? cli_time(made_s, at) : "",
			       (long long)days, days == 1 ? "" : "s");
	json_object_set_new(r->all, "backup",
			    json_pack("{s:I, s:o, s:I}", "made",
				      (json_int_t)made_s, "folder",
				      text_of(dir), "days", (json_int_t)days));
	return e;
}

/* --- games that do not go on ---------------------------------------------- */

/* "A Alice", for each seat that the game awaits */
static enum err awaited_names(struct overview *r, const struct game_row *g,
			      json_t *out, struct why *why)
{
	struct judge_awaited v[AWAITED_MAX];
	int n = 0;
	enum err e =
		judge_game_awaiting(r->judge, g->id, v, AWAITED_MAX, &n, why);

	for (int i = 0; !e && i < n; i++) {
		struct person_row p = { .name = STR("") };
		struct seat_row seat;
		char name[SLOT_NAME_MAX];

		e = store_seat_get(r->st, g->id, v[i].seat, &r->c->arena, &seat,
				   NULL);
		if (!e && seat.person)
			e = store_person_get(r->st, seat.person, &r->c->arena,
					     &p, NULL);
		slot_name(v[i].seat, name);
		json_array_append_new(out, json_sprintf("%s%s%.*s", name,
							p.name.len ? " " : "",
							STR_ARG(p.name)));
		e = ERR_OK;
	}
	return e;
}

static enum err stalled_add(struct overview *r, const struct game_row *g,
			    const char *kind, int64_t since_s, struct str words,
			    struct why *why)
{
	json_t *waits = json_array();
	char since[32];
	enum err e = ERR_OK;

	if (json_array_size(r->stalled) >= STALLED_MAX) {
		json_decref(waits);
		return ERR_OK;
	}
	/* a paused game waits for the person that may resume it */
	if (!strcmp(kind, "paused"))
		json_array_append_new(waits, json_string("game master"));
	else
		e = awaited_names(r, g, waits, why);
	if (strcmp(kind, "paused"))
		status_problem(r, LEVEL_WARNING, kind,
			       "game %.*s: %.*s, since %s", STR_ARG(g->name),
			       STR_ARG(words), cli_time(since_s, since));
	json_array_append_new(r->stalled,
			      json_pack("{s:o, s:s, s:I, s:o, s:o}", "game",
					text_of(g->name), "kind", kind, "since",
					(json_int_t)since_s, "text",
					text_of(words), "waits_for", waits));
	return e;
}

static bool paused_take(void *context, const struct game_row *g)
{
	stalled_add(context, g, "paused", 0, g->paused_why, NULL);
	return true;
}

static bool quarantined_take(void *context, const struct inbox_row *m)
{
	struct overview *r = context;
	struct game_row g;

	if (m->game && !store_game_get(r->st, m->game, &r->c->arena, &g, NULL))
		stalled_add(r, &g, "quarantined", m->received_s,
			    str_of(arena_printf(&r->c->arena,
						"mail %lld is quarantined",
						(long long)m->id)),
			    NULL);
	return true;
}

/* deadlines whose time is over, by their games */
static enum err status_overdue(struct overview *r, bool unreadable, int64_t *n,
			       struct why *why)
{
	struct timer_row t, after;
	int64_t last = 0;
	enum err e;

	*n = 0;
	while (!(e = store_timer_due(r->st, r->now_s, *n ? &after : NULL, &t,
				     why))) {
		struct game_row g;

		(*n)++;
		after = t;
		if (t.game == last || r->now_s - t.due_s < OVERDUE_S)
			continue;
		last = t.game;
		e = store_game_get(r->st, t.game, &r->c->arena, &g, why);
		if (!e)
			e = stalled_add(r, &g, "overdue", t.due_s,
					unreadable ? STR("a deadline waits for "
							 "the mailbox")
						   : STR("a deadline is over "
							 "and did not fire"),
					why);
		if (e)
			return e;
	}
	return e == ERR_NOT_FOUND ? ERR_OK : e;
}

static enum err games_part(struct overview *r, const struct judge_status *s,
			   bool unreadable, struct why *why)
{
	int64_t due = 0;
	const struct game_choice paused = { .state = GAME_PAUSED,
					    .max = STALLED_MAX };
	const struct mail_choice quarantined = { .state = INBOX_QUARANTINED,
						 .max = STALLED_MAX };
	struct why none = { 0 };
	enum err e = status_overdue(r, unreadable, &due, &none);

	if (e)
		return why_set(why, e, "%s", none.text);
	e = store_game_list(r->st, &paused, &r->c->arena, paused_take, r, why);
	if (!e && s->inbox[INBOX_QUARANTINED])
		e = store_inbox_choose(r->st, &quarantined, &r->c->arena,
				       quarantined_take, r, why);
	json_object_set_new(r->all, "timers",
			    json_pack("{s:I, s:I}", "due", (json_int_t)due,
				      "next",
				      (json_int_t)(s->next_timer_s == INT64_MAX
							   ? 0
							   : s->next_timer_s)));
	return e;
}

static void counts_part(struct overview *r, const struct judge_status *s)
{
	static const char *const games[GAME_STATES] = { "open", "running",
							"paused", "ended",
							"archived" };
	const char *inbox[INBOX_STATES], *outbox[OUTBOX_STATES];

	for (int i = 0; i < INBOX_STATES; i++)
		inbox[i] = inbox_state_name((enum inbox_state)i);
	for (int i = 0; i < OUTBOX_STATES; i++)
		outbox[i] = outbox_state_name((enum outbox_state)i);
	json_object_set_new(r->all, "games",
			    status_counts(s->games, games, GAME_STATES));
	json_object_set_new(r->all, "inbox",
			    status_counts(s->inbox, inbox, INBOX_STATES));
	json_object_set_new(r->all, "outbox",
			    status_counts(s->outbox, outbox, OUTBOX_STATES));
	json_object_set_new(r->all, "schema", json_integer(s->schema));
}

static enum err status_gather(struct overview *r, struct why *why)
{
	struct health h;
	struct judge_status s;
	bool unreadable = false;
	enum err e = judge_status(r->judge, &s, why);

	if (e)
		return e;
	daemon_part(r, &h);
	e = mailbox_part(r, &h, &unreadable, why);
	if (!e)
		e = server_part(r, &h, why);
	tokens_part(r);
	counts_part(r, &s);
	if (!e)
		e = mails_part(r, &s, why);
	if (!e)
		e = games_part(r, &s, unreadable, why);
	disk_part(r);
	if (!e)
		e = backup_part(r, why);
	return e;
}

/* --- what is printed ------------------------------------------------------ */

static int64_t status_number(const struct overview *r, const char *part,
			     const char *key)
{
	return json_integer_value(
		json_object_get(json_object_get(r->all, part), key));
}

static const char *status_word(const struct overview *r, const char *part,
			       const char *key)
{
	const char *s = json_string_value(
		json_object_get(json_object_get(r->all, part), key));

	return s ? s : "";
}

static void counts_print(const struct overview *r, const char *what)
{
	json_t *o = json_object_get(r->all, what), *n;
	const char *key, *comma = "";

	printf("%-8s", what);
	json_object_foreach(o, key, n)
	{
		printf("%s %lld %s", comma, (long long)json_integer_value(n),
		       key);
		comma = ",";
	}
	putchar('\n');
}

static const char *status_when(int64_t utc_s, char at[32])
{
	return utc_s ? cli_time(utc_s, at) : "not yet";
}

static void stalled_print(const struct overview *r)
{
	json_t *one, *name;
	size_t i, k;

	json_array_foreach(r->stalled, i, one)
	{
		printf("stalled  %s (%s): %s",
		       json_string_value(json_object_get(one, "game")),
		       json_string_value(json_object_get(one, "kind")),
		       json_string_value(json_object_get(one, "text")));
		json_array_foreach(json_object_get(one, "waits_for"), k, name)
			printf("%s%s", k ? ", " : "; waits for ",
			       json_string_value(name));
		putchar('\n');
	}
}

static void people_print(const struct overview *r)
{
	char at[32];
	json_t *one;
	size_t i;

	printf("daemon   %s", status_word(r, "daemon", "state"));
	if (status_number(r, "daemon", "pid"))
		printf(", process %lld",
		       (long long)status_number(r, "daemon", "pid"));
	if (status_number(r, "daemon", "since"))
		printf(" since %s",
		       cli_time(status_number(r, "daemon", "since"), at));
	printf("\nmailbox  read %s\n",
	       status_when(status_number(r, "mailbox", "contact"), at));
	printf("sending  %s, contact %s\n", status_word(r, "server", "state"),
	       status_when(status_number(r, "server", "contact"), at));
	counts_print(r, "games");
	counts_print(r, "inbox");
	counts_print(r, "outbox");
	printf("waiting  %lld",
	       (long long)status_number(r, "waiting", "mails"));
	if (status_number(r, "waiting", "oldest"))
		printf(", the oldest since %s",
		       cli_time(status_number(r, "waiting", "oldest"), at));
	printf("\ntimer    %s",
	       status_number(r, "timers", "next")
		       ? cli_time(status_number(r, "timers", "next"), at)
		       : "none");
	if (status_number(r, "timers", "due"))
		printf(", %lld due",
		       (long long)status_number(r, "timers", "due"));
	printf("\ndisk     %lld MiB free\n",
	       (long long)(status_number(r, "disk", "free") >> 20));
	printf("backup   %s%s%s\n",
	       status_when(status_number(r, "backup", "made"), at),
	       *status_word(r, "backup", "folder") ? ", " : "",
	       status_word(r, "backup", "folder"));
	printf("schema   %lld\n", (long long)json_integer_value(
					  json_object_get(r->all, "schema")));
	stalled_print(r);
	json_array_foreach(r->problems, i, one) printf(
		"%s: %s\n", json_string_value(json_object_get(one, "level")),
		json_string_value(json_object_get(one, "text")));
}

static void status_metric(struct buf *b, const char *name, const char *help,
			  int64_t n)
{
	buf_addf(b, "# HELP heraldo_%s %s\n# TYPE heraldo_%s gauge\n", name,
		 help, name);
	buf_addf(b, "heraldo_%s %lld\n", name, (long long)n);
}

static void metric_counts(struct buf *b, const struct overview *r,
			  const char *what)
{
	json_t *n;
	const char *key;

	buf_addf(b, "# HELP heraldo_%s by state\n# TYPE heraldo_%s gauge\n",
		 what, what);
	json_object_foreach(json_object_get(r->all, what), key, n)
		buf_addf(b, "heraldo_%s{state=\"%s\"} %lld\n", what, key,
			 (long long)json_integer_value(n));
}

/* Prometheus' text format, for the textfile collector of node_exporter. */
static enum err metrics_write(const struct overview *r, const char *file,
			      struct why *why)
{
	struct buf b;
	enum err e = ERR_OK;

	buf_init(&b, 1 << 16);
	status_metric(&b, "status", "0 ok, 1 warning, 2 critical", r->level);
	status_metric(
		&b, "up", "heraldod runs",
		status_number(r, "daemon", "pid") &&
			strcmp(status_word(r, "daemon", "state"), "stuck"));
	status_metric(&b, "mailbox_contact_seconds",
		      "when the mailbox was read, UTC",
		      status_number(r, "mailbox", "contact"));
	status_metric(&b, "server_contact_seconds",
		      "when the mail server answered, UTC",
		      status_number(r, "server", "contact"));
	status_metric(&b, "waiting_mails", "mails that should have gone out",
		      status_number(r, "waiting", "mails"));
	status_metric(&b, "waiting_oldest_seconds",
		      "since when the oldest waits, UTC",
		      status_number(r, "waiting", "oldest"));
	status_metric(&b, "timers_due", "timers whose time is over",
		      status_number(r, "timers", "due"));
	status_metric(&b, "disk_free_bytes", "room for the state",
		      status_number(r, "disk", "free"));
	status_metric(&b, "backup_seconds",
		      "when the last backup was made, UTC",
		      status_number(r, "backup", "made"));
	status_metric(&b, "stalled_games", "games that do not go on",
		      (int64_t)json_array_size(r->stalled));
	metric_counts(&b, r, "games");
	metric_counts(&b, r, "inbox");
	metric_counts(&b, r, "outbox");
	if (strcmp(file, "-"))
		e = file_replace(file, buf_str(&b), 0644, why);
	else
		fputs(b.s, stdout);
	buf_release(&b);
	return e;
}

/* --- acknowledging -------------------------------------------------------- */

struct seen {
	int64_t ids[STALLED_MAX];
	int n;
};

static bool seen_take(void *context, const struct outbox_row *m)
{
	struct seen *s = context;

	s->ids[s->n++] = m->id;
	return s->n < STALLED_MAX;
}

/* Failed and bounced mails are seen to: they are on record, and no problem. */
static enum err status_acknowledge(struct overview *r, struct why *why)
{
	static const enum outbox_state states[] = { OUTBOX_FAILED,
						    OUTBOX_BOUNCED };
	enum err e = ERR_OK;
	int n = 0;

	for (size_t i = 0; i < ARRAY_LEN(states) && !e;) {
		const struct mail_choice of = { .state = (int)states[i],
						.max = STALLED_MAX };
		struct seen s = { .n = 0 };

		e = store_outbox_choose(r->st, &of, &r->c->arena, seen_take, &s,
					why);
		for (int k = 0; k < s.n && !e; k++)
			e = judge_outbox_drop(r->judge, s.ids[k], why);
		n += s.n;
		i += !s.n;
	}
	if (!e)
		printf("acknowledged: %d mails that were not delivered\n", n);
	return e;
}

/* --- the command ---------------------------------------------------------- */

static enum err status_print(struct overview *r, const char *metrics,
			     struct why *why)
{
	char *text;

	json_object_set_new(r->all, "version", json_integer(1));
	json_object_set_new(r->all, "status",
			    json_string(level_names[r->level]));
	if (metrics)
		return metrics_write(r, metrics, why);
	if (!r->c->json) {
		people_print(r);
		return ERR_OK;
	}
	text = json_dumps(r->all, JSON_COMPACT | JSON_SORT_KEYS);
	puts(text ? text : "{}");
	free(text);
	return ERR_OK;
}

/* The database cannot be opened: a full disk explains it, and is found without
 * it; else the error as it is. */
static enum err status_closed(struct overview *r, const char *metrics,
			      enum err e, struct why *why)
{
	struct health h;

	if (!disk_part(r))
		return e;
	daemon_part(r, &h);
	status_problem(r, LEVEL_CRITICAL, "database",
		       "the database cannot be opened, which a full disk can "
		       "cause: %s",
		       why->text);
	return status_print(r, metrics, why);
}

static enum err status_open(struct overview *r, const char *metrics, bool seen,
			    struct why *why)
{
	enum err e;

	r->st = judge_store(r->judge);
	if (seen)
		return status_acknowledge(r, why);
	e = status_gather(r, why);
	return e ? e : status_print(r, metrics, why);
}

int command_status(struct cli *c, int argc, char **argv)
{
	static const struct option options[] = {
		{ "metrics", required_argument, NULL, 'm' },
		{ "acknowledge", no_argument, NULL, 'a' },
		{ NULL, 0, NULL, 0 },
	};
	struct overview r = { .c = c, .now_s = (int64_t)time(NULL) };
	const char *metrics = NULL;
	struct app h = { 0 };
	struct why why = { 0 };
	bool seen = false;
	enum err e = ERR_OK;
	int code, o;

	while ((o = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (o) {
		case 'm': metrics = optarg; break;
		case 'a': seen = true; break;
		default:
			code = cli_no_option(c, options);
			return code ? EXIT_WORLD : code;
		}
	/* 1 and 2 say how the judge is: all faults are 3 */
	code = cli_words(c, argc, optind, 0, 0) || cli_config(c) ? EXIT_WORLD
								 : EXIT_FINE;
	if (!code) {
		e = app_open(&h, &c->config, &why);
		r.judge = h.judge;
		r.all = json_object();
		r.problems = json_array();
		r.stalled = json_array();
		json_object_set(r.all, "problems", r.problems);
		json_object_set(r.all, "stalled", r.stalled);
		if (!e)
			e = status_open(&r, metrics, seen, &why);
		else if (!seen)
			e = status_closed(&r, metrics, e, &why);
		json_decref(r.problems);
		json_decref(r.stalled);
		json_decref(r.all);
		if (e)
			cli_fail(c, e, &why);
		code = e ? EXIT_WORLD : (int)r.level;
	}
	app_release(&h);
	return code;
}
