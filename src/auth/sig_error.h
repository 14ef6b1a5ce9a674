/*
 * src/auth/sig_error.h - errors of keys, signatures and signed text. The
 * sender causes them, not the environment: the judge logs them and answers
 * with their names.
 */
#ifndef AUTH_SIG_ERROR_H
#define AUTH_SIG_ERROR_H
#include "base/base.h"

enum sig_error {
	SIG_ERROR_OK = 0,
#define X(sym, text) FAULT_##sym,
#include "auth/sig_error.def"
#undef X
	N_FAULTS
};

/* Its name in lower case with dashes, "sig-wrong-key"; "ok" for SIG_ERROR_OK.
 */
const char *sig_error_name(enum sig_error f);

/* What it is and what to do, one line in English, never NULL. */
const char *sig_error_text(enum sig_error f);
#endif
