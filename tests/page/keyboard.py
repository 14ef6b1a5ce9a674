#!/usr/bin/python3
"""tests/page/keyboard.py SRCDIR BUILDDIR - a newcomer with a keyboard alone, from the
invitation to the first order that is carried out: Tab leads to all that is needed,
Enter or a blank presses it, and what is typed is typed where the focus is."""
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser
from person import ORDERS, TYPED_MAX, PHRASE, Fault, insist
from plays import House, Player

ROUNDS = 2  # words of the dice, then a move
FAR = 200  # presses of Tab at most: once round the page


class Keyboard(Browser):
    """A browser whose user has no pointer."""

    def stroke(self, name, code, text=""):
        self.send("Input.dispatchKeyEvent", type="keyDown", key=name, code=name,
                  windowsVirtualKeyCode=code, **({"text": text} if text else {}))
        self.send("Input.dispatchKeyEvent", type="keyUp", key=name, code=name,
                  windowsVirtualKeyCode=code)

    def reach(self, node):
        for _ in range(FAR):
            if self.call(node, "function () { return this === "
                         "document.activeElement; }"):
                return
            self.stroke("Tab", 9)
        raise Fault("Tab does not lead to %s %r" % node[:2])

    def click(self, node):
        self.reach(node)
        if node[0] == "checkbox":
            self.stroke(" ", 32, " ")
        else:
            self.stroke("Enter", 13, "\r")


class Newcomer(Player):
    has_inserted = False  # a whole mail, as if it were typed

    def __init__(self, house, folder, name, other=None):
        super().__init__(house, folder, name, False,
                         Keyboard(other=other) if other else Keyboard("--lang=en"))

    def type(self, name, text):
        """Into an empty field."""
        box = self.box(name)
        self.browser.reach(box)
        insist(not self.value(name), "something stands in " + name)
        if len(text) > TYPED_MAX and Newcomer.has_inserted:
            self.browser.paste(box, text)
            return
        self.browser.insert(text)
        Newcomer.has_inserted |= len(text) > TYPED_MAX

    def make_key(self):
        """Enter in the field of the pass phrase makes it; it can be looked at."""
        self.type("Pass phrase", PHRASE)
        self.press("Show what is written", "checkbox")
        insist(self.browser.call(self.box("Pass phrase"), "function () { "
                                 "return this.type; }") == "text",
               "the pass phrase is not shown")
        self.browser.reach(self.box("Pass phrase"))
        self.browser.stroke("Enter", 13, "\r")
        self.until(lambda: self.said("^Your key is SHA256:"), "no key is made")
        insist(self.said("keep it, and the pass phrase"), "its file is not told")
        sign, = self.browser.find("button", "Sign")
        insist(self.browser.call(sign, "function () { return this === "
                                 "document.activeElement; }"),
               "the focus is not where one goes on")

    def join(self):
        self.open(self.new_mails("nvitation")[0][1])
        insist("What you sign" in self.names("heading"),
               "an invitation is taken for orders")
        self.make_key()
        self.send()
        self.open(self.new_mails("confirm")[0][1])
        self.send()

    def order(self):
        """The word of the dice, or the first order that is offered; was it one?"""
        mail = [m for m in self.new_mails(game=self.h.game) if b'.heraldo"' in m[1]]
        if not mail:
            return False
        self.open(mail[-1][1])
        moves = "your move" in mail[-1][0].lower()
        if moves:
            self.press(self.offered()[0][1])
            self.until(lambda: self.said("The judge understands all of it"),
                       "not understood: " + self.value(ORDERS))
        self.send()
        return moves


def main():
    folder = tempfile.mkdtemp(prefix="heraldo-keyboard.")
    players = []
    try:
        house = House(folder, "rebellion")
        for name in "ana", "bob":
            players.append(Newcomer(house, folder, name,
                                    players[0].browser if players else None))
            players[-1].join()
        house.work()
        moved = [p for _ in range(ROUNDS) for p in players if p.order()]
        insist(moved, "nobody had a move")
        answers = moved[0].new_mails(game=house.game)
        insist(any(b'.heraldo"' in m[1] for m in answers) and
               not any("not taken" in m[0] for m in answers),
               "no order was carried out: %s" % [m[0] for m in answers])
        for p in players:
            insist(not p.browser.thrown(), str(p.browser.thrown()))
        print("page: by the keyboard alone from the invitation to an order")
    except (Fault, RuntimeError) as e:
        sys.exit("keyboard: %s" % e)
    finally:
        for p in players:
            p.browser.close()
        shutil.rmtree(folder, ignore_errors=True)


main()
