"""tests/scenario_policies/letters.py - what people write to one another."""
import os
import re

from cast import check, fail


def written(t):
    game, ana, ben, cai, dee, max_ = (t.game, *t.players, t.max)

    # to one, in the case that it was written in
    marks = t.marks()
    ana.taken(game, "decir a B: ¿Nos vemos en el Puente?", "+",
              "+ Yo llevo el Vino.", "+ FIN", verdict="letter")
    t.told(ben, r"Anouk to Bertil[^\n]*\n\n +¿Nos vemos en el Puente\?\n *\n"
           r" +Yo llevo el Vino\.", marks[ben], "letter as written")
    t.kept(t.everybody_but(ana, ben), "Puente|PUENTE", marks)
    t.shown("letter to one")
    t.shown("letter not for the master")
    t.shown("letter at once")
    # a line of it that would end a turn has ended none
    check(t.play.owes(ana, game), "a letter was read as orders")
    t.shown("letter no order")

    marks = t.marks()
    ben.taken(game, "SAY TO C D: the bridge is mine", verdict="letter")
    for p in (cai, dee):
        t.told(p, "the bridge is mine", marks[p])
    t.kept(t.everybody_but(ben, cai, dee), "(?i)bridge is mine", marks,
           "letter to several")

    marks = t.marks()
    cai.taken(game, "DECIR A TODOS: hola a todo el mundo", verdict="letter")
    for p in (ana, ben, dee, max_):
        t.told(p, "(?i)hola a todo el mundo", marks[p])
    t.shown("letter to all")

    marks = t.marks()
    dee.taken(game, "SAY TO MASTER: who rules the waves", verdict="letter")
    t.told(max_, "(?i)who rules the waves", marks[max_])
    t.kept(t.everybody_but(dee, max_), "(?i)rules the waves", marks,
           "letter to the master")
    bounded(t)
    blocked(t)
    sealed(t)
    opened(t)
    on_top(t)


def bounded(t):
    game, dee = t.game, t.dee
    t.no(dee, game, "four letters", *["SAY TO A: %d" % i for i in range(5)])
    t.no(dee, game, "alone", "SAY TO A: hello", "END")
    t.no(dee, game, "4000", "SAY TO A: x", *["+ " + "word " * 12] * 80)
    t.shown("letter bounded")


def blocked(t):
    game, ana, ben = t.game, t.ana, t.ben
    ben.taken(game, "BLOCK A")
    marks = t.marks()
    ana.taken(game, "DECIR A B: por favor, léeme", verdict="letter")
    t.told(ana, r"no (la|lo) lee|no leíd|sin leer", marks[ana])
    t.kept([ben], "(?i)por favor", marks, "BLOCK")
    ben.taken(game, "UNBLOCK A")
    ana.taken(game, "DECIR A B: gracias", verdict="letter")
    t.told(ben, "(?i)gracias", marks[ben], "UNBLOCK")
    mark = ben.mark()
    ben.taken(game, "LETTERS", verdict="answered")
    t.told(ben, "(?s)Puente.*bridge is mine.*gracias", mark)
    check(not ben.got("(?i)rules the waves|por favor", mark),
          "letters of others are found")
    t.shown("LETTERS")


def leaves(t, seat, point):
    """What the log of a seat has of that point, a line each."""
    path = os.path.join(t.house.dir, "seat.jsonl")
    if os.path.exists(path):
        os.remove(path)
    t.judge.run("--quiet", "export", "--seat", seat, "-o", path, t.game)
    found = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            if line.startswith('{"point":%d,' % point):
                return found
            found = [] if line.startswith('{"point":') else found + [line]
    fail("the log of %s has no point %d" % (seat, point))


def sealed(t):
    """Three letters at once, or one short one: who is not named sees no
    difference, and who wrote them sees them."""
    game, ana = t.game, t.ana

    def point():
        return t.judge.ask("SELECT point FROM games WHERE name = ?",
                           game)[0][0]
    ana.taken(game, "DECIR A B: ya", verdict="letter")
    short = point()
    ana.taken(game, "DECIR A B: " + "muchas palabras " * 4, "+ y más",
              "DECIR A B: ya", "DECIR A C: ya", verdict="letter")
    long = point()

    def shape(lines):
        """Without what differs anyway: hashes, and digits of numbers."""
        return [re.sub(r"[0-9]+", "0", re.sub("[0-9a-f]{64}", "-", l))
                for l in lines]
    check(shape(leaves(t, "D", short)) == shape(leaves(t, "D", long)),
          "the leaves of letters differ:\n%s\n%s" % (
              leaves(t, "D", short), leaves(t, "D", long)))
    for seat, reads in (("A", True), ("B", False), ("D", False)):
        check(("PALABRAS" in "".join(leaves(t, seat, long)).upper()) == reads,
              "a letter in the log of %s" % seat)
    t.shown("letter sealed")


def opened(t):
    """By both sides, by nobody else, and not by one of them alone."""
    game, ana, ben, dee = t.game, t.ana, t.ben, t.dee
    ana.taken(game, "DECIR A B: el molino viejo", verdict="letter")
    point = t.judge.ask("SELECT point FROM games WHERE name = ?", game)[0][0]
    t.no(dee, game, "no letter that you have", "UNSEAL %d" % point)
    marks = t.marks()
    ben.taken(game, "UNSEAL %d" % point)
    t.told(ana, r"DESELLAR\s+%d" % point, marks[ana])
    t.kept(t.everybody_but(ana, ben), "(?i)molino|UNSEAL|DESELLAR", marks)
    ana.taken(game, "DESELLAR %d" % point)
    for p in (t.cai, dee, t.max):
        t.told(p, "(?s)el\\s+molino\\s+viejo", marks[p])
    t.shown("letter opened")
    # the master is one who may read it
    dee.taken(game, "SAY TO C MASTER: under the elm", verdict="letter")
    point = t.judge.ask("SELECT point FROM games WHERE name = ?", game)[0][0]
    t.cai.taken(game, "DESELLAR %d" % point)
    dee.taken(game, "UNSEAL %d" % point)
    t.no(t.max, game, "no letter to the game master", "UNSEAL %d" % (point - 1),
         seat="GM")
    t.told(t.max, r"UNSEAL\s+%d" % point)
    marks = t.marks()
    t.max.command(game, "UNSEAL %d" % point)
    for p in (ana, ben):
        t.told(p, r"(?s)under\s+the\s+elm", marks[p])
    t.shown("letter opened by the master")


def on_top(t):
    """Who prefers so finds them in the next report."""
    game, ana, dee = t.game, t.ana, t.dee
    dee.order(game, "PREFER LETTERS NEXT")
    mark = dee.mark()
    ana.taken(game, "DECIR A D: al alba", verdict="letter")
    check(not dee.got("(?i)al alba", mark), "it came though the next report is due")
    t.play.only(dee, game, t.players)
    # where all plan at once the next report is that of the next round
    t.play.turn(dee, game)
    t.told(dee, "(?i)WHAT HAPPENED.*al alba", mark, "letter on top")
    dee.order(game, "PREFER LETTERS NOW")
