#!/usr/bin/python3
"""tests/page/means.py SRCDIR BUILDDIR - what else a player does by the page alone: opens
a mail as a file, copies and saves what was signed, writes to the table, asks the
judge, revokes the key before; pastes the text that is seen of a mail alone; finds the
key locked after a reload; and a browser without keys, which signs with the
engine."""
import email
import email.policy
import json
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser
from looks import part_of, signed
from person import ORDERS, PHRASE, Fault, insist
from plays import House, Player

# as of a browser that lacks Ed25519, or one that keeps nothing for files
POOR = """
const importing = crypto.subtle.importKey;
crypto.subtle.importKey = function (kind, key, how, ...more) {
    return how === "Ed25519" ? Promise.reject(new Error("unknown"))
        : importing.call(this, kind, key, how, ...more);
};
Object.defineProperty(window, "indexedDB", { get() { throw new Error("none"); } });
"""


SIGNED = "The text, as it is signed"


def opened_as_file(p, raw, mark):
    """Until a text with this stands there."""
    path = os.path.join(p.saved, "mail.eml")
    with open(path, "wb") as f:
        f.write(raw)
    p.seen = len(p.h.mails_to(p.address))
    box, = p.browser.find("button", "Or open its attachment, a saved mail, or the log of a game")
    p.browser.choose_file(box, path)
    p.until(lambda: p.browser.find("textbox", SIGNED) and mark in p.value(SIGNED),
            "a file is not read")


def copied_and_saved(p):
    """The text is what was signed, however it leaves the page."""
    text = p.value("The signed text")
    p.browser.send("Browser.grantPermissions", permissions=[
        "clipboardReadWrite", "clipboardSanitizedWrite"])
    p.browser.send("Page.bringToFront")
    p.press("Copy")
    p.until(lambda: p.said(r"^Copied\."), "it is not copied")
    insist(p.browser.run("navigator.clipboard.readText()") == text,
           "something else is copied")
    p.press("Save as a file")
    path = os.path.join(p.saved, "orders.txt")

    def whole():
        if not os.path.exists(path):
            return False
        with open(path, encoding="utf-8") as f:
            return f.read() == text
    p.until(whole, "it is not saved as it is")


def report(p):
    """The newest one, read before or not."""
    for path in reversed(p.h.mails_to(p.address)):
        with open(path, "rb") as f:
            raw = f.read()
        if b'.heraldo"' in raw:
            return raw
    p.seen = 0
    raise Fault("%s has no report, but %s" % (p.address, [
        m[0] for m in p.new_mails()]))


def newest(p, mark):
    """The newest mail with this in its text."""
    found = [m for m in p.new_mails() if mark.lower() in email.message_from_bytes(
        m[1], policy=email.policy.default).get_body(("plain",)).get_content().lower()]
    insist(found, "%s has no mail with %r: %s" % (
        p.address, mark, [m[0] for m in p.new_mails()]))
    return found[-1][1]


def tapped(p, name, more=""):
    """A line of the table, and what is written behind it; sent."""
    p.type(ORDERS, "")
    p.press(name)
    if more:
        p.add(more)
    p.hears("The judge understands all of it", "not understood: " + p.value(ORDERS))
    p.send()


def to_the_table(p, other):
    p.press("To the table", "DisclosureTriangle")
    tapped(p, "SAY TO B: bob", "your Wolf is lost")
    newest(other, "your Wolf is lost")
    tapped(p, "PROPOSE DRAW")
    newest(other, "draw")
    tapped(p, "LUCK")
    tapped(p, next(n[1] for n in p.below("Questions to the judge")
                   if n[1].startswith("HISTORY")))


def disputes(p, other):
    tapped(p, next(n[1] for n in p.below("Proposals, votes, disputes")
                   if n[1].startswith("DISPUTE")), "that was no reach")
    insist([m for m in other.new_mails() if "] Paused" in m[0]],
           "no dispute pauses the game: %s" % [m[0] for m in other.new_mails()])


def of_another(p, raw, folder):
    """A report with another key than the judge's is told, and not believed."""
    p.open(signed(part_of(raw), lambda t: t, folder).encode())
    insist(p.said("^SIGNED WITH ANOTHER KEY"), "another key is not told: %s" %
           p.names("StaticText")[:14])


def text_of(raw):
    return email.message_from_bytes(raw, policy=email.policy.default) \
        .get_body(("plain",)).get_content().encode()


def visible(house, address):
    """The text of the newest mail to somebody, as it is copied from a screen."""
    with open(house.mails_to(address)[-1], "rb") as f:
        return text_of(f.read())


