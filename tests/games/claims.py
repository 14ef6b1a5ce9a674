"""tests/games/claims.py - a story claims nothing that its events do not contain.

Of each report with a story: every great moment (a line that begins with *) has
its event, as often as it is claimed, with the same figures and numbers; every
figure is called by the name that the log gives it; every number of clicks,
damage and points is that of an event, in Arena of the same target; a spell that
is cast was cast; captures, eliminations and levels are not left out.
The events are those of the points since the reader's report before.
"""
import glob
import json
import os
import re

from mails import read

HEADS = re.compile(r"^(?:WHAT HAPPENED|QUÉ HA PASADO)\n(.*?)\n\n[A-ZÁÉÍÓÚÑ ]{5,}\n",
                   re.M | re.S)
POINT = re.compile(r"(?:Point|Punto) (\d+)\.")
FIGURE = re.compile(r"\(([A-Z]\d+|#\d+)\)")
# words of great moments, of both languages: the events that they claim
DEEDS = (
    (("freed",), r"is free|queda libre"),
    (("captured",), r"prisoner|captures|prisionero|captura a|apresa"),
    (("returned",), r"calls .* back|devuelve al campo|hace volver"),
    (("dismounted",), r"dismounts|the saddle|desmonta|la silla"),
    (("mage_fell",), r"Mage .*falls|[Cc]ae (?:el|su) mago"),
    (("control",), r"takes control|toma el control"),
    (("eliminated", "left"), r"falls|eliminates|brings down|out of action|collapses|"
     r"an end to|destroy|cae |cae\.|derriba|fuera de combate|acaba con|destruye"),
    (("withdrawn",), r"withdraws|se retira"),
    (("end_vote",), r"agrees to end|acepta terminar"),
    (("game_over", "over"), r"game is over|partida ha terminado"),
    (("level_raised",), r"rises to level|sube al nivel"),
    (("left",), r"leaves the dungeon|sale de la mazmorra"),
    (("chest_opened",), r" opens | abre "),
    (("chest_stored",), r" stores | guarda "),
    (("chest_stolen",), r" steals | roba "),
)
ALWAYS = ("captured", "eliminated", "level_raised")
# objects of Arena, and what is hidden is called
OBJECTS = ("entered", "revealed", "hidden_is", "left")
HIDDEN = ("an enchantment", "un encantamiento", "hidden enchantment",
          "encantamiento oculto")
CLICKS = ("clicks", "healed", "damaged")


def labels(value):
    """All labels in an event's fields."""
    if isinstance(value, str):
        return set(re.findall(r"\b[A-Z]\d+\b|#\d+", value))
    if isinstance(value, dict):
        value = value.values()
    return set().union(*map(labels, value)) if isinstance(
        value, (list, type({}.values()))) else set()


def spanish():
    """{name of a figure in the catalog: that of the Spanish books}"""
    with open(os.path.join(os.path.dirname(__file__),
                           "../../templates/es/messages"), encoding="utf-8") as f:
        return {name.replace("-", " "): said for name, said in
                re.findall(r"^figure\.(\S+) = (.*)", f.read(), re.M)}


SPANISH = spanish()


def events_of(log):
    """(point, event) of a log, and the names of each figure or object."""
    found, names, cards, point = [], {}, {}, 0
    with open(log, encoding="utf-8") as f:
        for line in map(json.loads, f):
            for e in line.get("events", []) + [line.get("event")]:
                if not isinstance(e, dict):
                    continue
                if e["event"] == "adjudication":
                    point = e["point"]
                if e["event"] == "figure_defined":
                    names.setdefault(e["fig"], set()).update(
                        {e["name"], SPANISH.get(e["name"], e["name"])})
                if e["event"] == "card_defined":
                    cards[e["card"]] = {e["name_en"], e["name_es"]} - {""}
                if e["event"] in OBJECTS and "obj" in e:
                    names.setdefault(e["obj"], set(HIDDEN)).update(
                        cards.get(e["card"], ()))
                if e["event"] == "cast":
                    e["names"] = cards.get(e["card"], set(HIDDEN))
                found.append((point, e))
    return found, names


def damages(events):
    """(target, damage) of the events of Arena: each, of an attack together, and
    one after the other."""
    found, of = set(), {}
    for e in events:
        if e["event"] in ("attack", "activated", "phase", "cast"):
            of = {}
        if e["event"] in ("damage", "direct"):
            sum_of = of.get(e["target"], 0) + e["total"]
            of[e["target"]] = sum_of
            found |= {(e["target"], e["total"]), (e["target"], sum_of)}
        if e["event"] == "healed":
            found.add((e["target"], e["amount"]))
    return found


