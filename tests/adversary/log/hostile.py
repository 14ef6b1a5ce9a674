#!/usr/bin/python3
"""Logs made to hurt who verifies them: each must be answered, and refused.

	hostile.py HERALDO LOG

LOG is an exported game of Dungeons, for all. Its judge (tests/tamper/log.py) makes another
of it: a position with something in it that no game can hold, then a start and
a silent player, so that the rules go on from there. All that hangs on it is
made anew; the hash of a state that nobody could know is taken from the
verifier's own complaint. heraldo verify ends with 1 at the event that is wrong,
whatever it is: a number that rules index with, work that was never suspended,
a piece that is not there.
"""
import copy
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "../../..")
sys.path.insert(0, os.path.join(TOP, "tests/tamper"))
from log import Log  # noqa: E402

ALL = {"for": "all", "rules": []}


def event(kind, /, **fields):
    return dict({"event": kind}, **ALL, **fields)


def hero(**other):
    card = dict(fig="A1", kind="hero", owner="A", key="pyramid/81", name="Amir", form="single",
                points=82, level=1, levels=[4, 32, 3, 38, 2, 50, 1, 64, 0, 82], range=0,
                targets=1, arc=7, dial=[6, 10, 16, 3, 1, 12, 24, 0] * 10)
    card.update(other)
    return event("figure_defined", **card)


def square(x, y):
    return 1 | 15 << 8 | 0 << 16


def board():
    return event("board_laid", key="attack", at=[0, 0], size=[5, 5],
                 squares=[square(x, y) for y in range(5) for x in range(5)],
                 sections=[65, 1, 0, 0, 4, 4], mouths=[12621, 0, 0, 1, 0, 0], doors=[], stairs="")


def override(path, value):
    return event("override", by="operator", cause="", path=path, value=[value])


def play(phase="play"):
    return event("phase_entered", phase=phase)


TURN = [event("turn_started", seat="A", turn=1, activations=3)]
READY = [override("phase", 9), override("active", 0), override("activations", 3)]
ROWS = [
    # what, events of the position, which of them is wrong; None: the whole
    ("a doorway that is none", [board(), hero(), event("entrance_set", seat="A", mouth=100000000)]
     + TURN, 2),
    ("a doorway that the board has not", [board(), hero(), override("A.entrance", 63)] + READY, 2),
    ("an exit that is none", [board(), hero(), event("exit_set", seat="A", mouth=-100000000)] + TURN, 2),
    ("a dial of sixty clicks", [board(), hero(), event(
        "damaged", fig="A1", by="", cause="attack", mods=[], clicks=60, click=60)] + TURN, 2),
    ("a dial turned beyond its end", [board(), hero(), override("A1.click", 12)] + READY, None),
    ("a thousandth level", [board(), hero(), event("level_raised", fig="A1", level=1000, click=0)]
     + TURN, 2),
    ("more hidden draws than numbers", [board(), hero(), event(
        "secret", number=2147483647, piece="A1", value=1)] + TURN, 2),
    ("work that was never done", [board(), hero(), event(
        "asked", seat="A", what="spin", fig="A1", about="A1"), event(
        "suspended", jobs=[7, 66000, -5, 9, 0, 0, 0, 0] * 9)] + READY, 2),
    ("a figure that is activated and is not there", [board(), hero(), override("actor", 66000)]
     + READY, None),
    ("a figure on the board and off it", [board(), hero(), override("A1.place", 2)] + READY, None),
    ("figures in a wall", [board(), hero(), override("A1.place", 2), override("A1.square", 1599)]
     + READY, None),
    ("a chest of a thirtieth model", [board(), hero(), event(
        "chest_placed", seat="A", chest="K1", model=30, at=[1, 1], face="n")] + READY, 2),
    ("a door without a kind", [dict(board(), doors=[66000, 1, 1, 2, 99, 99])] + [hero()] + READY, None),
    ("a door that opens far away", [dict(board(), doors=[66000, 1, 1, 1000000, 0, 0])] + [hero()]
     + READY, None),
    ("a section of a kind that is none", [dict(board(), sections=[65, 77, 0, 0, 4, 4])] + [hero()]
     + READY, None),
    ("a card with a range of millions", [board(), hero(range=2000000000)] + READY, 1),
    ("a mouth that looks nowhere", [dict(board(), mouths=[12621, 0, 0, 1, 0, 1000000])] + [hero()]
     + READY, None),
    ("a treasure that gives a million", [board(), event(
        "model_defined", model=75, traps=[0, 0, 0, 0, 0, 0, 0] * 6,
        treasures=[1, 0, 0, 0, 2000000000, 0, 0, 0, 0, 0] * 6, names="")] + [hero()] + READY, 1),
]


