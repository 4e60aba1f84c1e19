"""Suspends the running thread of a tile within its code."""

import struct

import gdb


def interrupt():
    """Makes the running thread of the selected OS thread call milliamp_debugger_interrupt() when
    the program continues: the engine then lets the other threads of the round run first."""
    gdb.newest_frame().select()
    target = int(gdb.parse_and_eval("(unsigned long)&milliamp_debugger_interrupt"))
    pc = int(gdb.parse_and_eval("(unsigned long)$pc"))
    # Functions may use 128 bytes below the stack pointer.
    sp = int(gdb.parse_and_eval("(unsigned long)$rsp")) - 128 - 8
    gdb.selected_inferior().write_memory(sp, struct.pack("<Q", pc))
    for register, value in (("rsp", sp), ("pc", target)):
        # When a register has changed, another frame may be selected: optimized code has frames that
        # gdb identifies by the stack pointer.
        gdb.newest_frame().select()
        gdb.execute("set var $%s = %d" % (register, value))
