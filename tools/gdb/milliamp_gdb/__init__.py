"""gdb's view of C++ AMP kernels. libmilliamp.so.*-gdb.py, beside the library, calls register()."""

from . import (backtrace, commands, findings, freeze, functions, grid, navigation, printers, skips,
               stacks, static, stepping, tables, thread, tiles, until, unwinder, xmethods)


def register(objfile):
    """Adds the commands, the unwinder and the frame filter."""
    for module in (commands, unwinder, backtrace, tiles, tables, thread, stacks, grid,
                   functions, static, stepping, until, freeze, findings, navigation, skips):
        module.register()
    printers.register(objfile)
    xmethods.register(objfile)
