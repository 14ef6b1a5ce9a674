/* tests/unit/test_store.c */
#include "unit.h"
#include "base/buf.h"
#include "engine/slot.h"
#include "store/games.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/people.h"
#include "store/game_log.h"
#include "tests/srcdir.h"
#include <errno.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char path[64];
static struct store *st;
static struct why why;
static struct arena a;

#define OK(call) assert_int_equal(call, ERR_OK)

static void reopen(void)
{
	store_close(st);
	OK(store_open(&st, path, SRCDIR "/db/schema", &why));
}

static void forget(void)
{
	static const char *const ends[] = { "", "-wal", "-shm" };
	char name[80];

	for (size_t i = 0; i < ARRAY_LEN(ends); i++) {
		snprintf(name, sizeof(name), "%s%s", path, ends[i]);
		unlink(name);
	}
}

static int setup(void **unused)
{
	(void)unused;
	snprintf(path, sizeof(path), "test_store.%d.db", (int)getpid());
	forget();
	why_clear(&why);
	OK(store_open(&st, path, SRCDIR "/db/schema", &why));
	return 0;
}

static int teardown(void **unused)
{
	(void)unused;
	store_close(st);
	st = NULL;
	arena_release(&a);
	forget();
	return 0;
}

static void hash_fill(uint8_t hash[STORE_HASH_SIZE], int n)
{
	memset(hash, 0, STORE_HASH_SIZE);
	hash[0] = (uint8_t)n;
}

enum { DISPUTE_S = 100000 };

static int64_t a_game(const char *name)
{
	struct game_row g = {
		.name = str_of(name),
		.system = STR("toy"),
		.version = STR("toy 1"),
		.created_s = 5,
		.dispute_s = DISPUTE_S,
	};
	int64_t id = 0;

	OK(store_game_add(st, &g, &id, &why));
	return id;
}

static enum err mail_put(const uint8_t *hash, int64_t received_s,
			 struct str raw, bool tried, int64_t *id, bool *known)
{
	struct inbox_row row = { .received_s = received_s, .raw = raw };

	memcpy(row.hash, hash, STORE_HASH_SIZE);
	return store_inbox_add(st, &row, tried, id, known, &why);
}

static int64_t a_mail(int hash)
{
	uint8_t h[STORE_HASH_SIZE];
	int64_t id = 0;
	bool known;

	hash_fill(h, hash);
	OK(mail_put(h, 100, STR("raw"), false, &id, &known));
	return id;
}

/* How often the disk was waited for, and whether it fails: this one is called
 * by SQLite instead of the system's. */
static int n_syncs;
static bool disk_fails;

int fdatasync(int fd)
{
	n_syncs++;
	if (!disk_fails)
		return fsync(fd);
	errno = EIO;
	return -1;
}

static int syncs(void)
{
	int n = n_syncs;

	n_syncs = 0;
	return n;
}

static void lazily_a_person(const char *name)
{
	struct person_row p = { .name = str_of(name),
				.address = str_of(name),
				.language = STR("en"),
				.zone = STR("UTC") };
	int64_t id;

	OK(store_begin_lazily(st, &why));
	OK(store_person_add(st, &p, 5, &id, &why));
	OK(store_commit(st, &why));
}

static void what_nobody_hears_of_waits_for_no_disk(void **unused)
{
	(void)unused;
	lazily_a_person("ann@example.test");
	OK(store_sync(st, &why));
	syncs();
	lazily_a_person("ben@example.test");
	lazily_a_person("cat@example.test");
	assert_int_equal(syncs(), 0);
	OK(store_sync(st, &why));
	assert_int_equal(syncs(), 1);
	OK(store_sync(st, &why)); /* it is there already */
	assert_int_equal(syncs(), 0);
	OK(store_begin(st, &why));
	a_game("club-1");
	OK(store_commit(st, &why));
	assert_int_equal(syncs(), 1);
	lazily_a_person("dan@example.test");
	OK(store_begin(st, &why));
	a_game("club-2");
	OK(store_commit(st, &why)); /* takes what was before it along */
	assert_int_equal(syncs(), 1);
	OK(store_sync(st, &why));
	assert_int_equal(syncs(), 0);
}

static int64_t journal_written_ns(void)
{
	char name[80];
	struct stat is;

	snprintf(name, sizeof(name), "%s-wal", path);
	assert_int_equal(stat(name, &is), 0);
	return is.st_mtim.tv_sec * INT64_C(1000000000) + is.st_mtim.tv_nsec;
}

/* it may have dropped what it had, and say the next time that it is there */
static void a_disk_that_failed_gets_all_of_it_once_more(void **unused)
{
	(void)unused;
	int64_t before;

	lazily_a_person("ann@example.test");
	disk_fails = true;
	assert_int_equal(store_sync(st, &why), ERR_DISK);
	why_clear(&why);
	/* nothing that is to stay can stand on that */
	assert_int_equal(store_begin(st, &why), ERR_DISK);
	why_clear(&why);
	disk_fails = false;
	before = journal_written_ns();
	usleep(50000); /* more than the clock of files counts by */
	OK(store_begin(st, &why));
	store_rollback(st);
	assert_true(journal_written_ns() > before);
	/* once is enough */
	before = journal_written_ns();
	usleep(50000);
	OK(store_sync(st, &why));
	assert_true(journal_written_ns() == before);
	reopen();
	OK(store_check(st, &why));
}

static void a_new_database_is_brought_to_the_newest_version(void **unused)
{
	(void)unused;
	assert_true(store_version(st) >= 1);
	OK(store_check(st, &why));
}

