"""tests/scenario_policies/watched.py - who watches."""
import re

from cast import BEGIN, DAY, END, check, flat, words
from desk import proven


def as_it_stands(t, text):
    """The block of a mail to the master, signed and sent as it is."""
    m = re.search(re.escape(BEGIN) + "\n(.*?)\n" + re.escape(END), text, re.S)
    check(m, "no block: " + text)
    lines = m[1].splitlines()
    serial = int(lines[0].split()[-1])
    t.max.write(*lines)
    check(t.house.verdict() == "adjudicated", "%s: %s\n%s" % (
        lines, t.house.verdict(), t.max.answer()))
    game = lines[0].split()[1]
    t.max.serial[(game, "GM")] = max(t.max.serial[(game, "GM")], serial)


def begins(t):
    """Somebody asks by mail; the master is told at once, and lets them in."""
    game, oda, max_ = t.game, t.oda, t.max
    mark, marks = max_.mark(), t.marks()
    proven(t, oda, game, "OBSERVER")
    at_once = [m for m in max_.since(mark) if "asks to join" in m["Subject"]]
    check(at_once and oda.address in words(at_once[0]) and
          "to watch" in flat(words(at_once[0])), "the master is not told")
    t.shown("joins at once")
    as_it_stands(t, words(at_once[0]))
    t.told(t.ben, "Ottilie takes|Ottilie is at the table", marks[t.ben])
    t.told(t.ana, "Ottilie", marks[t.ana], "watch told")
    oda.write("PREFER TEXT")
    t.shown("WATCH")


def head(text):
    return re.search(r"Head of the log after this report: (\w+)", text)[1]


def watched(t):
    """One letter a day, of a point that lies behind, and of nothing newer."""
    game, oda, ben = t.game, t.oda, t.ben
    t.house.passes(DAY)
    mark = oda.mark()
    for _ in range(3):
        who = t.play.whose(game, t.players)[0]
        t.play.turn(who, game)
    ben.taken(game, "SAY TO OBSERVERS: good evening", verdict="letter")
    ben.taken(game, "SAY TO A: not for the gallery", verdict="letter")
    now = t.judge.ask("SELECT point FROM games WHERE name = ?", game)[0][0]
    t.house.passes(DAY)
    told = oda.since(mark)
    check(len(told) == 1, "%d letters in two days" % len(told))
    t.shown("watch one a day")
    said = words(told[0])
    point = int(re.search(r"[Pp]oint (\d+)", said)[1])
    check(point <= now - 2, "told of point %d at %d" % (point, now))
    heads = {p: head(words(m)) for p, m in t.play.reports(ben, game)
             if "Head of the log" in words(m)}
    if point in heads:
        check(head(said) == heads[point], "another head")
    newer = [h for p, h in heads.items() if p > point]
    check(not any(h in said for h in newer), "the head of a newer point")
    t.shown("watch delayed")
    mark = oda.mark()
    t.max.command(game, "POLICY spectator-mails all")
    for _ in range(3):
        t.play.turn(t.play.whose(game, t.players)[0], game)
    check(len(oda.since(mark)) >= 2, "no letter of each point")
    t.shown("watch all")
    t.told(oda, "(?i)good evening", line="letter to observers")
    check(not oda.got("(?i)not for the gallery"), "a letter of others")

    before = t.judge.ask("SELECT sum(point) FROM games")
    oda.write("ORDERS %s O1 %d 1" % (game, point), "SEEN 0", "END")
    check(t.judge.ask("SELECT sum(point) FROM games") == before and
          not t.house.verdict() == "adjudicated", "an observer has acted")
    t.shown("watch no act")
    t.max.command(game, "POLICY spectator-mails day")
