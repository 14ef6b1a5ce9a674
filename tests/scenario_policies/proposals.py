"""tests/scenario_policies/proposals.py - what a table agrees on, and who drops out."""
import datetime
import re

from absent import agreed
from cast import DAY, HOUR, check, flat, words
from desk import proven
from pace import MADRID, due
from places import CHANGED


def point_of(t, game):
    return t.judge.ask("SELECT point FROM games WHERE name = ?", game)[0][0]


def answers(t, who, n, agree):
    yes, no = (("DE ACUERDO", "EN CONTRA") if who.es() else
               ("AGREE", "AGAINST"))
    who.taken(t.game, "%s %d" % (yes if agree else no, n))


def number(t, who, mark=0):
    """Of the proposal that they have heard of last."""
    found = [int(n) for m in who.since(mark) for n in re.findall(
        r"(?:AGREE|DE ACUERDO) (\d+)", flat(words(m)))]
    check(found, "%s hears of no proposal" % who.name)
    return max(found)


def made(t):
    game, ana, ben, cai, dee, max_ = (t.game, *t.players, t.max)
    who = t.play.whose(game, t.players)[0]
    before = due(t, who)
    agreed(t, ben, "PROPOSE EXTENSION 24")
    check(due(t, who) == before + datetime.timedelta(hours=24), "EXTENSION")
    t.shown("PROPOSE EXTENSION")
    day = t.clock.now().astimezone(MADRID) + datetime.timedelta(days=3)
    agreed(t, ana, "PROPONER PLAZO %s 20:00 Europe/Madrid" %
           day.strftime("%Y-%m-%d"))
    check(due(t, who) == day.replace(hour=20, minute=0, second=0,
                                     microsecond=0), "PROPOSE DEADLINE")
    t.shown("PROPOSE DEADLINE")
    mark = max_.mark()
    agreed(t, cai, "PROPONER SALTAR")
    t.told(max_, "The deadline of %s has passed" % who.name, mark,
           "PROPOSE SKIP")
    mark = max_.mark()
    agreed(t, dee, "PROPOSE POLICY grace-hours 5")
    t.told(max_, "grace is 5", mark, "PROPOSE POLICY")
    max_.command(game, "POLICY grace-hours 0")
    name, value, path = CHANGED[t.system]
    mark = max_.mark()
    agreed(t, ben, "PROPOSE OPTION %s %s" % (name, value))
    t.told(max_, r"(?s)The\s+table\s+has\s+agreed:\s+%s\s+is" %
           re.escape(path), mark, "PROPOSE OPTION")

    # back to where it was
    back = point_of(t, game)
    t.play.turn(t.play.whose(game, t.players)[0], game)
    mark = max_.mark()
    agreed(t, ana, "PROPONER DESHACER %d" % back)
    t.told(max_, r"(?s)goes\s+back\s+to\s+the\s+state\s+after\s+point\s+%d" %
           back, mark, "PROPOSE TAKEBACK")
    not_carried(t)


def not_carried(t):
    """Rejected, lapsed, or carried by most."""
    game, ana, ben, cai, dee, max_ = (t.game, *t.players, t.max)
    mark = ben.mark()
    dee.taken(game, "PROPOSE SURRENDER")
    n = number(t, ben, mark)
    answers(t, ben, n, True)
    answers(t, cai, n, False)
    t.told(ben, "Proposal %d is rejected" % n, mark, "AGAINST")
    t.told(ben, "(?i)Dagmar makes proposal %d[^:]*: [^.]*(gives? up|"
           "surrender)" % n, mark)

    max_.command(game, "POLICY proposal-days 1")
    mark = ben.mark()
    ana.taken(game, "PROPONER TABLAS")
    n = number(t, ben, mark)
    t.house.passes(DAY + HOUR)
    t.told(ben, r"Proposal %d\s+(is|has)\s+lapsed" % n, mark,
           "lapsed by time")
    max_.command(game, "POLICY proposal-days 7", "POLICY proposals-expire next-move")
    mark = ben.mark()
    ana.taken(game, "PROPONER TABLAS")
    n = number(t, ben, mark)
    for who in t.play.whose(game, t.players):
        t.play.turn(who, game)
    t.told(ben, r"Proposal %d\s+(is|has)\s+lapsed" % n, mark,
           "lapsed by play")
    max_.command(game, "POLICY proposals-expire time", "POLICY approval majority")
    mark = ben.mark()
    ben.taken(game, "PROPOSE POLICY grace-hours 4")
    n = number(t, dee, 0)
    answers(t, dee, n, True)
    answers(t, ana, n, True)
    t.told(ben, r"Proposal %d\s+is\s+accepted" % n, mark)
    t.told(ben, "grace is 4", mark, "most agree")
    max_.command(game, "POLICY grace-hours 0", "POLICY approval unanimous")


