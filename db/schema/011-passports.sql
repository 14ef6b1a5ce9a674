-- People who play at several judges: to which a passport of theirs was written
-- (judge/passport.h), from which one was taken, and whom one is about whose
-- address has not answered.

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

-- letters that were tried and are not known to have arrived: none of the same
-- game to the same person leaves before them
CREATE INDEX outbox_tried ON outbox(person, game, id)
	WHERE attempts > 0 AND state IN (0, 1, 4) AND again IS NULL;
