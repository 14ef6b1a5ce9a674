#!/usr/bin/python3
"""tests/mutation/mutate.py SRCDIR BUILDDIR - do the tests find a changed program?

	mutate.py SRCDIR BUILDDIR [--seed N] [--rules N] [--sources N] [--quick]
		[--keep FOLDER]

Mutants are drawn by the seed: --rules N (20) sites of rules, each switched off,
which `make mutants` does and the cases must find; --sources N (20) changed lines
anywhere in src: a condition negated, a constant off by one, or a call removed.
A copy of the tree and of its build, which is below it, is changed, and the tests of the check are run one
by one until one fails: of engine, games and orders cases and logs first, then programs
whose names are like the file's, then the others, cheap ones first. --quick: without
scripts, and survivors are for a person to look at.

A mutant that no test finds has survived. Then the tests that check has in part
or not at all (LONG, as contrib/soak runs them) are run if they reach its
function, that is, if they fail where it begins with abort(). One that finds the
mutant shows that check has lost something: then this ends with 1.

BUILDDIR/mutation, or FOLDER, keeps the copy, and in SEED.json a line for each
mutant that is done: who is run again goes on behind these.
"""
import argparse
import glob
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

LIMIT = 900	# seconds of a test; who hangs is found, too
# look at sources, or at what is built otherwise
STATIC = ("tests/house.sh", "tests/rule_index.sh", "tests/message_coverage.sh", "tests/page.sh",
          "tests/page/again.sh", "tests/page/chance.sh")
# what contrib/soak does and check does not, as short as it can be and more than
# check does: programs that are built, and the command
LONG = (
    (["make_export", "make_dungeon", "make_arena", "make_events", "make_beacon"],
     "/usr/bin/python3 {src}/tests/tamper/tamper.py {build}/heraldo {build}/make_export "
     "{build}/make_dungeon {build}/make_arena {build}/make_events {build}/make_beacon "
     "--all --flips 60"),
    (["fuzz_orders"], "{build}/fuzz_orders --n 400"),
    (["fuzz_mime"], "{build}/fuzz_mime --n 400"),
    (["fuzz_verify"], "{build}/fuzz_verify --n 400"),
    (["fuzz_case"], "{build}/fuzz_case --n 400"),
    (["fuzz_template"], "{build}/fuzz_template --n 400"),
    (["fuzz_sig"], "{build}/fuzz_sig --n 400"),
    (["fuzz_slice"], "{build}/fuzz_slice --n 400"),
    (["adversary_games"], "env HERALDO_HOSTILE_GAMES=100 {src}/tests/adversary/player.sh"),
    (["scenario_games"], "env HERALDO_TABLE_GAMES=6 HERALDO_TABLE_SEED=1 "
     "{src}/tests/scenario_games.sh"),
    ([], "{src}/tests/crash/processes.sh all"),
    ([], "{src}/tests/crash/servers.sh all"),
)
CONDITION = re.compile(r"^(\s*(?:\} else )?(?:if|while) \()(.+)(\)(?: \{)?)$")
CONSTANT = re.compile(r"(?<![\w.\"'#])(\d+)(?![\w.\"'])")
CALL = re.compile(r"^(\t+)(?:\(void\))?[a-z][a-z0-9_]*\([^;]*\);$")


def balanced(text):
    depth = 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if depth < 0:
            return False
    return not depth


