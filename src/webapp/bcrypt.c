/*
 * src/webapp/bcrypt.c - how files of OpenSSH are locked by a pass phrase. Of
 * the page alone: bcrypt_pbkdf is among the libraries that
 * contrib/page-libraries fetches.
 */
#include "webapp/api.h"
#include "base/crypto.h"
#include "base/parse.h"
#include <includes.h>

int page_bcrypt(size_t len, int rounds)
{
	enum { SALT_MAX = 64, ROUNDS_MAX = 1000, MADE = 48 };
	uint8_t salt[SALT_MAX], made[MADE];
	struct str line;
	size_t n;

	page_begin(len);
	if (!parse_line(&page.in, &line) || rounds < 1 || rounds > ROUNDS_MAX)
		return page_end(1);
	n = line.len / 2;
	if (!n || n > sizeof(salt) || !hex_parse(line, salt, n) ||
	    bcrypt_pbkdf(page.in.s, page.in.len, salt, n, made, sizeof(made),
			 (unsigned)rounds))
		return page_end(1);
	buf_adds(&page.said, hex_of(&page.tmp, made, sizeof(made)));
	explicit_bzero(made, sizeof(made));
	return page_end(0);
}
