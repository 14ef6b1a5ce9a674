#!/usr/bin/python3
"""tests/chronicle/chronicle.py BUILDDIR SRCDIR [FOLDER] - static pages of
games: the same bytes from the same games, written where they changed; XML and
Atom that programs can read; no script, nothing remote, no link that leads
nowhere; nothing that not everybody may see; and in a browser, if there is one,
nothing to be scrolled sideways, with letters that can be read. With FOLDER
pictures of some pages stay there. --pages PAGES LANGUAGE LINK behind SRCDIR:
the same of pages that are there."""
import base64
import glob
import gzip
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../page"))
sys.path.insert(0, os.path.join(HERE, "../mail_rendering"))
BUILD, SRC = map(os.path.abspath, sys.argv[1:3])
GIVEN = sys.argv[4:7] if sys.argv[3:4] == ["--pages"] else None
SHOTS = os.environ.get("HERALDO_SHOTS") if GIVEN else \
    sys.argv[3] if len(sys.argv) > 3 else None
HERALDO = os.path.join(BUILD, "heraldo")
TEMPLATES = os.path.join(SRC, "templates")
SYSTEMS = ("rebellion", "dungeons", "arena")
ATOM = "{http://www.w3.org/2005/Atom}"
HTML = "{http://www.w3.org/1999/xhtml}"
LINK = "https://club.example/games/"
faults = 0


def expect(right, what):
    global faults
    if not right:
        faults += 1
        print("chronicle: " + what)


def heraldo(*words, env=None):
    return subprocess.run([HERALDO, "--quiet", *words], check=True,
                          env=dict(os.environ, **(env or {})),
                          stdout=subprocess.PIPE).stdout.decode()


def tell(folder, *games, env=None, options=()):
    heraldo("publish", *options, "--templates", TEMPLATES, folder, *games,
            env=env)
    return folder


def files(folder):
    found = {}
    for path in glob.glob(folder + "/**", recursive=True):
        if os.path.isfile(path):
            with open(path, "rb") as f:
                found[os.path.relpath(path, folder)] = f.read()
    return found


def marks(folder):
    """What changes when a file is written again."""
    return {p: (os.stat(os.path.join(folder, p)).st_ino,
                os.stat(os.path.join(folder, p)).st_mtime_ns)
            for p in files(folder)}


def logs(folder, who):
    out = []
    for system in SYSTEMS:
        path = os.path.join(folder, "%s.%s.jsonl" % (system, who))
        with gzip.open("%s/tests/logs/%s-1.%s.jsonl.gz" %
                       (SRC, system, who)) as f, open(path, "wb") as to:
            shutil.copyfileobj(f, to)
        out.append(path)
    return out


def check_bytes(folder, games):
    pages = tell(os.path.join(folder, "pages"), *games)
    again = tell(os.path.join(folder, "again"), *games)
    expect(files(pages) == files(again), "other bytes from the same games")
    before = marks(pages)
    tell(pages, *games)
    expect(marks(pages) == before, "what had not changed was written")
    one = os.path.join(pages, "style.css")
    with open(one, "a", encoding="utf-8") as f:
        f.write("/* no more */")
    lost = sorted(glob.glob(pages + "/*/1.html"))[0]
    os.remove(lost)
    tell(pages, *games)
    now = marks(pages)
    changed = {p for p in now if now[p] != before[p]}
    expect(changed == {"style.css", os.path.relpath(lost, pages)},
           "written for two files: %s" % sorted(changed))
    expect(files(pages) == files(again), "two files were not mended")
    # one game more: the pages of the others stay
    grown = tell(os.path.join(folder, "grown"), *games[:2])
    before = marks(grown)
    tell(grown, *games)
    now = marks(grown)
    expect({p for p in before if now[p] != before[p]} <=
           {"index.html", "feed.xml"}, "a game more, and others were written")
    expect(files(grown) == files(again), "grown pages are others")
    return pages


