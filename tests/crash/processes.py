#!/usr/bin/python3
"""Each process of heraldod is killed at each message between them, and the disk
is full from each write on.

A judge with four mails waiting is worked off once without harm: that is what
must come of it. Then the same judge is worked off again and again, with one
process killed at its first message, its second, .. until it sends no more; the
daemon is started again until it ends well. Every time the log must be the same
to the byte, every order carried out once, and every mail of the judge must have
gone out once, or again with the same Message-ID and the same bytes; reports of
a game come in the order of its points.

By itself a process that sends much is killed at its first message, its last and
some between; `all` kills it at every one. With --kills the processes die at
moments drawn by chance, the judge also while it writes into its database, twice
before the daemon is left alone, so that a death also meets what another one
left; a third would be a reason to give something up. Told is how often each
process died, and at how many of its steps.

The judge also dies together with the machine: what it has written and not
synced is lost. Nothing that has left may be unknown then, and no mail that the
mailbox has given away.

usage: processes.py SRCDIR BUILDDIR [all | --kills N SEED | --power]
"""
import os
import random
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
from judge_fixture import check, copy_of, furnish, out_of_order

MAX_MESSAGES = 400	# of one process; far more than four mails need
SOME = 6	# of one process, unless all are asked for
FULL_POINTS = 6	# writes at which the disk gets full
WRITES = -1	# a process like the others: the judge at its writes


def moments(count, most):
    """Messages at which a process dies: the first, the last, and of those
    between as many as there may be."""
    count = min(count, MAX_MESSAGES)
    between = range(2, count)
    return sorted({1, count} | set(random.sample(
        between, min(len(between), most - 2))))


def killed(tmp, first, log, mails, counts, most):
    """At so many messages of each process."""
    kills = again = 0
    for role in sorted(counts):
        for n in moments(counts[role], most):
            h = copy_of(first, tmp)
            h.daemon(tmp, ok=None, HERALDO_KILL="%d:%d" % (role, n))
            h.lives(tmp)
            again += check(h, log, mails, "role %d killed at message %d" %
                           (role, n))
            if out_of_order(h):
                sys.exit("role %d killed at message %d: %s" %
                         (role, n, out_of_order(h)))
            kills += 1
    print("processes: killed %d times (messages of each: %s); the log "
          "was always the same, %d mails went out again as they were" %
          (kills, counts, again), flush=True)


def powerless(tmp, first, log, mails, counts, most):
    """The judge and the power of the machine, at its messages and writes."""
    cuts = again = lost = 0
    for role in (WRITES, 0):
        for n in moments(counts[role], most):
            h = copy_of(first, tmp)
            what = "no power from %s %d on" % (name_of(role), n)
            lost += h.powerless(tmp, **death_at(role, n))[1]
            if h.untold():
                sys.exit("%s: there is no record of %s" % (what, h.untold()))
            h.lives(tmp)
            again += check(h, log, mails, what)
            cuts += 1
    if not lost:
        sys.exit("no loss of power took anything")
    print("processes: the power went %d times and took something %d times; the "
          "log was always the same, what had left was on record, %d mails went "
          "out again as they were" % (cuts, lost, again), flush=True)


def unsynced(tmp, first, log, mails, n_syncs):
    """The disk fails at each sync, and forgets what it should have kept."""
    told = again = 0
    for n in range(1, n_syncs + 1):
        h = copy_of(first, tmp)
        what = "sync %d failed" % n
        told += h.powerless(tmp, HERALDO_SYNC=str(n))[0] != 0
        if h.untold():
            sys.exit("%s: there is no record of %s" % (what, h.untold()))
        h.lives(tmp)
        again += check(h, log, mails, what)
    if not told:
        sys.exit("no sync failed")
    print("processes: the disk failed at each of %d syncs, and told %d times; "
          "%d mails went out again" % (n_syncs, told, again), flush=True)


def death_at(role, n):
    """What kill.c is told."""
    return ({"HERALDO_KILL_WRITE": str(n)} if role == WRITES else
            {"HERALDO_KILL": "%d:%d" % (role, n)})


def name_of(role):
    """What a process does, by its place among those that were forked."""
    return {WRITES: "judge, writing", 0: "judge", 1: "zygote of readers",
            2: "post", 11: "reader"}.get(
                role, "painter" if role >= 30 else "zygote of painters")


