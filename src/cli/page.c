/* src/cli/page.c */
#include "cli/page.h"
#include "base/crypto.h"
#include "base/file.h"
#include "base/deflate.h"

enum {
	BLOCK = 128, /* characters behind their key, src/webapp/loader.js */
	PAGE_TAG_MAX = 256
};

/* where src/webapp/file.html wants it */
static const char mark[] = "<!--log-->";

/* The page is UTF-16, the low byte of a character first. */
static void page_put(struct buf *out, unsigned character)
{
	buf_addc(out, (char)(character & 0xff));
	buf_addc(out, (char)(character >> 8));
}

static void put_text(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.len; i++)
		page_put(out, (unsigned char)s.s[i]);
}

/* Does a document keep it, and is it not what a script might end with? */
static bool is_plain(unsigned character)
{
	return character && character != '\r' && character != '<' &&
	       !(0xd800 <= character && character <= 0xdfff) &&
	       character != 0xfeff && character < 0xfffe;
}

/* The number of 16 bits at a place; behind the end are zeroes. */
static unsigned pair_at(struct str data, size_t at)
{
	unsigned low = at < data.len ? (unsigned char)data.s[at] : 0;
	unsigned high = at + 1 < data.len ? (unsigned char)data.s[at + 1] : 0;

	return low | high << 8;
}

/* What gives 1 if it is multiplied by an odd number, in 16 bits. */
static unsigned inverse_of(unsigned odd)
{
	unsigned x = odd;

	for (int bits = 3; bits < 16; bits *= 2)
		x *= 2 - odd * x;
	return x & 0xffff;
}

/* The character that the page reads as this number by this key. */
static unsigned character_of(unsigned pair, unsigned key, unsigned inverse)
{
	return (pair - (key >> 3)) * inverse & 0xffff;
}

static bool block_found(struct str block, unsigned key)
{
	unsigned inverse = inverse_of(key);

	for (size_t i = 0; i < block.len; i += 2)
		if (!is_plain(character_of(pair_at(block, i), key, inverse)))
			return false;
	return true;
}

/* Bytes as the page has them, as assemble.py writes them; false: there is no
 * key for them. */
static bool put_bytes(struct buf *out, struct str data)
{
	while (data.len) {
		size_t n = data.len < 2 * BLOCK ? data.len : 2 * BLOCK;
		struct str block = { data.s, n };
		unsigned key = 1, inverse;

		while (!(is_plain(key) && block_found(block, key)))
			if ((key += 2) > UINT16_MAX)
				return false;
		inverse = inverse_of(key);
		page_put(out, key);
		for (size_t i = 0; i < n; i += 2)
			page_put(out,
				 character_of(pair_at(block, i), key, inverse));
		data.s += n;
		data.len -= n;
	}
	return true;
}

static enum err log_put(struct buf *out, struct str log, struct why *why)
{
	struct buf packed, tag;
	bool good;

	buf_init(&packed, PAGE_LOG_MAX);
	buf_init(&tag, PAGE_TAG_MAX);
	good = deflate_raw(&packed, log);
	buf_addf(&tag,
		 "<script type=\"application/octet-stream\" id=\"log\" "
		 "data-bytes=\"%zu\">",
		 packed.len);
	put_text(out, buf_str(&tag));
	good = good && put_bytes(out, buf_str(&packed));
	put_text(out, STR("</script>"));
	buf_release(&packed);
	buf_release(&tag);
	return good ? ERR_OK
		    : why_set(why, ERR_TOO_LARGE,
			      "the log is too large for a page");
}

bool page_url_is(struct str url)
{
	bool good = !url.len || str_starts(url, "https://") ||
		    str_starts(url, "http://");

	for (size_t i = 0; i < url.len; i++)
		good &= '!' <= url.s[i] && url.s[i] <= '~' &&
			!strchr("\"<>#", url.s[i]);
	return good && url.len <= PAGE_URL_MAX;
}

struct str page_hash(const char *file, struct arena *a)
{
	uint8_t digest[SHA256_SIZE];
	struct why none = { 0 };
	struct str hash = STR("");
	struct buf page;

	if (!file_read(file, PAGE_FILE_MAX, &page, &none)) {
		sha256_of(buf_str(&page), digest);
		hash = hex_of(a, digest, sizeof(digest));
	}
	buf_release(&page);
	return hash;
}

enum err page_with_log(const char *file, struct str log, struct buf *out,
		       struct why *why)
{
	struct buf page, here;
	struct str text;
	const char *at;
	enum err e = file_read(file, PAGE_FILE_MAX, &page, why);

	buf_init(&here, PAGE_TAG_MAX);
	put_text(&here, STR(mark));

	if (e == ERR_NOT_FOUND)
		why_set(why, e,
			"%s: not there: contrib/quickstart page builds it",
			file);
	text = buf_str(&page);
	at = e ? NULL : memmem(text.s, text.len, here.s, here.len);
	if (!e && !at)
		e = why_set(why, ERR_FORMAT, "%s: not the page of Heraldo",
			    file);
	if (!e) {
		buf_add(out, text.s, (size_t)(at - text.s));
		e = log_put(out, log, why);
		at += here.len;
		buf_add(out, at, (size_t)(text.s + text.len - at));
	}
	buf_release(&page);
	buf_release(&here);
	return e;
}
