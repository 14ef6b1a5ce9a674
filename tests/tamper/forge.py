#!/usr/bin/python3
"""Whole logs that a malicious operator makes under the judge's own key.

	forge.py HERALDO LOG [--rounds N] [--seed S]

LOG is a full log of a test's game, whose players' keys are known. Each forged
log is built from a grammar: events and adjudications are added, left out and
moved; causes, hands, reasons and times are changed. All that hangs on it is made
anew, as if the game had been played so: chain, salts, counts, and the players'
signatures over the history that they were shown. They sign nothing else than
they did.

`heraldo verify` refuses each, or lists what was done as the operator's: an
accepted log differs from the first one in what its list "unsigned" tells, or
only in details of events that stand in that list. verify.py may know less, for
it has no rules, but accepts nothing that the list of its own does not name
either, where the forgery is one of ROWS, and refuses none that heraldo verify
accepts.

	forge.py .. --own LOG_OF_A [--sample N]

Each row of a table is also forged in the logs of seats A and B and of the game
masters, with what each of them signed and no other text. Both verifiers must
refuse each row but those of HIDDEN, whose text or leaf is closed there; --own
has the mails of press alone, which a full log lacks.
"""
import argparse
import calendar
import copy
import gzip
import json
import os
import pickle
import random
import re
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "../..")
sys.path[:0] = [HERE, os.path.join(TOP, "contrib")]
from log import H, JUDGE, Log, PLAYERS, dump, fingerprint, public, sshsig  # noqa: E402
from verifier.game import Game, read_on  # noqa: E402
from verifier.tools import Wrong  # noqa: E402

CAUSES = "mail timer gm operator reroll".split()
OFFICES = "operator judge deadline reservation readmission table deputy".split()
POLICIES = [("absence", "ignore"), ("approval", "majority"), ("anonymous", "yes"), ("grace-hours", "48"),
            ("press-gm-reads", "yes"), ("gm-sees-hidden", "yes"), ("deadline", "1d"), ("max-missed-deadlines", "1"),
            ("abandoned", "judge"), ("time-bank-days", "9"), ("proposal-days", "1"), ("days-off", "sat")]
WHYS = "away back calendar grace reserve table".split()
STRANGER = bytes([77] * 32)
HOUR = 3600
BATCH = 50      # logs that one process verifies


def moved(text, seconds):
    import datetime
    t = datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S%z") + datetime.timedelta(seconds=seconds)
    return t.strftime("%Y-%m-%dT%H:%M:%SZ")


def seconds(text):
    return calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ"))


def is_time(value):
    return isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", value)


