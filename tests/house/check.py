#!/usr/bin/python3
"""The house keeps itself: what no compiler checks.

Every check prints what is wrong as FILE:LINE: text and what to do about it.
Run from anywhere: check.py [--numbers] [--english] [SRCDIR]. Ends with 1 if
anything is wrong. --numbers keeps what has been added to lists that stand in
logs, --english lowers the counts of tests/house/english.
"""
import os
import re
import shutil
import subprocess
import sys

import glossary

WHERE = [a for a in sys.argv[1:] if not a.startswith("-")]
TOP = os.path.abspath(WHERE[0] if WHERE else
                      os.path.join(os.path.dirname(__file__), "../.."))

# Allowed includes (src/README.md): folder -> folders and single headers.
ENGINE = {"base", "engine"}
GAMES = ENGINE | {"rules", "orders", "report", "games"}
PROTOCOL = {"base", "engine", "auth", "fairness", "orders", "protocol"}
JUDGE = GAMES | PROTOCOL | {"mail", "store", "judge"}
MAY = {
    "base": set(),
    "engine": {"base"},
    "auth": {"base", "fairness"},
    "fairness": {"base"},
    "mail": {"base"},
    "store": {"base"},
    "rules": ENGINE,
    "orders": ENGINE,
    "report": ENGINE,
    "games": GAMES,
    "protocol": PROTOCOL,
    "judge": JUDGE,
    "tournament": JUDGE,
    "verifier": GAMES | PROTOCOL,
    "webapp": GAMES | PROTOCOL | {"verifier"},
    "cli": JUDGE | {"tournament", "verifier"},
    "tools": GAMES,
}
# files that may include more than their folder
MORE = {
    # the export reads the judge's store
    "src/verifier/export_game.c": {"judge"},
}


def folder(path):
    """The layer of a path below src/: a game's rules/ is a layer of its own."""
    parts = path.split("/")
    if len(parts) < 2:
        return "main"
    if parts[0] == "games" and "rules" in parts[1:-1]:
        return "rules"
    return parts[0]


# the one file, or few, that may know a library
WRAPPED = {
    r"sodium(/|\.h)": ("src/auth/", "src/base/crypto."),
    r"gmime/": ("src/mail/mime.c", "src/mail/compose.c", "src/mail/sandbox_pool.c"),
    r"libetpan/": ("src/mail/",),
    r"curl/": ("src/mail/smtp.c", "src/mail/http.c"),
    r"sqlite3\.h": ("src/store/",),
    r"libxml/": ("src/mail/html.c",),
    r"cairo": ("src/report/",),
    r"zlib\.h": ("src/report/", "src/base/"),
    r"gpgme\.h": ("src/auth/pgp.c",),
    r"seccomp\.h": ("src/mail/",),
    r"jansson\.h": ("src/",),
    r"uni(case|ctype|norm|str|width|name|brk)\.h": ("src/base/utf8.c", "src/auth/canonical_text.c"),
}
BANNED = {
    "strcpy": "memcpy with a length, or a struct buf",
    "strcat": "a struct buf",
    "sprintf": "snprintf, or buf_addf",
    "vsprintf": "vsnprintf",
    "gets": "fgets",
    "strtok": "parse_field",
    "atoi": "parse_int",
    "atol": "parse_int",
    "strtol": "parse_int",
    "strtoul": "parse_int",
    "strtod": "integers",
    "rand": "struct dice, or crypto_random",
    "srand": "struct dice, or crypto_random",
    "random": "struct dice, or crypto_random",
    "system": "posix_spawn with an argument list",
    "popen": "posix_spawn with an argument list",
    "alloca": "an arena",
    "tmpnam": "mkstemp",
    "mktemp": "mkstemp",
    "localtime": "localtime_r, or GDateTime",
    "gmtime": "gmtime_r",
    "ctime": "an explicit format",
    "asctime": "an explicit format",
    "setlocale": "nothing: text is UTF-8 everywhere",
}
# rules/ is pure: what it may not even name
IMPURE = {
    "malloc", "calloc", "realloc", "free", "printf", "fprintf", "fopen",
    "open", "read", "write", "time", "clock", "clock_gettime", "getenv",
    "qsort", "getrandom", "toupper", "tolower", "isalpha", "isdigit",
    "isspace", "strtoll", "strtoull", "sqrt", "sin", "cos", "floor",
}
PURE_HEADERS = {"assert.h", "stdlib.h", "limits.h", "stdbool.h", "stddef.h", "stdint.h",
                "string.h"}

# rulings about the sources, or the rules as a whole
OF_NO_RULE = {"DG-R-48", "DG-R-56",
              # names, editions and sources
              "AR-RUL-44", "AR-RUL-45", "AR-RUL-70", "AR-RUL-71"}

faults = []


def fault(path, line, text):
    faults.append("%s:%d: %s" % (os.path.relpath(path, TOP), line, text))


def files(*endings, under="src"):
    for folder, dirs, names in os.walk(os.path.join(TOP, under)):
        dirs.sort()
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.join(folder, name)


