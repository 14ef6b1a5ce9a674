#!/usr/bin/python3
"""tests/games/games.py - play the scripts of this folder, verify their logs.

    games.py BUILDDIR SRCDIR [--table] [--mails FOLDER] [GAME ..]

Each NAME.game is played by mailgame; its full log must pass `heraldo verify`,
which plays it once more, and contrib/verify.py, which shares no code with it.
Then every section of the rules that has ids must have been used by one of the
games: an event of its log names a rule of it. --table prints who used what,
and how many of a section's rules. --mails keeps each mail of the judge, as
FOLDER/NAME/*.eml (tests/mail_rendering/mail_rendering.py looks at them). With names of games: these alone, by
`heraldo verify` alone.
"""
import collections
import glob
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import claims
import headlines
from mails import read

RULE = re.compile(r"\b[A-Z]{2}-[A-Z]+-(?:\d+|[a-z][a-z-]+)")
# sections whose rules no event can name: what stands in their place
ELSEWHERE = {
    "rebellion 7. Contact and friendship": "MEASURE (teams) is answered and "
    "not logged; who touches whom is in every fight",
    "rebellion 24. Rulings": "a ruling is used where the rule is that it fills",
    "cavalry 16. Rulings": "a ruling is used where the rule is that it fills",
    "dungeons 1 Words used below": "every event is said in them",
    "dungeons 3.1 Squares and edges": "every step and line goes by them; "
    "cases and definitions have them one by one",
    "arena 13. Effect primitives": "how a spell is told; \"14. Spells\" and "
    "what its program names are in every event of one",
    "arena 7. Code of its own": "events name the seven spells it is about, "
    "AR-SPELL-chain-lightning and its like; cases have each",
    "arena 23. Orders": "every line of every mail is read by them",
    "arena 24. Rulings": "a ruling is used where the rule is that it fills",
    "dungeons 14.4 Dungeons figures outdoors": "the game `outside` is one of "
    "Rebellion, whose events name the rules of Rebellion",
}


# full duels of Arena whose reports are measured
DUELS = ("beast-lock", "beast-priest", "beast-wiz", "lock-priest", "lock-wiz",
         "wiz-priest")


# whole games of two whose mails are counted, and the event of a turn; in Arena
# a round is a turn of both
WHOLE = {"whole-rebellion": "turn_start", "whole-dungeons": "turn_started",
         **{name: "initiative" for name in DUELS}}
SENT, RECEIVED, KILOBYTES = 1.1, 2.1, 70    # a turn; a round and player
RECEIPT_LINES, RECEIPT_BYTES = 25, 6000     # of its text; of text and HTML
REPORT_BYTES = 60000                        # as sent, with both pictures


def sections(path, heading=r"##+ (?=\d)"):
    """{rule id: section} of a reference, by its headings."""
    name = os.path.basename(path)[:-3]
    found, section = {}, ""
    with open(path, encoding="utf-8") as f:
        for line in f:
            m = re.match(heading, line)
            if m:
                section = "%s %s" % (name, re.sub(r" \(.*", "",
                                                  line[m.end():].strip()))
            m = re.match(r"(?:- (?:\*\*)?|\| |\*\*)(%s)" % RULE.pattern, line)
            if m and m.group(1) not in found:
                found[m.group(1)] = section
    return found


def books(src, prefixes):
    """The references whose rules begin so."""
    for path in sorted(glob.glob(os.path.join(src, "db/rules/*.md"))):
        with open(path, encoding="utf-8") as f:
            head = f.read(400)
        if re.search(r"(?:\(prefix |Prefix of every id: `)(%s)[-)]" %
                     "|".join(p[:2] for p in prefixes), head):
            yield path


def run(*words, **env):
    done = subprocess.run(words, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True,
                          env=dict(os.environ, **env))
    if done.returncode:
        sys.exit("%s\n%s" % (" ".join(words), done.stdout))
    return done.stdout


def words_of(build, src, script, folder):
    """The command that plays a script; its log goes into the folder."""
    words = [os.path.join(build, "mailgame"), script, log_of(script, folder)]
    own = script[:-5]
    if os.path.isdir(own):      # cards of a house, beside those of the catalog
        catalog = os.path.join(folder, "catalog-" + os.path.basename(own))
        shutil.copytree(os.path.join(src, "db/catalog"), catalog,
                        dirs_exist_ok=True)
        for path in glob.glob(os.path.join(own, "*")):
            shutil.copy(path, os.path.join(catalog, "arena"))
        words.append(catalog)
    return words


def log_of(script, folder):
    return os.path.join(folder, os.path.basename(script) + ".jsonl")


