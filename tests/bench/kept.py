#!/usr/bin/python3
"""tests/bench/kept.py DATABASE - kB of it for each order mail: all, and by
table with its indexes, the largest first; behind them how many mails."""
import sqlite3
import sys

db = sqlite3.connect(sys.argv[1])
mails = db.execute("SELECT count(*) FROM signed_orders").fetchone()[0]
tables = db.execute(
    "SELECT coalesce(m.tbl_name, 'schema'), sum(s.pgsize) FROM dbstat s "
    "LEFT JOIN sqlite_master m ON m.name = s.name GROUP BY 1 ORDER BY 2 DESC")
rows = [(name, size / 1000 / mails) for name, size in tables]
print("all %.3f" % sum(size for _, size in rows))
for name, size in rows:
    if size >= 0.05:
        print("%s %.3f" % (name, size))
print("mails %d" % mails)