static void a_database_of_a_newer_program_is_refused(void **unused)
{
	(void)unused;
	char command[512], lacks[32];
	int next = store_version(st) + 1;

	store_close(st);
	st = NULL;
	snprintf(command, sizeof(command),
		 "mkdir -p %s.d && cp " SRCDIR "/db/schema/*.sql %s.d && "
		 "echo 'CREATE TABLE later (x);' > %s.d/998-later.sql",
		 path, path, path);
	assert_int_equal(system(command), 0);
	snprintf(command, sizeof(command), "%s.d", path);
	/* those before are missing: said, and nothing is lost */
	assert_int_equal(store_open(&st, path, command, &why), ERR_CONFIG);
	snprintf(lacks, sizeof(lacks), "lacks schema %03d", next);
	assert_non_null(strstr(why.text, lacks));
	why_clear(&why);
	snprintf(command, sizeof(command),
		 "mv %s.d/998-later.sql "
		 "%s.d/%03d-later.sql",
		 path, path, next);
	assert_int_equal(system(command), 0);
	snprintf(command, sizeof(command), "%s.d", path);
	OK(store_open(&st, path, command, &why));
	assert_int_equal(store_version(st), next);
	store_close(st);
	st = NULL;
	assert_int_equal(store_open(&st, path, SRCDIR "/db/schema", &why),
			 ERR_STORE_VERSION);
	assert_non_null(strstr(why.text, "install a newer"));
	assert_null(st);
	snprintf(command, sizeof(command), "rm -r %s.d", path);
	assert_int_equal(system(command), 0);
}

/* the bytes of the database, to see that it is as it was */
static struct str database_bytes(char *room, size_t size)
{
	FILE *f = fopen(path, "rb");
	size_t n;

	assert_non_null(f);
	n = fread(room, 1, size, f);
	assert_true(n > 0 && n < size);
	fclose(f);
	return (struct str){ room, n };
}

static void
a_database_that_cannot_be_carried_over_stays_as_it_was(void **unused)
{
	(void)unused;
	static char before[4 << 20], after[4 << 20];
	struct str kept;
	sqlite3 *db;

	store_close(st);
	st = NULL;
	/* as a program before the first release made it, of an older schema */
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db,
				      "PRAGMA application_id = 0x48726c65;"
				      "PRAGMA user_version = 12",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	sqlite3_close(db);
	kept = database_bytes(before, sizeof(before));
	assert_int_equal(store_open(&st, path, SRCDIR "/db/schema", &why),
			 ERR_STORE_VERSION);
	assert_null(st);
	assert_non_null(strstr(why.text, "it is as it was"));
	assert_true(str_equal(kept, database_bytes(after, sizeof(after))));
}

/* The daemon and a command may be the first at the same time. */
static void processes_that_open_a_new_database_at_once_share_it(void **unused)
{
	(void)unused;
	enum { PROCESSES = 6, ROUNDS = 3 };

	for (int round = 0; round < ROUNDS; round++) {
		int start[2], status;
		char c;

		store_close(st);
		st = NULL;
		forget();
		assert_int_equal(pipe(start), 0);
		for (int i = 0; i < PROCESSES; i++) {
			if (fork())
				continue;
			close(start[1]);
			/* all go on when the pipe is closed */
			(void)!read(start[0], &c, 1);
			status = store_open(&st, path, SRCDIR "/db/schema",
					    &why);
			if (status)
				fprintf(stderr, "%s\n", why.text);
			_exit(status ? 1 : 0);
		}
		close(start[0]);
		close(start[1]);
		for (int i = 0; i < PROCESSES; i++) {
			assert_true(wait(&status) > 0);
			assert_int_equal(status, 0);
		}
		OK(store_open(&st, path, SRCDIR "/db/schema", &why));
	}
}

static void a_schema_that_cannot_be_read_is_not_an_empty_one(void **unused)
{
	(void)unused;
	char command[512];

	store_close(st);
	st = NULL;
	snprintf(command, sizeof(command),
		 "rm -f %s* && mkdir -p %s.d/002-folder.sql && "
		 "cp " SRCDIR "/db/schema/001-*.sql %s.d",
		 path, path, path);
	assert_int_equal(system(command), 0);
	snprintf(command, sizeof(command), "%s.d", path);
	assert_int_equal(store_open(&st, path, command, &why), ERR_DISK);
	assert_non_null(strstr(why.text, "002-folder.sql"));
	assert_null(st);
	why_clear(&why);
	snprintf(command, sizeof(command), "rmdir %s.d/002-folder.sql", path);
	assert_int_equal(system(command), 0);
	snprintf(command, sizeof(command), "%s.d", path);
	OK(store_open(&st, path, command, &why));
	assert_int_equal(store_version(st), 1);
	store_close(st);
	st = NULL;
	snprintf(command, sizeof(command), "rm -r %s.d", path);
	assert_int_equal(system(command), 0);
}

static void a_mail_is_taken_in_once(void **unused)
{
	(void)unused;
	uint8_t h[STORE_HASH_SIZE], other[STORE_HASH_SIZE];
	int64_t id, again;
	bool known;

	hash_fill(h, 1);
	hash_fill(other, 2);
	OK(store_begin(st, &why));
	OK(mail_put(h, 10, STR("x"), false, &id, &known));
	assert_false(known);
	OK(mail_put(other, 10, STR("y"), false, &again, &known));
	assert_true(!known && again != id);
	OK(mail_put(h, 11, STR("x"), false, &again, &known));
	assert_true(known && again == id);
	OK(store_commit(st, &why));
}

