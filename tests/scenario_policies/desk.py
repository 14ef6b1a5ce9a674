"""tests/scenario_policies/desk.py - a game master's desk: games made by mail and on the
command line, people invited, seated and replaced, one mail in the morning,
disputes and rulings, and what was done by hand."""
import datetime
import json
import os
import re

from absent import agreed
from cast import BEGIN, DAY, END, check, flat, words
from pace import missed
from places import OPTIONS, RULINGS, VALUES


def proven(t, who, game, seat):
    """They ask for a seat, and prove their key."""
    who.write("%s %s %s" % ("UNIRSE" if who.es() else "JOIN", game, seat),
              key=True, signed=False)
    m = re.search(r"((?:JOIN|UNIRSE) %s \w+ \S+)\n((?:SEEN|VISTO) [^\n]+)" %
                  re.escape(game), who.answer())
    check(m, "%s is not asked for a proof: %s" % (who.name, who.answer()))
    text = flat(who.answer())
    check("does not keep your address or any mail" in text or
          "No guarda tu dirección ni ningún correo" in text,
          "not said before joining: " + text)
    t.shown("said before joining")
    who.write(m[1], m[2])


def comes(t, who, game, seat):
    """Invited, asked, proved: the seat is theirs."""
    t.told(who, r"(JOIN|UNIRSE) %s %s\n" % (re.escape(game), seat))
    proven(t, who, game, seat)
    check(t.house.verdict() == "joined", "%s: %s" % (
        who.name, t.house.verdict()))
    who.write("PREFERIR IDIOMA es TEXTO" if who.es() else "PREFER TEXT")


def made(t):
    """The open game by the operator, for a position is given by nobody else;
    another one by mail."""
    judge, max_ = t.judge, t.max
    judge.run("person", "add", max_.name, max_.address)
    judge.run("key", "add", max_.name, max_.key + ".pub")
    # these servers look at no signatures of servers, and it says so
    _, said = judge.tried("check-config", "--mail", judge.address)
    check(re.search(r"by an address with a detail", said), said)
    words_ = ["game", "new", "--system", t.system, "--players", "4",
              "--words", "0d", "--deadline", "3d", "--master", max_.name,
              "--policy", "absence-days=20", "--policy", "spectator-delay-points=2",
              "--policy", "autostart=no"]
    if t.play.position:
        words_ += ["--setup", t.play.file()]
    else:
        for option in OPTIONS[t.system]:
            words_ += ["--option", "%s=%s" % option]
    for seat, p in zip("ABC", t.players):
        words_ += ["--reserve", "%s=%s" % (seat, p.address)]
    t.game = judge.run("--quiet", *words_, "harbour")
    judge.start()
    t.house.written += 1        # the letter of check-config
    t.house.rest()
    for seat, p in zip("ABC", t.players):
        comes(t, p, t.game, seat)
    t.told(max_, r"GM %s \d+ \d+" % re.escape(t.game))
    max_.command(t.game, "INVITE D " + t.dee.address)
    comes(t, t.dee, t.game, "D")
    t.shown("INVITE")
    max_.command(t.game, "START")
    t.play.begin(t.game, t.players)
    by_mail(t)


def by_mail(t):
    max_ = t.max
    max_.write("GAME inn NEW", "SYSTEM " + t.system, "PLAYERS 3", "WORDS 0d",
               *["OPTION %s %s" % o for o in OPTIONS[t.system]],
               "POLICY days-off 12-24..01-02", "POLICY gm-sees-hidden yes",
               "RESERVE A " + t.sue.address)
    t.inn = t.told(max_, r"(inn-\w+) is made")[1]
    t.shown("GAME NEW")
    t.told(t.sue, r"(?s)open\s+to\s+its\s+game\s+masters:\s+who\s+leads\s+it\s+sees")
    comes(t, t.sue, t.inn, "A")
    max_.command(t.inn, "INVITE B " + t.dan.address)
    comes(t, t.dan, t.inn, "B")


def led(t):
    """The morning's mail, questions, disputes and rulings."""
    inn_is_filled(t)
    asked(t)
    together(t)
    disputed(t)
    set_aside(t)
    still(t)


