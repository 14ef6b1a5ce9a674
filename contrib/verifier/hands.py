"""Who did it, as "by" of an event names them, and by what right."""
import collections

from .tools import need

# which events there may be, by the cause of the adjudication, and whose hand it was
HANDS = {
    "seat_taken": "operator:operator gm:MASTER mail:reservation mail:TABLE",
    "key_added": "operator:operator gm:MASTER mail:reservation mail:readmission mail:SIGNER mail:OWNER mail:TABLE mail:DEPUTED",
    "key_revoked": "operator:operator mail:TABLE mail:DEPUTED mail:readmission mail:SIGNER mail:OWNER",
    "address_changed": "operator:operator mail:SIGNER mail:OWNER",
    "game_started": "operator:operator gm:MASTER mail:judge", "deadline_set": "operator:operator gm:MASTER mail:TABLE",
    "game_paused": "operator:operator operator:judge gm:MASTER mail:judge mail:TABLE timer:deadline",
    "game_resumed": "operator:operator operator:judge gm:MASTER gm:judge mail:judge reroll:judge",
    "game_ended": "operator:operator gm:MASTER mail:TABLE", "override": "operator:operator gm:MASTER mail:TABLE",
    "undone": "operator:operator gm:MASTER mail:TABLE", "ruled": "operator:operator gm:MASTER",
    "readmission_announced": "operator:operator gm:MASTER",
    "table_policy": "operator:operator gm:MASTER mail:TABLE",
    "rested": "mail:TABLE",
    "absence_announced": "operator:operator mail:SIGNER mail:OWNER", "absence_ended": "operator:operator mail:SIGNER mail:OWNER",
    "seat_played": "operator:operator gm:MASTER mail:DEPUTED timer:deadline",
    "fork_found": "operator:judge", "beacon_changed": "operator:operator",
    "judge_moved": "operator:operator", "judge_key": "operator:operator"}
# hands that nothing signed stands behind: they rest on the operator's word
WORDS = {"operator": "operator", "judge": "judge", "reservation": "reservation",
         "readmission": "readmission", "OWNER": "mail for another game"}
# so do the keys of who comes to a place, which no text that lets them in names
OF_KEYS = {"MASTER": "admission", "TABLE": "admission", "DEPUTED": "deputy"}


# events by which a game goes on, beside orders, a deadline that passes and a pulse
PLAYED = {"game_started", "game_resumed", "override", "undone", "entropy_settled"}
READMIT_S = 7 * 86400  # between READMIT and the new key


class Hands:
    """The part of a game that knows who may do what."""

    def __init__(self):
        self.deeds = collections.defaultdict(list)  # (event, hand): leaves, of what nobody has signed
        self.paused = self.by_deadline = False      # the second: that is why
        self.readmit = {}           # seat: [when READMIT was told, by a signed command, when used]
        self.hands_point()

    def hands_point(self):
        """A new adjudication."""
        self.did, self.reserved = set(), None

    def hand_of(self, e):
        """Whose hand it was, as HANDS calls it; None: it may be nobody's."""
        cause, by, person = self.adjudication["cause"], e["by"], e.get("person")
        own = self.keys.get(by)
        fits = {"MASTER": self.signer and by == self.signer[0],
                "SIGNER": self.signer and [by, person] == [self.signer[3], self.signer[0]],
                "OWNER": not self.signer and own and own[2] and own[0] == person,
                "DEPUTED": by == "deputy" and person and person == self.deputed,
                "operator": by == "operator", "judge": by == "judge", "deadline": by == "deadline",
                "reservation": by == "reservation" and not self.signer,
                "readmission": by == "readmission" and not self.signer}
        for of, hand in (x.split(":") for x in HANDS[e["event"]].split()):
            if of == cause and (self.signer and by == "table" and self.is_agreed(e)
                                if hand == "TABLE" else fits[hand]):
                return hand
        return None

    def by_check(self, e):
        """By whom it says, and may it be by them?"""
        cause, kind, hand = self.adjudication["cause"], e["event"], self.hand_of(e)
        need(hand, "%r does no such thing by cause %r" % (e["by"], cause))
        words = (dict(WORDS, **OF_KEYS) if kind in ("key_added", "key_revoked") else WORDS).get(hand)
        if words and (hand != "judge" or cause == "operator") and \
                not (hand == "readmission" and self.is_readmitted(e["person"])):
            self.deeds[kind, words].append(self.leaf)
        if hand == "reservation":
            (self.seat_reserved if kind == "seat_taken" else self.key_reserved)(e)
        elif hand == "deadline":
            need("deadline_passed" in self.did, "no deadline passed here")
        elif hand == "judge":
            self.follows(kind, cause)

    def is_readmitted(self, person):
        """Did a game master sign READMIT for this person in this game, a week ago?"""
        for seat, told in self.readmit.items():
            if self.persons.get(seat) == person and told[2] in (None, self.times[-1]):
                need(self.times[-1] >= told[0] + READMIT_S, "a key comes a week after READMIT, no sooner")
                told[2] = self.times[-1]
                return told[1]
        return False

    def readmission_ends(self):
        """A text of the seat's player ends its readmission."""
        if self.signer and not self.by_deputy:
            self.readmit.pop(self.signer_seat, None)

    def seat_reserved(self, e):
        """A player's seat is kept for somebody before the game, and while nobody has it."""
        need(e["seat"] and e["seat"] not in self.persons,
             "nobody could be kept this seat, which is another's or no player's")
        need(not self.started, "no seat is kept for anybody once the game has begun")
        self.reserved = e["person"]

    def key_reserved(self, e):
        """The keys of who sits down so; or the first one of who had none."""
        need(self.reserved == e["person"] or not any(
            k[0] == e["person"] and k[2] for k in self.keys.values()),
             "who has a key here brings no other by a reservation")

    def follows(self, kind, cause):
        """What follows of itself follows of something."""
        if kind == "game_started":
            need(self.is_full() and self.reserved, "it begins of itself once all have come")
        if kind == "game_paused":
            need(cause != "mail" or "disputed" in self.did, "nobody disputed anything")
        if kind == "game_resumed" and cause == "mail":
            need(self.by_deadline and self.signer and self.signer_seat, "it does not go on by this mail")
        elif kind == "game_resumed":
            need(cause == "reroll" or "ruled" in self.did, "no dispute was ruled on")

    def play_check(self):
        """Dice and events of the game's own follow of something that lets the game go on."""
        cause, seat = self.adjudication["cause"], self.adjudication["seat"]
        need(not (self.went_on or "link_opened" in self.did) or not self.point or cause == "reroll" or
             (self.signer and self.signer_seat and not self.of_keys and not self.only_talks() if cause == "mail" and self.signer else
              "deadline_passed" in self.did if cause == "timer" and seat else
              self.pulse if cause == "timer" else False) or self.did & PLAYED, "nothing lets the game go on here")

    def noted(self, e):
        self.did.add(e["event"])
        if e["event"] == "readmission_announced":
            self.readmit[e["seat"]] = [self.times[-1], self.adjudication["cause"] == "gm", None]
        if e["event"] == "seat_taken":
            self.readmit.pop(e["seat"], None)
        if e["event"] in ("game_started", "game_paused", "game_resumed", "game_ended"):
            self.paused = e["event"] == "game_paused"
        if e["event"] == "game_paused":
            self.by_deadline = e["by"] == "deadline"
        if e["event"] in ("game_started", "game_resumed"):
            self.by_deadline = False
