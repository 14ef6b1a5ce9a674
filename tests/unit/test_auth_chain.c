/*
 * tests/unit/test_auth_chain.c - dice chain and log chain. The expected bytes
 * were computed from the formats in the headers by other code.
 */
#include "unit.h"
#include "fairness/dice_chain.h"
#include "fairness/log_chain.h"

static struct game_id game;
static uint8_t seed[HASH_SIZE], secret[HASH_SIZE], word[WORD_SIZE];
static struct dice_chain chain;
static struct entropy words;

static int prepare(void **unused)
{
	(void)unused;
	uint8_t hash[WORD_HASH_SIZE];

	crypto_init();
	for (unsigned i = 0; i < sizeof(game.b); i++)
		game.b[i] = (uint8_t)i;
	for (unsigned i = 0; i < sizeof(seed); i++) {
		seed[i] = (uint8_t)i;
		secret[i] = (uint8_t)(255 - i);
	}
	for (unsigned i = 0; i < sizeof(word); i++)
		word[i] = (uint8_t)(0xa0 + i);
	dice_chain_init(&chain, &game, 3, seed);
	entropy_init(&words, 2);
	word_hash(word, hash);
	return entropy_commit(&words, 0, hash) || entropy_open(&words, 0, word);
}

static void assert_hex(const void *bytes, size_t len, const char *hex)
{
	struct buf b;

	buf_init(&b, 2 * HASH_SIZE_MAX);
	hex_render(&b, (struct str){ bytes, len });
	assert_string_equal(b.s, hex);
	buf_release(&b);
}

static void assert_hash(struct hash h, const char *hex)
{
	assert_hex(h.b, sizeof(h.b), hex);
}

static void links_are_those_of_the_format(void **unused)
{
	(void)unused;
	assert_hash(dice_chain_link(&chain, 0),
		    "2b3eb04a44cfd3bb815ceced548749526f9"
		    "3bb05b60a9a243f5d4a6dd254b804");
	assert_hash(dice_chain_link(&chain, 1),
		    "406f911f23cfefdd2f4fdcb302f9888e80a"
		    "132f60c007933ad86e402fdd763f4");
	assert_hash(dice_chain_link(&chain, 255),
		    "ded546a503ab55426c9769453680ce788"
		    "3393f3c941d969c7fd3b6242e773409");
	assert_hash(dice_chain_link(&chain, 256),
		    "4970e1a9732e8e10897c21c642aa194c3"
		    "33a1d01751ddafabf5327f57a5f8ab4");
	assert_hash(dice_chain_link(&chain, DICE_CHAIN_LAST),
		    "0167050b0fb054a81247c72f30f7412bdd0811d4778435dd9ed890ac7b"
		    "cb89ad");
}

static void every_link_leads_to_the_one_before(void **unused)
{
	(void)unused;
	static const uint32_t some[] = { 1,
					 2,
					 255,
					 256,
					 257,
					 511,
					 512,
					 30000,
					 65279,
					 65280,
					 65281,
					 65534,
					 DICE_CHAIN_LAST };

	for (size_t i = 0; i < ARRAY_LEN(some); i++) {
		struct hash link = dice_chain_link(&chain, some[i]);
		struct hash before = dice_chain_link(&chain, some[i] - 1);

		assert_true(dice_chain_check(&game, 3, some[i], &link,
					     some[i] - 1, &before));
		before.b[31] ^= 1;
		assert_false(dice_chain_check(&game, 3, some[i], &link,
					      some[i] - 1, &before));
	}
}

