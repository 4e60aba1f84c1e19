"""The addresses of a function, by line of the source.

Without optimization, GCC attributes no instruction to a line that consists of a barrier: the whole
barrier is code of an inlined function. gdb then knows no address of the line. The address is that
at which the inlined function begins, between the addresses of the lines before and after."""

import linecache
import re

import gdb

from . import frames

WAIT = re.compile(r"concurrency::tile_barrier::wait")


def has_wait(file, line, if_unknown):
    """Whether a line of the source calls a function that waits."""
    text = linecache.getline(file, line)
    return re.search(r"\bwait\w*\s*\(", text.split("//")[0]) is not None if text else if_unknown


class Lines:
    """The lines of a function that is not inlined."""

    def __init__(self, symtab, pc, name):
        """@param name the linkage name of the function, which contains pc"""
        self.name = name
        block = gdb.block_for_pc(pc)
        while block.function is None or block.function.linkage_name != name:
            block = block.superblock
        self.block = block
        self.entries = sorted((e.pc, e.line) for e in symtab.linetable()
                              if block.start <= e.pc < block.end and e.line != 0)
        self.barriers = dict(self._find_barriers(symtab.fullname()))
        self.entries = sorted(self.entries + [(pc, n) for n, pc in self.barriers.items()])

    def functions_at(self, pc):
        """The functions that contain an address, the innermost, which may be inlined, first."""
        block = gdb.block_for_pc(pc)
        while block is not None:
            if block.function is not None:
                yield block.function
                if block.function.linkage_name == self.name:
                    return
            block = block.superblock

    def users_functions_at(self, pc):
        """The same functions without the library's: the function to whose code a barrier belongs."""
        return [f for f in self.functions_at(pc) if not frames.LIBRARY.match(f.name)]

    def ranges_of(self, wanted):
        for (pc, line), (end, _) in zip(self.entries, self.entries[1:] + [(self.block.end, 0)]):
            if line == wanted:
                yield pc, end

    def _find_barriers(self, file):
        """The lines of barriers that have no address of their own, with the address."""
        architecture = gdb.selected_inferior().architecture()
        for (begin, line), (end, next_line) in zip(self.entries, self.entries[1:]):
            if next_line <= line + 1:
                continue
            candidates = [n for n in range(line + 1, next_line) if has_wait(file, n, True)]
            if not candidates or begin == end:
                continue
            if has_wait(file, line, False):
                candidates.insert(0, None)  # the line's own barrier
            previous = None
            for instruction in architecture.disassemble(begin, end - 1):
                block = self._barrier_at(instruction["addr"])
                if block is not None and block != previous and candidates:
                    found = candidates.pop(0)
                    if found is not None:
                        yield found, instruction["addr"]
                previous = block or previous

    def _barrier_at(self, pc):
        """The bounds of the inlined barrier that contains an address, or None."""
        block = gdb.block_for_pc(pc)
        while block is not None:
            if block.function is not None:
                if block.function.linkage_name == self.name:
                    return None
                if WAIT.match(block.function.name):
                    return block.start
            block = block.superblock
        return None


def outermost_function(pc):
    """The function at an address that is not inlined there: the one that begins a block of a
    file."""
    function = None
    block = gdb.block_for_pc(pc)
    while block is not None and not block.is_static and not block.is_global:
        if block.function is not None and (function is None or _is_inlined(inner, block)):
            function, inner = block.function, block
        block = block.superblock
    return function


def _is_inlined(inner, outer):
    """Whether the code of a function's block is part of the other one. (That of a lambda is not
    part of the function in which it is written.)"""
    return outer.start <= inner.start and inner.end <= outer.end


def locations_of(location):
    """The arguments of gdb's `break` for a location. If that is FILE:LINE or LINE, with a
    barrier for which gdb has no address, the result is the address of the barrier in each function
    into which the kernel is inlined."""
    addresses = sorted(_addresses_of_barrier(location))
    return ["*%#x" % address for address in addresses] or [location]


def _addresses_of_barrier(location):
    match = re.fullmatch(r"(?:.*:)?(\d+)", location)
    if match is None:
        return set()
    try:
        sals = gdb.decode_line(location)[1] or ()
    except gdb.error:
        return set()
    wanted = int(match[1])
    found = set()
    elsewhere = []
    for sal in sals:
        function = outermost_function(sal.pc) if sal.pc and sal.symtab else None
        if function is not None:
            found.add(Lines(sal.symtab, sal.pc, function.linkage_name).barriers.get(wanted))
            if sal.line != wanted and function.symtab == sal.symtab and function.line > wanted:
                elsewhere.append(function.name)
    if elsewhere and len(elsewhere) == len(sals):
        raise gdb.GdbError("The compiler has kept no address of line %d; the next one is that of"
                           " line %d, in %s." % (wanted, sals[0].line, elsewhere[0]))
    return found - {None}
