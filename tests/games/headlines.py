"""tests/games/headlines.py - headlines name what happened, and all great moments.

The first sentences of each report and receipt, and its subject, are compared
with the events since the reader's mail before: each clause has its event with
the same figures and numbers; each capture, death, escape, level, treasure and
the end has its clause in the mail, and in the subject a clause or a place in
the number of those that did not fit.
"""
import collections
import glob
import os
import re

from claims import labels
from mails import read

POINT = re.compile(r"(?:Point|Punto) (\d+)\.")
LABEL = r"(?:[A-Z]\d+\b|#\d+)"
# (events, words of a clause in both languages), the first that fits
CLAUSES = (
    (("door_destroyed",), r"^the door .* is destroyed$|^la puerta .* queda destruida$"),
    (("captured",), r" captures | captura a "),
    (("freed",), r" is free$| queda libre$"),
    (("returned",), r" calls back | hace volver a "),
    (("dismounted",), r" dismounts$| loses | desmonta$| pierde a "),
    (("mage_fell",), r" resigns$| falls$| se rinde$|^cae el mago de "),
    (("control",), r" takes control of | toma el control de "),
    (("withdrawn",), r" withdraws$| se retira$"),
    (("game_over",), r"^the players agree|^the last round|^los jugadores acuerdan|"
     r"^se acaba la última"),
    (("end_vote",), r" would end the game$| quiere terminar la partida$"),
    (("level_raised",), r" rises to level \d+$| sube al nivel \d+$"),
    (("chest_opened",), r" opens chest | abre el cofre "),
    (("chest_stored",), r" stores chest | guarda el cofre "),
    (("chest_stolen",), r" steals chest | roba el cofre "),
    (("trap_revealed",), r" finds (?:no trap in|the trap of) chest | encuentra (?:la )?"
     r"trampa (?:en el|del) cofre "),
    (("left",), r" leaves the dungeon$| sale de la mazmorra$"),
    (("eliminated", "left"), r" eliminates | is eliminated$| elimina a |^cae [A-Z]\d|"
     r" destroys #| is destroyed$| destruye #|^cae #"),
    (("door_opened",), r" opens the door | abre la puerta "),
    (("clicks", "damaged"), r" clicks?$"),
    (("damage", "direct"), r" hits .* for \d+$| takes \d+ damage$| causa \d+ de daño a |"
     r" sufre \d+ de daño$"),
    (("attack", "attack_result"), r" misses | falla ante "),
    (("attack_cancelled",), r" does not attack | no ataca a "),
    (("break_away",), r" breaks away|cannot break away$| se separa |"
     r" no logra (?:separarse|zafarse)$"),
    (("healed",), r" heals| cura a | se cura"),
    (("spawn_placed",), r" appears$|^aparece "),
    (("teleported",), r" is teleported to | se teletransporta a "),
    (("first_player", "initiative"), r" begins$| has the initiative$|^empieza |"
     r" tiene la iniciativa$"),
    (("revealed",), r" reveals | revela "),
    (("entered",), r" is summoned$| comes into play$|^llega |^entra en juego |"
     r" enters the dungeon$| entra en la mazmorra$"),
    (("cast",), r" casts | lanza "),
    (("moved", "stepped"), r" moves$| se mueve$"),
)
# of the judge or the table: their sentences are those of the log
TABLE = re.compile(
    r"^the game (?:begins|goes on)|^empieza la partida|^la partida sigue|"
    r"^stopped by |^la termina |^back to point |^vuelta al punto |the time of .* is up$|"
    r"^se acabó el tiempo| proposes: | propone: |^proposal \d|^la propuesta \d|"
    r" disputes point | discute el punto |^dispute \d|^disputa \d| sets | fija ", re.I)
