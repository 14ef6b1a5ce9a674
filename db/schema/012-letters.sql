-- Where letters of other players stand that somebody gets: on top of the next
-- report, or in a mail of their own (store/people.h). Until now it was on top for
-- who has news once a day.

ALTER TABLE persons ADD COLUMN letters_next INTEGER NOT NULL DEFAULT 0;
UPDATE persons SET letters_next = digest;

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

-- The least that may be left out of a mail (judge/letter.h: enum letter_form):
-- the server takes no mail of the size that it had with more.
ALTER TABLE outbox ADD COLUMN form INTEGER NOT NULL DEFAULT 0;

-- A mail is known by its bytes (inbox.hash), never by a server's name for it:
-- servers use names again. So no names are kept.

DROP TABLE sources;

-- what is wrong with the mailbox now (store/inbox.h)
CREATE TABLE mailbox_troubles (
	kind INTEGER NOT NULL,	-- enum inbox_trouble
	subject TEXT NOT NULL,	-- a mail's name, or empty
	since_s INTEGER NOT NULL,
	words TEXT NOT NULL,
	PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

-- The same mails give the same log: mails are judged in the order of receipt,
-- and what the judge makes up follows from a secret that stays the same.

-- single values of the judge itself, by name: store/values.h lists them
CREATE TABLE judge_values (
	name TEXT NOT NULL PRIMARY KEY,
	value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- 1: received_s is the judge's own clock, because the mailbox told no time
ALTER TABLE inbox ADD COLUMN guessed INTEGER NOT NULL DEFAULT 0;
DROP INDEX inbox_open;
CREATE INDEX inbox_order ON inbox(received_s, id) WHERE state < 2;

-- created_s is the time of what a mail tells; this is the clock at that moment
ALTER TABLE outbox ADD COLUMN queued_s INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET queued_s = created_s;
-- Message-ID as sent: it has a part that depends on the bytes; '' before
ALTER TABLE outbox ADD COLUMN sent_id TEXT NOT NULL DEFAULT '';
UPDATE outbox SET sent_id = message_id WHERE size > 0;
CREATE INDEX outbox_sent_id ON outbox(sent_id) WHERE sent_id <> '';
