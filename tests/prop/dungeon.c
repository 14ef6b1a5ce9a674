/* tests/prop/dungeon.c */
#include "dungeon.h"
#include "chance.h"
#include "games/dungeons/rules/dungeons.h"

enum { WIDE = 10, HIGH = 8 };

static const char *const faces[] = {
	"N", "NE", "E", "SE", "S", "SW", "W", "NW"
};

/* what is drawn: squares that hold something, chests so far */
struct drawing {
	struct dice *rng;
	struct buf *out;
	int n_players;
	bool taken[HIGH][WIDE];
	int heroes[DUNGEON_SEATS], n_chests;
};

/* a free square of the rows from..to; A1 is left free */
static void square(struct drawing *d, int from, int to, char room[4])
{
	int x, y;

	do {
		x = draw(d->rng, WIDE);
		y = from + draw(d->rng, to - from + 1);
	} while (d->taken[y][x]);
	d->taken[y][x] = true;
	room[0] = (char)('A' + x);
	room[1] = (char)('1' + y);
	room[2] = 0;
}

static void board(struct drawing *d)
{
	static const char terrains[] = "22~SSTTVV34";
	char at[4];

	buf_addz(d->out, "board 10x8\n"
			 "section C1 chamber A1-E5\n"
			 "section C2 chamber F1-J5\n"
			 "section R1 corridor A6-E8\n"
			 "section R2 corridor F6-J8\n"
			 "mouth W A6-A8 W\n"
			 "mouth E J6-J8 E\n"
			 "wall E1|F1 E2|F2 E5|F5 A5|A6 J5|J6\n");
	buf_addf(d->out, "door D1 E3|F3 %s closed\n",
		 draw(d->rng, 2) ? "wood" : "iron");
	d->taken[0][0] = true;
	for (int i = 0; i < 8; i++) {
		square(d, 0, 4, at);
		buf_addf(d->out, "terrain %c %s\n",
			 terrains[draw(d->rng, (int)sizeof(terrains) - 1)], at);
		/* somebody may stand there */
		d->taken[at[1] - '1'][at[0] - 'A'] = chance(d->rng, 2);
	}
	for (int i = 0; i < 2; i++) {
		square(d, 0, 4, at);
		buf_addf(d->out, "terrain %c %s\n", "XO"[i], at);
	}
}

/* healing and what breaks doors somewhat more often */
static const char *ability(struct dice *rng)
{
	static const int often[] = { DG_ABILITY_HEALING,
				     DG_ABILITY_MAGIC_HEALING, DG_ABILITY_BLAST,
				     DG_ABILITY_FLAME };
	int a = chance(rng, 3) ? often[draw(rng, ARRAY_LEN(often))]
			       : 1 + draw(rng, N_DG_ABILITIES - 1);

	return dg_abilities[a].name;
}

/* the card of somebody: clicks that all show the same abilities */
static void card(struct drawing *d)
{
	struct dice *rng = d->rng;

	buf_addf(d->out, " stats %d/%d/%d/%d", 6 + draw(rng, 6),
		 6 + draw(rng, 6), 11 + draw(rng, 6), 1 + draw(rng, 3));
	if (!chance(rng, 3))
		buf_addf(d->out, " abilities \"%s\"", ability(rng));
	if (chance(rng, 2))
		buf_addf(d->out, " range %d targets %d", 4 + draw(rng, 6),
			 1 + draw(rng, 3));
	buf_addf(d->out, " arc %d face %s", 3 + 2 * draw(rng, 3),
		 faces[draw(rng, 8)]);
}

/* sometimes; else anywhere */
static void beside_door(struct drawing *d, char room[4])
{
	int x = 4 + draw(d->rng, 2);

	if (draw(d->rng, 6) || d->taken[2][x]) {
		square(d, 0, HIGH - 1, room);
		return;
	}
	d->taken[2][x] = true;
	room[0] = (char)('A' + x);
	room[1] = '3';
	room[2] = 0;
}

static void hero(struct drawing *d, int seat)
{
	struct dice *rng = d->rng;
	int n = ++d->heroes[seat];
	char at[4];

	buf_addf(d->out, "figure %c%d", 'A' + seat, n);
	if (n > 1 && chance(rng, 4)) {
		buf_addz(d->out, chance(rng, 2) ? " left" : " eliminated");
	} else {
		beside_door(d, at);
		buf_addf(d->out, " at %s", at);
	}
	card(d);
	buf_addz(d->out, " life 9");
	if (chance(rng, 6))
		buf_addz(d->out, " warrior points 20\n");
	else
		buf_addf(d->out,
			 " level %d levels 4 3 2 1 0 costs 20 25 30 35 40"
			 " click %d\n",
			 1 + draw(rng, 2), 4 + draw(rng, 3));
}

