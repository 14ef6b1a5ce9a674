#!/usr/bin/python3 -ISB
"""Run a command and note its cost.

	measure.py FILE COMMAND..	append a line to FILE: wall seconds, seconds
					of CPU of the user and of the system, the
					command's exit status, its name
	measure.py --name NAME FILE COMMAND..
	measure.py --once FILE COMMAND..	removes a program of this folder that has
					passed: they are large in a sanitized build
	measure.py --limit SECONDS FILE COMMAND..	ends the command and all that it
					has started when the time is over
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


def descendants():
    """All processes that this one has started, and those that they have."""
    children = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open("/proc/%s/stat" % entry, encoding="latin-1") as stat:
                parent = int(stat.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(entry))
    found = []
    todo = [os.getpid()]
    while todo:
        new = children.get(todo.pop(), [])
        found += new
        todo += new
    return found


def end_all():
    """End every descendant: what each of them was, for who looks for the fault."""
    for pid in descendants():
        try:
            with open("/proc/%d/cmdline" % pid, "rb") as line:
                words = line.read().replace(b"\0", b" ").decode(errors="replace")
            sys.stderr.write("measure.py: ended: %d %s\n" % (pid, words[:200]))
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass


def run(path, name, command, limit=0):
    """Run it; the exit status is as a shell has it, 124 at the limit."""
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
    over = []

    def at_limit(number, frame):
        over.append(number)
        sys.stderr.write("measure.py: %s: not done after %d s\n" % (name, limit))
        end_all()

    signal.signal(signal.SIGALRM, at_limit)
    signal.alarm(limit)
    status = None
    while status is None:
        pid, ended = os.wait()
        if pid == child:
            status = os.waitstatus_to_exitcode(ended)
    signal.alarm(0)
    if over:
        status = 124
        end_all()
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
    limit = 0
    once = args[:1] == ["--once"]
    if once:
        del args[0]
    while len(args) >= 2 and args[0] in ("--name", "--limit"):
        if args[0] == "--name":
            name = args[1]
        else:
            limit = int(args[1])
        del args[:2]
    if len(args) < 2:
        sys.stderr.write(__doc__)
        return 2
    status = run(args[0], name or os.path.normpath(args[1]), args[1:], limit)
    if once and not status and args[1].startswith("./") and not args[1].endswith(".sh"):
        os.unlink(args[1])
    return status


sys.exit(main(sys.argv[1:]))
