"""Stops at the first finding of a run with halt_on_error=1, before the process ends."""

import gdb

from . import process


class Halt(gdb.Breakpoint):
    """A hidden breakpoint at milliamp_on_finding(), where only such a run stops."""

    def __init__(self):
        super().__init__("milliamp_on_finding", internal=True)
        self.silent = True

    def stop(self):
        try:
            if not process.read(process.Process().halts_on_error, 1)[0]:
                # A run with many races would be slow.
                gdb.post_event(self.rest)
                return False
            # The first argument, on x86-64. The library may have no debug information.
            what = gdb.parse_and_eval("(char *)$rdi").string(errors="replace")
        except (gdb.error, gdb.GdbError):
            return False
        print("[milliamp: %s; stopped because of halt_on_error=1]" % what)
        return True

    def rest(self, *_):
        if self.is_valid():
            self.enabled = False

    def wake(self, *_):
        if self.is_valid():
            self.enabled = True


def repeat_announcement(text):
    """Prints what the hidden breakpoint has printed while gdb's output went to a string."""
    for line in text.splitlines():
        if line.startswith("[milliamp: "):
            print(line)


def register():
    point = Halt()
    gdb.events.exited.connect(point.wake)