# of the ids of every game's rules: "RB", ..
PREFIXES = "|".join(sorted({
    m.group(1) for path in files("rules.def", under="src/games")
    for m in re.finditer(r'"([A-Z]{2})-', open(path, encoding="utf-8").read())}))
RULE_ID = re.compile(r"\b(%s)[-_]([A-Z]{1,8})[-_](\d\d)\b" % PREFIXES)


def code_lines(path):
    """The lines without comments and strings, so that words are code."""
    text = open(path, encoding="utf-8").read()

    def blank(m):
        return re.sub(r"[^\n]", " ", m.group(0))
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                  blank, text, flags=re.S)
    return text.split("\n")


def private_headers():
    """Headers that only files of their own folder may include."""
    out = set()
    for path in files(".h"):
        text = open(path, encoding="utf-8").read()
        head = " ".join(text[:text.find("*/")].replace("\n *", " ").split())
        if re.search(r"[Pp]rivate to the files of|(for|and|and to) nobody else", head):
            out.add(os.path.relpath(path, TOP))
    return out


def check_format():
    """As .clang-format has it, where clang-format 14 is at hand; and headers
    whose comments it has not torn."""
    tools = [t for t in ("clang-format-14", "clang-format") if shutil.which(t)]
    sources = [*files(".c", ".h"), *files(".c", ".h", under="tests")]
    if tools and "version 14." in subprocess.run(
            [tools[0], "--version"], capture_output=True, text=True).stdout:
        done = subprocess.run([tools[0], "--dry-run"] + sources, cwd=TOP,
                              capture_output=True, text=True)
        for path, line in sorted({(p, int(n)) for p, n in re.findall(
                r"(?m)^(.+?):(\d+):\d+: warning: code should be", done.stderr)}):
            fault(path, line, "not as clang-format 14 lays it out")
    for path in sources:
        text = open(path, encoding="utf-8").read()
        for m in re.finditer(r"(?m)^/\*\n(?: \*(?!/)[^\n]*\n)+", text):
            torn = re.search(r"(?m)^ \*[^ \t\n/]", m.group(0))
            if torn:
                at = m.start() + torn.start()
                fault(path, text.count("\n", 0, at) + 1,
                      "a torn comment: a blank behind the star")


def check_includes():
    private = private_headers()
    for path in files(".c", ".h"):
        rel = os.path.relpath(path, TOP)
        parts = rel.split("/")
        module = folder(rel[len("src/"):])
        first = None
        for i, line in enumerate(open(path, encoding="utf-8"), 1):
            m = re.match(r'#\s*include\s+([<"])([^>"]+)[>"]', line)
            if not m:
                continue
            kind, name = m.groups()
            if first is None:
                first = (i, name, kind)
            if kind == '"':
                if os.path.join("src", name) in private and \
                        not rel.startswith(os.path.dirname("src/" + name) + "/"):
                    fault(path, i, "%s is for the files of its folder and for "
                          "nobody else" % name)
                other = folder(name) if "/" in name else module
                may = MAY.get(module, set()) | MORE.get(rel, set())
                if module != "main" and other != module and \
                        other not in may and name not in may:
                    fault(path, i, "%s may not include %s: the arrows point "
                          "the other way" % (module, name))
            else:
                if module in ("rules", "engine") and name not in PURE_HEADERS:
                    fault(path, i, "rules/ is pure and may not include <%s>"
                          % name)
                for lib, where in WRAPPED.items():
                    if re.match(lib, name) and not rel.startswith(where):
                        fault(path, i, "<%s> belongs in %s only" %
                              (name, " or ".join(where)))
        if path.endswith(".h"):
            if rel != "src/base/base.h" and not (first and first[2] == '"'):
                fault(path, first[0] if first else 1, "a header begins with "
                      "base/base.h or with one of ours")
        elif first and len(parts) > 2:
            own = rel[len("src/"):-2] + ".h"
            if os.path.exists(os.path.join(TOP, "src", own)) and \
                    first[1] != own:
                fault(path, first[0], "begins with %s, not with its own "
                      "header" % first[1])


def check_banned():
    word = re.compile(r"(?<![\w.>])([A-Za-z_]\w*)\s*\(")
    for path in list(files(".c", ".h")) + list(files(".c", ".h",
                                                      under="tests")):
        pure = "/src/engine/" in path
        raw = open(path, encoding="utf-8").read().split("\n")
        for i, line in enumerate(code_lines(path), 1):
            for m in word.finditer(line):
                name = m.group(1)
                # tests may run the real signers and servers by a shell
                if name in BANNED and not (name in ("system", "popen") and
                                           "/tests/" in path):
                    fault(path, i, "%s is banned here: use %s" %
                          (name, BANNED[name]))
                if pure and name in IMPURE:
                    fault(path, i, "rules/ is pure and may not call %s" % name)
            if "/src/" in path and "/src/base/file.c" not in path and \
                    re.search(r'\bfread\s*\(|\bfopen\s*\([^;]*,\s*"r', raw[i - 1]):
                fault(path, i, "a file is read by file_read (base/file.h), "
                      "which notices errors")
            if "/src/" in path and \
                    re.search(r"(?<!xalloc_check\()\b(malloc|calloc|realloc|strdup)\s*\(", line) and \
                    not raw[i - 2].endswith("xalloc_check("):
                fault(path, i, "memory is taken through xalloc_check (base/xalloc.h)")
            if "/src/" in path and "/src/engine/event." not in path and \
                    re.search(r"\bevent_(int|ints|point|text|hash)\(", line):
                fault(path, i, "fields are written by name: event_put")
            if pure and re.search(r"\b(float|double)\b", line):
                fault(path, i, "rules/ has no floating point")


