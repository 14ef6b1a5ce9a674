#!/bin/sh
# What we write is read the same by a mail parser that shares no code with us.
./test_compose --print 2>/dev/null | python3 "${HERALDO_SRCDIR:-.}/tests/mail/compose.py"
