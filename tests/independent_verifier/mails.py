#!/usr/bin/python3
"""Logs of odd signed mails, for the second verifier.

	mails.py JUDGE_MAILS SRCDIR [--logs N] [--mails N] [--seed N]

JUDGE_MAILS sends whole signed mails to a judge and exports the games, which
heraldo's verifier accepts. contrib/verify.py must accept each of them, too:
what one reader of a signed text takes for an order, the other does not refuse.
"""
import argparse
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
parser = argparse.ArgumentParser()
parser.add_argument("judge_mails")
parser.add_argument("srcdir")
parser.add_argument("--logs", type=int, default=12)
parser.add_argument("--mails", type=int, default=60)
parser.add_argument("--seed", type=int, default=1)
a = parser.parse_args()
sys.path.insert(0, os.path.join(a.srcdir, "contrib"))
from verifier.game import verify  # noqa: E402
from verifier.tools import Wrong  # noqa: E402


def main():
    red, signed = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([a.judge_mails, folder, str(a.logs), str(a.mails), str(a.seed)],
                              check=False, capture_output=True, text=True)
        if done.returncode:
            red += 1
            print("RED: heraldo verify refuses a log of the judge: %s" % done.stderr)
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as f:
                data = f.read()
            signed += data.count(b'"event":"orders_signed"')
            try:
                verify(data)
            except Wrong as w:
                red += 1
                print("RED: verify.py refuses %s (judge_mails DIR 1 %d, that seed): %s" % (
                    name, a.mails, w))
    print("seed %d: %d logs, %s, %d signed texts in them" % (
        a.seed, a.logs, done.stdout.strip(), signed))
    return 1 if red or not signed else 0


if __name__ == "__main__":
    sys.exit(main())
