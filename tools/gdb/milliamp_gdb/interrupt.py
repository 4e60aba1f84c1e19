"""Suspends the running thread of a tile within its code."""

import struct

import gdb


def interrupt():
    """Makes the running thread of the selected OS thread call milliamp_debugger_interrupt() when
    the program continues: REF then lets the other threads of the round run first."""
    gdb.newest_frame().select()
    target = int(gdb.parse_and_eval("(unsigned long)&milliamp_debugger_interrupt"))
    pc = int(gdb.parse_and_eval("(unsigned long)$pc"))
    # Functions may use 128 bytes below the stack pointer.
    sp = int(gdb.parse_and_eval("(unsigned long)$rsp")) - 128 - 8
    gdb.selected_inferior().write_memory(sp, struct.pack("<Q", pc))
    gdb.execute("set var $rsp = %d" % sp)
    gdb.execute("set var $pc = %d" % target)
