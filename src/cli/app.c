/* src/cli/app.c */
#include "cli/app.h"
#include "cli/analysis.h"
#include "base/date.h"
#include "base/file_mode.h"
#include "cli/health.h"
#include "cli/oplog.h"
#include "cli/page.h"
#include "tournament/campaign.h"
#include "judge/game/timezone_names.h"
#include "store/people.h"
#include "base/crypto.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int64_t now_s(void *context)
{
	(void)context;
	return (int64_t)time(NULL);
}

static void random_bytes(void *context, void *out, size_t len)
{
	(void)context;
	random_fill(out, len);
}

static enum err mail_read(void *context, const struct mail_batch *mails,
			  struct why *why)
{
	struct app *h = context;

	if (!h->has_worker)
		return why_set(why, ERR_SYSTEM, "this program reads no mail");
	return sandbox_pool_parse_all(&h->worker, mails, why);
}

static enum err mail_render(void *context, const struct mail_content *l,
			    struct buf *out, struct why *why)
{
	struct app *h = context;

	return mail_render_write(h->letters, l, out, why);
}

static enum err mail_begin(void *context, const struct mail_content *l,
			   struct render_ctx **out, struct why *why)
{
	struct app *h = context;

	return mail_render_begin(h->letters, l, out, why);
}

static enum writing_state mail_state(void *context, const struct render_ctx *w)
{
	struct app *h = context;

	return mail_render_state(h->letters, w);
}

static enum err mail_finish(void *context, struct render_ctx *w,
			    struct buf *out, struct why *why)
{
	struct app *h = context;

	return mail_render_finish(h->letters, w, out, why);
}

static enum err campaign_wish(void *context, struct judge *j, int64_t person,
			      const struct campaign_mail_wish *w,
			      struct why *why)
{
	(void)context;
	return campaign_asked(j, person, w, why);
}

static enum err campaigns_follow(void *context, struct judge *j,
				 struct why *why)
{
	int n;

	(void)context;
	return campaign_tend(j, &n, why);
}

static void mail_drop(void *context, struct render_ctx *w)
{
	struct app *h = context;

	mail_render_drop(h->letters, w);
}

enum err app_start_painters(struct app *h, struct why *why)
{
	return render_pool_start(&h->render_pool, 0, why);
}

enum err app_start_reader(struct app *h, const struct config *c,
			  struct why *why)
{
	enum err e = sandbox_pool_start(&h->worker, &worker_mail, why);

	(void)c;
	h->has_worker = !e;
	return e;
}

/* The database is missing or empty where a daemon has run: a new one in its
 * place would lose all games in silence. */
static bool database_is_lost(const char *state, const char *path)
{
	struct health seen;
	struct stat st;

	return (stat(path, &st) ? errno == ENOENT : !st.st_size) &&
	       health_read(state, &seen);
}

/* the dice to come, the judge's key and everybody's mails lie here */
static enum err state_check(struct app *h, struct why *why)
{
	const char *state = h->config->state;
	const char *database = arena_printf(&h->arena, "%s/heraldo.db", state);
	enum err e = private_check(state, -1, why);

	if (e == ERR_NOT_FOUND) {
		why_clear(why);
		return why_set(why, ERR_CONFIG,
			       "the state folder %s is not there; heraldo init "
			       "makes a new one, heraldo restore brings back "
			       "that of a backup",
			       state);
	}
	if (!e)
		e = private_check(database, -1, why);
	if (e && e != ERR_NOT_FOUND)
		return e;
	why_clear(why); /* it is made when it is opened first */
	return database_is_lost(state, database)
		       ? why_set(why, ERR_CONFIG,
				 "a daemon has run here, and the database "
				 "%s is %s: put the newest backup in "
				 "its place (heraldo restore); to begin anew, "
				 "remove %s/health",
				 database, e ? "gone" : "empty", state)
		       : ERR_OK;
}

static enum err key_open(struct app *h, struct key_secret *key, struct why *why)
{
	const char *path =
		arena_printf(&h->arena, "%s/judge.key", h->config->state);
	struct stat st;

	if (stat(path, &st) &&
	    !stat(arena_printf(&h->arena, "%s/heraldo.db", h->config->state),
		  &st))
		return why_set(why, ERR_CONFIG,
			       "the judge's key %s is not there, and games "
			       "here are verified by it: put it back, from "
			       "heraldo backup; if it is lost for good, see "
			       "heraldod(8), MOVING A JUDGE",
			       path);
	if (stat(path, &st))
		return why_set(
			why, ERR_CONFIG,
			"the judge's key %s is not there: %s; heraldo init makes one",
			path, strerror(errno));
	return key_secret_read(path, key, why);
}