static void an_attempt_is_counted_before_it_is_made(void **unused)
{
	(void)unused;
	struct inbox_row row;
	struct inbox_open open[4];
	int64_t id;
	int attempts, n;

	OK(store_begin(st, &why));
	id = a_mail(1);
	OK(store_inbox_try(st, id, &attempts, &why));
	assert_int_equal(attempts, 1);
	OK(store_commit(st, &why));
	reopen(); /* it killed us */
	OK(store_inbox_open(st, NULL, INT64_MAX, open, 4, &n, &why));
	assert_int_equal(n, 1);
	OK(store_begin(st, &why));
	OK(store_inbox_try(st, id, &attempts, &why));
	assert_int_equal(attempts, 2);
	OK(store_inbox_finish(st, id,
			      &(struct inbox_end){ .next = INBOX_QUARANTINED,
						   .verdict = STR("poison"),
						   .slot = -1,
						   .poison = true },
			      &why));
	OK(store_commit(st, &why));
	OK(store_inbox_open(st, NULL, INT64_MAX, open, 4, &n, &why));
	assert_int_equal(n, 0);
	OK(store_inbox_get(st, id, &a, &row, &why));
	assert_true(row.poison && row.state == INBOX_QUARANTINED);
	assert_str(row.verdict, "poison");
	assert_int_equal(row.slot, -1);
	OK(store_begin(st, &why));
	/* set aside means set aside, until the operator says otherwise */
	assert_int_equal(store_inbox_try(st, id, &attempts, &why),
			 ERR_NOT_FOUND);
	OK(store_inbox_again(st, id, &why));
	OK(store_inbox_try(st, id, &attempts, &why));
	assert_int_equal(attempts, 1);
	OK(store_inbox_finish(st, id,
			      &(struct inbox_end){ .next = INBOX_QUARANTINED,
						   .verdict = STR("poison"),
						   .slot = -1 },
			      &why));
	OK(store_inbox_drop(st, id, &why));
	assert_int_equal(store_inbox_drop(st, id, &why), ERR_NOT_FOUND);
	OK(store_inbox_get(st, id, &a, &row, &why));
	assert_int_equal(row.state, INBOX_DONE);
	assert_str(row.verdict, "poison, dropped by the operator");
	OK(store_commit(st, &why));
}

static void a_person_keeps_old_addresses_and_revoked_keys(void **unused)
{
	(void)unused;
	struct person_row p = { .name = STR("Ana"),
				.address = STR("ana@one.test"),
				.language = STR("es"),
				.zone = STR("Europe/Madrid") };
	struct person_row got;
	struct key_row k = { .fingerprint = STR("SHA256:abc"),
			     .key = STR("ssh-ed25519 AAAA"),
			     .added_s = 7 };
	struct key_row keys[4];
	bool current;
	int64_t id, other;
	int n;

	OK(store_begin(st, &why));
	OK(store_person_add(st, &p, 1, &id, &why));
	assert_int_equal(store_person_add(st, &p, 1, &other, &why), ERR_EXISTS);
	why_clear(&why);
	OK(store_address_set(st, id, STR("ana@two.test"), 1, &why));
	k.person = id;
	OK(store_key_add(st, &k, &why));
	assert_int_equal(store_key_add(st, &k, &why), ERR_EXISTS);
	why_clear(&why);
	OK(store_key_revoke(st, k.fingerprint, 9, &why));
	assert_int_equal(store_key_revoke(st, k.fingerprint, 10, &why),
			 ERR_NOT_FOUND);
	OK(store_commit(st, &why));
	OK(store_person_by_address(st, STR("ana@one.test"), &a, &got, &current,
				   &why));
	assert_false(current);
	assert_str(got.address, "ana@two.test");
	OK(store_person_by_name(st, STR("Ana"), &a, &got, &why));
	assert_int_equal(got.id, id);
	OK(store_key_list(st, id, &a, keys, 4, &n, &why));
	assert_int_equal(n, 1);
	assert_int_equal(keys[0].revoked_s, 9);
	OK(store_begin(st, &why));
	OK(store_address_set(st, id, STR("ana@one.test"), 1, &why));
	OK(store_address_bounced(st, STR("ana@one.test"), 50, &why));
	assert_int_equal(
		store_address_bounced(st, STR("no@one.test"), 50, &why),
		ERR_NOT_FOUND);
	OK(store_commit(st, &why));
	OK(store_person_get(st, id, &a, &got, &why));
	assert_str(got.address, "ana@one.test");
	assert_int_equal(got.bounces, 1);
}

static void a_person_has_wishes_and_a_second_address(void **unused)
{
	(void)unused;
	struct person_row p = { .name = STR("Ana"),
				.address = STR("ana@one.test"),
				.language = STR("es"),
				.zone = STR("Europe/Madrid") };
	struct preferences w = { .form = MAIL_FORM_TEXT,
				 .brief = true,
				 .unruled = true,
				 .digest = true,
				 .quiet_from = 1320,
				 .quiet_until = 480 };
	struct person_row got;
	bool current;
	int64_t id, bob;

	OK(store_begin(st, &why));
	OK(store_person_add(st, &p, 1, &id, &why));
	p.name = STR("Bob");
	p.address = STR("bob@two.test");
	OK(store_person_add(st, &p, 1, &bob, &why));
	OK(store_preferences_set(st, id, &w, &why));
	OK(store_second_set(st, id, STR("ana@old.test"), 1, &why));
	OK(store_second_set(st, id, STR("ana@two.test"), 1, &why));
	assert_int_equal(
		store_second_set(st, bob, STR("ana@two.test"), 1, &why),
		ERR_EXISTS);
	why_clear(&why);
	OK(store_address_bounced(st, STR("ana@two.test"), 50, &why));
	OK(store_commit(st, &why));
	OK(store_person_by_address(st, STR("ana@two.test"), &a, &got, &current,
				   &why));
	assert_true(current);
	assert_int_equal(got.preferences.form, MAIL_FORM_TEXT);
	assert_true(got.preferences.brief && got.preferences.unruled &&
		    got.preferences.digest);
	assert_int_equal(got.preferences.quiet_from, 1320);
	assert_int_equal(got.preferences.quiet_until, 480);
	assert_str(got.address, "ana@one.test");
	assert_str(got.second, "ana@two.test");
	assert_int_equal(got.second_bounces, 1);
	OK(store_person_by_address(st, STR("ana@old.test"), &a, &got, &current,
				   &why));
	assert_false(current);
	/* what was the second one becomes the first, and lapses for nobody */
	OK(store_begin(st, &why));
	OK(store_address_set(st, id, STR("ana@two.test"), 1, &why));
	OK(store_second_set(st, id, STR("ana@one.test"), 1, &why));
	p.name = STR("Eve");
	p.address = STR("ana@one.test");
	assert_int_equal(store_person_add(st, &p, 1 + 99 * 86400, &bob, &why),
			 ERR_EXISTS);
	why_clear(&why);
	OK(store_commit(st, &why));
	OK(store_person_by_name(st, STR("Ana"), &a, &got, &why));
	assert_str(got.address, "ana@two.test");
	assert_str(got.second, "ana@one.test");
}

