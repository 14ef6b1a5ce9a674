#!/bin/sh
# Generated hostile mails at a real heraldod: see mail/hostile.py. By itself a short
# run; HERALDO_SEED=2 mail.sh 20000 is a long one.
exec python3 "${HERALDO_SRCDIR:-.}/tests/adversary/mail/hostile.py" "$@"