def silent(t, who, game, people):
    """They let one more deadline pass."""
    t.play.only(who, game, people)
    t.house.until(due(t, who, game) + datetime.timedelta(seconds=30))


def dropped_out(t):
    """Somebody is silent; the table is asked, and lets somebody in."""
    game, ana, ben, cai, dee, max_ = (t.game, *t.players, t.max)
    sue, nia = t.sue, t.nia
    sue.write("PREFERIR SUSTITUTO SÍ")
    max_.command(game, "POLICY max-missed-deadlines 2")
    # who signs is not silent: what passed in the days before counts no more
    dee.taken(game, "SAY TO B: I am still here", verdict="letter")
    ben.taken(game, "SAY TO D: you hold the key", verdict="letter")
    silent(t, dee, game, t.players)
    marks = t.marks()
    silent(t, dee, game, t.players)
    t.told(max_, "(?i)the game is paused", marks[max_], "silences")
    for p in (ana, ben, cai):
        t.told(p, r"(Seat D has dropped out|puesto D se ha caído)", marks[p])
    t.told(ben, r"(?s)The\s+game\s+waits\s+until\s+its\s+player", marks[ben],
           "drop-out waits")
    t.told(sue, r"UNIRSE %s D" % re.escape(game), marks[sue],
           "stand-in list")
    take_over(t, marks)


def take_over(t, marks):
    game, ana, ben, cai, dee, max_ = (t.game, *t.players, t.max)
    nia = t.nia
    proven(t, nia, game, "D")
    for p in (ana, ben, cai):
        t.told(p, r"(PROPOSE REPLACE D BY|PROPONER REEMPLAZAR D POR) Nikanor",
               marks[p])
    mark = nia.mark()
    agreed(t, ben, "PROPOSE REPLACE D BY Nikanor", others=[ana, cai])
    t.shown("PROPOSE REPLACE")
    t.told(dee, "(?s)you no longer play.*given to Nikanor", marks[dee])
    max_.command(game, "RESUME")
    nia.write("PREFER TEXT")
    first = t.play.reports(dee, game)[3][0]
    nia.taken(game, "RESEND %d" % first, verdict="answered")
    t.told(nia, r"(?s)Sent again|Point %d\b|point %d\b" % (first, first),
           mark)
    nia.taken(game, "LETTERS", verdict="answered")
    t.told(nia, "(?i)you hold the key", mark)
    check(not nia.got("(?i)Puente|for you alone"),
          "a newcomer reads letters of others")
    nia.taken(game, "HISTORY 5", verdict="answered")
    t.shown("take-over")

    # who had the seat hears nothing more, and orders nothing
    marks = t.marks()
    t.play.only(nia, game, [ana, ben, cai, nia])
    t.play.turn(nia, game)
    ben.taken(game, "SAY TO D: hush money", verdict="letter")
    t.told(nia, r"(?i)hush\s+money", marks[nia])
    check(not [m for m in dee.since(marks[dee]) if game in str(m["List-Id"])],
          "who had the seat is told more")
    before = point_of(t, game)
    dee.order(game, *t.play.lines(nia, game), seat="D")
    check(point_of(t, game) == before, "who had the seat has ordered")
    t.shown("old player")

    proven(t, dee, game, "D")
    agreed(t, ana, "PROPONER REEMPLAZAR D POR Dagmar", others=[ben, cai, nia])
    t.play.only(dee, game, t.players)
    t.play.turn(dee, game)
    t.shown("comes back")
    max_.command(game, "POLICY max-missed-deadlines 0")
