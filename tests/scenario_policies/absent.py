"""tests/scenario_policies/absent.py - who is away, and who plays for them."""
import datetime
import json
import os
import re

from cast import DAY, HOUR, check, flat, words
from pace import due, missed


def agreed(t, who, *lines, game=None, others=None):
    """A proposal to which all others agree; its number."""
    game = game or t.game
    who.taken(game, *lines)
    for p in others or [p for p in t.players if p is not who]:
        m = [x for mail in p.mails for x in re.findall(
            r"(?:AGREE|DE ACUERDO) (\d+)", flat(words(mail)))]
        check(m, "%s hears of no proposal" % p.name)
        p.taken(game, ("DE ACUERDO " if p.es() else "AGREE ") +
                str(max(map(int, m))))
    return max(map(int, m))


def away(t):
    """Said once, for all games but anonymous ones; and what each game makes of it."""
    game, ana, ben, cai, dee, max_ = (t.game, *t.players, t.max)
    day = t.clock.day
    t.play.only(ana, game, t.players)
    before, marks, said = due(t, ana), t.marks(), t.clock.now()
    ana.taken(game, "AUSENTE %s A %s" % (day(1), day(5)))
    moved = due(t, ana) - before
    check(moved == datetime.timedelta(days=5), "moved by %s" % moved)
    t.shown("away extend")
    t.told(ben, "Anouk[^.]*is away from", marks[ben])
    t.house.passes(HOUR)
    check(not t.vera.got(r"(?s)veil-\w+.*is away from", marks[t.vera]),
          "an anonymous game tells who is away in another")
    t.shown("away elsewhere")
    t.house.passes(2 * DAY)
    ana.taken(game, "HE VUELTO")
    left = due(t, ana) - t.clock.now()
    check(datetime.timedelta(0) < left <= before - said, "%s are left" % left)
    t.shown("away back")
    t.no(ana, game, "presupuesto|deja para ausencias|más largo|larga",
         "AUSENTE %s A %s" % (day(10), day(40)))
    t.shown("away budget")

    max_.command(game, "POLICY absence ignore")
    t.play.only(ben, game, t.players)
    before, mark = due(t, ben), ben.mark()
    ben.taken(game, "AWAY %s TO %s" % (day(0), day(9)))
    check(due(t, ben) == before, "a default moves a deadline")
    missed(t, ben)
    check(not ben.got("Subject: [^\n]*Reminder", mark),
          "who is away is reminded")
    t.shown("away default")
    ben.taken(game, "BACK")

    mark = dee.mark()
    agreed(t, cai, "PROPONER PAUSA")
    t.told(dee, "(?i)the game is paused", mark)
    t.shown("PROPOSE PAUSE")
    t.shown("away pause")
    max_.command(game, "RESUME")
    who = t.play.whose(game, t.players)[0]
    before = due(t, who)
    agreed(t, ben, "PROPOSE REST %s TO %s" % (day(1), day(4)))
    check(due(t, who) - before == datetime.timedelta(days=4), "a rest of 4")
    t.shown("away rest")


def named(t, until, more=""):
    t.cai.taken(t.game, "SUPLENTE Dalibor HASTA %s%s" % (until, more))


def deputies(t):
    game, ben, cai = t.game, t.ben, t.cai
    dan, day = t.dan, t.clock.day
    # one answer for all who cannot be it, and who has not signed for it
    for name in ("Dagmar", "Maximo", "Ottilie", "Nadia", "Dalibor"):
        t.no(cai, game, "puede ser tu suplente", "SUPLENTE %s HASTA %s" % (name, day(9)))
    from desk import proven
    proven(t, dan, game, "C")
    t.shown("deputy who")

    marks = t.marks()
    named(t, day(30))
    t.told(ben, "Dalibor is the deputy of Cirilo until", marks[ben])
    signed(t, "proxy_named")
    t.shown("deputy named")
    t.told(dan, r"ORDERS %s C \d+ 1\n" % re.escape(game), marks[dan])
    t.kept([dan], "(?i)bridge is mine", marks)
    ben.taken(game, "SAY TO C: for you alone", verdict="letter")
    t.told(cai, "(?i)for you alone", marks[cai])
    t.kept([dan], "(?i)for you alone", marks, "deputy no letters")
    only_orders(t)

    t.play.only(cai, game, t.players)
    t.told(dan, "Subject: [^\n]*Your move", marks[dan], "deputy sees")
    mark = ben.mark()
    t.play.turn(dan, game, seat="C")
    check(dan.serial[(game, "C")] == 1, "a deputy has other serials")
    t.told(ben, "Cirilo", mark)
    t.shown("deputy orders")

    # who returns is first shown what waits
    dan.taken(game, *t.play.ahead(dan, game, "C"), seat="C")
    mark, mark_dan = cai.mark(), dan.mark()
    cai.taken(game, *t.play.ahead(cai, game, "C"), verdict="deputy_waits")
    t.told(cai, "(?i)ya no tiene suplente[^.]*\\.\\s+Esperan\\s+órdenes\\s+"
           "del\\s+suplente", mark, "deputy shown first")
    t.told(dan, "Subject: [^\n]*You are no deputy any more", mark_dan)
    endings(t)