static void monsters(struct drawing *d)
{
	int n = 2 + draw(d->rng, 4);
	char at[4];

	for (int i = 1; i <= n + 4; i++) {
		buf_addf(d->out, "figure P%d spawn", i);
		if (i <= n) {
			square(d, 0, HIGH - 1, at);
			buf_addf(d->out, " at %s", at);
		} else {
			buf_addz(d->out, " pool");
		}
		card(d);
		buf_addf(d->out, " life %d points %d%s\n", 1 + draw(d->rng, 3),
			 8 + draw(d->rng, 10),
			 chance(d->rng, 3) ? " name \"Tomb Skeleton\"" : "");
	}
}

static void treasure(struct drawing *d, int n)
{
	static const char *const types[] = { "weapon", "boots", "ring" };
	struct dice *rng = d->rng;

	buf_addf(d->out, "trap K%d %d", n, 1 + draw(rng, 5));
	if (chance(rng, 3))
		buf_addf(d->out, " spawn 1 %d", 15 + draw(rng, 10));
	if (!chance(rng, 4))
		buf_addf(d->out, " attack %c %d %d range %d",
			 "HTR"[draw(rng, 3)], 6 + draw(rng, 6),
			 1 + draw(rng, 2), 3 + draw(rng, 5));
	buf_addf(d->out, " disarm %d\n", 4 + draw(rng, 8));
	buf_addf(d->out, "treasure K%d type %s gold %d", n, types[draw(rng, 3)],
		 10 * draw(rng, 6));
	if (chance(rng, 3))
		buf_addz(d->out, " potion");
	if (chance(rng, 2))
		buf_addf(d->out, " speed %d", 1 + draw(rng, 2));
	if (chance(rng, 2))
		buf_addf(d->out, " abilities \"%s\"",
			 dg_abilities[DG_ABILITY_HEALING + draw(rng, 6)].name);
	buf_addc(d->out, '\n');
}

static void chest(struct drawing *d, int seat)
{
	static const char *const states[] = { "unrevealed", "armed", "blank",
					      "disarmed" };
	int n = ++d->n_chests;
	char at[4];

	treasure(d, n);
	buf_addf(d->out, "chest K%d", n);
	if (seat >= 0) {
		buf_addf(d->out, " held %c\n", 'A' + seat);
		return;
	}
	square(d, 0, HIGH - 1, at);
	buf_addf(d->out, " at %s face %s state %s position %d\n", at,
		 faces[2 * draw(d->rng, 4)], states[draw(d->rng, 4)],
		 1 + draw(d->rng, 5));
}

void dungeon_draw(int n_players, struct dice *rng, struct buf *out)
{
	struct drawing d = { .rng = rng, .out = out, .n_players = n_players };
	bool wolves = chance(rng, 6);
	char at[4];

	board(&d);
	for (int i = 0; i < n_players; i++)
		buf_addf(out,
			 "player %c entrance %c exit %c xp %d points 60"
			 " turns 2 waiting %d%s\n",
			 'A' + i, "WE"[i % 2], "EW"[i % 2], draw(rng, 100),
			 chance(rng, 4) ? 1 + draw(rng, 5) : 0,
			 chance(rng, 2) ? " acquired" : "");
	for (int i = 0; i < n_players; i++)
		for (int n = wolves ? 1 : 1 + draw(rng, 3); n > 0; n--)
			hero(&d, i);
	monsters(&d);
	for (int n = 2 + draw(rng, 3); n > 0; n--)
		chest(&d, -1);
	for (int i = 0; i < n_players; i++)
		for (int n = draw(rng, 5); n > 0; n--)
			chest(&d, i);
	for (int i = 1 + draw(rng, 2); i > 0; i--) {
		square(&d, 0, HIGH - 1, at);
		buf_addf(out, "token W%d at %s rolls 7 1 20 8 2 30 6 1 15\n", i,
			 at);
	}
	if (wolves)
		buf_addz(out, "lone_wolf\n");
	buf_addf(out, "phase start\nturn %c first A turn 3\n",
		 'A' + draw(rng, n_players));
}