def check_page(found, path, data):
    root = ET.fromstring(data)  # it is XML, too
    ids = {e.get("id") for e in root.iter()}
    for e in root.iter():
        expect(e.tag.startswith(HTML) and e.tag[len(HTML):] not in
               ("script", "iframe", "object", "embed", "form", "base"),
               "%s has %s" % (path, e.tag))
        for name, value in e.attrib.items():
            expect(not name.startswith("on"), "%s has %s" % (path, name))
            if name not in ("href", "src"):
                continue
            to, _, part = value.partition("#")
            there = os.path.normpath(os.path.join(os.path.dirname(path), to))
            expect(there in found if to else part in ids,
                   "%s leads to %s" % (path, value))
            if to and part:
                expect(('id="%s"' % part).encode() in found[there],
                       "%s leads to %s" % (path, value))


def check_found(pages, language):
    found = files(pages)
    for path, data in sorted(found.items()):
        if path.endswith(".html"):
            check_page(found, path, data)
            expect(('lang="%s"' % language).encode() in data,
                   path + " is in another language")
            expect(not re.search(rb"\{[#?^/>~]?[a-z_.]+\}", data),
                   path + " has a placeholder")
        elif path.endswith(".svg"):
            root = ET.fromstring(data)
            for e in root.iter():
                expect(not e.tag.endswith("}script") and
                       not e.tag.endswith("}image") and
                       all(v.startswith("#") for k, v in e.attrib.items()
                           if k.endswith("href")), path + " is not itself")
        bare = data.replace(b"http://www.w3.org/", b"")
        expect(path in ("feed.xml", "memory") or not re.search(
            rb"(https?:)?//[a-z]|@import|url\((?!#)", bare),
            path + " asks for something remote")
    return found


def text_of(e, name):
    child = e.find(ATOM + name)
    expect(child is not None, "the feed has something without " + name)
    return child.text if child is not None else ""


def check_feed(found, link, least=10):
    feed = ET.fromstring(found["feed.xml"])
    times = [text_of(e, "updated") for e in feed.findall(ATOM + "entry")]
    ids = [text_of(e, "id") for e in feed.iter()
           if e.tag in (ATOM + "entry", ATOM + "feed")]
    expect(feed.tag == ATOM + "feed" and least <= len(times) <= 30,
           "the feed has %d entries" % len(times))
    expect(feed.find(ATOM + "author") is not None, "nobody wrote the feed")
    expect(len(set(ids)) == len(ids) and
           all(re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]"
                            r"{12}", i) for i in ids), "ids of the feed")
    expect(times == sorted(times, reverse=True) and
           text_of(feed, "updated") == times[0] and
           all(re.fullmatch(r"\d{4}(-\d\d){2}T\d\d(:\d\d){2}Z", t)
               for t in times), "times of the feed")
    for e in feed.findall(ATOM + "entry"):
        to = e.find(ATOM + "link").get("href")
        expect(to.startswith(link) and to[len(link):] in found,
               "the feed leads to " + to)
        said = e.find(ATOM + "content")
        ET.fromstring("<div>%s</div>" % said.text)
        expect(said.get("type") == "html" and text_of(e, "title"),
               "an entry says nothing")


def told(data):
    """How many spells are planned everybody is told; events alone do not keep
    it."""
    return re.sub(rb"[;,]?\s+\d+\s+planned", b"", data)


def check_hidden(folder, pages):
    """A log of seat A has what A knows, the full log what all know: what is
    made of both is what neither of them has more of."""
    other = files(tell(os.path.join(folder, "seat"), *logs(folder, "A")))
    whole = files(pages)
    expect(set(other) == set(whole), "what is hidden makes pages")
    for path in sorted(set(other) & set(whole)):
        expect(told(other[path]) == told(whole[path]),
               path + " has what not everybody may see")


