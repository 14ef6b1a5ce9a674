"""Anonymous games: names and keys that the end opens."""
import json

from .keys import fingerprint, key_of
from .tools import H, Wrong, need, unhex

MARK = b',"event":{"event":"key_opened"'


class Mask:
    """The part of a game in which nobody is named."""

    def __init__(self):
        self.told = {}          # what the last lines open, by what the log has
        self.was_told = set()

    def mask_foretell(self, data):
        """The keys of all signatures stand at the end."""
        for line in data.split(b"\n"):
            if MARK in line:
                e = json.loads(line).get("event", {})
                self.told[e.get("fingerprint")] = e

    def masked(self):
        return self.policy["anonymous"] == "yes"

    def mask_key(self, e):
        """The key that an event adds, and its fingerprint; none as long as it is sealed."""
        sealed = e["fingerprint"].startswith("SEALED:")
        need(sealed == self.masked(), "keys are sealed in anonymous games, and there alone")
        text, own = e["key"], e["fingerprint"]
        if sealed:
            unhex(own[7:])
            need(not text, "a key that is sealed is not told")
            opened = self.told.get(own, {}) if self.head["for"] == "all" else {}
            text, own = opened.get("key"), opened.get("opens")
        key = key_of(text) if text else None
        need(not key or fingerprint(key) == own, "the fingerprint is not that of the key")
        return key, own

    def on_key_opened(self, e):
        sealed = e["fingerprint"]
        has = self.keys.get(sealed)
        need(self.masked() and has, "no such key was sealed")
        need(sealed not in self.was_told, "this key was opened before")
        need("SEALED:" + H(b"heraldo hide 1", unhex(e["salt"]), e["opens"].encode()).hex() == sealed,
             "this is not the key that was sealed")
        need(has[0] == e["person"], "the key is another person's")
        self.was_told.add(sealed)

    def mask_end(self):
        if self.masked() and self.secret and self.was_told != set(self.keys):
            raise Wrong("the game ended, and a key that was sealed is not opened")