def plain(line):
    """Code without strings and comments, as long as it was."""
    hide = lambda m: " " * len(m[0])
    return re.sub(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|/\*.*?(?:\*/|$)', hide, line)


def places(path):
    """(kind, index of the line, the changed line) of a file."""
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    comment, inside = False, False
    for i, line in enumerate(lines):
        if comment or line.lstrip().startswith("/*"):
            comment = "*/" not in line
            continue
        if line == "{":
            inside = True
        elif line == "}":
            inside = False
        if not inside or line.lstrip().startswith("#"):
            continue
        code = plain(line)
        m = CONDITION.match(line)
        if m and balanced(m[2]):
            yield "condition", i, m[1] + "!(" + m[2] + ")" + m[3]
        for m in CONSTANT.finditer(code):
            yield "constant", i, line[:m.start()] + str(int(m[1]) + 1) + line[m.end():]
        m = CALL.match(line)
        if m and balanced(line) and "assert" not in line and "return" not in line:
            yield "call", i, m[1] + ";"


def drawn(src, seed):
    """All mutants, in an order of the seed; each kind as often as the others."""
    kinds = {}
    for path in sorted(glob.glob(src + "/src/**/*.c", recursive=True)):
        name = os.path.relpath(path, src)
        if name.startswith(("src/tools/", "src/webapp/")):
            continue
        for kind, i, line in places(path):
            kinds.setdefault(kind, []).append((kind, name, i, line))
    rng = random.Random(seed)
    order = [rng.sample(kinds[k], len(kinds[k])) for k in sorted(kinds)]
    for same in zip(*order):
        yield from same


def restore(kept, path):
    """As it was, and newer than what was built of it meanwhile."""
    os.utime(kept)
    os.replace(kept, path)


class Copy:
    """The tree that is changed, and its build: as they were when they were copied."""

    def __init__(self, src, build, folder):
        self.src = os.path.join(folder, "tree")
        self.build = os.path.join(self.src, os.path.relpath(build, src))
        self.log = os.path.join(folder, "log")
        self.fit = {}  # tests that were run without a change: did they pass?
        if not os.path.isdir(self.src):
            # other builds, and what is made by lanes of check
            ignored = [os.path.join(build, n) for n in (
                "sanitized", "sanitized-all", "s390x", "i386", "deb", "page", "soak", "root")]
            shutil.copytree(src, self.src + ".new", symlinks=True,
                            ignore=lambda at, names: [n for n in names if n == ".git" or
                                                      os.path.join(at, n) in ignored + [folder]])
            os.rename(self.src + ".new", self.src)
        # a file that was changed when somebody ended this
        self.kept = os.path.join(folder, "changed")
        for name in glob.glob(self.kept + "/**/*.c", recursive=True):
            restore(name, os.path.join(self.src, os.path.relpath(name, self.kept)))
        self.env = dict(os.environ, HERALDO_SRCDIR=self.src, HERALDO_BUILDDIR=self.build,
                        LC_ALL="C.UTF-8")
        if not self.make("all"):
            sys.exit("the unchanged tree is not built: see " + self.log)
        self.tests = self.listed("TESTS")
        # `make all` makes none of these
        self.programs = set(self.listed("check_PROGRAMS")) - set(self.tests)

    def run(self, command):
        """Its status; what it started ends with it."""
        with open(self.log, "w", encoding="utf-8") as out:
            child = subprocess.Popen(command, cwd=self.build, env=self.env, stdout=out,
                                     stderr=out, stdin=subprocess.DEVNULL, start_new_session=True)
            try:
                return child.wait(LIMIT)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, 9)
                child.wait()
                return 124

    def make(self, *targets):
        # a variable that nobody uses is no fault of a mutant
        return not targets or self.run(["make", "-s", "-j2", "WARN_CFLAGS=-w -fno-strict-aliasing",
                                        *targets]) == 0

    def listed(self, name):
        """The words of a variable of the Makefile."""
        return subprocess.run(["make", "-s", "-f", "Makefile", "-f", "-", "listed"],
                              cwd=self.build, check=True, stdout=subprocess.PIPE,
                              input="listed:\n\t@echo $(%s)\n" % name,
                              encoding="utf-8").stdout.split()

    def helpers(self, script):
        """The programs that a script, or a file of its folder, names."""
        texts = ""
        for name in [script, *glob.glob(script[:-3] + "/*"),
                     *glob.glob(os.path.dirname(script) + "/*.py")]:
            if os.path.isfile(name):
                with open(name, encoding="utf-8", errors="replace") as f:
                    texts += f.read()
        return sorted(self.programs & set(re.findall(r"\w+", texts)))

    def fails(self, test):
        """0: it passes; or what it ended with. 77 is left out."""
        if test.endswith(".sh"):
            if not self.make(*self.helpers(self.src + "/" + test)):
                sys.exit("what %s needs is not built: see %s" % (test, self.log))
            status = self.run([self.src + "/" + test])
        elif not self.make(test):
            sys.exit("%s is not built: see %s" % (test, self.log))
        else:
            status = self.run(["./" + test])
        return 0 if status == 77 else status

    def is_fit(self, test):
        """Does it pass here where nothing is changed? Else it finds nothing."""
        if test not in self.fit:
            self.fit[test] = self.make("all") and not self.fails(test)
            if not self.fit[test]:
                print("%s fails without a change, and is left out" % test, flush=True)
        return self.fit[test]


def cost(build):
    """What each test took when check was run here last."""
    out = {}
    try:
        with open(build + "/check.times.tests", encoding="utf-8") as f:
            for row in f:
                wall, user, system, _, name = row.split()
                out[re.sub(r"^.*/(?=tests/)", "", name)] = float(user) + float(system)
    except OSError:
        pass
    return out


def order(tests, name, costs):
    """Those first that are likely to find a change of this file."""
    folders = name.split("/")
    parts = set(re.split(r"[/_.]", name)) - {"src", "c", "rules", "judge"}
    first = ("tests/cases.sh", "tests/logs.sh") if folders[1] in (
        "engine", "games", "orders", "catalog") else ()

    def rank(test):
        like = len(parts & set(re.split(r"[/_.]", test)))
        return (test not in first, test.endswith(".sh"), -like, costs.get(test, 1 if not test.endswith(".sh") else 30))
    return sorted(tests, key=rank)


