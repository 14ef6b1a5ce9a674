-- What ties games together (store/campaigns.h, group/campaign.h): who takes
-- part, who has met whom and what came of it. Standings, pairings and ratings
-- are made of these rows alone.

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
	carry TEXT NOT NULL,		-- the table (group/carry.h); '': none
	master INTEGER REFERENCES persons(id),
	created_s INTEGER NOT NULL
) STRICT;

CREATE TABLE members (
	campaign INTEGER NOT NULL REFERENCES campaigns(id),
	seed INTEGER NOT NULL,		-- from 0, for good
	person INTEGER NOT NULL REFERENCES persons(id),
	from_round INTEGER NOT NULL,	-- from 0, as in group/standings.h
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
