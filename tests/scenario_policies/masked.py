"""tests/scenario_policies/masked.py - the game in which nobody is named."""
import datetime
import os
import re

from cast import HOUR, check, flat, words
from desk import comes, proven
from pace import due
from places import OPTIONS

QUARTER = 900


def made(t):
    words_ = ["game", "new", "--system", t.system, "--players", "4",
              "--words", "0d", "--master", t.max.name]
    for p in ("anonymous=yes", "press-gm-reads=yes", "spectators-hidden=yes",
              "abandoned=play-defaults", "max-missed-deadlines=1",
              "autostart=no"):
        words_ += ["--policy", p]
    if t.play.position:
        words_ += ["--setup", t.play.file()]
    else:
        for option in OPTIONS[t.system]:
            words_ += ["--option", "%s=%s" % option]
    people = [t.ana, *t.masks]
    for seat, p in zip("ABCD", people):
        words_ += ["--reserve", "%s=%s" % (seat, p.address)]
    t.veil = t.house.run(*words_, "veil")
    t.shown("by command line")
    for seat, p in zip("ABCD", people):
        comes(t, p, t.veil, seat)
    t.house.passes(HOUR)
    t.max.command(t.veil, "START")
    t.house.passes(HOUR)
    t.play.begin(t.veil, people)
    t.house.passes(HOUR)


def exported(t, *words_):
    path = os.path.join(t.house.dir, "veil.jsonl")
    if os.path.exists(path):
        os.remove(path)
    t.judge.run("--quiet", "export", *words_, "-o", path, t.veil)
    with open(path, encoding="utf-8") as f:
        return f.read()


def named(t, who):
    """How somebody could be known: name, address, fingerprints."""
    found = [who.name, who.address, who.user + "@"]
    for line in t.judge.run("key", "list", who.name).splitlines():
        found += re.findall(r"SHA256:\S+|OPENPGP:\S+|[0-9a-fA-F]{40}|"
                            r"\b[0-9A-F]{16}\b", line)
    return found


def readable(mail):
    """All bytes of a mail, decoded wherever they are."""
    text = mail.raw.decode("utf-8", "replace")
    for name, value in mail.items():
        text += "\n%s: %s" % (name, value)
    for part in mail.walk():
        content = part.get_payload(decode=True)
        if content:
            text += "\n" + content.decode("utf-8", "replace")
    return text


def leaks(t, people):
    """Nobody of these has ever got a mail that names another."""
    names = {p: named(t, p) for p in (t.ana, *t.masks, t.oda, t.dan)}
    for who in people:
        for mail in who.mails:
            text = readable(mail)
            for other in set(names) - {who}:
                for name in names[other]:
                    check(name not in text, "%s got the name of %s:\n%s" % (
                        who.name, other.name, text[:3000]))
    t.shown("masked leak")


def played(t):
    veil, ana, vera, wim, xenia, max_ = (t.veil, t.ana, *t.masks, t.max)
    people = [ana, *t.masks]
    # times of receipt: at the next full quarter of an hour for others
    now = t.clock.now()
    t.house.passes(QUARTER - now.minute % 15 * 60 - now.second + 60)
    marks = t.marks()
    ana.taken(veil, "DECIR A B: quién eres", verdict="letter", seat="A")
    t.kept([vera, max_], "(?i)quién eres", marks)
    t.house.passes(QUARTER)
    said = t.told(vera, r"(?is)A to B.*quién eres", marks[vera],
                  "masked letters")[0]
    check("Anouk" not in said, said)
    t.told(max_, "(?i)quién eres", marks[max_], "letters open")
    t.kept([wim, xenia], "(?i)quién eres", marks)
    public = exported(t)
    times = re.findall(r'"event":"adjudication"[^}]*"at":"([^"]*)"', public)
    # none is before the game was made
    later = [x for x in times if x != times[0]]
    check(later and all(re.search(r"(00|15|30|45):00Z$", x)
                                 for x in later), "times: %s" % times)
    t.shown("masked times")
    for log in (public, exported(t, "--seat", "B")):
        for p in people + [t.dan]:
            for name in named(t, p):
                check(name not in log, "an export names " + name)
    check(re.search(r'"person":"~[0-9a-f]{8}"', public), "no hashed person")
    t.shown("masked export")
    t.shown("masked keys")
    ruled(t)
    watched_in_secret(t)
    given_up(t)