def reference_ids():
    ids = set()
    for path in files(".md", under="db/rules"):
        if os.path.basename(os.path.dirname(path)) != "rules":
            continue  # in another language: check_rules_told
        for m in re.finditer(r"^(?:- \*\*|- |\| |\*\*)((?:%s)-"
                             r"(?:[A-Z]+-\d+|SPELL-[a-z-]+))" % PREFIXES,
                             open(path, encoding="utf-8").read(), re.M):
            ids.add(m.group(1))
    return ids


def check_rules():
    ids = reference_ids()
    if not ids:
        fault(os.path.join(TOP, "db/rules"), 1, "the rule reference is empty")
    for path in list(files(".c", ".h", ".def")) + \
            list(files(".case", under="tests")):
        for i, line in enumerate(open(path, encoding="utf-8"), 1):
            for m in RULE_ID.finditer(line):
                rule = "-".join(m.groups())
                if rule not in ids and not re.search(r"-C-", line[:m.end()]):
                    fault(path, i, "no rule %s in db/rules" % rule)
    for path in files("rules.def", under="src/games"):
        text = open(path, encoding="utf-8").read()
        rows = re.findall(r'^(X|RULING)\(\w+, "([^"]+)"((?:, \w+)*)\)', text,
                          re.M)
        have = {rule for _, rule, _ in rows}
        for macro, rule, of in rows:
            for name in of.split(", ")[1:]:
                if name.replace("_", "-") not in ids:
                    fault(path, 1, "%s settles %s, which is no rule" %
                          (rule, name))
            if macro == "X" and re.search("-R(UL)?-", rule) and \
                    rule not in OF_NO_RULE:
                fault(path, 1, "the ruling %s names no rule that it settles: "
                      "RULING(.., rule)" % rule)
        started = {h[:3] for h in have}
        want = {r for r in ids if r[:3] in started}
        for rule in sorted(want - have):
            fault(path, 1, "rule %s of the reference is missing" % rule)
        for rule in sorted(have - want):
            fault(path, 1, "rule %s is not in the reference" % rule)


TOLD_ID = r"(?:%s)-[A-Z]+-\d+" % PREFIXES


def told_sections(path):
    """{section: [ids]} of a book, in their order: the number of the section,
    behind that of the part if there are several."""
    out, part, section = {}, 0, ""
    for line in open(path, encoding="utf-8"):
        part += line.startswith("# ")
        m = re.match(r"## (\d+)\b", line)
        if m:
            section = m.group(1) if part < 2 else "%d:%s" % (part, m.group(1))
            out[section] = []
        m = re.match(r"(?:- (?:\*\*)?(%s)(?:\*\*)? \S|\| (%s) \|)" %
                     (TOLD_ID, TOLD_ID), line)
        if m:
            out.setdefault(section, []).append(m.group(1) or m.group(2))
    return out


def check_rules_told():
    """db/rules/LANG: the rules in another language. Every section has all of
    its rules, in their order, and no others."""
    for path in files(".md", under="db/rules"):
        folder, name = os.path.split(path)
        if os.path.basename(folder) == "rules":
            continue
        book = os.path.join(os.path.dirname(folder), name)
        if not os.path.exists(book):
            fault(path, 1, "no book of this name in English")
            continue
        english, told = told_sections(book), told_sections(path)
        for section in [s for s in english if english[s] and s not in told]:
            fault(path, 1, "section %s is missing" % section)
        for section, ids in told.items():
            want = english.get(section, [])
            for rule in want:
                if rule not in ids:
                    fault(path, 1, "section %s lacks %s" % (section, rule))
            for rule in ids:
                if rule not in want:
                    fault(path, 1, "%s is no rule of section %s" %
                          (rule, section))
            if sorted(ids) == sorted(want) and ids != want:
                fault(path, 1, "section %s has another order" % section)


NUMBERS = "tests/logs/numbers"
IN_LOGS = r"[Ll]og(?:s|ged)\b[\s*\w]*:\s+(?:\*\s+)?add\s+(?:\*\s+)?at\s+(?:\*\s+)?the\s+(?:\*\s+)?end\s+(?:\*\s+)?only"


