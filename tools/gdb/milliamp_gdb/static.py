"""`milliamp static`: the tile_static variables of a tile."""

import re

import gdb

from . import commands, frames, process, tiles, unwinder


class StaticCommand(commands.Command):
    """milliamp static
Print the tile_static variables of the functions in which the threads of the current tile are.

A question mark stands for what no thread of the tile has written yet. REF knows this of a checked
program. Of a plain one it knows what it has filled a new tile's memory with: bytes of ones, which
the program may also have written. WARP does not know it."""

    def __init__(self):
        super().__init__("milliamp static", gdb.COMMAND_DATA)

    def run(self, argument):
        part = tiles.current_part()
        if not part.is_tile:
            raise gdb.GdbError("An untiled launch has no tile_static variables.")
        written = written_bytes(part)
        variables = _variables(part)
        for name, value in variables:
            print("%s = %s" % (name, show(value, written)))
        if not variables:
            print("gdb knows no tile_static variables of the functions that the tile's threads are in.")


def _variables(part):
    """The names and the values of the variables, in the order of the functions."""
    found = {}
    seen = set()
    for t in part.threads():
        if not part.is_in_kernel(t):
            continue
        context = None if t == part.running() else part.context(t)
        at = part.suspended_at(t) if context is not None else 0
        if at != 0 and at in seen:
            continue
        seen.add(at)
        with unwinder.presenting(part.os_thread, context) as newest:
            for frame in frames.kernel_frames(newest):
                for symbol, address in _variables_of(frame, part):
                    value = gdb.Value(address).cast(symbol.type.pointer()).dereference()
                    value.fetch_lazy()
                    found.setdefault(address, (symbol.name, value))
    return [found[address] for address in found]


def _variables_of(frame, part):
    """The variables of the frame's function, also those of inner blocks."""
    sal = frame.find_sal()
    if frame.function() is None or sal.symtab is None:
        return
    pc = frame.pc() if frame.level() == 0 else frame.pc() - 1
    outer = gdb.block_for_pc(pc)
    while outer.function is None or outer.function.name != frame.function().name:
        outer = outer.superblock
    blocks = {}
    for entry in sal.symtab.linetable():
        if outer.start <= entry.pc < outer.end:
            block = gdb.block_for_pc(entry.pc)
            while block is not None and block.start >= outer.start and block.end <= outer.end:
                blocks[block.start, block.end] = block
                block = block.superblock
    blocks[outer.start, outer.end] = outer
    for block in sorted(blocks.values(), key=lambda b: (b.start, -b.end)):
        for symbol in block:
            # Thread-local: computed, but not from registers.
            if symbol.is_variable and not symbol.needs_frame and (
                    symbol.addr_class == gdb.SYMBOL_LOC_COMPUTED):
                address = _address(symbol, part)
                if address is not None:
                    yield symbol, address


def _address(symbol, part):
    try:
        return int(symbol.value(gdb.selected_frame()).address)
    except gdb.error:
        pass
    # gdb finds no thread-local memory in a core dump. That of the executable begins at an address
    # which the dynamic thread vector has (the thread pointer is the pthread_t on x86-64).
    if gdb.solib_name(int(part.kernel.run)) is not None:
        return None
    text = gdb.execute("info address %s" % symbol.name, to_string=True)
    offset = re.search(r"at offset (0x[0-9a-f]+)", text)
    if offset is None:
        return None
    vector = process.word(part.worker.pthread + 8)
    return process.word(vector + 16) + int(offset[1], 16)


class Poison:
    """Bytes that are all ones count as not written."""

    def is_written(self, address, size):
        return any(byte != 0xFF for byte in process.read(address, size))


class Everything:
    def is_written(self, address, size):
        return True


class Shadow:
    """The shadow memory of a checked tile, by the debug information of the library."""

    def __init__(self, observer):
        checker = gdb.lookup_type("milliamp::detail::check::checker").pointer()
        shadow = gdb.Value(observer).cast(checker).dereference()["races_"]["tile_static_"]
        regions = shadow["regions_"]["_M_impl"]
        self.regions = []
        at = regions["_M_start"]
        while at != regions["_M_finish"]:
            self.regions.append((int(at["begin"]), int(at["size"]),
                                 int(at["written"]["_M_impl"]["_M_start"])))
            at += 1

    def is_written(self, address, size):
        for begin, length, written in self.regions:
            if begin <= address < begin + length:
                return any(process.read(written + (a - begin) // 4, 1)[0] & 1 << (a - begin) % 4
                           for a in range(address, address + size))
        return True


def written_bytes(part):
    """What is known about the bytes that the tile has written."""
    if part.engine == "WARP":
        return Everything()
    if part.is_checked():
        try:
            return Shadow(part.record.observer)
        except gdb.error:
            pass
    return Poison()


def show(value, written):
    """The value, with question marks for what has not been written."""
    type = value.type.strip_typedefs()
    address = int(value.address)
    if type.code == gdb.TYPE_CODE_ARRAY:
        low, high = type.range()
        shown = [show(value[i], written) for i in range(low, min(high, low + 199) + 1)]
        if len(set(shown)) == 1 and len(shown) > 8:
            return "{%s <repeats %d times>}" % (shown[0], len(shown))
        return "{%s%s}" % (", ".join(shown), "..." if high >= low + 200 else "")
    if not written.is_written(address, type.sizeof):
        return "?"
    return value.format_string()


def register():
    StaticCommand()
