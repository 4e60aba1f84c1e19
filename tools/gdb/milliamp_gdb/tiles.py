"""The parts of launches that the workers run, and the threads of a tile."""

import gdb

from . import frames, process, thread_status, unwinder
from .process import Kernel, Record, coordinates_of, number_of, read_as, show, word
from .thread_status import DONE, INTERRUPTED, NOT_STARTED, RUNNING, WAITING, ThreadStatus

PLAIN_CONTEXT_SIZE = 32

# The rounds of a tile on WARP; see src/engine/warp_tile.h.
RETURNING, INTERRUPTED_ROUND = 0, 5

POINTS, WARP_TILE, REF_TILE = range(3)

class Part:
    """The part of a launch that a worker runs."""

    kernel = None

    def __init__(self, worker):
        self.worker = worker

    @property
    def os_thread(self):
        return self.worker.os_thread

    def launch(self):
        """Where the parallel_for_each is, as frames.launch(); None if that has no line numbers."""
        key = self.kernel.address
        if key not in _launches:
            with unwinder.engine_frames():
                _launches[key] = frames.launch(self.kernel, _native_stacks())
        return _launches[key]


_launches = {}


def register():
    gdb.events.cont.connect(lambda _: _launches.clear())


def _native_stacks():
    """The newest frame of the own stack of each OS thread, which is selected meanwhile."""
    contexts = {p.os_thread.num: p.native_context() for p in all_parts()}
    for thread in gdb.selected_inferior().threads():
        with unwinder.presenting(thread, contexts.get(thread.num)) as newest:
            yield newest


class UntiledPart(Part):
    """Points of an untiled launch."""

    is_tile = False
    engine = ""

    def __init__(self, worker, record):
        super().__init__(worker)
        self.kernel = Kernel(record.kernel, False)
        self.begin, self.end, self.current = read_as("3q", record.span)

    def describe(self):
        return "extent %s" % show(self.kernel.extent)

    def title(self):
        return "points %d to %d" % (self.begin, self.end - 1)

    def local(self, t):
        return self.global_index(t)

    def tile(self):
        return ()

    def lengths(self):
        return self.kernel.extent

    def number_of(self, at):
        """The number of the thread with this index, or None."""
        t = number_of(at, self.lengths()) - self.global_number(0)
        return t if t in self.threads() else None

    def find_global(self, at):
        return self.number_of(at)

    def global_index(self, t):
        return coordinates_of(self.global_number(t), self.kernel.extent)


class Points(UntiledPart):
    """The points that run on one worker one after another. One of them is current."""

    def native_context(self):
        return None

    def threads(self):
        return range(self.begin, self.end)

    def global_number(self, t):
        return t

    def running(self):
        return self.current

    def context(self, t):
        return None

    def is_in_kernel(self, t):
        return t == self.current

    def state(self, t):
        if t == self.current:
            return RUNNING
        return DONE if t < self.current else NOT_STARTED

    def status(self, t):
        if t != self.current:
            return ThreadStatus(state=self.state(t))
        with unwinder.presenting(self.os_thread, None) as newest:
            return thread_status.status_of(newest, RUNNING)