def arena_faults(text, events, names):
    """What a story of Arena says of damage and spells, and the events do not."""
    told = damages(events)
    for clause in re.split(r"(?<=[.;]) ", text):
        of = FIGURE.findall(clause)
        n = re.search(r"(\d+) (?:damage|de daño)", clause)
        if n and of and (of[-1], int(n.group(1))) not in told:
            yield "no such damage: " + clause
    cast = [e for e in events if e["event"] == "cast"]
    known = set().union(*(e["names"] for e in cast), HIDDEN)
    own = any(names.get("#%d" % n, set()) & e["names"] for e in cast
              for n in (1, 2, 3, 4))    # a Mage's own attack
    for said in re.findall(r" (?:casts|conjures|works|(?<!se )lanza|conjura) (.*)", text):
        if not own and not said.startswith(tuple(known)):
            yield "not cast: " + said[:40]


def story_of(path):
    """A report's point and story, of a receipt ""; None: it is another mail."""
    mail = read(path)
    text = mail.plain
    point, story = POINT.search(mail.line), HEADS.search(text)
    if point and re.search("^(?:YOUR MAIL|TUS ÓRDENES)$", text, re.M):
        return int(point.group(1)), ""
    return (int(point.group(1)), story.group(1)) if point and story else None


def matters(story):
    """The great moments, and all of the story in a line."""
    deeds = re.findall(r"^  \* (.*(?:\n    .*)*)", story, re.M)
    return [" ".join(d.split()) for d in deeds], " ".join(story.split())


def faults(story, events, answered, names):
    """What the story says and the events do not, or the other way round; a
    receipt has told those of the points answered."""
    deeds, text = matters(story)
    claimed, events_at = {}, events
    events = [e for _, e in events]
    for label in FIGURE.findall(text):
        if label in names and not any(
                "%s (%s)" % (" ".join(n.split()), label) in text
                for n in names[label]):
            yield "%s is not called so" % label
    for deed in deeds:
        kind = next((k for k, words in DEEDS if re.search(words, deed)), ())
        claimed[kind] = claimed.get(kind, 0) + 1
        numbers = {int(n) for n in re.findall(
            r"(?<![\w(.+-])(\d+)(?= (?:points?|experience|puntos?|de exp))", deed)}
        of = [e for e in events if e["event"] in kind]
        if not any(set(FIGURE.findall(deed)) <= labels(e) for e in of):
            yield "no event: " + deed
        if numbers - {e["points"] for e in events if "points" in e}:
            yield "other points: " + deed
    for kind, n in claimed.items():
        if n > sum(e["event"] in kind for e in events):
            yield "%s: claimed %d times" % ("/".join(kind), n)
    told = {e.get("n", e.get("clicks")) for e in events if e["event"] in CLICKS}
    prose = re.sub(r"\([^)]*\)", "", text)
    if any(e["event"] in ("activated", "cast") for e in events):
        yield from arena_faults(text, events, names)
    freed = {e["fig"]: e["ok"] for e in events if e["event"] == "break_away"}
    for sentence in re.split(r"(?<=[.]) ", text):
        if re.search(r"cannot break away|no logra (?:separarse|zafarse)", sentence) \
                and any(freed.get(f) for f in FIGURE.findall(sentence)[:1]):
            yield "it was freed at last: " + sentence
    for gone in re.finditer(r"(?:destroys|destruye)[^.]*\((#\d+)\)", text):
        if re.search(r"\(%s\) (?:takes|sufre) \d" % gone.group(1),
                     text[gone.end():]):
            yield "damage after the end: " + gone.group()
    for n in re.findall(r"(\d+) clicks?\b", prose if names else ""):
        if int(n) not in told:
            yield "no event of %s clicks" % n
    for point, e in events_at:
        if deeds and point not in answered and e["event"] in ALWAYS and not any(
                e["fig"] in FIGURE.findall(d) for d in deeds):
            yield "left out: %s of %s" % (e["event"], e["fig"])


def check(log, mails):
    """How many stories were compared, and the faults."""
    events, names = events_of(log)
    before, answered, found, n = {}, {}, [], 0
    for path in sorted(glob.glob(os.path.join(mails, "*.eml"))):
        reader, told = os.path.basename(path)[4:], story_of(path)
        if not told:
            continue
        if not told[1]:
            answered.setdefault(reader, set()).add(told[0])
            continue
        since = before.get(reader, 0)
        before[reader] = told[0]
        if " * " not in told[1] and not FIGURE.search(told[1]):
            continue
        n += 1
        window = [(p, e) for p, e in events if since < p <= told[0]]
        found += ["%s: %s" % (path, f) for f in faults(
            told[1], window, answered.get(reader, ()), names)]
    return n, found
