"""tests/page/person.py - somebody who plays by the page alone, which they know
by its roles and names, as a reader of a screen knows it. How mails come and go is
for whoever inherits this: mails() and mail()."""
import json
import os
import re
import subprocess
import time

SRC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
PHRASE = "a phrase of my own"
ORDERS = "A line for each order; tap what is offered, or write."
PASTE = "All the visible text of a mail of the judge, down to its last line"
PASTED = """(() => {
    const held = new DataTransfer(), data = %s;
    held.setData("text/plain", data);
    // Firefox takes data, others clipboardData
    document.activeElement.dispatchEvent(new ClipboardEvent("paste",
        { bubbles: true, cancelable: true, clipboardData: held, data, dataType: "text/plain" }));
})()"""
# words and signs that a line may lack, and that are never offered
NOISE = {":", ",", ";", "AT", "TO", "AND", "OF", "AGAINST"}
PATIENCE = 120
TYPED_MAX = 1000  # longer texts are pasted


def messages(language):
    """What the page says, by its keys."""
    path = os.path.join(os.environ.get("HERALDO_SRCDIR", SRC), "templates",
                        language, "page.messages")
    with open(path, encoding="utf-8") as f:
        return dict(l.rstrip("\n").split(" = ", 1) for l in f if " = " in l)


JOINS = [v for k, v in messages("en").items() if k.startswith("page.join.")]


class Fault(Exception):
    pass


def insist(right, what):
    if not right:
        raise Fault(what)


