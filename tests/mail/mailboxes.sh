#!/bin/sh
# Mailboxes whose servers use names again and fail in the middle: see
# mailboxes.py, which takes --seed, --seeds and --rounds.
SRC=${HERALDO_SRCDIR:-.}
exec python3 "$SRC/tests/mail/mailboxes.py" "${HERALDO_BUILDDIR:-.}" "$SRC" "$@"
