"""contrib/demo/hand.py - what all who play by mail here have in common.

How mails are read and the judge's signature on them checked, how orders are
signed and sent, and what of a report is the same in every game. Of a game its
own player says how a report is read (Report.read), whether it has a board, and
what it orders (Hand.orders).
"""
import argparse
import email
import email.message
import email.policy
import email.utils
import os
import re
import secrets
import subprocess
import sys
import time

BEGIN = "-----BEGIN HERALDO ORDERS-----"
END = "-----END HERALDO ORDERS-----"
LINE_MAX = 68       # longer lines would be broken by mail programs
PATIENT = 12        # tries of what is not allowed, such as a place for a piece


class Report:
    """What the text of a report says, whatever the game."""

    def __init__(self, text, lang):
        self.text, self.lang = text, lang
        self.figures = {}
        lines = text.splitlines()
        if lines and lines[0].startswith("HERALDO REPORT "):
            del lines[0]
        while lines and not lines[0].strip():
            del lines[0]
        self.headline = lines[0] if lines else ""
        self.template = self.find_template(lines)
        # each line but the two first, whether it is to be filled in or stands
        self.offers = [l.removeprefix("//").split("//")[0].strip()
                       for l in self.template[2:]]
        self.happened = self.section(lines, lang["happened"])
        self.over = any(re.match(lang["over"], l.strip().removeprefix("* "))
                        for l in self.happened)
        self.read(lines)

    def read(self, lines):
        """What is the game's own."""

    @staticmethod
    def section(lines, start):
        """The lines below a heading, up to the next one."""
        if start not in lines:
            return []
        out = []
        for l in lines[lines.index(start) + 1:]:
            if l.isupper() and l[0].isalpha() or l == BEGIN:
                break
            out.append(l)
        return out

    @staticmethod
    def find_template(lines):
        """The lines between the last pair of marker lines."""
        try:
            begin = len(lines) - 1 - lines[::-1].index(BEGIN)
            return [l for l in lines[begin + 1:lines.index(END, begin)] if l]
        except ValueError:
            return []

    def story(self):
        """What happened, a line for each thing."""
        story, before = [], ""
        for l in self.happened:
            if l.startswith("  ") and not before.startswith("  ") or \
                    l[:1].isupper() and not l.startswith(" ") or \
                    l and not before:
                story.append(l.rstrip())
            elif l:
                story[-1] += " " + l.strip()
            before = l
        return story