class Forger:
    def __init__(self, data, rng):
        self.log, self.rng = Log(data), rng
        self.lines = self.log.lines

    # --- where things are ---------------------------------------------------

    def points(self):
        """First and last index of each adjudication."""
        ends = [i for i, x in enumerate(self.lines) if "point" in x]
        begins = [3] + [i + 1 for i in ends[:-1]]
        return list(zip(begins, ends))

    def events(self, kinds=None):
        return [i for i, x in enumerate(self.lines) if "event" in x and
                (x["event"]["event"] in kinds if kinds else x["event"]["event"] in HANDS)]

    def due(self, i, seat, was, now):
        """From the adjudication of line i on, this deadline of a seat is another."""
        for k in range(i, len(self.lines)):
            if "point" in self.lines[k]:
                d = self.lines[k]["deadlines"]
                if d.get(seat) != was:
                    return
                if now:
                    d[seat] = now
                else:
                    del d[seat]

    def due_before(self, i, seat):
        """The deadline of a seat before the adjudication of line i."""
        return next(x for x in reversed(self.lines[:i]) if "point" in x)["deadlines"].get(seat)

    def follow(self, i, was):
        """Another deadline, or none, stands in line i: what is told of it changes likewise."""
        now = self.lines[i].get("event", {})
        now = now["deadline"] if now.get("event") == was["event"] and now["seat"] == was["seat"] else \
            self.due_before(i, was["seat"])
        self.due(i, was["seat"], was["deadline"], now)

    def adjudication(self, first):
        return next(x["event"] for x in self.lines[first:]
                    if x.get("event", {}).get("event") == "adjudication")

    @staticmethod
    def leaf(e):
        return {"leaf": 0, "head": "", "hash": "", "salt": "", "event": e}

    def make(self, kind, **fields):
        e = {"event": kind, "for": "all", "rules": []}
        e.update(fields)
        return self.leaf(e)

    def add(self, n, *events):
        """To adjudication n, behind what is for all in it."""
        first, last = self.points()[n]
        at = next(i for i in range(first, last) if "seat" in self.lines[i] and "leaf" in self.lines[i])
        self.lines[at:at] = events

    def add_point(self, n, cause, seat, at_s, *events):
        """An adjudication of its own behind point n."""
        first, last = self.points()[n]
        sealed = [copy.deepcopy(x) for x in self.lines[first:last]
                  if "seat" in x and "leaf" in x]
        for x in sealed:
            x["events"] = []
        at = moved(self.adjudication(first)["at"], at_s)
        self.lines[last + 1:last + 1] = [self.make(
            "adjudication", point=0, cause=cause, seat=seat, serial=0, at=at), *events,
            *sealed, copy.deepcopy(self.lines[last])]
        self.renumber(n + 1)

    def renumber(self, after):
        """Points behind an adjudication that was added are others now."""
        for i, x in enumerate(self.lines[:]):
            e = x.get("event", {})
            for field in ("of_point", "to_point"):
                if e.get("event") in ("undone", "disputed", "point_replayed", "proposed") and \
                        isinstance(e.get(field), int) and e[field] > after:
                    e[field] += 1
            if "text" not in x or "signed" not in x:
                continue
            words = x["text"].split("\n", 1)
            head = words[0].split()
            k = 2 if head[0] == "GM" else 3
            if len(head) > k and head[k].isdigit() and int(head[k]) > after:
                head[k] = str(int(head[k]) + 1)
                x["text"] = "\n".join([" ".join(head)] + words[1:])
        for n, (first, _) in enumerate(self.points(), 1):
            self.adjudication(first)["point"] = n

    def late(self):
        """The first point behind which signed texts name no earlier one, nor
        do events: there an adjudication can be added, and nothing else."""
        found = 0
        for n, (first, last) in enumerate(self.points()):
            found = n if any(
                x.get("event", {}).get("event") in ("undone", "disputed", "ruled", "point_replayed", "press_published")
                or re.search("UNDO|DISPUTE|TAKEBACK|UNSEAL|RULE", x.get("text", "") if "signed" in x else "")
                for x in self.lines[first:last]) else found
        return min(found + 1, len(self.points()) - 2)

    # --- what is changed ----------------------------------------------------

    def somebody(self):
        return self.rng.choice(sorted({x["event"]["person"] for x in self.lines
                                       if "person" in x.get("event", {})}))

    def hand(self):
        keys = sorted({x["event"]["fingerprint"] for x in self.lines
                       if x.get("event", {}).get("event") == "key_added"})
        return self.rng.choice(OFFICES + keys + [self.somebody()])

    def any_event(self):
        """An event, made up or the copy of one."""
        r = self.rng
        seat = r.choice("AB")
        key = self.hand()
        now = r.choice([x["event"]["at"] for x in self.lines
                        if x.get("event", {}).get("event") == "adjudication"])
        some = moved(now, r.choice([1, HOUR, 86400, 7 * 86400, -86400]))
        return r.choice([
            lambda: self.make("seat_taken", seat=r.choice(["A", "B", ""]), person=self.somebody(),
                              role=r.choice(["player", "gm", "observer"]), by=key),
            lambda: self.make("key_added", person=self.somebody(),
                              fingerprint=fingerprint(public(STRANGER)),
                              key=ssh_line(STRANGER), by=key),
            lambda: self.make("key_revoked", person=self.somebody(), fingerprint=self.hand(), by=key),
            lambda: self.make("address_changed", person=self.somebody(), by=key),
            lambda: self.make("deadline_moved", seat=seat, deadline=some, cause=r.choice(WHYS)),
            lambda: self.make("deadline_passed", seat=seat, deadline=some, policy="default"),
            lambda: self.make("deadline_set", seat=seat, deadline=some, by=key,
                              cause=""),
            lambda: self.make("game_paused", by=key, cause=r.choice(["dispute", "history", "x"])),
            lambda: self.make("game_resumed", by=key),
            lambda: self.make("readmission_announced", seat=seat, by=key),
            lambda: self.make("absence_announced", seat=seat, person=self.somebody(), **{
                "from": now, "until": some}, by=key),
            lambda: self.make("absence_ended", seat=seat, person=self.somebody(), by=key),
            lambda: self.make("rested", **{"from": now, "until": some}, by=key),
            lambda: self.make("table_policy", **dict(zip(("name", "value"), r.choice(POLICIES))), by=key),
            lambda: self.make("override", by=key, cause=r.choice(["x", "option"]), path=r.choice(
                ["option.rounds", "A1.damage", "phase"]), value=[r.choice([0, 1, 9])]),
            lambda: self.make("undone", by=key, cause=r.choice(["takeback", "x"]),
                              to_point=r.randrange(1, 90), fresh=r.random() < .5),
            lambda: self.make("ruled", by=key, number=1, verdict=r.choice(["stands", "rerolled", "undone"]),
                              cause="x"),
            lambda: self.make("fork_found", by=key, to_point=r.randrange(1, 90),
                              head="2D00-0000-0000-0000-0000-0000-00F"),
            lambda: self.make("links_skipped", chain=0, number=r.choice([1030, 1025, 2049]), links=1024),
            lambda: self.make("proposed", seat=seat, number=r.choice([1, 2, 3]), what=r.choice(
                ["draw", "end", "surrender", "skip", "takeback", "extension"]), of=r.choice([0, 1, 48]),
                value="", until=some),
            lambda: self.make("proposal_answered", seat=seat, number=r.choice([1, 2]), agree=True),
            lambda: self.make("decided", number=r.choice([1, 2]), verdict=r.choice(
                ["accepted", "rejected", "lapsed"])),
            lambda: self.make("proxy_named", seat=seat, person=self.somebody(), until=some, press=False),
            lambda: self.make("proxy_ended", seat=seat, cause=r.choice(["return", "recall", "date"]), waits=False),
            lambda: self.make("entropy_declined", seat=seat),
            lambda: self.make("entropy_withheld", seat=seat, times=1),
            lambda: self.make("entropy_missing", seat=seat, sent=r.random() < .5),
            lambda: self.make("point_replayed", of_point=r.randrange(1, 99), of_event=r.randrange(1, 4)),
            lambda: self.make("disputed", seat=seat, number=r.choice([1, 2]), to_point=r.randrange(1, 90),
                              cause="x"),
            lambda: self.make("game_ended", by=key, cause=r.choice(["draw", "x"])),
            lambda: self.make("game_started", by=key),
            lambda: self.make("judge_moved", by=key, address="j@x.test"),
            lambda: copy.deepcopy(self.lines[r.choice(self.events())]),
        ])()

    def forge(self):
        """One to three changes; what they were, in words."""
        said = []
        for _ in range(self.rng.choice([1, 1, 1, 2, 3])):
            said.append(self.rng.choice([self.insert, self.insert, self.insert_point, self.drop,
                                         self.move, self.change, self.change])())
        return "; ".join(said)

    def insert(self):
        n, e = self.rng.randrange(len(self.points())), self.any_event()
        self.add(n, e)
        return "point %d: added %s" % (n + 1, json.dumps(e["event"]))

    def insert_point(self):
        n, e = self.rng.randrange(self.late(), len(self.points()) - 1), self.any_event()
        cause = self.rng.choice(CAUSES[:2] + CAUSES[3:4])
        seat = self.rng.choice(["", "A", "B"]) if cause == "timer" else ""
        self.add_point(n, cause, seat, self.rng.choice([0, 1]), e)
        return "behind point %d: %s, %s" % (n + 1, cause, json.dumps(e["event"]))

    def drop(self):
        i = self.rng.choice(self.events() + self.events(TIMED))
        e = self.lines[i]["event"]
        del self.lines[i]
        if e["event"] in ("deadline_moved", "deadline_set") and self.rng.random() < .7:
            self.follow(i, e)
        return "left out %s" % json.dumps(e)

    def move(self):
        i = self.rng.choice(self.events() + self.events(TIMED))
        line = self.lines.pop(i)
        n = self.rng.randrange(len(self.points()))
        self.add(n, line)
        return "moved to point %d: %s" % (n + 1, json.dumps(line["event"]))

    def change(self):
        i = self.rng.choice(self.events() + 2 * self.events(TIMED) + self.events(["adjudication"]))
        e = self.lines[i]["event"]
        fields = [f for f in ("by", "cause", "seat", "person", "at", "deadline", "from", "until")
                  if f in e]
        f = self.rng.choice(fields)
        old = e[f]
        told = dict(e)
        e[f] = moved(old, self.rng.choice([1, -1, HOUR, -HOUR, 86400])) if is_time(old) else \
            {"by": self.hand, "person": self.somebody, "cause": lambda: self.rng.choice(CAUSES if e["event"] == "adjudication" else WHYS), "seat": lambda: self.rng.choice(["", "A", "B"])}[f]()
        if f == "deadline" and e["event"] != "deadline_passed" and self.rng.random() < .7:
            self.follow(i, told)
        return "%s of %s: %r, was %r" % (f, json.dumps(e), e[f], old)