static void a_link_is_checked_against_the_commitment(void **unused)
{
	(void)unused;
	struct hash commitment = dice_chain_link(&chain, 0);
	struct hash link = dice_chain_link(&chain, 700);
	struct game_id other = game;

	other.b[0] ^= 1;
	assert_true(dice_chain_check(&game, 3, 700, &link, 0, &commitment));
	assert_false(dice_chain_check(&game, 3, 701, &link, 0, &commitment));
	assert_false(dice_chain_check(&game, 2, 700, &link, 0, &commitment));
	assert_false(dice_chain_check(&other, 3, 700, &link, 0, &commitment));
	assert_false(
		dice_chain_check(&game, 3, 1u << 20, &link, 0, &commitment));
	assert_false(dice_chain_check(&game, 3, 1, &link, 2, &commitment));
}

static struct dice_chain_source source_of(uint32_t n)
{
	return (struct dice_chain_source){ .game = game,
					   .words = entropy_digest(&words),
					   .chain = 3,
					   .number = n,
					   .link = dice_chain_link(&chain, n) };
}

static void bits_are_those_of_the_format(void **unused)
{
	(void)unused;
	struct dice_chain_source one = source_of(1), two = source_of(2);

	assert_hash(entropy_digest(&words),
		    "f202d3c1ee1d266c874da00b7e08ea87b015"
		    "03a5906e51b3a7d2dbb97c669bbc");
	assert_int_equal(dice_chain_bits(&one, 0, 0), 0x486275d1);
	assert_int_equal(dice_chain_bits(&one, 0, 1), 0xb2f0eb58);
	assert_int_equal(dice_chain_bits(&one, 1, 0), 0x050664c4);
	assert_int_equal(dice_chain_bits(&two, 0, 0), 0xed55aac7);
	assert_int_equal(dice_chain_bits(&one, 0, 0), 0x486275d1);
}

static void whatever_differs_gives_other_bits(void **unused)
{
	(void)unused;
	const struct dice_chain_source base = source_of(1);
	struct dice_chain_source s;
	uint32_t bits = dice_chain_bits(&base, 0, 0);

	s = base;
	s.game.b[15] ^= 1;
	assert_int_not_equal(dice_chain_bits(&s, 0, 0), bits);
	s = base;
	s.words.b[0] ^= 1;
	assert_int_not_equal(dice_chain_bits(&s, 0, 0), bits);
	s = base;
	s.chain++;
	assert_int_not_equal(dice_chain_bits(&s, 0, 0), bits);
	s = base;
	s.number++;
	assert_int_not_equal(dice_chain_bits(&s, 0, 0), bits);
	s = base;
	s.link.b[31] ^= 1;
	assert_int_not_equal(dice_chain_bits(&s, 0, 0), bits);
	assert_int_not_equal(dice_chain_bits(&base, 1, 0),
			     dice_chain_bits(&base, 0, 1));
}

static void faces_come_up_equally_often(void **unused)
{
	(void)unused;
	struct dice_chain_source s = source_of(9);
	unsigned count[6] = { 0 };

	for (uint32_t roll = 0; roll < 60000; roll++)
		count[dice_chain_bits(&s, roll, 0) % 6]++;
	/* the same bits every time, so this passes for ever or never */
	for (unsigned face = 0; face < 6; face++)
		assert_in_range(count[face], 9700, 10300);
}

static void a_word_is_opened_by_what_was_hashed(void **unused)
{
	(void)unused;
	struct entropy w;
	uint8_t hash[WORD_HASH_SIZE], other[WORD_SIZE] = { 1 };

	word_hash(word, hash);
	assert_hex(hash, sizeof(hash),
		   "7fa75119b36b292d8a5022a2fd5a4e2c82044b906598d292");
	entropy_init(&w, 3);
	assert_int_equal(entropy_open(&w, 0, word), ENTROPY_NO_HASH);
	assert_int_equal(entropy_commit(&w, 0, hash), ENTROPY_OK);
	assert_int_equal(entropy_commit(&w, 0, hash), ENTROPY_TWICE);
	assert_int_equal(entropy_commit(&w, 1, hash), ENTROPY_COPIED);
	assert_int_equal(entropy_open(&w, 0, other), ENTROPY_DIFFERENT);
	assert_int_equal(entropy_open(&w, 0, word), ENTROPY_OK);
	assert_int_equal(entropy_open(&w, 0, word), ENTROPY_TWICE);
}