def inn_is_filled(t):
    """Seated, replaced, and begun by a block of the morning's mail."""
    max_, dee, oda = t.max, t.dee, t.oda
    t.play.only(dee, t.game, t.players)
    missed(t, dee)
    t.play.only(dee, t.game, t.players)
    marks = t.marks()
    t.house.run("game", "seat", t.inn, "C", dee.name)
    t.told(dee, r"Dagmar takes seat C", marks[dee], "SEAT")
    proven(t, oda, t.inn, "C")
    mark = max_.mark()
    morning(t)
    said = t.told(max_, r"(?s)Subject: Games that wait for you.*", mark)[0]
    check(re.search(r"Ottilie asks for seat C \(ADMIT \d+ REPLACE", said) and
          re.search(r"\nADMIT \d+ REPLACE\n", said), said)
    t.shown("daily mail joins")
    check(re.search(r"It waits for (orders|the set-up|an answer) of D "
                    r"\(Dagmar\), since \w+ \d[^;]*, until "
                    r"\w+ \d[^;]*; silent "
                    r"1 time in a row", flat(said)), said)
    t.shown("daily mail")
    wish = re.search(r"ADMIT (\d+)", said)[1]
    max_.command(t.inn, "ADMIT %s REPLACE" % wish)
    t.told(dee, r"(?s)you no longer play %s" % t.inn, marks[dee],
           "ADMIT REPLACE")
    mark = max_.mark()
    morning(t)
    said = t.told(max_, r"(?s)Subject: Games that wait for you.*", mark)[0]
    block = re.search(r"(?s)%s[^\n]*not begun.*?%s\n(.*?)\n%s" % (
        re.escape(t.inn), re.escape(BEGIN), re.escape(END)), said)
    check(block and "START" in block[1], said)
    max_.write(*block[1].splitlines())
    check(t.house.verdict() == "adjudicated", max_.answer())
    t.told(oda, "The game begins", marks[oda], "daily mail as it stands")
    t.told(max_, r"(?s)open\s+to\s+its\s+game\s+masters:\s+you\s+see\s+all",
           mark, "open to master")
    proven(t, max_, t.inn, "OBSERVER")
    check(t.house.verdict() == "open_led", t.house.verdict())
    t.shown("open to master alone")
    max_.write("// this morning", "STATUS")
    check(t.inn in max_.answer() and t.game in max_.answer(),
          max_.answer())
    t.shown("STATUS")


def morning(t):
    """Half past eight, of today if the desk has not had its mail at eight."""
    now = t.clock.now()
    t.house.until(now.replace(hour=8, minute=30) +
                  datetime.timedelta(days=now.hour >= 8))


def asked(t):
    """What players ask, a master asks."""
    game, max_ = t.game, t.max
    for lines, pattern, name in (
            (["REPORT"], r"(?s)WHAT HAPPENED|Point \d+", "REPORT"),
            (["HISTORY 10"], r"The history up to point", "HISTORY"),
            (["HELP"], r"(?i)orders", "HELP")):
        mark = max_.mark()
        max_.order(game, *lines, seat="GM")
        t.told(max_, pattern, mark, name)


def together(t):
    """Several commands, tried first; all of them or none."""
    game, max_, ben = t.game, t.max, t.ben
    path, value, said, bad = VALUES[t.system]
    mark = ben.mark()
    before = t.judge.ask("SELECT sum(point) FROM games")
    max_.order(game, "PREVIEW", "SET %s %s" % (path, value),
               "POLICY time-bank-days 3", "a slip", seat="GM")
    check(re.search("reserve is 3", max_.answer()), max_.answer())
    check(t.judge.ask("SELECT sum(point) FROM games") == before,
          "a preview has done something")
    t.shown("previewed")
    # the answer names the line: the first two are GM and SEEN
    t.no(max_, game, "Line 5: SET %s %s" % (path, bad), "PAUSE", "a slip",
         "SET %s %s" % (path, bad), "POLICY time-bank-days 3", seat="GM")
    t.kept([ben], "reserve is 3|the game is paused", {ben: mark},
           "all or nothing")
    reports = len(t.play.reports(ben, game))
    max_.command(game, "PAUSE", "the post is late", "SET %s %s" % (path, value),
                 "POLICY time-bank-days 3", "a slip of the pen", "RESUME")
    t.told(ben, "reserve is 3", mark)
    t.told(ben, "A SLIP OF THE PEN", mark)
    t.told(ben, "THE POST IS LATE", mark)
    t.told(ben, said, mark, "notation")
    check(len(t.play.reports(ben, game)) == reports + 1,
          "several commands, several reports")
    t.shown("several kinds")
    max_.command(game, "POLICY time-bank-days 0")


