"""Which frames belong to a kernel, to the library and to the program."""

import collections
import re

import gdb

from . import unwinder

CALLER = re.compile(r"milliamp::detail::(un)?tiled_caller(\[abi:\w+\])?<")
LIBRARY = re.compile(r"(milliamp::detail|concurrency|tbb)::|milliamp_|__tsan_|__ubsan_")
LIBRARY_FILE = re.compile(r"/lib(milliamp|tbb)\.so[^/]*$")
SYSTEM_FILE = re.compile(r"/(usr/)?lib")
LAUNCH = re.compile(r"concurrency::parallel_for_each(\[abi:\w+\])?<")

def name_of(frame):
    try:
        return frame.name() or ""
    except (gdb.error, UnicodeDecodeError):
        return ""


LAMBDA = re.compile(r"(?:^(.*?)(?:\(.*?\))?::)?(?:\{lambda.*\}(?:#\d+)?::|<lambda.*>::|\$_\d+::|^)"
                    r"operator\(\).*$")


def short_name_of(frame):
    """The function's name in tables: `main::(lambda)` as in the reports."""
    # Clang's functions for restrict(amp) have a tag in their names.
    name = name_of(frame).replace("[abi:amp]", "")
    match = LAMBDA.match(name)
    if match is not None:
        return (match[1] + "::" if match[1] else "") + "(lambda)"
    return re.sub(r"(?<!operator)\([^()]*\)( const)?$", "", name)


def is_caller(frame, is_below_own_code=False):
    """Whether the frame is that of the function that calls the kernel. Optimized code may jump from
    there to the kernel; then the frame below the kernel is one of the library."""
    return CALLER.match(name_of(frame)) is not None or (
        is_below_own_code and is_in_library_file(frame))


def is_in_library_file(frame):
    return LIBRARY_FILE.search(gdb.solib_name(frame.pc()) or "") is not None


def is_own_code(frame):
    """Whether the frame is in the program, and neither in this library nor in the system's."""
    return not is_library(frame) and not SYSTEM_FILE.match(gdb.solib_name(frame.pc()) or "")


def is_library(frame):
    name = name_of(frame)
    if LIBRARY.match(name):
        return True
    return is_in_library_file(frame)


def older(frame):
    try:
        return frame.older()
    except gdb.error:
        return None


def all_from(frame):
    while frame is not None:
        yield frame
        frame = older(frame)


def kernel_frames(first):
    """The frames of a kernel thread from the innermost to the kernel, without the library's. Empty
    if the call stack contains no kernel."""
    visible = []
    is_below_own_code = False
    for frame in all_from(first):
        if is_caller(frame, is_below_own_code):
            return visible
        is_below_own_code = is_below_own_code or is_own_code(frame)
        if not is_library(frame):
            visible.append(frame)
    return []


def innermost(first):
    """The innermost frame of the program's own code in a kernel thread, or None."""
    visible = kernel_frames(first)
    for frame in visible:
        if not SYSTEM_FILE.match(gdb.solib_name(frame.pc()) or ""):
            return frame
    return visible[0] if visible else None


def is_in_kernel(first):
    return caller_of_kernel(first) is not None


def caller_of_kernel(first):
    """The frame of the library's function that has called the kernel, or None."""
    is_below_own_code = False
    for frame in all_from(first):
        if is_caller(frame, is_below_own_code):
            return frame
        is_below_own_code = is_below_own_code or is_own_code(frame)
    return None


def real_frame(frame):
    """The frame of the function into which the frame's function is inlined."""
    while frame.type() == gdb.INLINE_FRAME:
        frame = frame.older()
    return frame


def caller_stack(frame):
    """The stack pointer of the frame's caller, which identifies the activation."""
    older = real_frame(frame).older()
    return int(older.read_register("rsp")) if older is not None else 1 << 64


Launch = collections.namedtuple("Launch", "file line registers")


def launch(kernel, stacks):
    """The frame that has called parallel_for_each: its place and its registers.

    @param stacks the newest frames of the OS threads' own stacks, made one after another"""
    for newest in stacks:
        inside = False
        for frame in all_from(newest):
            if LAUNCH.match(name_of(frame)):
                inside = True
            elif inside and not is_library(frame):
                # The launch is that of this kernel if its description is on this stack.
                if int(newest.read_register("rsp")) <= kernel.address < caller_stack(frame):
                    sal = frame.find_sal()
                    if sal.symtab is not None:
                        return Launch(sal.symtab.filename, sal.line,
                                      unwinder.registers_of(frame))
                inside = False
    return None