static void a_word_of_zeros_is_not_the_lack_of_a_word(void **unused)
{
	(void)unused;
	struct entropy with, without;
	uint8_t zeros[WORD_SIZE] = { 0 }, hash[WORD_HASH_SIZE];
	struct hash a, b;

	entropy_init(&with, 1);
	entropy_init(&without, 1);
	word_hash(zeros, hash);
	assert_int_equal(entropy_commit(&with, 0, hash), ENTROPY_OK);
	assert_int_equal(entropy_open(&with, 0, zeros), ENTROPY_OK);
	a = entropy_digest(&with);
	b = entropy_digest(&without);
	assert_false(hash_equal(&a, &b));
}

static struct hidden hidden_of(uint32_t n)
{
	struct hidden h = { .game = game,
			    .words = entropy_digest(&words),
			    .number = n };

	memcpy(h.secret, secret, sizeof(h.secret));
	return h;
}

static void hidden_bits_and_salts_are_those_of_the_format(void **unused)
{
	(void)unused;
	struct hidden seven = hidden_of(7), eight = hidden_of(8);
	struct hidden five = hidden_of(5);

	assert_hash(hidden_commitment(&game, secret),
		    "ed9f66587d2326cd9415f176890b15444502f0dd716829de50825f9e1d"
		    "a7bedd");
	assert_int_equal(hidden_bits(&seven, 0, 0), 0x4cdfadd8);
	assert_int_equal(hidden_bits(&seven, 0, 1), 0xc590b9c7);
	assert_int_equal(hidden_bits(&seven, 1, 0), 0xf2201b40);
	assert_int_equal(hidden_bits(&eight, 0, 0), 0x1e1172aa);
	assert_hash(hidden_leaf_salt(&seven, 5), "64d9d58caa51b7941a420271e2404"
						 "fd123487f494a5e7dae7eae7a4d85"
						 "b2764c");
	assert_hash(hidden_commitment_salt(&five, 0),
		    "b25e90b8279f1bf5b2b68c4cf011ad0259f7db451bb764b2d8569f3354"
		    "4e5cc2");
}

/*
 * An attacker puts everything that is ever revealed, as a secret, into every
 * function that takes one: nothing hidden comes out.
 */
static void nothing_revealed_serves_as_a_secret(void **unused)
{
	(void)unused;
	enum { LEAVES = 40, LINKS = 40 };
	struct hash known[2 * LEAVES + LINKS + 2];
	struct hidden h = hidden_of(1);
	size_t n = 0;

	for (uint64_t i = 0; i < LEAVES; i++) {
		known[n++] = hidden_leaf_salt(&h, 2 * i);
		known[n++] = hidden_commitment_salt(&h, (uint32_t)(2 * i));
	}
	for (uint32_t i = 0; i < LINKS; i++)
		known[n++] = dice_chain_link(&chain, i);
	known[n++] = hidden_commitment(&game, secret);
	known[n++] = entropy_digest(&words);
	for (size_t k = 0; k < n; k++) {
		struct hidden tried = h;
		struct dice_chain_source next = source_of(LINKS);

		memcpy(tried.secret, known[k].b, sizeof(tried.secret));
		next.link = known[k];
		assert_int_not_equal(hidden_bits(&tried, 0, 0),
				     hidden_bits(&h, 0, 0));
		assert_int_not_equal(
			dice_chain_bits(&next, 0, 0),
			dice_chain_bits(
				&(struct dice_chain_source){
					.game = game,
					.words = next.words,
					.chain = 3,
					.number = LINKS,
					.link = dice_chain_link(&chain, LINKS),
				},
				0, 0));
		for (uint64_t i = 0; i < LEAVES; i++) {
			struct hash is = hidden_leaf_salt(&h, 2 * i + 1);
			struct hash got = hidden_leaf_salt(&tried, 2 * i + 1);

			assert_false(hash_equal(&is, &got));
			assert_false(hash_equal(&is, &known[k]));
			is = hidden_commitment_salt(&h, (uint32_t)(2 * i + 1));
			assert_false(hash_equal(&is, &got));
			assert_false(hash_equal(&is, &known[k]));
		}
		/* nor does hashing on from a link reach one not yet revealed */
		for (uint32_t i = 1; i < LINKS; i++) {
			struct hash out =
				dice_chain_before(&game, 3, i, &known[k]);
			struct hash link = dice_chain_link(&chain, LINKS);

			assert_false(hash_equal(&out, &link));
		}
	}
}

