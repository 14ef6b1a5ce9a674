-- What reads the orders of a game: the text of grammar and words that it began
-- with, by its BLAKE2b-256. Games that began alike share one.

CREATE TABLE readings (
	hash BLOB NOT NULL PRIMARY KEY,
	text TEXT NOT NULL
) STRICT, WITHOUT ROWID;

ALTER TABLE games ADD COLUMN reading BLOB NOT NULL DEFAULT
	x'0000000000000000000000000000000000000000000000000000000000000000';
