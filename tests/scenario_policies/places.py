"""tests/scenario_policies/places.py - how each system is begun and played here: what there
is to order is the smallest that the rules know, for the table is what is looked
at."""
import os
import re

from cast import BEGIN, END, check, fail, words

POSITIONS = {
    "rebellion": """player A side S build 100
player B side N build 100
player C side W build 100
player D side E build 100
figure A1 at 18 4 face N stats 8/10/14/3 name "Archer" points 20
figure B1 at 22 36 face S stats 8/9/14/3 name "Fire" points 25
figure C1 at 4 22 face E stats 8/10/15/2 name "Wave" points 30
figure D1 at 36 18 face W stats 8/9/13/2 name "Tough" points 15
turn A
phase start
""",
    "dungeons": """board 20x5
section S1 chamber A1-E5
section S2 chamber F1-J5
section S3 chamber K1-O5
section S4 chamber P1-T5
mouth W A3-A3 W
mouth E T3-T3 E
player A entrance W exit E
player B entrance E exit W
player C entrance W exit E
player D entrance E exit W
figure A1 at B2 face E stats 8/9/14/2 life 6 name "Smith"
figure B1 at S2 face W stats 8/9/14/2 life 6 name "Bowman"
figure C1 at B4 face E stats 8/9/14/2 life 6 name "Leech"
figure D1 at S4 face W stats 8/9/14/2 life 6 name "Sentry"
turn A turn 3 activations 1
""",
    "arena": None,
}
OPTIONS = {"rebellion": (("build", "100"), ("terrain_items", "0..2")),
           "dungeons": (("limit", "100"),),
           "arena": (("mode", "apprentice"), ("drop_after", "9"))}
# an option of each that a table may change, its values and a path
CHANGED = {"rebellion": ("open_dials", "yes", "option.open_dials"),
           "dungeons": ("trade", "on", "option.trade"),
           "arena": ("stops", "2", "option.stops")}
# a path, a value as players write it, how that is told, and no value
VALUES = {"rebellion": ("A1.FACING", "NE", "(?i)facing", "UPWARD"),
          "dungeons": ("A1.AT", "C3", "(?i)A1", "Z99"),
          "arena": ("A.MANA", "15", "(?i)mana", "MUCH")}
# what a ruling is about: a rule, and an option that says the same
RULINGS = {"rebellion": ("RB-MOVE-07", "open_dials=yes"),
           "dungeons": ("DG-MOVE-01", "trade=on"),
           "arena": ("AR-MOVE-01", "stops=2")}
ENDS = {"rebellion": ("END", "FIN"), "dungeons": ("DONE", "FIN")}
AHEAD = {"rebellion": ("MOVE %s1 1 BEARING 0", "MOVER %s1 1 RUMBO 0"),
         "dungeons": ("TURN %s1 N", "GIRAR %s1 N"),
         "arena": ("ACT ME: GUARD", "ACTIVA YO: GUARDIA")}
OWES = re.compile(r"your move|te toca", re.I)


class Play:
    """Whose move it is, by what they have been told, and a move of theirs."""

    def __init__(self, table, position):
        self.t, self.position = table, position
        self.system = table.system

    def reports(self, who, game):
        """(point, mail) of the reports to a seat, in the order of points."""
        found = []
        for mail in who.mails:
            m = re.match(r"<?%s\.(\d+)\.D?[A-D]@" % re.escape(game),
                         str(mail["Message-ID"]).strip())
            if m:
                found.append((int(m[1]), mail))
        return sorted(found, key=lambda f: f[0])

    def report(self, who, game):
        found = self.reports(who, game)
        check(found, "%s has no report of %s" % (who.name, game))
        return found[-1][1]

    def owes(self, who, game):
        return bool(OWES.search(str(self.report(who, game)["Subject"])))

    def whose(self, game, people):
        return [p for p in people if self.owes(p, game)]

    def template(self, who, game):
        """What the report proposes, as it stands."""
        m = re.search(re.escape(BEGIN) + r"\n[^\n]*\n[^\n]*\n(.*?)" +
                      re.escape(END), words(self.report(who, game)), re.S)
        check(m, "no template for " + who.name)
        return [l for l in m[1].splitlines()
                if l and not l.startswith("//")]

    def round(self, who, game):
        """A Mage and its book, or a round in which nobody is struck."""
        lines = self.template(who, game)
        plans = [l for l in lines if l.startswith("PLAN")]
        if not plans:
            return lines
        return plans[:1] + [AHEAD["arena"][plans[0].startswith("PLANEA")]]

    def lines(self, who, game):
        """The orders that end somebody's turn."""
        if self.system == "arena":
            return self.round(who, game)
        return [ENDS[self.system][who.es()]]

    def ahead(self, who, game, seat):
        """Orders that wait for the next turn."""
        line = AHEAD[self.system][who.es()]
        return [line % seat if "%" in line else line]

    def turn(self, who, game, **more):
        who.taken(game, *self.lines(who, game), **more)

    def only(self, who, game, people):
        """Until nobody but this one owes anything."""
        for _ in range(12):
            owing = self.whose(game, people)
            if owing == [who]:
                return
            others = [p for p in owing if p is not who]
            if not others:
                fail("%s: nobody owes anything" % game)
            self.turn(others[0], game)
        fail("%s: it never is the move of %s alone" % (game, who.name))

    def begin(self, game, people):
        """Mages and books, where there is no position to begin from."""
        if self.system != "arena":
            return
        for p in people:
            self.turn(p, game)

    def file(self):
        path = os.path.join(self.t.house.dir, "position")
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.position)
        return path
