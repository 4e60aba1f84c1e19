"""The call stack of a kernel thread in gdb's own commands. It ends at the kernel; below it comes a frame
that names the launch. The library's own frames are left out: those of a barrier or a subscript above the
kernel's code, those of the engine below it."""

import gdb
from gdb.FrameDecorator import FrameDecorator

from . import frames, process, tiles, unwinder

all_frames = None  # the parameter


class AllFrames(gdb.Parameter):
    """Show all frames of a kernel thread, also those of the library."""

    set_doc = "Set whether backtraces of kernel threads contain the library's frames."
    show_doc = "Show whether backtraces of kernel threads contain the library's frames."

    def __init__(self):
        super().__init__("milliamp all-frames", gdb.COMMAND_STACK, gdb.PARAM_BOOLEAN)
        self.value = False

    def get_set_string(self):
        return ""

    def get_show_string(self, value):
        return "The library's frames are %s." % ("shown" if value == "on" else "left out")


def register():
    global all_frames
    all_frames = AllFrames()
    gdb.frame_filters["milliamp"] = KernelFrames()


class LaunchFrame(FrameDecorator):
    """The frame below a kernel."""

    def __init__(self, base, description, launch):
        super().__init__(base)
        self.description = description
        self.launch = launch

    def function(self):
        return "parallel_for_each over " + self.description

    def address(self):
        return None

    def filename(self):
        return self.launch.file if self.launch else None

    def line(self):
        return self.launch.line if self.launch else None

    def frame_args(self):
        return None

    def frame_locals(self):
        return None


class KernelFrames:
    """The frame filter."""

    def __init__(self):
        self.name = "milliamp"
        self.priority = 50
        self.enabled = True

    def filter(self, decorated):
        if all_frames.value:
            return decorated
        part = selected_part()
        if part is None:
            return decorated
        # Before a frame is printed: this makes gdb forget its frames, and to a new one at the address
        # of a printed one it would give no number.
        present_launch(part)
        return self._kernel_frames(decorated, part)

    @staticmethod
    def _kernel_frames(every, part):
        shown = [frame.level() for frame in shown_frames()]
        for decorated in every:
            level = decorated.inferior_frame().level()
            if level == shown[-1]:
                yield LaunchFrame(decorated, part.describe(), part.launch())
                return
            if level in shown:
                yield decorated


def selected_part():
    """The part that the selected OS thread runs, if the selected thread is in its kernel; otherwise
    None."""
    try:
        part = tiles.part_of(gdb.selected_thread())
    except (gdb.error, gdb.GdbError):
        return None
    return part if part is not None and frames.is_in_kernel(unwinder.first_frame()) else None


def present_launch(part):
    """Lets the frame with the parallel_for_each follow those of the selected thread."""
    launch = part.launch()
    if launch is not None:
        level = process.selected_level()
        caller = frames.caller_of_kernel(unwinder.first_frame())
        unwinder.launch_below(frames.real_frame(caller), launch.registers)
        process.select_level(level)


def shown_frames():
    """The frames of the selected thread, which is in its kernel, as backtraces show them: from the
    innermost to the kernel, and the one of the launch."""
    is_below_own_code = False
    for frame in frames.all_from(unwinder.first_frame()):
        if frames.is_caller(frame, is_below_own_code):
            host = frames.real_frame(frame).older()
            while host is not None and frames.is_library(host):
                host = frames.older(host)
            # It is none of the launch if gdb does not accept the frame, or does not know it.
            yield host or frame
            return
        # Frame 0 of an OS thread is where it has stopped. It may be in a barrier.
        if not frames.is_library(frame) or frame.level() == 0 and frame.type() != gdb.INLINE_FRAME:
            is_below_own_code = is_below_own_code or frames.is_own_code(frame)
            yield frame
