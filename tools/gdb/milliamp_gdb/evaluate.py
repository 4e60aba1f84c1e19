"""Evaluates an expression in a kernel thread: in the innermost frame of its own code."""

import gdb

from . import frames, tiles, unwinder


def in_thread(part, t, expression):
    """The value, or None if the thread is not in the kernel or the value is not available."""
    if not part.is_in_kernel(t):
        return None
    context = None if t == part.running() else part.context(t)
    with unwinder.presenting(part.os_thread, context) as newest:
        frame = frames.innermost(newest)
        if frame is None:
            return None
        frame.select()
        before, selection.number = selection.number, t
        try:
            value = gdb.parse_and_eval(expression)
            value.fetch_lazy()
            return value
        except gdb.MemoryError:
            return None
        finally:
            selection.number = before


def threads_where(part, expression):
    """The threads in which an expression is true. Those in whose function it has no meaning are left
    out; if it has none anywhere, that is an error."""
    found = []
    failure = None
    has_meaning = False
    for t in part.threads():
        try:
            value = in_thread(part, t, expression)
        except gdb.error as error:
            failure = error
            continue
        if value is not None:
            has_meaning = True
            if value:
                found.append(t)
    if failure is not None and not has_meaning:
        raise failure
    return found


def current_thread():
    """The part and the number of the selected kernel thread."""
    part = tiles.part_of(gdb.selected_thread())
    if part is None:
        raise gdb.GdbError("The selected thread runs no kernel.")
    number = selection.number_in(part)
    if number is None:
        raise gdb.GdbError("No thread of the tile is running; select one with `milliamp thread`.")
    return part, number


class Selection:
    """Which kernel thread `milliamp thread` has selected."""

    def __init__(self):
        self.number = None

    def number_in(self, part):
        """The selected thread of a part: the running one, unless another is presented."""
        if self.number is not None and unwinder.is_presenting():
            return self.number
        return part.running()


selection = Selection()