def killed_by_chance(tmp, first, log, mails, counts, wanted, seed):
    """So many deaths, two for each judge."""
    draw = random.Random(seed)
    kills = again = 0
    steps = {}
    while kills < wanted:
        h = copy_of(first, tmp)
        deaths = []
        for _ in range(2):
            role = draw.choice(sorted(counts))
            n = draw.randint(1, counts[role])
            deaths.append("%s, %d" % (name_of(role), n))
            h.daemon(tmp, ok=None, **death_at(role, n))
            steps.setdefault(name_of(role), []).append(n)
            kills += 1
        h.lives(tmp)
        what = "seed %d, killed at %s" % (seed, " then ".join(deaths))
        again += check(h, log, mails, what)
        if out_of_order(h):
            sys.exit("%s: %s" % (what, out_of_order(h)))
    for name in sorted(steps):
        print("processes: %-20s %3d deaths at %d of its steps" % (
            name, len(steps[name]), len(set(steps[name]))))
    print("processes: killed %d times by chance (seed %d); the log was always "
          "the same, %d mails went out again as they were, all in order" %
          (kills, seed, again), flush=True)


def only_one(tmp, first):
    """A second daemon ends at once and changes nothing; a dead one bars
    nobody."""
    h = copy_of(first, tmp)
    living = h.daemon_stays(tmp)
    try:
        if h.daemon(tmp, ok=None) != 3 or "another judge works on" not in h.said:
            sys.exit("a second daemon was let in, or said why not in other "
                     "words: %s" % h.said)
    finally:
        living.kill()
        living.wait()
    h.lives(tmp)
    print("processes: of two daemons the second ends, and a dead one bars "
          "nobody", flush=True)


def full(tmp, first, log, mails, n_writes):
    """From some write on, all fail."""
    if n_writes < FULL_POINTS:
        sys.exit("the database is written %d times only" % n_writes)
    told = again = 0
    for i in range(FULL_POINTS):
        n = 1 + i * n_writes // FULL_POINTS
        h = copy_of(first, tmp)
        told += h.daemon(tmp, ok=(0, 1, 3), HERALDO_FULL=str(n)) != 0
        h.lives(tmp)
        again += check(h, log, mails, "disk full at write %d" % n)
    if not told:
        sys.exit("the disk was never full")
    print("processes: the disk was full from write 1 to %d of %d on, and told "
          "%d of %d times; %d mails went out again" % (
              n, n_writes, told, FULL_POINTS, again))


def painter_of(tmp, first):
    """The one that has the pictures of the game: it depends on how many there
    are, and so on the machine."""
    for role in (31, 41):
        h = copy_of(first, tmp)
        h.daemon(tmp, ok=None, HERALDO_KILL="%d:2" % role)
        if "the painter of its picture died" in h.said:
            return role
    sys.exit("no picture is painted by another process: %s" % h.said)


def main():
    tmp = tempfile.mkdtemp(prefix="heraldo-kill-")
    try:
        first = furnish(tmp)
        whole = copy_of(first, tmp)
        count = tmp + "/count"
        whole.daemon(tmp, HERALDO_KILL_COUNT=count)
        log, mails = whole.log(), whole.mails_out()
        if len(mails) < 6 or log[-1] != "unsent 0":
            sys.exit("the judge did not do its work: %s %s" % (log, mails))
        counts, n_writes, n_syncs = {}, 0, 0
        for line in open(count):
            role, n = line.split()
            if role == "write":
                n_writes = max(n_writes, int(n))
            elif role == "sync":
                n_syncs = max(n_syncs, int(n))
            else:
                counts[int(role)] = max(counts.get(int(role), 0), int(n))
        counts[11] = 8	# a reader cannot count: more than it ever sends
        painter = painter_of(tmp, first)
        counts[painter] = 12	# nor can a painter
        if sys.argv[3:4] == ["--kills"]:
            only_one(tmp, first)
            counts[WRITES] = n_writes
            killed_by_chance(tmp, first, log, mails, counts,
                             int(sys.argv[4]), int(sys.argv[5]))
            return
        only_one(tmp, first)
        seed = int(os.environ.get("HERALDO_SEED", "1"))
        random.seed(seed)
        print("processes: seed %d" % seed, flush=True)
        if sys.argv[3:4] == ["--power"]:
            counts[WRITES] = n_writes
            unsynced(tmp, first, log, mails, n_syncs)
            powerless(tmp, first, log, mails, counts, 12 * SOME)
            return
        killed(tmp, first, log, mails, counts,
               MAX_MESSAGES if sys.argv[3:] == ["all"] else SOME)
        full(tmp, first, log, mails, n_writes)
        unsynced(tmp, first, log, mails, n_syncs)
        counts[WRITES] = n_writes
        powerless(tmp, first, log, mails, counts,
                  MAX_MESSAGES if sys.argv[3:] == ["all"] else SOME)
    finally:
        shutil.rmtree(tmp, ignore_errors=True)


main()
