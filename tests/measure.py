#!/usr/bin/python3 -ISB
"""Run a command and note its cost.

	measure.py FILE COMMAND..	append a line to FILE: wall seconds, seconds
					of CPU of the user and of the system, the
					command's exit status, its name
	measure.py --name NAME FILE COMMAND..
	measure.py --once FILE COMMAND..	removes a program of this folder that has
					passed: they are large in a sanitized build
	measure.py --table N FILE..	the N most expensive lines, and the sum

CPU is that of all descendants that have ended (getrusage of children). The
process adopts daemons whose parents have ended, so they are counted too.
Exits as the command does. make check runs it for each test:

	make check LOG_COMPILER="../tests/measure.py times" \\
		SH_LOG_COMPILER="../tests/measure.py times"
"""
import ctypes
import os
import resource
import signal
import sys
import time

PR_SET_CHILD_SUBREAPER = 36


def run(path, name, command):
    """Run it; the exit status is as a shell has it."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        try:
            os.execvp(command[0], command)
        except OSError as e:
            sys.stderr.write("measure.py: %s: %s\n" % (command[0], e.strerror))
            os._exit(127)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda n, frame: os.kill(child, n))
    status = None
    while status is None:
        pid, ended = os.wait()
        if pid == child:
            status = os.waitstatus_to_exitcode(ended)
    # what has ended by now, without waiting for what has not
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = status if status >= 0 else 128 - status
    with open(path, "a", encoding="utf-8") as out:
        out.write("%.2f %.2f %.2f %d %s\n" % (
            time.monotonic() - start, used.ru_utime, used.ru_stime, status, name))
    return status


def table(n, paths):
    """Print the most expensive lines of the files, and their sum."""
    lines = []
    for path in paths:
        with open(path, encoding="utf-8") as rows:
            for row in rows:
                wall, user, system, status, name = row.rstrip("\n").split(" ", 4)
                lines.append((float(user) + float(system), float(system), float(wall),
                              int(status), name))
    lines.sort(key=lambda line: -line[0])
    print("%8s %8s %8s" % ("CPU s", "system", "wall s"))
    for cpu, system, wall, status, name in lines[:n]:
        print("%8.1f %8.1f %8.1f  %s%s" % (
            cpu, system, wall, name, "" if status in (0, 77) else " (status %d)" % status))
    print("%8.1f %8.1f %8s  sum of %d" % (
        sum(line[0] for line in lines), sum(line[1] for line in lines), "", len(lines)))


def main(args):
    """Run or print, as the arguments say."""
    if len(args) >= 2 and args[0] == "--table":
        table(int(args[1]), args[2:])
        return 0
    name = None
    once = args[:1] == ["--once"]
    if once:
        del args[0]
    if len(args) >= 2 and args[0] == "--name":
        name, args = args[1], args[2:]
    if len(args) < 2:
        sys.stderr.write(__doc__)
        return 2
    status = run(args[0], name or os.path.normpath(args[1]), args[1:])
    if once and not status and args[1].startswith("./") and not args[1].endswith(".sh"):
        os.unlink(args[1])
    return status


sys.exit(main(sys.argv[1:]))