def numbered():
    """Lists whose places are numbers in logs, as the code has them now."""
    out = {}
    for path in files(".def"):
        text = open(path, encoding="utf-8").read()
        if not re.search(IN_LOGS, text):
            continue
        rel = os.path.relpath(path, TOP)
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
        if path.endswith("/options.def"):
            for name, values, lo, hi, other in re.findall(
                    r'(?m)^OPTION\(\w+, "(\w+)", "([^"]*)", (\w+), (\w+), (\w+)', text):
                row = values.replace(" ", "_").split("|") if values else []
                out["%s %s" % (rel, name)] = ["otherwise=" + other] + row
            continue
        for macro, name in re.findall(r"(?m)^([A-Z]+)\((\w+)", text):
            out.setdefault("%s %s" % (rel, macro), []).append(name)
    for path in files(".h"):
        text = open(path, encoding="utf-8").read()
        for m in re.finditer(r"/\*((?:[^*]|\*(?!/))*)\*/\s*(enum|struct) (\w+) \{(.*?)\n?\};?", text, re.S):
            if not re.search(IN_LOGS, m.group(1)):
                continue
            body = re.sub(r"/\*.*?\*/", "", m.group(4), flags=re.S)
            if m.group(2) == "struct":
                body = re.sub(r"\bint32_t\b", "", body).replace(";", ",")
            rows = ["".join(x.split()) for x in body.split(",")]
            out["%s %s" % m.group(2, 3)] = [
                x for x in rows if x and not x.startswith("N_")]
    return out


def frozen():
    path = os.path.join(TOP, NUMBERS)
    out, name = {}, None
    for line in open(path, encoding="utf-8") if os.path.exists(path) else []:
        if line.startswith("\t"):
            out[name] += line.split()
        elif line.strip() and not line.startswith("#"):
            name = line.strip()
            out[name] = []
    return out


def check_numbers():
    """What stands in logs as a number keeps it: rows are added at the end."""
    path, now = os.path.join(TOP, NUMBERS), numbered()
    for name, rows in frozen().items():
        have = now.get(name, [])
        for i, row in enumerate(rows):
            if i >= len(have) or have[i] != row:
                fault(path, 1, "%s: %s was number %d, and is not: running games "
                      "and their logs have it" % (name, row, i))
                break
    for name, rows in now.items():
        if rows[:len(frozen().get(name, []))] == frozen().get(name, []) and \
                rows != frozen().get(name):
            fault(path, 1, "%s has rows that are not kept here yet: "
                  "tests/house/check.py --numbers" % name)


def write_numbers():
    """New rows are kept; of a version that is not released, all anew."""
    import textwrap
    with open(os.path.join(TOP, NUMBERS), "w", encoding="utf-8") as f:
        f.write("# Numbers that stand in logs, by the list that gives them: from 0 in this\n"
                "# order. tests/house/check.py compares them with the source; its --numbers\n"
                "# writes this file, which from a release on only grows.\n")
        for name, rows in sorted(numbered().items()):
            f.write(name + "\n" + textwrap.fill(
                " ".join(rows), 76, initial_indent="\t", subsequent_indent="\t",
                break_long_words=False, break_on_hyphens=False) + "\n")


def check_words():
    """The project speaks of itself alone."""
    out = subprocess.run(["git", "-C", TOP, "ls-files"], capture_output=True,
                         text=True)
    names = out.stdout.split("\n") if not out.returncode else []
    for name in names:
        path = os.path.join(TOP, name)
        if not name or not os.path.isfile(path) or \
                name.startswith("tests/house/") or \
                name.startswith("tests/fuzz/corpus"):
            continue
        try:
            text = open(path, encoding="utf-8").read()
        except UnicodeDecodeError:
            continue
        for i, line in enumerate(text.split("\n"), 1):
            if name.startswith(("db/rules/", "templates/es/")):
                line = re.sub("(ALL|all =|REVELA) TODO", "", line)  # in Spanish
            if re.search(r"\.\./shared|/work/|\bTODO\b|\bFIXME\b|\bXXX\b",
                         line):
                fault(path, i, "not in this house: " + line.strip()[:60])


def check_options():
    """Every long option of the programs has its line in a man page."""
    pages = {os.path.basename(p): open(p, encoding="utf-8").read()
             for p in files(".1", ".5", ".7", ".8", under="contrib/man")} \
        if os.path.isdir(os.path.join(TOP, "contrib/man")) else {}
    text = "".join(pages.values()).replace("\\-", "-")
    option = re.compile(r'\{\s*"([a-z][a-z-]+)",\s*(?:no|required|optional)_argument')
    for path in files(".c"):
        for i, line in enumerate(open(path, encoding="utf-8"), 1):
            for m in option.finditer(line):
                if "Fl -" + m.group(1) not in text:
                    fault(path, i, "option --%s has no line in a man page" %
                          m.group(1))


def check_tests():
    """Every test is run: by make check, or by a script that make check runs."""
    makefiles = "".join(open(p, encoding="utf-8").read().replace("\\\n", " ")
                        for p in [*files(".mk"), *files(".mk", under="tests"),
                                  *files(".mk", under="contrib")])
    run = set(" ".join(re.findall(r"(?m)^TESTS \+= (.*)$", makefiles)).split())
    for path in files(".sh", under="tests"):
        name = os.path.relpath(path, TOP)
        text = open(path, encoding="utf-8").read()
        if name in run:
            run.update(re.findall(r"\btest_\w+", text))
        elif text.startswith("#!"):
            fault(path, 1, "a test that make check does not run")
    for path in files(".c", under="tests"):
        name = os.path.basename(path)[:-2]
        if re.match("(test|prop|fuzz)_", name) and name not in run:
            fault(path, 1, "a test that make check does not run")


