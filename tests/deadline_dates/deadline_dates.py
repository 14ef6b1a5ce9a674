#!/usr/bin/python3
"""200 deadlines in five zones, across both changes of their clocks, by this
program's own reading of the rule (contrib/man, heraldo-table(7)) and Python's
zoneinfo; deadline_dates, which is the judge's own code, and contrib/verifier, by
spans of clocks as a log may have them, must give the same."""
import datetime
import os
import random
import subprocess
import sys
import zoneinfo

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../contrib"))
from verifier.deadlines import Calendar, Clocks, DAY, HOUR  # noqa: E402

UTC = datetime.timezone.utc
DAYS = "mon tue wed thu fri sat sun".split()
# a change of the clocks in each zone: the local day, and the hour it is about
CHANGES = [
    ("Europe/Madrid", "2026-10-25", 2), ("Europe/Madrid", "2027-03-28", 2),
    ("America/New_York", "2026-11-01", 1), ("America/New_York", "2027-03-14", 2),
    ("Australia/Lord_Howe", "2026-10-04", 2), ("Australia/Lord_Howe", "2027-04-04", 1),
    ("Africa/Casablanca", "2025-02-23", 2), ("Africa/Casablanca", "2025-04-06", 2),
    ("America/Santiago", "2026-09-05", 23), ("America/Santiago", "2027-04-03", 23)]
# worked out by hand and by several libraries, the last column is what is right;
# Casablanca in a year that is past, for what its clocks will do has changed
KNOWN = """Europe/Madrid 2026-10-24 20:00 1792864800
America/New_York 2026-11-01 00:59 1793509140
Europe/Madrid 2026-10-25 02:30 1792891800
Europe/Madrid 2026-10-25 20:00 1792954800
Europe/Madrid 2027-03-28 01:59 1806195540
Europe/Madrid 2027-03-28 02:30 1806195600
Europe/Madrid 2027-03-28 03:00 1806195600
America/New_York 2026-11-01 01:30 1793514600
America/New_York 2026-11-01 20:00 1793581200
America/New_York 2027-03-14 02:30 1805007600
Australia/Lord_Howe 2026-10-04 02:15 1791041400
Australia/Lord_Howe 2026-10-04 20:00 1791104400
Australia/Lord_Howe 2027-04-04 01:45 1806765300
Australia/Lord_Howe 2027-04-04 20:00 1806831000
Africa/Casablanca 2025-06-01 20:00 1748804400
Africa/Casablanca 2025-02-23 02:30 1740277800
Africa/Casablanca 2025-04-06 02:30 1743904800
Africa/Casablanca 2025-03-01 20:00 1740859200
Asia/Kolkata 2026-10-25 02:30 1792875600
Asia/Kolkata 2027-03-28 20:00 1806244200"""


def moment(zone, local):
    """UTC seconds of a local time: of two the second, of none the end of the gap."""
    seen = []
    for fold in (0, 1):
        there = local.replace(tzinfo=zone, fold=fold)
        seen.append(there.astimezone(UTC))
    if seen[0].astimezone(zone).replace(tzinfo=None) == local:
        return int(max(seen).timestamp())
    # a gap: minute by minute to the first moment that shows a later time
    at = min(seen) - datetime.timedelta(minutes=1)
    while at.astimezone(zone).replace(tzinfo=None) < local:
        at += datetime.timedelta(minutes=1)
    return int(at.timestamp())


def is_off(day, off):
    for word in off:
        if word in DAYS:
            if DAYS[day.weekday()] == word:
                return True
            continue
        first, last = (word.split("..") * 2)[:2]
        text = day.isoformat()[-len(first):]
        if first <= text <= last or first > last and (text >= first or text <= last):
            return True
    return False


def following(after, off, days, hour, minute, zone):
    z = zoneinfo.ZoneInfo(zone)
    day = datetime.datetime.fromtimestamp(after, z).date()
    while True:
        if (not days or DAYS[day.weekday()] in days) and not is_off(day, off):
            due = moment(z, datetime.datetime(day.year, day.month, day.day, hour, minute))
            if due >= after:
                return due
        day += datetime.timedelta(days=1)


def offset(zone, at):
    return int(datetime.datetime.fromtimestamp(at, zone).utcoffset().total_seconds())


def clocks(zone, start, rng):
    """The spans of a zone for 60 days; an hour or so before each change another span ends."""
    known, end = Clocks(), start + 60 * DAY
    while start < end:
        change, step = start, DAY
        while step:
            while change + step <= end and offset(zone, change + step) == offset(zone, start):
                change += step
            step //= 2
        cut = change - rng.randrange(1, 3 * HOUR)
        known.spans += [(a, b, offset(zone, a)) for a, b in ((start, cut), (cut, change + 1)) if a < b]
        start = change + 1
    return known


def by_verifier(row, rng):
    """The deadline of contrib/verifier."""
    after, off, days, hour, minute, zone = row
    c = Calendar(" ".join(days + ["%02d:%02d" % (hour, minute), zone]), " ".join(off))
    return c.next(clocks(zoneinfo.ZoneInfo(zone), after - 3 * DAY, rng), after)


def rows(rng):
    for zone, day, hour in CHANGES:
        date = datetime.date.fromisoformat(day)
        start = moment(zoneinfo.ZoneInfo(zone), datetime.datetime(date.year, date.month, date.day))
        for n in range(20):
            after = start + rng.randrange(-5 * 86400, 3 * 86400)
            # half of them at the hour of the change itself
            h, m = (hour, rng.choice((0, 15, 30, 45, 59))) if n % 2 else (rng.randrange(24), rng.randrange(60))
            days = [d for d in DAYS if rng.random() < 0.4] if n % 4 > 1 else []
            off = [o for o in ("sat", "12-24..01-06", "2026-10-24", "2027-04-03..2027-04-05", "09-06")
                   if rng.random() < 0.25]
            if days == ["sat"] and "sat" in off:
                off.remove("sat")
            yield after, off, days, h, m, zone


def main():
    seed = 20261122
    table, expected = [], []
    for row in rows(random.Random(seed)):
        table.append(row)
        expected.append(following(*row))
    for line in KNOWN.split("\n"):
        zone, day, time, utc = line.split()
        h, m = map(int, time.split(":"))
        d = datetime.date.fromisoformat(day)
        local = datetime.datetime(d.year, d.month, d.day, h, m)
        if moment(zoneinfo.ZoneInfo(zone), local) != int(utc):
            sys.exit("this program is wrong about " + line)
        table.append((int(utc) - 60, [], [DAYS[d.weekday()]], h, m, zone))
        expected.append(int(utc))
    text = "".join("%d|%s|%s%02d:%02d %s\n" % (a, " ".join(off), "".join(d + " " for d in days), h, m, zone)
                   for a, off, days, h, m, zone in table)
    done = subprocess.run([sys.argv[1]], input=text, capture_output=True, check=True, encoding="ascii")
    found = [int(x) for x in done.stdout.split()]
    red = [(line, e, f) for line, e, f in zip(text.split("\n"), expected, found) if e != f]
    rng = random.Random(seed)
    red += [("verify.py, " + line, e, f) for line, e, f in
            zip(text.split("\n"), expected, (by_verifier(row, rng) for row in table)) if e != f]
    print("seed %d: %d deadlines, %d wrong" % (seed, len(found), len(red)))
    for line, e, f in red:
        print("RED: %s: expected %d, found %d (%+d s)" % (line, e, f, f - e))
    return 1 if red or len(found) != len(table) or len(table) < 200 else 0


if __name__ == "__main__":
    sys.exit(main())
