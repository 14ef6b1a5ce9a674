/* src/auth/pgp.c */
#include "auth/pgp.h"
#include "base/xalloc.h"

#ifndef HAVE_GPGME

static enum err not_built(struct why *why)
{
	return why_set(why, ERR_CONFIG,
		       "this program was built without OpenPGP and S/MIME");
}

bool pgp_is_built(void)
{
	return false;
}

enum err pgp_open(const char *home, struct pgp **out, struct why *why)
{
	(void)home;
	*out = NULL;
	return not_built(why);
}

void pgp_limit(struct pgp *p, int runs)
{
	(void)p, (void)runs;
}

void pgp_close(struct pgp *p)
{
	(void)p;
}

enum err pgp_import(struct pgp *p, enum pgp_protocol protocol, struct str text,
		    struct key *out, struct why *why)
{
	(void)p, (void)protocol, (void)text, (void)out;
	return not_built(why);
}

enum err pgp_look(struct pgp *p, struct str text, struct key *out,
		  struct why *why)
{
	(void)p, (void)text, (void)out;
	return not_built(why);
}

enum err pgp_missing(struct pgp *p, const struct str *fingerprints, size_t n,
		     bool *missing, struct why *why)
{
	(void)p, (void)fingerprints, (void)n, (void)missing;
	return not_built(why);
}

enum err pgp_verify(struct pgp *p, const struct pgp_signed *of,
		    const struct key *keys, size_t n_keys, size_t *which,
		    enum sig_error *fault, struct why *why)
{
	(void)p, (void)of, (void)keys, (void)n_keys, (void)which, (void)fault;
	return not_built(why);
}

#else /* HAVE_GPGME */

#include <errno.h>
#include <fcntl.h>
#include <gpgme.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "auth/pgp.inc"

enum { HOME_MAX = 80, IMPORTS_MAX = 16 };

struct pgp {
	char home[HOME_MAX + 1];
	bool is_limited;
	int runs_left;
	gpgme_ctx_t contexts[2]; /* by enum pgp_protocol */
};

static const gpgme_protocol_t protocols[2] = {
	[PGP_OPENPGP] = GPGME_PROTOCOL_OpenPGP,
	[PGP_SMIME] = GPGME_PROTOCOL_CMS,
};

bool pgp_is_built(void)
{
	return true;
}

static enum err gnupg_error(struct why *why, const char *doing, gpgme_error_t e)
{
	return why_set(why, ERR_SYSTEM, "GnuPG, %s: %s", doing,
		       gpgme_strerror(e));
}

/* Is it this machine that failed? If not, it was the bytes. */
static bool is_ours(gpgme_error_t e)
{
	gpgme_err_code_t code = gpgme_err_code(e);

	return code & GPG_ERR_SYSTEM_ERROR || code == GPG_ERR_INV_ENGINE ||
	       code == GPG_ERR_INV_VALUE /* no context: reopening failed */ ||
	       code == GPG_ERR_NO_AGENT || code == GPG_ERR_TIMEOUT ||
	       code == GPG_ERR_ASSUAN_SERVER_FAULT;
}

