"""tests/upgrade/send.py DIR GAME PLAYER [LINES] - answer the player's newest report.

DIR is the folder of a judge (heraldo init) with the keys of its players in
keys/. The first two lines come from the report's template or from the file
lines/GAME.PLAYER; LINES follow. Without LINES only write that file.
"""
import email
import email.policy
import os
import re
import subprocess
import sys

FOLDER, GAME, PLAYER, *LINES = sys.argv[1:]
KEPT = os.path.join(FOLDER, "lines", GAME + "." + PLAYER)
HERALDO = os.path.join(os.environ["HERALDO_BUILDDIR"], "heraldo")


def newest_first_lines():
    box = os.path.join(FOLDER, "mail", PLAYER + "@one.test", "new")
    found = (0, "")
    for name in os.listdir(box) if os.path.isdir(box) else []:
        with open(os.path.join(box, name), "rb") as f:
            mail = email.message_from_binary_file(f, policy=email.policy.default)
        text = mail.get_body(("plain",)).get_content()
        for point, lines in re.findall(r"(?mi)^(?=ORDERS %s \S+ (\d+) \d+$)(.*\nSEEN .*\n)"
                                       % GAME, text):
            found = max(found, (int(point), lines))
    if found[1]:
        return found[1]
    with open(KEPT, encoding="utf-8") as f:
        return f.read()


if not LINES:
    lines = newest_first_lines()
    with open(KEPT, "w", encoding="utf-8") as f:
        f.write(lines)
    sys.exit()


orders = os.path.join(FOLDER, PLAYER + ".orders")
with open(orders, "w", encoding="utf-8") as f:
    f.write(newest_first_lines() + LINES[0] + "\n")
signed = subprocess.run([HERALDO, "sign", "--key", os.path.join(FOLDER, "keys", PLAYER), orders],
                        check=True, capture_output=True, text=True).stdout
number = len(os.listdir(os.path.join(FOLDER, "mail", "judge", "cur")) +
             os.listdir(os.path.join(FOLDER, "mail", "judge", "new")))
path = os.path.join(FOLDER, "mail", "judge", "new", "%s.%s.%d" % (GAME, PLAYER, number))
with open(path, "w", encoding="utf-8") as f:
    f.write("From: %s@one.test\nTo: judge@example.test\nSubject: orders\n"
            "Message-ID: <%s.%d.%s@one.test>\n\n%s" % (PLAYER, GAME, number, PLAYER, signed))
os.remove(orders)