def last_order(t):
    """The point of the last mail of a player; a clock may have come since."""
    return t.judge.ask("SELECT max(point) FROM signed_orders WHERE slot < 4 "
                       "AND game = (SELECT id FROM games WHERE name = ?)",
                       t.game)[0][0]


def disputed(t):
    """With its evidence, at once; ruled on; the ruling is found."""
    game, ana, ben, cai, dee, max_ = (t.game, *t.players, t.max)
    rule, option = RULINGS[t.system]
    # where all plan at once only the last of them shows anything, and what
    # another has planned is not shown to who leads
    t.play.only(ben, game, t.players)
    t.play.turn(ben, game)
    point = last_order(t)
    mark, marks = max_.mark(), t.marks()
    ben.taken(game, "DISPUTE %d that was not so" % point,
              verdict="disputed")
    said = t.told(max_, r"(?s)Subject: \[[^\]]*\] Dispute 1: seat B.*",
                  mark)[0]
    for part in ("THAT WAS NOT SO", "WHAT HAPPENED THERE",
                 "WHAT WAS SIGNED", "RULE 1 STANDS"):
        check(part in said, "%s is not in: %s" % (part, said))
    t.shown("dispute at once")
    mark = max_.mark()
    morning(t)
    t.told(max_, r"(?s)Subject: Games that wait for you.*Dispute 1: B "
           r"\(Bertil\) on point %d" % point, mark, "daily mail disputes")
    # a rule that has come about there
    met = re.search(r"\[([A-Z]{2}-[A-Z]+-\d+)", said)
    check(met, "no rule is named in: " + said)
    max_.command(game, "RULE 1 STANDS", "It was: %s and %s, by %s." % (
        rule, met[1], option),
                 "EN: as the rule has it", "ES: como dice la regla")
    t.told(dee, rule, marks[dee], "RULE")
    mark = cai.mark()
    cai.taken(game, "PRECEDENTES " + rule, verdict="answered")
    m = t.told(cai, r"(?s)(?i)como dice la regla", mark)
    check(not cai.got("(?i)as the rule has it", mark) or m, "two languages")
    t.shown("PRECEDENTS")
    text = flat(words(cai.mails[-1]))
    check(option in text, text)
    t.shown("ruling by option")
    mark = ana.mark()
    ana.taken(game, "POR QUÉ %d" % point, verdict="answered")
    told = t.told(ana, r"(?s)PASÓ EN EL PUNTO %d.*CÓMO ESTABA ANTES.*" %
                  point, mark)[0]
    check(re.search(r"(?is)LAS REGLAS, EN PALABRAS.*\(%s[,)].*LO QUE SE HA "
                    r"FALLADO.*como\s+dice\s+la\s+regla" % met[1], told), told)
    t.shown("WHY")
    # another is taken back, by hand, and then undone itself
    before = t.judge.ask("SELECT point FROM games WHERE name = ?",
                         game)[0][0]
    for who in t.play.whose(game, t.players):
        t.play.turn(who, game)
    point = last_order(t)
    dee.taken(game, "DISPUTE %d nor that" % point, verdict="disputed")
    max_.command(game, "RULE 2 UNDO", "By hand: " + rule)
    mark = ben.mark()
    ben.taken(game, "PRECEDENTS " + rule, verdict="answered")
    t.told(ben, "(?i)applied by hand", mark, "ruling by hand")
    mark = ben.mark()
    max_.command(game, "UNDO %d" % before, "we begin again")
    t.told(ben, r"(?s)goes\s+back\s+to\s+the\s+state\s+after\s+point\s+%d" %
           before, mark, "UNDO")
    mark = ben.mark()
    ben.taken(game, "PRECEDENTS " + rule, verdict="answered")
    t.told(ben, r"it\s+is\s+none\s+any\s+more", mark, "ruling undone")


