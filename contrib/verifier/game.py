"""The log of a game, line by line, event by event."""
import base64
import collections
import json
import re

from . import beacon, part, text
from .hands import HANDS, Hands
from .keys import fingerprint, foreign_check, key_of, signature_check
from .mask import Mask
from .signed import Signed
from .tools import H, Wrong, compact, die, moment, need, seen, u32, u64, unhex
from .table import FOREVER, Table
from .words import Words

ZERO = bytes(16)
FORMS = "as-is|mime|(marked-)?canonical|canonical-no-end|(marked-)?(lf|crlf)(-no-end)?"
PLAIN = set(HANDS) | set("""game_created option_set entropy_committed entropy_revealed entropy_declined entropy_missing adjudication
    orders_signed link_opened chain_committed rolled drawn deadline_passed secrets_opened
    disputed key_opened entropy_commits_due entropy_reveals_due entropy_withheld entropy_asked entropy_voted entropy_restarted
    entropy_settled clocks deadline_moved proposed proposal_answered decided press_sent press_blocked press_publish_agreed
    press_published links_skipped proxy_named proxy_ended carried_over
    beacon_due beacon_before beacon_pulse point_replayed halted""".split())
# and what a queue does, in every game: by the rest a game goes on
COMMON = PLAIN | set("""committed opened refused queued unqueued queue_stopped queue_set standing_set standing_removed
    orders_read orders_meant card_named expired lapsed ends_nothing waiting dice_wait
    auto_chose auto_over auto_done""".split())

# of one seat, which the game has
SEATED = set("""deadline_passed deadline_set deadline_moved absence_announced absence_ended proposed proposal_answered
    proxy_named proxy_ended seat_played readmission_announced disputed entropy_committed entropy_revealed
    entropy_missing entropy_withheld entropy_voted entropy_declined""".split())


