/* src/fairness/head_token.c */
#include "fairness/head_token.h"
#include "base/ascii.h"

static const char digits[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

struct head_token head_token_of(const uint8_t head[HASH_SIZE])
{
	struct head_token s;

	memcpy(s.b, head, HEAD_TOKEN_SIZE);
	return s;
}

bool head_token_equal(const struct head_token *a, const struct head_token *b)
{
	return !memcmp(a->b, b->b, HEAD_TOKEN_SIZE);
}

/* times a, the element 2 */
static unsigned head_token_doubled(unsigned x)
{
	x <<= 1;
	return x & 32 ? x ^ 37 : x;
}

static unsigned check_of(const uint8_t *digit)
{
	unsigned sum = 0;

	for (int i = 0; i < HEAD_TOKEN_DIGITS - 1; i++)
		sum = head_token_doubled(sum ^ digit[i]);
	return sum;
}

void head_token_render(const struct head_token *s, char out[HEAD_TOKEN_TEXT])
{
	uint8_t digit[HEAD_TOKEN_DIGITS];
	uint32_t rest = 0;
	int bits = 2; /* 26 digits are 130 bits: two are always 0 */
	size_t at = 0, n = 0;

	for (int i = 0; i < HEAD_TOKEN_DIGITS - 1; i++) {
		if (bits < 5) {
			rest = rest << 8 | s->b[at++];
			bits += 8;
		}
		bits -= 5;
		digit[i] = rest >> bits & 31;
		rest &= (UINT32_C(1) << bits) - 1;
	}
	digit[HEAD_TOKEN_DIGITS - 1] = (uint8_t)check_of(digit);
	for (int i = 0; i < HEAD_TOKEN_DIGITS; i++) {
		if (i && i % 4 == 0)
			out[n++] = '-';
		out[n++] = digits[digit[i]];
	}
	out[n] = 0;
}

static int value_of(char c)
{
	const char *at;

	c = ascii_upper(c);
	if (c == 'O')
		c = '0';
	if (c == 'I' || c == 'L')
		c = '1';
	at = c ? strchr(digits, c) : NULL;
	return at ? (int)(at - digits) : -1;
}

bool head_token_parse(struct str text, struct head_token *out)
{
	uint8_t digit[HEAD_TOKEN_DIGITS];
	uint32_t rest = 0;
	int n = 0, bits = -2;
	size_t at = 0;

	for (size_t i = 0; i < text.len; i++) {
		int value = value_of(text.s[i]);

		if (text.s[i] == ' ' || text.s[i] == '-')
			continue;
		if (value < 0 || n == HEAD_TOKEN_DIGITS)
			return false;
		digit[n++] = (uint8_t)value;
	}
	if (n < HEAD_TOKEN_DIGITS || digit[0] > 7 ||
	    digit[HEAD_TOKEN_DIGITS - 1] != check_of(digit))
		return false;
	for (int i = 0; i < HEAD_TOKEN_DIGITS - 1; i++) {
		rest = (rest << 5 | digit[i]) & 0xfff;
		bits += 5;
		if (bits >= 8) {
			bits -= 8;
			out->b[at++] = (uint8_t)(rest >> bits);
		}
	}
	return true;
}
