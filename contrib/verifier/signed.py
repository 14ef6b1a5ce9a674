"""What a signed text says, line by line, and what the log makes of it: requests to
the table, random words, disputes, changes of keys, commands of game masters."""
import hashlib
import re

from .keys import wire
from .deadlines import DAY, HOUR
from .text import canonical, fold, is_spoken, lines
from .tools import Wrong, moment, need

CLOCKS = 15 * HOUR      # local times of all zones are so far from UTC
SPANS = {"": HOUR, **dict.fromkeys(["H", "HOUR", "HOURS", "HORA", "HORAS"], HOUR),
         **dict.fromkeys(["D", "DAY", "DAYS", "DIA", "DIAS"], DAY)}
# what is proposed, in the order in which it is looked for: the list of its words
MATTERS = {what: "table." + what for what in "draw end surrender pause takeback extension policy rest".split()} | {
    "due": "table.deadline", "skip": "table.skip", "option": "table.option", "replace": "table.replace"}
# phrases by which it is said in other words
PHRASES = {"draw": "matter.draw", "end": "matter.end", "pause": "matter.pause", "takeback": "matter.takeback matter.undo",
           "extension": "matter.time matter.deadline matter.away", "due": "matter.time matter.deadline",
           "rest": "matter.rest matter.away"}
FOR = "table.agree matter.agree matter.likes matter.yes matter.draw matter.pause matter.end"
AGAINST = "table.against matter.against matter.dislikes matter.no matter.nay"

# what may come of a game master's command: the first event, then more of the same command
COMMANDS = {"start": "game_started", "pause": "game_paused", "resume": "game_resumed", "end": "game_ended",
            "extend": "deadline_set", "shorten": "deadline_set", "deadline": "deadline_set", "skip": "deadline_set",
            "admit": "seat_taken key_added key_revoked", "seat": "seat_taken key_added key_revoked seat_played",
            "readmit": "readmission_announced", "set": "override", "undo": "undone", "rule": "ruled undone game_resumed",
            "policy": "table_policy", "refuse": "", "invite": "", "leave": "", "unseal": ""}
SILENT = "refuse invite leave readmit admit seat unseal".split()   # there may be no event of it
COMMANDED = {kind for kinds in COMMANDS.values() for kind in kinds.split()}
OF_KEYS = {"key_added": "add", "key_revoked": "revoke", "address_changed": "address"}
TALK = set("proposed proposal_answered proxy_named absence_announced absence_ended disputed".split())


def date(word):
    """Seconds of the midnight at which a day begins."""
    try:
        return moment(word + "T00:00:00Z") if len(word) == 10 else None
    except (Wrong, ValueError):
        return None


def is_near(text, at):
    return abs(moment(text) - at) <= CLOCKS


def span(words):
    """"48", "48h" or "2 days" in seconds, or None."""
    m = re.fullmatch("([0-9]{1,4}) ?([A-Z]*)", fold(" ".join(words)))
    return int(m[1]) * SPANS[m[2]] if m and m[2] in SPANS else None


def is_reason(said, logged):
    """A log has the reason as it was written, a signed text in its one form."""
    return said == logged or "\n" not in logged and canonical(logged.encode()).strip() == said


def is_print(own, key, said):
    """Does the text name the key by this fingerprint: SHA256 in base64 or hex, or that of GnuPG?"""
    names = [own, own.partition(":")[2]] + ([hashlib.sha256(wire(key)).hexdigest()] if key else [])
    return said.upper() in [x.upper() for x in names]


