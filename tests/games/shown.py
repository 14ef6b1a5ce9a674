#!/usr/bin/python3
"""tests/games/shown.py - do the games of Dungeons show what shown.txt says?

    shown.py SRCDIR             is every section of db/rules/dungeons.md shown?
    shown.py SRCDIR GAME LOG    does the full log of GAME show what is said?

A section counts for one of the games, for a script of this folder, or, where
dice or players do not bring it every time, for a case of tests/cases/dungeons
that names a rule of it.
"""
import glob
import os
import re
import sys

from games import RULE, sections


def number(heading):
    """14.1 of a section `dungeons 14.1 Lone Wolf`"""
    return heading.split()[1]


def table(src):
    """{who shows: sections}"""
    found = {}
    with open(os.path.join(src, "tests/games/shown.txt"),
              encoding="utf-8") as f:
        for line in f:
            words = line.split(";")[0].split()
            if words:
                found[words[0]] = words[1:]
    return found


def of_text(text, of):
    return {number(of[rule]) for rule in RULE.findall(text) if rule in of}


def of_cases(src, of):
    found = set()
    for path in glob.glob(os.path.join(src, "tests/cases/dungeons/**/*.case"),
                          recursive=True):
        with open(path, encoding="utf-8") as f:
            for line in f:
                if line.startswith("rules "):
                    found |= of_text(line, of)
    return found


def missing(src, shown, of):
    """what is wrong with the table"""
    known = {number(s) for s in of.values()}
    cases, said = of_cases(src, of), set()
    for who, which in shown.items():
        said |= set(which)
        for section in which:
            if section not in known:
                yield "%s: no section %s has rules" % (who, section)
            if who in ("dice", "case") and section not in cases:
                yield "no case names a rule of section %s" % section
        if who.endswith(".game") and not os.path.exists(
                os.path.join(src, "tests/games", who)):
            yield "no script %s" % who
    for section in sorted(known - said):
        yield "nothing shows section %s" % section


def main():
    src = sys.argv[1]
    of = sections(os.path.join(src, "db/rules/dungeons.md"), "##+ ")
    shown = table(src)
    if len(sys.argv) > 2:
        with open(sys.argv[3], encoding="utf-8") as f:
            there = of_text(f.read(), of)
        faults = ["%s does not show section %s" % (sys.argv[2], s)
                  for s in shown.get(sys.argv[2], ["of shown.txt"])
                  if s not in there]
    else:
        faults = list(missing(src, shown, of))
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