def measure(script, path):
    """Of a report that asks for a round mail of Arena: its text's lines and the
    mail's bytes are bounded, and so is each line."""
    mail = read(path)
    text = mail.plain.rstrip("\n")
    asks = re.search(r"(?:Your move|Te toca).*, (?:round|ronda) (\d+),",
                     mail.subject)
    active = re.search(r"(?:Active creatures|Criaturas activas): ([^.]*)\.", mail.line)
    if not asks or not active:
        return 0
    # the block for the page, and the line above it, are not read
    shown = text.split("-----BEGIN HERALDO BOARD")[0].rstrip("\n")
    lines = shown.rpartition("\n")[0].rstrip("\n").split("\n")
    most = max(int(n) for n in re.findall(r"\w (\d+)", active.group(1)))
    usual = int(asks.group(1)) <= 4
    if (len(lines) > (64 if usual else 60 + 9 * most)
            or mail.size > (42000 if usual else REPORT_BYTES)
            or max(len(s) for s in lines) > 79):
        sys.exit("%s: a report is too long: %d lines, %d bytes\n%s" % (
            script, len(lines), mail.size, text))
    return 1


def short_enough(mails):
    """Every report of a game, the first with the list of figures aside."""
    for path in glob.glob(mails + "/*.eml"):
        mail = read(path)
        if mail.size > REPORT_BYTES and not mail.figures:
            sys.exit("%s: a report of %d bytes" % (path, mail.size))


def unflowed(text):
    """The lines of a text in format=flowed (RFC 3676)."""
    lines, open_line = [], None
    for line in text.split("\n"):
        quoted = line.startswith(">")
        line = line[1:] if line.startswith(" ") else line
        soft = line.endswith(" ") and not quoted
        if open_line is not None:
            line = open_line + line
        open_line = line if soft else None
        if not soft:
            lines.append(line)
    if open_line is not None:
        sys.exit("a paragraph has no end:\n" + text)
    return lines


def flowed(path):
    """What a reader copies stays as it is in a mail whose text flows, and the
    attached text says the same; gives whether it flows."""
    mail = read(path)
    if not mail.flows:
        return 0
    if "cid:" in mail.html:
        sys.exit("%s: the text of a report flows" % path)
    if mail.delsp:
        sys.exit("%s: DelSp" % path)
    text = mail.plain
    lines = unflowed(text)
    shown = re.findall('<pre class="orders">(.*?)</pre>', mail.html, re.S)
    for line in html.unescape("\n".join(shown)).splitlines():
        if line not in lines:
            sys.exit("%s: not in the text: %s\n%s" % (path, line, text))
    kept = (mail.answer or "").split()
    if "\n".join(lines).split()[:len(kept)] != kept:
        sys.exit("%s: the attached text differs\n%s" % (path, text))
    return 1


def turns_sent(name, log):
    """The turns of a whole game, and the signed texts from the first one on."""
    turns, sent = 0, 0
    with open(log, encoding="utf-8") as f:
        for line in map(json.loads, f):
            event = line.get("event", {}).get("event")
            if event == WHOLE[name]:
                turns += 2 if name in DUELS else 1
            elif turns and event == "orders_signed":
                sent += 1
    return turns, sent


def count(script, log, mails):
    """How many mails a turn costs, from the first turn on, and how large they
    are; receipts are short and show no position."""
    name = os.path.basename(script)[:-5]
    turns, sent = turns_sent(name, log)
    # the first mail of each player that tells of a turn answers the set-up
    got, size, receipts, begun = -2, 0, 0, False
    for path in sorted(glob.glob(mails + "/*.eml")):
        mail = read(path)
        subject, text, page = mail.subject, mail.plain, mail.html
        begun |= bool(re.search(r"(?:round|ronda|turn|turno) 1,", subject))
        if re.search("^(YOUR MAIL|TUS ÓRDENES)\\s*$", text, re.M):
            receipts += 1
            # the block for the page, and the line above it, are not read
            shown = re.sub(r"[^\n]*\n-----BEGIN HERALDO BOARD.*", "", text, flags=re.S)
            lines, both = shown.rstrip().count("\n"), len((text + page).encode())
            if lines > RECEIPT_LINES or both > RECEIPT_BYTES:
                sys.exit("%s: a receipt of %d lines, %d bytes\n%s" % (
                    path, lines, both, text))
        if begun:
            got += 1
            size += mail.size if got > 0 else 0
    told = "%s: %d turns, %.2f mails sent and %.2f got for each, %d receipts, " \
        "%.1f kB a round and player" % (name, turns, sent / turns, got / turns,
                                        receipts, size / turns / 1000)
    print(told)
    if not receipts or (sent > SENT * turns or got > RECEIVED * turns or
                        size > 1000 * KILOBYTES * turns):
        sys.exit("too much: " + told)