static void leaves_and_heads_are_those_of_the_format(void **unused)
{
	(void)unused;
	struct hidden h = hidden_of(1);
	struct hash salt = hidden_leaf_salt(&h, 5), dice, hidden, open;
	struct hash leaf = log_chain_leaf(&salt, STR("event"));
	struct hash hide = log_chain_commitment(&salt, STR("event"));

	memset(dice.b, 1, sizeof(dice.b));
	memset(hidden.b, 2, sizeof(hidden.b));
	open = log_chain_open(&game, &dice, &hidden,
			      STR("ssh-ed25519 AAAA judge"));

	assert_hash(leaf, "b36ed366e0fd224532141934d289c42851313430f4d6a0e70154"
			  "cb906380805e");
	assert_hash(open, "ae7c22d898064753c27a5709fcb07d1ff38d24a1e400e4d8c2a5"
			  "72315ebac49f");
	assert_hash(log_chain_head(&open, &leaf),
		    "3674bff4e2ab5fbdffabff373cba74bf2a"
		    "26cc46d6a4111fda1badb1c65ea6fe");
	assert_hash(hide, "feb509c6226e99d659c0b19a9b457e9c552f61ca2c40a7dec2f6"
			  "aa78b853890f");
}

static void a_bundle_gives_its_events_back(void **unused)
{
	(void)unused;
	struct buf b;
	struct str rest, event;
	uint32_t count;

	buf_init(&b, LOG_CHAIN_BUNDLE_MAX);
	assert_true(log_chain_bundle_begin(&b));
	rest = buf_str(&b);
	assert_true(log_chain_bundle_read(&rest, &count));
	assert_int_equal(count, 0);
	assert_true(log_chain_bundle_add(&b, STR("first")));
	assert_true(log_chain_bundle_add(&b, STR("")));
	assert_true(log_chain_bundle_add(&b, STR("third")));
	rest = buf_str(&b);
	assert_true(log_chain_bundle_read(&rest, &count));
	assert_int_equal(count, 3);
	assert_true(log_chain_bundle_next(&rest, &event));
	assert_str(event, "first");
	assert_true(log_chain_bundle_next(&rest, &event));
	assert_str(event, "");
	assert_true(log_chain_bundle_next(&rest, &event));
	assert_str(event, "third");
	assert_false(log_chain_bundle_next(&rest, &event));
	assert_int_equal(rest.len, 0);
	buf_release(&b);
}

static void a_damaged_bundle_is_not_read_past_its_end(void **unused)
{
	(void)unused;
	static const char lies[] = "\0\0\0\1\0\0\0\5four";
	static const char many[] = "\xff\xff\xff\xff";
	struct str rest = { lies, sizeof(lies) - 1 }, event;
	uint32_t count;

	assert_true(log_chain_bundle_read(&rest, &count));
	assert_false(log_chain_bundle_next(&rest, &event));
	assert_int_equal(rest.len, 8);
	rest = (struct str){ many, 4 };
	assert_false(log_chain_bundle_read(&rest, &count));
	rest = (struct str){ "\0\0\0\2\0\0\0\0", 8 };
	assert_false(log_chain_bundle_read(&rest, &count));
	rest = (struct str){ "\0\0\0\0x", 5 };
	assert_false(log_chain_bundle_read(&rest, &count));
	rest = (struct str){ many, 3 };
	assert_false(log_chain_bundle_read(&rest, &count));
}

