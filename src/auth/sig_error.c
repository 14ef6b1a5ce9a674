/* src/auth/sig_error.c */
#include "auth/sig_error.h"
#include "base/ascii.h"

static const struct {
	const char *name, *text;
} faults[N_FAULTS] = {
	[SIG_ERROR_OK] = { "OK", "nothing is wrong" },
#define X(sym, text) [FAULT_##sym] = { #sym, text },
#include "auth/sig_error.def"
#undef X
};

const char *sig_error_name(enum sig_error f)
{
	static char names[N_FAULTS][32];

	assert(f < N_FAULTS);
	if (!names[f][0]) {
		size_t i = 0;

		for (const char *c = faults[f].name; *c; c++)
			names[f][i++] = *c == '_' ? '-' : ascii_lower(*c);
	}
	return names[f];
}

const char *sig_error_text(enum sig_error f)
{
	assert(f < N_FAULTS);
	return faults[f].text;
}
