"""`milliamp until`: runs all threads of a tile to one place.

The threads of a tile take turns on one OS thread. One that gets to the place is suspended there: it
is made to call milliamp_debugger_interrupt(), in which the engine lets the others run first."""

import gdb

from . import commands, freeze, tiles, unwinder
from .interrupt import interrupt
from .lines import locations_of
from .process import show


class Arrival(gdb.Breakpoint):
    """A hidden breakpoint for all threads of a tile."""

    def __init__(self, location, part):
        super().__init__(location, internal=True)
        self.silent = True
        self.os_thread = part.os_thread.num
        self.kernel = part.kernel.address
        self.tile = part.tile()
        self.was_hit = False
        self.is_next_tile = False

    def stop(self):
        thread = gdb.selected_thread()
        part = tiles.part_of(thread) if thread.num == self.os_thread else None
        self.was_hit = part is not None and (
            part.kernel.address == self.kernel and part.tile() == self.tile)
        # An OS thread runs one tile after another.
        self.is_next_tile = part is not None and not self.was_hit
        return part is not None


class UntilCommand(commands.Command):
    """milliamp until LOCATION
Run all threads of the current tile to a place, such as FILE:LINE.

A thread that gets there is suspended there, in the state `interrupted`, until all others have got
there, wait at a barrier, or have returned. If the tile ends before, the first thread of the OS
thread's next tile that gets there stops."""

    def __init__(self):
        super().__init__("milliamp until", gdb.COMMAND_RUNNING, gdb.COMPLETE_LOCATION)

    def run(self, argument):
        commands.check_running()
        part = tiles.current_part()
        if not part.is_tile:
            raise gdb.GdbError("milliamp until is for the threads of a tile. For a point, use until or advance.")
        if not argument:
            raise gdb.GdbError("milliamp until: a location is missing")
        locations = locations_of(argument)
        unwinder.leave()
        points = [Arrival(location, part) for location in locations]
        try:
            if any(point.pending for point in points):
                raise gdb.GdbError("milliamp until: the program has no place '%s'" % argument)
            arrived = _gather(points)
        finally:
            for point in points:
                if point.is_valid():
                    point.delete()
        if arrived is None:
            return
        gdb.execute("milliamp thread")
        print("[%d of %d threads of tile %s are here]" % (
            len(arrived), part.count, show(part.tile())))


def _gather(points):
    """Continues until all threads that get to a breakpoint are there. Returns their numbers."""
    arrived = set()
    while True:
        for point in points:
            point.was_hit = False
        if not freeze.proceed():
            return None
        if gdb.selected_thread() is None or not gdb.selected_thread().is_valid():
            print("The program has ended.")
            return None
        if any(point.is_next_tile for point in points):
            gdb.execute("milliamp thread")
            print("[the tile has ended; this is the next one]")
            return None
        if not any(point.was_hit for point in points):
            print("[stopped before all threads got there]")
            return None
        part = tiles.part_of(gdb.selected_thread())
        arrived.add(part.running())
        if part.yet_to_run <= arrived | freeze.frozen_in(part):
            return arrived
        interrupt()


def register():
    UntilCommand()
