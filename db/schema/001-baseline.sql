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
	guessed INTEGER NOT NULL DEFAULT 0,	-- 1: by the judge's own clock, because
					-- the mailbox names no time
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
CREATE INDEX inbox_order ON inbox(received_s, id) WHERE state < 2;
-- mails of players: deleted when their orders can no longer be disputed
CREATE INDEX inbox_mail ON inbox(received_s, id)
	WHERE state = 2 AND size > 0 AND slot IS NOT NULL AND verdict <> 'unverified';
CREATE INDEX inbox_of_game ON inbox(game, id) WHERE game IS NOT NULL;

-- A mail is identified by its bytes (hash), never by a server's name for it:
-- servers use names again.

-- how far a mailbox has been read, in the words of its reader
CREATE TABLE cursors (
	mailbox TEXT NOT NULL PRIMARY KEY,
	position TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- what is wrong with the mailbox now (store/inbox.h)
CREATE TABLE mailbox_troubles (
	kind INTEGER NOT NULL,	-- enum inbox_trouble
	subject TEXT NOT NULL,	-- a mail's name, or empty
	since_s INTEGER NOT NULL,
	words TEXT NOT NULL,
	PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

-- People --------------------------------------------------------------------

CREATE TABLE persons (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	language TEXT NOT NULL,
	zone TEXT NOT NULL,
	created_s INTEGER NOT NULL,
	-- preferences (store/people.h)
	form INTEGER NOT NULL DEFAULT 0,
	brief INTEGER NOT NULL DEFAULT 0,
	unruled INTEGER NOT NULL DEFAULT 0,	-- no ids of rules
	digest INTEGER NOT NULL DEFAULT 0,
	quiet_from INTEGER NOT NULL DEFAULT 0,	-- minutes of their day
	quiet_until INTEGER NOT NULL DEFAULT 0,
	standin INTEGER NOT NULL DEFAULT 0,	-- wants to hear of vacant seats
	press_next INTEGER NOT NULL DEFAULT 0	-- press waits for the next report
) STRICT;
CREATE INDEX persons_standin ON persons(id) WHERE standin;

CREATE TABLE addresses (
	address TEXT NOT NULL PRIMARY KEY,	-- domain in lower case
	person INTEGER NOT NULL REFERENCES persons(id),
	current INTEGER NOT NULL,	-- 1 the one in use, 0 an old one
	second INTEGER NOT NULL DEFAULT 0,	-- used if the current one returns mail
	left_s INTEGER NOT NULL DEFAULT 0,	-- since when it is an old one
	bounces INTEGER NOT NULL DEFAULT 0,
	bounced_s INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_of_person ON addresses(person);
CREATE UNIQUE INDEX addresses_current ON addresses(person) WHERE current;
CREATE UNIQUE INDEX addresses_second ON addresses(person) WHERE second;

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
CREATE TABLE signed_texts (
	person INTEGER NOT NULL REFERENCES persons(id),
	hash BLOB NOT NULL,
	at_s INTEGER NOT NULL,
	verdict TEXT NOT NULL,	-- what became of it
	told INTEGER NOT NULL DEFAULT 0,	-- day of the last answer to it
	PRIMARY KEY (person, hash)
) STRICT, WITHOUT ROWID;

-- Passports of people who play at several judges (judge/people/passport.h): the
-- judges for which one was written, the judges from which one was imported, and
-- imports that wait for the confirmation of an address.

CREATE TABLE passports_out (
	person INTEGER NOT NULL REFERENCES persons(id),
	judge TEXT NOT NULL,		-- its address
	dated_s INTEGER NOT NULL,	-- the newest
	PRIMARY KEY (person, judge)
) STRICT, WITHOUT ROWID;

CREATE TABLE passports_in (
	person INTEGER NOT NULL REFERENCES persons(id),
	judge TEXT NOT NULL,		-- that signed it: its address
	dated_s INTEGER NOT NULL,	-- the newest
	PRIMARY KEY (person, judge)
) STRICT, WITHOUT ROWID;

CREATE TABLE passports_asked (
	address TEXT NOT NULL PRIMARY KEY,
	nonce BLOB NOT NULL UNIQUE,	-- its hash
	name TEXT NOT NULL,		-- by which they are to be known here
	passport TEXT NOT NULL,		-- as it was signed
	asked_s INTEGER NOT NULL,
	expires_s INTEGER NOT NULL
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
	beacon TEXT NOT NULL DEFAULT '',	-- that its dice use, as the log names it
	created_s INTEGER NOT NULL,
	grammar BLOB NOT NULL		-- hash of its grammar snapshot
) STRICT;
-- grammar and words of games as they were at the start (orders/grammar_snapshot.h),
-- by their BLAKE2b-256; several games may share one
CREATE TABLE grammar_snapshots (
	hash BLOB NOT NULL PRIMARY KEY,
	text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX games_of_state ON games(state, id);

CREATE TABLE seats (
	game INTEGER NOT NULL REFERENCES games(id),
	slot INTEGER NOT NULL,
	person INTEGER REFERENCES persons(id),
	reserved TEXT NOT NULL DEFAULT '',	-- address it is kept for
	floor INTEGER NOT NULL DEFAULT 0,	-- older orders are stale
	stopped INTEGER NOT NULL DEFAULT 0,	-- a spectator who wants no mails now
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
CREATE TABLE key_rings (
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

-- the commit and reveal of random words after a point, if the point changed it
-- (protocol/entropy_state.h)
CREATE TABLE entropy_rounds (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	entropy BLOB NOT NULL,
	PRIMARY KEY (game, point)
) STRICT, WITHOUT ROWID;

-- the agreements of a table after a point, if the point changed them
-- (protocol/table_state.h)
CREATE TABLE table_states (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	state BLOB NOT NULL,
	PRIMARY KEY (game, point)
) STRICT, WITHOUT ROWID;

-- press as the players wrote it (protocol/press_parse.h): the log holds its
-- existence, the signed text is in capitals
CREATE TABLE press (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	at INTEGER NOT NULL,	-- its place in its mail, from 0
	text TEXT NOT NULL,
	PRIMARY KEY (game, point, at)
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

-- Ended games whose log was moved to a file (store/archive.h). The rows of a log
-- are deleted by that move and by nothing else.
CREATE TABLE archives (
	game INTEGER PRIMARY KEY REFERENCES games(id),
	file TEXT NOT NULL,
	at_s INTEGER NOT NULL
) STRICT;

CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events
	WHEN OLD.game NOT IN (SELECT game FROM archives)
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER sealed_stay BEFORE UPDATE ON sealed
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER sealed_remain BEFORE DELETE ON sealed
	WHEN OLD.game NOT IN (SELECT game FROM archives)
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER heads_stay BEFORE UPDATE ON heads
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER heads_remain BEFORE DELETE ON heads
	WHEN OLD.game NOT IN (SELECT game FROM archives)
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER signed_stay BEFORE UPDATE ON signed_orders
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER signed_remain BEFORE DELETE ON signed_orders
	WHEN OLD.game NOT IN (SELECT game FROM archives)
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER serials_stay BEFORE UPDATE ON serials
BEGIN SELECT RAISE(ABORT, 'a serial is used once for ever'); END;
CREATE TRIGGER serials_remain BEFORE DELETE ON serials
	WHEN OLD.game NOT IN (SELECT game FROM archives)
BEGIN SELECT RAISE(ABORT, 'a serial is used once for ever'); END;

-- Signed orders that their player delays (HOLD): no log holds them yet, and a
-- later mail replaces them.
CREATE TABLE delayed_orders (
	game INTEGER NOT NULL REFERENCES games(id),
	slot INTEGER NOT NULL,
	person INTEGER NOT NULL REFERENCES persons(id),
	until_s INTEGER NOT NULL,
	fingerprint TEXT NOT NULL,
	format TEXT NOT NULL,
	text BLOB NOT NULL,
	signature BLOB NOT NULL,
	message_id TEXT NOT NULL,	-- of the mail
	PRIMARY KEY (game, slot)
) STRICT, WITHOUT ROWID;

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
	form INTEGER NOT NULL DEFAULT 0,	-- the least to be left out: the server
					-- refused more (enum mail_form)
	size INTEGER NOT NULL DEFAULT 0,	-- of the rendered bytes; 0: not rendered
	hash BLOB,			-- BLAKE2b-256 of the bytes
	kept INTEGER NOT NULL DEFAULT 0,	-- the bytes are in mail_bytes
	done_s INTEGER NOT NULL DEFAULT 0,	-- when its fate was known
	again INTEGER REFERENCES outbox(id),	-- the mail that it repeats
	queued_s INTEGER NOT NULL DEFAULT 0,	-- the clock when it was added; created_s
					-- is the time of its subject
	sent_id TEXT NOT NULL DEFAULT ''	-- Message-ID as sent: a part of it
					-- depends on the bytes
) STRICT;
CREATE INDEX outbox_due ON outbox(next_s, id) WHERE state IN (0, 4);
CREATE INDEX outbox_sending ON outbox(id) WHERE state = 1;
CREATE INDEX outbox_trouble ON outbox(id) WHERE state = 3;
CREATE INDEX outbox_worn ON outbox(renders) WHERE renders > 1;
CREATE INDEX outbox_of_game ON outbox(game, id) WHERE game IS NOT NULL;
CREATE INDEX outbox_kept ON outbox(done_s, id) WHERE kept AND done_s > 0;
-- mails that wait, by reader: their preferences may hold them back
CREATE INDEX outbox_waiting ON outbox(person, next_s)
	WHERE state = 0 AND size = 0 AND person IS NOT NULL;
-- mails that were tried and may not have arrived: no later mail of the same game
-- to the same person leaves before them
CREATE INDEX outbox_tried ON outbox(person, game, id)
	WHERE attempts > 0 AND state IN (0, 1, 4) AND again IS NULL;
CREATE INDEX outbox_sent_id ON outbox(sent_id) WHERE sent_id <> '';

-- A mail's rendered bytes: kept until its fate is known and some days longer, so
-- that a repeated try sends the same. In a table of their own, because the row of
-- a mail is written several times and stays when they are deleted; then the mail
-- can be rendered again from the log.
CREATE TABLE mail_bytes (
	id INTEGER PRIMARY KEY REFERENCES outbox(id),
	bytes BLOB NOT NULL
) STRICT;

-- The mail server that takes the judge's mails (store/relay.h): one row, none
-- while it accepts mails.
CREATE TABLE relay (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	state INTEGER NOT NULL,
	since_s INTEGER NOT NULL,
	next_s INTEGER NOT NULL,	-- of the next try
	tries INTEGER NOT NULL,
	code INTEGER NOT NULL,		-- of its last reply, 0: none
	words TEXT NOT NULL		-- and its text, or of the connection
) STRICT;

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

-- single values of the judge itself, by name: store/values.h lists them
CREATE TABLE judge_values (
	name TEXT NOT NULL PRIMARY KEY,
	value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- Campaigns (store/campaigns.h, tournament/campaign.h) ------------------------
-- Standings, pairings and ratings are computed from these rows alone.

CREATE TABLE campaigns (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	system TEXT NOT NULL,
	kind INTEGER NOT NULL,		-- swiss, round robin, ..
	state INTEGER NOT NULL,		-- open, running, over
	rounds INTEGER NOT NULL,	-- to be played; 0: as the kind has them
	round INTEGER NOT NULL,		-- that is played, from 1; 0: none yet
	won INTEGER NOT NULL,
	drawn INTEGER NOT NULL,
	lost INTEGER NOT NULL,
	bye INTEGER NOT NULL,
	reach INTEGER NOT NULL,		-- of a challenge on a ladder; 0: any
	deadline_s INTEGER NOT NULL,
	words_s INTEGER NOT NULL,
	settings TEXT NOT NULL,		-- of its games, a line each
	carry TEXT NOT NULL,		-- the table (tournament/carryover.h); '': none
	master INTEGER REFERENCES persons(id),
	created_s INTEGER NOT NULL,
	told_s INTEGER NOT NULL DEFAULT 0	-- when its standings were mailed last
) STRICT;

CREATE TABLE members (
	campaign INTEGER NOT NULL REFERENCES campaigns(id),
	seed INTEGER NOT NULL,		-- from 0, for good
	person INTEGER NOT NULL REFERENCES persons(id),
	from_round INTEGER NOT NULL,	-- from 0, as in tournament/standings.h
	until_round INTEGER,		-- NULL: still here
	brings TEXT NOT NULL,		-- to the next game, as CSV
	PRIMARY KEY (campaign, seed),
	UNIQUE (campaign, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_person ON members(person);

CREATE TABLE meetings (
	campaign INTEGER NOT NULL REFERENCES campaigns(id),
	number INTEGER NOT NULL,	-- from 1
	round INTEGER NOT NULL,		-- from 0
	first INTEGER NOT NULL,		-- seeds
	second INTEGER NOT NULL,	-- -1: first has a bye
	game INTEGER REFERENCES games(id),
	outcome INTEGER,		-- NULL: not over
	points_first INTEGER NOT NULL,
	points_second INTEGER NOT NULL,
	ended_s INTEGER NOT NULL,
	-- deadlines that each of the two kept and missed
	answered_first INTEGER NOT NULL DEFAULT 0,
	answered_second INTEGER NOT NULL DEFAULT 0,
	missed_first INTEGER NOT NULL DEFAULT 0,
	missed_second INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (campaign, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX meetings_game ON meetings(game) WHERE game IS NOT NULL;

-- games of campaigns that have ended; 0: the campaign itself is to be looked at,
-- -1: and its standings are news
CREATE TABLE campaigns_due (
	campaign INTEGER NOT NULL REFERENCES campaigns(id),
	game INTEGER NOT NULL,
	PRIMARY KEY (campaign, game)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER games_ended AFTER UPDATE OF state ON games
	WHEN NEW.state = 3 AND OLD.state < 3
BEGIN
	INSERT OR IGNORE INTO campaigns_due
		SELECT campaign, game FROM meetings WHERE game = NEW.id;
END;

-- a game of a campaign waits until everybody who was invited has joined
CREATE TRIGGER seats_taken AFTER UPDATE OF person ON seats
	WHEN NEW.person IS NOT NULL AND OLD.person IS NULL AND NEW.slot < 100
BEGIN
	INSERT OR IGNORE INTO campaigns_due
		SELECT m.campaign, m.game FROM meetings m
		JOIN games g ON g.id = m.game
		WHERE m.game = NEW.game AND g.state = 0;
END;

-- Results by themselves are mailed once a day (tournament/campaign.h): when the
-- standings of a campaign are due again.
CREATE TABLE campaigns_news (
	campaign INTEGER PRIMARY KEY REFERENCES campaigns(id),
	due_s INTEGER NOT NULL
) STRICT;

-- Rulings --------------------------------------------------------------------

-- What game masters have ruled, in their words, found by the rules that these
-- name. It stays when the log of the game is put away.

CREATE TABLE rulings (
	id INTEGER PRIMARY KEY,		-- the newest is the highest
	game INTEGER NOT NULL REFERENCES games(id),
	number INTEGER NOT NULL,	-- of the dispute
	disputed INTEGER NOT NULL,	-- the adjudication
	point INTEGER NOT NULL,		-- of the ruling
	rules TEXT NOT NULL,		-- of the game: "rebellion 1"
	ruled_by TEXT NOT NULL,		-- as the log has it
	verdict TEXT NOT NULL,
	words TEXT NOT NULL,
	language TEXT NOT NULL,		-- of these; '': not known
	undone INTEGER NOT NULL DEFAULT -1,	-- play went back to before it;
						-- -1: to be looked at
	UNIQUE (game, number)
) STRICT;

CREATE TABLE precedents (
	rule TEXT NOT NULL,		-- in capitals: RB-LOF-08
	ruling INTEGER NOT NULL REFERENCES rulings(id),
	PRIMARY KEY (rule, ruling)
) STRICT, WITHOUT ROWID;