class Game(Hands, Words, Table, Mask, Signed):
    def __init__(self, gnupg=None):
        Words.__init__(self)
        Table.__init__(self)
        Mask.__init__(self)
        Hands.__init__(self)
        self.gnupg = gnupg      # a folder with keys of GnuPG
        self.point = self.leaf = self.rolls_all = self.links = self.inner = self.pulses = 0
        self.signatures = self.unchecked = 0
        self.signer = self.orders = None
        self.ended, self.line = False, 1
        self.closed_text = False    # of this point: letters, which are closed
        self.parcels, self.unsealed = {}, None  # what seats signed; of it, letters that are opened now
        self.keys = {}          # fingerprint: [person, key or None, valid, fingerprint, the same opened]
        self.persons = {}       # seat: person; others under ""
        self.sources = {}       # (game, head of its log): things carried over from it
        # (chain, link): [its bytes, points, to be used no more, words of its first use]
        self.used = {}
        self.at = (0, 0)        # the last fresh link
        self.rolls = []         # (event number, line, event) of this point
        self.commitments, self.opened_ones, self.draws = [], [], []
        self.skips, self.histories = False, 0   # histories that were lost
        self.done = collections.Counter()       # commands by cause, and what they did by event
        self.known = set()      # commitments that were opened, if only in what was undone
        self.stale = set()      # number and round of draws that are to come no more
        self.came_from, self.round = [], 0      # of each point; the last undo's
        self.serials, self.salts = set(), []
        self.disputes, self.rerolls = [], 0     # of each: its point, was it ruled on?
        self.secret = None
        self.times = []         # of the adjudications

    def event(self, e, private=False):
        kind = e["event"]
        need(e["for"] == "all" or private, "it is not for all")
        need((kind == "game_created") == (self.leaf == 1 and not private),
             "game_created comes first, and once")
        need(kind not in SEATED or e["seat"] in tuple("ABCDEFGH"[:self.seats]), "the game has no such seat")
        first = self.opened == 0 and not private and kind != "game_created"
        need((kind == "adjudication") == first, "adjudication comes first in each, and once")
        self.opened += first
        if kind in HANDS:
            need(not private, "it is for others to see")
            self.by_check(e)
            self.done[kind] += 1
        need(not self.closed_text or kind in ("press_sent", "clocks", "deadline_moved"), "the signed text is missing")
        need(not e["rules"] or kind not in PLAIN, "no rule says such a thing")
        checked = getattr(self, "on_" + kind, None)
        need(not checked or private == (kind == "drawn"), "it is for others to see")
        need(kind != "drawn" or e["for"] == ["gm"], "it is for game masters alone")
        if not private:
            self.signed_check(e)
        if checked:
            checked(e)
        self.noted(e)
        if kind not in COMMON and not private:
            self.went_on = True
            if self.signer:
                self.in_grace.discard(self.signer_seat)

    def cause_check(self):
        """What an adjudication of its cause must have had."""
        a = self.adjudication
        need(bool(a["serial"]) == bool(self.signer), "a serial stands for signed orders")
        need(self.signer if a["cause"] == "gm" else a["cause"] == "mail" or not self.signer,
             "signed and unsigned are exchanged")
        need(a["cause"] != "mail" or a["seat"] == (self.signer_seat if self.signer else ""),
             "another seat acts than signed")
        need(not self.of_keys or self.did & {"key_added", "key_revoked", "address_changed"},
             "the signed text commands more")
        need(self.absences_told() <= self.did, "the signed text says more of an absence")
        need(self.expected() <= self.did, "what was decided here is not done")
        need(self.paused or not self.started or self.secret or "pause" not in self.accepted and not self.did & {"disputed", "fork_found"},
             "the game should pause here")
        need(a["cause"] != "timer" or not a["seat"] or self.ran_out,
             "nothing came of this seat's deadline")
        self.heard_check()
        self.commands_end()
        self.play_check()
        self.readmission_ends()

    def expected(self):
        """What follows of decisions of this adjudication in every game."""
        kinds = {"takeback": "undone", "policy": "table_policy", "rest": "rested", "option": "override",
                 "replace": "seat_taken", "draw": "game_ended", "end": "game_ended", "surrender": "game_ended",
                 "due": "deadline_set", "skip": "deadline_set"}
        return {kinds[what] for what in self.accepted if what in kinds} | ({"undone"} if self.taken_back else set())

    def absences_told(self):
        """What a player's lines say of an absence must be in the log."""
        lines = [text.fold(x).split() for x in (self.orders or "").split("\n")] if self.signer and self.signer_seat else []

        def is_said(key, whole):
            return any(line == words if whole else line[:len(words)] == words
                       for words in (text.fold(w).split() for w in self.listed(key)) for line in lines)

        return {kind for key, kind, whole in (("table.away", "absence_announced", False),
                                              ("table.back", "absence_ended", True)) if is_said(key, whole)}

    def on_disputed(self, e):
        need(self.signer and self.signer_seat == e["seat"], "a dispute is signed by its seat")
        need(self.orders is None or self.says("dispute"), "the signed text disputes nothing")
        need(1 <= e["to_point"] <= self.point, "there is no such point")
        need(e["number"] == len(self.disputes) + 1, "expected dispute %d" % (len(self.disputes) + 1))
        self.disputes.append([e["to_point"], False])

    def on_ruled(self, e):
        need(1 <= e["number"] <= len(self.disputes) and not self.disputes[e["number"] - 1][1],
             "no such dispute is open")
        self.disputes[e["number"] - 1][1] = True
        self.rerolls += e["verdict"] == "rerolled"
        self.taken_back |= e["verdict"] == "undone"
        for use in self.used.values():
            use[2] |= e["verdict"] == "rerolled" and self.disputes[e["number"] - 1][0] in use[1]

    def on_game_created(self, e):
        need([e["game"], e["system"], e["rules_version"], e["judge_key"]] ==
             [self.head[k] for k in ("game", "system", "rules", "judge")],
             "it differs from the first line of the file")
        self.id, self.seats = unhex(e["id"], 16), e["seats"]
        need(1 <= self.seats <= 8, "%r seats" % self.seats)
        self.chains = [unhex(e["dice_commitment"])]
        self.hidden = unhex(e["hidden_commitment"])
        self.beacon = beacon.beacon(e["beacon"])
        self.created, self.turn = moment(e["at"]), e["deadline"]
        self.words_begin(e["words"])
        ending = e["game"].rsplit("-", 1)[-1]
        need(len(ending) >= 4 and e["dice_commitment"].startswith(ending),
             "the game's name does not end like its dice_commitment")
        key = e["judge_key"].encode()
        self.chain_head = H(b"heraldo open 1", self.id, self.chains[0], self.hidden, u32(len(key)), key)
        self.heads = [self.chain_head]      # after each point
        self.grammar = e["grammar"]

    def on_judge_key(self, e):
        """The judge's next key: signed by the one before, or the operator's word."""
        key, before = key_of(e["key"]), self.judges[-1][1]
        need(key != before and len(self.judges) <= 16, "it is no other key of the judge")
        if e["signature"]:
            signature_check(before, e["signature"],
                            ("HERALDO JUDGE KEY\n%s\n%s\n" % (self.head["game"], e["key"])).encode(),
                            b"heraldo-key@heraldo")
        self.judges.append((self.point + 1, key, bool(e["signature"])))

    def on_adjudication(self, e):
        need(e["point"] == self.point + 1, "expected point %d" % (self.point + 1))
        need(e["cause"] in "mail timer gm operator reroll".split(), "there is no such cause")
        need(not e["seat"] or e["cause"] not in ("gm", "operator"), "no seat acts by this cause")
        need(self.times or e["cause"] == "operator", "a game is made by the judge's operator")
        self.done[e["cause"]] += 1
        self.words_point()
        at = moment(e["at"])
        need(at >= self.times[-1] if self.times else at == self.created,
             "it is told to be earlier than what was before it")
        need(at < moment("9900-01-01T00:00:00Z"), "no game is played so late")
        self.times.append(at)
        self.adjudication = e
        self.before = self.pulse = None         # of the beacon, in this one
        # where an undo went, what the table had agreed on, and is it played again from there
        self.back_to, self.taken, self.again = 0, None, False
        self.orders = None                      # what was signed, where it is here
        self.came_from.append(self.point)
        self.signer = self.agreed = None
        self.decided = self.went_on = self.by_deputy = self.of_keys = False
        self.deputed = self.deputed_by = None
        self.hands_point()
        self.table_point()
        self.deadlines_point()
        self.signed_point()
        if e["cause"] == "reroll":
            need(self.rerolls, "nothing was to be rolled again")
            self.rerolls -= 1

    def on_option_set(self, e):
        need(not self.point, "options are set when a game is made")

    def on_carried_over(self, e):
        need(not self.point, "something is carried over when a game is made")
        self.sources.setdefault((e["game"], e["from"]), 0)
        self.sources[e["game"], e["from"]] += 1

    def on_seat_taken(self, e):
        self.leads_alone(e["person"], e["role"] == "gm")
        for seat in [s for s, d in self.deputies.items() if d[0] == e["person"]]:
            del self.deputies[seat]
        if e["seat"]:
            self.persons[e["seat"]] = e["person"]
            self.words_seated(e["seat"])
            self.table_seated(e["seat"])
        else:
            self.persons.setdefault("", set()).add(e["person"])

    def on_key_added(self, e):
        key, own = self.mask_key(e)
        new = [e["person"], key, True, e["fingerprint"], own]
        has = self.keys.setdefault(e["fingerprint"], new)
        need(has == new, "this key was another's, or revoked")
        need(e["person"] not in [p[2] for p in self.played] and not self.is_judges(key),
             "the judge's key is no key of a person")

    def on_key_revoked(self, e):
        has = self.keys.get(e["fingerprint"])
        need(has and has[0] == e["person"] and has[2], "no valid key of this person")
        has[2] = False

    def pulse_of(self, e):
        need(self.beacon, "the dice of this game rest on no beacon")
        need(self.adjudication["cause"] == "timer" and not self.signer and
             not self.adjudication["seat"], "a pulse is opened by nobody's order")
        need(not self.pulse and not self.rolls, "a pulse is opened once, before the dice")
        return self.beacon.pulse(e["pulse"])

    def on_beacon_changed(self, e):
        new = beacon.beacon(e["beacon"])
        need(self.beacon and self.beacon.changes and new and new.changes and
             new.name != self.beacon.name, "this beacon signs with no other key")
        new.shown = "%s, and from point %d on %s" % (self.beacon.shown, self.adjudication["point"], new.shown)
        self.beacon = new

    def on_beacon_due(self, e):
        need(self.beacon and moment(e["until"]) == self.times[-1] + beacon.DELAY_S,
             "a pulse is due %d seconds after the point" % beacon.DELAY_S)

    def on_beacon_before(self, e):
        need(not self.before, "one pulse before another is enough")
        self.before = self.pulse_of(e)

    def on_beacon_pulse(self, e):
        pulse = self.pulse_of(e)
        need(self.point and beacon.is_first(pulse, self.before, self.times[-2] + beacon.DELAY_S),
             "it is not the first pulse %d seconds after the point before" % beacon.DELAY_S)
        need(pulse.at_ms <= self.times[-1] * 1000, "a pulse that is yet to come")
        self.pulse, self.pulses = pulse, self.pulses + 1

    def on_rolled(self, e):
        need(not self.waits(), "the dice wait for the random words")
        need(not self.beacon or self.pulse, "a roll before the beacon's pulse is there")
        self.rolls.append((self.name(), self.line, e))

    def on_link_opened(self, e):
        at, link = (e["chain"], e["number"]), unhex(e["link"])
        if at in self.used:
            need(self.used[at][0] == link, "this link was another before")
            need(not self.counts() & self.used[at][1], "what it rolled before was not undone")
            need(not self.used[at][2], "it was to be used no more")
            self.used[at][1].add(self.point + 1)
        else:
            chain, number = self.next_link()
            need(at == (chain, number), "expected link %d of chain %d" % (number, chain))
            need(chain < len(self.chains), "this chain was not committed")
            before = link
            while number and (chain, number) not in self.used:  # links may be passed over
                before = H(b"heraldo link 1", self.id, u32(chain), u32(number), before)
                number -= 1
            known = self.used[(chain, number)][0] if number else self.chains[chain]
            need(before == known, "its hash is not the link before it")
            words = beacon.mix(self.words(), self.pulse) if self.pulse else self.words()
            self.used[at], self.at = [link, {self.point + 1}, False, words], at
        need(self.rolls and e["rolls"] == len(self.rolls), "expected %d rolls" % len(self.rolls))
        words = self.used[at][3]
        for number, (name, line, roll) in enumerate(self.rolls):
            need(roll["roll"] == number, "expected roll %d" % number, name, line)
            need(2 <= roll["sides"] <= 65536, "no such die", name, line)
            face = die(roll["sides"], link, b"heraldo roll 1", self.id, words, u32(at[0]),
                       u32(at[1]), u32(number))
            need(roll["face"] == face, "the link gives face %d, the log says %r" % (face, roll["face"]),
                 name, line)
        self.rolls_all, self.links, self.rolls = self.rolls_all + len(self.rolls), self.links + 1, []

    def on_fork_found(self, e):
        """A report of the judge's own that the log has no place for."""
        need(e["to_point"] >= 1, "there is no such point")
        told = seen(e["head"])
        need(e["to_point"] > self.point or told != self.heads[e["to_point"]][:16],
             "this is the head of the log itself")
        self.skips = True
        self.words_lost()

    def on_links_skipped(self, e):
        need(self.skips, "links are passed over, and no history was lost")
        self.skips = False
        chain, number = self.next_link()
        # none of a chain that was not committed to yet
        links = 1024 if number > 65535 - 256 else min(1024, 65536 - number)
        number += links
        self.at = (chain, number - 1) if number <= 65535 else (chain + 1, number - 65536)
        following = self.next_link()
        need([e["links"], e["chain"], e["number"]] == [links, *following],
             "expected %d links passed over, up to link %d of chain %d" % (links, following[1], following[0]))
        self.histories += 1

    def next_link(self):
        chain, last = self.at if self.at[1] < 65535 else (self.at[0] + 1, 0)
        return chain, last + 1

    def on_chain_committed(self, e):
        need(e["chain"] == len(self.chains), "expected chain %d" % len(self.chains))
        self.chains.append(unhex(e["dice_commitment"]))

    def words(self):
        return H(b"heraldo said 1", bytes([self.seats]), *(
            bytes([s in self.word]) + self.word.get(s, ZERO) for s in "ABCDEFGH"[:self.seats]))

    def counts(self):
        """The points that led to where the game is."""
        at, points = len(self.came_from), set()
        while at:
            points.add(at)
            at = self.came_from[at - 1]
        return points

    def still(self, those, number):
        points = self.counts() if self.round else None
        return [x for x in those if x[0] == number and (points is None or x[1] in points)]

    def on_committed(self, e):
        need(not self.still(self.commitments, e["number"]), "this number was used before")
        need(unhex(e["hash"]) not in self.known, "it was opened before: all know what it hides")
        self.commitments.append((e["number"], self.point + 1, unhex(e["hash"])))

    def on_opened(self, e):
        number, salt = e["number"], unhex(e["salt"])
        need(not self.still(self.opened_ones, number), "it was opened before")
        is_hash = H(b"heraldo hide 1", salt, e["text"].encode())
        made = self.still(self.commitments, number)
        need(made and made[0][2] == is_hash, "this is not what was committed")
        self.known.add(is_hash)
        self.opened_ones.append((number, self.point + 1, made[0][1], salt, self.name(), self.line))

    def on_drawn(self, e):
        """A value of the second secret, for game masters until the end."""
        need(not self.waits(), "hidden draws wait for the random words")
        same = [d for d in self.draws if d[0] == e["number"] and d[2]["round"] == e["round"]]
        need(same or e["round"] == self.round, "expected round %d" % self.round)
        need((e["number"], e["round"]) not in self.stale and not any(
            o[0] == d[0] and o[2] == d[1] for o in self.opened_ones for d in same), "it was to be drawn afresh")
        need(not self.still(same, e["number"]), "this number was drawn before")
        need(2 <= e["sides"] <= 65536 and e["number"] >= 0, "no such draw")
        self.draws.append((e["number"], self.point + 1, e, self.words(), self.name(), self.line))

    def on_undone(self, e):
        need(1 <= e["to_point"] < self.point, "no such point to go back to")
        self.came_from[-1], self.round = e["to_point"], self.point + 1
        self.back_to = e["to_point"]
        self.spend(self.back_to, e["fresh"])

    def on_point_replayed(self, e):
        """What was undone is played again, up to an event of it."""
        need(self.back_to and not self.again, "nothing was undone that could be played again")
        need(self.back_to < e["of_point"] <= self.point and e["of_event"], "this point was not undone here")
        need(not self.taken or self.taken == [e["of_point"], str(e["of_event"])],
             "the table agreed on another takeback")
        self.again, self.taken = True, None

    def on_halted(self, e):
        need(self.again, "nothing is played again here")
        self.again = False
        self.spend(self.back_to, e["fresh"])

    def spend(self, to, fresh):
        """What came of the state after that point and counts no more falls no more, if it is fresh."""
        points = self.counts()
        below = {to} if fresh else set()    # where play went from there
        for at, before in enumerate(self.came_from[:-1], 1):
            below |= {at} if before in below else set()
        for use in self.used.values():
            use[2] |= bool(use[1] & below) and not use[1] & points
        still = {(d[0], d[2]["round"]) for d in self.draws if d[1] in points}
        self.stale |= {(d[0], d[2]["round"]) for d in self.draws if d[1] in below} - still

    def on_secrets_opened(self, e):
        need(not self.secret, "it was opened before")
        self.secret = unhex(e["hidden_secret"])
        need(H(b"heraldo veil 1", self.id, self.secret) == self.hidden, "not what was committed")

    def secret_check(self):
        """Everything that was hidden, by the second secret."""
        key = H(b"heraldo mine 1", self.id, key=self.secret)
        for leaf, line, salt in self.salts:
            need(H(b"heraldo salt 1", self.id, u64(leaf), key=key) == salt,
                 "this salt is not of the second secret", "event %d" % leaf, line)
        rounds = [0] + [p for p, before in enumerate(self.came_from, 1) if before != p - 1]
        for number, _, made, salt, name, line in self.opened_ones:
            need(any(H(b"heraldo seal 1", self.id, u32(r), u32(number), key=key) == salt
                     for r in rounds if r <= made), "this salt is not of the second secret", name, line)
        for number, _, e, words, name, line in self.draws:
            value = die(e["sides"], self.secret, b"heraldo draw 1", self.id, words, u32(number),
                        u32(e["round"]))
            need(e["value"] == value, "the second secret gives %d, the log says %r"
                 % (value, e["value"]), name, line)

    def is_judges(self, key):
        return key in [k for _, k, _ in self.judges]

    def key_of_judge(self, e):
        """The judge's own key, which signs for its computer where that plays."""
        key = self.judges[-1][1]
        if e["fingerprint"] != fingerprint(key) or not e["seat"]:
            return None
        for who in (self.persons.get(e["seat"]), self.deputies.get(e["seat"], (None, 0))[0]):
            if who and who in [p[2] for p in self.played]:
                return [who, key, True, e["fingerprint"], None]
        return None

    def on_orders_signed(self, e):
        self.waiting = e
        has = self.keys.get(e["fingerprint"]) or self.key_of_judge(e)
        need(has and has[2], "no valid key has this fingerprint")
        who = self.persons.get(e["seat"])
        self.by_deputy = bool(e["seat"]) and has[0] == self.deputy_of(e["seat"])
        need(has[0] == who or self.by_deputy or not e["seat"] and has[0] in (who or ()),
             "the key is not of this seat")
        self.format_check(e["format"], self.masked())
        need(self.adjudication["serial"] > 0, "signed orders have a serial")
        self.signer, self.signer_seat = has, e["seat"]
        if self.deputies.get(e["seat"], (None, 0))[1] != FOREVER:
            self.silences.pop(e["seat"], None)
        if e["seat"] and not self.by_deputy:
            self.parcels[e["seat"], self.point + 1] = e, has

    def format_check(self, text, is_hidden):
        """An event has none where players are hidden; the line of the text has it then."""
        need(not text if is_hidden else re.fullmatch(
            "((ssh|minisign|signify|pgp) (%s)|pgp clear|smime mime)( block [1-8])?( joined)?" % FORMS, text),
             "nothing is signed in such a format")

    def on_press_published(self, e):
        need(self.signer and not self.by_deputy and
             (self.signer_seat or self.adjudication["cause"] == "gm"), "letters are opened by who may read them")
        self.unsealed = self.parcels.pop((e["seat"], e["point"]), None)
        need(self.unsealed and e["point"] <= self.point, "no letters of this seat are closed there")

    def unsealed_check(self, orders):
        """Letters, and nothing beside them but the two first lines and remarks."""
        say = [text.fold(w).split() for w in self.listed("table.say")]
        lines = [x for x in orders.split("\n") if x and not x.startswith("//")]

        def is_letter(x):
            words = text.fold(x).split()
            return any(words[:len(w)] == w for w in say)

        need(len(lines) > 2 and is_letter(lines[2]) and
             all(is_letter(x) or x.startswith("+") for x in lines[2:]), "what is opened are no letters")

    def signed(self, line):
        data = line["text"].encode() if "text" in line else \
            base64.b64decode(line["base64"], validate=True)
        late = self.unsealed is not None
        event, signer = self.unsealed or (self.waiting, self.signer)
        armour, how = line["signature"], line.get("format", event and event["format"])
        need(line["signed"] == self.leaf and how, "it does not follow its event")
        need(("format" in line) == self.masked(), "the format is told by its event, or in an anonymous game by this line")
        hidden = [b"heraldo sign 2", u32(len(how.encode())), how.encode()] if "format" in line else [b"heraldo sign 1"]
        need(H(*hidden, u32(len(data)), data, armour.encode()) ==
             unhex(event["hash"]), "text and signature are not those of orders_signed")
        self.format_check(how, False)
        read = {"mime": part.orders, "clear": part.clear}
        form = how.removesuffix(" joined").split(" ")
        orders = read.get(form[1], text.orders)(data, int(form[3]) if len(form) > 2 else 0)
        if late:
            self.unsealed_check(orders)
        else:
            self.claim_check(orders)
        need(not self.masked() or self.head["for"] == "all",
             "what was signed in an anonymous game is shown with the whole log alone")
        _, key, _, _, fingerprint = signer
        program = "ssh" if armour.startswith("-----BEGIN SSH") else \
            {5: "minisign", 3: "signify"}.get(armour.count("\n") + 1)
        if not key:
            program = {"OPENPGP": "pgp", "SMIME": "smime"}.get(fingerprint.partition(":")[0])
        need(how.split(" ")[0] == program, "it is of another program than orders_signed says")
        if key:
            signature_check(key, armour, data, b"heraldo-player@heraldo" if self.is_judges(key)
                            else b"heraldo-orders@heraldo")
            checked = True
        else:
            checked = foreign_check(fingerprint, armour, data, self.gnupg)
        self.signatures += checked
        self.unchecked += not checked
        if late:
            self.unsealed = None
        else:
            self.waiting = None

    def listed(self, key):
        """The words of the game's vocabulary for something, in all languages."""
        return self.vocabulary[key]

    def claim(self, line):
        """What the first line says: kind, game, seat, point, serial."""
        word, *rest = line.split(" ")
        if text.is_spoken(word, self.listed("judge.keys")):
            kind = "KEYS"
        else:
            kind = next((k for k in ("orders", "gm") if text.is_head(word, self.listed(k))), None)
        if kind != "KEYS":  # a remark may follow
            rest = line.partition("//")[0].rstrip(" ").split(" ")[1:]
        if kind == "gm":
            rest.insert(1, "GM")
        need(kind and len(rest) == 4 and all(re.fullmatch("[0-9]+", n) for n in rest[2:]),
             "it does not begin with game, seat, point and serial")
        seats = {"orders": "[A-H]", "gm": "GM", "KEYS": "[A-H]|GM(0*([2-9]|[1-9][0-9]))?|O0*([1-9][0-9]?)"}
        need(re.fullmatch(seats[kind], rest[1]), "it is for no seat")
        return kind, rest[0], re.sub("^(GM|O)0*", r"\1", rest[1]), int(rest[2]), int(rest[3])

    def claim_check(self, orders):
        """What the orders say of game, seat, point, history and serial."""
        self.orders, self.claimed = orders, 0
        first, *rest = orders.split("\n")
        kind, game, seat, point, serial = self.claim(first)
        self.of_keys = kind == "KEYS"
        need(game.lower() == self.head["game"], "it is for another game")
        need(seat == self.waiting["seat"] if self.waiting["seat"] else seat[0] in "GO", "it is for another seat")
        need(not self.by_deputy or kind == "orders", "a deputy signs orders and nothing else")
        need((kind == "gm") == (self.adjudication["cause"] == "gm"), "a game master's command is signed as one")
        need(point <= self.point, "it is for a later point")
        self.claimed = point
        word, _, digits = next((x for x in rest if x and not x.startswith("//")), "").partition(" ")
        need(text.is_spoken(word, self.listed("judge.seen")), "it does not say what its author saw")
        need(seen(digits) == self.heads[point][:16], "who signed it saw another history")
        need(serial == self.adjudication["serial"], "it has another serial")
        need((seat, serial, self.by_deputy) not in self.serials, "this serial was used before")
        self.serials.add((seat, serial, self.by_deputy))
        self.signed_read()

    def open_fits(self, seat, is_open):
        """Is the leaf that is next open or closed as it must be for who reads?"""
        reader = self.head["for"]
        if reader != "GM":
            return is_open == (reader in (seat, "all"))
        if self.policy["gm-sees-hidden"] == "no":
            return not is_open or seat == "GM"  # which older programs gave them
        if self.sealed:
            return is_open == self.opens
        self.opens = is_open
        if not self.signer or not self.signer_seat:
            return is_open
        return self.masked() or is_open == (self.orders is not None)    # letters stay closed

    def name(self):
        return "event %d" % self.leaf + (".%d" % self.inner if self.inner else "")

    def chain_on(self, obj, data):
        """The next leaf; data None if it is closed."""
        if data is not None:
            salt = unhex(obj["salt"])
            need(H(b"heraldo leaf 1", salt, data) == unhex(obj["hash"]), "the leaf has another hash")
            self.salts.append((self.leaf, self.line, salt))
        self.chain_head = H(b"heraldo head 1", self.chain_head, unhex(obj["hash"]))
        need(self.chain_head == unhex(obj["head"]), "the chain has another head here")

    def read(self, raw, before):
        """One line of the file, after the bytes `before`."""
        obj = json.loads(raw)
        need(compact(obj) == raw, "the line is not in the one form it may have")
        shape = " ".join(obj)
        if self.line == 1:
            need(shape == "heraldo game system rules judge for" and obj["heraldo"] == "export-1",
                 "not an export of this version")
            self.head, self.opened, self.waiting, self.sealed = obj, 0, None, 0
            self.judge = key_of(obj["judge"])
            self.judges = [(0, self.judge, True)]  # from which point on, key, signed by the one before
        elif self.line == 3:
            need(shape == "grammar" and H(obj["grammar"].encode()).hex() == self.grammar,
                 "expected what reads the orders of the game")
            self.vocabulary = vocabulary(obj["grammar"])
        elif shape == "leaf head hash salt event":
            need(not self.sealed, "expected a sealed leaf")
            self.next_leaf(obj)
            data = raw[raw.index(b',"event":') + 9:-1]
            if self.leaf == 1:
                self.event(obj["event"])
            self.chain_on(obj, data)
            if self.leaf > 1:
                self.event(obj["event"])
        elif shape in ("leaf head hash seat", "leaf head hash seat salt events"):
            seat = "ABCDEFGH"[self.sealed] if self.sealed < self.seats else "GM"
            need(obj["seat"] == seat and self.sealed <= self.seats, "expected the leaf of seat " + seat)
            need(self.open_fits(seat, len(obj) == 6), "open and closed are exchanged")
            if not self.sealed:
                self.cause_check()
                self.words_check()
            self.sealed += 1
            self.next_leaf(obj)
            need(not self.skips, "a history was lost, and no link is passed over")
            need(not self.rolls, "rolls without their link")
            need(not self.again, "what is played again here does not halt")
            need(not self.taken or not self.taken[1], "the table agreed on another takeback")
            events = [compact(e) for e in obj.get("events", [])]
            self.chain_on(obj, u32(len(events)) + b"".join(u32(len(e)) + e for e in events)
                          if len(obj) == 6 else None)
            for self.inner, e in enumerate(obj.get("events", []), 1):
                need((seat if seat != "GM" else "gm") in e["for"] and e["for"] != "all",
                     "it is not for this seat")
                self.event(e, private=True)
        elif re.fullmatch("signed (format )?(text|base64) signature", shape):
            self.signed(obj)
        elif shape in ("point leaves head deadlines", "point leaves head deadlines state"):
            need(self.opened and self.sealed == self.seats + 1, "the adjudication is not complete")
            need(("state" in obj) == (self.head["for"] == "all"), "the state is for the full log")
            self.point += 1
            need([obj["point"], obj["leaves"], obj["head"]] ==
                 [self.point, self.leaf, self.chain_head.hex()],
                 "expected point %d, %d leaves, head %s" % (self.point, self.leaf, self.chain_head.hex()))
            self.heads.append(self.chain_head)
            self.deadlines_end(obj["deadlines"])
            self.opened = self.sealed = 0
            self.closed_text = False
        elif shape == "end lines points leaves head file signature":
            self.end(obj, raw, before)
        else:
            raise Wrong("no such line")

    def next_leaf(self, obj):
        need(not self.waiting or self.masked() or self.head["for"] != self.waiting["seat"],
             "the signed text is missing")
        need(not self.unsealed or self.masked() and self.head["for"] != "all",
             "the letters that are opened are missing")
        self.unsealed = None
        self.closed_text |= bool(self.waiting) and self.head["for"] == "all"
        self.waiting = None
        self.leaf += 1
        need(obj["leaf"] == self.leaf, "expected leaf %d, found %r" % (self.leaf, obj["leaf"]))

    def end(self, obj, raw, before):
        need(not self.opened and self.point, "the last adjudication is not complete")
        line, leaf = self.line, self.leaf
        if self.secret:
            self.secret_check()
        self.leaf = 0
        self.mask_end()
        need(self.secret or self.head["for"] != "all", "a full log opens the second secret")
        need([obj["end"], obj["lines"], obj["points"], obj["leaves"], obj["head"], obj["file"]] ==
             ["export-1", line - 1, self.point, leaf, self.chain_head.hex(), H(before).hex()],
             "expected %d lines, %d points, %d leaves, head %s, file %s" % (
                 line - 1, self.point, leaf, self.chain_head.hex(), H(before).hex()))
        signature_check(self.judges[-1][1], obj["signature"],
                        raw[:raw.index(b',"signature":')] + b"}", b"heraldo-log@heraldo")
        self.leaf, self.ended = leaf, True


def vocabulary(grammar):
    """Its lists of words, by their keys."""
    lists = collections.defaultdict(list)
    for line in grammar.split("\n"):
        key, assigned, words = line.partition(" = ")
        if assigned:
            lists[key] += [w.strip() for w in words.split(",")]
    return lists


def verify(data, gnupg=None):
    """The game, or Wrong with the place in its text."""
    game = Game(gnupg)
    game.mask_foretell(data)
    return read_on(game, data, 0)


def read_on(game, data, done):
    """Read the lines after the first `done`, which the game has read."""
    *lines, rest = data.split(b"\n")
    start, whole = sum(map(len, lines[:done])) + done, memoryview(data)
    try:
        for game.line, raw in enumerate(lines[done:], done + 1):
            game.inner = 0
            need(not game.ended, "a line behind the last one")
            game.read(raw, whole[:start])
            start += len(raw) + 1
        game.line, game.inner = len(lines) + 1, 0
        need(game.ended and not rest, "the file is cut off")
    except Exception as e:
        args = e.args if isinstance(e, Wrong) else ("not well formed: %s %s" % (type(e).__name__, e),)
        name, line = args[1:] or (game.name(), game.line)
        raise Wrong("%s (line %d): %s" % (name, line, args[0])) from None
    return game