static void an_event_that_does_not_fit_leaves_the_bundle_whole(void **unused)
{
	(void)unused;
	struct buf b;
	struct str rest, event;
	uint32_t count;

	buf_init(&b, 16);
	assert_true(log_chain_bundle_begin(&b));
	assert_true(log_chain_bundle_add(&b, STR("four")));
	assert_false(log_chain_bundle_add(&b, STR("x")));
	assert_true(b.full);
	rest = buf_str(&b);
	assert_true(log_chain_bundle_read(&rest, &count));
	assert_int_equal(count, 1);
	assert_true(log_chain_bundle_next(&rest, &event));
	assert_int_equal(rest.len, 0);
	buf_release(&b);
}

static void base64_and_hex_take_nothing_foreign(void **unused)
{
	(void)unused;
	static const char *const bad[] = { "QQ=",  "QR==", "Q",    "QUI=x",
					   "QU I", "Q!==", "====", "QUJD=" };
	uint8_t out[8];
	size_t len;
	struct buf b;

	for (size_t i = 0; i < ARRAY_LEN(bad); i++)
		assert_false(
			base64_parse(str_of(bad[i]), out, sizeof(out), &len));
	assert_true(base64_parse(STR("QUI="), out, sizeof(out), &len));
	assert_int_equal(len, 2);
	assert_true(base64_parse(STR("QUI"), out, sizeof(out), &len));
	assert_memory_equal(out, "AB", 2);
	assert_false(base64_parse(STR("QUJDREVGR0hJ"), out, 8, &len));
	assert_true(hex_parse(STR("00aF"), out, 2));
	assert_memory_equal(out, "\x00\xaf", 2);
	assert_false(hex_parse(STR("00a"), out, 2));
	assert_false(hex_parse(STR("00ag"), out, 2));
	assert_false(hex_parse(STR("00a "), out, 2));
	buf_init(&b, 400);
	for (unsigned i = 0; i < 290; i++)
		assert_true(buf_addc(&b, 'x'));
	{
		struct buf c;
		uint8_t back[300];

		buf_init(&c, 400);
		assert_true(base64_render(&c, buf_str(&b)));
		assert_int_equal(c.len, 388);
		assert_true(
			base64_parse(buf_str(&c), back, sizeof(back), &len));
		assert_int_equal(len, 290);
		assert_memory_equal(back, b.s, 290);
		buf_release(&c);
	}
	buf_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links_are_those_of_the_format),
		cmocka_unit_test(every_link_leads_to_the_one_before),
		cmocka_unit_test(a_link_is_checked_against_the_commitment),
		cmocka_unit_test(bits_are_those_of_the_format),
		cmocka_unit_test(whatever_differs_gives_other_bits),
		cmocka_unit_test(faces_come_up_equally_often),
		cmocka_unit_test(a_word_is_opened_by_what_was_hashed),
		cmocka_unit_test(a_word_of_zeros_is_not_the_lack_of_a_word),
		cmocka_unit_test(hidden_bits_and_salts_are_those_of_the_format),
		cmocka_unit_test(nothing_revealed_serves_as_a_secret),
		cmocka_unit_test(leaves_and_heads_are_those_of_the_format),
		cmocka_unit_test(a_bundle_gives_its_events_back),
		cmocka_unit_test(a_damaged_bundle_is_not_read_past_its_end),
		cmocka_unit_test(
			an_event_that_does_not_fit_leaves_the_bundle_whole),
		cmocka_unit_test(base64_and_hex_take_nothing_foreign),
	};

	return cmocka_run_group_tests(tests, prepare, NULL);
}
