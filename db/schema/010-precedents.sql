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

-- those of logs that are here
INSERT INTO rulings (game, number, disputed, point, rules, ruled_by, verdict,
		     words, language)
SELECT d.game, d.number, d.point, d.ruled, g.version,
       json_extract(e.json, '$.by'), json_extract(e.json, '$.verdict'),
       json_extract(e.json, '$.why'), ''
FROM disputes d JOIN games g ON g.id = d.game
JOIN events e ON e.game = d.game AND e.point = d.ruled
WHERE d.ruled > 0 AND json_extract(e.json, '$.event') = 'ruled'
	AND json_extract(e.json, '$.number') = d.number
ORDER BY d.game, d.ruled;

WITH RECURSIVE parts(ruling, word, rest) AS (
	SELECT id, '', upper(replace(replace(replace(replace(replace(replace(
		words, ',', ' '), '.', ' '), ':', ' '), ';', ' '),
		'(', ' '), ')', ' ')) || ' '
	FROM rulings
	UNION ALL
	SELECT ruling, substr(rest, 1, instr(rest, ' ') - 1),
	       substr(rest, instr(rest, ' ') + 1)
	FROM parts WHERE rest <> '')
INSERT OR IGNORE INTO precedents
SELECT word, ruling FROM parts WHERE word GLOB '[A-Z][A-Z]-*[0-9]';

-- game masters have a mail in the morning (judge/desk.h)
INSERT OR IGNORE INTO timers (game, kind, slot, due_s)
SELECT DISTINCT s.game, 15, 0, 0
FROM seats s JOIN games g ON g.id = s.game
WHERE s.slot >= 100 AND s.slot < 200 AND s.person IS NOT NULL
	AND g.state < 3;

-- a game of a campaign waits until everybody who was invited has joined
CREATE TRIGGER seats_taken AFTER UPDATE OF person ON seats
	WHEN NEW.person IS NOT NULL AND OLD.person IS NULL AND NEW.slot < 100
BEGIN
	INSERT OR IGNORE INTO campaigns_due
		SELECT m.campaign, m.game FROM meetings m
		JOIN games g ON g.id = m.game
		WHERE m.game = NEW.game AND g.state = 0;
END;
