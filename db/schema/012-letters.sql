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
