"""What a table agrees on beside the rules: policy, absences, proposals."""
import re

from .tools import moment, need

POLICIES = {"absence": "ignore extend", "absence-days": range(367), "deadline": str, "days-off": str,
            "min-hours": range(721), "grace-hours": range(169), "time-bank-days": range(367), "max-missed-deadlines": range(100),
            "approval": "unanimous majority", "proposal-days": range(1, 61), "press": "all public none", "press-gm-reads": "no yes",
            "proposals-expire": "time next-move", "spectator-delay-points": range(1000), "spectator-delay-days": range(61),
            "spectators-hidden": "no yes", "spectator-mails": "day all", "anonymous": "no yes",
            "abandoned": "wait play-defaults judge", "gm-sees-hidden": "no yes", "autostart": "yes no", "practice-days": range(367)}
EARLY = ["press-gm-reads", "spectator-delay-points", "spectator-delay-days", "spectators-hidden", "anonymous", "gm-sees-hidden", "practice-days"]     # that stand once the game has started
HOUR, DAY = 3600, 86400


def days(text):
    """Of a rest: the moments at which it begins and ends on the clocks of Greenwich."""
    a, b = (moment(x + "T00:00:00Z") for x in text.split(" "))
    need(a <= b, "a rest ends before it begins")
    return a, b + DAY


def policy_check(name, value):
    kind = POLICIES.get(name)
    need(kind, "there is no policy %r" % name)
    good = value in kind.split() if isinstance(kind, str) else \
        len(value) <= 504 and all(" " <= c <= "~" for c in value) if kind is str else \
        len(value) <= 9 and set(value) <= set("0123456789") and value and int(value) in kind
    need(good, "%r is no value of the policy %s" % (value, name))

FOREVER = 1 << 62   # until somebody takes the seat
# a point of these alone gives no seat its turn
TALK = set("""adjudication orders_signed absence_announced absence_ended deadline_moved proposed
    proposal_answered decided table_policy""".split())