DECLARED = re.compile(r"^(?!typedef|static)[a-z][\w ]*?[ *](\w+)\([^;{}]*\)"
                      r"(?: \w+\([^)]*\))?;", re.M)


def check_shared():
    """What a header declares, some other file calls: else it is static. Names
    may be put together of a prefix and a word of a list (read_##word)."""
    names = {}
    pasted = set()
    for path in [*files(".c", ".h", ".def", ".inc", ".js"),
                 *files(".c", ".h", ".inc", under="tests")]:
        for name in set(re.findall(r"\w+", "\n".join(code_lines(path)))):
            names.setdefault(name, set()).add(path)
        pasted.update(re.findall(r"\b(\w+_)##", open(path, encoding="utf-8").read()))
    listed = {word for word, where in names.items()
              if any(path.endswith((".def", ".inc")) for path in where)}
    for header in files(".h"):
        text = "\n".join(code_lines(header))
        for m in DECLARED.finditer(text):
            name = m.group(1)
            if re.search(r"#|\b[A-Z]+\(", m.group(0)) or \
                    len(re.findall(r"\b%s\b" % name, text)) > 1:
                continue
            if any(name.startswith(p) and name[len(p):] in listed
                   for p in pasted):
                continue
            if len(names[name] - {header}) < 2:
                fault(header, text[:m.start(1)].count("\n") + 1,
                      "%s is used by one file: it is static there" % name)


# How long a function may be, in lines from its first to its last; how many
# branches it may have; and how many questions it may ask in all.
MOST_LINES, MOST_BRANCHES, MOST_QUESTIONS = 60, 12, 24
LONGER = "tests/house/longer"


def functions(path):
    """Name, first line, lines from there to the brace that ends it. What
    clang-format lays out has both braces alone in the first column."""
    lines = code_lines(path)
    i = 0
    while i < len(lines):
        if lines[i] == "{":
            first = i - 1
            while first and lines[first][:1] in (" ", "\t"):
                first -= 1
            last = lines.index("}", i)
            if first and not re.search(r"\w+ *\(", lines[first]):
                first -= 1
            head = "\n".join(lines[first:i])
            name = re.search(r"(\w+) ?\(", head)
            if name:
                yield name.group(1), first, lines[i:last + 1], last - first + 1
            i = last
        i += 1


def branches(body):
    """Branches and questions of a function.

    A branch is a place where its way parts: if, for, while, ?:, and a case. A
    case that is one row of a table is none: with one statement at most behind
    it (besides break or return), and no branch in that, a flat switch maps kinds to
    values or calls, and is read as a table is. A question is a branch, or what
    && and || add to one: a condition of four parts is one way, but four
    questions.
    """
    text = "\n".join(body)
    ways = len(re.findall(r"\b(?:if|for|while)\b|\?", text))
    for row in re.findall(r"\bcase\b[^:;{]*:((?:(?!\bcase\b|\bdefault\b)"
                          r"[^}])*)", text, re.S):
        rest = re.sub(r"\b(?:break|return);", "", row)
        ways += rest.count(";") > 1 or \
            bool(re.search(r"\b(?:if|for|while)\b|\?|\{", rest))
    return ways, ways + len(re.findall(r"&&|\|\|", text))


def check_functions():
    """Nobody reads what is longer at once. The list of those that are may
    only become shorter."""
    path = os.path.join(TOP, LONGER)
    known = open(path, encoding="utf-8").read().splitlines() \
        if os.path.exists(path) else []
    long = set()
    for file in files(".c"):
        for name, first, body, n in functions(file):
            ways, questions = branches(body)
            if n <= MOST_LINES and ways <= MOST_BRANCHES and \
                    questions <= MOST_QUESTIONS:
                continue
            key = "%s %s" % (os.path.relpath(file, TOP), name)
            long.add(key)
            if key not in known:
                fault(file, first + 1, "%s has %d lines, %d branches, %d "
                      "questions, of %d, %d, %d: split it by meaning" %
                      (name, n, ways, questions, MOST_LINES, MOST_BRANCHES,
                       MOST_QUESTIONS))
    for key in sorted(set(known) - long):
        fault(path, 1, key + " is as it should be: strike it out")


# How many lines a file under src may have.
FILE_LINES = 1500


def check_file_lengths():
    """A longer file has several subjects: one file for each."""
    for path in files(".c", ".h", ".def", ".py", ".js", ".css", ".sh"):
        n = open(path, encoding="utf-8").read().count("\n")
        if n > FILE_LINES:
            fault(path, 1, "%d lines, of at most %d: split it by subject" % (n, FILE_LINES))


# How many parameters a function under src may have.
PARAMETERS = 7


