"""Deadlines of seats, computed again: the length of a turn, the table's calendar by
the clocks that the log gives, absences and rests. Who is awaited, the end of each
adjudication says, for that is a matter of the rules."""
import calendar
import re
import time

from .tools import Wrong, moment, need

HOUR, DAY = 3600, 86400
LATE = 3600             # so late the judge may be, and more time runs from the deadline
YEARS = 10 * 366        # days to look for one that is not off
WEEK = "mon tue wed thu fri sat sun".split()


# a point of these alone leaves all awaited as they were
TALK = set("""adjudication orders_signed absence_announced absence_ended clocks deadline_moved proposed
    proposal_answered decided orders_read orders_meant""".split())


class Clocks:
    """The offsets from UTC of one zone, in spans that follow each other."""

    def __init__(self):
        self.zone, self.spans = None, []

    def add(self, zone, start, end, offset, now):
        if zone != self.zone:
            self.zone, self.spans = zone, []
        need(start == (self.spans[-1][1] if self.spans else now - 3 * DAY) < end <= start + 400 * DAY,
             "the clocks of this zone are known for another time")
        m = re.fullmatch("([+-])([01][0-9]|2[0-3]):([0-5][0-9])", offset)
        need(m and offset != "-00:00", "clocks are not so far from UTC")
        seconds = int(m[1] + "1") * (int(m[2]) * HOUR + int(m[3]) * 60)
        need(-12 * HOUR <= seconds <= 14 * HOUR, "clocks are not so far from UTC")
        self.spans = (self.spans + [(start, end, seconds)])[-6:]

    def offset(self, at):
        found = next((o for _, end, o in self.spans if at < end), None)
        need(found is not None, "the clocks of this deadline are missing")
        return found

    def change(self, before, after):
        """The first moment with another offset than that before: one span may end with no change."""
        was = self.offset(before)
        while before + 1 < after:
            mid = (before + after) // 2
            before, after = (mid, after) if self.offset(mid) == was else (before, mid)
        return after

    def moment(self, local):
        """Of a local time: of two the later, and of none the end of the gap."""
        before, after = self.offset(local - DAY), self.offset(local + DAY)
        fits = [local - o for o in (before, after) if self.offset(local - o) == o]
        return max(fits) if fits else self.change(local - DAY - before, local + DAY - after)


class Calendar:
    """The policies "deadline" and "days-off"."""

    def __init__(self, deadline, off):
        self.length, self.days, self.minutes, self.zone = 0, set(), 0, None
        m = re.fullmatch("([0-9]+)([dhDH])", deadline.strip())
        if m:
            self.length = int(m[1]) * (DAY if m[2] in "dD" else HOUR)
        elif deadline:
            words = deadline.split()
            need(len(words) >= 2 and re.fullmatch("([01][0-9]|2[0-3]):[0-5][0-9]", words[-2]), "no such calendar can be")
            self.days = {WEEK.index(w.lower()) for w in words[:-2]} or set(range(7))
            self.minutes = int(words[-2][:2]) * 60 + int(words[-2][3:])
            self.zone = words[-1]
        self.off_days = {WEEK.index(w.lower()) for w in off.split() if w.lower() in WEEK}
        self.off = [(a, b or a) for a, _, b in (re.sub(r"\.\.+", "/", w).partition("/")
                                                for w in off.split() if w.lower() not in WEEK)]

    def is_off(self, day):
        t = time.gmtime(day * DAY)
        whole, short = time.strftime("%Y-%m-%d", t), time.strftime("%m-%d", t)

        def within(a, b):
            now = whole if len(a) > 5 else short
            return a <= now <= b if a <= b else a <= now or now <= b

        return t.tm_wday in self.off_days or any(within(a, b) for a, b in self.off)

    def next(self, clocks, after):
        """The first deadline then or later; 0: none."""
        first = (after + clocks.offset(after)) // DAY
        for day in range(first, first + YEARS):
            if calendar.weekday(*time.gmtime(day * DAY)[:3]) in self.days and not self.is_off(day):
                due = clocks.moment(day * DAY + self.minutes * 60)
                if due >= after:
                    return due
        return 0

    def not_off(self, clocks, at):
        """The same time of day, on the first day that is not off."""
        if not self.off_days and not self.off:
            return at
        local = at + clocks.offset(at)
        first = local // DAY
        for day in range(first, first + YEARS):
            if not self.is_off(day):
                return at if day == first else clocks.moment(local - local % 60 + (day - first) * DAY)
        return at


