"""tests/scenario_policies/pace.py - deadlines as people live."""
import datetime
import email.utils
import os
import re
import zoneinfo

from cast import HOUR, check, fail, files

MADRID = zoneinfo.ZoneInfo("Europe/Madrid")


def due(t, who, game=None):
    """Until when they have, by the appointment in their newest mail of it."""
    for mail in reversed(who.mails):
        ics = files(mail).get("deadline.ics")
        if ics and (game or t.game) in str(mail["List-Id"]):
            text = ics.decode()
            check("STATUS:CONFIRMED" in text, "%s has no deadline:\n%s" % (
                who.name, text))
            return datetime.datetime.strptime(
                re.search(r"DTSTART:(\w+)", text)[1] + "+0000",
                "%Y%m%dT%H%M%SZ%z")
    fail("%s has never had a deadline" % who.name)


def soon(t, moment, **span):
    """It is so long from now, but for the seconds that the test takes."""
    off = moment - t.clock.now() - datetime.timedelta(**span)
    check(abs(off.total_seconds()) < 120, "%s: off by %s" % (span, off))


def missed(t, who):
    """They let it pass; everybody is told."""
    mark = t.max.mark()
    t.house.until(due(t, who) + datetime.timedelta(seconds=30))
    t.told(t.max, "The deadline of %s has passed" % who.name, mark)


def deadlines(t):
    game, ana, ben = t.game, t.ana, t.ben
    only = t.play.only
    empty(t)

    only(ana, game, t.players)
    told = email.utils.parsedate_to_datetime(
        t.play.report(ana, game)["Date"])
    off = due(t, ana) - told - datetime.timedelta(days=3)
    check(abs(off.total_seconds()) < 120, "three days: off by %s" % off)
    t.shown("deadline by length")
    by_hand(t)

    # nobody waits once all are in
    mark, point = ben.mark(), t.play.reports(ben, game)[-1][0]
    only(ana, game, t.players)
    t.play.turn(ana, game)
    check(t.play.whose(game, t.players) and
          t.play.reports(ben, game)[-1][0] > point and
          not ben.got("has passed", mark), "the game waits")
    t.shown("early closing")

    reminded(t)
    respite(t)
    by_calendar(t)


def empty(t):
    """Nothing is wanted of the master, and the morning brings no mail."""
    mark = t.max.mark()
    now = t.clock.now()
    t.house.until(now.replace(hour=8, minute=30) +
                  datetime.timedelta(days=now.hour >= 8))
    check(not t.max.got("Subject: Games that wait for you", mark),
          "a desk where nothing is wanted")
    t.shown("empty day")


def by_hand(t):
    """More, less, a moment, or none at all."""
    game, ana, ben, max_ = t.game, t.ana, t.ben, t.max
    before = due(t, ana)
    max_.command(game, "EXTEND 48", "the post is slow")
    check(due(t, ana) == before + datetime.timedelta(hours=48), "EXTEND")
    t.told(ben, "THE POST IS SLOW|Anouk has until")
    t.shown("EXTEND")
    max_.command(game, "SHORTEN 24")
    check(due(t, ana) == before + datetime.timedelta(hours=24), "SHORTEN")
    t.shown("SHORTEN")
    clocks_change(t)
    day = t.clock.now().astimezone(MADRID) + datetime.timedelta(days=2)
    max_.command(game, "DEADLINE A %s 20:00 Europe/Madrid" %
                 day.strftime("%Y-%m-%d"))
    check(due(t, ana) == day.replace(hour=20, minute=0, second=0,
                                     microsecond=0), "DEADLINE")
    t.shown("DEADLINE")
    mark = ben.mark()
    max_.command(game, "SKIP A")
    t.told(ben, "The deadline of Anouk has passed", mark)
    t.shown("SKIP")


def clocks_change(t):
    """A local time that is none, and one that comes twice: never too early."""
    year = t.clock.now().year
    for month, utc, line in ((3, (1, 0), "deadline in a gap"),
                             (10, (1, 30), "deadline twice")):
        day = datetime.datetime(year, month, 31, tzinfo=datetime.timezone.utc)
        day -= datetime.timedelta(days=(day.weekday() + 1) % 7)
        t.max.command(t.game, "DEADLINE A %s 02:30 Europe/Madrid" %
                      day.strftime("%Y-%m-%d"))
        check(due(t, t.ana) == day.replace(hour=utc[0], minute=utc[1]),
              "02:30 of %s: %s" % (day, due(t, t.ana)))
        t.shown(line)