def parameters(path):
    """(line, name, number of parameters) of each function of a file."""
    text = "\n".join(code_lines(path))
    for m in re.finditer(r"^(?:[a-z_][\w *]*[ *])?([a-z_]\w*)\(([^;{}()]*(?:\([^()]*\)[^;{}()]*)*)\)"
                         r"\s*\n\{", text, re.M):
        flat = re.sub(r"\([^()]*\)", "", m.group(2))
        yield text.count("\n", 0, m.start()) + 1, m.group(1), flat.count(",") + 1


def check_parameters():
    """Those that belong together are a struct."""
    for path in files(".c"):
        for line, name, n in parameters(path):
            if n > PARAMETERS:
                fault(path, line, "%s has %d parameters, of at most %d: give it a struct" %
                      (name, n, PARAMETERS))


# Static functions under src whose name is one word; the number may only fall.
ONE_WORD = 305
STATIC = re.compile(r"^static (?:inline )?(?:const )?(?:\w+ )+\**([a-z][a-z0-9]*)\(", re.M)


def check_static_names():
    """A name has its noun (move_check, not check): a search finds one function."""
    total, most = 0, (0, "")
    for path in files(".c"):
        n = len(STATIC.findall(open(path, encoding="utf-8").read()))
        total, most = total + n, max(most, (n, path))
    if total > ONE_WORD:
        fault(most[1], 1, "%d static functions have names of one word, of at most %d; "
              "most are here" % (total, ONE_WORD))


def check_letters():
    """Each kind of mail that the judge writes is in tests/mail_rendering, in
    each language; reports are in golden files of their games."""
    kind = re.compile(r'\bkind = (?:STR\()?"([a-z_]+)"|'
                      r'\bdelivery_answer\(\s*d,\s*"([a-z_]+)"|'
                      r'\banswer_leave\(d, "([a-z_]+)"|'
                      r'\bkind = [^;,"]*\?\s*"([a-z_]+)"\s*:\s*"([a-z_]+)"')
    for path in [*files(".c", under="src/judge"), *files(".c", under="src/tournament")]:
        text = open(path, encoding="utf-8").read()
        for m in kind.finditer(text):
            for name in m.groups():
                for language in "en", "es":
                    if name and name != "report" and not os.path.exists(
                            os.path.join(TOP, "tests/golden/letters",
                                         "%s-%s.txt" % (name, language))):
                        fault(path, text[:m.start()].count("\n") + 1,
                              "letters called %s have no golden file in %s" %
                              (name, language))


def used_by_template(path, seen):
    """The words in braces of a template and of those that it includes."""
    if path in seen or not os.path.exists(path):
        return set()
    seen.add(path)
    with open(path, encoding="utf-8") as f:
        text = f.read()
    words = set(re.findall(r"\{[#?^]?([a-z_]+)", text))
    for name in re.findall(r"\{>([a-z_-]+)\}", text):
        words |= used_by_template(os.path.join(os.path.dirname(path), name + ".txt"), seen)
    return words


def check_payloads():
    """payloads.def has the keys that are written, and no other, with the types
    that they are written with. A template, or C, reads each of them."""
    table = os.path.join(TOP, "src/judge/notify/payloads.def")
    with open(table, encoding="utf-8") as f:
        text = f.read()
    kinds = set(re.findall(r"^MAIL\((\w+)\)", text, re.M))
    rows = re.findall(r"^KEY\((\w+), (\w+), (\w+)\)", text, re.M)
    ways = {"INT": "int", "TEXT": "text", "WORD": "text", "NAME": "text",
            "MOMENT": "text", "REJECT": "text"}
    known = {(key, ways.get(kind, "json")) for _, key, kind in rows}
    quoted = set()
    for path in [*files(".c", under="src/judge"), *files(".c", under="src/tournament")]:
        with open(path, encoding="utf-8") as f:
            code = f.read()
        if not path.endswith("payload.c"):
            quoted.update(re.findall(r'[{"\\]([a-z_]+)\\?"', code))
        for m in re.finditer(r'\bpayload_(text|int|json)\(\s*[^,()]+,\s*"(\w+)"', code):
            if (m.group(2), m.group(1)) not in known:
                fault(path, code[:m.start()].count("\n") + 1,
                      "payloads.def has no %s %s" % (m.group(1), m.group(2)))
    for owner, key, _ in rows:
        if key not in quoted:
            fault(table, 1, "nobody writes %s of %s" % (key, owner))
    read = set()
    for path in files(".c", under="src/judge/notify"):
        with open(path, encoding="utf-8") as f:
            read.update(re.findall(r'(?:json_object_get\(\w+(?:->\w+)*,|matter_says\(\w+,)\s*'
                                   r'"(\w+)"', f.read()))
    messages = os.path.join(TOP, "templates/en/messages")
    for kind in kinds:
        words = used_by_template(os.path.join(TOP, "templates/en", kind + ".txt"), set())
        if not words:
            fault(table, 1, "no template for " + kind)
        read |= words
    read |= used_by_template(messages, set())
    for owner, key, _ in rows:
        if owner in kinds and key not in read:
            fault(table, 1, "nobody reads %s of %s" % (key, owner))


