"""What a table agrees on beside the rules: policy, absences, proposals."""
import re

from . import text
from .deadlines import DAY, HOUR, Clocks, Deadlines
from .tools import moment, need

POLICIES = {"absence": "ignore extend", "absence-days": range(367), "deadline": str, "days-off": str,
            "min-hours": range(721), "grace-hours": range(169), "time-bank-days": range(367), "max-missed-deadlines": range(100),
            "approval": "unanimous majority", "proposal-days": range(1, 61), "press": "all public none", "press-gm-reads": "no yes",
            "proposals-expire": "time next-move", "spectator-delay-points": range(1000), "spectator-delay-days": range(61),
            "spectators-hidden": "no yes", "spectator-mails": "day all", "anonymous": "no yes",
            "abandoned": "wait play-defaults judge", "gm-sees-hidden": "no yes", "autostart": "yes no", "practice-days": range(367)}
EARLY = ["press-gm-reads", "spectator-delay-points", "spectator-delay-days", "spectators-hidden", "anonymous", "gm-sees-hidden", "practice-days"]     # that stand once the game has started


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

# by which words, or phrases, of a line somebody says it
SAID = {"propose": ("table.propose", "matter.propose matter.draw matter.pause matter.end matter.time matter.away "
                    "matter.takeback matter.undo matter.rest matter.deadline"),
        "answer": ("table.agree table.against", "matter.agree matter.likes matter.against matter.dislikes matter.yes "
                   "matter.no matter.nay matter.draw matter.pause matter.end"),
        "deputy": ("table.deputy", ""), "away": ("table.away", "matter.away"), "back": ("table.back", "matter.back"),
        "dispute": ("judge.dispute", "matter.dispute")}
FOREVER = 1 << 62   # until somebody takes the seat

class Table(Deadlines):
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
        Deadlines.__init__(self)
        self.table_point()

    def table_point(self):
        """A new adjudication."""
        self.ran_out = False    # did the deadline of its seat pass, or was there a respite?
        self.accepted = set()   # what the table agrees on in it
        self.taken_back = False     # by a ruling in it

    def is_said_by(self, seat, what=None):
        need(self.signer and self.signer_seat == seat and not self.by_deputy,
             "what is said to the table is signed by its seat")
        need(not what or self.orders is None or self.says(what), "the signed text does not say so")

    def says(self, what, keys=None):
        """Are such words, or is such a phrase, in a line of what was signed?"""
        return any(self.says_phrase(line, keys or " ".join(SAID[what]))
                   for line in text.lines(self.orders)[1:])

    def says_phrase(self, line, keys):
        # marks may stand before it, and an apostrophe parts words, or does not
        for plain in ("", " "):
            own = re.sub(r"[\W_]", " ", re.sub("['\u2018\u2019`]", plain, text.fold(line.split("//")[0]))).split()
            if any(own[i:i + len(w)] == w for w in self.spoken(keys) for i in range(len(own))):
                return True
        return False

    def spoken(self, keys):
        return [w for w in (text.fold(w).split() for key in keys.split() for w in self.listed(key)) if w]

    def table_seated(self, seat):
        for of in (self.absences, self.spent, self.reserve, self.silences, self.deputies, self.deputized):
            of.pop(seat, None)
        self.in_grace.discard(seat)
        self.skipped.discard(seat)

    def deputy_of(self, seat):
        person, until = self.deputies.get(seat, (None, 0))
        return person if until > self.times[-1] else None

    def on_proxy_named(self, e):
        self.is_said_by(e["seat"], "deputy")
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
        elif e["cause"] == "resigned":
            need(self.by_deputy and self.signer_seat == e["seat"], "the deputy has not signed this")
        else:
            need(e["cause"] in ("recall", "return"), "no deputy ends so")
            self.is_said_by(e["seat"], "deputy" if e["cause"] == "recall" else None)
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
        self.policy[e["name"]] = "" if e["value"] == "none" else e["value"]
        if e["name"] == "deadline":     # it may name another zone
            self.clocks["deadline"] = Clocks()

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
        need(not self.signer or self.orders is None or self.says("away"), "the signed text does not say so")
        now, start, end = self.times[-1], moment(e["from"]), moment(e["until"])
        need(start < end and now < end <= now + 2 * 366 * DAY and start <= now + 366 * DAY, "no such absence can be told")
        those = self.sweep(e["seat"])
        need(len(those) < 4 and all(end <= a or b <= start for a, b in those), "too many absences at once")
        start = max(start, now)
        spent = self.spent.get(e["seat"], 0) + sum(b - a for a, b in those)
        need(self.policy["absence"] != "extend" or end - start <= int(self.policy["absence-days"]) * DAY - spent,
             "longer than the table allows")
        those.append([start, end])

    def on_absence_ended(self, e):
        self.is_of(e)
        need(not self.signer or self.orders is None or self.says("back"), "the signed text does not say so")
        now, those = self.times[-1], self.absences.get(e["seat"])
        need(those, "this seat is not away")
        for x in those:
            x[-1] = min(x[-1], now)
            x[-2] = min(x[-2], x[-1])
        self.sweep(e["seat"])

    def on_rested(self, e):
        now, start, end = self.times[-1], moment(e["from"]), moment(e["until"])
        self.rests = [x for x in self.rests if x[1] > now]
        need(start < end and len(self.rests) < 4, "no such rest can be")
        self.rests.append([start, end])
        self.rested += 1

    def on_proposed(self, e):
        self.is_said_by(e["seat"], "propose")
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
        self.open[e["number"]] = dict(e, agree={e["seat"]}, against=set(), point=self.point + 1)

    def on_proposal_answered(self, e):
        self.is_said_by(e["seat"], "answer")
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