class Person:
    """One person with a browser, and nothing else."""

    def __init__(self, browser, page, folder, address, judge, asks):
        self.browser, self.page, self.address = browser, page, address
        self.judge = judge
        self.asks = asks  # for the pass phrase at each signature
        self.saved = folder
        self.taps = 0
        os.makedirs(folder)
        browser.save_in(folder)
        browser.open(page)

    def mail(self, subject, text):
        """To the judge."""
        raise NotImplementedError

    def names(self, *roles):
        return [n[1] for n in self.browser.tree() if n[0] in roles]

    def said(self, pattern):
        """Is there such a text?"""
        return any(re.search(pattern, t) for t in self.names("StaticText"))

    def hears(self, pattern, what):
        """Wait until there is such a text."""
        self.until(lambda: self.said(pattern), what)

    def until(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            insist(time.monotonic() < end, what)
            time.sleep(.05)

    def press(self, name, role="button"):
        n = self.browser.press(name, role)
        insist(n == 1, "%d of role %s are called %r: %s" % (
            n, role, name, self.names(role)))
        self.taps += 1

    def box(self, name):
        found = self.browser.find("textbox", name)
        insist(len(found) == 1, "%d textboxes are called %r" % (
            len(found), name))
        return found[0]

    def value(self, name):
        return self.browser.call(self.box(name),
                                 "function () { return this.value; }")

    def type(self, name, text):
        """In the place of what stands there."""
        box = self.box(name)
        self.browser.call(box, "function () { this.focus(); this.select(); }")
        if len(text) > TYPED_MAX and hasattr(self.browser, "paste"):
            self.browser.paste(box, text)
        elif text:
            self.browser.insert(text)
        else:
            self.browser.key("Delete", 46)
        time.sleep(.2)  # the page looks when nobody types

    def open(self, raw):
        """Paste it by the keyboard, anywhere; looks.py uses the field for it."""
        self.browser.run(PASTED % json.dumps(raw.decode()))

    def send(self):
        """Sign what stands there, and mail it; the taps are counted."""
        if self.asks:
            self.type("Pass phrase", PHRASE)
        self.press("Sign")
        self.until(lambda: self.said("^Signed"), "it is not signed: %s" %
                   self.names("StaticText"))
        text = self.value("The signed text")
        insist("-----BEGIN" in text, "nothing is signed: " + text)
        link = self.browser.find("link", "Open in my mail program")
        insist(len(link) == 1, "there is no link to a mail program")
        href = self.browser.call(link[0], "function () { return this.href; }")
        insist(href.startswith("mailto:" + self.judge + "?subject="),
               "the mail goes to " + href[:80])
        self.taps += 1  # on that link
        self.mail("orders", text)

    def make_key(self):
        self.type("Pass phrase", PHRASE)
        if self.asks:
            self.press("Ask for it each time I sign", "checkbox")
        self.press("Make a key and save its file")
        self.until(lambda: self.said("^Your key is SHA256:"), "no key is made")
        saved = os.path.join(self.saved, "heraldo-key")

        def whole():
            if not os.path.exists(saved):
                return ""
            with open(saved, encoding="ascii") as f:
                text = f.read()
            return text if "-----END" in text else ""

        self.until(whole, "its file is not saved")
        # a browser may have its hand on it still
        path = os.path.join(self.saved, "own-key")
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w",
                  encoding="ascii") as f:
            f.write(whole())
        line = subprocess.run(
            ["ssh-keygen", "-y", "-P", PHRASE, "-f", path], check=True,
            stdout=subprocess.PIPE).stdout.decode().split()[1]
        insist(any(line in t for t in self.names("StaticText")),
               "the file has another key than the page")
        return path

    def lose_key(self, path, raw):
        """A browser that has forgotten it wants the file, and makes none."""
        self.browser.run("localStorage.removeItem('heraldo.key')")
        self.browser.open(self.page)
        self.open(raw)
        insist(self.said("You have no key here yet"),
               "the loss of the key is not told")
        sign, = self.browser.find("button", "Sign")
        insist(self.browser.call(sign, "function () { return this.disabled; }"),
               "it would sign without a key")
        box, = self.browser.find("button",
                                 "Or read the file of a key (OpenSSH)")
        self.browser.choose_file(box, path)
        self.until(lambda: self.said("^A pass phrase is needed"),
                   "a missing pass phrase is not told")
        self.type("Pass phrase", PHRASE)
        box, = self.browser.find("button",
                                 "Or read the file of a key (OpenSSH)")
        self.browser.choose_file(box, path)
        self.until(lambda: self.said("^Your key is SHA256:"),
                   "the file is not read")

    def change_key(self):
        """Another key, which both sign for; the page signs with it then."""
        before, = [t for t in self.names("StaticText")
                   if t.startswith("Your key is SHA256:")]
        os.remove(os.path.join(self.saved, "heraldo-key"))
        self.press("Your key", "DisclosureTriangle")
        self.type("Pass phrase", PHRASE)
        self.press("Make another key, and tell the judge of it")
        self.until(lambda: self.said("^Both keys have signed"),
                   "no other key is made: %s" % self.names("StaticText"))
        insist(not self.said("^" + re.escape(before)), "it is the same key")
        text = self.value("The signed text")
        insist(text.count("-----BEGIN SSH SIGNATURE") == 2,
               "not both have signed: " + text)
        self.mail("keys", text)
        return before

    def below(self, heading):
        """The buttons below a heading, up to the next one."""
        nodes = self.browser.tree()
        at = next((i for i, n in enumerate(nodes)
                   if n[0] == "heading" and n[1] == heading), len(nodes))
        out = []
        for n in nodes[at + 1:]:
            if n[0] == "heading":
                break
            if n[0] == "button":
                out.append(n)
        return out

    def add(self, text):
        """Type it, until the page has looked at it."""
        self.browser.insert(text)
        time.sleep(.4)

    def can_follow(self):
        """What can be tapped to go on with an order, by its word."""
        out = {}
        for n in self.below("What can follow"):
            name = n[1]
            for said in JOINS:
                if name.endswith(" " + said):
                    name = name[:-len(said) - 1]
            out.setdefault(name, n)
        return out

    def tap_word(self, words):
        """The longest of these beginnings that is offered; how many words it has.
        What a line needs not is passed over, and a name that is not in sight is
        narrowed by its letters."""
        offered = self.can_follow()
        for n in range(min(6, len(words)), 0, -1):
            if n > 1 and words[n - 1] == ",":  # parts two names
                continue
            name = " ".join(words[:n]).replace(" ,", ",")
            # CHESTS is CHEST, too
            found = [o for o in (name, name.replace(",", ""), name.upper(),
                                 re.sub("S$", "", name)) if o in offered]
            if found and not words[0].isdigit():
                self.browser.click(offered[found[0]])
                return n
        if all(d in offered for d in words[0]) and \
                re.fullmatch(r"[-0-9.]+", words[0]):
            for d in words[0]:
                self.browser.click(self.can_follow()[d])
            if "Space" in self.can_follow():
                self.browser.click(self.can_follow()["Space"])
            return 1
        if words[0] in NOISE:
            return 1
        return self.tap_letters(words)

    def tap_letters(self, words):
        """One by one, until the name is in sight; 0: it never is."""
        tapped = 0
        for letter in words[0].upper():
            # a word may be called so, too: letters stand behind words
            keys = [n for n in self.below("What can follow") if n[1] == letter]
            if not keys:
                break
            self.browser.click(keys[-1])
            tapped += 1
            offered = self.can_follow()
            for n in range(min(6, len(words)), 0, -1):
                if words[n - 1] == ",":
                    continue
                name = " ".join(words[:n]).replace(" ,", ",")
                found = [o for o in offered if o.upper() in (
                    name.upper(), name.replace(",", "").upper())]
                if found:
                    self.browser.click(offered[found[0]])
                    return n
        if tapped:
            self.press("Take the last word away")
        return 0

    def tap_words(self, words):
        """One after the other, each as far as it is offered; the rest is typed.
        Gives how many were tapped, and what was typed."""
        tapped, typed = 0, []
        if not self.value(ORDERS):  # the page looks when nobody types
            self.until(lambda: self.said("^Nothing is written yet"),
                       "it is not seen that nothing is written")
        while words:
            n = self.tap_word(words)
            if n:
                tapped += n
            else:
                typed.append((words[0], sorted(self.can_follow())[:12]))
                self.add(words[0] + " ")
            words = words[n or 1:]
        time.sleep(.2)
        return tapped, typed