def reminded(t):
    """Only who owes, by their own clock, after their quiet hours, and not when
    it is moot."""
    game, ben, dee = t.game, t.ben, t.dee
    t.play.only(ben, game, t.players)
    marks = t.marks()
    # of three days the last eighteen hours are a quarter
    warned = due(t, ben) - datetime.timedelta(hours=18)
    local = warned.astimezone(MADRID)
    quiet = "%02d:00 TO %02d:00" % ((local.hour - 1) % 24,
                                    (local.hour + 3) % 24)
    ben.write("PREFER ZONE Europe/Madrid QUIET " + quiet)
    t.house.until(warned + datetime.timedelta(minutes=1))
    t.kept(t.house.people, "Subject: [^\n]*(Reminder|Recordatorio)", marks)
    t.house.passes(4 * HOUR)
    said = t.told(ben, r"Subject: [^\n]*Reminder: your move until "
                  r"[^\n]*, (\d\d:\d\d) \([^\n]*UTC\+01:00\)", marks[ben])
    check(said[1] == due(t, ben).astimezone(MADRID).strftime("%H:%M"),
          "a reminder by another clock: " + said[0])
    t.shown("reminder in their zone")
    t.kept(t.everybody_but(ben), "Subject: [^\n]*(Reminder|Recordatorio)",
           marks, "reminder to who owes")
    ben.write("PREFER QUIET OFF")

    # it waits for the end of quiet hours, and is moot by then
    t.play.only(dee, game, t.players)
    mark = dee.mark()
    warned = due(t, dee) - datetime.timedelta(hours=18)
    dee.write("PREFER QUIET %02d:00 TO %02d:00" % (
        (warned.hour - 1) % 24, (warned.hour + 3) % 24))
    t.house.until(warned + datetime.timedelta(minutes=1))
    t.play.turn(dee, game)
    t.house.passes(5 * HOUR)
    check(not dee.got("Subject: [^\n]*Reminder", mark),
          "a reminder of what is done")
    t.shown("reminder withdrawn")
    dee.write("PREFER QUIET OFF")


def respite(t):
    """Grace, once; the days of the seat; then what the rules have."""
    game, cai, dee, max_ = t.game, t.cai, t.dee, t.max
    max_.command(game, "POLICY grace-hours 6", "POLICY time-bank-days 1")
    t.play.only(cai, game, t.players)
    first = due(t, cai)
    t.told(cai, r"Te quedan: 6 horas de gracia tras un plazo, 1 día de tu "
           r"reserva", line="what is left")
    t.house.until(first + datetime.timedelta(seconds=3))
    soon(t, due(t, cai), hours=6)
    t.shown("grace")
    t.house.until(due(t, cai) + datetime.timedelta(seconds=3))
    soon(t, due(t, cai), days=1)
    t.shown("reserve")
    mark = dee.mark()
    t.house.until(due(t, cai) + datetime.timedelta(seconds=3))
    t.told(dee, "The deadline of Cirilo has passed", mark,
           "deadline default")
    max_.command(game, "POLICY grace-hours 0", "POLICY time-bank-days 0")


def evenings(t, after):
    """Mondays and Thursdays at eight in Madrid from then on."""
    day = after.astimezone(MADRID).replace(hour=20, minute=0, second=0,
                                           microsecond=0)
    while True:
        if day > after and day.weekday() in (0, 3):
            yield day
        day = (day.replace(tzinfo=None) + datetime.timedelta(days=1)).replace(
            tzinfo=MADRID)


def by_calendar(t):
    """Two evenings of the week; not on days off; not too soon. What a list says
    later moves nothing."""
    game, ana, max_ = t.game, t.ana, t.max

    def next_turn():
        """Of whoever it is next: (their deadline, from when)."""
        who = t.play.whose(game, t.players)
        t.play.turn(who[0], game)
        for p in who[1:]:
            t.play.turn(p, game)
        return due(t, t.play.whose(game, t.players)[0]), t.clock.now()
    max_.command(game, "POLICY deadline mon thu 20:00 Europe/Madrid")
    at, now = next_turn()
    found = evenings(t, now)
    wanted = [next(found) for _ in range(6)]
    check(at == wanted[0], "calendar: %s, not %s" % (at, wanted[0]))
    t.shown("deadline by calendar")
    max_.command(game, "POLICY days-off 12-24..01-02 " +
                 wanted[0].strftime("%Y-%m-%d"))
    check(next_turn()[0] == wanted[1], "days off")
    t.shown("days off")
    path = os.path.join(t.house.days_off, "madrid")
    with open(path, "w", encoding="utf-8") as f:
        f.write(wanted[1].strftime("%m-%d // a holiday\n"))
    max_.command(game, "POLICY days-off %s @madrid" %
                 wanted[0].strftime("%Y-%m-%d"))
    with open(path, "w", encoding="utf-8") as f:
        f.write(wanted[2].strftime("%m-%d // another\n"))
    check(next_turn()[0] == wanted[2], "holidays")
    t.shown("holidays from a file")
    hours = int((wanted[2] - t.clock.now()).total_seconds() // HOUR) + 1
    max_.command(game, "POLICY min-hours %d" % hours)
    check(next_turn()[0] == wanted[3], "minimum")
    t.shown("minimum")
    max_.command(game, "POLICY min-hours 0", "POLICY days-off none",
                 "POLICY deadline 3d")