# what nobody may miss
MOMENTS = {
    "captured": lambda e: True, "eliminated": lambda e: True,
    "freed": lambda e: True, "returned": lambda e: e.get("ok"),
    "level_raised": lambda e: e["level"], "chest_opened": lambda e: True,
    "chest_stored": lambda e: True, "chest_stolen": lambda e: True,
    "withdrawn": lambda e: True, "mage_fell": lambda e: True,
    "left": lambda e: "mouth" in e or
    (e.get("cause") == "damage" and e.get("card")),
}
# of each: the field whose label or seat its clause has
WHOSE = {"chest_opened": "chest", "chest_stored": "chest",
         "chest_stolen": "chest", "left": ("fig", "obj")}
MORE = re.compile(r"^(\d+) more events?$|^y (\d+) sucesos? más$")


def whose(e):
    """The label that a clause about the event names, None for a seat."""
    names = WHOSE.get(e["event"], "fig")
    for name in (names,) if isinstance(names, str) else names:
        if name in e:
            return e[name]
    return None


def headline(path):
    """A mail's subject, first sentences and point; None: it has no point."""
    mail = read(path)
    text = " ".join(mail.plain.split("\n\n")[0].split())
    point = POINT.search(mail.line)
    game = re.match(r"\[(\S+)\] ", mail.subject)
    if not point or not game:
        return None
    # "Head. game-id: turn": before the game's name
    head = re.match(r"(.*?)\. %s(?:-\w+)?: " % re.escape(game.group(1)), text)
    return (mail.subject, [clause.strip() for clause in head.group(1).split("; ")]
                             if head else [], int(point.group(1)))


def kind_of(clause):
    return next((kinds for kinds, words in CLAUSES if re.search(words, clause, re.I)), None)


def clause_faults(clause, events):
    if TABLE.search(clause):
        return
    kinds = kind_of(clause)
    of = [e for e in events if kinds and e["event"] in kinds]
    named = set(re.findall(LABEL, clause))
    if not kinds:
        yield "no known clause: " + clause
    elif not any(named <= labels(e) for e in of):
        yield "no event: " + clause
    number = re.search(r"(\d+) clicks?$|(?:level|nivel) (\d+)$|for (\d+)$|"
                       r"(\d+) (?:damage$|de daño)", clause)
    n = number and int(next(filter(None, number.groups())))
    if n and not any(named <= labels(e) and n in (
            e.get("n"), e.get("clicks"), e.get("level"), e.get("total")) for e in of):
        yield "another number: " + clause


def mail_faults(subject, clauses, events):
    """What the headline of a mail says wrongly, or does not say."""
    for clause in clauses:
        if not MORE.match(clause):
            yield from clause_faults(clause, events)
    missed = sum(int(next(filter(None, m.groups()))) for m in
                 map(MORE.match, clauses) if m)
    moments = [e for e in events if e["event"] in MOMENTS and
               MOMENTS[e["event"]](e)]
    told = collections.Counter()
    for e in moments:
        named = whose(e)
        if not any(e["event"] in (kind_of(c) or ()) and
                   (named is None or named in re.findall(LABEL, c))
                   for c in clauses):
            told[e["event"], named] += 1
    if sum(told.values()) > missed:
        yield "left out: %s" % ", ".join("%s of %s" % k for k in told)
    shown = [c for c in clauses if c.lower() in subject.lower()]
    more = re.search(r"; (?:y )?(\d+) (?:more|sucesos? más)", subject)
    if len(shown) + (int(more.group(1)) if more else 0) < len(clauses) + missed - \
            sum(map(bool, map(MORE.match, clauses))):
        yield "left out of the subject: %s" % clauses


def check(found, mails):
    """Of the (point, event) found in a log and its mails: how many headlines
    were compared, and their faults."""
    before, n, faults = {}, 0, []
    for path in sorted(glob.glob(os.path.join(mails, "*.eml"))):
        reader, told = os.path.basename(path)[4:], headline(path)
        if not told:
            continue
        subject, clauses, point = told
        since = before.get(reader, 0)
        before[reader] = max(point, since)
        n += 1
        faults += ["%s: %s" % (path, f) for f in mail_faults(
            subject, clauses, [e for p, e in found if since < p <= point])]
    return n, faults