static void operator_print(void *context, const char *words)
{
	(void)context;
	oplog_write(OPLOG_ERROR, "%s", words);
}

static void mail_judged(void *context, int64_t mail, int64_t game, int slot,
			const char *verdict)
{
	struct app *h = context;

	mail_log_note(h->log, mail, game, slot, verdict);
}

/* Programs that were built and not installed have no such folders. */
static enum err data_check(const struct config *c, struct why *why)
{
	const char *const folders[][2] = { { "templates", c->templates },
					   { "data", c->data } };

	for (size_t i = 0; i < ARRAY_LEN(folders); i++)
		if (access(folders[i][1], R_OK | X_OK))
			return why_set(
				why, ERR_CONFIG,
				"%s %s: %s; make install or the package puts "
				"it there, and a line '%s = ..' in [judge] "
				"names another folder",
				folders[i][0], folders[i][1], strerror(errno),
				folders[i][0]);
	return ERR_OK;
}

/* their words and their cards */
static enum err games_take(struct app *h, struct why *why)
{
	const struct config *c = h->config;
	enum err e = data_check(c, why);

	if (!e)
		e = games_open(&h->games, game_kinds, n_game_kinds,
			       c->templates, why);
	return e ? e
		 : games_deal(&h->games,
			      arena_printf(&h->arena, "%s/catalog", c->data),
			      why);
}

/* pass the page's address and file to the judge */
static enum err page_configure(struct app *h, struct judge_config *jc,
			       struct why *why)
{
	jc->page_url = str_of(h->config->webapp_url);
	jc->page_file = h->config->webapp_file;
	if (!page_url_is(jc->page_url))
		return why_set(why, ERR_CONFIG,
			       "webapp-url: '%s' is no address of the web",
			       h->config->webapp_url);
	if (jc->page_url.len)
		jc->page_hash = page_hash(h->config->webapp_file, &h->arena);
	return ERR_OK;
}

static void paths_set(struct app *h, struct judge_config *jc)
{
	const char *data = h->config->data;

	jc->database =
		arena_printf(&h->arena, "%s/heraldo.db", h->config->state);
	jc->tables = arena_printf(&h->arena, "%s/campaign", data);
	jc->schema = arena_printf(&h->arena, "%s/schema", data);
}

static enum err game_analysed(void *context, int64_t game, struct analysis *out,
			      struct why *why)
{
	return analysis_of_game(context, game, out, why);
}

static struct judge_env env_of(struct app *h)
{
	return (struct judge_env){ .context = h,
				   .now_s = now_s,
				   .random = random_bytes,
				   .read = mail_read,
				   .tell = operator_print,
				   .judged = h->log ? mail_judged : NULL,
				   .render = mail_render,
				   .begin = h->render_pool ? mail_begin : NULL,
				   .state = mail_state,
				   .finish = mail_finish,
				   .drop = mail_drop,
				   .campaign = campaign_wish,
				   .analyse = game_analysed,
				   .follow = campaigns_follow };
}

/*
 * The judge's mark in its mailbox: its key, and the folder of its state. A copy
 * of that folder, on this machine or another, was made at another time and has
 * another number.
 */
static enum err mark_make(struct app *h, const struct key *k, struct why *why)
{
	static const char hidden[] = "SHA256:";
	char print[KEY_FINGERPRINT_MAX];
	uint8_t place[16];
	struct statx s;
	struct hasher hash;
	const char *from = print;

	if (statx(AT_FDCWD, h->config->state, 0, STATX_INO | STATX_BTIME, &s))
		return why_set(why, ERR_SYSTEM, "%s: %s", h->config->state,
			       strerror(errno));
	hasher_init(&hash, STR(""), sizeof(place));
	hasher_addz(&hash, "heraldo mark 1");
	hasher_add_u64(&hash, s.stx_ino);
	if (s.stx_mask & STATX_BTIME) {
		hasher_add_u64(&hash, (uint64_t)s.stx_btime.tv_sec);
		hasher_add_u32(&hash, s.stx_btime.tv_nsec);
	}
	hasher_end(&hash, place);
	key_fingerprint(k, print);
	if (!strncmp(print, hidden, sizeof(hidden) - 1))
		from += sizeof(hidden) - 1;
	snprintf(h->mark, sizeof(h->mark), "%s-%s", from,
		 hex_of(&h->arena, place, MAILBOX_MARK_PLACE / 2).s);
	/* as every server takes the name of a folder */
	for (char *c = h->mark; *c; c++)
		*c = *c == '+' ? '_' : *c == '/' ? '=' : *c;
	return ERR_OK;
}