def forged(data, events):
    """(log, index of the first of the events, indices of lines with a state)"""
    log = Log(data)
    # a game without random words: it starts with its second point
    log.lines[next(i for i, x in enumerate(log.lines) if "event" in x)]["event"]["words"] = 0
    end = next(i for i, x in enumerate(log.lines) if "point" in x)
    first = next(i for i, x in enumerate(log.lines) if "events" in x)
    sealed = log.lines[first:end]
    for x in sealed:
        x["events"] = []
    leaf = lambda e: {"leaf": 0, "head": "", "hash": "", "salt": "", "event": e}
    about = lambda point, cause, seat="": leaf(event(
        "adjudication", point=point, cause=cause, seat=seat, serial=0, at="2025-12-01T00:00:00Z"))
    lines = log.lines[:first]
    at = len(lines) + 1
    seats = [event("seat_taken", seat=s, person=p, role="player", by="operator")
             for s, p in (("A", "Ana"), ("B", "Bob"))]
    lines += [leaf(e) for e in seats + events]
    point = lambda: {"point": 0, "leaves": 0, "head": "", "deadlines": {}, "state": "0" * 64}
    lines += copy.deepcopy(sealed) + [point()]
    lines += [about(2, "operator"), leaf(event("game_started", by="operator"))]
    lines += copy.deepcopy(sealed) + [point()]
    lines += [about(3, "timer", "A"), leaf(event(
        "deadline_passed", seat="A", deadline="2025-12-02T00:00:00Z", policy="default"))]
    lines += copy.deepcopy(sealed) + [point()]
    log.lines = lines + log.lines[-1:]
    return log, at + 1, [i for i, x in enumerate(log.lines) if "point" in x]


def verify(heraldo, name, log):
    with open(name, "wb") as f:
        f.write(log.bytes())
    done = subprocess.run(
        [heraldo, "--quiet", "--json", "verify", "--data", TOP + "/db",
         "--templates", TOP + "/templates", name], capture_output=True, check=False)
    if done.returncode not in (0, 1):
        return None, "ends with %d: %s" % (
            done.returncode, done.stderr.decode("utf-8", "replace")[:300])
    return json.loads(done.stdout.decode("utf-8", "replace"), strict=False), None


def main():
    heraldo, base = sys.argv[1:3]
    data = open(base, "rb").read()
    red = 0
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "forged.jsonl")
        for what, events, wrong in ROWS:
            log, at, states = forged(data, events)
            for _ in 2 * states + [0]:
                said, died = verify(heraldo, name, log)
                if not died and "the deadlines afterwards" in said["what"]:
                    words = said["expected"].split()
                    log.lines[said["line"] - 1]["deadlines"] = dict(zip(words[::2], words[1::2]))
                elif not died and "state of the game" in said["what"]:
                    log.lines[said["line"] - 1]["state"] = said["expected"]
                else:
                    break
            expected = states[0] + 1 if wrong is None else at + wrong + 1
            if died or said["verified"] or said["line"] != expected:
                red += 1
                print("RED: %s: heraldo verify %s, expected line %d" % (
                    what, died or "finds nothing" if died or said["verified"] else
                    "finds line %d: %s" % (said["line"], said["what"]), expected))
            elif os.environ.get("SHOW"):
                print("%s: line %d, %s" % (what, said["line"], said["what"]))
    print("%d hostile logs, %d red" % (len(ROWS), red))
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(main())
