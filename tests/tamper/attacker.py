#!/usr/bin/python3
"""What a player can find out from an export: nothing that is hidden in it.

	attacker.py HERALDO MAKE_EXPORT MAKE_HIDDEN MAKE_DUNGEON

The attacker has the export of seat A of a running game, and the formulas of
src/fairness/dice_chain.h, log_chain.h and src/verifier/export.h. He takes everything in it that
could be a key, a salt, a secret or a link, puts it wherever a formula has such
a thing, and looks whether anything hidden comes of it: a salt, a sealed leaf,
a signed text, the next link, a hidden draw, the state. For the sealed leaves
and the signed texts he is even told what is in them, and must not be able to
see that it is true. So with the values that were drawn from the second secret
and not opened yet: he knows what they can be, and everything that was opened
before, and undone, besides. The same search with the true secret finds all of it, so
it is no blind one.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "../..")
sys.path[:0] = [HERE, os.path.join(HERE, "../../contrib")]
from log import H, Log, dump, u32, u64  # noqa: E402
import verify  # noqa: E402


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
        words = {x["event"]["seat"]: bytes.fromhex(x["event"]["word"]) for x in seen.lines
                 if x.get("event", {}).get("event") == "entropy_revealed"}
        self.words = H(b"heraldo said 1", bytes([2]), *(
            bytes([s in words]) + words.get(s, bytes(16)) for s in "AB"))
        drawn = [e for x in opened.lines for e in x.get("events", []) if e["event"] == "drawn"]
        self.rounds = sorted({e["round"] for e in drawn} | {0, 1})
        told = {x["event"]["number"] for x in seen.lines
                if x.get("event", {}).get("event") == "opened"}
        self.draws = {self.draw(opened.secret, n, r) for n in range(20)
                      for r in self.rounds + list(range(20))}
        self.committed = {bytes.fromhex(x["event"]["hash"]): x["event"]["number"] for x in seen.lines
                          if x.get("event", {}).get("event") == "committed" and
                          x["event"]["number"] not in told}
        self.numbers = range(1 + max(self.committed.values(), default=2))
        # what such a value can be: a face, or a piece on the table and its position
        pieces = {x["event"][k] for x in seen.lines for k in ("chest", "token")
                  if x.get("event", {}).get("event") == k + "_placed"}
        self.texts = [b"%d" % n for n in range(1, 7)] + [
            b"%s %d" % (p.encode(), n) for p in sorted(pieces) for n in range(1, 7)]

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
        for n in hidden.numbers:
            for r in hidden.rounds:
                if hidden.draw(v, n, r) in hidden.draws:
                    found.append("a hidden draw")
        # all that a closed value can be, under v as salt, or as what makes it
        for key in (v, H(b"heraldo mine 1", hidden.id, key=v)):
            salts = [v] + [H(b"heraldo seal 1", hidden.id, u32(r), u32(n), key=key)
                           for n in hidden.numbers for r in hidden.rounds]
            for salt in salts if hidden.committed else []:
                for text in hidden.texts:
                    if H(b"heraldo hide 1", salt, text) in hidden.committed:
                        found.append("what is closed")
    for text, signature in hidden.signed:
        if H(text) in hidden.hashes or H(b"heraldo sign 1", u32(len(text)), text) in hidden.hashes:
            found.append("a signed text, by its text alone")
    return found


def by_heraldo(heraldo, data):
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as f:
        f.write(data)
        f.flush()
        return subprocess.run(
            [heraldo, "--quiet", "--json", "verify", "--data", TOP + "/db",
             "--templates", TOP + "/templates", f.name],
            stdout=subprocess.PIPE, check=False).stdout


def forged(heraldo, opened):
    """Not even the judge can say afterwards that something else was drawn: the
    rules find it at its event, verify.py where the next orders were signed."""
    for i, line in enumerate(opened.lines):
        for k, e in enumerate(line.get("events", [])):
            if e["event"] != "drawn":
                continue
            opened.lines[i]["events"][k]["value"] = 1 + e["value"] % e["sides"]
            data = opened.bytes()
            first = json.loads(by_heraldo(heraldo, data))
            try:
                verify.verify(data)
            except verify.Wrong as w:
                told = ("the second secret gives", "who signed it saw another history")
                if first["rules"].startswith("toy "):  # its rules are in no program
                    return str(w).endswith(told[1]) or told[0] in str(w)
                if first["verified"] or first["line"] != i + 1 or not (
                        str(w).endswith(told[1]) or told[0] in str(w)):
                    print("%s; heraldo verify: %s" % (w, first))
                    return False
                return True
            return False
    return True


def run(heraldo, exporter):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([exporter, folder], check=True, cwd=folder)
        for name in os.listdir(folder):
            verify.verify(open(os.path.join(folder, name), "rb").read())
        data = open(os.path.join(folder, "running.A.jsonl"), "rb").read()
        opened = Log(open(os.path.join(folder, "all.jsonl"), "rb").read())
    seen = Log(data)
    hidden = Hidden(seen, opened)
    values = revealed(data)
    committed = bytes.fromhex(seen.lines[1]["event"]["hidden_commitment"])
    if any("state" in x or x.get("seat") == "B" and "salt" in x for x in seen.lines):
        print("RED: the export itself tells it")
        return 1
    found = attack(values, hidden, committed)
    sure = attack([opened.secret] + sorted(hidden.salts)[:3], hidden, committed)
    print("%d values in every place of every formula: %d of %d sealed leaves, found out: %s" % (
        len(values), len({f for f in found if "leaf" in f}), len(hidden.closed),
        ", ".join(found) or "nothing"))
    if len(sure) < min(80, len(hidden.closed)) or not any("sealed" in s for s in sure):
        print("RED: the search is blind: with the secret it finds %s" % sure)
        return 1
    if hidden.committed and "what is closed" not in sure:
        print("RED: the search is blind for what is closed")
        return 1
    if not forged(heraldo, opened):
        print("RED: another value is taken for the one that was drawn")
        return 1
    return 1 if found else 0


def main():
    return max(run(sys.argv[1], exporter) for exporter in sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
