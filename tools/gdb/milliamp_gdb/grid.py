"""`milliamp print`: an expression in every thread of a tile."""

import math

import gdb

from . import commands, containers, evaluate, tiles
from .process import show


class PrintCommand(commands.Command):
    """milliamp print EXPRESSION
Evaluate an expression in every thread of the current tile, and print the values as a grid of the
tile's shape. Of an untiled launch, the points that take turns under schedules such as interleave.

The expression is evaluated in the innermost frame of each thread's own code. A dot stands for a
thread that is not in the kernel, a question mark for one in which there is no such variable, or
whose compiler has not kept it."""

    def __init__(self):
        super().__init__("milliamp print", gdb.COMMAND_DATA, gdb.COMPLETE_EXPRESSION)

    def run(self, argument):
        if not argument:
            raise gdb.GdbError("milliamp print: an expression is missing")
        part = tiles.current_part()
        if isinstance(part, tiles.Points):
            print(_text(part, part.running(), argument))
            return
        cells = [_text(part, t, argument) for t in part.threads()]
        if all(c in ("?", ".") for c in cells):
            # Says why.
            evaluate.in_thread(part, part.running(), argument)
        if len(cells) == math.prod(part.lengths()):
            _print_grid(cells, part.lengths())
        else:
            _print_rows(cells, part)


def _text(part, t, expression):
    if not part.is_in_kernel(t):
        return "."
    try:
        value = evaluate.in_thread(part, t, expression)
    except gdb.error:
        return "?"
    if value is None or value.is_optimized_out:
        return "?"
    # format_string() would add the address that a reference refers to.
    return containers.referenced(value).format_string(max_elements=16).replace("\n", " ")


def _print_rows(cells, part):
    """Prints the values of points that are not the whole domain, with the index of each row's
    first."""
    columns = 16
    width = max(map(len, cells))
    begins = range(0, len(cells), columns)
    margin = max(len(show(part.local(t))) for t in begins)
    for t in begins:
        print(" ".join([show(part.local(t)).ljust(margin)] +
                       [c.rjust(width) for c in cells[t:t + columns]]))


def _print_grid(cells, lengths):
    """Prints cells in row-major order; the planes of three dimensions one after another."""
    columns = lengths[-1]
    rows = lengths[-2] if len(lengths) > 1 else 1
    width = max(len(c) for c in cells + [str(columns - 1)])
    margin = len(str(rows - 1)) if len(lengths) > 1 else 0
    for plane in range(len(cells) // (rows * columns)):
        if len(lengths) > 2:
            print("plane %d" % plane)
        print(" ".join([" " * margin] + [str(c).rjust(width) for c in range(columns)]).rstrip())
        for row in range(rows):
            begin = (plane * rows + row) * columns
            label = str(row).rjust(margin) if len(lengths) > 1 else ""
            print(" ".join([label] + [c.rjust(width) for c in cells[begin:begin + columns]]))


def register():
    PrintCommand()
