#!/usr/bin/python3
"""What a player can find out from an export: nothing that is hidden in it.

	attacker.py MAKE_EXPORT

The attacker has the export of seat A of a running game, and the formulas of
src/auth/chain.h, log.h and src/judge/export.h. He takes everything in it that
could be a key, a salt, a secret or a link, puts it wherever a formula has such
a thing, and looks whether anything hidden comes of it: a salt, a sealed leaf,
a signed text, the next link, a hidden draw, the state. For the sealed leaves
and the signed texts he is even told what is in them, and must not be able to
see that it is true. The same search with the true secret finds all of it, so
it is no blind one.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from log import H, Log, dump, u32, u64  # noqa: E402


def revealed(data):
    """All runs of hex digits that could be a secret, and words of 16 bytes."""
    values = set()
    for digits in re.findall(rb"[0-9a-f]{32,}", data):
        raw = bytes.fromhex(digits.decode())
        values.add(raw)
        values.add(raw[:32].ljust(32, b"\0"))
        values.add(H(raw))
    return sorted(v for v in values if 16 <= len(v) <= 64)


def bundle(events):
    data = [dump(e).encode() for e in events]
    return u32(len(data)) + b"".join(u32(len(e)) + e for e in data)


class Hidden:
    """What the attacker would like to have; from the log that was opened."""

    def __init__(self, seen, opened):
        self.id = opened.id
        leaves = {x["leaf"]: x for x in opened.lines if "leaf" in x}
        self.closed = [x for x in seen.lines if "leaf" in x and "salt" not in x]
        self.public = {bytes.fromhex(x["salt"]): x["leaf"] for x in seen.lines if "salt" in x}
        # the right guesses: what is in the leaves that are closed to him
        self.guess = {x["leaf"]: bundle(leaves[x["leaf"]]["events"]) for x in self.closed}
        self.salts = {bytes.fromhex(leaves[x["leaf"]]["salt"]) for x in self.closed}
        told = {x["signed"] for x in seen.lines if "signed" in x}
        self.signed = [(x["text"].encode(), x["signature"].encode()) for x in opened.lines
                       if "signed" in x and x["signed"] not in told]
        self.hashes = {bytes.fromhex(x["event"]["hash"]) for x in seen.lines
                       if x.get("event", {}).get("event") == "orders_signed"}
        links = [x["event"] for x in seen.lines
                 if x.get("event", {}).get("event") == "link_opened"]
        self.link = max(links, key=lambda e: (e["chain"], e["number"]))
        self.states = {bytes.fromhex(x["state"]) for x in opened.lines if "state" in x}
        words = [x["event"]["word"] for x in seen.lines
                 if x.get("event", {}).get("event") == "word_opened"]
        self.words = H(b"heraldo said 1", bytes([2]), b"\1", bytes.fromhex(words[0]),
                       b"\0", bytes(16))
        self.draws = {self.draw(opened.secret, n, r) for n in range(20) for r in range(20)}

    def draw(self, key, n, r):
        return H(b"heraldo draw 1", self.id, self.words, u32(n), u32(r), u32(0), key=key)[:4] + \
            H(b"heraldo draw 1", self.id, self.words, u32(n), u32(r), u32(1), key=key)


def attack(values, hidden, committed):
    """Everything that was found out, as text."""
    found = []
    some = hidden.closed[:40] + hidden.closed[-40:]
    for v in values:
        if H(b"heraldo veil 1", hidden.id, v) == committed:
            found.append("the second secret")
        if len(v) == 32:
            chain, n = hidden.link["chain"], hidden.link["number"]
            if H(b"heraldo link 1", hidden.id, u32(chain), u32(n + 1), v).hex() == \
                    hidden.link["link"]:
                found.append("the next link")
        # v as key of the salts, and as the secret that makes it
        for key in (v, H(b"heraldo mine 1", hidden.id, key=v)):
            for leaf in some:
                salt = H(b"heraldo salt 1", hidden.id, u64(leaf["leaf"]), key=key)
                if salt in hidden.salts:
                    found.append("the salt of leaf %d" % leaf["leaf"])
        # v as the salt itself, with the right guess of what is sealed
        for leaf in hidden.closed if v not in hidden.public else some:
            if H(b"heraldo leaf 1", v, hidden.guess[leaf["leaf"]]).hex() == leaf["hash"]:
                found.append("what is sealed in leaf %d" % leaf["leaf"])
        # v where the signature of the right text should be
        for text, _ in hidden.signed[:20]:
            if H(b"heraldo sign 1", u32(len(text)), text, v) in hidden.hashes or \
                    H(v, text) in hidden.hashes:
                found.append("a signed text")
        if v in hidden.states or H(v) in hidden.states:
            found.append("a state")
        for n in range(3):
            for r in range(3):
                if hidden.draw(v, n, r) in hidden.draws:
                    found.append("a hidden draw")
    for text, signature in hidden.signed:
        if H(text) in hidden.hashes or H(b"heraldo sign 1", u32(len(text)), text) in hidden.hashes:
            found.append("a signed text, by its text alone")
    return found


def main():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], folder], check=True, cwd=folder)
        data = open(os.path.join(folder, "running.A.jsonl"), "rb").read()
        opened = Log(open(os.path.join(folder, "all.jsonl"), "rb").read())
    seen = Log(data)
    hidden = Hidden(seen, opened)
    values = revealed(data)
    committed = bytes.fromhex(seen.lines[1]["event"]["hidden_commitment"])
    if b'"state"' in data or any(json.loads(x).get("seat") == "B" and "salt" in json.loads(x)
                                 for x in data.decode().split("\n") if x):
        print("RED: the export itself tells it")
        return 1
    found = attack(values, hidden, committed)
    sure = attack([opened.secret] + sorted(hidden.salts)[:3], hidden, committed)
    print("%d values in every place of every formula: %d of %d sealed leaves, found out: %s" % (
        len(values), len({f for f in found if "leaf" in f}), len(hidden.closed),
        ", ".join(found) or "nothing"))
    if len(sure) < 80 or not any("sealed" in s for s in sure):
        print("RED: the search is blind: with the secret it finds %s" % sure)
        return 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