class FiberPart(Part):
    """A part whose threads may have fibers: a tile, or points under a schedule with a policy."""

    engine = "REF"

    def read_fibers(self, address):
        self.record = Record(address, (
            "kind", "kernel", "threads", "coordinates", "contexts", "stacks", "stack_stride",
            "waiting", "on_native_stack", "is_on_fibers", "root", "round", "turn", "end",
            "running", "starter", "observer"))
        self.count = read_as("I", self.record.threads)[0]
        self._contexts = word(self.record.contexts)
        self._context_size = None
        self._running = None

    def threads(self):
        return range(self.count)

    def native_context(self):
        """The context of the worker's own stack while threads run on fibers; otherwise None."""
        if self.running_fiber() is None:
            return None
        if self.engine == "REF":
            return self.record.starter
        return self.context(read_as("I", self.record.root)[0])

    def context(self, t):
        """The saved registers of a suspended thread."""
        if self._context_size is None:
            self._context_size = process.Process().context_size
        if self._context_size == 0:
            raise gdb.GdbError(
                "This build of libmilliamp.so switches contexts with Boost.Context; gdb cannot"
                " read the registers of its suspended threads.")
        return self._contexts + t * self._context_size

    def has_fibers(self):
        """Whether each thread has a fiber; otherwise they run one after another."""
        return self.engine == "REF" or self.is_on_fibers

    def running_fiber(self):
        """The number of the fiber that runs; None if the worker's own stack does."""
        thread = gdb.selected_thread()
        if thread is not None and thread.num == self.os_thread.num and (
                not unwinder.is_presenting()):
            # Also within the condition of a breakpoint, where no frame may be selected.
            sp = int(gdb.newest_frame().read_register("rsp"))
        else:
            with unwinder.presenting(self.os_thread, None) as newest:
                sp = int(newest.read_register("rsp"))
        first = 0
        begin, end = read_as("QQ", self.record.stacks)
        for block in range(begin, end, 16):
            address, stacks = read_as("QQ", block)
            if address <= sp < address + stacks * self.record.stack_stride:
                return first + (sp - address) // self.record.stack_stride
            first += stacks
        return None

    @property
    def yet_to_run(self):
        """The threads that have yet to run in this round, without the running one."""
        if self.engine == "WARP" and self.round != INTERRUPTED_ROUND:
            return set(range(self.running() + 1, self.count))
        turn, end = word(self.record.turn), word(self.record.end)
        return set(read_as("%dI" % ((end - turn) // 4), turn))

    def running(self):
        """The number of the running thread. None if REF's own code runs, as after a divergence."""
        if self._running is None:
            self._running = self._find_running()
        return self._running

    def _find_running(self):
        fiber = self.running_fiber()
        if fiber is not None or self.engine == "REF":
            return fiber
        return read_as("I", self.record.root)[0] if self.is_on_fibers else self._on_native_stack()

    def _on_native_stack(self):
        return read_as("q", self.record.on_native_stack)[0]

    def is_in_kernel(self, t):
        """Whether the thread has entered the kernel and not left it."""
        if t == self.running():
            return self._running_is_in_kernel()
        if self.engine == "WARP" and not self.is_on_fibers:
            return False
        code = word(self.context(t) + 8)
        if code not in thread_status.is_idle:
            is_idle = self._is_idle(t, code)
            # With AddressSanitizer, all contexts are saved at one address.
            if self._context_size != PLAIN_CONTEXT_SIZE:
                return not is_idle
            thread_status.is_idle[code] = is_idle
        return not thread_status.is_idle[code]

    def _running_is_in_kernel(self):
        with unwinder.presenting(self.os_thread, None) as newest:
            return frames.is_in_kernel(newest)

    def _is_idle(self, t, code):
        if not frames.LIBRARY_FILE.search(gdb.solib_name(code) or ""):
            return False
        with unwinder.presenting(self.os_thread, self.context(t)) as newest:
            return not frames.is_in_kernel(newest)

    def state(self, t):
        if self.is_in_kernel(t):
            return RUNNING if t == self.running() else self.status(t).state
        if t == self.running():
            return DONE
        if self.engine == "REF" or self.round == INTERRUPTED_ROUND:
            return NOT_STARTED if t in self.yet_to_run else DONE
        if self.is_on_fibers and self.round == RETURNING:
            return DONE
        return NOT_STARTED if t > self.running() else DONE

    def suspended_at(self, t):
        """An address in the kernel at which the thread is suspended; 0 if it is not known."""
        code = word(self.context(t) + 8)
        if not frames.LIBRARY_FILE.search(gdb.solib_name(code) or ""):
            return code
        return word(word(self.record.waiting) + 8 * t) if self.record.waiting != 0 else 0

    def status(self, t):
        """Where the thread is."""
        if not self.is_in_kernel(t):
            return ThreadStatus(state=self.state(t))
        if t == self.running():
            with unwinder.presenting(self.os_thread, None) as newest:
                return thread_status.status_of(newest, RUNNING)
        context = self.context(t)
        code = self.suspended_at(t)
        if code in thread_status.known:
            return thread_status.known[code]
        with unwinder.presenting(self.os_thread, context) as newest:
            waits = any("tile_barrier::" in frames.name_of(f)
                        for f in thread_status.until_visible(newest))
            status = thread_status.status_of(newest, WAITING if waits else INTERRUPTED)
        if code != 0:
            thread_status.known[code] = status
        return status


class Tile(FiberPart):
    """A running tile of either engine."""

    is_tile = True

    def __init__(self, worker, address):
        super().__init__(worker)
        self.read_fibers(address)
        self.kernel = Kernel(word(self.record.kernel), True)
        self.coordinates = read_as("3i", self.record.coordinates)[3 - self.kernel.rank:]
        if self.record.kind == WARP_TILE:
            self.engine = "WARP"
            self.is_on_fibers = read_as("?", self.record.is_on_fibers)[0]
            self.round = read_as("B", self.record.round)[0]

    def describe(self):
        return "extent %s in tiles of %s, tile %s" % (
            show(self.kernel.extent), show(self.kernel.tile_extent), show(self.coordinates))

    def title(self):
        return show(self.coordinates)

    def tile(self):
        return self.coordinates

    def lengths(self):
        return self.kernel.tile_extent

    def local(self, t):
        return coordinates_of(t, self.kernel.tile_extent)

    def number_of(self, local):
        """The number of the thread with this local index."""
        return number_of(local, self.lengths())

    def find_global(self, at):
        """The number of the thread with this global index, or None."""
        lengths = self.lengths()
        if tuple(g // n for g, n in zip(at, lengths)) != self.tile():
            return None
        return self.number_of(tuple(g % n for g, n in zip(at, lengths)))

    def global_index(self, t):
        return tuple(tile * length + local for tile, length, local in
                     zip(self.coordinates, self.kernel.tile_extent, self.local(t)))

    def is_checked(self):
        """Whether the kernel is instrumented, so that REF sees its accesses."""
        block = gdb.block_for_pc(self.kernel.run)
        while block is not None and block.function is None:
            block = block.superblock
        return block is not None and "checked" in (block.function.linkage_name or "")


class PointGroup(UntiledPart, FiberPart):
    """Points that take turns on fibers, under a schedule with a policy."""

    engine = "REF"

    def __init__(self, worker, record):
        super().__init__(worker, record)
        self.read_fibers(record.fibers)

    def global_number(self, t):
        return self.begin + t


def all_parts():
    """The parts that workers run, with those of tiles in the order of their coordinates."""
    result = []
    for worker in process.Process().all_workers():
        part = _part(worker)
        if part is not None and part.os_thread is not None:
            result.append(part)
    return sorted(result, key=lambda p: (p.tile(), p.os_thread.num))


def _part(worker):
    if worker.part == 0:
        return None
    if word(worker.part) == POINTS:
        record = Record(worker.part, ("kind", "kernel", "span", "fibers"))
        return PointGroup(worker, record) if record.fibers != 0 else Points(worker, record)
    kernel = word(worker.part + 8)
    return Tile(worker, worker.part) if word(kernel) != 0 else None


def part_of(thread):
    """The part that an OS thread runs, or None."""
    if thread is None:
        return None
    for worker in process.Process().all_workers():
        if worker.part != 0 and worker.os_thread is not None and (
                worker.os_thread.num == thread.num):
            return _part(worker)
    return None


def current_part():
    """The part of the selected OS thread, or the first one."""
    part = part_of(gdb.selected_thread())
    if part is not None:
        return part
    parts = all_parts()
    if not parts:
        raise gdb.GdbError("No kernel is running.")
    return parts[0]


def find_part(coordinates):
    """The running tile at these coordinates, or the current part if they are None."""
    if coordinates is None:
        return current_part()
    for part in all_parts():
        if part.tile() == coordinates:
            return part
    raise gdb.GdbError("Tile %s is not running; `milliamp tiles` lists those that are."
                       % show(coordinates))
