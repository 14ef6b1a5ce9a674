"""The random words of the players, and the dice that wait for them (protocol/entropy_state.h)."""

from .text import is_spoken, lines
from .tools import H, moment, need, unhex


class Words:
    """What struct Game knows of them."""

    def __init__(self):
        self.word_hash, self.word, self.missing = {}, {}, set()
        # None if the game has none, open, sealing, opening, asked, settled
        self.phase, self.until, self.span = None, None, 0
        self.old, self.withheld, self.said, self.anew = [], {}, {}, True
        self.declined = set()
        self.words_point()

    def words_point(self):
        """A new adjudication."""
        self.named, self.seated, self.stepped, self.lost = set(), set(), False, False

    def words_begin(self, span):
        self.span, self.phase = span, "open" if span else None

    def waits(self):
        """Do the dice wait for them?"""
        return self.phase not in (None, "settled")

    def words_lost(self):
        """What is sealed may have been opened in the history that was lost."""
        if self.phase == "open":
            self.words_void()
        self.lost = self.waits() and self.phase != "open"

    def seats_all(self):
        return set("ABCDEFGH"[:self.seats])

    def is_full(self):
        return self.seats_all() <= set(self.persons)

    def time_up(self):
        a = self.adjudication
        return a["cause"] == "timer" and not a["seat"] and self.times[-1] >= self.until

    def closed(self):
        return set(self.word_hash) - set(self.word)

    def all_sealed(self):
        return self.seats_all() <= set(self.word_hash) | self.declined

    def none_opens(self):
        return self.closed() and self.closed() <= self.declined

    def is_signed_by(self, seat):
        return self.signer and self.signer_seat == seat

    def answer(self):
        """What the table says: True anew, False on without, None nothing yet."""
        said = [self.said.get(s) for s in self.seats_all() - self.closed()]
        if self.anew in said or self.time_up():
            return self.anew
        return not self.anew if said and None not in said else None

    def step(self, e, phase, due, text):
        need(due, text)
        self.until, self.phase, self.stepped = moment(e["until"]), phase, True
        need(self.until == self.times[-1] + self.span, "it is not as long as game_created says")

    def words_seated(self, seat):
        """What was sealed before is not theirs who sit down now."""
        self.seated.add(seat)
        if self.phase in ("open", "sealing"):
            self.word_hash.pop(seat, None)
        self.declined.discard(seat)

    def words_check(self):
        """At the end of an adjudication: a step that is due was made."""
        a = self.adjudication
        need(a["cause"] != "timer" or a["seat"] or self.stepped or self.pulse or self.decided,
             "nothing came of the time that was up")
        need(not self.lost, "a history was lost, and what is sealed counts on")
        due = False
        if self.phase == "open":
            due = self.is_full()
        elif self.phase == "sealing":
            due = self.all_sealed()
        elif self.phase == "opening":
            due = not self.closed() or self.named or self.none_opens()
        elif self.phase == "asked":
            due = not self.closed() or self.answer() is not None and not self.time_up()
        need(not due, "the random words should have gone on here")

    def on_entropy_commits_due(self, e):
        self.step(e, "sealing", self.phase == "open" and self.is_full(),
                  "not every seat is taken for the first time")

    def on_entropy_reveals_due(self, e):
        self.step(e, "opening", self.phase == "sealing" and self.word_hash and
                  (self.all_sealed() or self.time_up()),
                  "the time for sealing is not over")

    def on_entropy_withheld(self, e):
        seat = e["seat"]
        need(self.phase == "opening" and (self.time_up() or self.none_opens()) and
             seat in self.closed() - self.named,
             "this seat withholds nothing")
        self.named.add(seat)
        self.withheld[seat] = self.withheld.get(seat, 0) + 1
        need(e["times"] == self.withheld[seat], "expected %d times" % self.withheld[seat])

    def on_entropy_asked(self, e):
        need(self.named and self.named == self.closed(), "no word was withheld just now")
        self.anew, self.said = all(self.withheld[s] == 1 for s in self.named), {}
        need(e["anew"] == self.anew, "silence means the opposite here")
        self.step(e, "asked", self.phase == "opening" and (self.time_up() or self.none_opens()),
                  "nobody is asked now")

    def on_entropy_voted(self, e):
        need(self.phase == "asked" and self.is_signed_by(e["seat"]) and e["seat"] not in self.closed(),
             "this seat is not asked")
        self.said[e["seat"]] = e["anew"]

    def on_entropy_restarted(self, e):
        need(self.lost or self.phase == "asked", "nobody is asked now")
        self.step(e, "sealing", self.lost or self.answer() is True, "the table does not say so")
        self.lost = False
        self.words_void()

    def words_void(self):
        self.old += self.word_hash.values()
        self.declined -= set(self.word_hash)
        self.word_hash, self.word = {}, {}

    def on_entropy_settled(self, e):
        good = False
        if self.phase == "sealing":
            good = not self.word_hash and (self.all_sealed() or self.time_up())
        elif self.phase == "opening":
            good = not self.closed() or self.named == self.closed() and len(self.old) + self.seats > 64
        elif self.phase == "asked":
            good = not self.closed() or self.answer() is False
        need(good, "the words are not settled")
        need(len(self.missing | set(self.word)) == self.seats, "a missing word was not told")
        need(e["words"] == len(self.word), "expected %d words" % len(self.word))
        self.phase, self.stepped = "settled", True

    def is_written(self, verb, digits):
        """Does the signed text say so? Where it is not in this file nobody can tell."""
        if self.orders is None:
            return True
        for line in lines(self.orders):
            words = line.split()
            if not words or not is_spoken(words[0], self.listed("judge.word")):
                continue
            if verb and (len(words) < 2 or not is_spoken(words[1], self.listed("judge." + verb))):
                continue
            if " ".join(words[2 if verb else 1:]) == digits.upper():
                return True
        return False

    def on_entropy_committed(self, e):
        hashed = unhex(e["hash"], 24)
        need(self.phase in ("open", "sealing"), "words are not sealed now")
        need(self.is_signed_by(e["seat"]) or e["seat"] in self.seated, "a word is sealed by its seat")
        need(not self.is_signed_by(e["seat"]) or self.is_written("", e["hash"]),
             "who signed it sealed no such word")
        need(hashed not in self.old, "this hash is of words that are void")
        need(e["seat"] not in self.word_hash, "this seat has sent one before")
        need(hashed not in self.word_hash.values(), "another seat has sent the same")
        self.word_hash[e["seat"]] = hashed
        self.declined.discard(e["seat"])

    def on_entropy_declined(self, e):
        seat = e["seat"]
        need(self.phase in ("open", "sealing") or self.phase == "opening" and seat in self.closed(),
             "there is nothing to decline now")
        need(self.is_signed_by(seat) or seat in self.seated, "a word is declined by its seat")
        need(not self.is_signed_by(seat) or self.is_written("none", ""),
             "who signed it declined no word")
        if self.phase != "opening":
            self.word_hash.pop(seat, None)
        self.declined.add(seat)

    def on_entropy_revealed(self, e):
        word = unhex(e["word"], 16)
        need(self.phase in ("opening", "asked"), "words are not opened now")
        need(self.is_signed_by(e["seat"]), "a word is opened by its seat")
        need(self.is_written("open", e["word"]),
             "who signed it opened no such word")
        need(e["seat"] not in self.word, "this seat has opened it before")
        need(e["seat"] in self.word_hash, "the seat has sent no hash")
        need(H(b"heraldo word 1", word, size=24) == self.word_hash[e["seat"]], "it has another hash")
        self.word[e["seat"]] = word

    def on_entropy_missing(self, e):
        need(self.waits() and e["seat"] not in self.word and e["seat"] not in self.missing,
             "it is not missing")
        need(e["sent"] == (e["seat"] in self.word_hash), "expected sent to be the opposite")
        self.missing.add(e["seat"])
