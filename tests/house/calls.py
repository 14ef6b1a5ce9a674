#!/usr/bin/python3
"""Check the calls between the files of src/, from a build's object files.

calls.py [--shrink] BUILDDIR

A file calls another file if its object needs a symbol of the other object. A
table of functions counts as a call from the file that contains the table.
1. A circle of calls has at most MOST files; the engine of a game may have more.
2. Calls between the folders of src/judge go down the list RANK.
tests/house/calls.list contains the exceptions: files in larger circles and
calls against the direction. Entries that no longer apply must be removed;
--shrink removes them. The script never adds one. Ends with 1 after a fault.
"""
import collections
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LIST = os.path.join(HERE, "calls.list")
SRC = os.path.join(HERE, "../../src")
MOST = 3
# more files in one circle, by the folder that contains the whole circle
MORE = {
    "cli": 99,  # its table of commands names every command
    "games/arena/rules": 16,
    "games/rebellion/rules": 10,
    "games/dungeons/rules": 4,
}
# A folder may call those with the same or a lower number.
RANK = {
    "judge": 5,
    "judge/inbox": 4,
    "judge/requests": 3, "judge/people": 3,
    "judge/policies": 2,
    "judge/notify": 1, "judge/game": 1,
    "protocol": 0,
}


def objects(build):
    """Every object file below build/src whose source exists (an old build has
    others), with the name of that source."""
    top = os.path.join(build, "src")
    for where, _, names in os.walk(top):
        for name in sorted(names):
            if name.endswith(".o"):
                # Automake names an object LIBRARY-SOURCE.o
                source = os.path.relpath(os.path.join(
                    where, re.sub(r"^\w+-", "", name[:-2])), top)
                if os.path.exists(os.path.join(SRC, source + ".c")):
                    yield source, os.path.join(where, name)


def calls(build):
    """Returns file -> {called file -> symbols}."""
    found = list(objects(build))
    if not found:
        sys.exit("calls.py: no object files in %s/src" % build)
    paths = {path: file for file, path in found}
    ran = subprocess.run(["nm", "-A", *paths], text=True, check=True,
                         capture_output=True)
    defined, used = {}, collections.defaultdict(set)
    for line in ran.stdout.splitlines():
        path, row = line.split(":", 1)
        words = row.split()
        if words[-2] == "U":
            used[paths[path]].add(words[-1])
        elif words[-2] in "TDBRVWC":
            defined.setdefault(words[-1], paths[path])
    graph = {}
    for file in sorted(set(paths.values())):
        graph[file] = collections.defaultdict(set)
        for symbol in used[file]:
            to = defined.get(symbol, file)
            if to != file:
                graph[file][to].add(symbol)
    return graph


def circles(graph):
    """The strongly connected components of more than one file (Tarjan)."""
    number, low, stack, out = {}, {}, [], []

    def visit(file):
        number[file] = low[file] = len(number)
        stack.append(file)
        for to in graph[file]:
            if to not in number:
                visit(to)
            if to in stack:
                low[file] = min(low[file], low[to])
        if low[file] == number[file]:
            at = stack.index(file)
            if len(stack) - at > 1:
                out.append(sorted(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10000)
    for file in graph:
        if file not in number:
            visit(file)
    return sorted(out, key=len, reverse=True)


def limit(circle):
    """The largest number of files that this circle may have."""
    for folder, most in MORE.items():
        if all(os.path.dirname(file) == folder for file in circle):
            return most
    return MOST


def main():
    arguments = [a for a in sys.argv[1:] if a != "--shrink"]
    if len(arguments) != 1:
        sys.exit("usage: calls.py [--shrink] BUILDDIR")
    graph = calls(arguments[0])
    now, text = set(), {}
    for circle in circles(graph):
        if len(circle) > limit(circle):
            for file in circle:
                now.add("circle " + file)
                text["circle " + file] = \
                    "src/%s.c is in a circle of calls of %d files, of at " \
                    "most %d: %s" % (file, len(circle), limit(circle),
                                     " ".join(circle))
    for file, called in graph.items():
        for to, symbols in called.items():
            above, below = (RANK.get(os.path.dirname(f)) for f in (file, to))
            if above is not None and below is not None and above < below:
                row = "call %s %s" % (file, to)
                now.add(row)
                text[row] = "src/%s.c calls src/%s.c, which is above it: %s" \
                    % (file, to, " ".join(sorted(symbols)))
    with open(LIST, encoding="utf-8") as f:
        known = f.read().splitlines()
    faults = [text[row] for row in sorted(now - set(known))]
    if "--shrink" in sys.argv:
        with open(LIST, "w", encoding="utf-8") as f:
            f.writelines(row + "\n" for row in known if row in now)
    else:
        faults += ["tests/house/calls.list: %s: this no longer applies: "
                   "remove it (calls.py --shrink)" % row
                   for row in known if row not in now]
    print("\n".join([*faults, "calls: %d faults, %d exceptions" %
                     (len(faults), len(now & set(known)))]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