static void signed_orders_wait_for_their_hold(void **unused)
{
	(void)unused;
	struct game_row g = { .name = STR("toys-7f3a"),
			      .system = STR("toy"),
			      .version = STR("toy 1"),
			      .state = GAME_RUNNING };
	struct person_row p = { .name = STR("Ana"),
				.address = STR("ana@one.test"),
				.language = STR("es"),
				.zone = STR("UTC") };
	struct hold_row h = { .orders = { .slot = 1,
					  .fingerprint = STR("SHA256:abc"),
					  .format = STR("ssh canonical"),
					  .text = STR("ORDERS .."),
					  .signature = STR("---") },
			      .until_s = 900,
			      .message_id = STR("1@one.test") };
	struct hold_row got;

	OK(store_begin(st, &why));
	OK(store_person_add(st, &p, 1, &h.person, &why));
	OK(store_game_add(st, &g, &h.orders.game, &why));
	OK(store_hold_put(st, &h, &why));
	h.until_s = 901;
	OK(store_hold_put(st, &h, &why));
	OK(store_commit(st, &why));
	assert_int_equal(store_hold_get(st, h.orders.game, 0, &a, &got, &why),
			 ERR_NOT_FOUND);
	OK(store_hold_get(st, h.orders.game, 1, &a, &got, &why));
	assert_int_equal(got.until_s, 901);
	assert_int_equal(got.person, h.person);
	assert_true(str_equal(got.orders.text, h.orders.text));
	assert_true(str_equal(got.orders.signature, h.orders.signature));
	assert_true(str_equal(got.orders.format, h.orders.format));
	assert_true(str_equal(got.orders.fingerprint, h.orders.fingerprint));
	assert_true(str_equal(got.message_id, h.message_id));
	OK(store_begin(st, &why));
	OK(store_hold_drop(st, h.orders.game, 1, &why));
	OK(store_commit(st, &why));
	assert_int_equal(store_hold_get(st, h.orders.game, 1, &a, &got, &why),
			 ERR_NOT_FOUND);
}

static void answers_are_counted_by_day(void **unused)
{
	(void)unused;
	int before;

	OK(store_begin(st, &why));
	OK(store_answer_count(st, STR("x@y.test"), 100, &before, &why));
	assert_int_equal(before, 0);
	OK(store_answer_count(st, STR("x@y.test"), 100, &before, &why));
	assert_int_equal(before, 1);
	OK(store_answer_count(st, STR("x@y.test"), 101, &before, &why));
	assert_int_equal(before, 0);
	OK(store_commit(st, &why));
}

static void a_serial_is_used_once_for_ever(void **unused)
{
	(void)unused;
	int64_t game, by = 0, last;

	OK(store_begin(st, &why));
	game = a_game("g");
	OK(store_serial_use(st, game, 0, 5, 1, &by, &why));
	assert_int_equal(store_serial_use(st, game, 0, 5, 2, &by, &why),
			 ERR_EXISTS);
	assert_int_equal(by, 1);
	OK(store_serial_use(st, game, 1, 5, 2, &by, &why));
	OK(store_serial_last(st, game, 0, INT64_MAX, &last, &why));
	assert_int_equal(last, 5);
	OK(store_commit(st, &why));
}

static void a_game_remembers_how_its_words_stood(void **unused)
{
	(void)unused;
	struct seat_row s = { .slot = 1, .reserved = STR("b@x.test") };
	struct seat_row got[4];
	struct str entropy;
	int n;

	OK(store_begin(st, &why));
	s.game = a_game("g");
	OK(store_seat_put(st, &s, &why));
	s.slot = SLOT_GM;
	OK(store_seat_put(st, &s, &why));
	OK(store_entropy_put(st, s.game, 2, STR("sealing"), &why));
	OK(store_entropy_put(st, s.game, 5, STR("opening"), &why));
	OK(store_commit(st, &why));
	OK(store_seat_list(st, s.game, &a, got, 4, &n, &why));
	assert_int_equal(n, 2);
	assert_int_equal(got[1].slot, SLOT_GM);
	OK(store_entropy_get(st, s.game, 1, &a, &entropy, &why));
	assert_int_equal(entropy.len, 0);
	OK(store_entropy_get(st, s.game, 4, &a, &entropy, &why));
	assert_str(entropy, "sealing");
	OK(store_entropy_get(st, s.game, 9, &a, &entropy, &why));
	assert_str(entropy, "opening");
}

static bool keep(void *context, const struct event_row *r)
{
	struct buf *b = context;

	buf_addf(b, "%d:%.*s;", (int)r->n, STR_ARG(r->json));
	return true;
}

