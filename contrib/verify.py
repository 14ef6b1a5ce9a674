#!/usr/bin/python3
"""Check the exported log of a game of Heraldo, and what one has kept of it.

A second verifier, short enough to be read by a player, sharing nothing with
`heraldo verify`: chain, leaves, dice, words, commitments, keys, signatures.
The rules themselves are run again by `heraldo verify` alone. Signatures of
OpenPGP are checked by gpgv or gpg with the keys in --gnupg, those of S/MIME by
openssl; where these are not at hand they are counted. Needs Python 3.11 and
python3-cryptography or python3-nacl. The formats are told in the headers
export.h, dice_chain.h, log_chain.h, sig.h, canonical_text.h and signed_part.h of Heraldo's source.

Ends with 0 if all is well, with 1 and the place of the first difference if
not, with 4 if all is well but signatures could not be checked.
"""
import argparse
import re
import sys

from verifier.game import verify
from verifier.keys import fingerprint, is_named
from verifier.kept import report_check
from verifier.tools import Wrong

FINE, NO, UNCHECKED = 0, 1, 4


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judge", metavar="KEY", help="the judge must have this key: its "
                        "fingerprint, itself, or a file of it")
    parser.add_argument("--report", metavar="MAIL", action="append", default=[],
                        help="a report that was kept must be of the log's history")
    parser.add_argument("--gnupg", metavar="DIR", help="a folder of GnuPG with the players' keys")
    parser.add_argument("--unopened", action="store_true",
                        help="list the commitments that stayed closed")
    parser.add_argument("file", metavar="FILE")
    return parser.parse_args()


def print_game(g, unopened):
    print("verified without the rules: game %s for %s, %d events and sealed leaves, %d adjudications,"
          " %d signatures, %d links, %d rolls" % (g.head["game"], g.head["for"], g.leaf, g.point,
                                                  g.signatures, g.links, g.rolls_all))
    # it is as good as these are the ones that one knows
    print("  judge      %s" % fingerprint(g.judge))
    for point, key, is_signed in g.judges[1:]:
        print("             %s from point %d on%s" % (
            fingerprint(key), point, "" if is_signed else
            ", which the key before has NOT signed: ask the operator for a reason"))
    print("  commitment %s" % g.chains[0].hex())
    print("  head       %s after point %d" % (g.heads[-1].hex(), g.point))
    if g.unchecked:
        print("  %d signatures of OpenPGP or S/MIME were NOT checked: they need gpgv or openssl, and "
              "the keys (--gnupg)" % g.unchecked)
    if g.histories:
        print("  %d times was another history shown by a report of the judge, and links of the dice"
              " passed over: ask why" % g.histories)
    if any(g.done[what] for what in "gm operator override undone ruled".split()):
        print("  %d adjudications were commanded by game masters, %d by the judge's operator; %d values"
              " were set, %d times was play undone, %d disputes were ruled on"
              % tuple(g.done[what] for what in "gm operator override undone ruled".split()))
    for seat, point, _, strength, version in g.played:
        print("  seat %s was played by the judge from point %d on (%s, player %d)" % (seat, point, strength, version))
    if g.played:
        print("  the seed of the judge's player follows from the second secret, committed before any roll%s"
              % (" and opened" if g.secret else ""))
    print("  when mails came in, and that none was left out, is the judge's word")
    if g.deeds:
        print("  signed by nobody, and thus on the word of the judge's operator:")
    for (event, hand), leaves in g.deeds.items():
        print("    %d %s by %s, event %s%s" % (len(leaves), event, hand, " ".join(map(str, leaves[:8])),
                                              " .." if len(leaves) > 8 else ""))
    if g.clocks_told:
        print("  clocks that deadlines follow, on the word of the judge:")
    for clock in g.clocks_told:
        print("    %s %s from %s until %s" % clock)
    for seat, times in sorted(g.withheld.items()):
        print("  seat %s withheld a word that it had sealed: with the judge's operator, seat %s could "
              "choose between %s courses of all dice" % (seat, seat, "several" if times > 1 else "two"))
    if g.links:
        print("  the dice rest on the judge and on the words of seats %s: nobody could choose them but "
              "all of these together" % ", ".join(sorted(g.word)) if g.word else
              "  no word of a player entered the dice: they rest on the judge" if g.beacon else
              "  NO word of a player entered the dice: the judge's operator alone could choose them")
    if g.beacon:
        print("  and on the beacon %s, %d pulses of it: %s" % (
            g.beacon.shown, g.pulses, "each signed by it, and the first a minute after what it decides"
            " was sealed; compare its key with the certificate that the beacon publishes"
            if g.beacon.checked else "each the first a minute after what it decides was sealed; that"
            " the beacon signed them is TAKEN ON THE OPERATOR'S WORD"))
    for (game, head), things in sorted(g.sources.items()):
        print("  carried over: %d from %s" % (things, "%s, whose log ends with the head %s" % (game, head)
                                              if game else "the purse of its campaign"))
    closed = sorted({c[0] for c in g.commitments
                     if g.still([c], c[0]) and not g.still(g.opened_ones, c[0])})
    if closed:
        print("  %d commitments were not opened: %s%s" % (
            len(closed), "the game ended before play showed what they hide" if g.secret else
            "play has not shown yet what they hide",
            ": " + " ".join(map(str, closed)) if unopened else ""))


def print_report(g, name):
    """Is it of this log?"""
    try:
        point, good, words = report_check(g, name)
    except OSError as e:
        print("verify.py: %s" % e, file=sys.stderr)
        return False
    print("  report %s, point %d: %s" % (name, point, words))
    return good


class Shown:
    """Standard output, on which nothing that others wrote moves a cursor or turns text around."""

    def __init__(self, to):
        self.to = to

    def write(self, text):
        self.to.write("".join(
            c if c in "\n\t" or not re.match("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e"
                                             "\u2066-\u2069\ufeff\ud800-\udfff]", c) else
            ("\\x%02x" if ord(c) < 128 else "\\u%04x") % ord(c) for c in text))

    def flush(self):
        self.to.flush()


def main():
    sys.stdout = Shown(sys.stdout)
    a = arguments()
    try:
        with open(a.file, "rb") as f:
            g = verify(f.read(), a.gnupg)
        if a.judge and not is_named(g.judge, a.judge):
            raise Wrong("no event (line 1): the judge's key is %s, not that of --judge"
                        % fingerprint(g.judge))
    except Wrong as w:
        print("NOT VERIFIED, %s" % w)
        return NO
    except OSError as e:
        print("verify.py: %s" % e, file=sys.stderr)
        return NO
    print_game(g, a.unopened)
    if not all([print_report(g, name) for name in a.report]):
        return NO
    return UNCHECKED if g.unchecked else FINE


if __name__ == "__main__":
    sys.exit(main())
