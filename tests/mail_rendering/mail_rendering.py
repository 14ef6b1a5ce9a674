#!/usr/bin/python3
"""tests/mail_rendering/mail_rendering.py - every kind of mail as people see it.

    mail_rendering.py BUILDDIR SRCDIR [--played] [FOLDER]

Plays the games of tests/games and keeps each mail of the judge, or finds them in
FOLDER where they were --played (games.py --mails). No line of
text is wider than 79 columns, but for what cannot be broken: keys, hashes,
and lines to be sent as they stand. The HTML of one mail of each kind, system
and language is shown by a real browser, as wide as a telephone and as a desk,
light and dark: nothing scrolls sideways, nothing is clipped, every letter has
the contrast that WCAG 2 asks for at level AA. With FOLDER the mails stay there,
and a picture of each kind at each width beside them. The words of mails
without a board are in tests/golden/letters; their HTML is made of their text.
"""
import base64
import collections
import email
import glob
import itertools
import os
import re
import subprocess
import sys
import tempfile
import unicodedata

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../page"))
sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../games"))
from browser import Browser  # noqa: E402
from seen import SEEN  # noqa: E402
from games import words_of  # noqa: E402
from mails import POLICY  # noqa: E402

COLUMNS = 79
SYSTEMS = ("rebellion", "dungeons", "arena")
# a turn or round of each, its beginning, and its end
OUGHT = (r"Your move|Te toca", r"Done|Hecho", r"Waiting for|Se espera a",
         r"Game over|Fin de la|.* wins|Gana|Nobody has won|No ha ganado")
WIDTHS = (360, 600, 800)


def columns(line):
    return len(line) if line.isascii() else sum(0 if unicodedata.combining(c) else
               2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in line)


def unbroken(line):
    """What cannot be folded, or is to be sent as it stands."""
    return any(columns(word) > 30 for word in line.split())


def text_faults(name, text):
    """Lines of a text that are too wide, orders left out."""
    orders = False
    for line in text.split("\n"):
        if line.startswith("-----"):
            orders = "BEGIN" in line
        elif not orders and columns(line) > COLUMNS and not unbroken(line):
            yield "%s: %d columns: %s" % (name, columns(line), line)


class Mail:
    def __init__(self, game, path, language):
        self.name = "%s/%s" % (game, os.path.basename(path))
        self.language = language
        with open(path, "rb") as f:
            self.mail = email.message_from_binary_file(f, policy=POLICY)
        self.texts, self.html, pictures = [], None, {}
        for part in self.mail.walk():
            kind = part.get_content_type()
            if kind == "text/plain" and part.get_filename() != "orders.txt":
                self.texts.append(part.get_content())
            elif kind == "text/html":
                self.html = part.get_content()
            elif kind == "image/png" and part["Content-ID"]:
                pictures[part["Content-ID"].strip("<>")] = part.get_content()
        if self.html:
            self.html = re.sub(
                "cid:([^\"' ]+)", lambda m: "data:image/png;base64," +
                base64.b64encode(pictures[m.group(1)]).decode(), self.html)

    def kind(self, system):
        """Mails of one kind differ in their numbers and names."""
        subject = re.sub(r"\d+", "#",
                         re.sub(r"^\[.*?\] ?", "", self.mail["Subject"]))
        return system, re.split("[:,;(]", subject)[0][:20].strip()


def play(build, src, folder, played):
    """{system: mails}"""
    found = collections.defaultdict(list)
    for script in sorted(glob.glob(os.path.join(src, "tests/games/*.game"))):
        game = os.path.basename(script)[:-5]
        kept = os.path.join(folder, game)
        with open(script, encoding="utf-8") as f:
            text = f.read()
        system = re.search(r"^system (\w+)", text, re.M)
        system = system.group(1) if system else "rebellion"
        speaks = dict(re.findall(r"^player (\w+) (\w+)", text, re.M))
        if not played:
            os.makedirs(kept, exist_ok=True)
            subprocess.run(
                words_of(build, src, script, folder), check=True,
                env=dict(os.environ, MAILGAME_MAILS=kept),
                stdout=subprocess.DEVNULL)
        for path in sorted(glob.glob(os.path.join(kept, "*.eml"))):
            who = os.path.basename(path)[:-4].split("-", 1)[1]
            found[system].append(Mail(game, path, speaks.get(who, "en")))
    return found


# what the script must find, or it finds nothing in mails either
FAULTY = ("""<!DOCTYPE html><meta name="color-scheme" content="light dark">
<p style="color: #888">pale</p><p style="opacity: 0.4">faint</p>
<div style="width: 50px; overflow: hidden">unbreakable-and-long</div>
<div style="width: 50px; overflow-x: auto">unbreakable-and-long</div>
<div style="width: 900px">wide</div>""",
          ("contrast", "clipped", "to be scrolled", "over the edge",
           "the page is"))


class Faulty:
    name, html = "faulty", FAULTY[0]


def looked_at(browser, mails, pictures):
    """What the browser has against one mail of each kind."""
    frame = browser.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    for n, mail in enumerate(mails):
        browser.send("Page.setDocumentContent", frameId=frame, html=mail.html)
        for width, light in itertools.product(WIDTHS, ("light", "dark")):
            browser.look_as(width, 800, light)
            for fault in browser.run(SEEN):
                yield "%s, %d px, %s: %s" % (mail.name, width, light, fault)
            if pictures:
                shot = browser.send("Page.captureScreenshot",
                                    captureBeyondViewport=True)
                with open("%s/%03d-%d-%s.png" % (pictures, n, width, light),
                          "wb") as f:
                    f.write(base64.b64decode(shot["data"]))


def main():
    played = "--played" in sys.argv
    build, src, *given = [w for w in sys.argv[1:] if w != "--played"]
    faults = collections.Counter()
    with tempfile.TemporaryDirectory() as own:
        folder = os.path.abspath(given[0]) if given else own
        found = play(build, src, folder, played)
        kinds = {}
        for system, mails in found.items():
            for mail in mails:
                for text in mail.texts:
                    faults.update(text_faults(mail.name, text))
                if mail.html:
                    kind = mail.kind(system) + (mail.language,)
                    if kind not in kinds or len(mail.html) > len(kinds[kind].html):
                        kinds[kind] = mail
        for system in SYSTEMS:
            for language in "en", "es":
                for words in OUGHT:
                    if not any(k[0] == system and k[2] == language and
                               re.match(words, k[1]) for k in kinds):
                        faults["no report of %s, %s: %s" % (
                            system, language, words)] += 1
        browser = Browser()
        try:
            seen = "\n".join(looked_at(browser, [Faulty], None))
            for what in FAULTY[1]:
                if seen.count(what) < len(WIDTHS) * 2:
                    faults["not seen: " + what] += 1
            faults.update(looked_at(browser, list(kinds.values()),
                                    folder if folder != own and not played else None))
        finally:
            browser.close()
    for fault in sorted(faults)[:int(os.environ.get("HERALDO_FAULTS", 60))]:
        print(fault)
    print("mail_rendering: %d mails, %d kinds of HTML at %d widths, light and dark; %d "
          "faults" % (sum(map(len, found.values())), len(kinds), len(WIDTHS),
                      len(faults)))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
