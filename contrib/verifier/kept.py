"""Reports that a player has kept, beside a log: the judge signed each, with the
head of the chain that it told of."""
import email
import os
import re

from .keys import signature_check
from .tools import Wrong, seen


def signed_report(name):
    """report.txt and its signature: of a mail, or of a file beside NAME.sig."""
    with open(name, "rb") as f:
        data = f.read()
    if os.path.exists(name + ".sig"):
        with open(name + ".sig", "rb") as f:
            return data, f.read()
    parts = {part.get_filename(): part.get_payload(decode=True)
             for part in email.message_from_bytes(data).walk()}
    if not parts.get("report.txt") or not parts.get("report.txt.sig"):
        raise OSError("%s holds no report: it is neither a mail with report.txt and report.txt.sig,"
                      " nor report.txt with its signature in %s.sig" % (name, name))
    return parts["report.txt"], parts["report.txt.sig"]


def told(text):
    """Game, point and head of the first line; further down a report quotes others."""
    m = re.fullmatch(r"HERALDO REPORT +([^ ]+) +([0-9]{1,10}) +SEEN +([^ ]+) *",
                     text.decode("utf-8", "replace").split("\n")[0].removesuffix("\r"))
    try:
        return m and int(m[2]) > 0 and (m[1], int(m[2]), seen(m[3]))
    except Wrong:
        return None


def is_by(key, signature, text):
    try:
        signature_check(key, signature.decode().replace("\r", ""), text,
                        b"heraldo-report@heraldo")
    except (Wrong, ValueError, IndexError):
        return False
    return True


def report_check(game, name):
    """What there is to say of a kept report: the point, is it good, words."""
    text, signature = signed_report(name)
    of, point, head = told(text) or ("", 0, b"")
    if of != game.head["game"]:
        return point, False, "it is no report of this game"
    if not any(is_by(key, signature, text) for n, (_, key, _) in enumerate(game.judges)
               if game.judges[n + 1:n + 2] == [] or game.judges[n + 1][0] > point):
        return point, False, "the judge of this log has not signed it"
    if point >= len(game.heads):
        return point, False, "the log ends before it"
    if game.heads[point][:16] != head:
        return point, False, "the judge signed ANOTHER HISTORY in it"
    return point, True, "its history is that of the log"
