"""tests/scenario_policies/delivered.py - mails that are sent once more, that come back, and
somebody who is forgotten."""
import datetime
import email.utils
import os
import re
import smtplib

from cast import Mailbox, check, fail, flat, words
from clients import HOST, port
from desk import morning


def came_back(mail):
    """Where a mail comes back to, if it does."""
    return str(mail["Return-Path"]).strip()


def sent_back(t):
    game, ben = t.game, t.ben
    point, first = t.play.reports(ben, game)[2]
    mark = ben.mark()
    ben.taken(game, "RESEND %d" % point, verdict="answered")
    again = ben.since(mark)[-1]
    check("%d" % point in words(again) and
          t.play.reports(ben, game)[2][1]["Message-ID"] !=
          again["Message-ID"], "not sent again: " + words(again)[:500])
    t.shown("RESEND")
    check(came_back(again) == "<>", "an answer has a sender")
    t.shown("null sender")
    check(re.match(r"<gm\+b=\d+\.[0-9a-f]{8}@", came_back(first)),
          "a report comes back to " + came_back(first))
    t.shown("VERP")
    closed(t)
    disbelieved(t)
    t.house.open_again()
    forgotten(t)


def bounces(t, name):
    return re.search(r"(?m)^%s .*bounce" % name,
                     t.judge.run("person", "list"))


def closed(t):
    """First one mailbox is gone, then the other."""
    dan, max_ = t.dan, t.max
    other = t.second
    dan.order(t.inn, "PREFER ADDRESS " + other.address, seat="B")
    m = other.got(r"(KEYS \S+ \w+ \S+)\n((?:SEEN [^\n]+)?)")
    check(m, "no question: %s %s" % (t.house.verdict(), dan.answer()))
    dan.write(*[l for l in m.groups() if l])
    t.house.close(dan.user)
    mark = other.mark()
    t.house.back += 1
    max_.order(t.inn, "PAUSE", "the roof leaks", seat="GM")
    t.told(other, "THE ROOF LEAKS", mark, "second address")
    t.house.close(other.user)
    t.house.back += 1
    max_.order(t.inn, "RESUME", seat="GM")
    mark = max_.mark()
    morning(t)
    t.told(max_, r"Mails to B \(Dalibor\) come back", mark,
           "bounce to the master")
    t.shown("daily mail bounces")


def handed_in(t, to, raw):
    """By another server, with no sender."""
    t.house.written += 1
    with smtplib.SMTP(HOST, port("SMTP")) as smtp:
        smtp.sendmail("", [to], raw)
    t.house.rest()


def disbelieved(t):
    """A real report of a failure: of a delay, and of a letter long ago, it says
    nothing of anybody."""
    ben = t.ben
    gm = Mailbox("gm")
    gm.seen = 0
    real = [m.raw for m in gm.fetch()
            if m.get_content_type() == "multipart/report"]
    check(len(real) >= 2, "%d reports of failures" % len(real))
    now = t.clock.now()

    def letter(old):
        for mail in reversed(ben.mails):
            age = now - email.utils.parsedate_to_datetime(mail["Date"])
            if came_back(mail).startswith("<gm+b=") and \
                    (age > datetime.timedelta(days=8)) == old:
                return came_back(mail).strip("<>")
        fail("no such letter")
    for old, action in ((False, b"delayed"), (True, b"failed")):
        to = letter(old)
        raw = re.sub(rb"gm\+b=\d+\.[0-9a-f]{8}", to.split("@")[0].encode(),
                     real[-1])
        raw = raw.replace(t.second.address.encode(), ben.address.encode())
        raw = re.sub(rb"(?m)^Action: \w+", b"Action: " + action, raw)
        raw = re.sub(rb"(?mi)^Message-ID: <", b"Message-ID: <%d." % old, raw)
        raw = raw[raw.index(b"Date: "):] if b"\r\nFrom: " not in \
            raw[:50] else raw
        handed_in(t, to, raw)
        check(not bounces(t, ben.name), "%s is believed" % action)
    t.shown("DSN not believed")


def forgotten(t):
    """Not while they play; then all but their key in logs."""
    sue, oda, max_ = t.sue, t.oda, t.max
    t.house.refused("person", "erase", sue.name)
    max_.command(t.inn, "POLICY approval majority")
    mark = oda.mark()
    sue.taken(t.inn, "PROPONER FIN")
    n = re.search(r"AGREE (\d+)", "".join(
        flat(words(m)) for m in oda.since(mark)))[1]
    oda.taken(t.inn, "AGREE " + n)
    t.told(oda, "(?i)game\\s+is\\s+(over|ended|declared)", mark,
           "PROPOSE END")
    t.judge.run("person", "erase", sue.name)
    listed = t.judge.run("person", "list")
    check(sue.name not in listed and sue.address not in listed, listed)
    check(not t.judge.ask("SELECT 1 FROM addresses WHERE address = ?",
                          sue.address) and
          not t.judge.ask("SELECT 1 FROM outbox WHERE address = ?",
                          sue.address), "an address is kept")
    path = os.path.join(t.house.dir, "inn.jsonl")
    t.judge.export(t.inn, path)
    t.judge.run("verify", path)
    with open(path, encoding="utf-8") as f:
        check("key_added" in f.read(), "the log has lost its keys")
    t.shown("forgotten")
