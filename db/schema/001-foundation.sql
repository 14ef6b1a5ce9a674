-- The tables of a judge. One process writes them; every look-up on the way of
-- a mail goes by a key or an index, so its cost grows neither with the number
-- of games nor with that of mails.
-- Times are UTC seconds, hashes and salts 32 bytes. A slot is a place at a
-- game's table: 0.. players, 100.. game masters, 200.. observers.

-- Mail in: raw, stored before anything is done with it ----------------------

CREATE TABLE inbox (
	id INTEGER PRIMARY KEY,
	hash BLOB NOT NULL UNIQUE,	-- BLAKE2b-256 of raw
	received_s INTEGER NOT NULL,	-- by the mail server's clock
	state INTEGER NOT NULL DEFAULT 0,
	attempts INTEGER NOT NULL DEFAULT 0,	-- counted before each try
	poison INTEGER NOT NULL DEFAULT 0,	-- it broke its reader
	cut INTEGER NOT NULL DEFAULT 0,	-- too large: raw is its header alone
	verdict TEXT NOT NULL DEFAULT '',	-- what became of it
	game INTEGER REFERENCES games(id),
	slot INTEGER,
	size INTEGER NOT NULL,		-- of raw; 0: pruned
	raw BLOB NOT NULL
) STRICT;
-- of nobody who has a seat, or not proved to be: pruned in time
CREATE INDEX inbox_stray ON inbox(id, received_s, size)
	WHERE state = 2 AND size > 0 AND (slot IS NULL OR verdict = 'unverified');
CREATE INDEX inbox_open ON inbox(id) WHERE state < 2;
CREATE INDEX inbox_of_game ON inbox(game, id) WHERE game IS NOT NULL;

-- where each mail was found: the same bytes may come by several ways
CREATE TABLE sources (
	source TEXT NOT NULL PRIMARY KEY,
	inbox INTEGER NOT NULL REFERENCES inbox(id)
) STRICT, WITHOUT ROWID;