def ssh_line(seed):
    import base64
    from log import wire
    return "ssh-ed25519 " + base64.b64encode(wire(public(seed))).decode() + " key"


TIMED = ["deadline_moved", "deadline_passed", "deadline_set"]
HANDS = set("""seat_taken key_added key_revoked address_changed game_started deadline_set game_paused
    game_resumed game_ended override undone ruled table_policy rested absence_announced absence_ended fork_found
    readmission_announced""".split())


# --- what must come of it ------------------------------------------------------

class Verifier:
    def __init__(self, heraldo):
        self.heraldo = heraldo

    def __call__(self, data):
        """What `heraldo verify` says of these bytes."""
        return self.all([data])[0]

    def all(self, logs):
        """What one process says of each."""
        with tempfile.TemporaryDirectory() as d:
            names = [os.path.join(d, "%d.jsonl" % n) for n in range(len(logs))]
            for name, data in zip(names, logs):
                with open(name, "wb") as f:
                    f.write(data)
            done = subprocess.run(
                [self.heraldo, "--quiet", "--json", "verify", "--data", TOP + "/db",
                 "--templates", TOP + "/templates", *names], capture_output=True, check=False)
        said = [json.loads(x, strict=False) for x in done.stdout.decode("utf-8", "replace").split("\n") if x]
        if done.returncode not in (0, 1) or [x["file"] for x in said] != names:
            sys.exit("heraldo verify ends with %d: %s" % (done.returncode, done.stderr[:300]))
        return said


def deeds(said):
    return {(d["event"], d["by"]): d["times"] for d in said["unsigned"]}


def of_operator(data):
    """The log without all that is the operator's, and without what hangs on
    that: two logs whose rest is the same differ by his deeds alone."""
    out, point = [], []
    for line in data.decode().split("\n")[:-1]:
        x = json.loads(line)
        e = x.get("event")
        if e and e["event"] == "adjudication" and e["cause"] == "operator":
            point = None
        if "point" in x or "end" in x:
            point = []
        if point is None or not e or e.get("by") in ("operator", "reservation", "readmission"):
            continue
        # when a mail came in, the judge says: both verifiers tell that. Texts that are signed anew
        # are so by SSH, whatever their program was
        e = {k: v for k, v in e.items() if k not in ("point", "hash", "to_point", "of_point", "at", "format")}
        # nor does a log tell in which zone the days of an absence are: the hours are the judge's
        if e["event"] == "absence_announced":
            for f in ("from", "until"):
                e[f] = moved(e[f], 12 * HOUR)[:10]
        out.append(json.dumps(e))
    return out


def is_listed(first, forged, base, data):
    """Is the difference the operator's, as the list of an accepted log tells?"""
    return deeds(first) != deeds(forged) or first["clocks"] != forged["clocks"] or of_operator(base) == of_operator(data)


class Second:
    """verify.py, which reads what a log shares with the first one only once."""

    def __init__(self, base):
        self.lines, self.kept = base.split(b"\n")[:-1], []
        game = Game()
        game.mask_foretell(base)
        for n in range(0, len(self.lines), 150):
            self.kept.append((n, pickle.dumps(game)))
            try:
                read_on(game, b"\n".join(self.lines[:n + 150]) + b"\n", n)
            except Wrong as w:
                assert "cut off" in str(w) or n + 150 > len(self.lines), w

    def __call__(self, data):
        """The game, or None if it is refused."""
        lines = data.split(b"\n")
        same = next((i for i, (a, b) in enumerate(zip(lines, self.lines)) if a != b), len(self.lines))
        done, game = next(k for k in reversed(self.kept) if k[0] <= same)
        try:
            return read_on(pickle.loads(game), data, done)
        except Wrong:
            return None


# What an attacker did, row by row: words, how, and is it refused (else listed; None: it is no forgery)?
def keyed(f):
    """The event that brought a key which is valid to the end."""
    events = [x["event"] for x in f.lines if "event" in x]
    gone = {e["fingerprint"] for e in events if e["event"] == "key_revoked"}
    return next(e for e in events if e["event"] == "key_added" and e["fingerprint"] not in gone and
                e["by"] == "operator" and e["key"])


def another_key(f, by):
    own = keyed(f)
    f.add_point(f.late(), "mail", "", 0, f.make(
        "key_added", person=own["person"], fingerprint=fingerprint(public(STRANGER)),
        key=ssh_line(STRANGER), by=by or own["fingerprint"]))


def unsigned_key(f):
    another_key(f, None)


def seat_reserved(f):
    f.add_point(f.late(), "mail", "", 0, f.make(
        "seat_taken", seat="B", person="Mallory", role="player", by="reservation"), f.make(
        "key_added", person="Mallory", fingerprint=fingerprint(public(STRANGER)),
        key=ssh_line(STRANGER), by="reservation"))


def master_reserved(f):
    f.add_point(f.late(), "mail", "", 0, f.make(
        "seat_taken", seat="", person="Mallory", role="gm", by="reservation"))


def key_reserved(f):
    another_key(f, "reservation")


def paused_by_judge(f):
    f.add_point(f.late(), "mail", "", 0, f.make("game_paused", by="judge", cause="dispute"))


def deadline_back(f):
    i = f.events(["deadline_moved"])[0]
    f.lines[i]["event"].update(cause="back", deadline=moved(
        f.adjudication([p for p in f.points() if p[0] <= i][-1][0])["at"], 1))


