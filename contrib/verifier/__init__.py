"""The parts of verify.py, the second verifier of Heraldo's logs.

    tools.py    hashes, hex digits, JSON in its one form, times
    text.py     signed text: its canonical form, the block between its markers
    part.py     signed text of mail programs: MIME, read strictly
    keys.py     keys and signatures: Ed25519, and those of GnuPG and S/MIME
    beacon.py   an outside beacon: its pulses and their signatures
    kept.py     reports that a player has kept, beside a log
    hands.py    who did what, and by what right
    game.py     the log of a game, line by line, event by event
"""
