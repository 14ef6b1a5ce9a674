-- Ended games whose log lies in a file of its own (store/archive.h). The rows of
-- a log are taken out there and nowhere else.

CREATE TABLE archives (
	game INTEGER PRIMARY KEY REFERENCES games(id),
	file TEXT NOT NULL,
	at_s INTEGER NOT NULL
) STRICT;

DROP TRIGGER events_remain;
DROP TRIGGER sealed_remain;
DROP TRIGGER heads_remain;
DROP TRIGGER signed_remain;
DROP TRIGGER serials_remain;
CREATE TRIGGER events_remain BEFORE DELETE ON events
	WHEN OLD.game NOT IN (SELECT game FROM archives)
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER sealed_remain BEFORE DELETE ON sealed
	WHEN OLD.game NOT IN (SELECT game FROM archives)
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER heads_remain BEFORE DELETE ON heads
	WHEN OLD.game NOT IN (SELECT game FROM archives)
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER signed_remain BEFORE DELETE ON signed_orders
	WHEN OLD.game NOT IN (SELECT game FROM archives)
BEGIN SELECT RAISE(ABORT, 'the log is never changed'); END;
CREATE TRIGGER serials_remain BEFORE DELETE ON serials
	WHEN OLD.game NOT IN (SELECT game FROM archives)
BEGIN SELECT RAISE(ABORT, 'a serial is used once for ever'); END;
