/* src/judge/people/practice.c */
#include "judge/people/practice.h"
#include "base/crypto.h"
#include "base/date.h"
#include "base/parse.h"
#include "engine/player.h"
#include "games/players.h"
#include "judge/game/claim.h"
#include "judge/game/reject.h"
#include "judge/notify/notify.h"
#include "judge/people/join_key.h"
#include "judge/people/join_person.h"
#include "judge/people/names.h"
#include "mail/addr.h"

enum { NONCE_BYTES = 10, NONCE_DAYS = 7, ANSWERS_A_DAY = 5 };

static const char name_begin[] = "practice";

/* --- the game ------------------------------------------------------------ */

/* Short games, each with options "name=value", and a position at the first
 * turn in which both sides can strike. */
static const struct {
	const char *system;
	const char *options[4];
	const char *position;
} small_games[] = {
#define OPTIONS(...)                                                           \
	{                                                                      \
		__VA_ARGS__                                                    \
	}
#define X(system, options, position) { system, options, position },
#include "judge/people/practice_games.def"
#undef X
#undef OPTIONS
};

static enum err options_put(const struct judge *j, const char *const *texts,
			    int max, struct arena *a, struct game_plan *p,
			    struct why *why)
{
	struct game_option *o = ARENA_ARRAY(a, (size_t)max, struct game_option);
	enum err e = ERR_OK;

	p->n_options = 0;
	for (int i = 0; !e && i < max && texts[i]; i++)
		e = judge_option_parse(j, p->system, str_of(texts[i]),
				       &o[p->n_options++], why);
	p->options = o;
	return e;
}

enum err practice_plan(const struct judge *j, struct str system, int days,
		       struct arena *a, struct game_plan *out, struct why *why)
{
	*out = (struct game_plan){ .name = STR(name_begin),
				   .system = system,
				   .n_players = 2,
				   .computer = { 0, 1 + PLAYER_FAIR },
				   .n_policies = 1 };
	out->policies[0].name = str_of(policy_name(POLICY_PRACTICE_DAYS));
	out->policies[0].value = str_of(arena_printf(a, "%d", days));
	for (size_t i = 0; i < ARRAY_LEN(small_games); i++)
		if (str_is(system, small_games[i].system)) {
			out->setup = str_of(small_games[i].position);
			return options_put(j, small_games[i].options,
					   ARRAY_LEN(small_games[i].options), a,
					   out, why);
		}
	return reject_set(why, REJECT_computer_game, NULL);
}

/* --- the sender --------------------------------------------------------------
 */

struct asking {
	struct delivery *d;
	struct str system, address, language;
	struct join_key shown;
	char fingerprint[KEY_FINGERPRINT_MAX];
	int64_t person; /* with this address; 0: a stranger */
	/* practice games of the person: of this system, and those that run */
	int64_t begun, running;
};

static int of_config(int value, int fallback)
{
	return value ? value : fallback;
}

/* The number of a challenge of that day: it begins one game, and then no more.
 */
static struct str nonce_of(const struct asking *k, int64_t day)
{
	struct hasher h;
	uint8_t out[HASH_SIZE];

	hasher_init(&h, bytes_of(k->d->j->chance, HASH_SIZE), sizeof(out));
	hasher_addz(&h, "heraldo practice 1");
	hasher_add_u64(&h, (uint64_t)day);
	hasher_add_u64(&h, (uint64_t)k->begun);
	hasher_addz(&h, k->fingerprint);
	hasher_add_u8(&h, 0);
	hasher_add(&h, k->system.s, k->system.len);
	hasher_add_u8(&h, 0);
	hasher_add(&h, k->address.s, k->address.len);
	hasher_end(&h, out);
	return hex_of(k->d->a, out, NONCE_BYTES);
}

/* Count the practice games of the person with this address. */
static enum err games_count(struct asking *k, struct why *why)
{
	struct store *st = k->d->j->st;
	struct person_row p;
	bool current;
	enum err e = store_person_by_address(st, k->address, k->d->a, &p,
					     &current, why);

	if (e)
		return e == ERR_NOT_FOUND ? ERR_OK : e;
	return store_seat_count(
		st, p.id, str_of(arena_printf(k->d->a, "%s-", name_begin)),
		k->system, &k->begun, &k->running, why);
}

