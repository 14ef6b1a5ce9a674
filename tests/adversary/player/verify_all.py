#!/usr/bin/python3
"""verify_all.py SCRIPT FILE... - many logs by contrib/verify.py, in one process."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(sys.argv[1]))
import verify as script  # noqa: E402
signatures = 0
for name in sys.argv[2:]:
    with open(name, "rb") as f:
        try:
            signatures += script.verify(f.read()).signatures
        except script.Wrong as w:
            sys.exit("%s: NOT VERIFIED, %s" % (name, w))
print("verify.py: %d logs verified, %d signatures" % (len(sys.argv) - 2, signatures))
