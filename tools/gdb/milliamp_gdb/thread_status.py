"""Where kernel threads are, and what is known of it by the addresses of code."""

import gdb

from . import frames

RUNNING, WAITING, INTERRUPTED, NOT_STARTED, DONE = STATES = (
    "running", "waiting", "interrupted", "not started", "done")


class ThreadStatus:
    """Where a thread is, and its state."""

    def __init__(self, function="", file="", line=0, state=RUNNING):
        self.function = function
        self.file = file
        self.line = line
        self.state = state

    def key(self):
        return self.state, self.file, self.line, self.function

    def __str__(self):
        if not self.file:
            return self.function
        return "%s:%d" % (self.file.rsplit("/", 1)[-1], self.line)


# By the address at which a thread is suspended.
is_idle = {}
known = {}


def until_visible(newest):
    for frame in frames.all_from(newest):
        if not frames.is_library(frame) or frames.is_caller(frame):
            return
        yield frame


def status_of(newest, state):
    """The status of the thread whose newest frame this is."""
    frame = frames.innermost(newest)
    if frame is None:
        return ThreadStatus("(in the library)", state=state)
    sal = frame.find_sal()
    file = sal.symtab.filename if sal.symtab is not None else ""
    return ThreadStatus(frames.short_name_of(frame), file, sal.line, state)


def forget_program(_=None):
    """The addresses of code may have changed."""
    is_idle.clear()
    known.clear()


gdb.events.new_objfile.connect(forget_program)
gdb.events.exited.connect(forget_program)
