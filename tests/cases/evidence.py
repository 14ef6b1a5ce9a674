#!/usr/bin/python3
"""tests/cases/evidence.py - does a case show every rule of Arena?

    evidence.py SRCDIR

Every id of db/rules/arena.md stands in the line `rules` of a case, or with its
unit test in evidence.txt; for each of the 174 spells a case is about it, and
has it in its position or its orders. What is missing is listed, and ends it
with 1.
"""
import csv
import glob
import os
import re
import sys

NO_PLAY = ("id ", "title ", "why ", "rules ", "#", "event ", "no event ")


def cases(src):
    """[(ids of its rules, what is played in small letters)]"""
    found = []
    for path in glob.glob(os.path.join(src, "tests/cases/arena/*.case")):
        ids, play = set(), []
        with open(path, encoding="utf-8") as f:
            for line in f:
                if line.startswith("rules "):
                    ids |= set(line.split()[1:])
                # "#3.damage = 2" expects, as a remark says
                elif not line.startswith(NO_PLAY):
                    play.append(line.lower())
        found.append((ids, "".join(play)))
    return found


def rules(src):
    with open(os.path.join(src, "db/rules/arena.md"), encoding="utf-8") as f:
        return dict.fromkeys(
            re.findall(r"^(?:- |\| )(AR-[A-Z]+-\d+)\b", f.read(), re.M))


def spells(src):
    path = os.path.join(src, "db/catalog/arena/spells.csv")
    with open(path, encoding="utf-8", newline="") as f:
        return {row["id"]: row["name_en"].lower() for row in csv.DictReader(f)}


def tested(src, faults):
    """ids of evidence.txt; each has its test, and the test its id"""
    ids = set()
    with open(os.path.join(src, "tests/cases/evidence.txt"),
              encoding="utf-8") as f:
        lines = [line.split() for line in f if not line.startswith(";")]
    for words in lines:
        of = [w for w in words if w.startswith("AR-")]
        ids |= set(of)
        if words[len(of):] == ["words"]:
            continue
        name, test = words[len(of):]
        with open(os.path.join(src, "tests/unit", name + ".c"),
                  encoding="utf-8") as f:
            text = f.read()
        said = re.search(r"((?:/\* RULE: .* \*/\n)+)static void %s\(" % test,
                         text)
        if not said or not re.search(r"cmocka_unit_test\(\s*%s\)" % test, text):
            faults.append("evidence.txt: %s has no test %s" % (name, test))
        for i in of if said else []:
            if not re.search(r"\b%s\b" % i, said.group(1)):
                faults.append("evidence.txt: %s is not about %s" % (test, i))
    return ids


def main():
    src, faults = sys.argv[1], []
    played = cases(src)
    about = set().union(*(ids for ids, play in played))
    by_test = tested(src, faults)
    ids = rules(src)
    for i in ids:
        if i not in about and i not in by_test:
            faults.append("no case and no test is about %s" % i)
        if i in about and i in by_test:
            faults.append("evidence.txt: a case is about %s" % i)
    named = spells(src)
    for i, name in named.items():
        if not any(i in rules and name in play for rules, play in played):
            faults.append("no case plays %s" % i)
    for fault in faults:
        print(fault)
    print("%d rules of Arena: %d in cases, %d in unit tests; %d spells, a case "
          "about each" % (len(ids), sum(i in about for i in ids),
                          sum(i in by_test for i in ids), len(named))
          if not faults else "%d faults of evidence" % len(faults))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
