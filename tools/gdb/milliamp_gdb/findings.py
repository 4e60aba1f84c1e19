"""Stops at the first finding of a run with halt_on_error=1, before the process ends."""

import gdb


class Halt(gdb.Breakpoint):
    """A hidden breakpoint at milliamp_on_halt(), which only such a run calls."""

    def __init__(self):
        super().__init__("milliamp_on_halt", internal=True)
        self.silent = True

    def stop(self):
        try:
            # The first argument, on x86-64. The library may have no debug information.
            what = gdb.parse_and_eval("(char *)$rdi").string(errors="replace")
        except gdb.error:
            return False
        print("[milliamp: %s; stopped because of halt_on_error=1]" % what)
        return True


def repeat_announcement(text):
    """Prints what the hidden breakpoint has printed while gdb's output went to a string."""
    for line in text.splitlines():
        if line.startswith("[milliamp: "):
            print(line)


def register():
    Halt()
