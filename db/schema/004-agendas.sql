-- what a table had agreed on after a point, where that changed (judge/agenda.h)
CREATE TABLE agendas (
	game INTEGER NOT NULL REFERENCES games(id),
	point INTEGER NOT NULL,
	agenda BLOB NOT NULL,
	PRIMARY KEY (game, point)
) STRICT, WITHOUT ROWID;