def deadline_early(f):
    i = f.events(["deadline_passed"])[-1]
    old = f.lines[i]["event"]["deadline"]
    f.lines[i]["event"]["deadline"] = moved(old, -86400)


def deadline_late(f):
    i = f.events(["deadline_set"])[0]
    f.lines[i]["event"]["deadline"] = moved(f.lines[i]["event"]["deadline"], 86400)


def made_by_mail(f):
    f.adjudication(f.points()[0][0])["cause"] = "mail"


def no_seat(f):
    f.lines[f.events(["deadline_moved"])[0]]["event"]["seat"] = ""


def far_seat(f):
    f.lines[f.events(["deadline_moved"])[0]]["event"]["seat"] = "H"


def absence_longer(f):
    e = f.lines[f.events(["absence_announced"])[0]]["event"]
    e["until"] = moved(e["until"], 1)


def absence_moves_nothing(f):
    """An absence, and the deadline that it moves is left out."""
    away = f.events(["absence_announced"])[0]
    del f.lines[next(i for i in f.events(["deadline_moved"]) if i > away)]


def absence_forgotten(f):
    """The same, and the deadline stays what it was."""
    away = f.events(["absence_announced"])[0]
    i = next(i for i in f.events(["deadline_moved"]) if i > away)
    e = f.lines[i]["event"]
    del f.lines[i]
    f.follow(i, e)


def moved_elsewhere(f):
    """The deadline of another seat moves, as the end of each point says, too."""
    i = next(i for i in f.events(["deadline_moved"]) if f.lines[i]["event"]["cause"] == "away")
    e = dict(f.lines[i]["event"])
    other = "B" if e["seat"] == "A" else "A"
    f.due(i, e["seat"], e["deadline"], f.due_before(i, e["seat"]))
    f.due(i, other, f.due_before(i, other), e["deadline"])
    f.lines[i]["event"]["seat"] = other


def table_point(f):
    """A point that only says something of an absence or a proposal."""
    return next(p for p in f.points() if f.lines[p[1]]["deadlines"] and
                {x["event"]["event"] for x in f.lines[p[0]:p[1]] if "event" in x} -
                {"adjudication", "orders_signed"} in ({"absence_announced"}, {"proposed"}, {"proposal_answered"}))


def nobody_awaited(f):
    """Such a point, after which nobody is awaited."""
    f.lines[table_point(f)[1]]["deadlines"] = {}


def more_awaited(f):
    """Such a point, after which another seat is awaited, too."""
    first, last = table_point(f)
    seat = next(s for s in "AB" if s not in f.lines[last]["deadlines"])
    due = moved(f.adjudication(first)["at"], f.lines[1]["event"]["deadline"])
    f.lines[last]["deadlines"] = dict(sorted({**f.lines[last]["deadlines"], seat: due}.items()))


def absence_goes_on(f):
    """BACK was signed, and the absence does not end."""
    del f.lines[f.events(["absence_ended"])[0]]


def grace_of_nothing(f):
    """The first respite begins when no deadline was, a second behind the point before."""
    i = next(i for i in f.events(["deadline_moved"]) if f.lines[i]["event"]["cause"] == "grace")
    before, own = [f.adjudication(p[0]) for p in f.points() if p[0] <= i][-2:]
    sooner = seconds(before["at"]) + 1 - seconds(own["at"])
    own["at"] = moved(own["at"], sooner)
    f.lines[i]["event"]["deadline"] = moved(f.lines[i]["event"]["deadline"], sooner)


def agreed_undone(f, kind):
    """What the table agreed on is left out."""
    i = next(i for i in f.events([kind]) if f.lines[i]["event"].get("by") == "table")
    del f.lines[i]


def rest_dropped(f):
    agreed_undone(f, "rested")


def policy_dropped(f):
    agreed_undone(f, "table_policy")


def deadline_dropped(f):
    agreed_undone(f, "deadline_set")


def pause_dropped(f):
    """A report shows another history, and the game goes on."""
    del f.lines[next(i for i in f.events(["game_paused"]) if f.lines[i]["event"]["cause"] == "history")]


def timer_of_nothing(f):
    """A seat's deadline passes, and nothing comes of it."""
    del f.lines[f.events(["deadline_passed"])[0]]


def timer_of_another(f):
    """The same, where another seat's deadline moves at that point."""
    i = next(i for i in f.events(["deadline_passed"]) if
             any(a <= i <= b and set(range(a, b)) & set(f.events(["deadline_moved"])) for a, b in f.points()))
    del f.lines[i]


def deputy_keyless(f):
    """Of one who signed nothing: such keys are on the operator's word."""
    del f.lines[[i for i in f.events(["key_added"]) if f.lines[i]["event"]["by"] == "deputy"][-1]]


def address_kept(f):
    del f.lines[f.events(["address_changed"])[0]]


def owners(f, kind, **fields):
    """A change in the name of a player, as if they had signed it elsewhere."""
    own = keyed(f)
    f.add_point(f.late(), "mail", "", 0, f.make(kind, person=own["person"], **fields, by=own["fingerprint"]))


def address_elsewhere(f):
    owners(f, "address_changed")


def judge_plays(f, cause, acts, **fields):
    f.add_point(f.late(), cause, acts, 0, f.make("seat_played", strength="fair", version=1, **fields))


def plays_for_player(f):
    """The judge would sign the orders of a player who has a key."""
    seat = next(x["event"] for x in f.lines if x.get("event", {}).get("event") == "seat_taken" and
                x["event"]["seat"] == "B")
    judge_plays(f, "operator", "", seat="B", person=seat["person"], by="operator")


def plays_abandoned(f):
    judge_plays(f, "timer", "B", seat="B", person="Computer fair", by="deadline")


def plays_deputy(f):
    judge_plays(f, "mail", "", seat="B", person="Computer fair", by="deputy")


def plays_nobody(f):
    judge_plays(f, "operator", "", seat="B", person="Computer fair", by="operator")


def signed_by_judge(f):
    """Orders of a player with the judge's fingerprint and, made anew, its signature."""
    from log import JUDGE
    f.lines[f.events(["orders_signed"])[-1]]["event"]["fingerprint"] = fingerprint(public(JUDGE))


