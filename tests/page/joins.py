#!/usr/bin/python3
"""tests/page/joins.py SRCDIR BUILDDIR - a newcomer with a telephone, in Spanish: from the
visible text of the invitation to the first order that the judge accepts, in few mails,
taps and screens, and without a typed word but the pass phrase."""
import email
import email.policy
import json
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from person import PHRASE
from plays import House
from touches import Fault, Table, insist

MAILS, TAPS, SCREENS = 3, 15, 6
ASKED = 1  # tap that lets the page read what was copied, once


def text_of(path):
    """The visible text of a mail."""
    with open(path, "rb") as f:
        mail = email.message_from_bytes(f.read(), policy=email.policy.default)
    return mail.get_body(("plain",)).get_content()


class Spanish(House):
    """A judge that writes Spanish to newcomers, with a game of Rebellion from its
    set-up on."""

    def heraldo(self, *words):
        if words[:2] == ("game", "new"):
            with open(self.conf, encoding="utf-8") as f:
                text = f.read()
            with open(self.conf, "w", encoding="utf-8") as f:
                f.write(text.replace("[judge]", "[judge]\nlanguage = es", 1))
            at = words.index("--setup")
            words = words[:at] + words[at + 2:]
        return super().heraldo(*words)


class Phone(Table):
    """Counts taps and screens; mails come and go by Maildirs."""

    def begin_with(self, house, name):
        self.house, self.address = house, name + "@club.example"
        self.screens, self.sent = 0.0, 0
        self.begin()
        self.send("Browser.grantPermissions", permissions=[
            "clipboardReadWrite", "clipboardSanitizedWrite"])
        self.send("Page.bringToFront")
        self.taps = ASKED

    def touch(self, element):
        where = "[scrollY / innerHeight, at('sheet').scrollTop / at('sheet').clientHeight]"
        before = self.run(where)
        super().touch(element)
        self.screens += max(abs(a - b) for a, b in zip(before, self.run(where)))

    def paste(self):
        """Copy the visible text of the newest mail, and one tap."""
        text = text_of(self.house.mails_to(self.address)[-1])
        self.run("navigator.clipboard.writeText(%s)" % json.dumps(text))
        self.touch("document.querySelector('#open summary')")
        self.until("!at('paste').closest('details').open", "it is not read: " + text[-600:])

    def mail(self):
        """By the mail program: one tap here, the rest is its own."""
        self.until("at('document').value", "it is not signed")
        insist(self.run("at('mailto').getBoundingClientRect().width > 0"), "no way to send it")
        self.taps += 1
        self.sent += 1
        self.house.take(self.address, "Re", self.run("at('document').value"))

    def make_key(self):
        self.touch("at('phrase')")
        self.insert(PHRASE)
        self.touch("at('key-new')")
        self.until("play.me.opened", "no key is made")


def joins(t):
    t.paste()
    t.make_key()
    t.touch("at('sign')")
    t.mail()
    t.paste()
    t.touch("at('sign')")
    t.mail()


def first_order(t):
    t.paste()
    t.until("isHeld()", "there is no board")
    insist(t.run("!at('mail-part').hidden && at('mail-words').textContent.length > 200"),
           "the words of the mail are not shown")
    t.touch("document.querySelector('#ready .answer')")
    t.touch("at('do')")
    t.touch("at('do')")
    t.mail()


def main():
    folder = tempfile.mkdtemp(prefix="heraldo-joins.")
    t = Phone("--lang=es")
    try:
        house = Spanish(folder, "rebellion")
        for name in "bob", "ana":
            t.begin_with(house, name)
            t.run("localStorage.clear()")
            t.begin_with(house, name)
            joins(t)
        house.work()
        first_order(t)
        answer = text_of(house.mails_to(t.address)[-1])
        insist("Se acepta el ejército de ana" in answer, "it is not accepted: " + answer)
        counted = "%d mails, %d taps, %.1f screens" % (t.sent, t.taps, t.screens)
        insist(t.sent <= MAILS and t.taps <= TAPS and t.screens <= SCREENS,
               "too many: " + counted)
        insist(not t.thrown(), str(t.thrown()))
        print("page: from the invitation to the first order in %s" % counted)
    except (Fault, RuntimeError) as e:
        sys.exit("joins: %s" % e)
    finally:
        t.close()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