static void the_log_can_be_read_but_not_changed(void **unused)
{
	(void)unused;
	static const char *const attacks[] = {
		"UPDATE events SET json = ''",
		"DELETE FROM events",
		"UPDATE heads SET point = 9",
		"DELETE FROM heads",
		"UPDATE sealed SET slot = 9",
		"DELETE FROM sealed",
		"UPDATE signed_orders SET text = x''",
		"DELETE FROM signed_orders",
		"UPDATE serials SET serial = 9",
		"DELETE FROM serials",
	};
	struct event_row r = { .point = 1, .leaf = 1, .json = STR("{}") };
	struct head_row h = { .point = 1, .n_events = 2 };
	struct sealed_row s = { .point = 1, .leaf = 3 };
	struct signed_row o = { .point = 1, .text = STR("ORDERS") };
	struct buf b;
	sqlite3 *db;
	int64_t by;

	OK(store_begin(st, &why));
	r.game = h.game = s.game = o.game = a_game("g");
	for (r.n = 1; r.n <= 2; r.n++)
		OK(store_event_add(st, &r, &why));
	r.n = 2;
	assert_int_equal(store_event_add(st, &r, &why), ERR_EXISTS);
	why_clear(&why);
	OK(store_head_add(st, &h, &why));
	OK(store_sealed_add(st, &s, &why));
	OK(store_signed_add(st, &o, &why));
	OK(store_serial_use(st, r.game, 0, 1, 1, &by, &why));
	OK(store_commit(st, &why));
	buf_init(&b, 1000);
	OK(store_event_list(st, r.game, 1, INT64_MAX, keep, &b, &why));
	assert_string_equal(b.s, "1:{};2:{};");
	buf_release(&b);
	/* by somebody else's program, with the same file */
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	for (size_t i = 0; i < ARRAY_LEN(attacks); i++) {
		assert_int_equal(sqlite3_exec(db, attacks[i], NULL, NULL, NULL),
				 SQLITE_CONSTRAINT);
		assert_true(strstr(sqlite3_errmsg(db), "never changed") ||
			    strstr(sqlite3_errmsg(db), "once for ever"));
	}
	sqlite3_close(db);
}

static struct outbox_row a_letter(const char *message_id, int64_t next_s)
{
	return (struct outbox_row){
		.kind = STR("report"),
		.slot = -1,
		.address = STR("a@x.test"),
		.language = STR("en"),
		.message_id = str_of(message_id),
		.matter = STR("{}"),
		.next_s = next_s,
	};
}

static enum err ended(int64_t id, enum outbox_state next, int code,
		      const char *words, int64_t now_s)
{
	const struct outbox_end end = { .next = next,
					.code = code,
					.trouble = str_of(words),
					.now_s = now_s };

	return store_outbox_finish(st, id, &end, &why);
}

static const uint8_t a_hash[STORE_HASH_SIZE] = { 7 };

static void a_mail_of_unknown_fate_goes_out_again_as_it_was(void **unused)
{
	(void)unused;
	struct outbox_row r = a_letter("m1@judge", 10), got;
	struct str bytes;
	int64_t id, due[4], next;
	int n;

	OK(store_begin(st, &why));
	OK(store_outbox_add(st, &r, &id, &why));
	OK(store_outbox_due(st, 9, due, 4, &n, &why));
	assert_int_equal(n, 0);
	OK(store_outbox_next(st, &next, &why));
	assert_int_equal(next, 10);
	OK(store_outbox_render(st, id, STR("bytes"), a_hash, &why));
	assert_int_equal(
		store_outbox_render(st, id, STR("others"), a_hash, &why),
		ERR_NOT_FOUND);
	OK(store_outbox_take(st, id, &why));
	OK(store_outbox_due(st, 99, due, 4, &n, &why));
	assert_int_equal(n, 0);
	OK(store_commit(st, &why));
	reopen();
	OK(store_begin(st, &why));
	OK(store_outbox_recover(st, &n, &why));
	assert_int_equal(n, 1);
	OK(store_outbox_due(st, 99, due, 4, &n, &why));
	assert_int_equal(n, 1);
	OK(store_outbox_take(st, id, &why));
	OK(ended(id, OUTBOX_SENT, 250, "ok", 100));
	/* sent is sent */
	assert_int_equal(store_outbox_take(st, id, &why), ERR_NOT_FOUND);
	OK(store_commit(st, &why));
	OK(store_outbox_get(st, id, &a, &got, &why));
	OK(store_outbox_bytes(st, id, &a, &bytes, &why));
	assert_str(bytes, "bytes");
	assert_int_equal(got.attempts, 2);
	assert_int_equal(got.sent_s, 100);
	OK(store_outbox_by_message_id(st, STR("m1@judge"), &a, &got, &why));
	assert_int_equal(got.id, id);
}

static void a_refused_mail_waits_for_the_operator(void **unused)
{
	(void)unused;
	struct outbox_row r = a_letter("m1@judge", 10);
	int64_t id, due[4];
	int n;

	OK(store_begin(st, &why));
	OK(store_outbox_add(st, &r, &id, &why));
	OK(store_outbox_render(st, id, STR("bytes"), a_hash, &why));
	OK(store_outbox_take(st, id, &why));
	OK(ended(id, OUTBOX_FAILED, 550, "no", 11));
	OK(store_outbox_due(st, 99, due, 4, &n, &why));
	assert_int_equal(n, 0);
	OK(store_outbox_again(st, id, 50, &why));
	OK(store_outbox_due(st, 99, due, 4, &n, &why));
	assert_int_equal(n, 1);
	OK(store_outbox_take(st, id, &why));
	assert_int_equal(store_outbox_again(st, id, 50, &why), ERR_NOT_FOUND);
	OK(store_commit(st, &why));
}

static int64_t mail_add(int i, int64_t received_s, int64_t game, int slot,
			const char *verdict)
{
	uint8_t hash[STORE_HASH_SIZE] = { (uint8_t)i, 1 };
	char raw[100];
	int64_t id;
	bool known;

	memset(raw, 'x', sizeof(raw));
	OK(mail_put(hash, received_s, (struct str){ raw, sizeof(raw) }, true,
		    &id, &known));
	OK(store_inbox_finish(st, id,
			      &(struct inbox_end){ .next = INBOX_DONE,
						   .verdict = str_of(verdict),
						   .game = game,
						   .slot = slot },
			      &why));
	return id;
}

