-- What a person wishes of all their mails (store/people.h), and an address to
-- write to where the first one sends everything back.

ALTER TABLE persons ADD COLUMN form INTEGER NOT NULL DEFAULT 0;
ALTER TABLE persons ADD COLUMN brief INTEGER NOT NULL DEFAULT 0;
ALTER TABLE persons ADD COLUMN unruled INTEGER NOT NULL DEFAULT 0;	-- no ids of rules
ALTER TABLE persons ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE persons ADD COLUMN quiet_from INTEGER NOT NULL DEFAULT 0;	-- minutes of
ALTER TABLE persons ADD COLUMN quiet_until INTEGER NOT NULL DEFAULT 0;	-- their day
ALTER TABLE addresses ADD COLUMN second INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX addresses_second ON addresses(person) WHERE second;

-- who watches and wants no mails of that game for the time being
ALTER TABLE seats ADD COLUMN stopped INTEGER NOT NULL DEFAULT 0;

-- what waits to be sent, by whom it is for: held back by their wishes
CREATE INDEX outbox_waiting ON outbox(person, next_s)
	WHERE state = 0 AND size = 0 AND person IS NOT NULL;

-- Signed orders that wait until then because their player said so (HOLD): no
-- log has them yet, and a later mail takes their place.
CREATE TABLE holds (
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