def cut_off(p, raw):
    """The visible text of a report is enough, quoted or not. Without its position it
    is not taken for an order, and of a part the page says how much is missing."""
    # the player's own signed letter, which was copied, is no mail to be read
    p.browser.open(p.page)
    p.press("Paste the mail", "DisclosureTriangle")
    p.browser.run("navigator.clipboard.readText()")
    insist(not p.browser.find("button", "Sign"), "it would sign a letter once more")
    whole = text_of(raw).decode()
    before, block = whole.split("-----BEGIN HERALDO BOARD", 1)
    for text, said in (
            (before, "^A part of the mail is missing: the last one"),
            (whole[:-300], r"^A part of the mail is missing: \d+ of \d+ are here"),
            (before + "-----BEGIN HERALDO BOARD" + block.replace("A", "B"),
             "^(This mail is damaged|The part of the mail)")):
        p.browser.open(p.page)
        p.open(text.encode())
        insist(p.said(said), "%r is not said: %s" % (said, p.names("StaticText")[:14]))
        insist(not p.browser.find("button", "Sign"), "it would sign it")
    quoted = "".join("> %s\u00a0\r\n" % l for l in whole.split("\n"))
    for text in whole, quoted:
        p.browser.open(p.page)
        p.open(text.encode())
        insist(p.browser.find("button", "Sign"), "the visible text is not read: %s" %
               p.names("StaticText")[:14])


def head(p):
    """The line by which orders begin."""
    return p.browser.run("page.engine.call('page_orders', 'LUCK', 0).said.split('\\n')[0]")


def imitated(p, raw):
    """Lines in a letter or a quotation that look like the judge's move no point; nor
    does a block above the judge's own that nobody signed."""
    p.open(raw)
    before, text = head(p), text_of(raw).decode()
    later = before.split()
    later[3] = str(int(later[3]) + 3)
    lines = " ".join(later) + "\nSEEN 0123-4567-89ab-cdef\n"
    p.open(("%s\n-----BEGIN HERALDO ORDERS-----\n%sEND\n-----END HERALDO ORDERS-----\n" % (
        lines, lines)).encode())
    insist(not p.said("^The game has gone on") and head(p) == before,
           "a letter moves the point: %s" % head(p))
    forged = "-----BEGIN HERALDO BOARD-----\nSAIAAAB4qqqq\n-----END HERALDO BOARD-----\n"
    for above in forged, forged.split("qqqq")[0] + "\n":
        p.browser.open(p.page)
        p.open((lines + above + text).encode())
        insist(p.browser.find("button", "Sign") and head(p) == before,
               "a block in a letter hides the judge's: %s" % p.names("StaticText")[:14])


def signs_what_is_shown(p, raw):
    """While a slow key signs, nothing can be written; what changed all the same is not
    signed by its older text."""
    p.open(raw)
    p.type("Pass phrase", PHRASE)
    p.type(ORDERS, "LUCK")
    p.browser.run("""play.slow = play.me.sign;
        play.me.sign = (text) => new Promise((f) => { window.GO = () => f(play.slow.call(play.me, text)); });
        window.GO = null; at("sign").click()""")
    p.browser.wait("window.GO")
    box = p.browser.run("at('orders').focus(); document.activeElement.id")
    insist(box != "orders", "the orders can be written while they are signed")
    p.browser.run("at('orders').value = 'HELP'; look(); GO()")
    p.until(lambda: p.said("^It was not signed: what is shown has changed"),
            "the older text is signed: " + p.browser.run("at('document').value"))
    insist(not p.browser.run("at('document').value"), "a letter with the older text")
    p.browser.run("play.me.sign = play.slow")
    insist(not p.browser.run("document.querySelectorAll('[inert]').length"),
           "the page stays locked")
    p.type(ORDERS, "")


def receipt_read(p):
    """The visible text of a receipt moves the point: the judge has signed it."""
    p.type(ORDERS, "FIGHT A1 B9")
    p.send()
    text = visible(p.h, p.address)
    insist(b"HERALDO BOARD" in text, "a receipt has no block: %r" % text[-300:])
    p.open(text)
    insist(p.said("^The game has gone on"), "a receipt is not read: %s" %
           p.names("StaticText")[:14])


