-- what players write to each other, as they wrote it (judge/press.h): the log
-- has that there is a letter, and what was signed is in capitals

CREATE TABLE said (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	at INTEGER NOT NULL,	-- among those of its mail, from 0
	text TEXT NOT NULL,
	PRIMARY KEY (game, point, at)
) STRICT, WITHOUT ROWID;
