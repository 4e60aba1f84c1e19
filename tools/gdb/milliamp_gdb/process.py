"""The description that libmilliamp.so keeps for debuggers (src/engine/debugger.h), and what it
refers to. Everything is read from memory, by the layouts of that header, so that a library without
debug information and a core dump will do."""

import struct

import gdb

VERSION = 4


def read(address, size):
    return bytes(gdb.selected_inferior().read_memory(address, size))


def read_as(layout, address):
    """The values at an address, by a layout of the module struct."""
    return struct.unpack("<" + layout, read(address, struct.calcsize("<" + layout)))


def word(address):
    return read_as("Q", address)[0]


class Record:
    """An object all of whose members are words."""

    def __init__(self, address, names):
        self.address = address
        for name, value in zip(names, read_as("%dQ" % len(names), address)):
            setattr(self, name, value)


class Process(Record):
    def __init__(self):
        try:
            address = int(gdb.parse_and_eval("(unsigned long)&milliamp_debugger"))
            super().__init__(address, ("version", "context_size", "workers"))
        except gdb.error:
            raise gdb.GdbError("The program is not running, or does not use Milliamp.") from None
        if self.version not in (0, VERSION):
            raise gdb.GdbError(
                "libmilliamp.so has version %d of the description for debuggers, and these commands"
                " know version %d: load those that belong to the library."
                % (self.version, VERSION))

    def all_workers(self):
        address = self.workers
        while address != 0:
            worker = Worker(address)
            yield worker
            address = worker.next


class Worker(Record):
    """An OS thread that runs kernels."""

    def __init__(self, address):
        super().__init__(address, ("next", "pthread", "part"))

    @property
    def os_thread(self):
        return os_thread_of(self.pthread)


_os_threads = {}


def os_thread_of(pthread):
    """The OS thread, as gdb's object, by its pthread_t."""
    known = _os_threads.get(pthread)
    if known is not None and known.is_valid() and _pthread_of(known) == pthread:
        return known
    for thread in gdb.selected_inferior().threads():
        if _pthread_of(thread) == pthread:
            _os_threads[pthread] = thread
            return thread
    return None


def _pthread_of(thread):
    try:
        return struct.unpack("<Q", thread.handle()[:8])[0]
    except (gdb.error, NotImplementedError, struct.error):
        pass
    # A core dump: the thread pointer, which is the pthread_t on x86-64.
    with selected(thread):
        return int(gdb.parse_and_eval("(unsigned long)$fs_base"))


class selected:
    """Selects an OS thread, and afterwards the OS thread and the frame that were selected
    before."""

    def __init__(self, thread):
        self.thread = thread

    def __enter__(self):
        self.before = gdb.selected_thread()
        self.level = selected_level()
        self.switch(self.thread)

    def __exit__(self, *_):
        if self.before is not None and self.before.is_valid():
            self.switch(self.before)
            select_level(self.level)

    @staticmethod
    def switch(thread):
        if gdb.selected_thread().num != thread.num:
            thread.switch()


def selected_level():
    try:
        return gdb.selected_frame().level()
    except gdb.error:
        return 0


def select_level(level):
    """Selects the frame at a level of the selected OS thread."""
    try:
        frame = gdb.newest_frame()
        while frame is not None and frame.level() < level:
            frame = frame.older()
        if frame is not None:
            frame.select()
    except gdb.error:
        pass


class Kernel:
    """The kernel of a launch: tiled_kernel or untiled_kernel (milliamp/detail/launch.h)."""

    def __init__(self, address, is_tiled):
        self.address = address
        self.function, self.size, self.run = read_as("3Q", address)
        if is_tiled:
            values = read_as("i3i3i", address + 40)
            self.rank = values[0]
            self.extent = values[4 - self.rank:4]
            self.tile_extent = values[7 - self.rank:7]
        else:
            self.rank = read_as("i", address + 32)[0]
            self.extent = read_as("%di" % self.rank, word(address + 40))
            self.tile_extent = None


def coordinates_of(number, lengths):
    """The coordinates of an element of a grid, by its number in row-major order."""
    result = []
    for length in reversed(lengths):
        result.append(number % length)
        number //= length
    return tuple(reversed(result))


def number_of(coordinates, lengths):
    number = 0
    for c, length in zip(coordinates, lengths):
        number = number * length + c
    return number


def show(coordinates):
    return "(%s)" % ",".join(map(str, coordinates))
