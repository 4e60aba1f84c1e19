"""`milliamp freeze`, `thaw` and `continue`: threads of a tile that are held back.

A frozen thread stops at a hidden breakpoint when its turn comes, and is made to let the other
threads of the round run first (see until.py). So it stays where it is until it is thawed, or until
all others wait for it."""

import gdb

from . import commands, evaluate, findings, frames, process, thread, tiles, unwinder
from .interrupt import interrupt
from .process import show

_frozen = {}  # sets of thread numbers, by tile


def _key(part):
    return part.os_thread.num, part.kernel.address, part.tile()


def frozen_in(part):
    return _frozen.get(_key(part), set())


class Hold(gdb.Breakpoint):
    """A hidden breakpoint at which the frozen threads of a tile stop."""

    def __init__(self, address):
        super().__init__("*%#x" % address, internal=True)
        self.silent = True
        self.was_hit = False

    def stop(self):
        part = tiles.part_of(gdb.selected_thread())
        self.was_hit = part is not None and part.running() in frozen_in(part)
        return self.was_hit


def proceed():
    """Continues the program. Frozen threads stay where they are. Returns whether the program has
    stopped for another reason than that all threads wait for the frozen ones."""
    last = None
    while True:
        holds = [Hold(address) for address in _addresses()]
        _hold_running()
        try:
            findings.repeat_announcement(gdb.execute("continue", to_string=True))
            is_held = any(hold.was_hit for hold in holds)
        finally:
            for hold in holds:
                if hold.is_valid():
                    hold.delete()
        if not is_held:
            return True
        part = tiles.part_of(gdb.selected_thread())
        if part.yet_to_run <= frozen_in(part):
            gdb.execute("milliamp thread")
            print("[the other threads of tile %s wait or have returned: thaw the frozen ones]"
                  % show(part.tile()))
            return False
        if last == (_key(part), part.running()):
            # No other thread has run: the tile has failed, and ends.
            _frozen.pop(_key(part))
            print("[tile %s has failed: its frozen threads continue]" % show(part.tile()))
        last = _key(part), part.running()


def _frozen_parts():
    return [part for part in tiles.all_parts() if frozen_in(part)] if _frozen else []


def _addresses():
    """Where the frozen threads would continue."""
    result = set()
    for part in _frozen_parts():
        for t in frozen_in(part):
            if t == part.running():
                with unwinder.presenting(part.os_thread, None) as newest:
                    result.add(newest.pc())
                continue
            if not part.has_fibers():
                result.update(_entry_of_kernel(part))
                continue
            context = part.context(t)
            code = process.word(context + 8)
            if part.is_in_kernel(t) and frames.LIBRARY_FILE.search(gdb.solib_name(code) or ""):
                # It was interrupted, and continues in its own code.
                with unwinder.presenting(part.os_thread, context) as newest:
                    code = frames.kernel_frames(newest)[0].pc()
            result.add(code)
    return result


def _entry_of_kernel(part):
    """Where the threads enter the kernel, unless it is inlined into the loop that calls it."""
    with unwinder.presenting(part.os_thread, None) as newest:
        visible = frames.kernel_frames(newest)
        if not visible or visible[-1].type() == gdb.INLINE_FRAME:
            return
        block = gdb.block_for_pc(visible[-1].pc())
        while block is not None and block.function is None:
            block = block.superblock
        if block is not None:
            yield block.start


def _hold_running():
    for part in _frozen_parts():
        if part.running() in frozen_in(part) and not part.yet_to_run <= frozen_in(part):
            with process.selected(part.os_thread):
                interrupt()


class FreezeCommand(commands.Command):
    """milliamp freeze [LOCAL…] [--where EXPRESSION]
Freeze threads of the current tile: those with the given local indices, such as 0,3, or those in
whose kernel the expression is true, or the selected one.

Frozen threads stay where they are while `milliamp continue`, `next`, `step` and `until` let the
others run. gdb's own commands do not know of them."""

    def __init__(self):
        super().__init__("milliamp freeze", gdb.COMMAND_RUNNING)

    def run(self, argument):
        commands.check_running()
        part, threads = _chosen(argument, "milliamp freeze")
        frozen = _frozen.setdefault(_key(part), set())
        frozen.update(threads)
        print("[%d of %d threads of tile %s are frozen]" % (
            len(frozen), part.count, show(part.tile())))


class ThawCommand(commands.Command):
    """milliamp thaw [LOCAL…] [--where EXPRESSION]
Thaw threads of the current tile, by default all."""

    def __init__(self):
        super().__init__("milliamp thaw", gdb.COMMAND_RUNNING)

    def run(self, argument):
        if not argument:
            _frozen.pop(_key(tiles.current_part()), None)
            return
        part, threads = _chosen(argument, "milliamp thaw")
        frozen_in(part).difference_update(threads)


def _chosen(argument, command):
    """The part and the threads that the arguments of a command name."""
    arguments = commands.Arguments(
        command, ("local", {"nargs": "*", "type": commands.coordinates}), ("--where", {}))
    given = arguments.parse(argument)
    part = tiles.current_part()
    if not part.is_tile:
        raise gdb.GdbError("The points of an untiled launch cannot be frozen.")
    for local in given.local:
        commands.check_rank(local, part.lengths(), "thread")
    threads = [part.number_of(local) for local in given.local]
    if given.where is not None:
        threads += evaluate.threads_where(part, given.where)
    elif not threads:
        threads = [evaluate.selection.number_in(part)]
    return part, threads


class ContinueCommand(commands.Command):
    """milliamp continue
Continue the program, except for the frozen threads."""

    def __init__(self):
        super().__init__("milliamp continue", gdb.COMMAND_RUNNING)

    def run(self, argument):
        commands.check_running()
        unwinder.leave()
        proceed()


def register():
    FreezeCommand()
    ThawCommand()
    ContinueCommand()
    gdb.events.exited.connect(lambda _: _frozen.clear())