class Hand:
    """Who reads reports of this kind, in this language, and answers them."""

    def __init__(self, o, lang, kind):
        self.o = o
        self.lang = lang
        self.kind = kind        # how this game's reports are read
        self.word = secrets.token_bytes(16)
        self.sent = 0           # mails written
        self.kept = 0           # mails put into the folder to look at
        self.report = None      # the newest one
        self.answered = None    # the template's first line that was used
        self.done = set()       # what is sent once, before the first turn
        self.refused = 0        # mails that were not taken, in a row

    def has_board(self, report):
        return bool(report.figures)

    def orders(self):
        """Lines that answer self.report; none: nothing is to be said."""
        raise NotImplementedError

    def tell(self, report):
        """What happened, for who watches."""

    def say(self, text):
        print(text, flush=True)

    # --- the mails ---------------------------------------------------------

    def keep(self, raw, what):
        self.kept += 1
        path = os.path.join(self.o.keep, "%03d-%s.eml" % (self.kept, what))
        with open(path, "wb") as f:
            f.write(raw)

    def inbox(self):
        """New mails, oldest first; what was read is moved to cur/."""
        new = os.path.join(self.o.inbox, "new")
        try:
            names = sorted(os.listdir(new), key=lambda n: (
                os.stat(os.path.join(new, n)).st_mtime_ns, n))
        except FileNotFoundError:
            return
        for name in names:
            path = os.path.join(new, name)
            with open(path, "rb") as f:
                raw = f.read()
            os.rename(path, os.path.join(self.o.inbox, "cur", name + ":2,S"))
            mail = email.message_from_bytes(raw, policy=email.policy.default)
            self.keep(raw, "from-the-judge")
            yield mail

    @staticmethod
    def files(mail):
        return {p.get_filename(): p.get_payload(decode=True)
                for p in mail.walk() if p.get_filename()}

    def text(self, mail):
        """What the mail says: the attached report is the same with the board
        in text and what proves it."""
        files = self.files(mail)
        report = files.get("report.txt") or files.get("answer.txt")
        return report.decode() if report else \
            mail.get_body(("plain",)).get_content()

    def check_signature(self, mail):
        """Each mail is signed by the judge; who has ssh-keygen can check."""
        files = self.files(mail)
        kind = "report" if "report.txt.sig" in files else "answer"
        text = kind + ".txt"
        if text + ".sig" not in files or not self.o.judge_key:
            return
        signature = os.path.join(self.o.home, text + ".sig")
        signers = os.path.join(self.o.home, "judge.signers")
        with open(signature, "wb") as f:
            f.write(files[text + ".sig"])
        with open(self.o.judge_key) as key, open(signers, "w") as f:
            f.write("judge " + key.read())
        done = subprocess.run(
            ["ssh-keygen", "-Y", "verify", "-q", "-f", signers, "-I", "judge",
             "-n", "heraldo-%s@heraldo" % kind, "-s", signature],
            input=files[text], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, check=False)
        if done.returncode:
            sys.exit("%s: the judge did not sign '%s': %s" % (
                self.o.name, mail["Subject"], done.stdout.decode()))

    def board(self, mail, report):
        if not self.o.boards or not self.has_board(report):
            return
        board = self.files(mail).get("board.png")
        if board:
            with open(os.path.join(self.o.boards,
                                   "%03d.png" % self.point(mail)), "wb") as f:
                f.write(board)

    def sign(self, block):
        """The block as text with its signature below, or two attachments."""
        path = os.path.join(self.o.home, "orders.txt")
        with open(path, "w", encoding="utf-8") as f:
            f.write(block)
        if self.o.tool == "ssh":
            signature = path + ".sig"
            command = ["ssh-keygen", "-Y", "sign", "-q", "-n",
                       "heraldo-orders@heraldo", "-f", self.o.key, path]
        else:
            signature = path + ".minisig"
            command = ["minisign", "-S", "-s", self.o.key, "-m", path]
        if os.path.exists(signature):
            os.remove(signature)
        done = subprocess.run(command, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode:
            sys.exit("%s cannot sign: %s" % (self.o.name,
                                             done.stdout.decode()))
        with open(signature, encoding="utf-8") as f:
            return f.read()

    def compose(self, block, signature, answers):
        """The mail: signature below the orders, or both attached."""
        mail = email.message.EmailMessage(policy=email.policy.SMTP)
        mail["From"] = "%s <%s>" % (self.o.name, self.o.address)
        mail["To"] = self.o.judge
        mail["Subject"] = "Re: %s" % answers["Subject"]
        mail["Date"] = email.utils.localtime()
        mail["Message-ID"] = email.utils.make_msgid(
            domain=self.o.address.split("@")[1])
        mail["In-Reply-To"] = answers["Message-ID"]
        mail["References"] = answers["Message-ID"]
        if self.o.tool == "ssh":
            mail.set_content(self.lang["hello"] + block + signature,
                             cte="quoted-printable")
        else:
            mail.set_content(self.lang["hello"], cte="quoted-printable")
            mail.add_attachment(block.encode(), maintype="text",
                                subtype="plain", filename="orders.txt")
            mail.add_attachment(signature.encode(), maintype="application",
                                subtype="octet-stream",
                                filename="orders.txt.minisig")
        return mail

    def deliver(self, raw):
        """Into the judge's Maildir."""
        name = "%d.P%dQ%d.%s" % (time.time(), os.getpid(), self.sent,
                                 self.o.name.lower())
        tmp = os.path.join(self.o.outbox, "tmp", name)
        with open(tmp, "wb") as f:
            f.write(raw)
        os.rename(tmp, os.path.join(self.o.outbox, "new", name))

    def send(self, head, orders, answers):
        # the second line stands for all that the report is built on
        seen = [l for l in self.report.template
                if l.split(" ")[0] in ("SEEN", "VISTO")] \
            if self.report else []
        block = "\n".join([BEGIN, head] + seen + orders + [END]) + "\n"
        mail = self.compose(block, self.sign(block), answers)
        raw = mail.as_bytes()
        self.sent += 1
        self.keep(raw, "to-the-judge")
        self.deliver(raw)
        return mail

    @staticmethod
    def fold(start, pieces, between):
        """One order over several lines: + continues the one before."""
        lines, line = [], start
        for i, piece in enumerate(pieces):
            piece += between.rstrip() if i + 1 < len(pieces) else ""
            if len(line) + len(piece) > LINE_MAX:
                lines.append(line.rstrip())
                line = "+ "
            line += piece + " "
        return lines + [line.rstrip()]

    @staticmethod
    def point(mail):
        """The adjudication that a report tells of: mails may overtake each
        other, so the newest is not the one that came last."""
        m = re.match(r"<.*?\.(\d+)\.[A-Z]+[.@]", str(mail["Message-ID"] or ""))
        return int(m.group(1)) if m else -1

    def read(self, mail):
        if self.o.game and self.o.game not in str(mail["List-Id"]):
            return None         # of another one
        text = self.text(mail)
        report = self.kind(text, self.lang)
        self.check_signature(mail)
        if report.figures or report.happened:   # a report of the game
            report.mail = mail
            if self.report and self.point(mail) < self.point(self.report.mail):
                return report
            self.report, self.refused = report, 0
            self.board(mail, report)
            if self.o.tell:
                self.tell(report)
            return report
        if not mail["In-Reply-To"]:
            return None         # news about keys and addresses
        if text.startswith("HERALDO REPORT ") and BEGIN not in text:
            # a receipt by which nothing is asked: the next report tells more
            if self.report and self.point(mail) >= self.point(self.report.mail):
                self.begin_as_told(text)
                if self.report.template:
                    self.answered = self.report.template[0]
            return None
        # somebody else's mail was first, or this is a fault of this player:
        # once more, from the newest report
        self.say("%s is told: %s" % (self.o.name, mail["Subject"]))
        if self.o.verbose:
            self.say(text)
        self.answered, self.refused = None, self.refused + 1
        self.done.clear()
        self.begin_as_told(text)
        if self.refused > PATIENT:
            sys.exit("%s is not understood:\n%s" % (self.o.name, text))
        return None

    def begin_as_told(self, text):
        """How the next orders begin, by a receipt: before its template, if
        it has one, or there."""
        head = re.search(r"^(?:ORDERS|ORD[EÉ]NES) .*\n(?:SEEN|VISTO) .*$",
                         text, re.M)
        if head and self.report and self.report.template:
            self.report.template[:2] = head[0].splitlines()

    def answer(self):
        r = self.report
        head = r.template[0]
        if head == self.answered:
            return
        orders = self.orders()
        if not orders:
            return
        self.answered = head
        if self.o.tell_orders:
            self.say("%s writes: %s" % (self.o.name, " ".join(orders)))
        self.send(head, orders, r.mail)

    def play(self):
        """Until the game is over: 0; nothing comes any more: 1."""
        last = time.monotonic()
        while time.monotonic() - last < self.o.patience:
            news = False
            for mail in self.inbox():
                news = True
                report = self.read(mail)
                if report and report.over:
                    return 0
            if news:
                last = time.monotonic()
                if self.report and self.report.template:
                    self.answer()
            time.sleep(0.03)
        self.say("%s has waited %d s for a mail, in vain" % (
            self.o.name, self.o.patience))
        return 1


def options(what, languages, seats):
    """What every player is told on the command line."""
    p = argparse.ArgumentParser(description=what)
    p.add_argument("--name", required=True)
    p.add_argument("--address", required=True)
    p.add_argument("--seat", choices=seats, required=True)
    p.add_argument("--game", help="only mails of this one are answered")
    p.add_argument("--language", choices=sorted(languages), default="en")
    p.add_argument("--judge", required=True, help="the judge's address")
    p.add_argument("--judge-key", help="its public key: check the reports")
    p.add_argument("--inbox", required=True, help="own Maildir")
    p.add_argument("--outbox", required=True, help="the judge's Maildir")
    p.add_argument("--home", required=True, help="folder to sign in")
    p.add_argument("--keep", required=True, help="folder for all mails")
    p.add_argument("--boards", help="folder for the pictures")
    p.add_argument("--tool", choices=("ssh", "minisign"), default="ssh")
    p.add_argument("--key", required=True)
    p.add_argument("--patience", type=float, default=30)
    p.add_argument("--tell", action="store_true")
    p.add_argument("--tell-orders", action="store_true")
    p.add_argument("--verbose", action="store_true")
    return p