def team_sees(verify, log):
    """Of a game of A and C against B and D: the log of each seat holds the
    sealed books and plans of its side, and none of the other; it verifies."""
    for seat in "ABCD":
        run(*verify, log + "." + seat)
        seen = collections.defaultdict(set)
        with open(log + "." + seat, encoding="utf-8") as f:
            for line in map(json.loads, f):
                for event in line.get("events", []):
                    if line["seat"] != seat:
                        sys.exit("%s has the leaf of %s" % (seat, line["seat"]))
                    if event["event"] in ("book_set", "plan_set"):
                        seen[event["event"]].add(event["seat"])
        side = set("AC" if seat in "AC" else "BD")
        if seen != {"book_set": side, "plan_set": side}:
            sys.exit("%s sees %s" % (seat, dict(seen)))


def play(build, src, script, folder, kept=None, alone=False):
    """The rules that the game's log names; alone: without verify.py."""
    log = log_of(script, folder)
    mails = os.path.join(kept or folder, os.path.basename(script)[:-5])
    os.mkdir(mails)
    teams = os.path.basename(script) == "pairs.game"
    run(*words_of(build, src, script, folder), MAILGAME_MAILS=mails,
        **({"MAILGAME_SEATS": "1"} if teams else {}))
    if os.path.basename(script)[:-5] in DUELS and not sum(
            measure(script, path) for path in glob.glob(mails + "/*.eml")):
        sys.exit("%s: no report asks for a round mail" % script)
    short_enough(mails)
    if not sum(map(flowed, glob.glob(mails + "/*.eml"))):
        sys.exit("%s: no mail flows" % script)
    if os.path.basename(script)[:-5] in WHOLE:
        count(script, log, mails)
    stories, faults = claims.check(log, mails)
    heads, wrong = headlines.check(claims.events_of(log)[0], mails)
    faults += wrong
    if not heads:
        sys.exit("%s: no mail has a headline" % script)
    if faults:
        sys.exit("\n".join(faults))
    if stories:
        print("%s: %d stories claim what happened" % (
            os.path.basename(script)[:-5], stories))
    if not kept:
        shutil.rmtree(mails)
    verify = (os.path.join(build, "heraldo"), "verify", "--data",
              os.path.join(src, "db"), "--templates",
              os.path.join(src, "templates"))
    if teams:
        team_sees(verify, log)
    said = (run(*verify, log),) + (() if alone else (
        run("/usr/bin/python3", os.path.join(src, "contrib/verify.py"), log),))
    with open(script, encoding="utf-8") as f:
        for line in re.findall("^verified (.*)", f.read(), re.M):
            for which, words in zip(("heraldo verify", "verify.py"), said):
                if line not in words:
                    sys.exit("%s: %s does not say: %s\n%s" % (
                        script, which, line, words))
    with open(log, encoding="utf-8") as f:
        return set(RULE.findall(f.read()))


def main():
    words = sys.argv[1:]
    table = "--table" in words
    if table:
        words.remove("--table")
    kept = None
    if "--mails" in words:
        at = words.index("--mails")
        kept = words[at + 1]
        del words[at:at + 2]
    build, src, *names = words
    if names:
        with tempfile.TemporaryDirectory() as folder:
            for name in names:
                play(build, src, os.path.join(src, "tests/games", name + ".game"),
                     folder, kept, alone=True)
                print("%s: played and verified" % name)
        return
    of = {}
    for line in run(os.path.join(build, "heraldo"), "rulesets").splitlines():
        prefixes = line.split("\t")[3].split()
        for book in books(src, prefixes):
            of.update(sections(book))
    used = {s: {} for s in of.values()}
    whole = collections.Counter(of.values())
    scripts = sorted(glob.glob(os.path.join(src, "tests/games/*.game")))
    if not scripts:
        sys.exit("no games in tests/games")
    with tempfile.TemporaryDirectory() as folder:
        for script in scripts:
            name = os.path.basename(script)[:-5]
            for rule in play(build, src, script, folder, kept):
                if rule in of:
                    used[of[rule]].setdefault(name, set()).add(rule)
            print("%s: played and verified" % name)
    missing = []
    for section, games in used.items():
        if table and games:
            print("%-52s %2d of %2d: %s" % (
                section[:52], len(set().union(*games.values())),
                whole[section], ", ".join("%s (%d)" % (g, len(r))
                                          for g, r in sorted(games.items()))))
        if not games and section not in ELSEWHERE:
            missing.append(section)
    print("%d sections of the rules, each used by a game but for %d" % (
        len(used) - len(ELSEWHERE), len(missing)))
    for section in missing:
        print("no game uses", section)
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