def by_link(p, raw):
    """A link opens the position, also as gateways change it, and leaves the address
    bar. One without its end, or without the position, is known for it."""
    letters = "".join(part_of(raw).split("BOARD-----")[1].split("-----END")[0].split())
    link = "b=" + letters.replace("+", "-").replace("/", "_") + "e"
    for address in "?#" + link, "?%23" + link, "?%2523b%3D" + link[2:] + "&data=05":
        p.browser.send("Page.navigate", url="about:blank")
        p.browser.open(p.page + address)
        insist(p.browser.find("button", "Sign"), "%s: the link is not read: %s" % (
            address[:8], p.names("StaticText")[:14]))
        insist("b=" not in p.browser.run("location.href"), "it stays in the address")
    p.browser.send("Page.navigate", url="about:blank")
    p.browser.open(p.page + "?#" + link[:-9])
    insist(p.said("^A part of the mail is missing"), "a link without its end: %s" %
           p.names("StaticText")[:14])
    p.browser.send("Page.navigate", url="about:blank")
    p.browser.open(p.page + "?")
    insist(p.said("^Your mail system removed the position from the link"),
           "a link without its position: %s" % p.names("StaticText")[:14])


def locked(p, raw):
    """After a reload the key is locked; the pass phrase opens it, and no other; and
    a browser without it asks for its copy."""
    p.open(raw)
    insist(p.said("it is locked by your pass phrase"), "the key is open")
    insist(raw and "BEGIN OPENSSH" in p.browser.run(
        "JSON.parse(localStorage['heraldo.key']).file"), "no locked file is kept")
    p.type("Pass phrase", "another one")
    p.press("Sign")
    p.until(lambda: p.said("^It was not signed"), "any pass phrase opens it")
    key = p.browser.run("const key = localStorage['heraldo.key']; "
                        "localStorage.removeItem('heraldo.key'); key")
    p.browser.open(p.page)
    p.open(raw)
    insist(p.said("^Your key is not on this device"), "its copy is not asked for: %s" %
           p.names("StaticText")[:40])
    p.browser.run("localStorage['heraldo.key'] = %s" % json.dumps(key))
    p.browser.open(p.page)
    p.open(raw)
    p.asks = True  # once: then it is open
    p.type(ORDERS, "LUCK")
    p.send()
    p.asks = False
    insist(p.said("It is open until this page is closed"), "it is locked again")


def main():
    folder = tempfile.mkdtemp(prefix="heraldo-means.")
    players = []
    try:
        house = House(folder, "rebellion")
        ana = Player(house, folder, "ana", False)
        players.append(ana)
        opened_as_file(ana, ana.new_mails("nvitation")[0][1], "JOIN ")
        # the text that is seen names the judge's address, too
        ana.open(visible(ana.h, ana.address))
        ana.make_key()
        ana.send()
        copied_and_saved(ana)
        opened_as_file(ana, ana.new_mails("confirm")[0][1], "SEEN ")
        ana.send()
        # a browser that has neither keys nor a store asks for the pass phrase
        bob = Player(house, folder, "bob", False, Browser(other=ana.browser))
        players.append(bob)
        bob.browser.send("Page.enable")
        bob.browser.send("Page.addScriptToEvaluateOnNewDocument", source=POOR)
        bob.browser.open(bob.page)
        bob.open(bob.new_mails("nvitation")[0][1])
        bob.make_key()
        insist(bob.said("It is open until this page is closed"),
               "a key is not open: %s" % bob.names("StaticText"))
        bob.send()
        bob.open(bob.new_mails("confirm")[0][1])
        bob.send()
        house.work()
        for p in ana, bob, ana, bob:
            p.open(report(p))
            if p.said("random word for the dice, too"):
                p.send()
        raw = report(ana)
        ana.open(raw)
        cut_off(ana, raw)
        by_link(ana, raw)
        locked(ana, raw)
        imitated(ana, raw)
        signs_what_is_shown(ana, raw)
        to_the_table(ana, bob)
        ana.change_key()
        ana.press("Your key", "DisclosureTriangle")
        ana.press("Revoke the key before it")
        ana.until(lambda: ana.said("^Signed"), "it is not revoked")
        ana.mail("keys", ana.value("The signed text"))
        insist("revoked" in house.heraldo("person", "show", "ana"),
               "the judge knows: " + house.heraldo("person", "show", "ana"))
        receipt_read(ana)
        disputes(ana, bob)
        of_another(ana, raw, folder)
        for p in players:
            insist(not p.browser.thrown(), str(p.browser.thrown()))
        print("page: files, copies, the table, another key; a browser without keys")
    except (Fault, RuntimeError) as e:
        sys.exit("means: %s" % e)
    finally:
        for p in players:
            p.browser.close()
        shutil.rmtree(folder, ignore_errors=True)


main()
