/*
 * tests/unit/test_judge_bounce.c - mails of the judge that came back, as
 * servers write it (tests/mail/bounces). A file's name says what it is: failed,
 * delayed or none. {ID}, {RETURN}, {TO} and {JUDGE} stand for what the mail
 * had.
 */
#include "judge_unit.h"
#include "base/file.h"
#include "judge/notify/verp.h"
#include <dirent.h>

#define FOLDER SRCDIR "/tests/mail/bounces"

static struct outbox_row mail; /* Bob's, which was sent */

static bool keep_bobs(void *context, const struct outbox_row *r)
{
	(void)context;
	if (!str_is(r->address, "bob@two.test") || r->automatic ||
	    r->state != OUTBOX_SENT)
		return true;
	mail = *r;
	return false;
}

static void begin(void)
{
	fix_init(&f, "test_judge_bounce");
	fix_started(&f, 0);
	fix_person(&f, 2);
	OK(judge_seat(f.j, f.game, SLOT_GM, f.p[2].person, &f.why));
	fix_post(&f, NULL);
	OK(store_outbox_choose(
		judge_store(f.j),
		&(struct mail_choice){ .state = OUTBOX_SENT, .max = 50 },
		&f.arena, keep_bobs, NULL, &f.why));
	assert_int_equal(mail.person, f.p[1].person);
}

static struct str replaced(struct str s, const char *what, struct str with)
{
	struct buf b;
	size_t n = strlen(what);
	struct str out;

	buf_init(&b, 1 << 20);
	for (size_t i = 0; i < s.len;) {
		if (i + n <= s.len && !memcmp(s.s + i, what, n)) {
			buf_adds(&b, with);
			i += n;
		} else {
			buf_addc(&b, s.s[i++]);
		}
	}
	out = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	return out;
}

static struct str bounce_read(const char *name)
{
	struct buf b;
	struct str s, guess;

	buf_init(&b, 1 << 20);
	OK(file_read(arena_printf(&f.arena, "%s/%s", FOLDER, name), 1 << 20, &b,
		     &f.why));
	s = arena_str(&f.arena, buf_str(&b));
	buf_release(&b);
	/* what an opponent can know of it: all but the secret part */
	guess = str_of(arena_printf(&f.arena, "%.*s.%lld.B@court.test",
				    STR_ARG(f.name), (long long)mail.point));
	s = replaced(s, "{ID}", mail.message_id);
	s = replaced(s, "{GUESS}", guess);
	s = replaced(s, "{TO}", mail.address);
	s = replaced(s, "{JUDGE}", f.j->c.address);
	return replaced(
		s, "{RETURN}",
		verp_address(f.j->c.address, &f.j->c.key, mail.id, &f.arena));
}

static int marks(void)
{
	struct person_row p;

	OK(store_person_get(judge_store(f.j), f.p[1].person, &f.arena, &p,
			    &f.why));
	return p.bounces;
}

static void expect(const char *name)
{
	bool failed = strstr(name, ".failed."), delayed;
	struct str verdict;
	struct buf out;

	begin();
	delayed = strstr(name, ".delayed.");
	verdict = fix_send(&f, bounce_read(name));
	OK(store_outbox_get(judge_store(f.j), mail.id, &f.arena, &mail,
			    &f.why));
	if (marks() != failed || (mail.state == OUTBOX_BOUNCED) != failed ||
	    str_starts(verdict, "bounce of mail ") != failed ||
	    str_starts(verdict, "delay of mail ") != delayed)
		fail_msg("%s: %.*s, %d marks, %s", name, STR_ARG(verdict),
			 marks(), outbox_state_name(mail.state));
	/* the master hears who, what and why; a robot hears nothing */
	buf_init(&out, 1 << 20);
	assert_int_equal(fix_post(&f, &out),
			 failed || strstr(name, "player-writes"));
	assert_int_equal(fix_count(buf_str(&out), "\"unreachable\":1"), failed);
	if (failed)
		assert_int_equal(
			fix_count(buf_str(&out),
				  arena_printf(&f.arena, " B: Bob, %.*s",
					       STR_ARG(mail.trouble))),
			1);
	buf_release(&out);
	fix_release(&f);
}

