#!/usr/bin/python3
"""Which actor may cause which event: the tables of both verifiers, and each event.

	hands.py SRCDIR

Prints the table with -v. Every event of all games (src/engine/common.def) that
names its actor in "by" has the same rows in src/verifier/verify_cause.c and in
contrib/verifier/hands.py; each other one follows from something else, and
stands in the list of verify_cause.c. An actor that signs nothing is told by both
verifiers as the operator's.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
SRC = sys.argv[1]
sys.path.insert(0, os.path.join(SRC, "contrib"))
from verifier.game import COMMON, PLAIN  # noqa: E402
from verifier.hands import HANDS, WORDS  # noqa: E402

CAUSES = {"COMMAND": "operator", "GM": "gm", "MAIL": "mail", "TIMER": "timer", "REROLL": "reroll"}
# as contrib/verifier/hands.py calls those that are words of the log
ACTORS = {"OPERATOR": "operator", "JUDGE": "judge", "DEADLINE": "deadline",
          "RESERVATION": "reservation", "READMISSION": "readmission"}
# events with "by" whose actor is known otherwise: by what proves it
OTHERWISE = {"option_set": "of game_created"}


def read(name):
    with open(os.path.join(SRC, name), encoding="utf-8") as f:
        return f.read()


def main():
    red = []
    events = re.findall(r'EVENT\((\w+), "(\w+)"\)(.*?)END\(\1\)', read("src/engine/common.def"), re.S)
    kinds = {symbol: name for symbol, name, _ in events}
    by = {name for symbol, name, fields in events if "FIELD(%s, BY," % symbol in fields}
    cause = read("src/verifier/verify_cause.c")
    first = {}
    for kind, of, hand in re.findall(r"\{ COMMON_(\w+), (\w+), (\w+) \}", cause):
        first.setdefault(kinds[kind], set()).add((CAUSES[of], ACTORS.get(hand, hand)))
    second = {k: {tuple(x.split(":")) for x in v.split()} for k, v in HANDS.items()}
    for kind in sorted(set(first) | set(second)):
        if first.get(kind) != second.get(kind):
            red.append("%s: verify_cause.c %s, hands.py %s" % (
                kind, sorted(first.get(kind, ())), sorted(second.get(kind, ()))))
    others = {kinds[k] for k in re.findall(
        r"COMMON_(\w+),", cause[cause.index("others[] = {"):cause.index("for (size_t i = 0; i < ARRAY_LEN(others)")])}
    for name in sorted(by - set(first) - set(OTHERWISE)):
        red.append("%s names its actor, and no verifier asks by what right" % name)
    for name in sorted(others & set(first)):
        red.append("%s is in both lists of verify_cause.c" % name)
    for name in sorted(PLAIN - set(kinds.values())):
        red.append("%s is no kind of event" % name)
    for name in sorted(set(kinds.values()) - COMMON):
        red.append("%s would let a game go on" % name)
    actors = {hand for rows in first.values() for _, hand in rows}
    for hand in sorted(actors - set(WORDS) - {"MASTER", "SIGNER", "TABLE", "DEPUTED", "deadline"}):
        red.append("%s signs nothing, and nobody lists it" % hand)
    listed = re.search(r"words\[\] = \{(.*?)\};", cause[cause.index("static void deed_note"):], re.S)[1]
    for hand, word in WORDS.items():
        if '"%s"' % word not in listed:
            red.append("verify_cause.c does not list what was done by %s" % hand)
    if "-v" in sys.argv:
        for kind in sorted(first):
            print("%-18s %s" % (kind, ", ".join("%s by %s" % r for r in sorted(first[kind]))))
    print("%d kinds of events with %d rows of cause and actor, %d that follow of something else" % (
        len(first), sum(map(len, first.values())), len(others)))
    for line in red:
        print("RED: " + line)
    return 1 if red else 0


if __name__ == "__main__":
    sys.exit(main())