/* a file in the folder, whole, mode 600 */
static enum err write_file(const struct pgp *p, const char *name,
			   const char *text, struct why *why)
{
	char path[HOME_MAX + 32];
	size_t len = strlen(text);
	struct buf b;
	ssize_t n;
	int fd;

	buf_init(&b, sizeof(path) - 1);
	buf_addf(&b, "%s/%s", p->home, name);
	fd = open(b.s, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	buf_release(&b);
	if (fd < 0)
		return why_set(why, ERR_SYSTEM, "%s/%s: %s", p->home, name,
			       strerror(errno));
	n = write(fd, text, len);
	if (close(fd) || n != (ssize_t)len)
		return why_set(why, ERR_DISK, "%s/%s: not written", p->home,
			       name);
	return ERR_OK;
}

/*
 * `gpgconf --kill all` for this folder. What it could say is of no use: a
 * helper that is not there needs no end.
 */
static void kill_helpers(struct pgp *p)
{
	char program[] = "gpgconf", homedir[] = "--homedir", kill[] = "--kill";
	char all[] = "all";
	char *args[] = { program, homedir, p->home, kill, all, NULL };
	const char *path = gpgme_get_dirinfo("gpgconf-name");
	posix_spawn_file_actions_t quiet;
	pid_t pid;

	posix_spawn_file_actions_init(&quiet);
	for (int fd = 0; fd < 3; fd++)
		posix_spawn_file_actions_addopen(&quiet, fd, "/dev/null",
						 O_RDWR, 0);
	extern char **environ;
	if (path && !posix_spawn(&pid, path, &quiet, NULL, args, environ))
		while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
			;
	posix_spawn_file_actions_destroy(&quiet);
}

static enum err open_context(struct pgp *p, enum pgp_protocol protocol,
			     struct why *why)
{
	gpgme_ctx_t *c = &p->contexts[protocol];
	gpgme_error_t e = gpgme_engine_check_version(protocols[protocol]);

	if (e)
		return why_set(why, ERR_SYSTEM,
			       "%s does not work (%s): install %s",
			       protocol == PGP_OPENPGP ? "gpg" : "gpgsm",
			       gpgme_strerror(e),
			       protocol == PGP_OPENPGP ? "gnupg" : "gpgsm");
	e = gpgme_new(c);
	if (!e)
		e = gpgme_set_protocol(*c, protocols[protocol]);
	if (!e)
		e = gpgme_ctx_set_engine_info(*c, protocols[protocol], NULL,
					      p->home);
	if (e)
		return gnupg_error(why, "start", e);
	gpgme_set_offline(*c, 1);
	gpgme_set_pinentry_mode(*c, GPGME_PINENTRY_MODE_ERROR);
	return ERR_OK;
}

/*
 * After bytes that were no message, gpgsm answers the next question wrong: it
 * must not be asked again.
 */
static enum err reopen_context(struct pgp *p, enum pgp_protocol protocol,
			       struct why *why)
{
	gpgme_release(p->contexts[protocol]);
	p->contexts[protocol] = NULL;
	return open_context(p, protocol, why);
}

static enum err prepare_home(struct pgp *p, struct why *why)
{
	enum err e;

	if (mkdir(p->home, 0700) && errno != EEXIST)
		return why_set(why, ERR_SYSTEM, "%s: %s", p->home,
			       strerror(errno));
	e = write_file(p, "gpg.conf",
		       "no-auto-key-retrieve\nno-auto-key-locate\n"
		       "no-autostart\nbatch\ntrust-model always\n",
		       why);
	if (!e)
		e = write_file(p, "gpgsm.conf",
			       "disable-crl-checks\ndisable-dirmngr\nbatch\n",
			       why);
	return e;
}

enum err pgp_open(const char *home, struct pgp **out, struct why *why)
{
	struct pgp *p;
	enum err e;

	*out = NULL;
	if (home[0] != '/' || strlen(home) > HOME_MAX)
		return why_set(why, ERR_CONFIG,
			       "the GnuPG folder %.100s: its path must begin "
			       "with / and have at most %d bytes",
			       home, HOME_MAX);
	calls_load();
	if (!gpgme_check_version("1.18.0"))
		return why_set(why, ERR_SYSTEM, "GPGME is older than 1.18");
	p = xalloc_check(calloc(1, sizeof(*p)));
	memcpy(p->home, home, strlen(home));
	e = prepare_home(p, why);
	if (!e)
		e = open_context(p, PGP_OPENPGP, why);
	if (!e)
		e = open_context(p, PGP_SMIME, why);
	if (e)
		pgp_close(p);
	else
		*out = p;
	return e;
}

void pgp_close(struct pgp *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < ARRAY_LEN(p->contexts); i++)
		if (p->contexts[i])
			gpgme_release(p->contexts[i]);
	kill_helpers(p);
	free(p);
}

/* a fingerprint in hex digits as a key; false if it is none */
static bool to_key(enum pgp_protocol protocol, const char *fpr, struct key *out)
{
	size_t len = fpr ? strlen(fpr) / 2 : 0;

	*out = (struct key){ .kind = protocol == PGP_OPENPGP ? KEY_OPENPGP
							     : KEY_SMIME,
			     .len = (uint8_t)len };
	return (len == 20 || len == 32) && hex_parse(str_of(fpr), out->b, len);
}

/* Of a chain of certificates the one that issued none of the others. */
static enum err import_chain(gpgme_key_t *keys, size_t n, struct key *out,
			     struct why *why)
{
	const char *leaf = NULL;
	size_t leaves = 0;