class Deadlines:
    """The part of a game that knows until when each seat has time."""

    def __init__(self):
        self.due = {}           # seat: its deadline
        self.clocks = {"deadline": Clocks(), "days-off": Clocks()}
        self.clocks_told = []
        self.rested = 0         # rests so far
        self.deadlines_point()

    def deadlines_point(self):
        """A new adjudication: what the table agreed on before it."""
        self.timed = set()       # seats whose deadlines events name in it
        self.given = set()      # of them, who must be awaited after it
        self.absent = {s: [list(x) for x in v] for s, v in self.absences.items()}, list(self.rests), \
            self.policy["absence"], self.rested

    def calendar(self):
        return Calendar(self.policy["deadline"], self.policy["days-off"])

    def on_clocks(self, e):
        need(e["zone"] == self.calendar().zone if e["policy"] == "deadline" else
             e["policy"] == "days-off" and self.policy["days-off"], "no deadline needs these clocks")
        self.clocks_told.append((e["zone"], e["offset"], e["from"], e["until"]))
        self.clocks[e["policy"]].add(e["zone"], moment(e["from"]), moment(e["until"]), e["offset"], self.times[-1])

    def has_deadlines(self):
        return self.turn or self.policy["deadline"]

    def by_days(self, at, least):
        """The first deadline, at least so long after that moment."""
        c, first = self.calendar(), at + least
        if c.days:
            return c.next(self.clocks["deadline"], max(first, at + 1)) or at + self.turn
        return c.not_off(self.clocks["days-off"], max(at + (c.length or self.turn), first))

    def least(self):
        return int(self.policy["min-hours"]) * HOUR

    def moved_to(self, at):
        """The first deadline then or later, at which an absence has ended."""
        return self.by_days(at - 1, self.least()) if self.calendar().days else \
            self.calendar().not_off(self.clocks["days-off"], at)

    def due_from(self, seat, at, least):
        due = self.by_days(at, least)
        later = self.present(seat, at, due - at)
        return due if later == due else self.moved_to(later)

    def new_due(self, seat, at):
        """The deadline of a seat that is awaited from then on, and what moves it."""
        due = self.due_from(seat, at, self.least())
        return due, "away" if due != self.by_days(at, self.least()) else "calendar" if due != at + self.turn else ""

    def kept_due(self, seat, at, due):
        """A deadline after what this adjudication says of absences, likewise."""
        absences, rests, policy, rested = self.absent
        was = rested + sum(x[1] > at for x in absences.get(seat, []))
        now = self.rested + sum(x[1] > at for x in self.absences.get(seat, []))
        left = self.presence(stretches(seat, absences, rests, policy), at, due)
        if was == now or not left or left == self.presence(self.stretches(seat), at, due):
            return due, ""
        back = now < was
        new = self.due_from(seat, at, 0) if back and self.calendar().days else \
            self.moved_to(self.present(seat, at, left))
        return (due, "") if (new >= due if back else new <= due) else (new, "back" if back else "away")

    def stretches(self, seat):
        return stretches(seat, self.absences, self.rests, self.policy["absence"])

    def present(self, seat, at, span):
        """When so much time has passed in which it runs."""
        for start, end in self.stretches(seat):
            begins = max(start, at)
            if end <= at:
                continue
            if begins - at >= span:
                break
            span, at = span - (begins - at), end
        return at + span

    @staticmethod
    def presence(away, at, until):
        """How much time runs until then."""
        left = 0
        for start, end in away:
            begins = max(start, at)
            if end <= at:
                continue
            if begins >= until:
                break
            left, at = left + begins - at, end
        return left + max(0, until - at)

    def fits(self, seat, due, why):
        """Does this deadline, with this reason, follow from what the table agreed on?"""
        now, before = self.times[-1], self.due.get(seat)
        acts = self.adjudication["seat"] == seat and self.went_on and not self.by_deputy
        ways = [lambda: self.kept_due(seat, now, before)] * bool(before) + \
            [lambda: self.new_due(seat, now)] * (acts or not before)
        return any(self.gives(way, due, why) for way in ways)

    @staticmethod
    def gives(way, due, why):
        try:
            return way() == (due, why)
        except Wrong:   # clocks that the log lacks
            return False

    def tell(self, seat, due):
        self.due[seat] = due
        self.timed.add(seat)

    def respite_check(self, seat, due, why):
        """More time, once a deadline is over."""
        need(seat not in self.skipped, "a deadline that is over is not moved")
        timed = self.adjudication["cause"] == "timer" and self.adjudication["seat"] == seat
        grace = int(self.policy["grace-hours"]) * HOUR
        left = int(self.policy["time-bank-days"]) * DAY - self.reserve.get(seat, 0)
        has_grace = grace and seat not in self.in_grace
        need(timed and why == ("grace" if has_grace else "reserve"), "another respite is due")
        self.ran_out = True
        span, now, d = grace if has_grace else min(left, DAY), self.times[-1], self.due.get(seat)
        need(span > 0 and d and d <= now, "this seat had no such deadline")
        need(due == span + (d if now < d + LATE else now), "the respite is of another length")
        if has_grace:
            self.in_grace.add(seat)
        else:
            self.reserve[seat] = self.reserve.get(seat, 0) + span

    def on_deadline_moved(self, e):
        due, seat, why = moment(e["deadline"]), e["seat"], e["cause"]
        need(due > self.times[-1] and not self.waits() and not self.paused, "no deadline can be so")
        if why in ("grace", "reserve"):
            self.respite_check(seat, due, why)
        else:
            self.skipped.discard(seat)
            p = self.agreed
            need(p and p["what"] == "extension" and due == self.due.get(seat, 0) + p["of"] * HOUR if why == "table"
                 else why and self.fits(seat, due, why), "nothing moves this deadline so")
            self.given |= {seat} - {seat if why == "table" else ""}
        self.tell(seat, due)

    def on_deadline_set(self, e):
        due, seat = moment(e["deadline"]), e["seat"]
        (self.skipped.add if due <= self.times[-1] else self.skipped.discard)(seat)
        self.tell(seat, due)

    def on_deadline_passed(self, e):
        due, seat = moment(e["deadline"]), e["seat"]
        need(self.adjudication["cause"] == "timer" and self.adjudication["seat"] == seat,
             "the deadline is another seat's")
        need(due <= self.times[-1], "a deadline that is yet to come")
        need(not self.waits() and not self.paused, "no deadline passes while the dice wait or the game is paused")
        need(self.due.pop(seat, None) == due, "this seat had no such deadline")
        self.ran_out = True
        self.in_grace.discard(seat)
        self.skipped.discard(seat)
        self.silences[seat] = self.silences.get(seat, 0) + 1

    def deadlines_end(self, those):
        """What the end of an adjudication says of deadlines."""
        seats = [s for s in "ABCDEFGH"[:self.seats] if s in those]
        need(seats == list(those) and self.given <= set(those), "deadlines of seats that are none, or left out")
        need(not those or self.started and self.has_deadlines() and
             not (self.paused or self.secret or self.waits()), "no deadline runs here")
        may = {self.adjudication["seat"]} if self.head["for"] != "all" else set()   # hidden events can change it
        more = may - {self.head["for"]}     # the reader sees the events that make their own seat awaited
        need(self.did - TALK or self.adjudication["cause"] == "operator" or
             set(self.due) - set(those) <= may and set(those) - set(self.due) <= more,
             "nothing changes who is awaited here")
        due = {seat: moment(text) for seat, text in those.items()}
        need(all(due.values()), "a deadline at the time 0")
        for seat in due:
            need(seat in self.timed and due[seat] == self.due[seat] or self.fits(seat, due[seat], ""),
                 "seat %s has another deadline" % seat)
        self.due = due


def stretches(seat, absences, rests, policy):
    """When no time of this seat runs, one after the other."""
    return sorted(tuple(x) for x in (absences.get(seat, []) if policy == "extend" else []) + rests)