-- how far a mailbox has been read, in the words of its reader
CREATE TABLE cursors (
	mailbox TEXT NOT NULL PRIMARY KEY,
	position TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- People --------------------------------------------------------------------

CREATE TABLE persons (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	language TEXT NOT NULL,
	zone TEXT NOT NULL,
	created_s INTEGER NOT NULL
) STRICT;

CREATE TABLE addresses (
	address TEXT NOT NULL PRIMARY KEY,	-- domain in lower case
	person INTEGER NOT NULL REFERENCES persons(id),
	current INTEGER NOT NULL,	-- 1 the one in use, 0 an old one
	left_s INTEGER NOT NULL DEFAULT 0,	-- since when it is an old one
	bounces INTEGER NOT NULL DEFAULT 0,
	bounced_s INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_of_person ON addresses(person);
CREATE UNIQUE INDEX addresses_current ON addresses(person) WHERE current;

CREATE TABLE keys (
	fingerprint TEXT NOT NULL PRIMARY KEY,
	person INTEGER NOT NULL REFERENCES persons(id),
	key TEXT NOT NULL,		-- the public key as its maker wrote it
	added_s INTEGER NOT NULL,
	revoked_s INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX keys_of_person ON keys(person, added_s);

-- every text that somebody signed, by the hash of its canonical form: it is
-- worked on once, whatever came of it
CREATE TABLE heard (
	person INTEGER NOT NULL REFERENCES persons(id),
	hash BLOB NOT NULL,
	at_s INTEGER NOT NULL,
	verdict TEXT NOT NULL,	-- what became of it
	told INTEGER NOT NULL DEFAULT 0,	-- day of the last answer to it
	PRIMARY KEY (person, hash)
) STRICT, WITHOUT ROWID;

-- Games ---------------------------------------------------------------------

CREATE TABLE games (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	system TEXT NOT NULL,
	version TEXT NOT NULL,
	state INTEGER NOT NULL,
	paused_why TEXT NOT NULL DEFAULT '',
	point INTEGER NOT NULL DEFAULT 0,	-- of the last adjudication
	n_events INTEGER NOT NULL DEFAULT 0,
	n_leaves INTEGER NOT NULL DEFAULT 0,
	head BLOB NOT NULL,
	deadline_s INTEGER NOT NULL DEFAULT 0,	-- length of a turn; 0: none
	started INTEGER NOT NULL DEFAULT 0,	-- the point of its start
	dispute_s INTEGER NOT NULL,	-- so long an adjudication can be disputed
	beacon TEXT NOT NULL DEFAULT '',	-- on which its dice rest, as the log names it
	created_s INTEGER NOT NULL
) STRICT;
CREATE INDEX games_of_state ON games(state, id);

CREATE TABLE seats (
	game INTEGER NOT NULL REFERENCES games(id),
	slot INTEGER NOT NULL,
	person INTEGER REFERENCES persons(id),
	reserved TEXT NOT NULL DEFAULT '',	-- address it is kept for
	floor INTEGER NOT NULL DEFAULT 0,	-- older orders are stale
	PRIMARY KEY (game, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_of_person ON seats(person, game) WHERE person IS NOT NULL;

-- a serial is used once for ever
CREATE TABLE serials (
	game INTEGER NOT NULL REFERENCES games(id),
	slot INTEGER NOT NULL,
	serial INTEGER NOT NULL,
	point INTEGER NOT NULL,	-- the adjudication that took it
	PRIMARY KEY (game, slot, serial)
) STRICT, WITHOUT ROWID;

-- somebody asked to join: a challenge that lives for some days
CREATE TABLE joins (
	id INTEGER PRIMARY KEY,
	game INTEGER NOT NULL REFERENCES games(id),
	slot INTEGER NOT NULL,
	state INTEGER NOT NULL,
	address TEXT NOT NULL,
	name TEXT NOT NULL,
	language TEXT NOT NULL,
	fingerprint TEXT NOT NULL,
	key TEXT NOT NULL,
	nonce TEXT NOT NULL UNIQUE,
	expires_s INTEGER NOT NULL,
	word BLOB NOT NULL DEFAULT x''	-- a random word, sealed: its hash
) STRICT;
CREATE INDEX joins_of_game ON joins(game, slot, state, expires_s);

-- the key ring of each game, as its log tells it: who came to its table, and
-- which of their keys was valid from which point to which
CREATE TABLE rings (
	game INTEGER NOT NULL REFERENCES games(id),
	person INTEGER NOT NULL REFERENCES persons(id),
	fingerprint TEXT NOT NULL,	-- '' stands for the person
	added INTEGER NOT NULL,		-- at this point
	revoked INTEGER NOT NULL DEFAULT 0,	-- 0: it is in use
	PRIMARY KEY (game, person, fingerprint)
) STRICT, WITHOUT ROWID;

-- changes of keys and addresses that somebody signed and that are not yet
-- proved: until then they reserve nothing, and they lapse
CREATE TABLE changes (
	nonce BLOB NOT NULL PRIMARY KEY,	-- its hash
	kind INTEGER NOT NULL,
	person INTEGER NOT NULL REFERENCES persons(id),
	game INTEGER NOT NULL REFERENCES games(id),
	slot INTEGER NOT NULL,
	point INTEGER NOT NULL,		-- that the request names
	serial INTEGER NOT NULL,
	address TEXT NOT NULL DEFAULT '',
	fingerprint TEXT NOT NULL DEFAULT '',
	key TEXT NOT NULL DEFAULT '',
	signer TEXT NOT NULL DEFAULT '',	-- fingerprint; what was signed:
	format TEXT NOT NULL DEFAULT '',
	text BLOB NOT NULL,
	signature BLOB NOT NULL,
	expires_s INTEGER NOT NULL,
	done INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX changes_of_person ON changes(person, kind);

-- The log -------------------------------------------------------------------

CREATE TABLE events (
	game INTEGER NOT NULL,		-- that of the head behind it
	n INTEGER NOT NULL,		-- 1.. in the order they happened
	point INTEGER NOT NULL,
	audience INTEGER NOT NULL,
	json TEXT NOT NULL,		-- the canonical form
	leaf INTEGER NOT NULL,		-- its number; 0: in sealed leaves
	salt BLOB NOT NULL,		-- of its leaf; empty if leaf is 0
	hash BLOB NOT NULL,		-- the leaf itself; empty if leaf is 0
	PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- one for each slot and adjudication, whether it holds anything or not
CREATE TABLE sealed (
	game INTEGER NOT NULL,
	leaf INTEGER NOT NULL,
	point INTEGER NOT NULL,
	slot INTEGER NOT NULL,
	salt BLOB NOT NULL,
	hash BLOB NOT NULL,
	PRIMARY KEY (game, leaf)
) STRICT, WITHOUT ROWID;

-- the end of each adjudication
CREATE TABLE heads (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	n_events INTEGER NOT NULL,	-- of the game, after it
	n_leaves INTEGER NOT NULL,
	head BLOB NOT NULL,
	state_hash BLOB NOT NULL,
	state INTEGER NOT NULL,		-- of the game, as in games
	at_s INTEGER NOT NULL,
	sealed INTEGER NOT NULL,	-- a sealed choice was awaited before it
	PRIMARY KEY (game, point)
) STRICT, WITHOUT ROWID;
CREATE INDEX heads_sealed ON heads(game, point) WHERE sealed;

-- how the random words stood after it, where that changed (judge/course.h)
CREATE TABLE courses (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	course BLOB NOT NULL,
	PRIMARY KEY (game, point)
) STRICT, WITHOUT ROWID;

-- until when players were awaited after it: reports may be written late
CREATE TABLE deadlines (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	slot INTEGER NOT NULL,
	due_s INTEGER NOT NULL,
	PRIMARY KEY (game, point, slot)
) STRICT, WITHOUT ROWID;

-- what players signed, byte for byte
CREATE TABLE signed_orders (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	slot INTEGER NOT NULL,
	fingerprint TEXT NOT NULL,
	format TEXT NOT NULL,
	text BLOB NOT NULL,
	signature BLOB NOT NULL,
	PRIMARY KEY (game, point)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER sealed_stay BEFORE UPDATE ON sealed
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER sealed_remain BEFORE DELETE ON sealed
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER heads_stay BEFORE UPDATE ON heads
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER heads_remain BEFORE DELETE ON heads
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER signed_stay BEFORE UPDATE ON signed_orders
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER signed_remain BEFORE DELETE ON signed_orders
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER serials_stay BEFORE UPDATE ON serials
BEGIN SELECT RAISE(ABORT, 'a serial is used once for ever'); END;
CREATE TRIGGER serials_remain BEFORE DELETE ON serials
BEGIN SELECT RAISE(ABORT, 'a serial is used once for ever'); END;

-- Caches and secrets --------------------------------------------------------

-- the state after each of the last adjudications: a cache, checked against
-- the hash in heads
CREATE TABLE snapshots (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	state BLOB NOT NULL,
	PRIMARY KEY (game, point)
) STRICT;

-- dice chains and hidden secrets; never exported, never shown
CREATE TABLE secrets (
	game INTEGER NOT NULL REFERENCES games(id),
	kind INTEGER NOT NULL,
	number INTEGER NOT NULL,	-- of the chain
	next INTEGER NOT NULL,		-- link to be used next, going down
	secret BLOB NOT NULL,		-- long, so it stands behind what is short
	PRIMARY KEY (game, kind, number)
) STRICT, WITHOUT ROWID;

-- which link a step of the rules used up: one that is undone and comes again
-- gets the same dice, unless its link is spent
CREATE TABLE rolls (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	chain INTEGER NOT NULL,
	link INTEGER NOT NULL,
	step BLOB NOT NULL,		-- hash of the decision and its state
	words BLOB NOT NULL,		-- what entered the dice with the link
	undone INTEGER NOT NULL DEFAULT 0,
	spent INTEGER NOT NULL DEFAULT 0,	-- never to be lent again
	PRIMARY KEY (game, point, chain, link)
) STRICT, WITHOUT ROWID;
CREATE INDEX rolls_of_step ON rolls(game, step);
CREATE INDEX rolls_of_link ON rolls(game, chain, link);

-- what a player says was adjudicated wrongly, until a game master has ruled
CREATE TABLE disputes (
	game INTEGER NOT NULL REFERENCES games(id),
	number INTEGER NOT NULL,	-- 1.. in its game
	point INTEGER NOT NULL,		-- the adjudication
	slot INTEGER NOT NULL,		-- who disputes it
	why TEXT NOT NULL,
	ruled INTEGER NOT NULL DEFAULT 0,	-- at this point; 0: open
	PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- which round of the second secret a hidden value was drawn in: the same as for
-- rolls, and where the salt of its commitment comes from
CREATE TABLE draws (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	number INTEGER NOT NULL,
	round INTEGER NOT NULL,
	step BLOB NOT NULL,
	undone INTEGER NOT NULL DEFAULT 0,
	spent INTEGER NOT NULL DEFAULT 0,	-- it was opened, too
	PRIMARY KEY (game, number, point)
) STRICT, WITHOUT ROWID;

-- Mail out ------------------------------------------------------------------

CREATE TABLE outbox (
	id INTEGER PRIMARY KEY,
	state INTEGER NOT NULL,
	next_s INTEGER NOT NULL,	-- not to be tried before
	attempts INTEGER NOT NULL DEFAULT 0,
	code INTEGER NOT NULL DEFAULT 0,	-- last SMTP answer
	trouble TEXT NOT NULL DEFAULT '',	-- and its words
	game INTEGER REFERENCES games(id),
	slot INTEGER,			-- the reader's place at the table
	point INTEGER NOT NULL DEFAULT 0,
	first_event INTEGER NOT NULL DEFAULT 0,
	last_event INTEGER NOT NULL DEFAULT 0,
	kind TEXT NOT NULL,		-- its template
	person INTEGER REFERENCES persons(id),
	address TEXT NOT NULL,
	language TEXT NOT NULL,
	message_id TEXT NOT NULL UNIQUE,
	in_reply_to TEXT NOT NULL DEFAULT '',
	matter TEXT NOT NULL DEFAULT '{}',	-- what it says, as JSON
	automatic INTEGER NOT NULL DEFAULT 0,	-- null sender: RFC 3834
	created_s INTEGER NOT NULL,
	sent_s INTEGER NOT NULL DEFAULT 0,
	renders INTEGER NOT NULL DEFAULT 0,	-- counted before each try
	bytes BLOB			-- rendered, before the first try
) STRICT;
CREATE INDEX outbox_due ON outbox(next_s, id) WHERE state IN (0, 4);
CREATE INDEX outbox_sending ON outbox(id) WHERE state = 1;
CREATE INDEX outbox_trouble ON outbox(id) WHERE state = 3;
CREATE INDEX outbox_worn ON outbox(renders) WHERE renders > 1;
CREATE INDEX outbox_of_game ON outbox(game, id) WHERE game IS NOT NULL;

-- Time ----------------------------------------------------------------------

CREATE TABLE timers (
	game INTEGER NOT NULL REFERENCES games(id),
	kind INTEGER NOT NULL,
	slot INTEGER NOT NULL,
	due_s INTEGER NOT NULL,
	PRIMARY KEY (game, kind, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX timers_due ON timers(due_s, game, kind, slot);

-- how often somebody was answered on one day (days since 1970)
CREATE TABLE answers (
	whom TEXT NOT NULL,
	day INTEGER NOT NULL,
	n INTEGER NOT NULL,
	PRIMARY KEY (whom, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX answers_of_day ON answers(day);