def signed(t, event):
    """The newest such event is of an adjudication that the seat has signed."""
    path = os.path.join(t.house.dir, "public.jsonl")
    if os.path.exists(path):
        os.remove(path)
    t.judge.run("--quiet", "export", "-o", path, t.game)
    point = []
    found = None
    with open(path, encoding="utf-8") as f:
        for line in f:
            kind = (json.loads(line).get("event") or {}).get("event")
            if line.startswith('{"point":'):
                point = []
            elif kind:
                point.append(kind)
                if kind == event:
                    found = list(point)
    check(found and "orders_signed" in found and
          found.index("orders_signed") < found.index(event),
          "%s: %s" % (event, found))


def only_orders(t):
    """Game orders and nothing else."""
    game, dan, day = t.game, t.dan, t.clock.day
    t.ben.taken(game, "PROPOSE EXTENSION 24")
    n = t.told(dan, r"AGREE (\d+)")[1] if dan.got(r"AGREE (\d+)") else "1"
    for lines in (["AGREE " + n], ["PROPOSE SURRENDER"], ["PROPOSE DRAW"],
                  ["DEPUTY Susana UNTIL " + day(5)], ["SAY TO B: hello"],
                  ["AWAY %s" % day(1)], ["LETTERS"]):
        t.no(dan, game, "A deputy gives the orders of the game", *lines,
             seat="C")
    before = t.judge.ask("SELECT sum(point) FROM games")
    point, seen = dan.known[(game, "C")]
    dan.write("KEYS %s C %d 90" % (game, point), seen,
              "ADDRESS other@example.test")
    check(t.house.verdict() != "adjudicated" and
          t.judge.ask("SELECT sum(point) FROM games") == before,
          "a deputy has changed keys")
    gives_up = {"rebellion": "WITHDRAW", "dungeons": "WITHDRAW",
                "arena": "WITHDRAW FORCE"}[t.system]
    t.no(dan, game, "A deputy gives the orders of the game", gives_up,
         seat="C")
    dan.serial[(game, "C")] = 0
    t.shown("deputy orders only")
    t.ana.taken(game, "EN CONTRA " + n)


def endings(t):
    """By the player's own next order, by recall, by the day."""
    game, ben, cai, dan = t.game, t.ben, t.cai, t.dan
    day = t.clock.day
    t.play.only(cai, game, t.players)
    named(t, day(30))
    mark = ben.mark()
    cai.taken(game, *t.play.lines(cai, game))
    t.told(ben, "Cirilo has no deputy any more", mark, "deputy returns")

    named(t, day(30), " CON CARTAS")
    mark = dan.mark()
    ben.taken(game, "SAY TO C: for your deputy too", verdict="letter")
    t.told(dan, "(?i)for your deputy too", mark, "deputy letters")
    mark = ben.mark()
    cai.taken(game, "SUPLENTE NADIE")
    t.told(ben, "Cirilo has no deputy any more", mark, "deputy recall")

    # while they are away the deputy is reminded, and then its day is over
    t.play.only(cai, game, t.players)
    last = due(t, cai).strftime("%Y-%m-%d")
    cai.taken(game, "AUSENTE %s A %s" % (day(0), last))
    named(t, last)
    marks = t.marks()
    t.house.until(due(t, cai) - datetime.timedelta(hours=4))
    t.told(dan, "Subject: [^\n]*Reminder", marks[dan])
    t.kept([cai], "Recordatorio", marks)
    t.play.turn(dan, game, seat="C")
    t.shown("away deputy")
    mark = ben.mark()
    t.house.passes(2 * DAY)
    t.told(ben, "Cirilo has no deputy any more", mark, "deputy date")