def check_judge(folder):
    """A game of a judge is told later, and what people write stays text."""
    house = os.path.join(folder, "house")
    conf = os.path.join(house, "heraldo.conf")
    env = {"HERALDO_CONFIG": conf}
    heraldo("init", house, "judge@club.example", env=env)
    with open(conf, encoding="utf-8") as f:
        text = f.read()
    with open(conf, "w", encoding="utf-8") as f:
        f.write(text.replace("[judge]", "[judge]\ntemplates = %s\ndata = %s/db"
                             % (TEMPLATES, SRC), 1))
    who = 'Ana <b>&"x'
    heraldo("person", "add", who, "ana@club.example", env=env)
    heraldo("person", "add", "Bob", "bob@club.example", env=env)
    # a seat is for who can sign
    for number, name in enumerate((who, "Bob")):
        key = os.path.join(house, "key%d" % number)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key],
                       check=True)
        heraldo("key", "add", name, key + ".pub", env=env)
    game = heraldo("game", "new", "--words", "0d", "--policy",
                   "spectator-delay-points=2", "club", env=env).strip()
    heraldo("game", "seat", game, "A", who, env=env)
    heraldo("game", "seat", game, "B", "Bob", env=env)
    heraldo("game", "start", game, env=env)
    for why in ("<script>alert(1)</script>", "a]]>b", "later still"):
        heraldo("game", "pause", "--why", why, game, env=env)
        heraldo("game", "resume", game, env=env)
    title = "<i>Cl&b</i>"
    out = tell(os.path.join(folder, "judge"), game, env=env,
               options=("--title", title, "--language", "es"))
    found = check_found(out, "es")
    whole = b"".join(found.values())
    expect(b"alert(1)" in whole and b"later still" not in whole,
           "the delay of those who watch is not kept")
    expect(b"<script" not in whole and b"&lt;i&gt;Cl" in whole and
           "Ana &lt;b&gt;&amp;&quot;x".encode() in whole,
           "what somebody wrote is not text")


def look(pages):
    """What a browser has against some pages."""
    if not shutil.which("chromium"):
        print("no chromium: the pages were not looked at in a browser")
        return
    from browser import Browser
    from mail_rendering import SEEN
    shown = ["index.html"] + [os.path.basename(p) for p in
                              sorted(glob.glob(pages + "/round-*.html"))[-1:]]
    for game in sorted(glob.glob(pages + "/*/index.html")):
        name = os.path.basename(os.path.dirname(game))
        points = sorted((int(os.path.basename(p)[:-5]) for p in
                         glob.glob(os.path.dirname(game) + "/[0-9]*.html")))
        shown += [name + "/index.html"] + \
            ["%s/%d.html" % (name, points[i])
             for i in (0, len(points) // 3, len(points) // 2, -1)]
    browser = Browser()
    for page in shown:
        browser.send("Page.navigate", url="file://%s/%s" % (pages, page))
        browser.wait("location.href.endsWith(%r) && "
                     "document.readyState == 'complete' && "
                     "[...document.images].every((i) => "
                     "i.loading == 'lazy' || i.naturalWidth)" % page)
        for (width, height), light in itertools.product(
                ((360, 780), (1440, 900)), ("light", "dark")):
            browser.look_as(width, height, light)
            for fault in browser.run(SEEN):
                # a board in words is moved by itself
                expect(fault.startswith("to be scrolled: pre"), "%s, %d px, %s: %s" %
                       (page, width, light, fault))
            if SHOTS:
                shot = browser.send("Page.captureScreenshot")
                with open("%s/%s-%d-%s.png" %
                          (SHOTS, page.replace("/", "_"), width, light),
                          "wb") as f:
                    f.write(base64.b64decode(shot["data"]))
    browser.close()


def main():
    if GIVEN:
        check_feed(check_found(GIVEN[0], GIVEN[1]), GIVEN[2], 1)
        look(GIVEN[0])
        print("%d files, %d faults" % (len(files(GIVEN[0])), faults))
        return 1 if faults else 0
    with tempfile.TemporaryDirectory(prefix="heraldo-chronicle.") as folder:
        games = logs(folder, "all")
        pages = check_bytes(folder, games)
        check_feed(check_found(pages, "en"), "")
        spanish = tell(os.path.join(folder, "spanish"), *games,
                       options=("--language", "es", "--link", LINK))
        check_feed(check_found(spanish, "es"), LINK)
        check_hidden(folder, pages)
        check_judge(folder)
        look(pages)
        print("%d files, %d faults" % (len(files(pages)), faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