class Changed:
    """A file with another line, as long as it lasts."""

    def __init__(self, copy, name, change):
        self.path = os.path.join(copy.src, name)
        self.kept = os.path.join(copy.kept, name)
        with open(self.path, encoding="utf-8") as f:
            self.lines = f.read().split("\n")
        change(self.lines)

    def __enter__(self):
        os.makedirs(os.path.dirname(self.kept), exist_ok=True)
        shutil.copyfile(self.path, self.kept)
        with open(self.path, "w", encoding="utf-8") as f:
            f.write("\n".join(self.lines))

    def __exit__(self, *_):
        restore(self.kept, self.path)


def reached(copy, name, i):
    """The long tests that come to the function of that line."""
    def stop(lines):
        at = next(k for k in range(i, -1, -1) if lines[k] == "{")
        lines[at] = "{ __builtin_abort();"
    found = []
    with Changed(copy, name, stop):
        if not copy.make("all"):
            return list(LONG)
        for programs, command in LONG:
            if not copy.make(*programs) or copy.run(said(copy, command)):
                found.append((programs, command))
    return found


def said(copy, command):
    return command.format(src=copy.src, build=copy.build).split()


def tried(copy, mutant, tests, costs, quick):
    """What came of it; None: it is none, for it is not compiled."""
    kind, name, i, line = mutant
    row = {"mutant": "%s:%d" % (name, i + 1), "kind": kind, "line": line.strip()}

    def change(lines):
        lines[i] = line
    left = order(tests, name, costs)
    while left:
        with Changed(copy, name, change):
            if not copy.make("all"):
                return None
            while left and not copy.fails(left[0]):
                left.pop(0)
        if left and copy.is_fit(left[0]):
            return dict(row, found=left[0])
        left = left[1:]
    if quick:
        return dict(row, survived="quick")
    row["long"] = reached(copy, name, i)
    with Changed(copy, name, change):
        if not copy.make("all"):
            return None
        for programs, command in row["long"]:
            if not copy.make(*programs) or copy.run(said(copy, command)):
                return dict(row, lost=command)
    return dict(row, survived=True)


def rules(build, n, seed):
    """make mutants: what it says at its end, and whether all were found."""
    done = subprocess.run(["make", "-s", "-C", build, "mutants", "MUTANTS=--n %d --seed %d" % (
        n, seed)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    return {"mutant": "rules", "status": done.returncode,
            "said": done.stdout.strip().split("\n")[-3:]}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("src")
    parser.add_argument("build")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", type=int, default=20)
    parser.add_argument("--sources", type=int, default=20)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--keep")
    a = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    src, build = os.path.abspath(a.src), os.path.abspath(a.build)
    if os.path.commonpath([src, build]) != src:
        sys.exit("the build is not below the sources")
    folder = os.path.abspath(a.keep or build + "/mutation")
    os.makedirs(folder, exist_ok=True)
    state = os.path.join(folder, "%d.json" % a.seed)
    done = []
    if os.path.exists(state):
        with open(state, encoding="utf-8") as f:
            done = [json.loads(row) for row in f]

    def keep(row):
        done.append(row)
        with open(state, "a", encoding="utf-8") as f:
            f.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)

    if a.rules and not any(row["mutant"] == "rules" for row in done):
        keep(rules(build, a.rules, a.seed))
    if a.sources:
        copy = Copy(src, build, folder)
        tests = [t for t in copy.tests if t not in STATIC and not (
            a.quick and t.endswith(".sh") and t not in ("tests/cases.sh", "tests/logs.sh"))]
        costs = cost(build)
        for at, mutant in enumerate(drawn(copy.src, a.seed)):
            if sum(row.get("kind") in ("condition", "constant", "call")
                   for row in done) >= a.sources:
                break
            if any(row.get("at") == at for row in done):
                continue
            start = time.monotonic()
            row = tried(copy, mutant, tests, costs, a.quick) or {
                "mutant": "%s:%d" % mutant[1:3], "not compiled": True}
            keep(dict(row, at=at, seconds=round(time.monotonic() - start)))
    found = [row for row in done if "found" in row]
    lost = [row for row in done if "lost" in row]
    survived = [row for row in done if "survived" in row]
    print("seed %d: %d mutants of sources found, %d survived, %d found by long tests alone" % (
        a.seed, len(found), len(survived), len(lost)))
    for row in survived + lost:
        print("%s %s: %s" % (row["mutant"], row["kind"], row.get("lost", "survived")))
    sys.exit(1 if lost or any(row.get("status") for row in done) else 0)


if __name__ == "__main__":
    main()
