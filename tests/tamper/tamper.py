#!/usr/bin/python3
"""Tampered logs: both verifiers must find each at its place.

	tamper.py HERALDO MAKE_EXPORT MAKE_DUNGEON MAKE_ARENA MAKE_EVENTS MAKE_BEACON
		[--flips N] [--seed N] [--all]

By itself it scratches each member of a line and each kind of event once, and
invents each kind in one game; --all: each member of each kind of event, and
each kind in every game that has it.

Three ways to tamper. A *scratch*: one thing of the file is changed and nothing
else. A *forgery*: the judge, with all his secrets, changes a thing and makes
everything anew that hangs on it (log.py); only what he cannot make, or what
the rules say, betrays him. *Flips*: any bit of any byte. Every row names the
line (and event) where it must be found; a row that is found elsewhere, or not,
is red. Rows marked RULES need the rules: contrib/verify.py does not know them.

Every kind of event that the schemas have must be changed where a game had it,
and invented where it did not happen; a kind without such rows is red, too.
"""
import argparse
import copy
import json
import multiprocessing
import multiprocessing.pool
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "../..")
sys.path[:0] = [HERE, os.path.join(TOP, "contrib")]
from log import (JUDGE, PLAYERS, H, Log, dump, fingerprint, public, sshsig,  # noqa: E402
                 wire)
from verifier import game as second  # noqa: E402
from verifier.tools import Wrong  # noqa: E402
import base64  # noqa: E402

BOTH, RULES = "both", "rules"
# by a catalog, nobody's: and a field of it that is a list
GIVEN = {"model_defined": "traps", "table_defined": "rows", "card_defined": "program"}
red = []
counts = {}
all_places = False


