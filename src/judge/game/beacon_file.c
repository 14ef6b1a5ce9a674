/* src/judge/game/beacon_file.c */
#include "judge/game/beacon_file.h"
#include "base/ssh_wire.h"
#include "base/file.h"
#include "base/parse.h"
#include <dirent.h>
#include <jansson.h>
#include <sys/stat.h>

struct search {
	struct arena *a;
	const struct beacon *beacon;
	int64_t from_ms;
	struct beacon_file_found *out;
	bool found, has_before;
	struct pulse before; /* the last one before from_ms */
	struct str before_text;
};

/* As NIST signs it ----------------------------------------------------------
 */

static bool add_text(struct buf *b, const json_t *o, const char *name)
{
	const char *s = json_string_value(json_object_get(o, name));

	return s && ssh_wire_add_string(b, str_of(s));
}

static bool add_hex(struct buf *b, const json_t *o, const char *name)
{
	const char *s = json_string_value(json_object_get(o, name));
	uint8_t bytes[1024];
	size_t n = s ? strlen(s) / 2 : sizeof(bytes) + 1;

	return n <= sizeof(bytes) && hex_parse(str_of(s), bytes, n) &&
	       ssh_wire_add_string(b, bytes_of(bytes, n));
}

static bool add_number(struct buf *b, const json_t *o, const char *name,
		       bool wide)
{
	const json_t *v = json_object_get(o, name);
	json_int_t n = json_integer_value(v);

	if (!json_is_integer(v) || n < 0 || (!wide && n > UINT32_MAX))
		return false;
	return (!wide || ssh_wire_add_u32(b, (uint32_t)(n >> 32))) &&
	       ssh_wire_add_u32(b, (uint32_t)(n & UINT32_MAX));
}

static bool nist_message(const json_t *p, struct buf *b)
{
	const json_t *external = json_object_get(p, "external");
	const json_t *lists = json_object_get(p, "listValues");
	bool good = add_text(b, p, "uri") && add_text(b, p, "version") &&
		    add_number(b, p, "cipherSuite", false) &&
		    add_number(b, p, "period", false) &&
		    add_hex(b, p, "certificateId") &&
		    add_number(b, p, "chainIndex", true) &&
		    add_number(b, p, "pulseIndex", true) &&
		    add_text(b, p, "timeStamp") &&
		    add_hex(b, p, "localRandomValue") &&
		    add_hex(b, external, "sourceId") &&
		    add_number(b, external, "statusCode", false) &&
		    add_hex(b, external, "value");

	for (size_t i = 0; good && i < json_array_size(lists); i++)
		good = add_hex(b, json_array_get(lists, i), "value");
	return good && add_hex(b, p, "precommitmentValue") &&
	       add_number(b, p, "statusCode", false);
}

static struct str nist_text(struct arena *a, const json_t *p)
{
	const char *hex =
		json_string_value(json_object_get(p, "signatureValue"));
	uint8_t signature[1024];
	size_t n = hex ? strlen(hex) / 2 : 0;
	struct str text = STR("");
	struct buf b;

	buf_init(&b, PULSE_TEXT_MAX);
	if (n && n <= sizeof(signature) &&
	    hex_parse(str_of(hex), signature, n) && nist_message(p, &b) &&
	    !b.full)
		text = pulse_nist_text(a, buf_str(&b), bytes_of(signature, n));
	buf_release(&b);
	return text;
}

static struct str json_text(struct arena *a, const json_t *o)
{
	const json_t *nist = json_object_get(o, "pulse");
	const json_t *round = json_object_get(o, "round");
	const char *sig = json_string_value(json_object_get(o, "signature"));

	if (nist)
		return nist_text(a, nist);
	if (!json_is_integer(round) || !sig)
		return STR("");
	return str_of(arena_printf(a, "drand %lld %s",
				   (long long)json_integer_value(round), sig));
}

/* "drand <chain> <round> <signature>", of a chain that is known */
static struct str line_text(struct arena *a, struct str line)
{
	struct str word, chain;
	struct beacon b;

	line = parse_trim(line);
	if (!parse_field(&line, ' ', &word) || !str_is(word, "drand") ||
	    !parse_field(&line, ' ', &chain) ||
	    !beacon_parse(a,
			  str_of(arena_printf(a, "drand %.*s", STR_ARG(chain))),
			  &b))
		return STR("");
	return str_of(arena_printf(a, "drand %.*s", STR_ARG(line)));
}

/* Which one it is -----------------------------------------------------------
 */

static void beacon_file_consider(struct search *s, struct str text)
{
	struct pulse p;

	if (!pulse_read(s->a, s->beacon, text, &p))
		return;
	if (p.at_ms < s->from_ms ? s->has_before && p.at_ms <= s->before.at_ms
				 : s->found && p.at_ms >= s->out->pulse.at_ms)
		return;
	if (pulse_parse(s->a, s->beacon, text, &p)) {
		s->out->n_forged++;
	} else if (p.at_ms < s->from_ms) {
		s->has_before = true;
		s->before = p;
		s->before_text = text;
	} else {
		s->found = true;
		s->out->pulse = p;
		s->out->text = text;
	}
}

static void search_text(struct search *s, struct str in)
{
	struct str line;

	for (in = parse_trim(in); in.len; in = parse_trim(in)) {
		json_error_t wrong;
		json_t *o = NULL;

		if (in.s[0] == '{')
			o = json_loadb(in.s, in.len, JSON_DISABLE_EOF_CHECK,
				       &wrong);
		if (o) {
			beacon_file_consider(s, json_text(s->a, o));
			in.s += wrong.position;
			in.len -= (size_t)wrong.position;
			json_decref(o);
		} else if (parse_line(&in, &line)) {
			beacon_file_consider(s, line_text(s->a, line));
		}
	}
}

static enum err search_file(struct search *s, const char *path, struct why *why)
{
	struct buf b;
	enum err e = file_read(path, BEACON_FILE_FILE_MAX, &b, why);

	if (!e)
		search_text(s, buf_str(&b));
	buf_release(&b);
	return e;
}

static enum err search_folder(struct search *s, const char *path,
			      struct why *why)
{
	struct dirent *entry;
	DIR *d = opendir(path);
	enum err e = ERR_OK;

	if (!d)
		return why_set(why, ERR_DISK, "%s cannot be opened", path);
	while (!e && (entry = readdir(d)))
		if (entry->d_name[0] != '.')
			e = search_file(s,
					arena_printf(s->a, "%s/%s", path,
						     entry->d_name),
					why);
	closedir(d);
	return e;
}

enum err beacon_file_find(struct arena *a, const char *path,
			  const struct beacon *b, int64_t t_s,
			  struct beacon_file_found *out, struct why *why)
{
	struct search s = {
		.a = a, .beacon = b, .from_ms = t_s * 1000, .out = out
	};
	struct stat st;
	enum err e;

	*out = (struct beacon_file_found){ .text = STR(""), .before = STR("") };
	if (stat(path, &st))
		return why_set(why, ERR_NOT_FOUND, "there is no %s", path);
	e = S_ISDIR(st.st_mode) ? search_folder(&s, path, why)
				: search_file(&s, path, why);
	if (e)
		return e;
	if (s.found && pulse_is_first(b, &out->pulse, NULL, t_s))
		return ERR_OK;
	if (s.found && s.has_before &&
	    pulse_is_first(b, &out->pulse, &s.before, t_s)) {
		out->before = s.before_text;
		return ERR_OK;
	}
	return why_set(why, ERR_NOT_FOUND, "%s lacks the round", path);
}