def strange_judge(f):
    """The same game under a key that no judge has, with a dice chain of its own
    whose commitment fits the game's name; no player signs anew."""
    strange = ssh_line(STRANGER).rsplit(" ", 1)[0]
    f.lines[0]["judge"] = f.lines[1]["event"]["judge_key"] = strange
    chain = f.lines[1]["event"]["dice_commitment"]
    f.lines[1]["event"]["dice_commitment"] = chain[:-2] + ("00" if chain[-2:] != "00" else "11")
    return {"seed": STRANGER}


def strange_key(f):
    """Only the key is another one."""
    strange = ssh_line(STRANGER).rsplit(" ", 1)[0]
    f.lines[0]["judge"] = f.lines[1]["event"]["judge_key"] = strange
    return {"seed": STRANGER}


def another_end(f):
    """Behind what the players signed last, under the judge's own key: the
    operator ends the game a day later, for another reason."""
    i = f.events(["game_ended"])[-1]
    f.lines[i]["event"]["cause"] = "another end"
    first = f.log.point_of(i)[0]
    f.adjudication(first)["at"] = moved(f.adjudication(first)["at"], 24 * HOUR)


def clock(f):
    """The last change of the calendar's clocks, and the first deadline after it."""
    clocks = [i for i in f.events(["clocks"]) if f.lines[i]["event"]["policy"] == "deadline"]
    return clocks[-1], next(i for i in f.events(["deadline_moved"]) if i > clocks[-1])


def clocks_off(f):
    """An hour off, and no deadline with it."""
    f.lines[clock(f)[0]]["event"]["offset"] = "+03:00"


def clocks_followed(f):
    """An hour off, and all deadlines with it."""
    i = clock(f)[0]
    f.lines[i]["event"]["offset"] = "+03:00"
    changed = next(k for k in f.events(["table_policy"]) if k > i)
    for k in f.events(["deadline_moved"]):
        if i < k < changed:
            e = f.lines[k]["event"]
            f.due(k, e["seat"], e["deadline"], moved(e["deadline"], -HOUR))
            e["deadline"] = moved(e["deadline"], -HOUR)


def clocks_dropped(f):
    del f.lines[clock(f)[0]]


def clocks_again(f):
    """Clocks of a zone that the calendar does not name."""
    f.lines[clock(f)[0]]["event"]["zone"] = "Asia/Tokyo"


def calendar_moved(f, seconds):
    i = clock(f)[1]
    e = f.lines[i]["event"]
    f.due(i, e["seat"], e["deadline"], moved(e["deadline"], seconds))
    e["deadline"] = moved(e["deadline"], seconds)


def calendar_hour(f):
    calendar_moved(f, HOUR)


def calendar_turn(f):
    calendar_moved(f, 3 * 86400)


def calendar_plain(f):
    """The deadline of a calendar is that of a plain turn, and no event tells it."""
    i = clock(f)[1]
    e = f.lines.pop(i)["event"]
    at = f.adjudication(f.log.point_of(i)[0])["at"]
    f.due(i, e["seat"], e["deadline"], moved(at, 3 * 86400))


def silent_point(f, seat):
    """A point with orders of this seat, which say nothing to the table; the last such."""
    return [n for n, (a, b) in enumerate(f.points()) if any(
        x.get("event", {}).get("event") == "orders_signed" and x["event"]["seat"] == seat for x in f.lines[a:b]) and not any(
        re.search("PROPOS|AGREE|ACEPTO|AGAINST|CONTRA|DISPUT|DEPUT|AWAY|BACK", x.get("text", ""))
        for x in f.lines[a:b])][-1]


def unsaid_proposal(f):
    """The judge proposes in the name of a player who signed other orders."""
    n = silent_point(f, "A")
    at = f.adjudication(f.points()[n][0])["at"]
    said = [x["event"] for x in f.lines if x.get("event", {}).get("event") == "proposed"]
    policies = [x["event"]["value"] for x in f.lines if
                x.get("event", {}).get("event") == "table_policy" and x["event"]["name"] == "proposal-days"]
    f.add(n, f.make("proposed", seat="A", number=len(said) + 1, what="draw", of=0, value="",
                    until=moved(at, int((policies or [7])[-1]) * 86400)))


def unsaid_deputy(f):
    n = silent_point(f, "B")
    at = f.adjudication(f.points()[n][0])["at"]
    f.add(n, f.make("proxy_named", seat="B", person="Mallory", until=moved(at, 7 * 86400), press=False))


def unsaid_absence(f):
    n = silent_point(f, "B")
    at = f.adjudication(f.points()[n][0])["at"]
    person = next(x["event"] for x in f.lines if x.get("event", {}).get("event") == "seat_taken" and
                  x["event"]["seat"] == "B")["person"]
    key = next(x["event"]["fingerprint"] for x in f.lines[f.points()[n][0]:] if
               x.get("event", {}).get("event") == "orders_signed")
    f.add(n, f.make("absence_announced", seat="B", person=person, **{"from": at, "until": moved(at, 86400)}, by=key))


def another_matter(f):
    """A draw is proposed, which the table rejects; the log says: an end."""
    i = next(i for i, x in enumerate(f.lines) if x.get("event", {}).get("event") == "proposed" and
             x["event"]["what"] == "draw")
    f.lines[i]["event"]["what"] = "end"


def another_answer(f):
    """Who agreed to another option was against it, says the log, and it stays."""
    number = next(x["event"]["number"] for x in f.lines if x.get("event", {}).get("event") == "proposed" and
                  x["event"]["what"] == "option")
    i = next(i for i, x in enumerate(f.lines) if x.get("event", {}).get("event") == "proposal_answered" and
             x["event"]["number"] == number)
    f.lines[i]["event"]["agree"] = False
    f.lines[i + 1]["event"]["verdict"] = "rejected"
    f.lines[i + 2:] = [x for k, x in enumerate(f.lines[i + 2:]) if k or x.get("event", {}).get("event") != "override"]


def another_value(f):
    """A master who let the game go on is told to have set a value."""
    n, (a, _) = [(n, (a, b)) for n, (a, b) in enumerate(f.points()) if any(
        re.search("^GM .*\nSEEN .*\nRESUME", x.get("text", "")) for x in f.lines[a:b])][-1]
    by = next(x["event"]["by"] for x in f.lines[a:] if x.get("event", {}).get("event") == "game_resumed")
    f.add(n, f.make("override", by=by, cause="", path="A1.tokens", value=[1]))


