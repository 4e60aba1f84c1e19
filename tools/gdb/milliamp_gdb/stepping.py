"""`milliamp break`, `next`, `step`: they follow a kernel thread over its barriers.

At a barrier the OS thread continues with other kernel threads, on other stacks, which gdb's own
commands for stepping take for calls and returns. So these commands do not step. They set hidden
breakpoints at the addresses that the thread can reach next, which only this thread stops at."""

import re

import gdb

from . import commands, evaluate, frames, freeze, thread, tiles, unwinder
from .lines import Lines, locations_of


class BreakCommand(commands.Command):
    """milliamp break LOCATION [--local 0,1] [--global 4,5] [--tile 2,0]
Set a breakpoint at which only some kernel threads stop: those with these indices."""

    def __init__(self):
        super().__init__("milliamp break", gdb.COMMAND_BREAKPOINTS, gdb.COMPLETE_LOCATION)

    def run(self, argument):
        arguments = commands.Arguments(
            "milliamp break", ("location", {}),
            ("--local", {"type": commands.coordinates}),
            ("--global", {"dest": "at", "type": commands.coordinates}),
            ("--tile", {"type": commands.coordinates}))
        given = arguments.parse(argument)
        conditions = []
        for function, at in (("local", given.local), ("global", given.at), ("tile", given.tile)):
            conditions += ["$amp_%s(%d) == %d" % (function, d, i) for d, i in enumerate(at or ())]
        for location in locations_of(given.location):
            point = set_breakpoint(location)
            if point is None:
                return
            if location != given.location:
                # gdb would show the inlined function, in the library's header.
                point.commands = "silent\nmilliamp thread"
            if conditions:
                point.condition = " && ".join(conditions)


def set_breakpoint(location):
    """Sets a breakpoint with gdb's own command, which asks whether one at an unknown location may
    stay pending until a shared library is loaded. Returns None if it may not."""
    before = {point.number for point in gdb.breakpoints()}
    gdb.execute("break " + location)
    return next((point for point in gdb.breakpoints() if point.number not in before), None)


class KernelThread:
    """A kernel thread that is followed while the program runs."""

    def __init__(self, part, number):
        self.os_thread = part.os_thread.num
        self.kernel = part.kernel.address
        self.tile = part.tile()
        self.number = number
        self.description = thread.describe(part, number).rsplit(",", 1)[0]

    def is_running(self):
        """Whether it runs on the selected OS thread, which has stopped."""
        if gdb.selected_thread().num != self.os_thread:
            return False
        part = tiles.part_of(gdb.selected_thread())
        return part is not None and part.kernel.address == self.kernel and (
            part.tile() == self.tile and part.running() == self.number)


class Stop(gdb.Breakpoint):
    """A hidden breakpoint for one kernel thread and one activation of a function."""

    def __init__(self, address, kernel_thread, is_reached):
        super().__init__("*%#x" % address, internal=True)
        self.silent = True
        self.kernel_thread = kernel_thread
        self.is_reached = is_reached
        self.was_hit = False

    def stop(self):
        self.was_hit = self.kernel_thread.is_running() and self.is_reached()
        return self.was_hit


class Destinations:
    """The addresses that a frame can reach next."""

    def __init__(self, frame):
        self.frame = frame
        sal = frame.find_sal()
        self.line = sal.line
        self.function = frame.function().linkage_name
        # The address behind a call may be that of the next line.
        self.pc = frame.pc() if frame.level() == 0 else frame.pc() - 1
        self.lines = Lines(sal.symtab, self.pc, frames.real_frame(frame).function().linkage_name)

    def next_lines(self, into_inlined):
        """The addresses at which another line of the function, or of one into which it is inlined,
        begins."""
        enclosing = []
        for function in self.lines.functions_at(self.pc):
            if enclosing or function.linkage_name == self.function:
                enclosing.append(function.linkage_name)
        for pc, line in self.lines.entries:
            functions = [f.linkage_name for f in self.lines.users_functions_at(pc)]
            if not functions or functions[0] == self.function and line == self.line:
                continue
            if functions[0] in enclosing or into_inlined:
                yield pc

    def called_functions(self):
        """The functions of the program that the line calls."""
        architecture = self.frame.architecture()
        for begin, end in self.lines.ranges_of(self.line):
            for instruction in architecture.disassemble(begin, end - 1):
                call = re.match(r"call\w*\s+(0x[0-9a-f]+)", instruction["asm"])
                if call is None:
                    continue
                block = gdb.block_for_pc(int(call[1], 16))
                if block is None or block.function is None or (
                        frames.LIBRARY.match(block.function.name)):
                    continue
                yield behind_prologue(block)


