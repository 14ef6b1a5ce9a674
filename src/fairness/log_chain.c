/* src/fairness/log_chain.c */
#include "fairness/log_chain.h"
#include "base/ssh_wire.h"

static const struct str no_key = { NULL, 0 };

static struct hash log_chain_salted(const char *label, const struct hash *salt,
				    struct str bytes)
{
	struct hasher h;
	struct hash out;

	hasher_init(&h, no_key, HASH_SIZE);
	hasher_addz(&h, label);
	hasher_add(&h, salt->b, sizeof(salt->b));
	hasher_add(&h, bytes.s, bytes.len);
	hasher_end(&h, out.b);
	return out;
}

struct hash log_chain_leaf(const struct hash *salt, struct str bytes)
{
	return log_chain_salted("heraldo leaf 1", salt, bytes);
}

struct hash log_chain_open(const struct game_id *game, const struct hash *dice,
			   const struct hash *hidden, struct str judge_key)
{
	struct hasher h;
	struct hash out;

	hasher_init(&h, no_key, HASH_SIZE);
	hasher_addz(&h, "heraldo open 1");
	hasher_add(&h, game->b, sizeof(game->b));
	hasher_add(&h, dice->b, sizeof(dice->b));
	hasher_add(&h, hidden->b, sizeof(hidden->b));
	hasher_add_u32(&h, (uint32_t)judge_key.len);
	hasher_add(&h, judge_key.s, judge_key.len);
	hasher_end(&h, out.b);
	return out;
}

struct hash log_chain_head(const struct hash *before, const struct hash *leaf)
{
	struct str bytes = { (const char *)leaf->b, sizeof(leaf->b) };

	return log_chain_salted("heraldo head 1", before, bytes);
}

struct hash log_chain_commitment(const struct hash *salt, struct str bytes)
{
	return log_chain_salted("heraldo hide 1", salt, bytes);
}

struct hash log_chain_signed(struct str format, struct str text,
			     struct str signature)
{
	struct hasher h;
	struct hash out;

	hasher_init(&h, no_key, HASH_SIZE);
	hasher_addz(&h, format.len ? "heraldo sign 2" : "heraldo sign 1");
	if (format.len) {
		hasher_add_u32(&h, (uint32_t)format.len);
		hasher_add(&h, format.s, format.len);
	}
	hasher_add_u32(&h, (uint32_t)text.len);
	hasher_add(&h, text.s, text.len);
	hasher_add(&h, signature.s, signature.len);
	hasher_end(&h, out.b);
	return out;
}

bool log_chain_bundle_begin(struct buf *bundle)
{
	assert(!bundle->len);
	return buf_add(bundle, "\0\0\0\0", 4);
}

bool log_chain_bundle_add(struct buf *bundle, struct str event)
{
	struct str head = buf_str(bundle);
	uint32_t count = 0;
	bool begun = ssh_wire_take_u32(&head, &count);

	assert(begun);
	(void)begun;
	/* all of it or nothing: a length without its event would be damage */
	if (bundle->full || count == LOG_CHAIN_BUNDLE_EVENTS ||
	    event.len > LOG_CHAIN_BUNDLE_MAX ||
	    bundle->max - bundle->len < event.len + 4) {
		bundle->full = true;
		return false;
	}
	ssh_wire_add_string(bundle, event);
	ssh_wire_put_u32((uint8_t *)bundle->s, count + 1);
	return true;
}

bool log_chain_bundle_read(struct str *rest, uint32_t *count)
{
	return ssh_wire_take_u32(rest, count) &&
	       *count <= LOG_CHAIN_BUNDLE_EVENTS && rest->len / 4 >= *count &&
	       (*count || !rest->len);
}

bool log_chain_bundle_next(struct str *rest, struct str *event)
{
	return ssh_wire_take_string(rest, event);
}