def another_ruling(f):
    i = f.events(["ruled"])[0]
    f.lines[i]["event"]["number"] += 1


def another_signed_key(f):
    """Who signed that a key is added has one more."""
    n, (a, b) = next((n, (a, b)) for n, (a, b) in enumerate(f.points()) if any(
        re.search("KEYS.*\nSEEN.*\nADD", x.get("text", "")) for x in f.lines[a:b]))
    e = next(x["event"] for x in f.lines[a:b] if x.get("event", {}).get("event") == "key_added")
    f.add(n, f.make("key_added", person=e["person"], fingerprint=fingerprint(public(STRANGER)),
                    key=ssh_line(STRANGER), by=e["by"]))


# of a table with a calendar
CALENDAR = [("clocks an hour off", clocks_off, True),
            ("clocks an hour off, and all deadlines with them", clocks_followed, False),
            ("a change of the clocks, left out", clocks_dropped, True),
            ("the clocks of another zone", clocks_again, True),
            ("a calendar's deadline an hour later", calendar_hour, True),
            ("a calendar's deadline three days later", calendar_turn, True),
            ("a calendar's deadline, left out", calendar_plain, True)]
ROWS = [("a strange judge's key and dice chain", strange_judge, True),
        ("a strange judge's key", strange_key, True),
        ("another end by the operator", another_end, False),
        ("the judge plays a player's seat", plays_for_player, True),
        ("the judge takes a seat that nobody left", plays_abandoned, True),
        ("the judge is a deputy whom nobody named", plays_deputy, True),
        ("the judge plays for nobody who has a seat", plays_nobody, True),
        ("orders of a player signed by the judge", signed_by_judge, True),
        ("a change of address that was signed, left out", address_kept, True),
        ("a change of address that nobody signed", address_elsewhere, False),
        ("a key that nobody signed", unsigned_key, False),
        ("a game made by a mail", made_by_mail, True),
        ("an absence that is a second longer", absence_longer, True),
        ("a deadline that an absence moves, left out", absence_moves_nothing, True),
        ("the same, and the deadline stays what it was", absence_forgotten, True),
        ("the deadline of another seat moves", moved_elsewhere, True),
        ("a seat is awaited no more after talk", nobody_awaited, True),
        ("another seat is awaited after talk", more_awaited, True),
        ("the end of an absence, left out", absence_goes_on, True),
        ("a respite before the deadline", grace_of_nothing, True),
        ("a rest that was agreed on, left out", rest_dropped, True),
        ("a policy that was agreed on, left out", policy_dropped, True),
        ("a deadline that was agreed on, left out", deadline_dropped, True),
        ("a pause for another history, left out", pause_dropped, True),
        ("a deadline that passed, left out", timer_of_nothing, True),
        ("a deadline that passed where another moves, left out", timer_of_another, True),
        ("a proposal that its seat did not make", unsaid_proposal, True),
        ("a deputy whom the seat did not name", unsaid_deputy, True),
        ("a seat is away that did not say so", unsaid_absence, True),
        ("a proposal of another matter than was signed", another_matter, True),
        ("an answer that is the opposite of what was signed", another_answer, True),
        ("a value that the game master did not set", another_value, True),
        ("a ruling on another dispute", another_ruling, True),
        ("another key than was signed, too", another_signed_key, True),
        ("a deadline of no seat", no_seat, True),
        ("the deadline of a seat that the game has not", far_seat, True),
        ("a silent deputy without a key", deputy_keyless, False),
        ("a taken seat by a reservation", seat_reserved, True),
        ("a game master by a reservation", master_reserved, True),
        ("another key by a reservation", key_reserved, True),
        ("a pause without a dispute", paused_by_judge, True),
        ("a deadline that comes back", deadline_back, True),
        ("a deadline a day early", deadline_early, True),
        ("more time than was said", deadline_late, True)]


def entry(f, kind, n=0, **fields):
    """The n-th such event: its index, and itself."""
    i = f.log.find(kind, n, **fields)
    return i, f.lines[i]["event"]


def changed(kind, fields, **to):
    """Such an event says something else."""
    def how(f):
        entry(f, kind, **fields)[1].update(to)
    return how


def answer_turned(f):
    entry(f, "proposal_answered", number=3)[1]["agree"] = False
    entry(f, "decided", number=3)[1]["verdict"] = "rejected"
    del f.lines[entry(f, "table_policy", value="majority")[0]]


def another_agreed(f):
    entry(f, "proposed", number=3)[1]["value"] = "absence-days 29"
    entry(f, "table_policy", value="majority")[1].update(name="absence-days", value="29")


def vote_turned(f):
    """A game that ends where the table has voted on the random words."""
    entry(f, "entropy_voted")[1]["anew"] = False
    i, _ = entry(f, "entropy_restarted")
    f.lines[i:i + 1] = [f.make("entropy_missing", seat="B", sent=True), f.make("entropy_settled", words=1)]
    del f.lines[f.points()[8][0]:f.points()[-1][0]]
    for n, (first, _) in enumerate(f.points(), 1):
        f.adjudication(first)["point"] = n


def word_dropped(f):
    del f.lines[entry(f, "entropy_committed", seat="A")[0]]


def in_orders(f, kind, **fields):
    n = silent_point(f, "A")
    f.add(n, f.make(kind, person="Ana", **fields, by=next(
        x["event"] for x in f.lines[f.points()[n][0]:] if x.get("event", {}).get("event") == "orders_signed")["fingerprint"]))


def key_in_orders(f):
    in_orders(f, "key_added", fingerprint=fingerprint(public(STRANGER)), key=ssh_line(STRANGER))


def address_in_orders(f):
    in_orders(f, "address_changed")


def more_keys(f):
    i, e = next((i, f.lines[i]["event"]) for i in f.events(["key_added"]) if f.lines[i]["event"]["by"].startswith("SHA256:"))
    f.lines.insert(i + 1, f.make("key_added", person=e["person"], fingerprint=fingerprint(public(STRANGER)),
                                 key=ssh_line(STRANGER), by=e["by"]))


def master_more(f):
    i, e = entry(f, "game_paused", by="Cy")
    f.lines.insert(i + 1, f.make("override", by="Cy", cause=e["cause"], path="A1.tokens", value=[1]))


