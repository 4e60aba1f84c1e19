"""`milliamp thread`: selects a kernel thread."""

import gdb

from . import commands, evaluate, frames, process, tiles, unwinder
from .process import show


class ThreadCommand(commands.Command):
    """milliamp thread [LOCAL | --global GLOBAL] [--tile TILE]
Select a kernel thread by its local or its global index, such as 3,5. Without an index, select the
running thread.

`bt`, `up`, `info locals`, `print` and the like then refer to that thread. They change nothing: when
the program continues, it continues where it has stopped."""

    def __init__(self):
        super().__init__("milliamp thread", gdb.COMMAND_STACK)

    def run(self, argument):
        arguments = commands.Arguments(
            "milliamp thread", ("local", {"nargs": "?", "type": commands.coordinates}),
            ("--global", {"dest": "at", "type": commands.coordinates}),
            ("--tile", {"type": commands.coordinates}))
        given = arguments.parse(argument)
        if given.local is None and given.at is None:
            unwinder.leave()
        if given.at is not None:
            part, t = _find_global(given.at)
        else:
            part = tiles.find_part(given.tile)
            t = part.running()
            if given.local is not None:
                commands.check_rank(given.local, part.lengths(), "thread")
                t = part.number_of(given.local)
                if t is None:
                    raise gdb.GdbError("The thread %s is in no running tile." % show(given.local))
        if t is None:
            raise gdb.GdbError("No thread of the tile is running; name a suspended one.")
        select(part, t)
        print("[%s]" % describe(part, t))
        gdb.execute("frame")


def _find_global(at):
    for part in tiles.all_parts():
        if len(at) != len(part.kernel.extent):
            continue
        t = part.find_global(at)
        if t is not None:
            return part, t
    raise gdb.GdbError("The thread %s is in no running tile." % show(at))


def describe(part, t):
    text = "kernel thread "
    if part.tile():
        text += "local %s tile %s " % (show(part.local(t)), show(part.tile()))
    return text + "global %s, %s" % (show(part.global_index(t)), part.state(t))


def select(part, t):
    """Selects the innermost frame of the thread's own code."""
    if not part.is_in_kernel(t):
        raise gdb.GdbError("The %s: it has no call stack." % describe(part, t))
    unwinder.leave()
    process.selected.switch(part.os_thread)
    evaluate.selection.number = None
    if t != part.running():
        _define_hooks()
        unwinder.present(part.context(t))
        evaluate.selection.number = t
    newest = unwinder.first_frame()
    (frames.innermost(newest) or newest).select()


# Stepping refers to the OS thread, whose call stack must then be gdb's.
HOOKED = ("next", "step", "nexti", "stepi", "until", "advance", "continue")


class LeaveCommand(commands.Command):
    """milliamp leave
Show the call stack of the OS thread again. The commands that step do so first."""

    def __init__(self):
        super().__init__("milliamp leave", gdb.COMMAND_STACK)

    def run(self, argument):
        unwinder.leave()


def _define_hooks():
    """Defines the hooks that the user has not defined. Not when the library is loaded: a running
    `run` would lose its target."""
    for command in HOOKED:
        try:
            gdb.execute("show user hook-" + command, to_string=True)
        except gdb.error:
            gdb.execute("define hook-%s\nmilliamp leave\nend" % command)


def register():
    ThreadCommand()
    LeaveCommand()
