"""What signed lines say, where each word stands in its place: a line AGREE 3 agrees, and to 3."""
import base64
import re

from . import text
from .tools import need

# the proposals, by the words that name them; in words of their own only some can be made
MATTERS = {"draw": "table.draw", "end": "table.end", "surrender": "table.surrender", "pause": "table.pause",
           "takeback": "table.takeback", "extension": "table.extension", "policy": "table.policy", "rest": "table.rest",
           "due": "table.deadline", "skip": "table.skip", "option": "table.option", "replace": "table.replace"}
# commands of a game master, by the events that come of them
COMMANDS = {"game_started": "start", "game_paused": "pause", "game_resumed": "resume rule", "game_ended": "end",
            "deadline_set": "extend shorten deadline skip", "seat_taken": "admit seat", "key_added": "admit seat",
            "key_revoked": "admit seat", "seat_played": "seat", "readmission_announced": "readmit", "override": "set",
            "undone": "undo rule", "ruled": "rule", "table_policy": "policy"}
OF_KEYS = {"key_added": "add", "key_revoked": "revoke", "address_changed": "address"}
VERDICTS = {"stands": "stands", "undone": "undone", "rerolled": "reroll"}


class Said:
    """The part of a game that reads them; what is not in this file is not asked."""

    def lines(self):
        """The words of each line that was signed, below the first."""
        joined = re.sub(r"\n *\+ *", " ", self.orders or "")
        return [text.fold(x.split("//")[0]).split() for x in joined.split("\n")[1:]]

    def after(self, words, key):
        """What follows the words for the key, of which the longest count; or None."""
        found = [len(w) for w in (text.fold(w).split() for w in self.listed(key)) if w and words[:len(w)] == w]
        return words[max(found):] if found else None

    def answer_check(self, e):
        forms = [(side == "table.agree", rest) for words in self.lines() for side in ("table.agree", "table.against")
                 for rest in [self.after(words, side)] if rest == [] or rest and len(rest) == 1 and rest[0].isdigit()]
        seen = self.open[e["number"]]["point"] <= self.claimed
        for agree, rest in forms:
            need(agree == e["agree"] and (int(rest[0]) == e["number"] if rest else seen), "another answer than was signed")
        if forms or self.orders is None:
            return
        need(seen or any(w.isdigit() and int(w) == e["number"] for words in self.lines() for w in words) or
             self.has("number.%d" % e["number"] if e["number"] > 1 else "matter.first"),
             "an answer to what its author had not seen")
        against = self.has("table.against matter.against matter.dislikes matter.no matter.nay")
        need(against or e["agree"], "the signed text agrees")
        need(self.has("table.agree matter.agree matter.likes matter.yes") or not e["agree"], "the signed text does not agree")

    def has(self, keys):
        """Is one of these phrases anywhere in it?"""
        return any(self.says_phrase(line, keys) for line in (self.orders or "").split("\n")[1:])

    def proposal_check(self, e):
        for words in self.lines():
            rest = self.after(words, "table.propose")
            for what, key in MATTERS.items() if rest else ():
                more = self.after(rest, key)
                if more == []:
                    need(what == e["what"], "a proposal of another matter than was signed")
                if more and what in ("takeback", "extension") and more[0].isdigit() and len(more) == 1:
                    need([what, int(more[0])] == [e["what"], e["of"]], "another proposal than was signed")
                if more and what in ("policy", "option") and more[0].lower() == e["value"].split(" ")[0]:
                    need(what == e["what"], "a proposal of another matter than was signed")

    def dispute_check(self, e):
        need(self.orders is None or any(rest and rest[0] == str(e["to_point"]) for words in self.lines()
                                        for rest in [self.after(words, "judge.dispute")]), "another point is disputed")

    def command_check(self, e, hand):
        """Did the signer command such a thing?"""
        verbs = COMMANDS if hand == "MASTER" else OF_KEYS
        if hand not in ("MASTER", "SIGNER") or self.orders is None or e["event"] not in verbs:
            return
        if hand == "SIGNER" and not self.of_keys:
            return
        lines = self.lines()[1:]
        if hand == "SIGNER":    # a change of keys is one line, which may be wrapped
            lines = [[word for line in lines for word in line]]
        need(any(rest is not None and self.is_commanded(e, verb, rest) for words in lines
                 for verb in verbs[e["event"]].split() for rest in [self.after(words, "judge." + verb)]),
             "who signed it commanded no such thing")

    def is_commanded(self, e, verb, rest):
        kind = e["event"]
        if kind in ("key_added", "key_revoked") and verb in ("add", "revoke"):
            named, own = "".join(rest), e["fingerprint"]
            if self.masked() or not own.startswith("SHA256:"):
                return True
            if re.fullmatch("[0-9A-F]{64}", named):
                return base64.b64decode(own[7:] + "=") == bytes.fromhex(named)
            return not named.startswith("SHA256:") or named == own.upper()
        if kind == "ruled":
            return rest[:1] == [str(e["number"])] and self.after(rest[1:], "judge." + VERDICTS[e["verdict"]]) == []
        if kind == "undone" and verb == "undo":
            fresh = self.after(rest[1:], "judge.fresh") == []
            return rest and ("." in rest[0] or int(rest[0]) == e["to_point"]) and fresh == e["fresh"]
        if kind == "table_policy":
            return rest[:1] == [e["name"].upper()]
        return kind != "readmission_announced" or rest == [e["seat"]]
