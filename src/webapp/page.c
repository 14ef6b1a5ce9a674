/* src/webapp/page.c - the room for what goes in and out */
#include "webapp/api.h"
#include "webapp/session.h"

struct page page;

char *page_room(size_t len)
{
	arena_release(&page.input);
	arena_init(&page.input);
	page.in = (struct str){ arena_alloc(&page.input, len + 1), len };
	return (char *)(uintptr_t)page.in.s;
}

void page_begin(size_t len)
{
	buf_release(&page.said);
	buf_init(&page.said, PAGE_SAID_MAX);
	arena_init(&page.tmp);
	if (len < page.in.len)
		page.in.len = len;
}

int page_end(int result)
{
	arena_release(&page.tmp);
	return result;
}

const char *page_result(void)
{
	return buf_str(&page.said).s;
}

size_t page_said_len(void)
{
	return page.said.len;
}

void page_name(const char *name)
{
	if (page.said.len && !strchr("{[", page.said.s[page.said.len - 1]))
		buf_addc(&page.said, ',');
	json_string_render(&page.said, str_of(name));
	buf_addc(&page.said, ':');
}

void page_text(const char *name, struct str s)
{
	page_name(name);
	json_string_render(&page.said, s);
}

void page_number(const char *name, int64_t n)
{
	page_name(name);
	buf_addf(&page.said, "%lld", (long long)n);
}
