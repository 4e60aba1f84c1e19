"""`milliamp bt`: the call stacks of all threads of a tile, merged to a tree."""

import gdb

from . import commands, frames, tables, tiles, unwinder


class StacksCommand(commands.Command):
    """milliamp bt [--tile TILE]
Print the call stacks of all threads of the tile as a tree.

The launch is at the top, the innermost calls are at the right. Each line says how many threads
have called from there, and which."""

    def __init__(self):
        super().__init__("milliamp bt", gdb.COMMAND_STACK)

    def run(self, argument):
        arguments = commands.Arguments("milliamp bt", ("--tile", {"type": commands.coordinates}))
        part = tiles.find_part(arguments.parse(argument).tile)
        launch = part.launch()
        print("parallel_for_each over %s%s" % (
            part.describe(), " at %s:%d" % (launch.file, launch.line) if launch else ""))
        tree = Node()
        outside = {}
        for t in part.threads():
            if part.is_in_kernel(t):
                tree.add(_stack_of(part, t), t)
            else:
                outside.setdefault(part.state(t), []).append(t)
        tree.print(part, 1)
        for state, threads in outside.items():
            print("  %d %s  %s" % (len(threads), state, tables.ranges(part, threads)))


def _stack_of(part, t):
    """The locations of a thread's frames, outermost first."""
    context = None if t == part.running() else part.context(t)
    with unwinder.presenting(part.os_thread, context) as newest:
        stack = []
        for frame in frames.kernel_frames(newest):
            sal = frame.find_sal()
            file = sal.symtab.filename.rsplit("/", 1)[-1] if sal.symtab is not None else "?"
            stack.append("%s at %s:%d" % (frames.short_name_of(frame), file, sal.line))
        stack.reverse()
        return stack + [part.state(t)]


class Node:
    """The threads that have the same outer frames."""

    def __init__(self):
        self.threads = []
        self.inner = {}

    def add(self, stack, t):
        self.threads.append(t)
        if stack:
            self.inner.setdefault(stack[0], Node()).add(stack[1:], t)

    def print(self, part, depth):
        for text, node in self.inner.items():
            last = "" if node.inner else "  " + tables.ranges(part, node.threads)
            print("%s%d %s%s" % ("  " * depth, len(node.threads), text, last))
            node.print(part, depth + 1)


def register():
    StacksCommand()