	for (size_t i = 0; i < n; i++) {
		bool issuer = false;

		for (size_t k = 0; k < n; k++)
			issuer |= k != i && keys[k]->chain_id &&
				  !strcmp(keys[k]->chain_id,
					  keys[i]->subkeys->fpr);
		if (!issuer) {
			leaf = keys[i]->subkeys->fpr;
			leaves++;
		}
	}
	return leaves == 1 && to_key(PGP_SMIME, leaf, out)
		       ? ERR_OK
		       : why_set(why, ERR_FORMAT,
				 "one certificate, alone or with those that "
				 "issued it, was expected");
}

/* No key was imported, or several; seen: GnuPG refused those that it found. */
static enum err not_one(enum pgp_protocol protocol, size_t n, bool seen,
			struct why *why)
{
	if (n || !seen)
		return why_set(why, ERR_FORMAT,
			       n ? "several keys at once"
				 : "there is no public key");
	return why_set(why, ERR_FORMAT,
		       protocol == PGP_SMIME
			       ? "GnuPG takes no certificate of this kind: it "
				 "takes RSA, and ECDSA by NIST curves"
			       : "GnuPG takes no key of this kind");
}

static enum err pgp_imported(struct pgp *p, enum pgp_protocol protocol,
			     struct key *out, struct why *why)
{
	gpgme_ctx_t c = p->contexts[protocol];
	gpgme_import_result_t result = gpgme_op_import_result(c);
	gpgme_key_t keys[IMPORTS_MAX];
	gpgme_error_t e = 0;
	enum err err = ERR_OK;
	size_t n = 0;

	for (gpgme_import_status_t i = result ? result->imports : NULL; !e && i;
	     i = i->next) {
		bool known = i->result || !i->fpr;

		for (size_t k = 0; !known && k < n; k++)
			known = !strcmp(keys[k]->subkeys->fpr, i->fpr);
		if (known)
			continue;
		if (n == IMPORTS_MAX)
			break;
		e = gpgme_get_key(c, i->fpr, &keys[n], 0);
		n += !e;
	}
	if (e)
		err = is_ours(e) ? gnupg_error(why, "import", e)
				 : why_set(why, ERR_FORMAT,
					   "there is no public key");
	else if (!n || (protocol == PGP_OPENPGP && n > 1))
		err = not_one(protocol, n, result && result->considered, why);
	else if (protocol == PGP_SMIME)
		err = import_chain(keys, n, out, why);
	else if (!to_key(protocol, keys[0]->subkeys->fpr, out))
		err = why_set(why, ERR_FORMAT,
			      "an OpenPGP key of a version "
			      "that is not known");
	while (n)
		gpgme_key_unref(keys[--n]);
	return err;
}

enum err pgp_import(struct pgp *p, enum pgp_protocol protocol, struct str text,
		    struct key *out, struct why *why)
{
	gpgme_data_t data;
	gpgme_error_t e;
	enum err err;

	e = gpgme_data_new_from_mem(&data, text.len ? text.s : "", text.len, 0);
	if (e)
		return gnupg_error(why, "import", e);
	e = gpgme_op_import(p->contexts[protocol], data);
	if (!e)
		err = pgp_imported(p, protocol, out, why);
	else if (is_ours(e))
		err = gnupg_error(why, "import", e);
	else
		err = why_set(why, ERR_FORMAT, "there is no public key");
	gpgme_data_release(data);
	if (err == ERR_FORMAT)
		(void)reopen_context(p, protocol, why);
	return err;
}

/* the only key of a list that has begun */
static enum err looked_at(gpgme_ctx_t c, struct key *out, struct why *why)
{
	gpgme_key_t key;
	gpgme_error_t e;
	bool known = true;
	int n = 0;

	while (!(e = gpgme_op_keylist_next(c, &key))) {
		known = key->subkeys &&
			to_key(PGP_OPENPGP, key->subkeys->fpr, out);
		gpgme_key_unref(key);
		n++;
	}
	if (gpgme_err_code(e) != GPG_ERR_EOF && is_ours(e))
		return gnupg_error(why, "look", e);
	if (n != 1)
		return why_set(why, ERR_FORMAT,
			       n ? "several keys at once"
				 : "there is no public key");
	return known ? ERR_OK
		     : why_set(why, ERR_FORMAT,
			       "an OpenPGP key of a version that is not known");
}

