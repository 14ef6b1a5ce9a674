#!/usr/bin/python3
"""tests/lessons.py SRCDIR BUILDDIR - every lesson of db/lessons as cases: with its
solution it holds, without it fails for what would be won."""
import glob
import os
import re
import subprocess
import sys
import tempfile

SRC, BUILD = map(os.path.abspath, sys.argv[1:3])
GAMES = {"rebellion": 8, "dungeons": 8, "arena": 8}  # lessons, at least
WORDS = "title.es", "goal.en", "goal.es", "hint.en", "hint.es"


def cases(paths):
    """What `heraldo case` says of each file: its text, by path."""
    done = subprocess.run([os.path.join(BUILD, "heraldo"), "case", "--templates",
                           os.path.join(SRC, "templates"), "--catalog",
                           os.path.join(SRC, "db/catalog"), *paths],
                          capture_output=True, text=True)
    said, at = {}, None
    for line in done.stdout.splitlines():
        path = line.split(": ")[0]
        if path in paths:
            at = path
        if at:
            said[at] = said.get(at, "") + line + "\n"
    return said


def parts(text):
    """The position, the solution, and what is won."""
    position, rest = text.split("\n# solution\n")
    solution, won = rest.split("\n# won\n")
    return position, solution, won


def main():
    faults, found = [], {}
    starts = sorted(glob.glob(os.path.join(SRC, "db/lessons/*/practise.case")))
    paths = sorted(glob.glob(os.path.join(SRC, "db/lessons/*/[0-9]*.case")))
    with tempfile.TemporaryDirectory() as work:
        bare = {}
        for path in paths:
            game = os.path.basename(os.path.dirname(path))
            found[game] = found.get(game, 0) + 1
            with open(path, encoding="utf-8") as f:
                text = f.read()
            for word in WORDS:
                if not re.search("^# %s: \\S" % re.escape(word), text, re.M):
                    faults.append("%s: no %s" % (path, word))
            if len(re.findall("^# hint.en:", text, re.M)) != \
                    len(re.findall("^# hint.es:", text, re.M)):
                faults.append(path + ": hints in one language only")
            if not re.search("^system %s$" % game, text, re.M):
                faults.append("%s: not of %s" % (path, game))
            position, _, won = parts(text)
            bare[path] = os.path.join(work, game + "-" + os.path.basename(path))
            with open(bare[path], "w", encoding="utf-8") as f:
                f.write(position + "\n" + won)
        said = cases(paths + starts)
        for path in paths + starts:
            if not said.get(path, "").rstrip().endswith(": holds"):
                faults.append(said.get(path, path + ": not run"))
        said = cases(list(bare.values()))
        for path, short in bare.items():
            if said.get(short, "").rstrip().endswith(": holds") or short not in said:
                faults.append(path + ": is won at its beginning")
    for game, least in GAMES.items():
        if found.get(game, 0) < least:
            faults.append("%s: %d lessons" % (game, found.get(game, 0)))
    print("\n".join(faults) if faults else
          "lessons: %d, each is won by its solution alone" % len(paths))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