static int64_t stray_add(int i, int64_t received_s, int slot,
			 const char *verdict)
{
	return mail_add(i, received_s, 0, slot, verdict);
}

static bool stray_there(int64_t id)
{
	struct inbox_row row;

	OK(store_inbox_get(st, id, &a, &row, &why));
	assert_int_equal(row.pruned, !row.raw.len);
	return !row.pruned;
}

/* sent or failed at at_s; 0: it waits */
static int64_t letter_done(const char *message_id, int64_t at_s, bool failed)
{
	struct outbox_row r = a_letter(message_id, 10);
	int64_t id;

	OK(store_outbox_add(st, &r, &id, &why));
	OK(store_outbox_render(st, id, STR("bytes"), a_hash, &why));
	if (!at_s)
		return id;
	OK(store_outbox_take(st, id, &why));
	OK(ended(id, failed ? OUTBOX_FAILED : OUTBOX_SENT, 250, "ok", at_s));
	return id;
}

static void letters_are_forgotten_some_days_after_their_fate(void **unused)
{
	(void)unused;
	struct outbox_row got;
	struct str bytes;
	int64_t id[4], freed;
	int n;

	OK(store_begin(st, &why));
	id[0] = letter_done("m0@judge", 100, false);
	id[1] = letter_done("m1@judge", 200, false);
	id[2] = letter_done("m2@judge", 0, false);
	id[3] = letter_done("m3@judge", 90, true);
	OK(store_outbox_prune(st, 200, 1, &n, &freed, &why));
	assert_int_equal(n, 1);
	OK(store_outbox_prune(st, 200, 100, &n, &freed, &why));
	assert_int_equal(n, 1);
	assert_int_equal(freed, 5);
	OK(store_outbox_prune(st, 200, 100, &n, &freed, &why));
	assert_int_equal(n, 0);
	for (int i = 0; i < 4; i++) {
		bool there = i == 1 || i == 2;

		OK(store_outbox_get(st, id[i], &a, &got, &why));
		assert_int_equal(got.kept, there);
		assert_int_equal(got.size, 5);
		assert_int_equal(
			store_outbox_bytes(st, id[i], &a, &bytes, &why),
			there ? ERR_OK : ERR_NOT_FOUND);
	}
	/* one Message-ID is one text: it is not rendered again under it */
	assert_int_equal(store_outbox_again(st, id[3], 50, &why),
			 ERR_NOT_FOUND);
	assert_int_equal(store_outbox_render(st, id[0], STR("b"), a_hash, &why),
			 ERR_NOT_FOUND);
	store_rollback(st);
}

static void room_is_given_back_in_pieces(void **unused)
{
	(void)unused;
	enum { MUCH = 4 << 20, SPARE = 16, SOME = 64 };
	struct outbox_row r = a_letter("m1@judge", 10);
	char *much = calloc(1, MUCH);
	struct stat before, after;
	int64_t id, freed;
	bool more = true;
	int n, steps = 0;

	assert_non_null(much);
	OK(store_begin(st, &why));
	OK(store_outbox_add(st, &r, &id, &why));
	OK(store_outbox_render(st, id, (struct str){ much, MUCH }, a_hash,
			       &why));
	OK(store_outbox_take(st, id, &why));
	OK(ended(id, OUTBOX_SENT, 250, "ok", 1));
	OK(store_commit(st, &why));
	free(much);
	reopen(); /* and what was written is in the file */
	assert_int_equal(stat(path, &before), 0);
	OK(store_begin(st, &why));
	OK(store_outbox_prune(st, 2, 1, &n, &freed, &why));
	OK(store_commit(st, &why));
	assert_int_equal(freed, MUCH);
	while (more) {
		OK(store_shrink(st, SPARE, SOME, &more, &why));
		steps++;
	}
	assert_true(steps > 5);
	reopen();
	assert_int_equal(stat(path, &after), 0);
	assert_true(before.st_size - after.st_size > MUCH / 2);
	/* nothing left to give */
	OK(store_shrink(st, SPARE, SOME, &more, &why));
	assert_false(more);
}

static void a_copy_is_whole_and_private(void **unused)
{
	(void)unused;
	char copy[512];
	struct stat mode;
	struct store *other;

	OK(store_begin(st, &why));
	a_game("copied");
	OK(store_commit(st, &why));
	snprintf(copy, sizeof(copy), "%s.copy", path);
	OK(store_copy(st, copy, &why));
	assert_int_equal(stat(copy, &mode), 0);
	assert_int_equal(mode.st_mode & 0777, 0600);
	OK(store_open(&other, copy, SRCDIR "/db/schema", &why));
	OK(store_check(other, &why));
	{
		struct game_row g;

		OK(store_game_by_name(other, STR("copied"), &a, &g, &why));
	}
	store_close(other);
	assert_int_equal(unlink(copy), 0);
}

static void what_players_wrote_is_kept_while_it_is_disputed(void **unused)
{
	(void)unused;
	int64_t id[4], bytes;
	int n;

	OK(store_begin(st, &why));
	id[0] = stray_add(0, 1000, 0, "adjudicated");
	id[3] = mail_add(3, 1000, a_game("disputed"), 0, "adjudicated");
	id[1] = stray_add(1, 1000, -1, "help");
	id[2] = stray_add(2, 3000, 0, "adjudicated");
	OK(store_inbox_forget(st, 2000, 9000, 100, &n, &bytes, &why));
	assert_int_equal(n, 1);
	assert_false(stray_there(id[0]));
	assert_true(stray_there(id[1]));
	assert_true(stray_there(id[2]));
	assert_true(stray_there(id[3]));
	OK(store_inbox_forget(st, 2000, 1000 + DISPUTE_S + 1, 100, &n, &bytes,
			      &why));
	assert_int_equal(n, 1);
	assert_false(stray_there(id[3]));
	store_rollback(st);
}