def set_aside(t):
    """Mails that break their readers are set aside: the game of their seat
    pauses, and none else; the operator has them read once more."""
    game, ana, dee, max_ = (t.game, t.ana, t.dee, t.max)
    # of somebody with no seat there
    point, seen = dee.known[(game, "D")]
    t.oda.write("ORDERS %s D %d 99" % (game, point), seen, "END", breaks=True)
    check(t.house.verdict() == "poison", t.house.verdict())
    check(running(t), "a stranger has stopped the game")
    for who, lines in ((dee, ["BLOCK B"]), (ana, ["BLOQUEAR B"])):
        marks = t.marks()
        who.order(game, *lines, breaks=True,
                  head="ÓRDENES" if who.es() else "ORDERS")
        check(t.house.verdict() == "poison", t.house.verdict())
        check(not running(t), "%s: the game goes on" % who.name)
        t.told(who, "no se pudo leer|could not be read", marks[who])
        for p in t.players:
            t.told(p, r"(?s)no\s+se\s+pudo\s+leer\s+un\s+correo\s+del\s+puesto|"
                   r"a\s+mail\s+of\s+seat\s+\w\s+could\s+not\s+be\s+read",
                   marks[p])
        mark = max_.mark()
        morning(t)
        said = t.told(max_, r"(?s)Subject: Games that wait for you.*", mark)[0]
        seat = "A" if who is ana else "D"
        check("paused: a mail of seat %s could not be read and was set aside" %
              seat in flat(said), said)
        block = re.search(r"(?s)%s[^\n]*paused.*?%s\n(.*?)\n%s" % (
            re.escape(game), re.escape(BEGIN), re.escape(END)), said)
        check(block and "RESUME" in block[1], said)
        max_.write(*block[1].splitlines())
        check(running(t), max_.answer())
    t.shown("daily mail aside")


def running(t):
    return t.judge.ask("SELECT state FROM games WHERE name = ?",
                       t.game)[0][0] == 1


def still(t):
    """Nothing has happened in the inn for a week."""
    mark = t.max.mark()
    for _ in range(8):
        t.house.passes(DAY)
    t.told(t.max, r"(?s)%s.*Nothing has happened for \d+ days" %
           re.escape(t.inn), mark, "daily mail still")


def ended(t):
    """Agreed on; one page of what was done; both verifiers."""
    game, ana, ben = t.game, t.ana, t.ben
    mark = ben.mark()
    agreed(t, ana, "PROPONER TABLAS")
    t.told(ben, "(?i)draw", mark, "PROPOSE DRAW")
    page = t.judge.run("game", "history", game)
    for part in ("A SLIP OF THE PEN", "WE BEGIN AGAIN", "undone since",
                 "disputes ruled on"):
        check(part in page, "%s is not in: %s" % (part, page))
    counts = json.loads(t.judge.run("--json", "game", "history",
                                    game).splitlines()[-1])
    for name in (game, t.veil):
        path = os.path.join(t.house.dir, name + ".jsonl")
        second = t.judge.export(name, path)
        said = json.loads(t.judge.run("--json", "verify", path).splitlines()
                          [-1])
        with open(path, encoding="utf-8") as f:
            log = f.read().upper()
        check("PUENTE" not in log and "HUSH MONEY" not in log,
              "an export opens a letter")
        check(("EL MOLINO VIEJO" in log) == (name == game),
              "what was opened is not in the log")
        if name != game:
            continue
        for what in ("by_masters", "by_operator", "overrides", "undone",
                     "rulings"):
            check(counts[what] == said[what], "%s: %s, verify counts %s" % (
                what, counts[what], said[what]))
        check("%d adjudications were commanded by game masters" %
              counts["by_masters"] in flat(second), second)
    t.shown("game history")
    t.shown("letters closed")
    t.shown("verified")
