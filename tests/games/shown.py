#!/usr/bin/python3
"""tests/games/shown.py - does a game of dungeons.sh show what shown.txt says?

    shown.py SRCDIR GAME LOG

The full log of GAME names a rule of each of its sections of
db/rules/dungeons.md. What the dice do not bring every time is shown by the
scripts of this folder (games.py), and not asked of these games.
"""
import os
import sys

from games import RULE, sections


def number(heading):
    """14.1 of a section `dungeons 14.1 Lone Wolf`"""
    return heading.split()[1]


def table(src):
    """{game: sections}"""
    found = {}
    with open(os.path.join(src, "tests/games/shown.txt"),
              encoding="utf-8") as f:
        for line in f:
            words = line.split(";")[0].split()
            if words:
                found[words[0]] = words[1:]
    return found


def main():
    src, game, log = sys.argv[1:]
    of = sections(os.path.join(src, "db/rules/dungeons.md"), "##+ ")
    with open(log, encoding="utf-8") as f:
        there = {number(of[r]) for r in RULE.findall(f.read()) if r in of}
    faults = [s for s in table(src).get(game, ["of shown.txt"])
              if s not in there]
    for section in faults:
        print("%s does not show section %s" % (game, section))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