def behind_prologue(block):
    """The address of the first line in a function's body."""
    entries = sorted((e.pc, e.line) for e in block.function.symtab.linetable()
                     if block.start <= e.pc < block.end)
    return next((pc for pc, line in entries if line not in (0, entries[0][1])), block.start)


def continue_to_next_line(into_functions):
    """Continues to the next line of the selected kernel thread."""
    commands.check_running()
    part, number = evaluate.current_thread()
    if number in freeze.frozen_in(part):
        raise gdb.GdbError("The thread is frozen; thaw it first.")
    frame = gdb.selected_frame()
    if not _is_in_kernel(frame):
        frame = frames.innermost(unwinder.first_frame())
        if frame is None:
            raise gdb.GdbError("The thread is not in its kernel.")
    if frame.find_sal().symtab is None or frame.function() is None:
        raise gdb.GdbError("The function has no line numbers; compile it with -g.")
    followed = KernelThread(part, number)
    with unwinder.engine_frames():
        activation = frames.caller_stack(frame)
        destinations = Destinations(frame)
        caller = frames.real_frame(frame).older().pc()
        is_kernel = _is_outermost(frame)

    def is_here():
        return frames.caller_stack(gdb.newest_frame()) == activation

    def is_above():
        return int(gdb.newest_frame().read_register("rsp")) >= activation

    stops = [Stop(pc, followed, is_here) for pc in set(destinations.next_lines(into_functions))]
    end = Stop(caller, followed, is_above)
    if into_functions:
        stops += [Stop(pc, followed, lambda: True) for pc in set(destinations.called_functions())]
    _run(stops, end, followed, is_kernel)


def _is_in_kernel(frame):
    """Whether the frame is one of the kernel's own code, not of the library or of the launch."""
    own = frames.kernel_frames(unwinder.first_frame())
    return any(frame == f for f in own)


def _is_outermost(frame):
    """Whether the frame is that of the kernel itself."""
    older = frames.real_frame(frame).older()
    while older is not None and not frames.is_caller(older):
        if not frames.is_library(older):
            return False
        older = older.older()
    return True


def _run(stops, end, followed, is_kernel):
    unwinder.leave()
    try:
        was_free = freeze.proceed()
        hit = [s for s in stops + [end] if s.was_hit]
    finally:
        for point in stops + [end]:
            if point.is_valid():
                point.delete()
    if gdb.selected_thread() is None:
        print("The program has ended.")
    elif not was_free:
        pass
    elif not hit:
        print("[stopped before the %s got to its next line]" % followed.description)
    elif hit == [end] and is_kernel:
        print("[the %s has returned from the kernel]" % followed.description)
    else:
        if hit == [end]:
            frame = frames.innermost(gdb.newest_frame())
            if frame is not None:
                frame.select()
        gdb.execute("frame")


class NextCommand(commands.Command):
    """milliamp next
Continue to the next line of the selected kernel thread, over calls and barriers.

Other threads run meanwhile. A thread that waits at a barrier continues when all threads of its tile
have arrived. With MILLIAMP_OPTIONS=workers=1, no other worker hits a breakpoint meanwhile."""

    def __init__(self):
        super().__init__("milliamp next", gdb.COMMAND_RUNNING)

    def run(self, argument):
        continue_to_next_line(False)


class StepCommand(commands.Command):
    """milliamp step
Continue to the next line of the selected kernel thread, also in functions of the program that it
calls."""

    def __init__(self):
        super().__init__("milliamp step", gdb.COMMAND_RUNNING)

    def run(self, argument):
        continue_to_next_line(True)


def register():
    BreakCommand()
    NextCommand()
    StepCommand()