void pgp_limit(struct pgp *p, int runs)
{
	if (p) {
		p->is_limited = true;
		p->runs_left = runs;
	}
}

static bool may_run(struct pgp *p)
{
	return !p->is_limited || p->runs_left-- > 0;
}

enum err pgp_look(struct pgp *p, struct str text, struct key *out,
		  struct why *why)
{
	gpgme_ctx_t c = p->contexts[PGP_OPENPGP];
	gpgme_data_t data;
	gpgme_error_t e;
	enum err err;

	if (!may_run(p))
		return why_set(why, ERR_FORMAT, "too many keys in one mail");
	e = gpgme_data_new_from_mem(&data, text.len ? text.s : "", text.len, 0);
	if (e)
		return gnupg_error(why, "look", e);
	e = gpgme_op_keylist_from_data_start(c, data, 0);
	if (!e)
		err = looked_at(c, out, why);
	else if (is_ours(e))
		err = gnupg_error(why, "look", e);
	else
		err = why_set(why, ERR_FORMAT, "there is no public key");
	(void)gpgme_op_keylist_end(c);
	gpgme_data_release(data);
	if (err == ERR_FORMAT)
		(void)reopen_context(p, PGP_OPENPGP, why);
	return err;
}

enum err pgp_missing(struct pgp *p, const struct str *fingerprints, size_t n,
		     bool *missing, struct why *why)
{
	for (size_t i = 0; i < n; i++)
		missing[i] = true;
	for (int protocol = PGP_OPENPGP; protocol <= PGP_SMIME; protocol++) {
		gpgme_ctx_t c = p->contexts[protocol];
		gpgme_error_t e = gpgme_op_keylist_start(c, NULL, 0);
		char text[KEY_FINGERPRINT_MAX];
		gpgme_key_t key;
		struct key k;

		while (!e && !(e = gpgme_op_keylist_next(c, &key))) {
			if (key->subkeys && to_key((enum pgp_protocol)protocol,
						   key->subkeys->fpr, &k)) {
				key_fingerprint(&k, text);
				for (size_t i = 0; i < n; i++)
					if (str_is(fingerprints[i], text))
						missing[i] = false;
			}
			gpgme_key_unref(key);
		}
		(void)gpgme_op_keylist_end(c);
		if (gpgme_err_code(e) != GPG_ERR_EOF)
			return gnupg_error(why, "list", e);
	}
	return ERR_OK;
}

/*
 * Is the key unusable? Only the registered certificate counts, whoever issued
 * it: a missing or untrusted issuer is no fault, but any other fault found by
 * gpgsm is.
 */
static bool is_unfit(enum pgp_protocol protocol, gpgme_signature_t s)
{
	gpgme_err_code_t code = gpgme_err_code(s->validity_reason);

	return protocol == PGP_SMIME && s->validity < GPGME_VALIDITY_FULL &&
	       code != GPG_ERR_MISSING_ISSUER_CERT &&
	       code != GPG_ERR_NOT_TRUSTED;
}

static enum sig_error fault_of(enum pgp_protocol protocol, gpgme_signature_t s)
{
	switch (gpgme_err_code(s->status)) {
	case GPG_ERR_NO_ERROR:
		if (s->hash_algo == GPGME_MD_MD5 ||
		    s->hash_algo == GPGME_MD_SHA1)
			return FAULT_SIG_HASH;
		return is_unfit(protocol, s) ? FAULT_SIG_UNTRUSTED
					     : SIG_ERROR_OK;
	case GPG_ERR_SIG_EXPIRED:
	case GPG_ERR_KEY_EXPIRED:
	case GPG_ERR_CERT_EXPIRED: return FAULT_SIG_EXPIRED;
	case GPG_ERR_CERT_REVOKED: return FAULT_SIG_REVOKED;
	case GPG_ERR_NO_PUBKEY: return FAULT_SIG_NO_KEY;
	case GPG_ERR_BAD_SIGNATURE: return FAULT_SIG_WRONG;
	default: return FAULT_SIG_DAMAGED;
	}
}

