"""Shows the call stack of a suspended thread without writing a register.

gdb takes the registers of frame 0 from the OS thread. This unwinder claims frame 0 and says that
its caller is the suspended thread: the registers that the context switch has saved. So the thread's
frames begin at level 1, the commands for frames work on them, and a core dump is as good as a
running process. When the program continues, the call stack is that of the OS thread again.

It also claims the frame that has called a kernel, once launch_below() has registered it, and says
that its caller is the function with the parallel_for_each, which may be on the stack of another OS
thread. So below a kernel come the frames of the launch, not those of the engine."""

import gdb
from gdb.unwinder import Unwinder, register_unwinder

from . import process

REGISTERS = ("rsp", "rip", "rbp", "rbx")  # the order of fiber_context
PRESERVED = REGISTERS + ("r12", "r13", "r14", "r15")  # by calls


class _FrameId:
    def __init__(self, sp, pc):
        self.sp = sp
        self.pc = pc


class Presented:
    """A context that is presented as the caller of an OS thread's frame 0."""

    def __init__(self, thread, context):
        self.thread = thread
        self.at = _registers_of(thread)
        self.saved = process.read_as("4Q", context)


_registers = {}  # the program counter and the stack pointer, by OS thread


def _registers_of(thread):
    if thread.num not in _registers:
        _set(None)
        frame = gdb.newest_frame()
        _registers[thread.num] = (
            int(frame.read_register("rip")), int(frame.read_register("rsp")))
    return _registers[thread.num]


class ContextUnwinder(Unwinder):
    def __init__(self):
        super().__init__("milliamp")
        self.presented = None
        # By the program counter and the stack pointer of a kernel's caller.
        self.launches = {}

    def __call__(self, pending):
        presented = self.presented
        if presented is None and not self.launches:
            return None
        at = int(pending.read_register("rip")), int(pending.read_register("rsp"))
        if at in self.launches:
            frame_id, registers = self.launches[at]
            return _unwind_info(pending, frame_id, PRESERVED, registers)
        if presented is None or gdb.selected_thread() is None or at != presented.at or (
                gdb.selected_thread().num != presented.thread.num):
            return None
        # The lowest stack address: gdb rejects a caller whose frame is below that of its callee.
        return _unwind_info(pending, (0, at[0]), REGISTERS, presented.saved)


def _unwind_info(pending, frame_id, registers, values):
    info = pending.create_unwind_info(_FrameId(*map(gdb.Value, frame_id)))
    for register, value in zip(registers, values):
        info.add_saved_register(
            register, gdb.Value(value).cast(pending.read_register(register).type))
    return info


_unwinder = ContextUnwinder()


def register():
    register_unwinder(None, _unwinder, replace=True)
    gdb.events.cont.connect(lambda _: leave())
    gdb.events.exited.connect(lambda _: leave())
    for event in (gdb.events.cont, gdb.events.exited, gdb.events.register_changed,
                  gdb.events.inferior_deleted):
        event.connect(lambda _: _registers.clear())
    gdb.events.register_changed.connect(lambda _: _forget_launches())


def present(context):
    """Presents a context on the selected OS thread, or its own call stack if the context is
    None."""
    _set(None if context is None else Presented(gdb.selected_thread(), context))


def leave():
    """Shows the call stack of the OS thread again."""
    _forget_launches()
    _set(None)


def registers_of(frame):
    """What launch_below() needs to present a frame."""
    return tuple(int(frame.read_register(r)) for r in PRESERVED)


def launch_below(caller, registers):
    """Presents the frame with these registers as the caller of a kernel's caller, which is not an
    inlined frame."""
    at = int(caller.pc()), int(caller.read_register("rsp"))
    if at in _unwinder.launches:
        return
    below = caller.older()
    # The same frame, for gdb, as without this unwinder: `finish` waits for it.
    stack = int(below.read_register("rsp")) if below is not None else at[1]
    _unwinder.launches[at] = (stack, _begin_of_function(caller)), registers
    gdb.invalidate_cached_frames()


def _begin_of_function(frame):
    function = frame.function()
    if function is None:
        return frame.pc()
    block = gdb.block_for_pc(frame.pc() - 1)
    while block.function is None or block.function.linkage_name != function.linkage_name:
        block = block.superblock
    return block.start


def _forget_launches():
    if _unwinder.launches:
        _unwinder.launches = {}
        gdb.invalidate_cached_frames()


class engine_frames:
    """Shows the engine's frames below kernels meanwhile."""

    def __enter__(self):
        self.before = _unwinder.launches
        _forget_launches()

    def __exit__(self, *_):
        if self.before:
            _unwinder.launches = self.before
            gdb.invalidate_cached_frames()


def is_presenting():
    presented = _unwinder.presented
    thread = gdb.selected_thread()
    return presented is not None and thread is not None and presented.thread.num == thread.num


def _set(presented):
    if presented is _unwinder.presented:
        return
    _unwinder.presented = presented
    gdb.invalidate_cached_frames()


class presenting:
    """Presents a context of an OS thread, and afterwards what was presented and selected before."""

    def __init__(self, thread, context):
        self.scope = process.selected(thread)
        self.context = context

    def __enter__(self):
        self.before = _unwinder.presented
        self.scope.__enter__()
        present(self.context)
        return first_frame()

    def __exit__(self, *error):
        _set(self.before)
        self.scope.__exit__(*error)


def first_frame():
    """The newest frame of the presented thread, or of the OS thread."""
    frame = gdb.newest_frame()
    if not is_presenting():
        return frame
    while frame.type() == gdb.INLINE_FRAME:
        frame = frame.older()
    return frame.older()
