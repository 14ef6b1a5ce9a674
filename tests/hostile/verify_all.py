#!/usr/bin/python3
"""verify_all.py SCRIPT FILE... - many logs by contrib/verify.py, in one process."""
import importlib.util
import sys

sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("verify_py", sys.argv[1])
script = importlib.util.module_from_spec(spec)
spec.loader.exec_module(script)
signatures = 0
for name in sys.argv[2:]:
    with open(name, "rb") as f:
        try:
            signatures += script.verify(f.read()).signatures
        except script.Wrong as w:
            sys.exit("%s: NOT VERIFIED, %s" % (name, w))
print("verify.py: %d logs verified, %d signatures" % (len(sys.argv) - 2, signatures))