/* the key that a signature names by one of its subkeys, and how it is */
static enum sig_error pgp_signer(struct pgp *p, enum pgp_protocol protocol,
				 gpgme_signature_t s, struct key *out)
{
	gpgme_key_t key;
	enum sig_error f = SIG_ERROR_OK;

	if (!s->fpr || gpgme_get_key(p->contexts[protocol], s->fpr, &key, 0))
		return FAULT_SIG_NO_KEY;
	if (!to_key(protocol, key->subkeys->fpr, out))
		f = FAULT_SIG_NO_KEY;
	else if (key->revoked)
		f = FAULT_SIG_REVOKED;
	else if (key->expired)
		f = FAULT_SIG_EXPIRED;
	else if (key->disabled || key->invalid)
		f = FAULT_SIG_UNTRUSTED;
	gpgme_key_unref(key);
	return f;
}

/* One signature: is it by one of the keys, and is it good? */
static enum sig_error judge_one(struct pgp *p, enum pgp_protocol protocol,
				gpgme_signature_t s, const struct key *keys,
				size_t n_keys, size_t *which)
{
	enum sig_error f = fault_of(protocol, s), now;
	struct key key;
	size_t i = 0;

	/* of these nothing is known but that they are no good */
	if (f == FAULT_SIG_NO_KEY || f == FAULT_SIG_WRONG ||
	    f == FAULT_SIG_DAMAGED)
		return f;
	now = pgp_signer(p, protocol, s, &key);
	if (now == FAULT_SIG_NO_KEY)
		return now;
	while (i < n_keys && !key_equal(&keys[i], &key))
		i++;
	if (i == n_keys)
		return FAULT_SIG_WRONG_KEY;
	*which = i;
	return f ? f : now;
}

static enum sig_error pgp_judge(struct pgp *p, enum pgp_protocol protocol,
				const struct key *keys, size_t n_keys,
				size_t *which)
{
	gpgme_verify_result_t r = gpgme_op_verify_result(p->contexts[protocol]);
	enum sig_error first = SIG_ERROR_OK;

	for (gpgme_signature_t s = r ? r->signatures : NULL; s; s = s->next) {
		enum sig_error f =
			judge_one(p, protocol, s, keys, n_keys, which);

		if (!f)
			return f;
		if (!first || first == FAULT_SIG_NO_KEY)
			first = f;
	}
	return first ? first : FAULT_SIG_DAMAGED;
}

/* Is RSASSA-PSS (1.2.840.113549.1.1.10) named in it? GnuPG checks only some of
 * its parameters, and calls a signature with others bad. */
static bool has_pss(struct str signature)
{
	static const uint8_t id[] = { 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86,
				      0xf7, 0x0d, 0x01, 0x01, 0x0a };

	for (size_t i = 0; i + sizeof(id) <= signature.len; i++)
		if (!memcmp(signature.s + i, id, sizeof(id)))
			return true;
	return false;
}

enum err pgp_verify(struct pgp *p, const struct pgp_signed *of,
		    const struct key *keys, size_t n_keys, size_t *which,
		    enum sig_error *fault, struct why *why)
{
	const struct str bytes = of->bytes, signature = of->signature;
	gpgme_data_t text = NULL, sig = NULL;
	gpgme_error_t e;

	*fault = FAULT_SIG_WRONG;
	if (!may_run(p))
		return ERR_OK;
	*fault = FAULT_SIG_DAMAGED;
	e = gpgme_data_new_from_mem(&text, bytes.len ? bytes.s : "", bytes.len,
				    0);
	if (!e)
		e = gpgme_data_new_from_mem(&sig,
					    signature.len ? signature.s : "",
					    signature.len, 0);
	if (!e)
		e = gpgme_op_verify(p->contexts[of->protocol], sig, text, NULL);
	if (!e)
		*fault = pgp_judge(p, of->protocol, keys, n_keys, which);
	if (of->protocol == PGP_SMIME &&
	    (*fault == FAULT_SIG_DAMAGED || *fault == FAULT_SIG_WRONG) &&
	    has_pss(signature))
		*fault = FAULT_SIG_PSS;
	gpgme_data_release(text);
	gpgme_data_release(sig);
	if (is_ours(e))
		gnupg_error(why, "verify", e);
	if (e && !reopen_context(p, of->protocol, why) && !is_ours(e))
		e = 0;
	return e ? ERR_SYSTEM : ERR_OK;
}

#endif /* HAVE_GPGME */
