"""Which frames belong to a kernel. The call stack of a kernel thread ends at the kernel; below it
comes a frame that names the launch. The library's own frames are left out: those of a barrier or a
subscript above the kernel's code, those of the engine below it."""

import collections
import re

import gdb
from gdb.FrameDecorator import FrameDecorator

from . import process, unwinder

CALLER = re.compile(r"milliamp::detail::(un)?tiled_caller(\[abi:\w+\])?<")
LIBRARY = re.compile(r"(milliamp::detail|concurrency|tbb)::|milliamp_|__tsan_|__ubsan_")
LIBRARY_FILE = re.compile(r"/lib(milliamp|tbb)\.so[^/]*$")
SYSTEM_FILE = re.compile(r"/(usr/)?lib")
LAUNCH = re.compile(r"concurrency::parallel_for_each(\[abi:\w+\])?<")

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


def name_of(frame):
    try:
        return frame.name() or ""
    except (gdb.error, UnicodeDecodeError):
        return ""


LAMBDA = re.compile(r"(?:^(.*?)(?:\(.*?\))?::)?(?:\{lambda.*\}(?:#\d+)?::|<lambda.*>::|\$_\d+::|^)"
                    r"operator\(\).*$")


def short_name_of(frame):
    """The function's name in tables: `main::(lambda)` as in the reports."""
    # Clang's functions for restrict(amp) have a tag in their names.
    name = name_of(frame).replace("[abi:amp]", "")
    match = LAMBDA.match(name)
    if match is not None:
        return (match[1] + "::" if match[1] else "") + "(lambda)"
    return re.sub(r"(?<!operator)\([^()]*\)( const)?$", "", name)


def is_caller(frame, is_below_own_code=False):
    """Whether the frame is that of the function that calls the kernel. Optimized code may jump from
    there to the kernel; then the frame below the kernel is one of the library."""
    return CALLER.match(name_of(frame)) is not None or (
        is_below_own_code and is_in_library_file(frame))


def is_in_library_file(frame):
    return LIBRARY_FILE.search(gdb.solib_name(frame.pc()) or "") is not None


def is_own_code(frame):
    """Whether the frame is in the program, and neither in this library nor in the system's."""
    return not is_library(frame) and not SYSTEM_FILE.match(gdb.solib_name(frame.pc()) or "")


def is_library(frame):
    name = name_of(frame)
    if LIBRARY.match(name):
        return True
    return is_in_library_file(frame)


def older(frame):
    try:
        return frame.older()
    except gdb.error:
        return None


def all_from(frame):
    while frame is not None:
        yield frame
        frame = older(frame)


def kernel_frames(first):
    """The frames of a kernel thread from the innermost to the kernel, without the library's. Empty
    if the call stack contains no kernel."""
    visible = []
    is_below_own_code = False
    for frame in all_from(first):
        if is_caller(frame, is_below_own_code):
            return visible
        is_below_own_code = is_below_own_code or is_own_code(frame)
        if not is_library(frame):
            visible.append(frame)
    return []


def innermost(first):
    """The innermost frame of the program's own code in a kernel thread, or None."""
    visible = kernel_frames(first)
    for frame in visible:
        if not SYSTEM_FILE.match(gdb.solib_name(frame.pc()) or ""):
            return frame
    return visible[0] if visible else None


def is_in_kernel(first):
    return caller_of_kernel(first) is not None


def caller_of_kernel(first):
    """The frame of the library's function that has called the kernel, or None."""
    is_below_own_code = False
    for frame in all_from(first):
        if is_caller(frame, is_below_own_code):
            return frame
        is_below_own_code = is_below_own_code or is_own_code(frame)
    return None


def real_frame(frame):
    """The frame of the function into which the frame's function is inlined."""
    while frame.type() == gdb.INLINE_FRAME:
        frame = frame.older()
    return frame


def caller_stack(frame):
    """The stack pointer of the frame's caller, which identifies the activation."""
    older = real_frame(frame).older()
    return int(older.read_register("rsp")) if older is not None else 1 << 64


Launch = collections.namedtuple("Launch", "file line registers")


def launch(kernel, stacks):
    """The frame that has called parallel_for_each: its place and its registers.

    @param stacks the newest frames of the OS threads' own stacks, made one after another"""
    for newest in stacks:
        inside = False
        for frame in all_from(newest):
            if LAUNCH.match(name_of(frame)):
                inside = True
            elif inside and not is_library(frame):
                # The launch is that of this kernel if its description is on this stack.
                if int(newest.read_register("rsp")) <= kernel.address < caller_stack(frame):
                    sal = frame.find_sal()
                    if sal.symtab is not None:
                        return Launch(sal.symtab.filename, sal.line,
                                      unwinder.registers_of(frame))
                inside = False
    return None


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

    def filter(self, frames):
        from . import tiles
        if all_frames.value:
            return frames
        part = selected_part()
        if part is None:
            return frames
        # Before a frame is printed: this makes gdb forget its frames, and to a new one at the address
        # of a printed one it would give no number.
        present_launch(part)
        return self._kernel_frames(frames, part)

    @staticmethod
    def _kernel_frames(frames, part):
        shown = [frame.level() for frame in shown_frames()]
        for decorated in frames:
            level = decorated.inferior_frame().level()
            if level == shown[-1]:
                yield LaunchFrame(decorated, part.describe(), part.launch())
                return
            if level in shown:
                yield decorated


def selected_part():
    """The part that the selected OS thread runs, if the selected thread is in its kernel; otherwise
    None."""
    from . import tiles
    try:
        part = tiles.part_of(gdb.selected_thread())
    except (gdb.error, gdb.GdbError):
        return None
    return part if part is not None and is_in_kernel(unwinder.first_frame()) else None


def present_launch(part):
    """Lets the frame with the parallel_for_each follow those of the selected thread."""
    launch = part.launch()
    if launch is not None:
        level = process.selected_level()
        unwinder.launch_below(real_frame(caller_of_kernel(unwinder.first_frame())), launch.registers)
        process.select_level(level)


def shown_frames():
    """The frames of the selected thread, which is in its kernel, as backtraces show them: from the
    innermost to the kernel, and the one of the launch."""
    is_below_own_code = False
    for frame in all_from(unwinder.first_frame()):
        if is_caller(frame, is_below_own_code):
            host = real_frame(frame).older()
            while host is not None and is_library(host):
                host = older(host)
            # It is none of the launch if gdb does not accept the frame, or does not know it.
            yield host or frame
            return
        # Frame 0 of an OS thread is where it has stopped. It may be in a barrier.
        if not is_library(frame) or frame.level() == 0 and frame.type() != gdb.INLINE_FRAME:
            is_below_own_code = is_below_own_code or is_own_code(frame)
            yield frame