class First:
    """heraldo verify, many files in one run; as many runs as there are cores."""

    def __init__(self, heraldo, folder):
        self.heraldo, self.folder = heraldo, folder
        self.pool = multiprocessing.Pool(1)     # of the second

    def run(self, names):
        if not names:
            return []
        done = subprocess.run(
            [self.heraldo, "--quiet", "--json", "verify", "--data", TOP + "/db",
             "--templates", TOP + "/templates"] + names,
            capture_output=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit("heraldo verify ended with %d\n%s" % (
                done.returncode, done.stderr.decode()))
        out = [json.loads(line, strict=False) for line in done.stdout.decode(
            "utf-8", "replace").split("\n")[:-1]]
        assert len(out) == len(names)
        return out

    def name(self, i):
        """The file that the i-th log is in."""
        return os.path.join(self.folder, "%d.jsonl" % i)

    def __call__(self, files):
        names = []
        for i, data in enumerate(files):
            names.append(self.name(i))
            with open(names[-1], "wb") as f:
                f.write(data)
        cores = min(os.cpu_count() or 1, max(1, len(names)))
        with multiprocessing.pool.ThreadPool(cores) as pool:
            parts = pool.map(self.run, [names[i::cores] for i in range(cores)])
        return [parts[i % cores][i // cores] for i in range(len(names))]


def difference(w):
    """(line, event, text) of what verify.py says."""
    m = re.match(r"event ([0-9.]+) \(line (\d+)\): (.*)", str(w), re.S)
    return int(m[2]), m[1], m[3]


def by_second(data):
    """The difference, or None."""
    try:
        second.verify(data)
    except Wrong as w:
        return difference(w)
    return None


def read(path):
    with open(path, "rb") as f:
        return f.read()


def in_child(game, path, done):
    """Let a copy of the game read on: its process, and where that writes the difference."""
    there, here = os.pipe()
    child = os.fork()
    if child:
        os.close(here)
        return child, there
    try:
        found = None
        try:
            second.read_on(game, read(path), done)
        except Wrong as w:
            found = difference(w)
        with open(here, "w", encoding="utf-8") as out:
            json.dump(found, out)
    finally:
        os._exit(0)


def by_second_all(base, paths):
    """The differences of these logs. The lines before the first change are read
    once, for all of them; None is not read. For a small process: it forks often."""
    lines = base.split(b"\n")

    def same(path):
        return next((k for k, (a, b) in enumerate(zip(lines, read(path).split(b"\n"))) if a != b), len(lines))

    out, running, done = [None] * len(paths), {}, 0
    game = second.Game()
    # of anonymous games the end is looked at first
    assert b'"key_opened"' not in base

    def ended():
        i, there = running.pop(os.wait()[0])
        with open(there, encoding="utf-8") as f:
            out[i] = json.load(f)

    for until, i in sorted((same(path), i) for i, path in enumerate(paths) if path):
        # whose end is changed reads all of the last line
        while done < min(until, len(lines) - 2):
            game.line, game.inner = done + 1, 0
            game.read(lines[done], b"")
            done += 1
        if len(running) == os.cpu_count():
            ended()
        child, there = in_child(game, paths[i], done)
        running[child] = i, there
    while running:
        ended()
    return out


def expect(kind, name, base, rows, first):
    """rows: (name, bytes, lines where it may be found, event or None, who)."""
    results = first([r[1] for r in rows])
    seconds = first.pool.apply(by_second_all, (base, [
        None if r[4] == RULES else first.name(i) for i, r in enumerate(rows)]))
    for (what, data, lines, event, who), r, found in zip(rows, results, seconds):
        counts[kind] = counts.get(kind, 0) + 1
        mine = "%d" % r.get("event", 0) + (".%d" % r["inner"] if r.get("inner") else "")
        if r["verified"] or r["line"] not in lines or (event and mine != event):
            red.append("%s %s, %s: heraldo verify %s, expected line %s event %s" % (
                name, kind, what, "finds nothing" if r["verified"] else
                "finds line %d event %s: %s" % (r["line"], mine, r["what"]), lines, event))
        if who == RULES:
            continue
        if not found or found[0] not in lines or (event and found[1] != event):
            red.append("%s %s, %s: verify.py finds %s, expected line %s event %s" % (
                name, kind, what, found, lines, event))


# --- scratches -------------------------------------------------------------

def other(c):
    """Another byte of the same sort, so that the line keeps its form."""
    if c in "0123456789abcdef":
        return "1" if c == "0" else "0"
    if c.isalnum():
        return "A" if c != "A" else "B"
    return "x"


def scratches(data, seen, every_member):
    """One byte of every member of every kind of line and event; or of one."""
    text = data.decode()
    lines = text.split("\n")[:-1]
    for i, line in enumerate(lines):
        obj = json.loads(line)
        kind = " ".join(obj)
        kind += " " + obj.get("event", {}).get("event", "") if "event" in obj else ""
        for e in obj.get("events", []):
            kind += " " + e["event"]
            break
        # a byte within the value of every member, those of events too
        for m in re.finditer(r'"([a-z_]+)":("?)([^",\[\]{}]+)', line):
            inside = "event" in obj and m.start() > line.index('"event":')
            of = kind if inside or every_member else " ".join(obj)
            if (of, m[1]) in seen:
                continue
            seen.add((of, m[1]))
            if inside and not every_member:
                seen.update((kind, x) for x in re.findall(r'"([a-z_]+)":', line))
            where = m.start(3) + len(m[3]) // 2
            new = line[:where] + other(line[where]) + line[where + 1:]
            if new != line:
                yield i, kind, m[1], "\n".join(lines[:i] + [new] + lines[i + 1:]) + "\n"


def scratch_rows(data, seen, every_member):
    total = data.count(b"\n")
    rows = []
    for i, kind, member, new in scratches(data, seen, every_member):
        places = [i + 1]
        who = BOTH
        if i == 0:      # the head is compared with what it tells of
            places = range(1, total + 1)
        # the second secret is looked for before it is needed
        if "secrets_opened" in kind:
            places = range(1, i + 2)
        rows.append(("%s of %s" % (member, kind), new.encode(), places, None, who))
        # the state is no business of verify.py, but that the judge signed it
        if member == "state" and kind.startswith("point "):
            rows[-1] = rows[-1][:4] + (RULES,)
            found = by_second(new.encode())
            if not found or found[0] != total:
                red.append("a state: verify.py finds %s" % (found,))
    return rows


def order_rows(data):
    """Lines dropped, doubled, exchanged."""
    lines = data.decode().split("\n")[:-1]
    rows, seen = [], set()
    for i in range(1, len(lines) - 2):
        kinds = tuple(" ".join(json.loads(x)) for x in lines[i:i + 2])
        if kinds in seen:
            continue
        seen.add(kinds)
        join = lambda ls: ("\n".join(ls) + "\n").encode()
        rows.append(("dropped: " + kinds[0], join(lines[:i] + lines[i + 1:]), [i + 1], None, BOTH))
        rows.append(("doubled: " + kinds[0], join(lines[:i + 1] + lines[i:]), [i + 2], None, BOTH))
        # the signed text of letters is in no log: that one is behind its
        # place shows where it stands
        places = [i + 1, i + 2] if kinds[0].startswith("signed") else [i + 1]
        rows.append(("exchanged: %s and %s" % kinds,
                     join(lines[:i] + [lines[i + 1], lines[i]] + lines[i + 2:]), places, None, BOTH))
    for cut in (1, len(lines) // 2, len(lines) - 1):
        rows.append(("cut off", ("\n".join(lines[:cut]) + "\n").encode(),
                     [cut + 1, cut], None, BOTH))
    rows.append(("a line behind the last", data + b"{}\n", [len(lines) + 1], None, BOTH))
    rows.append(("without the last line end", data[:-1], [len(lines)], None, BOTH))
    return rows


# --- forgeries ---------------------------------------------------------------

def changed(value):
    """Another value of the same type and form."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if value < 1000000 else value - 1
    if isinstance(value, list):
        return value[:-1] if value else [1]
    if re.fullmatch("[0-9a-f]{32,64}", value):
        return ("1" if value[0] == "0" else "0") + value[1:]
    if re.fullmatch("[A-H]", value):
        return "B" if value == "A" else "A"
    if re.fullmatch("[A-Z][0-9]+", value):
        return value[0] + str(int(value[1:]) + 1)
    if value == "":
        return None
    return None


def pieces(log):
    """The events of all leaves, in order."""
    return [e for line in log.lines for e in
            ([line["event"]] if "event" in line else line.get("events", []))]


def kinds_between(a, b):
    """The kinds in that part of both lists where they differ."""
    n, last = 0, min(len(a), len(b))
    while n < last and a[n] == b[n]:
        n += 1
    m = 0
    while m < last - n and a[-1 - m] == b[-1 - m]:
        m += 1
    return [{e["event"] for e in x[n:len(x) - m]} for x in (a, b)]


# Changed by the judge with the help of all players, these are not noticed. Each
# has its reason; a field that has no reason and is not noticed is red, and so
# is a reason for a field that is noticed.
REASONS = {
    ("game_ended", "cause"): "the operator's own words: who ended it is told, and counted",
    ("fork_found", "to_point"): "what a report said that nobody keeps: that it was told is counted",
    ("key_added", "key"): "what stands behind the key itself is a remark",
}


def another(value):
    """Any other value of the same type."""
    new = changed(value)
    if new is not None:
        return new
    if re.fullmatch(r"\d{4}-\d\d-\d\dT.*Z", value):
        return "1999" + value[4:]
    return value + "x"


class Forger:
    def __init__(self, data):
        self.data, self.rows, self.changed, self.altered = data, [], set(), set()
        self.fields = set()
        self.events = pieces(self.on())
        self.kinds = {e["event"] for e in self.events}

    def row(self, what, log, index, who=BOTH, inner=0, until=None, **options):
        """The log must fail at the line that has this index (or not later than
        `until`: where signed text or the rules tell earlier than the dice)."""
        old, made = kinds_between(self.events, pieces(log))
        self.altered |= old
        self.changed |= old | made
        new = log.bytes(**options)
        # its number may be another now
        again = json.loads(new.decode().split("\n")[index])
        leaf = again.get("leaf", again.get("signed"))
        event = None if leaf is None else "%d" % leaf + (".%d" % inner if inner else "")
        if until is not None:
            self.rows.append((what, new, range(index + 1, until + 2), None, who))
        else:
            self.rows.append((what, new, [index + 1], event, who))

    def on(self):
        return Log(self.data)


def forge_luck(f):
    for field, value in (("face", None), ("roll", None), ("sides", None)):
        log = f.on()
        i = log.find("rolled", 2)
        e = log.lines[i]["event"]
        e[field] = {"face": e["face"] % 6 + 1, "roll": e["roll"] + 1, "sides": 1}[field]
        f.row("the %s of a roll" % field, log, i)
    log = f.on()
    i = log.find("link_opened", 1)
    log.lines[i]["event"]["link"] = changed(log.lines[i]["event"]["link"])
    f.row("a link", log, i)
    for field in ("number", "chain", "rolls"):
        log = f.on()
        i = log.find("link_opened", 1)
        log.lines[i]["event"][field] += 1
        f.row("the %s of a link" % field, log, i)
    log = f.on()                # a link that was opened, for other dice
    i, j = log.find("link_opened", 0), log.find("link_opened", 1)
    for field in ("number", "link"):
        log.lines[j]["event"][field] = log.lines[i]["event"][field]
    f.row("a link used twice", log, j)
    log = f.on()                # no link at all
    i = log.find("link_opened", 1)
    first, last = log.point_of(i)
    del log.lines[i]
    sealed = next(k for k in range(first, last) if "seat" in log.lines[k])
    f.row("a link kept back", log, sealed)
    log = f.on()                # one roll more
    i = log.find("rolled", 0)
    log.lines.insert(i + 1, copy.deepcopy(log.lines[i]))
    while log.lines[i].get("event", {}).get("event") != "link_opened":
        i += 1
    log.lines[i]["event"]["rolls"] += 1
    f.row("a roll doubled", log, log.find("rolled", 1))
    log = f.on()                # the words enter every die
    i = log.find("entropy_revealed")
    log.lines[i]["event"]["word"] = changed(log.lines[i]["event"]["word"])
    f.row("a word", log, i)
    log = f.on()
    i = log.find("entropy_committed")
    log.lines[i]["event"]["hash"] = "0" * 48
    f.row("the hash of a word", log, i, until=log.find("entropy_revealed"))
    log = f.on()                # another word, with the seal of that one
    i, j = log.find("entropy_committed"), log.find("entropy_revealed")
    e = log.lines[j]["event"]
    i = next(k for k in range(j, 0, -1) if log.lines[k].get("event", {}).get("event") ==
             "entropy_committed" and log.lines[k]["event"]["seat"] == e["seat"])
    e["word"] = changed(e["word"])
    log.lines[i]["event"]["hash"] = H(
        b"heraldo word 1", bytes.fromhex(e["word"]), size=24).hex()
    f.row("a word that its seat never wrote", log, i)
    log = f.on()                # a word that nobody sees: the dice are others
    i = log.find("entropy_revealed")
    del log.lines[i]
    f.row("a word left out", log, i, until=log.find("entropy_reveals_due", 1))
    log = f.on()
    i = log.find("entropy_missing")
    log.lines[i]["event"]["sent"] = not log.lines[i]["event"]["sent"]
    f.row("whether a missing word was sent", log, i)
    log = f.on()
    i = log.find("entropy_missing")
    del log.lines[i]
    f.row("a missing word not told", log, log.find("entropy_settled"))
    log = f.on()                # a roll before they are settled
    i, j = log.find("entropy_settled"), log.find("rolled")
    log.lines.insert(i, copy.deepcopy(log.lines[j]))
    f.row("a roll before the words are settled", log, i)
    forge_words(f)
    log = f.on()
    log.lines[1]["event"]["dice_commitment"] = changed(log.lines[1]["event"]["dice_commitment"])
    f.row("the dice's commitment", log, 1)
    log = f.on()                # with a name that fits it
    c = log.lines[1]["event"]["dice_commitment"]
    log.lines[1]["event"]["dice_commitment"] = c[:-1] + ("0" if c[-1] != "0" else "1")
    # all that was signed was signed on other heads
    f.row("the dice's commitment behind the name's digits", log, log.signed(0))


def forge_words(f):
    """The course of the random words: each field of each step, and each step."""
    steps = (("entropy_commits_due", "until", None), ("entropy_reveals_due", "until", None),
             ("entropy_withheld", "seat", "A"), ("entropy_withheld", "times", 2),
             ("entropy_asked", "until", None), ("entropy_asked", "anew", False),
             ("entropy_voted", "seat", "B"), ("entropy_restarted", "until", None),
             ("entropy_settled", "words", 2))
    for kind, field, new in steps:
        log = f.on()
        i = log.find(kind)
        value = log.lines[i]["event"][field]
        log.lines[i]["event"][field] = value[:-2] + "9Z" if new is None else new
        f.row("%s of %s" % (field, kind), log, i)
    log = f.on()                # what the table was said to want
    i = log.find("entropy_voted")
    log.lines[i]["event"]["anew"] = False
    f.row("anew of entropy_voted", log, i, until=i + 2)
    for kind in ("entropy_commits_due", "entropy_reveals_due", "entropy_withheld", "entropy_asked", "entropy_voted",
                 "entropy_restarted", "entropy_settled"):
        log = f.on()            # a step that is kept back, or made again
        i = log.find(kind)
        del log.lines[i]
        f.row("%s left out" % kind, log, i, until=log.point_of(i)[1] + 40)
        log = f.on()
        i = log.find(kind)
        log.lines.insert(i + 1, copy.deepcopy(log.lines[i]))
        # what a seat says twice is what it signed once
        f.row("%s doubled" % kind, log, i + 1, RULES if kind == "entropy_voted" else BOTH,
              until=i + 3)
    log = f.on()                # a time that is up before it is
    i = log.find("entropy_asked")
    first = log.point_of(i)[0]
    log.lines[first]["event"]["at"] = log.lines[log.point_of(first - 1)[0]]["event"]["at"]
    f.row("a word withheld before its time", log, first + 1, until=i)
    log = f.on()                # words that a game never had
    log.lines[1]["event"]["words"] = 0
    f.row("whether a game has words", log, log.find("entropy_commits_due"), until=log.find("entropy_committed"))


def forge_reading(f):
    """What reads the orders: a word, and the hash that names it."""
    log = f.on()
    log.lines[2]["grammar"] += "pass = REST\n"
    f.row("a word more", log, 2)
    log = f.on()
    log.lines[1]["event"]["grammar"] = changed(log.lines[1]["event"]["grammar"])
    f.row("what reads orders", log, 2)
    log = f.on()
    del log.lines[2]
    f.row("what reads orders left out", log, 2, until=2)
    log = f.on()
    log.lines.insert(5, log.lines[2])
    f.row("what reads orders told twice", log, 5)
    log = f.on()                # and named so, but the game was played by others
    text = log.lines[2]["grammar"].replace("\nend = ", "\nend = FINISHED, ")
    text = text.replace("language en\n", "language en\npass = END\n", 1)
    log.lines[2]["grammar"] = text.replace("\nend = FINISHED, END,", "\nend = FINISHED,")
    log.lines[1]["event"]["grammar"] = H(log.lines[2]["grammar"].encode()).hex()
    f.row("other words, named", log, 3, RULES, until=len(log.lines) - 1)


def forge_secret(f):
    log = f.on()
    log.lines[1]["event"]["hidden_commitment"] = changed(log.lines[1]["event"]["hidden_commitment"])
    f.row("the secret's commitment", log, log.signed(0))
    log = f.on()
    i = log.find("secrets_opened")
    log.lines[i]["event"]["hidden_secret"] = changed(log.lines[i]["event"]["hidden_secret"])
    f.row("the secret", log, i)
    for what, at in (("an event", 40), ("a sealed leaf", None)):
        log = f.on()
        i = at or next(k for k, x in enumerate(log.lines) if "events" in x and k > 100)
        while "salt" not in log.lines[i]:
            i += 1
        log.lines[i]["salt"] = changed(log.lines[i]["salt"])
        signed = [k for k in range(i, len(log.lines)) if "signed" in log.lines[k]]
        f.row("the salt of " + what, log, i, until=signed[2], keep_salts=True)
    log = f.on()
    i = log.find("secrets_opened")
    del log.lines[i]
    sealed = next(k for k in range(i, len(log.lines)) if "seat" in log.lines[k])
    f.row("the secret kept back", log, sealed, RULES)


def forge_people(f):
    def scar(text):
        i = text.index("\n") + 90
        while not text[i].isalnum():
            i += 1
        return text[:i] + other(text[i]) + text[i + 1:]
    for form in ("ssh", "minisign"):
        n = next(k for k in range(200) if f.on().lines[f.on().signed(k) - 1]["event"][
            "format"].startswith(form))
        log = f.on()
        i = log.signed(n)
        log.lines[i]["signature"] = scar(log.lines[i]["signature"])
        log.commit(i)
        f.row("a signature by " + form, log, i)
        log = f.on()
        i = log.signed(n)
        log.lines[i]["text"] = log.lines[i]["text"].rstrip("\n") + "X\n"
        log.commit(i)
        f.row("a text signed by " + form, log, i)
    log = f.on()                # for the event another hash
    i = log.signed(3)
    log.lines[i - 1]["event"]["hash"] = changed(log.lines[i - 1]["event"]["hash"])
    f.row("the hash of what was signed", log, i)
    log = f.on()
    i = log.signed(3)
    log.lines[i - 1]["event"]["fingerprint"] = fingerprint(public(PLAYERS["GM"]))
    f.row("the fingerprint, of another person's key", log, i - 1)
    log = f.on()
    i = log.signed(3)
    e = log.lines[i - 1]["event"]
    e["fingerprint"] = e["fingerprint"][:-1] + other(e["fingerprint"][-1])
    f.row("the fingerprint, of no key", log, i - 1)
    log = f.on()
    i = log.signed(3)
    log.lines[i - 1]["event"]["seat"] = changed(log.lines[i - 1]["event"]["seat"])
    f.row("the seat that signed", log, i - 1)
    # the judge puts a key of his own in the place of a player's
    for seed in JUDGE, bytes([78] * 32):
        log = f.on()
        i = log.find("key_added", 0, person="Ana")
        mine = public(seed)
        log.lines[i]["event"].update(
            fingerprint=fingerprint(mine),
            key="ssh-ed25519 " + base64.b64encode(wire(mine)).decode() + " Ana")
        if seed == JUDGE:
            f.row("the judge's key for a player's", log, i)
        else:
            f.row("another key", log, log.find("orders_signed", 0, seat="A"))
    log = f.on()
    i = log.find("key_added", 0, person="Ana")
    log.lines[i]["event"]["fingerprint"] = fingerprint(mine)
    f.row("a fingerprint that is not the key's", log, i)
    log = f.on()
    i = log.find("key_added", 0, person="Ana")
    del log.lines[i]
    f.row("a key not told", log, log.find("orders_signed", 0, seat="A"))
    # orders by a key that was revoked, or is not yet there
    log = f.on()
    gone = log.find("key_revoked")
    i = next(k for k in range(gone, len(log.lines)) if "signed" in log.lines[k] and
             log.lines[k - 1]["event"]["seat"] == "B")
    resign(log, i, PLAYERS["B"])
    f.row("a key that was revoked", log, i - 1)
    log = f.on()
    i = log.signed(0, seat="B")
    resign(log, i, PLAYERS["B2"])
    f.row("a key that is yet to come", log, i - 1)
    log = f.on()
    i = log.signed(4, seat="A")
    resign(log, i, PLAYERS["B"])
    f.row("a key of another seat", log, i - 1)
    log = f.on()
    i = log.signed(4, seat="A")
    log.lines[i]["signature"] = sshsig(PLAYERS["A"], b"file", log.lines[i]["text"].encode())
    log.commit(i)
    f.row("a signature made for another purpose", log, i)
    log = f.on()
    i = log.find("key_revoked")
    log.lines[i]["event"]["person"] = "Ana"
    f.row("whose key is revoked", log, i)
    log = f.on()
    i = log.find("key_revoked")
    log.lines.insert(i + 1, copy.deepcopy(log.lines[i]))
    f.row("a key revoked twice", log, i + 1)
    log = f.on()
    i = log.find("seat_taken", 0, seat="A")
    log.lines[i]["event"]["person"] = "Bob"
    f.row("who sits there", log, log.find("orders_signed", 0, seat="A"))


def resign(log, i, seed, text=None):
    """The line i signed by this key, and told of so."""
    line, e = log.lines[i], log.lines[i - 1]["event"]
    line["text"] = text or line["text"]
    line["signature"] = sshsig(seed, b"heraldo-orders@heraldo", line["text"].encode())
    e.update(fingerprint=fingerprint(public(seed)), format="ssh canonical")
    log.commit(i)


def forge_course(f):
    for field, who in (("point", BOTH), ("serial", BOTH)):
        log = f.on()
        i = log.signed(5)
        a = log.point_of(i)[0]
        log.lines[a]["event"][field] += 1
        f.row("the %s of an adjudication" % field, log, a if field == "point" else i)
    # the whole adjudication once more: a replayed mail
    log = f.on()
    i = log.signed(8, seat="A")
    first, last = log.point_of(i)
    again = copy.deepcopy(log.lines[first:last + 1])
    again[0]["event"]["point"] += 1
    for line in log.lines[last + 1:]:
        if line.get("event", {}).get("event") == "adjudication":
            line["event"]["point"] += 1
    log.lines[last + 1:last + 1] = again
    f.row("a mail taken twice", log, last + 1 + (i - first))
    # and one left out: the next says it was for a point that is not there
    log = f.on()
    first, last = log.point_of(log.signed(8))
    del log.lines[first:last + 1]
    i = next(k for k in range(first, len(log.lines)) if log.lines[k].get("event"))
    f.row("an adjudication left out", log, i)
    log = f.on()                # signed for the state to come
    i = log.signed(9, seat="A")
    text = log.lines[i]["text"].split("\n", 1)
    head = text[0].split(" ")
    head[3] = str(int(head[3]) + 1)
    resign(log, i, PLAYERS["A"], " ".join(head) + "\n" + text[1])
    f.row("orders for a point to come", log, i)
    log = f.on()                # and for an old one: the rules of the mail
    i = log.signed(9, seat="A")
    text = log.lines[i]["text"].split("\n", 2)
    head = text[0].split(" ")
    head[3] = "1"
    resign(log, i, PLAYERS["A"], "\n".join([" ".join(head), log.seen(1), text[2]]))
    f.row("orders for an old point", log, i + 1, RULES)
    for what, said in (("another", log.seen(2)), ("none", "// nothing"),
                       ("a mistyped", log.seen(1)[:-1] + "?")):
        log = f.on()            # a history that its author did not see
        i = log.signed(9, seat="A")
        text = log.lines[i]["text"].split("\n", 2)
        resign(log, i, PLAYERS["A"], "\n".join([text[0], said, text[2]]))
        f.row("orders with %s line SEEN" % what, log, i)
    log = f.on()
    i = log.signed(9, seat="A")
    head[1] = "ANOTHER-AAAAA"
    resign(log, i, PLAYERS["A"], " ".join(head) + "\n" + text[1])
    f.row("orders for another game", log, i)
    log = f.on()                # an undo that goes elsewhere
    i = log.find("undone")
    log.lines[i]["event"]["to_point"] -= 1
    f.row("where an undo goes to", log, i, RULES)
    log = f.on()
    i = log.find("undone")
    log.lines[i]["event"]["to_point"] += 100
    f.row("an undo that goes ahead", log, i)
    log = f.on()                # dice that are to come again, or not
    i = log.find("undone")
    log.lines[i]["event"]["fresh"] = True
    f.row("dice that do not come again", log, i, RULES)
    log = f.on()
    i = log.find("undone", fresh=True)
    log.lines[i]["event"]["fresh"] = False
    f.row("dice that come again", log, i, RULES)
    for field, new, who in (("of_event", 900, RULES), ("of_point", 2, BOTH), ("of_event", 1, RULES)):
        log = f.on()            # what is played again
        i = log.find("point_replayed")
        log.lines[i]["event"][field] = new
        f.row("%s of what is played again" % field, log, i, who)
    log = f.on()
    i = log.find("halted")
    log.lines[i]["event"]["fresh"] = True
    f.row("dice behind a halt that do not come again", log, i, RULES)
    log = f.on()
    del log.lines[i]
    f.row("what is played again and does not halt", log, next(
        k for k in range(i, len(log.lines)) if "events" in log.lines[k]))
    log = f.on()
    i = log.find("point_replayed")
    del log.lines[i]
    f.row("a halt of what is not played again", log, i - 1, until=log.find("halted"))
    log = f.on()                # what a fresh undo took back comes again
    i = log.find("undone", fresh=True)
    links = [k for k, x in enumerate(log.lines) if x.get("event", {}).get("event") == "link_opened"]
    old, new = max(k for k in links if k < i), min(k for k in links if k > i)
    for field in ("number", "link"):
        log.lines[new]["event"][field] = log.lines[old]["event"][field]
    f.row("the link of what was undone afresh", log, new)
    log = f.on()                # links that were passed over
    i = log.find("links_skipped")
    for field in ("chain", "number", "links"):
        log = f.on()
        log.lines[i]["event"][field] += 1 if field == "chain" else -1
        f.row("%s of links that are passed over" % field, log, i)
    log = f.on()
    del log.lines[i]
    f.row("links that are not passed over", log, next(
        k for k in range(i, len(log.lines)) if "events" in log.lines[k]))
    log = f.on()
    log.lines[i - 1]["event"]["head"] = log.seen(log.lines[i - 1]["event"]["to_point"] - 7)[5:]
    log.lines[i - 1]["event"]["to_point"] -= 7
    f.row("a history that is the log's own", log, i - 1)
    log = f.on()
    del log.lines[log.find("game_paused", cause="history")]
    f.row("a lost history that pauses nothing", log, i + 1, RULES,
          until=next(k for k in range(i, len(log.lines)) if "events" in log.lines[k]) + 1)
    log = f.on()                # the same link again, with nothing undone
    i = log.find("undone")
    del log.lines[i]
    f.row("an undo not told", log, i, until=next(
        k for k in range(i, len(log.lines)) if
        log.lines[k].get("event", {}).get("event") == "link_opened"))
    log = f.on()
    i = log.find("override")
    log.lines[i]["event"]["value"] = [0]
    f.row("the value that was set", log, i, RULES)
    log = f.on()
    i = log.find("deadline_passed")
    log.lines[i]["event"]["seat"] = changed(log.lines[i]["event"]["seat"])
    f.row("whose deadline passed", log, i)
    for field, new in (("from", "2026-03-20T00:00:00Z"), ("until", "2026-03-23T00:00:00Z"), ("by", "Ana")):
        log = f.on()            # days on which nobody's time runs
        i = log.find("rested")
        log.lines[i]["event"][field] = new
        f.row("the %s of a rest" % field, log, i)
    log = f.on()                # on which the table has agreed
    i = log.find("deadline_set", by="table")
    log.lines[i]["event"]["deadline"] = log.lines[i]["event"]["deadline"].replace("20:", "21:", 1)
    f.row("the deadline of a table", log, i)
    for field, new, seen in (("path", "option.open_dials", BOTH), ("value", [0], RULES)):
        log = f.on()
        i = log.find("override", by="table")
        log.lines[i]["event"][field] = new
        f.row("the %s of an option of a table" % field, log, i, seen)
    for field, new, seen in (("person", "Bob", BOTH), ("seat", "B", BOTH), ("press", True, RULES),
                             ("until", "2026-02-20T00:00:00Z", RULES)):
        log = f.on()            # who gives another's orders
        i = log.find("proxy_named")
        log.lines[i]["event"][field] = new
        f.row("the %s of a deputy" % field, log, i, seen)
    log = f.on()                # whose time is over by then
    i = log.find("proxy_named")
    log.lines[i]["event"]["until"] = next(x["event"]["at"] for x in log.lines[i::-1] if "at" in x.get("event", {}))
    f.row("a deputy until now", log, i)
    for field, new, seen in (("cause", "date", BOTH), ("waits", True, RULES)):
        log = f.on()
        i = log.find("proxy_ended")
        log.lines[i]["event"][field] = new
        f.row("the %s of a deputy's end" % field, log, i, seen)
    log = f.on()                # one that was not named
    i = log.find("proxy_named")
    del log.lines[i]
    f.row("a deputy that is not told", log, i)
    log = f.on()                # one that a master has skipped was to come
    i = log.find("deadline_set", 1)
    log.lines[i]["event"]["deadline"] = log.lines[i]["event"]["deadline"].replace("20", "21", 1)
    # heraldo verify works out each deadline that is given, verify.py that which passes
    f.row("when a deadline is that was skipped", log, i, until=log.lines.index(next(
        x for x in log.lines[i:] if x.get("event", {}).get("event") == "deadline_passed")))
    log = f.on()
    i = log.find("deadline_passed")
    log.lines[i]["event"]["policy"] = "mercy"
    f.row("what is done with who is silent", log, i + 1, RULES)
    for kind in ("game_paused", "game_ended", "override", "undone", "ruled"):
        log = f.on()
        i = log.find(kind)
        log.lines[i]["event"]["cause"] = "for fun"
        # what the operator says is his own, till the rules say the same
        if kind != "game_ended":
            f.row("the reason of " + kind, log, i, RULES)
    for kind in ("seat_taken", "key_added", "key_revoked", "address_changed", "game_started",
                 "deadline_set", "game_paused", "game_resumed", "game_ended", "override",
                 "ruled", "undone"):
        log = f.on()
        i = log.find(kind)
        log.lines[i]["event"]["by"] = "Ana"
        f.row("by whom is " + kind, log, i)
    for kind in ("key_added", "key_revoked", "address_changed"):
        log = f.on()            # with Bob's signature, and Ana's
        i = next(k for k in range(len(log.lines)) if log.lines[k].get("event", {}).get(
            "event") == kind and log.lines[k]["event"]["by"].startswith("SHA256:"))
        log.lines[i]["event"]["person"] = "Ana"
        f.row("whose is " + kind, log, i)
    log = f.on()
    i = log.find("option_set")
    log.lines[i]["event"]["value"][0] += 1
    f.row("an option", log, i, RULES, until=log.point_of(i)[1])
    log = f.on()
    i = next(k for k, x in enumerate(log.lines) if "state" in x and k > 200)
    log.lines[i]["state"] = changed(log.lines[i]["state"])
    f.row("a state", log, i, RULES)


def forge_disputes(f):
    for field, new in (("seat", "A"), ("number", 2), ("to_point", 1000)):
        log = f.on()
        i = log.find("disputed")
        log.lines[i]["event"][field] = new
        f.row("the %s of a dispute" % field, log, i)
    for field, new in (("to_point", 3), ("cause", "for fun")):
        log = f.on()
        i = log.find("disputed")
        log.lines[i]["event"][field] = new
        f.row("the %s of a dispute, as it was not signed" % field, log, i, RULES)
    for field, new, who in (("number", 2, BOTH), ("verdict", "undone", RULES),
                            ("verdict", "rerolled", RULES)):
        log = f.on()
        i = log.find("ruled")
        log.lines[i]["event"][field] = new
        f.row("the %s of a ruling" % field, log, i, who)
    log = f.on()                # ruled on twice
    i = log.find("ruled")
    j = log.find("ruled", 1)
    log.lines[j]["event"]["number"] = log.lines[i]["event"]["number"]
    f.row("a dispute ruled on twice", log, j)
    log = f.on()                # what is ruled is not done
    i = log.find("ruled", verdict="rerolled")
    del log.lines[i + 1]
    f.row("a ruling that takes nothing back", log, i + 1, RULES)
    log = f.on()
    i = log.find("ruled", verdict="rerolled")
    log.lines[i + 1]["event"]["to_point"] -= 1
    f.row("where a ruling goes back to", log, i + 1, RULES)
    # rolled again with nothing ruled; and not rolled again
    log = f.on()
    i = log.find("adjudication", cause="timer")
    log.lines[i]["event"]["cause"] = "reroll"
    f.row("a timer that rolls again", log, i)
    log = f.on()
    i = log.find("adjudication", cause="reroll")
    log.lines[i]["event"]["cause"] = "mail"
    # who acts is compared with who signed where the sealed leaves begin
    f.row("the cause of what is rolled again", log, i + 1,
          until=next(k for k in range(i, len(log.lines)) if "events" in log.lines[k]))
    log = f.on()
    i = log.find("adjudication", cause="reroll")
    first, last = log.point_of(i)
    del log.lines[first:last + 1]
    j = next(k for k in range(first, len(log.lines)) if log.lines[k].get("event"))
    f.row("a second roll left out", log, j)
    log = f.on()                # the first roll's link once more
    i = log.find("adjudication", cause="reroll")
    j = next(k for k in range(i, len(log.lines)) if
             log.lines[k].get("event", {}).get("event") == "link_opened")
    k = next(k for k in range(i, 0, -1) if
             log.lines[k].get("event", {}).get("event") == "link_opened")
    for field in ("number", "link"):
        log.lines[j]["event"][field] = log.lines[k]["event"][field]
    # it was undone, and is spent by the ruling
    f.row("the link of a second roll", log, j)


def cards_rows(f, first):
    """What a catalog gave is taken as the log has it: that it is another than
    the verifier's own is told, and no more."""
    rows = []
    for kind in sorted(f.kinds.intersection(GIVEN)):
        for field in ("rules", GIVEN[kind]):
            log = f.on()
            value = log.lines[log.find(kind)]["event"][field]
            value[-1:] = [] if field == "rules" else [value[-1] + 1]
            f.row("%s of %s" % (field, kind), log, 1)
            rows.append(f.rows.pop())
    for row, r in zip(rows, first([row[1] for row in rows])):
        counts["cards"] = counts.get("cards", 0) + 1
        if r["verified"] and not r["cards_changed"]:
            red.append("%s: nobody is told" % row[0])


def forge_hidden(f):
    """What the second secret hides, in a dungeon."""
    for field in ("value", "round", "number", "sides"):
        log = f.on()
        i = next(k for k, x in enumerate(log.lines) if
                 any(e["event"] == "drawn" for e in x.get("events", [])))
        k = next(k for k, e in enumerate(log.lines[i]["events"]) if e["event"] == "drawn")
        e = log.lines[i]["events"][k]
        e[field] = e[field] % e["sides"] + 1 if field == "value" else e[field] + 1
        # another number may be what comes of another number, by chance
        f.row("the %s of what was drawn" % field, log, i,
              BOTH if field in ("value", "round") else RULES, k + 1,
              # verify.py looks at it with the second secret, at the end
              next(n for n in range(i, len(log.lines)) if "signed" in log.lines[n]))
    log = f.on()
    i = log.find("committed")
    log.lines[i]["event"]["hash"] = changed(log.lines[i]["event"]["hash"])
    f.row("a commitment", log, i, RULES)


def forge_shown(f):
    """What is one side's own is in the other's leaf, too, and says so."""
    for kind in ("book_set", "plan_set"):
        log = f.on()
        i, k = next((i, k) for i, x in enumerate(log.lines) if x.get("seat") == "A"
                    for k, e in enumerate(x["events"]) if e["event"] == kind)
        e = dict(log.lines[i]["events"][k])
        shown = dict(e, **{"for": ["A", "B", "gm"]})
        for line in log.lines[i:]:
            if "point" in line:
                break
            events = line.get("events", [])
            line["events"] = [shown if x == e else x for x in events]
            if line.get("seat") == "B":
                line["events"].append(shown)
        f.row("%s of A, shown to B" % kind, log, i, RULES, k + 1)


def invented(f, events):
    """Events that did not happen, one of every kind, behind a link."""
    place = f.on().find("link_opened", 1) + 1
    for e in events:
        kind = e["event"]
        log = f.on()
        log.lines.insert(place, {"leaf": 0, "head": "", "hash": "", "salt": "", "event": e})
        knows = hasattr(second.Game, "on_" + kind) or kind in second.HANDS
        # the second secret is looked for before it is needed
        if kind == "secrets_opened" and {"drawn", "committed"} & f.kinds:
            f.row("invented: " + kind, log, 1, RULES, until=place)
            continue
        f.row("invented: " + kind, log, place,
              BOTH if knows and kind != "committed" else RULES,
              until=next(n for n in range(place, len(log.lines)) if "events" in log.lines[n])
              if kind == "rolled" else None)


def forge_events(f, every_field=True):
    """Every field of every kind of event, for all and private; or one."""
    seen = set()
    first = f.on()
    inputs = {"game_created", "adjudication", "orders_signed", "seat_taken", "key_added",
              "key_revoked", "option_set", "entropy_committed", "entropy_revealed", "entropy_missing",
              "rolled", "link_opened", "secrets_opened", "undone", "override", "deadline_set",
              "deadline_passed", "game_paused", "game_resumed", "game_started", "game_ended",
              "address_changed", "disputed", "ruled", "drawn", "fork_found", "entropy_voted",
              "table_policy", "absence_announced", "absence_ended", "deadline_moved", "proposed", "proposal_answered", "decided",
              "rested", "proxy_named", "proxy_ended"}
    masters = f.kinds - {e["event"] for x in first.lines if x.get("seat") != "GM"
                         for e in ([x["event"]] if "event" in x else x.get("events", []))}
    for i, line in enumerate(first.lines):
        events = [line["event"]] if "event" in line else line.get("events", [])
        for k, e in enumerate(events):
            if e["event"] in inputs or ("GM" == line.get("seat") and e["event"] not in masters):
                continue
            for field, value in e.items():
                new = None if field == "event" else changed(value)
                if (e["event"], field, "seat" in line) in seen or new is None:
                    continue
                if field == "for" or (field == "rules" and not value):
                    continue
                if e["event"] in GIVEN:
                    continue
                seen.add((e["event"], field, "seat" in line))
                f.fields.add((e["event"], field))
                if not every_field:
                    seen.update((e["event"], x, "seat" in line) for x in e)
                log = f.on()
                target = log.lines[i]
                (target["event"] if "event" in target else target["events"][k])[field] = new
                # of a card the game masters' leaf has a copy: they differ
                f.row("%s of %s%s" % (field, e["event"], " (private)" if "seat" in line else ""),
                      log, i, RULES, k + 1 if "seat" in line else 0,
                      i + 2 if e["event"] == "figure_defined" else None)


def forge_fields(forgers, kinds, first):
    """Every field that the schemas list, where no row has changed it yet."""
    rows, done = [], set().union(*(f.fields for f in forgers.values()))
    for system, f in forgers.items():
        for kind, field in sorted({(e["event"], x) for e in kinds[system] for x in e}):
            if field in ("event", "for") or (kind, field) in done or kind in GIVEN:
                continue
            log = f.on()
            found = [(i, k) for i, x in enumerate(log.lines) for k, e in enumerate(
                x.get("events", [x["event"]] if "event" in x else [])) if e["event"] == kind]
            if not found:       # of a kind that the other game has, or nobody: it is invented
                continue
            done.add((kind, field))
            i, k = found[-1]
            e = log.lines[i].get("event") or log.lines[i]["events"][k]
            if field == "rules" and not e["rules"]:
                e["rules"] = [next(r for x in f.events for r in x["rules"])]
            else:
                e[field] = another(e[field])
            # what its signers cannot help is no part of what they sign
            rows.append((kind, field, log.bytes(resigned=kind != "orders_signed")))
    counts["fields"] = len(rows)
    for (kind, field, _), r in zip(rows, first([data for _, _, data in rows])):
        # that a catalog gave something else is told, and no more
        unseen = r["verified"] and not r["cards_changed"]
        if unseen != ((kind, field) in REASONS):
            red.append("%s of %s, changed by all together: %s" % (
                field, kind, "nobody notices, and no reason is given" if unseen else
                "a reason is given, but it is noticed: " + r["what"]))


def forge_order(f):
    for what in ("left out", "doubled", "exchanged"):
        log = f.on()
        i = log.find("moved") if what != "exchanged" else exchangeable(log)
        if what == "left out":
            del log.lines[i]
        elif what == "doubled":
            log.lines.insert(i, copy.deepcopy(log.lines[i]))
            i += 1
        else:
            log.lines[i], log.lines[i + 1] = log.lines[i + 1], log.lines[i]
        f.row("an event " + what, log, i, RULES)
    for what in ("left out", "doubled"):
        log = f.on()
        i = next(k for k, x in enumerate(log.lines) if len(x.get("events", [])) > 2)
        events = log.lines[i]["events"]
        n = next(k for k, e in enumerate(events) if k and e["event"] != "card_named")
        if what == "left out":
            del events[n]
        else:
            events.insert(n, copy.deepcopy(events[n]))
        f.row("a private event " + what, log, i, RULES, n + 1 if what == "left out" else n + 2)
    # without it the orders cannot be read
    log = f.on()
    i = next(k for k, x in enumerate(log.lines) if
             any(e["event"] == "card_named" for e in x.get("events", [])))
    events = log.lines[i]["events"]
    del events[next(k for k, e in enumerate(events) if e["event"] == "card_named")]
    f.row("a named card left out", log, max(
        k for k in range(i) if log.lines[k].get("event", {}).get("event") == "orders_signed"), RULES)


def exchangeable(log):
    for i in range(len(log.lines) - 1):
        a, b = (log.lines[i + k].get("event", {}) for k in (0, 1))
        if a.get("rules") and b.get("rules") and dump(a) != dump(b):
            return i
    raise KeyError("two events of the rules")


def promises(data):
    """Commitments, in a log whose rules are not run again."""
    rows = []
    salt, text = "11" * 32, "a treasure"
    seal = H(b"heraldo hide 1", bytes.fromhex(salt), text.encode()).hex()
    for what in ("true", "its hash", "its salt", "its text", "its number", "opened twice"):
        log = Log(data)
        # nothing is signed behind it
        at = 1 + max(k for k, x in enumerate(log.lines) if "event" in x and
                     x["event"]["event"] != "orders_signed")
        made = {"event": "committed", "for": "all", "rules": [], "seat": "A", "number": 7, "hash": seal}
        told = {"event": "opened", "for": "all", "rules": [], "number": 7, "salt": salt, "text": text}
        if what == "its hash":
            made["hash"] = changed(seal)
        if what == "its salt":
            told["salt"] = changed(salt)
        if what == "its text":
            told["text"] = "A treasure"
        if what == "its number":
            told["number"] = 8
        lines = [{"leaf": 0, "head": "", "hash": "", "salt": "22" * 32, "event": e}
                 for e in ([made, told, told] if what == "opened twice" else [made, told])]
        log.lines[at:at] = lines
        rows.append((what, log.bytes(), [at + len(lines)], None, BOTH))
    return rows


# --- flips -------------------------------------------------------------------

def flip_rows(data, n, rng, full):
    lines = data.split(b"\n")
    total = data.count(b"\n")
    rows = []
    for _ in range(n):
        at = rng.randrange(len(data))
        new = bytearray(data)
        new[at] ^= 1 << rng.randrange(8)
        line = data.count(b"\n", 0, at) + 1
        state = full and b',"state":"' in lines[line - 1] and \
            at - data.rfind(b"\n", 0, at) > lines[line - 1].index(b',"state":"') + 10
        places = range(1, total + 1) if line == 1 else [line, line + 1] if data[at] == 10 else \
            [line, total] if state else [line]
        rows.append(("bit of byte %d" % at, bytes(new), places, None, BOTH))
    return rows


def every_kind(make_events):
    """The events of the schemas, by the system's name."""
    kinds = {}
    done = subprocess.run([make_events], capture_output=True, check=True, encoding="utf-8")
    for line in done.stdout.splitlines():
        row = json.loads(line)
        kinds.setdefault(row["system"], []).append(row["event"])
    return kinds


def beacon_rows(make, folder, forgers, first):
    """Dice that rest on a beacon: the judge can have no other pulse, and none earlier."""
    # its beacon has other keys each time: now and then no dice wait for the
    # pulse behind the gap
    for left in range(3, -1, -1):
        if not subprocess.run([make, folder], check=not left,
                              cwd=folder).returncode:
            break
    data = open(os.path.join(folder, "all.jsonl"), "rb").read()
    other = open(os.path.join(folder, "other"), encoding="ascii").read()
    r = first([data])[0]
    if not r["verified"] or by_second(data) or not r["pulses"] or not r["beacon_checked"]:
        sys.exit("a log with a beacon does not verify untouched: %s, %s" % (r, by_second(data)))
    f = Forger(data)
    for kind in ("beacon_pulse", "beacon_before"):
        log = f.on()
        i = log.find(kind)
        text = log.lines[i]["event"]["pulse"]
        log.lines[i]["event"]["pulse"] = text[:200] + changed_base64(text[200]) + text[201:]
        f.row("%s: a forged pulse" % kind, log, i)
        log = f.on()
        log.lines[i]["event"]["pulse"] = "nist AAAA"
        f.row("%s: no pulse" % kind, log, i)
        log = f.on()
        log.lines[i]["event"]["pulse"] = other
        f.row("%s: a pulse of another minute" % kind, log, log.find("beacon_pulse", 0 if kind ==
              "beacon_pulse" else before_first_gap(log)))
    log = f.on()                # the one that shows that others are missing
    i = log.find("beacon_before")
    del log.lines[i]
    f.row("the pulse before a gap left out", log, i)
    log = f.on()
    i = log.find("beacon_pulse")
    del log.lines[i]
    f.row("a pulse left out", log, log.find("rolled"))
    log = f.on()
    i = log.find("beacon_pulse")
    log.lines.insert(i + 1, copy.deepcopy(log.lines[i]))
    f.row("a pulse told twice", log, i + 1)
    log = f.on()
    log.lines[1]["event"]["beacon"] = ""
    f.row("no beacon after all", log, log.signed(0))    # its signers saw one
    log = f.on()
    log.lines[1]["event"]["beacon"] = "sun"
    f.row("a beacon that is not known", log, 1)
    log = f.on()
    i = log.find("beacon_changed")
    log.lines[i]["event"]["beacon"] = log.lines[1]["event"]["beacon"]
    f.row("a beacon whose new key is the old one", log, i)
    log = f.on()
    i = log.find("beacon_changed")
    log.lines[i]["event"]["by"] = "judge"
    f.row("a new key of the beacon by nobody", log, i)
    log = f.on()
    i = log.find("beacon_due")
    log.lines[i]["event"]["until"] = log.lines[1]["event"]["at"]
    f.row("a pulse due at another time", log, i)
    log = f.on()                # it was said to be earlier than the pulse
    i = log.find("beacon_pulse")
    at, end = log.point_of(i)
    before = next(x["event"]["at"] for x in reversed(log.lines[:at]) if
                  x.get("event", {}).get("event") == "adjudication")
    log.lines[at]["event"]["at"] = before
    f.row("a pulse that was yet to come", log, i)
    log = f.on()
    i = log.find("rolled")
    log.lines[i]["event"]["face"] = log.lines[i]["event"]["face"] % 6 + 1
    f.row("a face under a pulse", log, i)
    expect("beacon", "rebellion", data, f.rows, first)
    for x in forgers.values():      # these kinds have their rows
        x.changed |= f.changed


def changed_base64(c):
    return "B" if c == "A" else "A"


def before_first_gap(log):
    """How many pulses come before that which has a gap before it."""
    i = log.find("beacon_before")
    return sum(x.get("event", {}).get("event") == "beacon_pulse" for x in log.lines[:i])


def common_kinds(kinds):
    """Those that all systems have."""
    return set.intersection(*({e["event"] for e in of} for of in kinds.values()))


def every_kind_is_changed(forgers, kinds):
    common = common_kinds(kinds)
    for system, events in kinds.items():
        f = forgers.get(system)
        if not f:
            red.append("no log is changed of the system " + system)
            continue
        for kind in {e["event"] for e in events}:
            logs = forgers.values() if kind in common else [f]
            if not any(kind in x.changed for x in logs):
                red.append("no row changes or invents %s of %s" % (kind, system))
        for kind in f.kinds - common:
            if kind not in f.altered:
                red.append("no row changes %s, which a game of %s has" % (kind, system))
    for kind in common & set().union(*(f.kinds for f in forgers.values())):
        if not any(kind in f.altered for f in forgers.values()):
            red.append("no row changes %s, which a game has" % kind)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heraldo")
    parser.add_argument("make_export")
    parser.add_argument("make_dungeon")
    parser.add_argument("make_arena")
    parser.add_argument("make_events")
    parser.add_argument("make_beacon")
    parser.add_argument("--flips", type=int, default=60)
    parser.add_argument("--seed", type=int, default=20261121)
    parser.add_argument("--all", action="store_true")
    a = parser.parse_args()
    global all_places
    all_places = a.all
    rng = random.Random(a.seed)
    with tempfile.TemporaryDirectory() as folder:
        first = First(a.heraldo, folder)
        subprocess.run([a.make_export, folder], check=True, cwd=folder)
        files = {}
        for name in ("all", "A", "B", "GM", "public", "running.A"):
            files[name] = open(os.path.join(folder, name + ".jsonl"), "rb").read()
        for name, maker in (("dungeon", a.make_dungeon), ("arena", a.make_arena)):
            subprocess.run([maker, folder], check=True, cwd=folder)
            files[name] = open(os.path.join(folder, "all.jsonl"), "rb").read()
        for name, r in zip(files, first(list(files.values()))):
            if not r["verified"] or by_second(files[name]):
                sys.exit("%s does not verify untouched: %s, %s" % (
                    name, r, by_second(files[name])))
            assert Log(files[name]).bytes() == files[name]
        seen = set()
        for name in ("all", "running.A", "dungeon"):
            expect("scratch", name, files[name],
                   scratch_rows(files[name], seen, all_places and name != "dungeon"),
                   first)
        for name in ("all", "running.A"):
            expect("lines", name, files[name], order_rows(files[name]), first)
        forgers = {"rebellion": Forger(files["all"]), "dungeons": Forger(files["dungeon"]),
                   "arena": Forger(files["arena"])}
        f = forgers["rebellion"]
        for forge in (forge_luck, forge_reading, forge_secret, forge_people, forge_course, forge_disputes,
                      forge_events, forge_order):
            forge(f)
        for system in ("dungeons", "arena"):
            forge_events(forgers[system], every_field=False)
        forge_hidden(forgers["dungeons"])
        forge_shown(forgers["arena"])
        for system in ("dungeons", "arena"):
            cards_rows(forgers[system], first)
        kinds = every_kind(a.make_events)
        common = common_kinds(kinds)    # invented in the first
        for system, f in forgers.items():
            invented(f, [e for e in kinds[system] if all_places or f is forgers["rebellion"]
                         or e["event"] not in common])
            expect("forgery", system, f.data, f.rows, first)
        forge_fields(forgers, kinds, first)
        beacon_rows(a.make_beacon, folder, forgers, first)
        every_kind_is_changed(forgers, kinds)
        assert Log.is_kept()
        rows = promises(files["running.A"])
        if by_second(rows[0][1]) or not first([rows[0][1]])[0]["verified"]:
            red.append("a commitment that was kept is not verified")
        expect("commitment", "running.A", files["running.A"], rows[1:], first)
        for name in ("all", "running.A"):
            expect("flip", name, files[name], flip_rows(files[name], a.flips, rng, name == "all"),
                   first)
    print("seed %d; found at their place: %s" % (
        a.seed, ", ".join("%d %s" % (n, k) for k, n in counts.items())))
    for text in red:
        print("RED: " + text)
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(main())
