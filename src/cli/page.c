/* src/cli/page.c */
#include "cli/page.h"
#include "auth/crypto.h"
#include "base/file.h"
#include "report/deflate.h"

/* where src/page/page.html wants it */
static const char mark[] = "<!--log-->";

static enum err log_put(struct buf *out, struct str log, struct why *why)
{
	struct buf packed;
	bool good;

	buf_init(&packed, PAGE_LOG_MAX);
	buf_addz(out, "<script type=\"application/octet-stream\" id=\"log\">");
	good = deflate_raw(&packed, log) &&
	       base64_render(out, buf_str(&packed));
	buf_addz(out, "</script>");
	buf_release(&packed);
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
			!strchr("\"<>", url.s[i]);
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
	struct buf page;
	struct str text;
	const char *at;
	enum err e = file_read(file, PAGE_FILE_MAX, &page, why);

	if (e == ERR_NOT_FOUND)
		why_set(why, e,
			"%s: not there: contrib/quickstart page builds it",
			file);
	text = buf_str(&page);
	at = e ? NULL : memmem(text.s, text.len, mark, sizeof(mark) - 1);
	if (!e && !at)
		e = why_set(why, ERR_FORMAT, "%s: not the page of Heraldo",
			    file);
	if (!e) {
		buf_add(out, text.s, (size_t)(at - text.s));
		e = log_put(out, log, why);
		at += sizeof(mark) - 1;
		buf_add(out, at, (size_t)(text.s + text.len - at));
	}
	buf_release(&page);
	return e;
}