def check_page_calls():
    """JavaScript calls only what the module exports: no compiler sees it."""
    exported = set()
    for path in files(".h", under="src/webapp"):
        with open(path, encoding="utf-8") as f:
            exported.update(re.findall(r"\bPAGE_CALL\((page_\w+)\)", f.read()))
    for path in files(".js", under="src/webapp"):
        with open(path, encoding="utf-8") as f:
            for line, text in enumerate(f, 1):
                for name in re.findall(r'(?:"|\bcalls\.)(page_\w*[a-z])\b', text):
                    if name not in exported:
                        fault(path, line, "the module exports no " + name)


def check_installed():
    """What lies under templates/ is installed: a module.mk names it.
    A judge without the file answers with an empty mail."""
    named = set()
    for folder, _, names in os.walk(os.path.join(TOP, "src")):
        for name in names:
            if name.endswith(".mk"):
                with open(os.path.join(folder, name), encoding="utf-8") as f:
                    named.update(f.read().split())
    for path in files("", under="templates"):
        if os.path.relpath(path, TOP) not in named:
            fault(path, 1, "no module.mk names it: it is not installed")


def check_kept():
    """What the build takes as a source is kept by git: what .gitignore names
    is there on the machine of who wrote it, and in no clone."""
    if not os.path.isdir(os.path.join(TOP, ".git")) and \
            not os.path.isfile(os.path.join(TOP, ".git")):
        return
    named = {}
    for folder, _, names in os.walk(TOP):
        for name in names:
            if name != "Makefile.am" and not name.endswith(".mk"):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as f:
                text = f.read().replace("\\\n", " ")
            for row in re.findall(r"^(?:dist_\w+|EXTRA_DIST|\w+_SOURCES)"
                                  r"\s*\+?=(.*)$", text, re.M):
                named.update((word, path) for word in row.split()
                             if os.path.isfile(os.path.join(TOP, word)))
    ran = subprocess.run(["git", "-C", TOP, "check-ignore", "--stdin"],
                         input="\n".join(named), text=True,
                         capture_output=True, check=False)
    for word in ran.stdout.split():
        fault(named[word], 1, word + " is a source, and .gitignore names it: "
              "git does not keep it")


# The English of comments and subjects: sentences without a subject ("who is
# asked", "what stands"), and words that mostly replace a plainer one.
ENGLISH = "tests/house/english"
CLAUSE = re.compile(r"\b(who|what|whom|whoever|whatever) (is|are|has|have|does|comes?|"
                    r"stands?|asks?|may|can|lies?|plays?|waits?)\b", re.I)
TICS = {word: re.compile(r"\b%s\b" % (pattern or word), re.I) for word, pattern in (
    ("told", None), ("said", None), ("stands", "stands?"), ("behind", None),
    ("nobody", None), ("beside", None), ("somebody", None), ("at-hand", "at hand"))}