class Signed:
    """The part of a game that compares events with the text that was signed for them."""

    def signed_point(self):
        """A new adjudication."""
        self.own_lines, self.heard = [], []     # of the text; what its lines say: kind of event, told, found
        self.script, self.command_at = [], -1       # commands of a game master; the last one that was done
        self.waiting_shown = False          # who returns is shown the waiting orders, and nothing else is done

    def signed_read(self):
        """Of a text that is in this file: its lines, joined, without remarks."""
        body = lines(self.orders.rstrip("\n"))[1:]
        seen = next(i for i, x in enumerate(body) if x and not x.startswith("//"))
        self.own_lines = body[seen + 1:]
        if self.adjudication["cause"] == "gm":
            self.script = self.commands()
        elif not self.of_keys:
            plain = [x for x in self.own_lines if x and not x.startswith("//")]
            self.heard = [h for h in map(self.line_heard, plain) if h]

    def is_key(self, word, *names):
        return any(is_spoken(word, self.listed("judge." + n)) for n in names)

    # --- lines of a player --------------------------------------------------

    def line_heard(self, line):
        """[kind of event, what it tells, False], if the line says such a thing word for word."""
        raw = line.split()
        if not raw:
            return None
        if self.is_key(raw[0], "word"):
            second = raw[1] if len(raw) > 1 else ""
            return ["entropy_revealed" if self.is_key(second, "open") else
                    "entropy_declined" if self.is_key(second, "none") else
                    "entropy_voted" if self.is_key(second, "anew", "without") else "entropy_committed",
                    {"anew": self.is_key(second, "anew")}, False]
        if self.is_key(raw[0], "dispute") and len(raw) > 2 and raw[1].isdigit():
            return ["disputed", {"to_point": int(raw[1]), "cause": line.split(" ", 2)[2].strip()}, False]
        for key, read in (("away", self.away), ("back", self.back), ("propose", self.proposal), ("agree", self.yes),
                          ("against", self.no), ("deputy", self.deputy)):
            n = self.begins(raw, "table." + key)
            told = n and read(raw[n:])
            if n:
                return [told[0], told[1], False] if told else None
        return None

    def begins(self, raw, key):
        """Of how many words is the longest phrase of this list with which the line begins?"""
        said = [fold(w) for w in raw]
        return max([len(w) for w in map(str.split, map(fold, self.listed(key))) if len(w) <= len(said) and all(
            s in ([p] if len(p) < 3 else [p, p + "S", p + "ES"]) for s, p in zip(said, w))] + [0])

    def period(self, rest):
        """"2026-03-01", or two days with the word TO between them."""
        n = self.begins(rest[1:], "table.to")
        days = [date(rest[0]), date(rest[1 + n])] if len(rest) == 2 + n and n else [date(rest[0])] * 2 if len(rest) == 1 else [None]
        return days if None not in days else None

    def away(self, rest):
        days = self.period(rest) if rest else None
        return days and ("absence_announced", {"days": days})

    @staticmethod
    def back(rest):
        return None if rest else ("absence_ended", {})

    def answered(self, rest, agree):
        if rest and not (len(rest) == 1 and rest[0].isdigit()):
            return None
        return "proposal_answered", {"agree": agree, "number": int(rest[0]) if rest else None}

    def yes(self, rest):
        return self.answered(rest, True)

    def no(self, rest):
        return self.answered(rest, False)

    def deputy(self, rest):
        if self.begins(rest, "table.nobody") == len(rest):
            return "proxy_ended", {}
        for i in range(1, len(rest)):
            n = self.begins(rest[i:], "table.to")
            until = date(rest[i + n]) if n and i + n < len(rest) else None
            if until is not None:
                return "proxy_named", {"person": " ".join(rest[:i]), "until": until + DAY, "press": len(rest) > i + n + 1}
        return None

    def proposal(self, rest):
        what, n = next(((w, n) for w, n in ((w, self.begins(rest, key)) for w, key in MATTERS.items()) if n), (None, 0))
        rest = rest[n:]
        told = {"what": what}
        if what == "takeback":
            m = re.fullmatch(r"([0-9]+)(?:\.([0-9]+))?", " ".join(rest))
            told.update(m and {"of": int(m[1]), "value": m[2].lstrip("0") if m[2] else ""} or {"bad": 1})
        elif what == "extension":
            told.update({"of": span(rest) // HOUR} if span(rest) else {"bad": 1})
        elif what == "rest":
            told.update({"days": self.period(rest)} if rest and self.period(rest) else {"bad": 1})
        elif what in ("policy", "option", "replace", "due"):
            told["rest"] = rest
        return ("proposed", told) if what and "bad" not in told else None

    def is_told(self, e, told):
        """Is an event what a line tells?"""
        if e["event"] == "absence_announced":
            return self.is_absence(e, *told["days"])
        if e["event"] == "proxy_named":
            return is_near(e["until"], told["until"]) and e["press"] == told["press"] and (
                self.masked() or fold(e["person"]) == fold(told["person"]))
        if e["event"] == "disputed":
            return e["to_point"] == told["to_point"] and is_reason(told["cause"], e["cause"])
        if e["event"] == "proposal_answered":
            return e["agree"] == told["agree"] and (
                e["number"] == told["number"] if told["number"] is not None else
                set(self.open) == {e["number"]} and self.open[e["number"]]["point"] <= self.claimed)
        return e["event"] != "proposed" or self.is_proposal(e, told)

    @staticmethod
    def is_absence(e, first, last):
        """Between midnights of one zone, in which the log does not tell."""
        a, b = moment(e["from"]) - first, moment(e["until"]) - last - DAY
        return abs(a) <= CLOCKS and abs(b) <= CLOCKS and a % 900 == b % 900 == 0 and abs(a - b) <= HOUR

    def is_proposal(self, e, told):
        what, value, rest = e["what"], e["value"], told.get("rest", [])
        if what != told["what"] or e["of"] != told.get("of", 0):
            return False
        if what == "takeback":
            return value == told["value"]
        if what == "rest":
            return [date(x) for x in value.split(" ")] == told["days"]
        if what == "due":
            return len(rest) in (2, 3) and date(rest[0]) is not None and re.fullmatch("[0-2][0-9]:[0-5][0-9]", rest[1]) and is_near(
                value, date(rest[0]) + int(rest[1][:2]) * HOUR + int(rest[1][3:]) * 60)
        if what == "replace":
            n = self.begins(rest[1:], "table.by")
            return rest[:1] == [value[:1]] and (self.masked() or fold(" ".join(rest[1 + n:])) == fold(value[2:]))
        if what == "policy":
            return self.is_policy(rest, *value.split(" ", 1))
        return [fold(w) for w in rest] == fold(value).split()

    @staticmethod
    def is_policy(words, name, value):
        """Of days off a word may name a list, which the text has not."""
        return bool(words) and words[0].lower() == name and (
            name == "days-off" or [w.lower() for w in words[1:]] == value.lower().split())

    def talk_check(self, e):
        """An event that tells what the seat says: a line says so."""
        kind = e["event"]
        same = [h for h in self.heard if h[0] == kind]
        self.waiting_shown |= kind == "proxy_ended" and e["waits"]
        if kind == "entropy_voted":
            need(any(h[1]["anew"] == e["anew"] for h in same), "who signed it voted otherwise")
        elif kind in TALK and same:
            fits = [h for h in same if self.is_told(e, h[1])]
            need(fits, "the signed text says something else")
            fits[0][2] = True
        elif kind == "proposed":
            need(e["what"] not in PHRASES or self.says("propose", MATTERS[e["what"]] + " " + PHRASES[e["what"]]),
                 "the signed text proposes something else")
        elif kind == "proposal_answered":
            need(self.says("answer", FOR if e["agree"] else AGAINST), "the signed text answers otherwise")
            named = "number.%d" % e["number"] if e["number"] > 1 else "matter.first"
            need(self.open[e["number"]]["point"] <= self.claimed or self.says("answer", named) or any(
                re.search(r"\b0*%d\b" % e["number"], x) for x in self.own_lines), "it answers what its author had not seen")

    def only_talks(self):
        """Is there nothing but what is said to the table, word for word?"""
        return any(h[0] in TALK for h in self.heard) and \
            len(self.heard) == sum(bool(x.strip()) and not x.startswith("//") for x in self.own_lines)

    def heard_check(self):
        """At the end of what all see: what was said word for word is there."""
        if not self.signer or self.by_deputy or self.orders is None or self.waiting_shown:
            return
        for kind, _, found in self.heard:
            need(found if kind in TALK else kind in self.did, "the signed text says more")

    # --- keys, and commands of game masters ---------------------------------

    def signed_check(self, e):
        """An event, by the signed text, if that is in this file."""
        if self.signer and self.orders is not None:
            self.changes_check(e)
            self.talk_check(e)

    def changes_check(self, e):
        kind = e["event"]
        if self.of_keys:
            if kind in OF_KEYS and e["by"] == self.signer[3]:
                need(self.is_of_keys(e), "the signed text commands something else")
        elif self.adjudication["cause"] == "gm":
            if kind in COMMANDED:
                need(self.is_in_script(e), "the signed text commands something else")
        elif kind in OF_KEYS:
            need(e["by"] != self.signer[3], "orders change no keys and no address")

    def is_of_keys(self, e):
        """KEYS is of one line: ADD fingerprint, REVOKE fingerprint or ADDRESS address."""
        verb, _, said = " ".join(x.strip() for x in self.own_lines if x.strip()).partition(" ")
        if not self.is_key(verb, OF_KEYS[e["event"]]):
            return False
        if e["event"] == "address_changed":
            return True
        if e["event"] == "key_added":
            key, own = self.mask_key(e)
        else:
            _, key, _, print_, opened = self.keys.get(e["fingerprint"], (0, None, 0, e["fingerprint"], None))
            own = opened or print_
        return is_print(own, key, said.strip()) or e["event"] == "key_revoked" and not said.startswith("SHA256:") and not key

    def commands(self):
        """[verb, rest, reason] of each; a reason stands below, and is of values above it, too."""
        out, below = [], []
        for line in self.own_lines + [None]:
            word, _, rest = (line or "").partition(" ")
            verb = next((v for v in COMMANDS if line and self.is_key(word, v)), None)
            if out and line is not None and not verb:
                below.append(line)
                continue
            if line is not None and not out and line.lstrip().startswith("//"):
                continue
            values = out and out[-1][0] in ("set", "policy") and verb in ("set", "policy")
            if out and (below or not values):
                why = " ".join(x.strip() for x in below if x.strip() and not x.lstrip().startswith("//"))
                out[-1][2] = why
                for c in reversed(out[:-1] if out[-1][0] in ("set", "policy") else []):
                    if c[0] not in ("set", "policy") or c[2] is not None:
                        break
                    c[2] = why
            if line is not None:
                out.append([verb, rest.strip(), None])
                below = []
        return out

    def is_in_script(self, e):
        kind = e["event"]

        def of(k):
            return COMMANDS.get(self.script[k][0], "").split() if 0 <= k < len(self.script) else []

        for k in range(self.command_at + 1, len(self.script)):
            if of(k)[:1] == [kind] and self.line_commands(e, *self.script[k]):
                self.command_at = k
                return True
            if self.script[k][0] not in SILENT:
                break
        return kind in of(self.command_at) and (of(self.command_at)[0] != kind or kind == "deadline_set") and \
            self.line_commands(e, *self.script[self.command_at])

    def line_commands(self, e, verb, rest, why):
        """Does this command give exactly this event?"""
        kind, words = e["event"], rest.split()
        if "cause" in e and not is_reason(why or "", e["cause"]):
            return False
        if kind == "override":
            return self.is_set(e, words)
        if kind == "ruled":
            names = {"stands": "stands", "undone": "undone", "rerolled": "reroll"}
            return len(words) == 2 and words[0].isdigit() and int(words[0]) == e["number"] and \
                self.is_key(words[1], names[e["verdict"]])
        if kind == "table_policy":
            return self.is_policy(words, e["name"], e["value"])
        if kind == "readmission_announced":
            return rest.upper() == e["seat"]
        if kind == "undone" and verb == "undo":
            m = re.fullmatch(r"([0-9]+)(\.[0-9]+)?( .+)?", rest)
            return m and (m[2] or int(m[1]) == e["to_point"]) and (m[2] or not m[3] or e["fresh"])
        return kind != "deadline_set" or self.is_set_deadline(e, verb, words)

    def is_set(self, e, words):
        """SET A1.WOUNDS 2: the path, and numbers; other values only the rules can read."""
        if not words:
            return False
        said, has = words[0].lower().rpartition("."), e["path"].lower().rpartition(".")
        named = said[2] == has[2] or fold(said[2]) in map(fold, self.listed("path." + has[2]))
        numbers = all(re.fullmatch("-?[0-9]+", w) for w in words[1:])
        return said[0] == has[0] and named and (not numbers or len(words) - 1 == len(e["value"]) and all(
            value in (int(w), 100 * int(w)) for value, w in zip(e["value"], words[1:])))

    def is_set_deadline(self, e, verb, words):
        due, seat, was = moment(e["deadline"]), e["seat"], self.due.get(e["seat"])
        if verb in ("extend", "shorten"):
            by = span(words)
            return was is None or by is None or due == was + (by if verb == "extend" else -by)
        if words and re.fullmatch("[A-H]", words[0]):
            if words.pop(0) != seat:
                return False
        return due == self.times[-1] if verb == "skip" else len(words) in (2, 3) and date(words[0]) is not None and \
            is_near(e["deadline"], date(words[0]) + int(words[1][:2]) * HOUR + int(words[1][3:]) * 60)

    def commands_end(self):
        """All that was commanded was done."""
        need(all(c[0] in SILENT for c in self.script[self.command_at + 1:]), "the signed text commands more")