struct zones {
	struct app *h;
	struct str missing, whose;
};

static bool zone_look(void *context, const struct person_row *p)
{
	struct zones *z = context;

	if (timezone_exists(p->zone))
		return true;
	z->missing = arena_str(&z->h->arena, p->zone);
	z->whose = arena_str(&z->h->arena, p->name);
	return false;
}

/* Without its data a time zone would silently be UTC, and deadlines others. */
static enum err zones_check(struct app *h, struct str own, struct why *why)
{
	struct zones z = { .h = h };
	enum err e = ERR_OK;

	if (!timezone_exists(STR("Europe/Madrid")))
		return why_set(why, ERR_CONFIG,
			       "the data of time zones is missing: install the "
			       "package tzdata");
	if (!timezone_exists(own))
		return why_set(why, ERR_CONFIG,
			       "time-zone: there is no time zone '%.*s': names "
			       "are like Europe/Madrid",
			       STR_ARG(own));
	e = store_person_list(judge_store(h->judge), STR(""), INT_MAX,
			      &h->arena, zone_look, &z, why);
	if (!e && z.missing.len)
		e = why_set(why, ERR_CONFIG,
			    "there is no data of the time zone '%.*s' of %.*s: "
			    "the package tzdata (or tzdata-legacy) has it",
			    STR_ARG(z.missing), STR_ARG(z.whose));
	return e;
}

enum err app_open(struct app *h, const struct config *c, struct why *why)
{
	struct judge_config jc = {
		.name = str_of(c->name),
		.address = str_of(c->address),
		.language = str_of(c->language),
		.zone = str_of(c->time_zone),
		.hosts = str_of(c->game_creators),
		.words_s = config_number(c->entropy_days) * DAY_S,
		.joins_a_day = (int)config_number(c->join_notices),
		.practice_running = (int)config_number(c->practice_games),
		.practice_a_day = (int)config_number(c->practice_per_day),
		.practice_days = (int)config_number(c->practice_days),
		.strangers_a_day = (int)config_number(c->unknown_replies),
		.authserv_id = str_of(c->authserv_id),
		.plus = !strcmp(c->verp, "yes"),
		.beacon_file = c->beacon_path,
		.beacon_certificate = c->beacon_certificate,
		.holidays = c->holidays,
		.n_systems = n_game_kinds,
		/* who reads mails is the judge, all others are commands */
		.guest = !h->has_worker && !h->alone,
		.moves = h->moves,
		.rekeys = h->rekeys,
		.env = env_of(h),
	};
	enum err e;

	crypto_init();
	h->config = c;
	paths_set(h, &jc);
	e = page_configure(h, &jc, why);
	if (e)
		return e;
	e = state_check(h, why);
	if (!e)
		e = games_take(h, why);
	memcpy(jc.systems, h->games.kinds, sizeof(jc.systems));
	if (!e)
		e = mail_render_open(
			&h->letters, c->templates, STR(""),
			arena_printf(&h->arena, "%s/rules", c->data), why);
	if (!e && h->render_pool)
		mail_render_painted_by(h->letters, h->render_pool);
	if (!e)
		e = key_open(h, &jc.key, why);
	/* its helpers are started for those who read signatures or keys */
	if (!e && *c->gnupg_home && (h->has_worker || h->wants_pgp))
		e = pgp_open(c->gnupg_home, &h->pgp, why);
	jc.pgp = h->pgp;
	if (!e)
		e = mark_make(h, &jc.key.key, why);
	if (!e)
		e = judge_open(&h->judge, &jc, why);
	if (!e && h->has_worker)
		e = zones_check(h, jc.zone, why);
	key_secret_release(&jc.key);
	return e;
}

void app_release(struct app *h)
{
	if (h->judge)
		judge_close(h->judge);
	pgp_close(h->pgp);
	mail_render_close(h->letters);
	render_pool_stop(h->render_pool);
	games_release(&h->games);
	if (h->has_worker)
		sandbox_pool_stop(&h->worker);
	arena_release(&h->arena);
	*h = (struct app){ 0 };
}

struct judge_keeping app_keeping(const struct config *c)
{
	return (struct judge_keeping){
		.stray_s = config_number(c->unknown_mail_days) * DAY_S,
		.stray_bytes = (int64_t)config_number(c->unknown_mail_mib)
			       << 20,
		.mail_s = config_number(c->inbox_keep_days) * DAY_S,
		.sent_mail_s = config_number(c->outbox_keep_days) * DAY_S,
	};
}