def master_undone(f):
    e = entry(f, "undone", by="Cy")[1]
    e["to_point"] -= 1


def master_ignored(f):
    del f.lines[entry(f, "override", by="Cy")[0]]


def deputy_keyed(f):
    i, e = entry(f, "proxy_named", seat="B")
    e["person"] = "Mallory"
    del f.lines[i + 1]


def absence_later(f):
    e = entry(f, "absence_announced", seat="A")[1]
    e.update({k: moved(e[k], 24 * HOUR) for k in ("from", "until")})


def own_leaf(f, **e):
    """In what seat A alone reads."""
    first, last = f.points()[silent_point(f, "A")]
    i = next(i for i in range(first, last) if f.lines[i].get("seat") == "A")
    kind = e.pop("event")
    f.lines[i]["events"].append(dict(f.make(kind, **e)["event"], **{"for": ["A"]}))
    return last


def pause_hidden(f):
    f.lines[own_leaf(f, event="game_paused", by="operator", cause="x")]["deadlines"] = {}


def set_hidden(f):
    own_leaf(f, event="override", by="operator", cause="x", path="A1.tokens", value=[1])


def dice_unsigned(f):
    """Dice fall in a mail that nobody signed: a link is used up."""
    i = f.events(["link_opened"])[-1]
    first, last = f.log.point_of(i)
    rolls = [k for k in range(first, last) if f.lines[k].get("event", {}).get("event") in ("rolled", "link_opened")]
    made = [f.lines[k] for k in rolls]
    for k in reversed(rolls):
        del f.lines[k]
    f.add_point([p[0] for p in f.points()].index(first) - 1, "mail", "", 0, *made)


def play_copied(f):
    """Some event of the game's own, once more."""
    e = next(x["event"] for x in reversed(f.lines) if x.get("event", {}).get("event") == "clicks")
    return f.leaf(copy.deepcopy(e))


def play_unsigned(f):
    f.add_point(f.late(), "mail", "", 0, play_copied(f))


def play_in_talk(f):
    f.add(f.points().index(table_point(f)), play_copied(f))


def play_by_operator(f):
    f.add_point(f.late(), "operator", "", 0, play_copied(f))


def play_in_respite(f):
    i = next(i for i in f.events(["deadline_moved"]) if f.lines[i]["event"]["cause"] == "grace")
    f.lines.insert(i + 1, play_copied(f))


def deputy_resigns(f):
    """No forgery: the deputy gives the place back, and not the seat takes it."""
    i, e = entry(f, "proxy_ended", cause="recall")
    e["cause"] = "resigned"
    head = f.lines[i - 1]["text"].split("\n", 1)
    f.adjudication(f.log.point_of(i)[0])["serial"] = 777
    f.lines[i - 1]["text"] = re.sub("[0-9]+$", "777", head[0]) + "\n" + head[1]
    f.lines[i - 2]["event"]["fingerprint"] = fingerprint(public(PLAYERS["deputy"]))


# what a signed text says, and the log does not; and what nobody said
SIGNED = [("an answer turned around", answer_turned, True),
          ("another policy than was proposed", another_agreed, True),
          ("another matter than was proposed", changed("proposed", {"number": 5}, what="end"), True),
          ("another vote on the random words", vote_turned, True),
          ("a random word that was sealed, left out", word_dropped, True),
          ("another point than was disputed", changed("disputed", {"number": 1}, to_point=88), True),
          ("another reason than was disputed", changed("disputed", {"number": 1}, cause="x"), True),
          ("another deputy than was named", deputy_keyed, True),
          ("a deputy for longer", changed("proxy_named", {"seat": "B"}, until="2026-06-01T00:00:00Z"), True),
          ("a deputy with the letters", changed("proxy_named", {"seat": "B"}, press=True), True),
          ("an absence a day later", absence_later, True),
          ("a key in orders", key_in_orders, True),
          ("an address in orders", address_in_orders, True),
          ("a second key, where one was added", more_keys, True),
          ("a value set by a master who paused", master_more, True),
          ("another point than a master undid", master_undone, True),
          ("another value than a master set", changed("override", {"by": "Cy"}, value=[0]), True),
          ("a master sets another figure's value", changed("override", {"by": "Cy"}, path="A2.tokens"), True),
          ("another reason than a master gave", changed("override", {"by": "Cy"}, cause="x"), True),
          ("a master's command, left out", master_ignored, True),
          ("a pause that one seat alone reads", pause_hidden, True),
          ("a value that one seat alone reads", set_hidden, True),
          ("dice in a mail that nobody signed", dice_unsigned, True),
          ("play in a mail that nobody signed", play_unsigned, True),
          ("play by talk", play_in_talk, True),
          ("play by the operator", play_by_operator, True),
          ("play in a respite", play_in_respite, True),
          ("a deputy who gives the place back", deputy_resigns, None)]


# --- the logs of one seat ------------------------------------------------------

def heading(line):
    """Seat and serial of a signed text: what the game itself has of it."""
    words = line["text"].split("\n", 1)[0].split()
    return words[2], words[-1]


class Letters:
    """Mails of press alone: the log of their author shows what they signed, the full log does not."""

    def __init__(self, full, own):
        """full, own: the full log of a game, and that of an author of such mails."""
        texts = {x["signed"]: line for line in own.split(b"\n") if line.startswith(b'{"signed"') for x in [json.loads(line)]}
        lines = full.split(b"\n")
        self.headings, out = set(), []
        for line, after in zip(lines, lines[1:] + [b""]):
            out.append(line)
            leaf = re.match(rb'{"leaf":([0-9]+)', line)
            if leaf and b'"event":"orders_signed"' in line and not after.startswith(b'{"signed"') and int(leaf[1]) in texts:
                out.append(texts[int(leaf[1])])
                self.headings.add(heading(json.loads(out[-1])))
        self.log = b"\n".join(out)     # the full log with them

    def of(self, data, reader, key=JUDGE):
        """The same log as this seat reads it, or "all", which the judge's key signs."""
        out, seat = [], None
        for line in data.decode().split("\n")[:-1]:
            x = json.loads(line) if line.startswith('{"leaf"') else None
            if x and x.get("event", {}).get("event") == "orders_signed":
                seat = x["event"]["seat"]
            if line.startswith('{"signed"'):
                if reader == "all" and heading(json.loads(line)) in self.headings or reader not in ("all", seat or "GM"):
                    continue
            elif line.startswith('{"end"'):
                end = json.loads(line)
                del end["signature"]
                end.update(lines=len(out), file=H("".join(out).encode()).hex())
                end["signature"] = sshsig(key, b"heraldo-log@heraldo", dump(end).encode())
                line = dump(end)
            elif reader != "all":
                if line.startswith('{"heraldo"'):
                    line = line.replace('"for":"all"', '"for":"%s"' % reader)
                elif x and x.get("seat", reader) != reader:
                    line = dump({k: x[k] for k in ("leaf", "head", "hash", "seat")})
                elif line.startswith('{"point"'):
                    line = re.sub(',"state":"[0-9a-f]*"', "", line)
            out.append(line + "\n")
        return "".join(out).encode()


