"""What the commands share: the prefix `milliamp`, arguments, tables."""

import argparse

import gdb


class Prefix(gdb.Command):
    """Show and control the kernel threads of a program that uses Milliamp."""

    def __init__(self):
        super().__init__("milliamp", gdb.COMMAND_USER, gdb.COMPLETE_NONE, True)


class SetPrefix(gdb.Command):
    """Set how kernel threads are shown."""

    def __init__(self):
        super().__init__("set milliamp", gdb.COMMAND_STACK, gdb.COMPLETE_NONE, True)


class ShowPrefix(gdb.Command):
    """Show the settings of Milliamp's commands."""

    def __init__(self):
        super().__init__("show milliamp", gdb.COMMAND_STACK, gdb.COMPLETE_NONE, True)

    def invoke(self, argument, from_tty):
        gdb.execute("show milliamp all-frames")


class Command(gdb.Command):
    """A command whose errors are errors of gdb, without a stack trace of Python."""

    def invoke(self, argument, from_tty):
        try:
            self.run(argument)
        except gdb.error as error:
            raise gdb.GdbError(str(error)) from None


def register():
    Prefix()
    SetPrefix()
    ShowPrefix()


class Arguments(argparse.ArgumentParser):
    """The arguments of a command. Mistakes become errors of gdb."""

    def __init__(self, command, *positional):
        super().__init__(prog=command, add_help=False)
        for name, options in positional:
            self.add_argument(name, **options)

    def error(self, message):
        raise gdb.GdbError("%s: %s; see `help %s`" % (self.prog, message, self.prog))

    def parse(self, text):
        return self.parse_args(gdb.string_to_argv(text))


def coordinates(text):
    """`3,5` as a tuple."""
    try:
        return tuple(int(c) for c in text.strip("()").split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            "'%s' is not a list of coordinates such as 3,5" % text) from None


def check_rank(given, lengths, what):
    if len(given) != len(lengths) or any(not 0 <= g < n for g, n in zip(given, lengths)):
        raise gdb.GdbError("There is no %s %s: the lengths are %s." % (
            what, ",".join(map(str, given)), ",".join(map(str, lengths))))


def check_running():
    """For commands that continue the program."""
    if gdb.selected_inferior().connection is not None and (
            gdb.selected_inferior().connection.type == "core"):
        raise gdb.GdbError("A core dump cannot be continued.")


def print_table(header, rows):
    """Prints rows of text in columns."""
    widths = [max(len(row[i]) for row in [header] + rows) for i in range(len(header))]
    for row in [header] + rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