/* A mail to the address: the challenge, or the reason of a refusal. */
static enum err practice_answer(struct asking *k, struct payload *m,
				const char *verdict, struct why *why)
{
	struct delivery *d = k->d;
	struct notify w = { .kind = "practice",
			    .slot = -1,
			    .address = k->address,
			    .language = k->language,
			    .reply_to = d->m->message_id,
			    .automatic = true,
			    .tag = delivery_tag(d, "practice") };

	payload_text(m, "system", k->system);
	payload_text(m, "rules", k->system);
	w.matter = payload_end(m, d->a);
	d->out.verdict = verdict;
	return notify_add(d->j, &w, d->a, why);
}

/* reason: of reason.NAME; NULL where fault, of auth/sig_error.def, says it. */
static enum err practice_refuse(struct asking *k, const char *reason,
				enum sig_error fault, struct why *why)
{
	const char *verdict = reason ? reason : sig_error_name(fault);
	struct payload m;
	bool yes, proof = k->d->f.claim.nonce.len > 0;
	enum err e = reply_allowed(k->d, k->address, "practice ", ANSWERS_A_DAY,
				   &k->person, &yes, why);

	k->d->out.verdict = verdict;
	if (e || !yes || k->d->robot)
		return e;
	payload_init(&m);
	payload_text(&m, reason ? "reason" : "fault", str_of(verdict));
	payload_int(&m, "gnupg", k->d->j->c.pgp != NULL);
	payload_int(&m, "begin", !proof);
	payload_int(&m, "again", proof && fault);
	return practice_answer(k, &m, verdict, why);
}

/* --- the wish --------------------------------------------------------------
 */

static enum err practice_challenge(struct asking *k, struct why *why)
{
	struct delivery *d = k->d;
	int64_t now = judge_now(d->j);
	struct payload m;
	bool yes;
	enum err e = reply_allowed(d, k->address, "practice ", ANSWERS_A_DAY,
				   &k->person, &yes, why);

	d->out.verdict = "too_often";
	if (e || !yes)
		return e;
	payload_init(&m);
	payload_text(&m, "nonce", nonce_of(k, now / DAY_S));
	payload_text(&m, "fingerprint", str_of(k->fingerprint));
	payload_text(&m, "expires",
		     time_text(d->a, (now / DAY_S + NONCE_DAYS) * DAY_S));
	join_programs_put(&m, &k->shown);
	return practice_answer(k, &m, "challenged", why);
}

/* --- the answer to the challenge -------------------------------------------
 */

static enum err begin_whole(void *context, struct why *why)
{
	static const struct actor proved = {
		.cause = CAUSE_MAIL,
		.slot = -1,
		.by = { "reservation", 11 },
		.word = { ACTOR_NO_WORD, sizeof(ACTOR_NO_WORD) - 1 }
	};
	struct asking *k = context;
	struct delivery *d = k->d;
	struct actor h = proved;
	struct game_plan plan;
	struct str name;
	int64_t game;
	enum err e =
		practice_plan(d->j, k->system,
			      of_config(d->j->c.practice_days, PRACTICE_DAYS),
			      d->a, &plan, why);

	h.reply_to = d->m->message_id;
	if (!e)
		e = lifecycle_new(d->j, &plan, d->a, &name, &game, why);
	if (!e)
		e = lifecycle_seat(d->j, game, &h, 0, k->person, why);
	if (!e)
		d->out.game = game;
	return e;
}

/* The address and the key are proved. */
static enum err practice_begin(struct asking *k, const struct join_row *row,
			       struct why *why)
{
	struct delivery *d = k->d;
	const char *no = NULL;
	bool yes;
	enum err e = join_person_make(d->j, row, d->a, &k->person, &no, why);
	if (e || no)
		return e ? e : practice_refuse(k, no, SIG_ERROR_OK, why);
	if (k->running >= of_config(d->j->c.practice_running, PRACTICE_RUNNING))
		return practice_refuse(k, "practice_running", SIG_ERROR_OK,
				       why);
	e = notify_allowed(d->j,
			   str_of(arena_printf(d->a, "practice game %lld",
					       (long long)k->person)),
			   of_config(d->j->c.practice_a_day, PRACTICE_A_DAY),
			   &yes, why);
	if (e || !yes)
		return e ? e
			 : practice_refuse(k, "practice_today", SIG_ERROR_OK,
					   why);
	d->f.person = k->person;
	d->out.verdict = "joined";
	return delivery_whole(d, begin_whole, k, "host_refused", why);
}