class Table:
    """The part of a game that its players agree on."""

    def __init__(self):
        self.policy = {"absence": "extend", "absence-days": "30", "deadline": "", "days-off": "", "min-hours": "0",
                       "grace-hours": "0", "time-bank-days": "0", "max-missed-deadlines": "0", "approval": "unanimous", "proposal-days": "7",
                       "press": "all", "press-gm-reads": "no", "proposals-expire": "time",
                       "spectator-delay-points": "0", "spectator-delay-days": "0", "spectators-hidden": "no", "spectator-mails": "day", "anonymous": "no",
                       "abandoned": "wait", "gm-sees-hidden": "no", "autostart": "yes", "practice-days": "0"}
        self.started = False
        self.led = set()        # who leads it, or has led it
        self.open, self.proposed, self.agreed = {}, 0, None
        self.rests = []         # when they end
        self.absences = {}      # seat: [from, until] that are not over
        self.spent = {}         # seat: seconds of absences that are over
        self.gone = {}          # seat, "" of rests: all absences: when announced, from, until
        self.policies = set()   # names of those that were changed once the game had begun
        self.heard = set()      # times of points that may have given a seat its turn
        self.talk = set()       # other times
        self.sure = set()       # seats that are awaited: nothing happened since their deadline was told
        self.reserve, self.in_grace = {}, set()
        self.skipped = set()    # seats whose deadline is over at once
        self.decided = False    # something, in this adjudication
        self.went_on = False    # the game in it, so that all see it
        self.by_deputy = False  # what was signed, for its seat
        self.deputies = {}      # seat: person, until when
        self.deputized = {}     # seat: how many deputies, so far
        self.deputed = self.deputed_by = None   # who was named one, in this adjudication, and by which seat
        self.played = []        # by the judge: seat, from which point on, person, strength, version
        self.silences = {}      # seat: deadlines one after the other
        self.table_point()

    def table_point(self):
        """A new adjudication: how the table's absences are before it."""
        self.absent = ({s: [list(x) for x in v] for s, v in self.absences.items()}, list(self.rests))
        self.changed = set()    # seats whose absences change in it; "" if all rest
        self.moved = set()      # seats whose deadlines it moves
        self.ran_out = False    # did the deadline of its seat pass, or was there a respite?
        self.accepted = set()   # what the table agrees on in it
        self.taken_back = False     # by a ruling in it
        self.returned = False   # is it signed for a seat that has missed deadlines?

    def is_said_by(self, seat):
        need(self.signer and self.signer_seat == seat and not self.by_deputy,
             "what is said to the table is signed by its seat")

    def table_seated(self, seat):
        if self.absences.get(seat):
            self.changed.add(seat)      # the absences went with its player
        for of in (self.absences, self.spent, self.gone, self.reserve, self.silences, self.deputies, self.deputized):
            of.pop(seat, None)
        self.in_grace.discard(seat)
        self.skipped.discard(seat)

    def deputy_of(self, seat):
        person, until = self.deputies.get(seat, (None, 0))
        return person if until > self.times[-1] else None

    def on_proxy_named(self, e):
        self.is_said_by(e["seat"])
        until, now = moment(e["until"]), self.times[-1]
        need(e["seat"] not in self.deputies and now < until <= now + 366 * DAY, "no such deputy can be named")
        opens = self.policy["gm-sees-hidden"] == "yes"
        need(e["person"] not in [p for s, p in self.persons.items() if s] and
             not (opens and e["person"] in self.led), "a deputy who has a place at the table")
        self.deputized[e["seat"]] = self.deputized.get(e["seat"], 0) + 1
        need(self.deputized[e["seat"]] <= 8, "more deputies than a seat can name")
        self.deputies[e["seat"]] = (e["person"], until)
        self.deputed, self.deputed_by = e["person"], e["seat"]

    def on_proxy_ended(self, e):
        need(e["seat"] in self.deputies, "this seat has no deputy")
        self.decided = True
        if e["cause"] == "date":
            need(self.adjudication["cause"] == "timer" and not self.deputy_of(e["seat"]),
                 "the deputy's time is not over")
        else:
            need(e["cause"] in ("recall", "return"), "no deputy ends so")
            self.is_said_by(e["seat"])
        if self.deputies.pop(e["seat"])[1] == FOREVER:
            self.silences.pop(e["seat"], None)

    def on_seat_played(self, e):
        """The judge's computer gives the orders of this seat from here on."""
        seat, person, by = e["seat"], e["person"], e["by"]
        need(self.policy["anonymous"] == "no", "the judge plays in no anonymous game")
        need(not any(k[0] == person for k in self.keys.values()), "who has a key of their own is not the computer")
        if by == "deputy":
            need(self.deputed_by == seat, "this seat has named no deputy")
        elif by == "deadline":
            need(self.adjudication["seat"] == seat, "the deadline is another seat's")
            need(self.policy["abandoned"] == "judge" and seat not in self.deputies and
                 0 < int(self.policy["max-missed-deadlines"]) <= self.silences.get(seat, 0), "this seat was not abandoned")
            need(person not in [p for s, p in self.persons.items() if s] + [d[0] for d in self.deputies.values()],
                 "who takes the seat has a place at the table")
            self.deputies[seat] = (person, FOREVER)
        else:
            need(self.persons.get(seat) == person, "another person has this seat")
        self.played.append((seat, self.point + 1, person, e["strength"], e["version"]))

    def on_game_started(self, e):
        self.started = True

    def on_table_policy(self, e):
        policy_check(e["name"], e["value"])
        need(not self.started or e["name"] not in EARLY, "this stands once the game has started")
        need(e["name"] not in ("anonymous", "gm-sees-hidden") or not self.persons, "somebody has come to the table")
        if self.started:
            self.policies.add(e["name"])
        self.policy[e["name"]] = "" if e["value"] == "none" else e["value"]

    def leads_alone(self, person, leads):
        """Who leads a game that is open to masters has no other place in it."""
        sits = person in [p for s, p in self.persons.items() if s] + [p for p, _ in self.deputies.values()]
        need(self.policy["gm-sees-hidden"] == "no" or not (sits if leads else person in self.led),
             "who leads a game that is open to masters has another place in it")
        if leads:
            self.led.add(person)

    def is_of(self, e):
        need(self.persons.get(e["seat"]) == e["person"], "this person has another seat")
        need(not self.signer or self.signer_seat == e["seat"] and not self.by_deputy, "it was signed for another seat")

    def sweep(self, seat):
        now = self.times[-1]
        for start, end in self.absences.get(seat, []):
            if end <= now:
                self.spent[seat] = self.spent.get(seat, 0) + end - start
        self.absences[seat] = [x for x in self.absences.get(seat, []) if x[1] > now]
        return self.absences[seat]

    def on_absence_announced(self, e):
        self.is_of(e)
        now, start, end = self.times[-1], moment(e["from"]), moment(e["until"])
        need(start < end and end > now and start <= now + 366 * DAY, "no such absence can be told")
        those = self.sweep(e["seat"])
        need(len(those) < 4 and all(end <= a or b <= start for a, b in those), "too many absences at once")
        start = max(start, now)
        spent = self.spent.get(e["seat"], 0) + sum(b - a for a, b in those)
        need(self.policy["absence"] != "extend" or end - start <= int(self.policy["absence-days"]) * DAY - spent,
             "longer than the table allows")
        those.append([start, end])
        self.gone.setdefault(e["seat"], []).append([now, start, end])
        self.changed.add(e["seat"])

    def on_absence_ended(self, e):
        self.is_of(e)
        now, those = self.times[-1], self.absences.get(e["seat"])
        need(those, "this seat is not away")
        for x in those + self.gone[e["seat"]]:
            x[-1] = min(x[-1], now)
            x[-2] = min(x[-2], x[-1])
        self.sweep(e["seat"])
        self.changed.add(e["seat"])

    def on_rested(self, e):
        now, start, end = self.times[-1], moment(e["from"]), moment(e["until"])
        self.rests = [x for x in self.rests if x[1] > now]
        need(start < end and len(self.rests) < 4, "no such rest can be")
        self.rests.append([start, end])
        self.gone.setdefault("", []).append([now, start, end])
        self.changed.add("")

    def stretches(self, seat, absent):
        """When no time of this seat runs, one after the other."""
        absences, rests = absent
        return sorted((absences.get(seat, []) if self.policy["absence"] == "extend" else []) + rests)

    def present(self, seat, at, span):
        """When so much time has passed in which it runs."""
        for start, end in self.stretches(seat, (self.absences, self.rests)):
            begins = max(start, at)
            if end <= at:
                continue
            if begins - at >= span:
                break
            span, at = span - (begins - at), end
        return at + span

    def presence(self, seat, at, until):
        """How much of it runs until then, as it was before this adjudication."""
        left = 0
        for start, end in self.stretches(seat, self.absent):
            begins = max(start, at)
            if end <= at:
                continue
            if begins >= until:
                break
            left, at = left + begins - at, end
        return left + max(0, until - at)

    def befores(self, seat):
        """The deadlines that a seat can have had."""
        return [self.extended.get(seat, 0)] + [t + self.turn for t in self.times]

    def by_days(self):
        """Do deadlines follow a calendar, whose zone no log tells?"""
        return self.policy["deadline"] or self.policy["days-off"] or self.policy["min-hours"] != "0"

    def is_plain(self, seat, at, due):
        """Is a deadline that was given then the plain one: did no absence or rest move it?"""
        if self.by_days() or "absence" in self.policies:
            return True
        own = self.gone.get(seat, []) if self.policy["absence"] == "extend" else []
        return not any(max(at, told, start) < min(due, end) for told, start, end in own + self.gone.get("", []))

    def talk_ends(self, is_open):
        """A point is over, of which all was open: was it talk alone? What is announced moves deadlines."""
        now, moves = self.times[-1], self.policy["absence"] == "extend" and not self.by_days()
        if not is_open or self.returned or self.did - TALK:
            self.talk.discard(now)
            self.heard.add(now)
            self.sure = set()
            return
        if now not in self.heard:
            self.talk.add(now)
        for seat in (self.changed & self.sure) - self.moved if moves else ():
            need(self.stays(seat, now, self.extended[seat]), "a deadline should be moved here")

    def stays(self, seat, now, due):
        """Does what was said of an absence just now leave this deadline where it is?"""
        ends = self.present(seat, now, self.presence(seat, now, due))
        return ends >= due if "absence_ended" in self.did else ends <= due

    def moved_check(self, seat, now, due, why):
        """Is a deadline, that is no respite, moved to where the table's way to play puts it?"""
        by_days = self.by_days()
        if why == "calendar":
            m = re.fullmatch("([0-9]+)([dhDH])", self.policy["deadline"])
            least = int(m[1]) * (DAY if m[2] in "dD" else HOUR) if m else \
                0 if self.policy["deadline"] else self.turn
            need(by_days and due >= now + max(least, int(self.policy["min-hours"]) * HOUR),
                 "the calendar gives more time than that")
        elif why == "table":
            p = self.agreed
            need(p and p["what"] == "extension" and any(
                due == d + p["of"] * HOUR for d in self.befores(seat)), "the table has not agreed on this")
        elif why == "back":
            need(self.changed & {seat} and (by_days or any(
                due == self.present(seat, now, self.presence(seat, now, d)) for d in self.befores(seat) if due < d)),
                 "nobody is back, or another time is left")
        else:
            given = due == self.present(seat, now, self.turn) and due != now + self.turn
            need(why == "away" and (by_days or given or self.changed & {seat, ""} and any(
                due == self.present(seat, now, self.presence(seat, now, d)) for d in self.befores(seat))),
                 "nothing moves this deadline so")

    def on_deadline_moved(self, e):
        now, due, seat, why = self.times[-1], moment(e["deadline"]), e["seat"], e["cause"]
        need(due > now and not self.waits() and not self.paused, "no deadline can be so")
        if why in ("grace", "reserve"):
            need(seat not in self.skipped, "a deadline that is over is not moved")
            timed = self.adjudication["cause"] == "timer" and self.adjudication["seat"] == seat
            grace = int(self.policy["grace-hours"]) * HOUR
            left = int(self.policy["time-bank-days"]) * DAY - self.reserve.get(seat, 0)
            has_grace = grace and seat not in self.in_grace
            need(timed and why == ("grace" if has_grace else "reserve"), "another respite is due")
            self.ran_out = True
            span = grace if has_grace else min(left, DAY)
            # from the deadline on, if the judge saw it in time
            need(0 < span and due - span <= now < due - span + HOUR, "the respite is of another length")
            need(any(self.was_due(seat, d) for d in self.befores(seat) if d <= now and
                     due - span in (d, now)), "this seat had no such deadline")
            if has_grace:
                self.in_grace.add(seat)
            else:
                self.reserve[seat] = self.reserve.get(seat, 0) + span
        else:
            self.skipped.discard(seat)
            self.moved_check(seat, now, due, why)
        self.extended[seat] = due
        self.moved.add(seat)

    def on_proposed(self, e):
        self.is_said_by(e["seat"])
        need(e["number"] == self.proposed + 1, "expected proposal %d" % (self.proposed + 1))
        need(e["what"] in "draw end surrender pause takeback extension policy rest due skip option replace".split(), "nobody can propose this")
        need(len(self.open) < 4, "too many proposals at once")
        need(moment(e["until"]) == self.times[-1] + int(self.policy["proposal-days"]) * DAY, "it lapses at another time")
        if e["what"] == "policy":
            policy_check(*e["value"].split(" ", 1))
        if e["what"] == "rest":
            need(len(days(e["value"])) == 2, "a rest is of a first and a last day")
        if e["what"] == "due":
            moment(e["value"])
        if e["what"] == "takeback":
            need(re.fullmatch("[0-9]{0,10}", e["value"]), "there is no such event")
        if e["what"] in ("option", "replace"):
            a, b = e["value"].split(" ", 1)
            need(a and b and (e["what"] == "option" or a in "ABCDEFGH" and len(a) == 1), "nothing is named")
        self.proposed += 1
        self.open[e["number"]] = dict(e, agree={e["seat"]}, against=set())

    def on_proposal_answered(self, e):
        self.is_said_by(e["seat"])
        p = self.open.get(e["number"])
        need(p, "no such proposal is open")
        for side in ("agree", "against"):
            p[side].discard(e["seat"])
        p["agree" if e["agree"] else "against"].add(e["seat"])

    def on_decided(self, e):
        p = self.open.pop(e["number"], None)
        need(p, "no such proposal is open")
        self.decided = True
        if e["verdict"] == "lapsed":
            need(self.adjudication["cause"] == "timer" and moment(p["until"]) <= self.times[-1] or
                 self.policy["proposals-expire"] == "next-move" and self.went_on, "its time is not over")
            return
        asked = set("ABCDEFGH"[:self.seats])
        if p["what"] == "replace" and 0 < int(self.policy["max-missed-deadlines"]) <= self.silences.get(p["value"][0], 0):
            asked -= set(p["value"][0]) - p["agree"] - p["against"]
        enough = len(asked) if self.policy["approval"] == "unanimous" else len(asked) // 2 + 1
        need(e["verdict"] == ("accepted" if len(p["agree"] & asked) >= enough else "rejected" if
                              len(asked) - len(p["against"] & asked) < enough else ""),
             "the table has decided otherwise")
        self.agreed = p if e["verdict"] == "accepted" else None
        if self.agreed:
            self.accepted.add(p["what"])

    def is_agreed(self, e):
        """Is this what the table has just agreed on? Once."""
        p, self.agreed = self.agreed, None
        if not p:
            return False
        what, kind = p["what"], e["event"]
        several = {"deadline_set": what == "skip" and moment(e.get("deadline", "")) == self.times[-1] or
                   what == "due" and e.get("deadline") == p["value"],
                   "seat_taken": what == "replace" and p["value"][0] == e.get("seat"),
                   "key_added": what == "replace", "key_revoked": what == "replace"} \
            if kind in ("deadline_set", "seat_taken", "key_added", "key_revoked") else {}
        if several:
            self.agreed = p
            return several[kind] and (kind == "deadline_set" or
                                      re.fullmatch(re.escape(p["value"][2:]) + "( [0-9]+)?", e["person"]))
        if kind == "override":
            name, value = p["value"].split(" ", 1)
            return what == "option" and e["path"] == "option." + name and len(e["value"]) == 1 and \
                (not value.isdigit() or e["value"] == [int(value)])
        if e["event"] == "table_policy":
            return what == "policy" and p["value"] == e["name"] + " " + e["value"]
        if e["event"] == "rested":
            return what == "rest" and all(abs(a - moment(e[k])) <= 15 * HOUR
                                          for a, k in zip(days(p["value"]), ("from", "until")))
        if e["event"] == "undone" and what == "takeback" and e["cause"] == what:
            # to an event inside of a point goes what is told behind it
            self.taken = [p["of"], p["value"]]
            return e["to_point"] < p["of"] if p["value"] else e["to_point"] == p["of"]
        return e["cause"] == what and {
            "game_ended": what in ("draw", "end", "surrender"), "game_paused": what == "pause"}.get(e["event"], False)
