-- A letter's bytes: kept until its fate is known and some days after, so that
-- what goes out twice is the same. They stand alone, for the row of a letter is
-- written several times, and it stays when they are forgotten: then the letter
-- can be written anew from the log.

CREATE TABLE letters (
	id INTEGER PRIMARY KEY REFERENCES outbox(id),
	bytes BLOB NOT NULL
) STRICT;

ALTER TABLE outbox ADD COLUMN size INTEGER NOT NULL DEFAULT 0;	-- 0: not rendered
ALTER TABLE outbox ADD COLUMN hash BLOB;	-- BLAKE2b-256 of the bytes
ALTER TABLE outbox ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;	-- in letters
ALTER TABLE outbox ADD COLUMN done_s INTEGER NOT NULL DEFAULT 0;	-- fate known
ALTER TABLE outbox ADD COLUMN again INTEGER REFERENCES outbox(id);	-- says it once more

INSERT INTO letters (id, bytes)
	SELECT id, bytes FROM outbox WHERE bytes IS NOT NULL;
UPDATE outbox SET size = length(bytes), kept = 1,
	done_s = CASE state WHEN 2 THEN sent_s WHEN 3 THEN created_s ELSE 0 END
	WHERE bytes IS NOT NULL;
ALTER TABLE outbox DROP COLUMN bytes;
CREATE INDEX outbox_kept ON outbox(done_s, id) WHERE kept AND done_s > 0;

-- mails of people at a table: forgotten once nobody can dispute what came of them
CREATE INDEX inbox_mail ON inbox(received_s, id)
	WHERE state = 2 AND size > 0 AND slot IS NOT NULL AND verdict <> 'unverified';
