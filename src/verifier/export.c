/* src/verifier/export.c */
#include "verifier/export.h"
#include "base/utf8.h"
#include "engine/field.h"
#include "engine/slot.h"
#include "protocol/log_events.h"

/* One line -------------------------------------------------------------------
 */

enum { LINE_MAX_BYTES = 2 * LOG_CHAIN_BUNDLE_MAX };

static void put_hash(struct buf *b, const char *key, const struct hash *h)
{
	buf_addf(b, ",\"%s\":\"", key);
	hex_render(b, bytes_of(h->b, sizeof(h->b)));
	buf_addc(b, '"');
}

static void put_text(struct buf *b, const char *key, struct str s)
{
	buf_addf(b, ",\"%s\":", key);
	json_string_render(b, s);
}

static enum err line_end(struct export *x, struct why *why)
{
	buf_addc(&x->line, '\n');
	if (x->line.full)
		return why_set(why, ERR_TOO_LARGE,
			       "a line of the export is too long");
	hasher_add(&x->file, x->line.s, x->line.len);
	x->lines++;
	return x->write(x->context, buf_str(&x->line), why);
}

enum err export_begin(struct export *x, const struct hash *origin,
		      const struct export_head *h,
		      enum err (*write)(void *context, struct str line,
					struct why *why),
		      void *context, struct why *why)
{
	*x = (struct export){ .write = write, .context = context };
	buf_init(&x->line, LINE_MAX_BYTES);
	hasher_init(&x->file, STR(""), HASH_SIZE);
	x->head = *origin;
	buf_addz(&x->line, "{\"heraldo\":\"" EXPORT_FORMAT "\"");
	put_text(&x->line, "game", h->game);
	put_text(&x->line, "system", h->system);
	put_text(&x->line, "rules", h->rules);
	put_text(&x->line, "judge", h->judge);
	put_text(&x->line, "for", h->who);
	buf_addc(&x->line, '}');
	return line_end(x, why);
}

void export_release(struct export *x)
{
	buf_release(&x->line);
}

static void leaf_begin(struct export *x, const struct hash *leaf)
{
	x->head = log_chain_head(&x->head, leaf);
	buf_clear(&x->line);
	buf_addf(&x->line, "{\"leaf\":%llu", (unsigned long long)++x->leaves);
	put_hash(&x->line, "head", &x->head);
	put_hash(&x->line, "hash", leaf);
}

enum err export_event(struct export *x, const struct hash *salt,
		      struct str event, struct why *why)
{
	struct hash leaf = log_chain_leaf(salt, event);

	leaf_begin(x, &leaf);
	put_hash(&x->line, "salt", salt);
	buf_addz(&x->line, ",\"event\":");
	buf_adds(&x->line, event);
	buf_addc(&x->line, '}');
	return line_end(x, why);
}

enum err export_grammar(struct export *x, struct str text, struct why *why)
{
	buf_clear(&x->line);
	buf_addz(&x->line, "{\"grammar\":");
	json_string_render(&x->line, text);
	buf_addc(&x->line, '}');
	return line_end(x, why);
}

enum err export_signed(struct export *x, struct str format, struct str text,
		       struct str signature, struct why *why)
{
	buf_clear(&x->line);
	buf_addf(&x->line, "{\"signed\":%llu", (unsigned long long)x->leaves);
	if (format.len)
		put_text(&x->line, "format", format);
	if (utf8_is_valid(text)) {
		put_text(&x->line, "text", text);
	} else {
		buf_addz(&x->line, ",\"base64\":\"");
		base64_render(&x->line, text);
		buf_addc(&x->line, '"');
	}
	put_text(&x->line, "signature", signature);
	buf_addc(&x->line, '}');
	return line_end(x, why);
}

enum err export_closed(struct export *x, const char *seat,
		       const struct hash *leaf, struct why *why)
{
	leaf_begin(x, leaf);
	put_text(&x->line, "seat", str_of(seat));
	buf_addc(&x->line, '}');
	return line_end(x, why);
}

enum err export_opened(struct export *x, const char *seat,
		       const struct hash *salt, struct str bundle,
		       struct why *why)
{
	struct hash leaf = log_chain_leaf(salt, bundle);
	struct str event;
	const char *comma = "";
	uint32_t count;
	bool good;

	leaf_begin(x, &leaf);
	put_text(&x->line, "seat", str_of(seat));
	put_hash(&x->line, "salt", salt);
	buf_addz(&x->line, ",\"events\":[");
	good = log_chain_bundle_read(&bundle, &count);
	for (; good && log_chain_bundle_next(&bundle, &event); comma = ",") {
		buf_addz(&x->line, comma);
		buf_adds(&x->line, event);
	}
	assert(good && !bundle.len); /* we made it */
	buf_addz(&x->line, "]}");
	return line_end(x, why);
}

static void put_deadlines(struct export *x, const int64_t due_s[SEATS_MAX])
{
	const char *comma = "";
	char seat[SLOT_NAME_MAX];
	struct arena a;

	arena_init(&a);
	buf_addz(&x->line, ",\"deadlines\":{");
	for (int i = 0; i < SEATS_MAX; i++) {
		if (!due_s[i])
			continue;
		slot_name(i, seat);
		buf_addf(&x->line, "%s\"%s\":\"%.*s\"", comma, seat,
			 STR_ARG(time_text(&a, due_s[i])));
		comma = ",";
	}
	buf_addc(&x->line, '}');
	arena_release(&a);
}

enum err export_point(struct export *x, const int64_t due_s[SEATS_MAX],
		      const struct hash *state, struct why *why)
{
	buf_clear(&x->line);
	buf_addf(&x->line, "{\"point\":%llu,\"leaves\":%llu",
		 (unsigned long long)++x->points,
		 (unsigned long long)x->leaves);
	put_hash(&x->line, "head", &x->head);
	put_deadlines(x, due_s);
	if (state)
		put_hash(&x->line, "state", state);
	buf_addc(&x->line, '}');
	return line_end(x, why);
}

enum err export_end(struct export *x, const struct key_secret *judge,
		    struct why *why)
{
	struct buf armour;
	struct sig sig;
	struct hash file;

	hasher_end(&x->file, file.b);
	buf_clear(&x->line);
	buf_addf(&x->line,
		 "{\"end\":\"" EXPORT_FORMAT "\",\"lines\":%llu"
		 ",\"points\":%llu,\"leaves\":%llu",
		 (unsigned long long)x->lines, (unsigned long long)x->points,
		 (unsigned long long)x->leaves);
	put_hash(&x->line, "head", &x->head);
	put_hash(&x->line, "file", &file);
	buf_addc(&x->line, '}');
	sig_make(judge, SIG_LOG, buf_str(&x->line), &sig);
	x->line.len--;
	buf_init(&armour, SIG_ARMOUR_MAX);
	sig_render(&sig, &armour);
	put_text(&x->line, "signature", buf_str(&armour));
	buf_release(&armour);
	buf_addz(&x->line, "}\n");
	x->lines++;
	return x->write(x->context, buf_str(&x->line), why);
}