def ruled(t):
    """A deputy and a ruling of seats without names."""
    veil, vera, wim, xenia, max_ = (t.veil, *t.masks, t.max)
    marks = t.marks()
    wim.taken(veil, "SUPLENTE Dalibor HASTA " + t.clock.day(3))
    t.house.passes(QUARTER)
    t.told(vera, "(?i)deputy of C", marks[vera])
    t.kept([vera, xenia], "Dalibor|Wendelin", marks, "masked deputy")
    wim.taken(veil, "SUPLENTE NADIE")
    point = t.judge.ask("SELECT point FROM games WHERE name = ?",
                        veil)[0][0]
    who = t.play.whose(veil, [t.ana, *t.masks])[0]
    t.play.turn(who, veil, **({"seat": "A"} if who is t.ana else {}))
    xenia.taken(veil, "DISPUTE %d why so" % (point + 1), verdict="disputed")
    t.house.passes(QUARTER)
    marks = t.marks()
    max_.command(veil, "RULE 1 STANDS", "because it is")
    t.house.passes(QUARTER)
    t.told(vera, "BECAUSE IT IS", marks[vera])
    t.kept([vera, wim, t.ana], "Xenia|Maximo", marks, "masked ruling")
    for p in (vera, wim):
        for mail in p.mails:
            if veil not in str(mail["List-Id"]):
                continue
            check(re.match(r"Heraldo <gm@", str(mail["From"])) and
                  re.match(r"<?(%s\.\d+\.[A-D][.@]|[\w.-]+@)" %
                           re.escape(veil), str(mail["Message-ID"]).strip()),
                  "From %s, %s" % (mail["From"], mail["Message-ID"]))
    t.shown("masked mails")


def watched_in_secret(t):
    """Twenty watch, whom no player hears of; and no more can."""
    veil, max_, oda = t.veil, t.max, t.oda
    marks = t.marks()
    proven(t, oda, veil, "OBSERVER")
    t.house.passes(QUARTER)
    wish = t.judge.ask("SELECT max(id) FROM joins")[0][0]
    max_.command(veil, "ADMIT %d" % wish)
    t.house.passes(QUARTER)
    t.kept([t.ana, *t.masks], r"(?i)observ|watch|Ottilie", {
        p: marks[p] for p in [t.ana, *t.masks]}, "watch hidden")
    for n in range(2, 21):
        t.judge.run("person", "add", "W%d" % n, "bob+w%d@example.test" % n)
        t.judge.run("game", "seat", veil, "O%d" % n, "W%d" % n)
    t.house.look()
    t.house.rest()
    mark = t.nia.mark()
    t.nia.write("WATCH " + veil, key=True, signed=False)
    t.told(t.nia, "You could not join", mark)
    t.house.refused("game", "seat", veil, "O21", "W2")
    t.shown("watch twenty")


def given_up(t):
    """Defaults play for who is silent; then somebody gives up, and all agree:
    what was hidden is opened."""
    veil, ana, vera, wim, xenia, max_ = (t.veil, t.ana, *t.masks, t.max)
    people = [ana, *t.masks]
    max_.command(veil, "POLICY deadline 1d")
    t.house.passes(QUARTER)
    # the next turn has a deadline
    for who in t.play.whose(veil, people):
        t.play.turn(who, veil, **({"seat": "A"} if who is ana else {}))
    t.house.passes(QUARTER)
    silent = t.play.whose(veil, people)[0]
    marks = t.marks()
    others = [p for p in people if p is not silent]
    t.house.until(due(t, silent, veil) + datetime.timedelta(seconds=30))
    t.house.passes(QUARTER)
    other = others[0]
    t.told(other, r"(?i)has dropped out|se ha caído", marks[other])
    t.told(max_, r"(?i)deadline of [A-D] has passed", marks[max_])
    check(t.judge.ask("SELECT state FROM games WHERE name = ?",
                      veil)[0][0] == 1, "the game waits")
    t.shown("drop-out defaults")
    leaks(t, t.masks)
    mark = vera.mark()
    vera.taken(veil, "PROPOSE SURRENDER")
    t.house.passes(QUARTER)
    for p in (ana, wim, xenia):
        n = max(int(x) for m in p.mails if veil in str(m["List-Id"])
                for x in re.findall(r"(?:AGREE|DE ACUERDO) (\d+)",
                                    flat(words(m))))
        p.taken(veil, ("DE ACUERDO %d" if p.es() else "AGREE %d") % n,
                **({"seat": "A"} if p is ana else {}))
    t.house.passes(HOUR)
    t.told(vera, "(?s)Anouk.*", mark)
    t.shown("PROPOSE SURRENDER")
    log = exported(t, "--full")
    check("key_opened" in log and "Wendelin" in log, "nothing is opened")
    t.told(vera, "Wendelin", mark, "masked opened")