static void every_servers_bounce_is_what_it_is(void **unused)
{
	struct dirent *entry;
	DIR *folder = opendir(FOLDER);
	int n = 0;

	(void)unused;
	assert_non_null(folder);
	while ((entry = readdir(folder)))
		if (strstr(entry->d_name, ".eml")) {
			expect(entry->d_name);
			n++;
		}
	closedir(folder);
	assert_true(n >= 15);
}

static void a_mail_comes_back_once_and_the_words_are_the_servers(void **unused)
{
	struct str raw;

	(void)unused;
	begin();
	raw = bounce_read("qmail-plain.failed.eml");
	fix_send(&f, raw);
	fix_send(&f,
		 str_of(arena_printf(&f.arena, "%.*s\nmore\n", STR_ARG(raw))));
	assert_int_equal(marks(), 1);
	OK(store_outbox_get(judge_store(f.j), mail.id, &f.arena, &mail,
			    &f.why));
	assert_str(mail.trouble, "Remote host said: 550 no such user, by "
				 "MAILER-DAEMON@mx.example");
	/* after a week nothing is believed */
	fix_release(&f);
	begin();
	raw = bounce_read("opensmtpd-mixed-plus.failed.eml");
	f.now += 8 * 86400;
	fix_send(&f, raw);
	assert_int_equal(marks(), 0);
	fix_release(&f);
}

static void the_reason_is_no_field_of_the_returned_mail(void **unused)
{
	static const char *const names[] = { "german-plain.failed.eml",
					     "french-plain.failed.eml",
					     "portuguese-plain.failed.eml" };

	(void)unused;
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		begin();
		fix_send(&f, bounce_read(names[i]));
		OK(store_outbox_get(judge_store(f.j), mail.id, &f.arena, &mail,
				    &f.why));
		assert_true(mail.trouble.len > 0);
		assert_false(str_starts(mail.trouble, "Message-ID"));
		fix_release(&f);
	}
}

/* Notes of absence without any other mark, in many languages. */
static void notes_of_absence_are_not_answered(void **unused)
{
	(void)unused;
	static const char *const subjects[] = {
		"Abwesend: Urlaub bis Montag",
		"R\xc3\xa9ponse d'absence : Re: turno",
		"Mensaje de ausencia",
		"Afwezig tot maandag",
		"Automatiskt svar: turno",
		"Odpowied\xc5\xba automatyczna: turno",
		"\xd0\x90\xd0\xb2\xd1\x82\xd0\xbe\xd0\xbe\xd1\x82\xd0\xb2\xd0\xb5\xd1\x82: turno",
		"\xe8\x87\xaa\xe5\x8b\x95\xe5\xbf\x9c\xe7\xad\x94: turno",
		"\xe8\x87\xaa\xe5\x8a\xa8\xe5\x9b\x9e\xe5\xa4\x8d: turno",
		"I am out of the office until Monday",
		"[OOO] turno",
		"Auto-Antwort: turno",
		"Automatische R\xc3\xbc"
		"ckmeldung",
		"Nicht im B\xc3\xbcro",
		"Estoy fuera de la oficina",
		"Notificaci\xc3\xb3n de ausencia",
		"Avis d'absence : turno",
		"Fuori ufficio: turno",
		"Messaggio di assenza",
		"Fora do escrit\xc3\xb3rio",
		"Mensagem autom\xc3\xa1tica",
	};

	begin();
	for (size_t i = 0; i < ARRAY_LEN(subjects); i++) {
		f.now += 86400;
		assert_str(fix_send(&f, str_of(arena_printf(
						&f.arena,
						"From: bob@two.test\n"
						"To: judge@court.test\n"
						"Message-ID: <away%zu@two."
						"test>\nSubject: %s\n\n...\n",
						i, subjects[i]))),
			   "auto-reply");
	}
	fix_release(&f);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_servers_bounce_is_what_it_is),
		cmocka_unit_test(
			a_mail_comes_back_once_and_the_words_are_the_servers),
		cmocka_unit_test(the_reason_is_no_field_of_the_returned_mail),
		cmocka_unit_test(notes_of_absence_are_not_answered),
	};

	(void)teardown;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