# Rows that a log of one seat cannot refuse: who else signed what they hang on, or alone reads it
HIDDEN = {"B": ["a change of address that was signed, left out", "a deputy whom the seat did not name",
                "a seat is away that did not say so", "another key than was signed, too", "an answer turned around",
                "another point than was disputed", "another reason than was disputed", "another deputy than was named",
                "a deputy for longer", "a deputy with the letters", "a second key, where one was added"],
          "A": ["the end of an absence, left out", "a proposal that its seat did not make",
                "a proposal of another matter than was signed", "an answer that is the opposite of what was signed",
                "another policy than was proposed", "another matter than was proposed",
                "another vote on the random words", "an absence a day later", "a key in orders", "an address in orders",
                "a pause that one seat alone reads", "a value that one seat alone reads", "play by talk",
                "another seat is awaited after talk"],
          "GM": ["a value that the game master did not set", "a value set by a master who paused",
                 "another point than a master undid", "another value than a master set",
                 "a master sets another figure's value", "another reason than a master gave",
                 "a master's command, left out"]}


def is_hidden(words, reader):
    """Is it known by another text or leaf than the reader's?"""
    return any(words in rows for of, rows in HIDDEN.items() if of != reader)


def seats_red(verify, letters, base, made, readers):
    """The rows in the log of each reader: how many of them are red."""
    red = 0
    for reader in readers:
        first = letters.of(base, reader)
        second, logs = Second(first), [letters.of(data, reader, key) for _, _, data, key in made]
        said = verify.all([first] + logs)
        if not said[0]["verified"]:
            sys.exit("the log of %s does not verify: %s" % (reader, said[0]))
        refused = 0
        for (words, is_refused, *_), data, one in zip(made, logs, said[1:]):
            other, may = second(data), not is_refused or is_hidden(words, reader)
            refused += not one["verified"]
            # a table names no row that the log does show
            if bool(one["verified"]) != may or bool(other) != may or may and one["unchecked"] == 0:
                red += 1
                print("RED: %s, in the log of %s: heraldo verify: %s; verify.py %s it" % (
                    words, reader, one.get("what", "accepts it"), "accepts" if other else "refuses"))
        print("%d logs of %s, %d refused" % (len(logs), reader, refused))
    return red


def rows_red(verify, letters, base, made):
    """The same in the full log."""
    by_second, red = Second(base), 0
    first, *all_said = verify.all([base] + [letters.of(data, "all", key) for _, _, data, key in made])
    for (words, refused, data, key), said in zip(made, all_said):
        data = letters.of(data, "all", key)
        other = by_second(data)
        if refused is None and said["verified"] and other:
            continue
        if refused is None or said["verified"] == refused or not said["verified"] and not refused or \
                said["verified"] and not is_listed(first, said, base, data) or \
                other and refused and words != "a deadline a day early":
            red += 1
            print("RED: %s: heraldo verify: %s; verify.py: %s" % (
                words, {k: said.get(k) for k in ("verified", "what", "unsigned")},
                "accepts it" if other else "refuses it"))
    return red, by_second


def rows_made(raw, rows):
    made = []
    for words, how, refused in rows:
        f = Forger(raw, random.Random(0))
        try:
            to = how(f) or {"resigned": True}
        except (IndexError, KeyError, StopIteration):
            print("no such event in this log: %s" % words)
            continue
        made.append((words, refused, f.log.bytes(**to), to.get("seed", JUDGE)))
    return made


def read(path):
    with open(path, "rb") as f:
        raw = f.read()
    return gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("heraldo")
    parser.add_argument("log")
    parser.add_argument("--own", help="the log of seat A of the same game")
    parser.add_argument("--sample", type=int, help="so many rows, in the log of one reader")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    a = parser.parse_args()
    raw = read(a.log)
    letters = Letters(raw, read(a.own) if a.own else b"")
    verify, listed = Verifier(a.heraldo), 0
    with_letters = Log(letters.log).bytes(resigned=True)
    base = letters.of(with_letters, "all")
    first = verify(base)
    if not first["verified"]:
        sys.exit("the log that is forged does not verify: %s" % first)
    assert len(PLAYERS) >= 3
    rows = CALENDAR if first["clocks"] else ROWS + SIGNED
    made = rows_made(letters.log, rows)
    red, by_second = rows_red(verify, letters, base, made)
    if a.own:
        rng, readers = random.Random(a.seed), sorted(HIDDEN)
        red += seats_red(verify, letters, with_letters, rng.sample(made, a.sample) if a.sample else made,
                         [rng.choice(readers)] if a.sample else readers)
    for begin in range(0, a.rounds, BATCH):
        forged = []
        for seed in range(a.seed * 1000003 + begin, a.seed * 1000003 + min(begin + BATCH, a.rounds)):
            f = Forger(raw, random.Random(seed))
            forged.append((seed, f.forge(), f.log.bytes(resigned=True)))
        for (seed, words, data), said in zip(forged, verify.all([f[2] for f in forged])):
            listed += said["verified"]
            if said["verified"] and data != base and not is_listed(first, said, base, data):
                red += 1
                print("RED: seed %d is taken, and not listed: %s" % (seed, words))
            if said["verified"] and not by_second(data):
                red += 1
                print("RED: seed %d is taken, and verify.py refuses it: %s" % (seed, words))
    assert Log.is_kept()
    print("%d forged logs: %d refused, %d with what was done listed as the operator's, %d red" % (
        len(rows) + a.rounds, len(rows) + a.rounds - listed - 1, listed + 1, red))
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(main())
