"""`milliamp tiles` and `milliamp threads`: what the workers run, as tables."""

import gdb

from . import commands, evaluate, freeze, thread_status, tiles
from .process import show


class TilesCommand(commands.Command):
    """milliamp tiles
List the running tiles and, of untiled launches, the running points.

A row is a tile: the OS thread that runs it (as in `info threads`), the engine, how many of its
threads are in which state, and the launch. An asterisk marks the tile to which the other commands
refer."""

    def __init__(self):
        super().__init__("milliamp tiles", gdb.COMMAND_STATUS)

    def run(self, argument):
        parts = tiles.all_parts()
        if not parts:
            print("No kernel is running.")
            return
        current = tiles.current_part().os_thread.num
        rows = []
        for part in parts:
            launch = part.launch()
            rows.append(("*" if part.os_thread.num == current else "", part.title(),
                         str(part.os_thread.num), part.engine, _summary(part),
                         "%s:%d" % (launch.file.rsplit("/", 1)[-1], launch.line) if launch else "?"))
        commands.print_table(("", "Tile", "Thread", "Engine", "Kernel threads", "Launch"), rows)


def _summary(part):
    counts = {}
    for t in part.threads():
        state = part.state(t)
        counts[state] = counts.get(state, 0) + 1
    return ", ".join("%d %s" % (counts[s], s) for s in thread_status.STATES if s in counts)


class ThreadsCommand(commands.Command):
    """milliamp threads [--tile 2,0 | --all] [--state STATE] [--where EXPRESSION]
List the kernel threads of a tile, one row for all that are at one place.

A row says how many threads there are, their tile, the range of their local indices, their state,
and the place. A thread is running, waiting (at a barrier), interrupted (within its code), not
started, or done. An asterisk marks the row with the running thread.

  --tile 2,0   another tile than the current one
  --all        the threads of all running tiles
  --state S    only threads in this state
  --where E    only threads for which the expression E is true; it is evaluated in the function in
               which a thread is, and threads where it has no meaning are left out"""

    def __init__(self):
        super().__init__("milliamp threads", gdb.COMMAND_STATUS)

    def run(self, argument):
        arguments = commands.Arguments(
            "milliamp threads",
            ("--tile", {"type": commands.coordinates}), ("--all", {"action": "store_true"}),
            ("--state", {"choices": thread_status.STATES}), ("--where", {}))
        given = arguments.parse(argument)
        parts = tiles.all_parts() if given.all else [tiles.find_part(given.tile)]
        rows = []
        for part in parts:
            for status, is_frozen, threads in _groups(part, given):
                rows.append(_row(part, status, is_frozen, threads))
        if not rows:
            print("No such thread." if parts else "No kernel is running.")
            return
        commands.print_table(("", "Count", "Tile", "Local", "State", "Place", "Function"), rows)


def _row(part, status, is_frozen, threads):
    return ("*" if status.state == thread_status.RUNNING else "", str(len(threads)),
            show(part.tile()) if part.tile() else "", ranges(part, threads),
            status.state + (", frozen" if is_frozen else ""),
            str(status) if status.file else "", status.function)


def _groups(part, given):
    """The statuses of a part's threads, in the order of the first thread of each."""
    groups = {}
    chosen = part.threads() if given.where is None else evaluate.threads_where(part, given.where)
    for t in chosen:
        state = part.state(t)
        if given.state is not None and state != given.state:
            continue
        status = part.status(t)
        is_frozen = t in freeze.frozen_in(part)
        groups.setdefault((status.key(), is_frozen), (status, is_frozen, []))[2].append(t)
    return groups.values()


def ranges(part, threads):
    """The local indices of threads, as few boxes: `(0,0)-(1,3)`."""
    runs = []
    for t in threads:
        if runs and runs[-1][1] == t - 1:
            runs[-1][1] = t
        else:
            runs.append([t, t])
    shown = []
    for first, last in runs[:4]:
        begin, end = part.local(first), part.local(last)
        shown.append(show(begin) if first == last else "%s-%s" % (show(begin), show(end)))
    if len(runs) > 4:
        shown.append("… %s" % show(part.local(threads[-1])))
    return " ".join(shown)


def register():
    TilesCommand()
    ThreadsCommand()