def comments(path):
    """The text of each comment, on one line."""
    text = open(path, encoding="utf-8").read()
    for m in re.finditer(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(/\*.*?\*/|//[^\n]*)',
                         text, re.S):
        if m.group(1):
            yield re.sub(r"\n\s*\*? ?", " ", m.group(1))


SENTENCE_WORDS = 20
# {#x}one{/x}{^x}other{/x}, also the other way round, with no other {x} inside
CHOICE = re.compile(r"\{([#^?])([\w.]+)\}((?:(?!\{[#^?/]\2\}).)*)\{/\2\}"
                    r"\{(?!\1)[#^?]\2\}((?:(?!\{[#^?/]\2\}).)*)\{/\2\}", re.S)
# one of several values of a field: {#is.a}..{/is.a}{#is.b}..{/is.b}
VALUE = re.compile(r"\{#(is|attack\.is)\.([\w-]+)\}(?:(?!\{/\1\.\2\}).)*\{/\1\.\2\}"
                   r"(?=\{#\1\.)", re.S)
# {/x}{#y} and a word: one or the other
APART = re.compile(r"(\{/[\w.]+\})(\{#[\w.]+\}(?=\w))")


def long_sentences_of(text):
    """Of a template whose choices are made: each line of an example is a sentence."""
    text = re.sub(r"(?m)^(    |//|-----|> ).*$", "\n\n", re.sub(r"\{[^{}]*\}", " ", text))
    return sum(len(re.findall(r"[\w'/-]*[^\W\d_][\w'/-]*", one)) > SENTENCE_WORDS
               for one in re.split(r"[.:;!?](?=\s|$)|\n\s*\n", text))


def long_sentences(lang):
    """Sentences of more words in the templates of a language, and the file with the most."""
    total, most = 0, (0, "")
    folder = os.path.join(TOP, "templates", lang)
    for name in sorted(os.listdir(folder)):
        if not name.endswith((".txt", ".messages")) and name != "messages" or \
                name == "site_style.txt":
            continue
        text = open(os.path.join(folder, name), encoding="utf-8").read()
        text = re.sub(r"(?m)^.*policy_renamed.*$|^.*\S {2,}\S.*$", "\n\n", text)
        if name.endswith("messages"):
            text = re.sub(r"(?m)^(#.*|[^=\n]* =)", "\n\n", text)
        text = APART.sub(r"\1. \2", VALUE.sub(" ", text))
        n = 0
        for group in r"\3", r"\4":
            chosen, more = CHOICE.subn(group, text)
            while more:
                chosen, more = CHOICE.subn(group, chosen)
            n = max(n, long_sentences_of(chosen))
        total, most = total + n, max(most, (n, os.path.join(folder, name)))
    return total, most


def english_counts(since):
    """Clauses and words in comments, and in subjects of commits after since;
    and the file with the most of each."""
    counts, most = {}, {}
    for path in files(".c", ".h", ".def"):
        here = {}
        for text in comments(path):
            here["clauses"] = here.get("clauses", 0) + len(CLAUSE.findall(text))
            for word, pattern in TICS.items():
                here[word] = here.get(word, 0) + len(pattern.findall(text))
        for name, n in here.items():
            counts[name] = counts.get(name, 0) + n
            most[name] = max(most.get(name, (0, path)), (n, path))
    for lang in ("en", "es"):
        counts["sentences-" + lang], most["sentences-" + lang] = long_sentences(lang)
    log = subprocess.run(["git", "-C", TOP, "log", "--format=%s", since + "..HEAD"],
                         capture_output=True, text=True, check=False)
    if since and not log.returncode:  # not in a tarball, nor in a shallow clone
        counts["subjects"] = sum(
            len(pattern.findall(log.stdout)) for pattern in (CLAUSE, *TICS.values()))
    return counts, most


NAMED_FILE = re.compile(r"(?<![\w.<$@%{/-])((?:[\w-]+/)*[\w-]+\.(?:c|h|def|inc))(?!\w)")
PLACEHOLDER = re.compile(r"(^|/)(X|[A-Z]{2,})\.|[A-Z]{4,}")
NOT_OURS = ("sodium.h", "x509_vfy.h")


def check_named_files():
    """A file that a comment names exists: from the top, from src/, or below any folder."""
    there = set()
    for where, _, names in os.walk(os.path.join(TOP, "src")):
        there.update(names)
        rel = os.path.relpath(where, TOP).split("/")
        for name in names:
            for i in range(len(rel)):
                there.add("/".join(rel[i:] + [name]))
    for path in files(".c", ".h", ".def"):
        text = open(path, encoding="utf-8").read()
        for m in re.finditer(r"/\*.*?\*/", text, re.S):
            for n in NAMED_FILE.finditer(m.group(0)):
                name = n.group(1)
                if name in there or PLACEHOLDER.search(name) or name in NOT_OURS or \
                        os.path.exists(os.path.join(TOP, name)):
                    continue
                fault(path, text.count("\n", 0, m.start() + n.start()) + 1,
                      "no file has the name %s" % name)


def english_known():
    """The numbers that may only fall, and the commit from which on subjects count."""
    rows = dict(line.split() for line in open(os.path.join(TOP, ENGLISH), encoding="utf-8")
                if not line.startswith("#"))
    return rows, rows.pop("since", "")


def check_english():
    """Comments and subjects have no more of them than the list allows."""
    path = os.path.join(TOP, ENGLISH)
    known, since = english_known()
    counts, most = english_counts(since)
    for name, n in sorted(counts.items()):
        if n > int(known.get(name, 0)):
            where = "; most are in " + os.path.relpath(most[name][1], TOP) if name in most else ""
            fault(path, 1, "%s: %d, of at most %d: name the subject of the sentence, and "
                  "use a plain word%s" % (name, n, int(known.get(name, 0)), where))


def check_glossary():
    """What players read says things by the words of the glossary."""
    for path, line, text in glossary.faults(TOP):
        fault(path, line, text)


def write_english():
    """Lower the numbers to the present ones; none ever rises."""
    known, since = english_known()
    counts, _ = english_counts(since)
    with open(os.path.join(TOP, ENGLISH), "w", encoding="utf-8") as f:
        f.write("# Clauses such as \"who is ..\" and certain words in comments under src, and both in\n"
                "# subjects of commits after `since`; and sentences of more than twenty words in\n"
                "# templates: the most that tests/house/check.py allows.\n"
                "# check.py --english lowers the numbers.\n")
        for name in ["clauses", *TICS, "sentences-en", "sentences-es", "subjects"]:
            was = int(known.get(name, 0))
            f.write("%s %d\n" % (name, min(was, counts.get(name, was))))
        f.write("since %s\n" % since)


if "--numbers" in sys.argv:
    write_numbers()
if "--english" in sys.argv:
    write_english()
for check in (check_includes, check_banned, check_rules, check_rules_told,
              check_numbers,
              check_words, check_options, check_tests, check_shared, check_file_lengths,
              check_functions, check_parameters, check_static_names,
              check_payloads, check_page_calls,
              check_installed, check_letters, check_kept, check_english, check_glossary,
              check_named_files, check_format):
    check()
for text in faults:
    print(text)
print("house: %d faults" % len(faults))
sys.exit(1 if faults else 0)
