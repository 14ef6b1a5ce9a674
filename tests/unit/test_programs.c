/*
 * tests/unit/test_programs.c - mails as mail programs really sent them, in
 * tests/mail/programs: which signed texts are found in each, by whose key, and
 * what hides the others. The golden file has a line for each text.
 */
#include "programs_fixture.h"
#include "golden.h"
#include "judge/inbox/signer.h"

static struct str first_line(const struct canon *c)
{
	struct str rest = c->text, line = STR("");

	(void)parse_line(&rest, &line);
	return line;
}

/* Each text once, as it is signed best. */
static void tell_texts(const char *name, const struct signature_scan *l,
		       struct buf *out)
{
	for (size_t i = 0; i < l->n; i++) {
		const struct signed_block *b = &l->blocks[i];
		struct signed_block_proof proof;
		enum sig_error fault = FAULT_SIG_NONE;
		bool again = false;

		for (size_t k = 0; k < l->n; k++) {
			const struct signed_block *o = &l->blocks[k];

			if (!str_equal(o->canon.text, b->canon.text))
				continue;
			again |= k < i;
			if (signed_block_verify(&f.arena, o, keys, n_keys,
						SIG_ORDERS,
						&proof) == SIG_ERROR_OK)
				fault = SIG_ERROR_OK;
			else if (fault == FAULT_SIG_NONE)
				fault = o->fault ? o->fault : FAULT_SIG_UNFIT;
		}
		if (again)
			continue;
		buf_addf(out, "%s: %.*s: %s%s\n", name,
			 STR_ARG(first_line(&b->canon)), sig_error_name(fault),
			 b->joined ? ", joined" : "");
	}
}

static void each_mail_holds_the_texts_that_were_signed(void **unused)
{
	(void)unused;
	char *files[MAILS_MAX];
	int n = files_of(SRCDIR "/tests/mail/programs", ".eml", files);
	struct buf out;

	assert_true(n > 100);
	read_keys();
	buf_init(&out, 1 << 18);
	for (int i = 0; i < n; i++) {
		struct str raw = program_mail(files[i]);
		struct message m;
		struct signature_scan look;

		mime_parse(&fix_mime, &f.arena, raw, &m);
		buf_addf(&out, "%s: %s\n", files[i],
			 message_fault_name(m.fault));
		if (m.fault)
			continue;
		signer_look(f.j, &m, &f.arena, &look);
		tell_texts(files[i], &look, &out);
		for (size_t k = 0; m.sig.place == SIGNED_TOP && k < look.n_part;
		     k++)
			buf_addf(&out, "%s: signed as a whole: %.*s: %s\n",
				 files[i],
				 STR_ARG(first_line(&look.part[k].canon)),
				 sig_error_name(look.part[k].fault));
	}
	golden(&f.arena, "programs.txt", buf_str(&out));
	buf_release(&out);
}

static int setup(void **unused)
{
	(void)unused;
	fix_init(&f, "test_programs");
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			each_mail_holds_the_texts_that_were_signed, setup,
			teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
