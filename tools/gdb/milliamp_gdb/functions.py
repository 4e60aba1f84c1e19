"""Functions for expressions and for the conditions of breakpoints."""

import gdb

from . import containers, evaluate, tiles


class At(gdb.Function):
    """$amp_at(A, I0, I1, …) or $amp_at(A, INDEX): the element of an array, a view or a texture."""

    def __init__(self):
        super().__init__("amp_at")

    def invoke(self, container, *at):
        if not containers.is_shaped(container):
            raise gdb.GdbError("$amp_at: the first argument is no array, view or texture.")
        if len(at) == 1 and at[0].type.strip_typedefs().code != gdb.TYPE_CODE_INT:
            at = containers.components(at[0])
        return containers.shape_of(container).element(tuple(int(i) for i in at))


class Coordinate(gdb.Function):
    """A component of an index of the current kernel thread; -1 outside of kernels."""

    def __init__(self, name, of):
        self.__doc__ = "$%s(D): component D of the %s." % (name, of)
        super().__init__(name)
        self.of = of

    def invoke(self, d=0):
        part = tiles.part_of(gdb.selected_thread())
        if part is None:
            return -1
        t = evaluate.selection.number_in(part)
        if t is None:
            return -1
        at = {"local index": part.local, "global index": part.global_index,
              "index of the tile": lambda _: part.tile()}[self.of](t)
        return at[int(d)] if int(d) < len(at) else -1


def register():
    At()
    Coordinate("amp_local", "local index")
    Coordinate("amp_global", "global index")
    Coordinate("amp_tile", "index of the tile")