static void the_earliest_timer_is_due_first(void **unused)
{
	(void)unused;
	struct timer_row t = { .kind = 1, .slot = 0, .due_s = 20 }, due;
	int64_t next;

	OK(store_begin(st, &why));
	t.game = a_game("g");
	OK(store_timer_set(st, &t, &why));
	t.slot = 1;
	t.due_s = 10;
	OK(store_timer_set(st, &t, &why));
	assert_int_equal(store_timer_due(st, 9, NULL, &due, &why),
			 ERR_NOT_FOUND);
	OK(store_timer_due(st, 30, NULL, &due, &why));
	assert_int_equal(due.slot, 1);
	t = due;
	OK(store_timer_due(st, 30, &t, &due, &why));
	assert_int_equal(due.slot, 0);
	assert_int_equal(store_timer_due(st, 30, &due, &due, &why),
			 ERR_NOT_FOUND);
	t.due_s = 40; /* extended */
	OK(store_timer_set(st, &t, &why));
	OK(store_timer_next(st, &next, &why));
	assert_int_equal(next, 20);
	OK(store_commit(st, &why));
}

static int64_t of_game, link_found;

static enum err idle(int step)
{
	uint8_t h[STORE_HASH_SIZE];
	struct roll_row r = { .link = 0 };
	enum err e;

	hash_fill(h, step);
	e = store_roll_idle(st, of_game, h, &r, &why);
	link_found = r.link;
	if (!e)
		assert_memory_equal(r.words, h, sizeof(h));
	return e;
}

static void rolled(int64_t point, int64_t link, int step)
{
	struct roll_row r = { .game = of_game, .point = point, .link = link };

	hash_fill(r.step, step);
	hash_fill(r.words, step);
	OK(store_roll_add(st, &r, &why));
}

static void an_undone_link_is_found_by_its_step_until_it_is_spent(void **unused)
{
	(void)unused;
	struct roll_count n;

	OK(store_begin(st, &why));
	of_game = a_game("g");
	rolled(3, 7, 1);
	rolled(4, 8, 1);
	assert_int_equal(idle(1), ERR_NOT_FOUND);
	OK(store_luck_undo(st, of_game, 2, 99, true, &why));
	OK(idle(1));
	assert_int_equal(link_found, 7);
	assert_int_equal(idle(2), ERR_NOT_FOUND);
	/* the same step again, and again: the first time the first link */
	rolled(6, 7, 1);
	OK(idle(1));
	assert_int_equal(link_found, 8);
	/* what it rolled where it counts stays */
	OK(store_roll_spend(st, of_game, 3, &why));
	OK(store_roll_spend(st, of_game, 4, &why));
	assert_int_equal(idle(1), ERR_NOT_FOUND);
	OK(store_roll_count(st, of_game, 4, &n, &why));
	assert_int_equal(n.n, 1);
	assert_int_equal(n.spent, 1);
	assert_int_equal(n.replaced, 0);
	OK(store_luck_undo(st, of_game, 2, 99, true, &why));
	OK(idle(1));
	assert_int_equal(link_found, 7);
	OK(store_roll_count(st, of_game, 6, &n, &why));
	assert_int_equal(n.n, 1);
	assert_int_equal(n.spent, 0);
	assert_int_equal(n.replaced, 1);
	OK(store_roll_spend(st, of_game, 6, &why));
	assert_int_equal(idle(1), ERR_NOT_FOUND);
	OK(store_commit(st, &why));
}

static enum err draw_idle(int64_t *round)
{
	struct draw_row r = { .game = of_game, .number = 1 };

	return store_draw_idle(st, &r, round, &why);
}

static void a_draw_that_was_opened_is_lent_no_more(void **unused)
{
	(void)unused;
	struct draw_row r = { .point = 3, .number = 1 };
	int64_t round = 5;

	OK(store_begin(st, &why));
	r.game = of_game = a_game("g");
	OK(store_draw_add(st, &r, &why));
	assert_int_equal(draw_idle(&round), ERR_NOT_FOUND);
	OK(store_luck_undo(st, of_game, 2, 99, true, &why));
	OK(draw_idle(&round));
	assert_int_equal(round, 0);
	r.point = 6;
	OK(store_draw_add(st, &r, &why));
	OK(store_draw_round(st, of_game, 1, &round, &why));
	OK(store_draw_spend(st, of_game, 1, round, &why));
	OK(store_luck_undo(st, of_game, 2, 99, true, &why));
	assert_int_equal(draw_idle(&round), ERR_NOT_FOUND);
	OK(store_commit(st, &why));
}

static void secrets_and_snapshots_come_back_as_they_went(void **unused)
{
	(void)unused;
	uint8_t out[SECRET_MAX];
	struct str state;
	size_t len;
	int64_t game, next, number;

	OK(store_begin(st, &why));
	game = a_game("g");
	OK(store_secret_add(st, game, SECRET_CHAIN, 0, STR("seed"), 1, &why));
	OK(store_secret_add(st, game, SECRET_CHAIN, 1, STR("next"), 1, &why));
	OK(store_secret_use(st, game, SECRET_CHAIN, 0, 2, &why));
	OK(store_secret_get(st, &(struct secret_id){ game, SECRET_CHAIN, 0 },
			    out, &len, &next, &why));
	assert_int_equal(len, 4);
	assert_memory_equal(out, "seed", 4);
	assert_int_equal(next, 2);
	OK(store_secret_left(st, game, SECRET_CHAIN, 2, &number, &next, &why));
	assert_int_equal(number, 0);
	assert_int_equal(next, 2);
	OK(store_secret_left(st, game, SECRET_CHAIN, 1, &number, &next, &why));
	assert_int_equal(number, 1);
	assert_int_equal(next, 1);
	assert_int_equal(store_secret_left(st, game, SECRET_CHAIN, 0, &number,
					   &next, NULL),
			 ERR_NOT_FOUND);
	for (int i = 1; i <= 1000; i++)
		OK(store_snapshot_put(st, game, i,
				      i == 1000 ? STR("last") : STR("one"),
				      &why));
	OK(store_snapshot_get(st, game, 1000, &a, &state, &why));
	assert_str(state, "last");
	/* few are kept, and none is missed by more than it is old */
	for (int64_t i = 1, kept = 0, before = 0; i <= 1000; i++) {
		OK(store_snapshot_before(st, game, i, &number, &why));
		kept += number != before;
		before = number;
		assert_true(i - number < 2 * (1001 - i));
		assert_true(kept <= 24);
	}
	OK(store_commit(st, &why));
}

