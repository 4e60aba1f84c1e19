"""Lets gdb's `step` pass over the library's own functions, as over those without source lines: a
barrier, a subscript, the callbacks of checked code."""

import gdb


_is_registered = False


def register():
    global _is_registered
    if _is_registered:
        return
    _is_registered = True
    for functions in ("^concurrency::", "^milliamp::detail::", "^__tsan_"):
        gdb.execute("skip -rfu %s" % functions, to_string=True)