/* What a JOIN stores between its two mails. */
static struct join_row row_of(struct asking *k, struct str nonce)
{
	struct join_row row = { .address = k->address,
				.name = join_person_name(k->d, k->address),
				.language = k->language,
				.nonce = nonce,
				.fingerprint = str_of(k->fingerprint),
				.key = k->shown.text };
	struct buf line;

	if (k->shown.key.kind != KEY_ED25519)
		return row;
	buf_init(&line, 1000);
	key_render(&k->shown.key, row.name, &line);
	row.key = arena_str(k->d->a, parse_trim(buf_str(&line)));
	buf_release(&line);
	return row;
}

static enum err practice_proof(struct asking *k, struct why *why)
{
	struct delivery *d = k->d;
	struct str said = str_lower(d->a, d->f.claim.nonce);
	int64_t today = judge_now(d->j) / DAY_S;
	struct join_row row;
	enum sig_error fault;
	bool known = false;
	enum err e;

	for (int i = 0; i <= NONCE_DAYS; i++)
		known |= str_equal(said, nonce_of(k, today - i));
	if (!known)
		return practice_refuse(k, "practice_number", SIG_ERROR_OK, why);
	row = row_of(k, said);
	e = join_answer_signed(d, &row, &fault, why);
	if (e)
		return e;
	if (fault)
		return practice_refuse(k, join_signed_reason(fault), fault,
				       why);
	return practice_begin(k, &row, why);
}

static bool is_practice(struct delivery *d, struct str line)
{
	struct claim c;

	claim_parse(d->j, line, d->a, &c);
	if (c.kind != CLAIM_PRACTICE || c.nonce.len)
		return false;
	d->f.claim = c;
	d->f.text.text = line;
	d->f.claim.body = line.len;
	return true;
}

bool practice_asked(struct delivery *d)
{
	struct str rest = d->m->text, line = STR("");

	if (d->f.who != SIGNER_NOBODY &&
	    (d->f.who != SIGNER_FAILED || d->f.fault != FAULT_SIG_NONE))
		return false;
	while (!line.len && parse_line(&rest, &line))
		line = parse_trim(line);
	return is_practice(d, line) || is_practice(d, d->m->subject);
}

/* The key that the mail shows, of the kinds that JOIN takes; *fault: why there
 * is none. Anybody can write any From: *yes tells whether GnuPG may be asked
 * again today. */
static enum err practice_key(struct asking *k, bool *yes, enum sig_error *fault,
			     struct why *why)
{
	struct delivery *d = k->d;
	const struct sig *made = &d->f.block.sig;
	enum err e;

	*yes = true;
	*fault = SIG_ERROR_OK;
	if (made->form == SIG_SSH && made->key.kind) {
		k->shown.key = made->key;
		k->shown.ssh = true;
		return ERR_OK;
	}
	*fault = join_key_plainly(d, &k->shown);
	if (!*fault || !join_key_otherwise(d, *fault))
		return ERR_OK;
	e = reply_allowed(d, k->address, "gnupg ", ANSWERS_A_DAY, &k->person,
			  yes, why);
	return e || !*yes ? e
			  : join_key_find(d, k->address, &k->shown, fault, why);
}

enum err handle_practice(struct delivery *d, struct why *why)
{
	struct asking k = { .d = d,
			    .system = str_lower(d->a, d->f.claim.practice),
			    .address = delivery_from(d),
			    .language = join_person_language(d) };
	const struct game_kind *kind =
		rule_versions_newest(d->j->rule_versions, k.system);
	enum sig_error fault;
	bool yes;
	enum err e;

	d->out = (struct mail_verdict){ "no_address", 0, -1 };
	if (!k.address.len || addr_special(k.address, d->j->c.address))
		return ERR_OK;
	if (!kind || !players_find(kind->rules))
		return practice_refuse(&k, "practice_system", SIG_ERROR_OK,
				       why);
	d->out.verdict = "too_often";
	e = practice_key(&k, &yes, &fault, why);
	if (e || !yes)
		return e;
	if (fault)
		return practice_refuse(&k, NULL, fault, why);
	key_fingerprint(&k.shown.key, k.fingerprint);
	e = games_count(&k, why);
	if (e)
		return e;
	return d->f.claim.nonce.len ? practice_proof(&k, why)
				    : practice_challenge(&k, why);
}
