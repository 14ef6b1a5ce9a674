#!/usr/bin/python3
"""tests/games/mail_sizes.py - what the mails of whole games cost their players.

    mail_sizes.py FOLDER LOGS

FOLDER/NAME/*.eml and LOGS/NAME.jsonl are mails and log of the games of WHOLE
(games.py), as `MAILGAME_MAILS=FOLDER/NAME mailgame NAME.game LOGS/NAME.jsonl`
keeps them. Prints a row of tests/faults/reading.md for each game.
"""
import glob
import os
import re
import statistics
import sys

from games import WHOLE, turns_sent
from mails import read


def row(name, folder, log):
    turns, sent = turns_sent(name, log)
    got, size, begun, receipts, reports = -2, 0, False, [], []
    for path in sorted(glob.glob(os.path.join(folder, "*.eml"))):
        mail = read(path)
        subject, text, page = mail.subject, mail.plain, mail.html
        begun |= bool(re.search(r"(?:round|ronda|turn|turno) 1,", subject))
        if not begun:
            continue
        got += 1
        whole = mail.size
        size += whole if got > 0 else 0
        if re.search(r"^(YOUR MAIL|TUS ÓRDENES)\s*$", text, re.M):
            receipts.append(len((text + page).encode()))
        elif "cid:" in page:
            reports.append(whole)
    return (name, turns, sent / turns, got / turns, size / turns / 1000,
            statistics.median(receipts) / 1000, max(receipts) / 1000,
            statistics.median(reports) / 1000, max(reports) / 1000)


def main():
    folder, logs = sys.argv[1:]
    for name in WHOLE:
        log = os.path.join(logs, name + ".jsonl")
        if os.path.exists(log):
            print("| %s | %d | %.2f | %.2f | %.1f | %.1f, %.1f | %.1f, %.1f |" %
                  row(name, os.path.join(folder, name), log))


if __name__ == "__main__":
    main()