static int steps_left;

static void die_at_zero(void *unused)
{
	(void)unused;
	if (!steps_left--)
		_exit(77);
}

/* the mail in, a game and an event: all or nothing */
static void a_death_at_any_step_leaves_all_or_nothing(void **unused)
{
	(void)unused;
	bool died = true;
	int n;

	store_close(st);
	st = NULL;
	for (n = 0; died; n++) {
		int64_t games[GAME_STATES], mails[INBOX_STATES];
		int status;
		pid_t pid;

		forget();
		pid = fork();
		if (!pid) {
			int64_t id;

			if (store_open(&st, path, SRCDIR "/db/schema", &why))
				_exit(1);
			steps_left = n;
			store_on_step(st, die_at_zero, NULL);
			if (store_begin(st, &why))
				_exit(1);
			a_mail(1);
			id = a_game("g");
			if (store_event_add(
				    st,
				    &(struct event_row){ .game = id,
							 .n = 1,
							 .json = STR("{}") },
				    &why) ||
			    store_commit(st, &why))
				_exit(1);
			_exit(0);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		assert_true(WIFEXITED(status));
		assert_true(WEXITSTATUS(status) == 0 ||
			    WEXITSTATUS(status) == 77);
		died = WEXITSTATUS(status) == 77;
		OK(store_open(&st, path, SRCDIR "/db/schema", &why));
		OK(store_game_counts(st, games, &why));
		OK(store_inbox_counts(st, mails, &why));
		assert_int_equal(games[GAME_OPEN], mails[INBOX_NEW]);
		store_close(st);
		st = NULL;
	}
	/* four changes, before and after the commit, and one survivor */
	assert_true(n > 5);
}

static void what_strangers_wrote_is_forgotten_in_time(void **unused)
{
	int64_t id[6], bytes, again;
	bool known;
	int n;

	(void)unused;
	OK(store_begin(st, &why));
	id[0] = stray_add(0, 1000, -1, "help");
	id[1] = stray_add(1, 1000, 0, "adjudicated");
	id[2] = stray_add(2, 1000, 1, "unverified");
	for (int i = 3; i < 6; i++)
		id[i] = stray_add(i, 2000 + i, -1, "help");
	/* by age; what was proved stays */
	OK(store_inbox_prune(st, 1500, 1 << 20, 100, &n, &bytes, &why));
	assert_int_equal(n, 2);
	assert_int_equal(bytes, 200);
	assert_false(stray_there(id[0]));
	assert_true(stray_there(id[1]));
	assert_false(stray_there(id[2]));
	/* by size, the oldest first, and no more than asked */
	OK(store_inbox_prune(st, 1500, 150, 1, &n, &bytes, &why));
	assert_int_equal(n, 1);
	assert_false(stray_there(id[3]));
	OK(store_inbox_prune(st, 1500, 150, 100, &n, &bytes, &why));
	assert_int_equal(n, 1);
	assert_false(stray_there(id[4]));
	assert_true(stray_there(id[5]));
	/* and it is not taken for new when it comes again */
	OK(mail_put((uint8_t[STORE_HASH_SIZE]){ 0, 1 }, 9, STR("x"), false,
		    &again, &known));
	assert_true(known);
	assert_int_equal(again, id[0]);
	store_rollback(st);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(a_new_database_is_brought_to_the_newest_version),
		T(a_database_of_a_newer_program_is_refused),
		T(a_database_that_cannot_be_carried_over_stays_as_it_was),
		T(a_schema_that_cannot_be_read_is_not_an_empty_one),
		T(processes_that_open_a_new_database_at_once_share_it),
		T(what_nobody_hears_of_waits_for_no_disk),
		T(a_disk_that_failed_gets_all_of_it_once_more),
		T(a_mail_is_taken_in_once),
		T(an_attempt_is_counted_before_it_is_made),
		T(what_strangers_wrote_is_forgotten_in_time),
		T(what_players_wrote_is_kept_while_it_is_disputed),
		T(letters_are_forgotten_some_days_after_their_fate),
		T(room_is_given_back_in_pieces),
		T(a_copy_is_whole_and_private),
		T(a_person_keeps_old_addresses_and_revoked_keys),
		T(a_person_has_wishes_and_a_second_address),
		T(signed_orders_wait_for_their_hold),
		T(answers_are_counted_by_day),
		T(a_serial_is_used_once_for_ever),
		T(a_game_remembers_how_its_words_stood),
		T(the_log_can_be_read_but_not_changed),
		T(a_mail_of_unknown_fate_goes_out_again_as_it_was),
		T(a_refused_mail_waits_for_the_operator),
		T(the_earliest_timer_is_due_first),
		T(an_undone_link_is_found_by_its_step_until_it_is_spent),
		T(a_draw_that_was_opened_is_lent_no_more),
		T(secrets_and_snapshots_come_back_as_they_went),
		T(a_death_at_any_step_leaves_all_or_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
