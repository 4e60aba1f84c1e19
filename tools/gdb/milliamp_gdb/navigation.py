"""`up` and `down` in a kernel thread: they go over the frames that a backtrace shows, so that the
frame above the kernel is that of the launch. Elsewhere they are gdb's own."""

import re

import gdb

from . import backtrace, commands


class MoveCommand(commands.Command):
    def __init__(self, name, direction, end):
        self.__doc__ = """%s [N]
Select and print the frame %s this one, or N frames away. In a kernel thread, the library's frames
are left out, as in backtraces (see `set milliamp all-frames`).""" % (
            name, "that called" if direction > 0 else "called by")
        super().__init__(name, gdb.COMMAND_STACK)
        self.name = name
        self.direction = direction
        self.end = end

    def run(self, argument):
        part = None if backtrace.all_frames.value else backtrace.selected_part()
        if part is not None:
            backtrace.present_launch(part)
        count = int(gdb.parse_and_eval(argument)) if argument else 1
        shown = list(backtrace.shown_frames()) if part is not None else []
        levels = [frame.level() for frame in shown]
        at = gdb.selected_frame().level()
        to = _moved(levels, at, count * self.direction)
        if to is None:
            gdb.execute("%s-silently %s" % (self.name, argument))
        elif to == at and not argument:
            raise gdb.GdbError(self.end)
        else:
            shown[levels.index(to)].select()
        if levels and gdb.selected_frame().level() == levels[-1]:
            print_launch(part)
        else:
            gdb.execute("frame")


def _moved(levels, at, steps):
    """The level so many shown frames from the selected one. None if gdb's own frames are meant:
    those from the launch on."""
    if not levels or at > levels[-1] or at == levels[-1] and steps > 0:
        return None
    nearest = sum(level <= at for level in levels) - 1
    if steps < 0 and (nearest < 0 or levels[nearest] != at):
        steps += 1
    return levels[min(max(nearest + steps, 0), len(levels) - 1)]


def print_launch(part):
    """Prints the selected frame, which is that of the launch, as backtraces do."""
    launch = part.launch()
    text = gdb.execute("frame", to_string=True)
    if launch is not None:
        what = "#%-3dparallel_for_each over %s at %s:%d" % (
            gdb.selected_frame().level(), part.describe(), launch.file, launch.line)
        text = re.sub(r"^#.*", lambda _: what, text, count=1)
    print(text, end="")


def register():
    MoveCommand("up", 1, "Initial frame selected; you cannot go up.")
    MoveCommand("down", -1, "Bottom (innermost) frame selected; you cannot go down.")
