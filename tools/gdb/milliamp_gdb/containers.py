"""Elements of arrays, views and textures, by their extent, strides and address."""

import itertools
import re
import struct

import gdb

from . import process

SHAPED = re.compile(r"concurrency::(array|array_view)<|"
                    r"concurrency::graphics::(texture|texture_view|writeonly_texture_view)<")
COORDINATES = re.compile(r"concurrency::(index|extent|tiled_extent|details::coordinates)<")
TILED_INDEX = re.compile(r"concurrency::tiled_index<")
TEXTURE = re.compile(r"concurrency::graphics::\w*texture")


def bare(type):
    """The type without references, typedefs and qualifiers."""
    type = type.strip_typedefs()
    if type.code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        type = type.target().strip_typedefs()
    return type.unqualified().strip_typedefs()


def name_of(type):
    return bare(type).tag or ""


def referenced(value):
    if value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        return value.referenced_value()
    return value


def components(value):
    """The components of an index or an extent; those of the global index of a tiled_index."""
    value = referenced(value)
    if TILED_INDEX.match(name_of(value.type)):
        value = value["global"]
    array = value["component_"]
    low, high = array.type.range()
    return tuple(int(array[i]) for i in range(low, high + 1))


class Shape:
    """The elements of an array or a view."""

    def __init__(self, value):
        self.value = value = referenced(value)
        self.extent = components(value["extent"])
        self.rank = len(self.extent)
        self.data = value["memory_"]["data_"]
        strides = value["strides_"]
        self.strides = [int(strides["distance_"][d]) for d in range(self.rank - 1)] + [1]

    def offset(self, at):
        """How many elements precede this one in memory."""
        if len(at) != self.rank:
            raise gdb.GdbError("The container has rank %d, and the index %d components." % (
                self.rank, len(at)))
        if any(not 0 <= i < length for i, length in zip(at, self.extent)):
            raise gdb.GdbError("The index %s is outside of the extent %s." % (
                process.show(at), process.show(self.extent)))
        return sum(i * s for i, s in zip(at, self.strides))

    def element(self, at):
        return (self.data + self.offset(at)).dereference()

    def is_dense(self, d):
        """Whether the elements in dimensions d and above are adjacent."""
        distance = 1
        for i in range(self.rank - 1, d, -1):
            distance *= self.extent[i]
            if self.strides[i - 1] != distance:
                return False
        return True

    def type_of_part(self, element, d):
        """The type of an array of gdb with the dimensions d and above."""
        for length in reversed(self.extent[d:]):
            element = element.array(length - 1)
        return element

    def part(self, first):
        """All elements whose index begins with these components, as an array of gdb."""
        d = len(first)
        if d == self.rank:
            return self.element(first)
        element = self.data.type.target()
        type = self.type_of_part(element, d)
        if self.is_dense(d):
            begin = self.data + self.offset(tuple(first) + (0,) * (self.rank - d))
            return begin.cast(type.pointer()).dereference()
        # The rows of a section are not adjacent, but a row's elements are. The value is a copy.
        rows = (int(self.data + self.offset((*first, *row, 0)))
                for row in itertools.product(*map(range, self.extent[d:-1])))
        size = element.sizeof * self.extent[-1]
        return gdb.Value(b"".join(process.read(row, size) for row in rows), type)


class Texels(Shape):
    """The texels of the most detailed level of a texture."""

    def __init__(self, value):
        super().__init__(value)
        self.bits = int(self.value["bits_per_scalar_element"])
        self.texel = scalar = bare(bare(value.type).template_argument(0))
        self.channels = 1
        if (scalar.tag or "").startswith("concurrency::graphics::details::vector<"):
            self.channels = int(scalar.template_argument(1))
            scalar = bare(scalar.template_argument(0))
        self.scalar = (scalar.tag or scalar.name).rsplit("::", 1)[-1]

    def element(self, at):
        return self.part(at)

    def part(self, first):
        d = len(first)
        texels = itertools.product(*map(range, self.extent[d:]))
        return gdb.Value(b"".join(self._read((*first, *rest)) for rest in texels),
                         self.type_of_part(self.texel, d))

    def _read(self, at):
        """The bytes of a texel as the program reads it. In memory, its scalars may be smaller."""
        size = self.channels * self.bits // 8
        raw = process.read(int(self.data) + self.offset(at) * size, size)
        values = struct.unpack("<%d%s" % (self.channels, self._layout()), raw)
        if self.scalar in ("norm", "unorm"):
            most = (1 << (self.bits - (self.scalar == "norm"))) - 1
            values = [max(v / most, -1.0) for v in values]
        layout = {"double": "d", "int": "i", "unsigned int": "I"}.get(self.scalar, "f")
        return struct.pack("<%d%s" % (self.channels, layout), *values)

    def _layout(self):
        if self.scalar in ("float", "double"):
            return {16: "e", 32: "f", 64: "d"}[self.bits]
        layout = {8: "b", 16: "h", 32: "i"}[self.bits]
        return layout if self.scalar in ("int", "norm") else layout.upper()


def shape_of(value):
    if TEXTURE.match(name_of(value.type)):
        return Texels(referenced(value))
    return Shape(value)


def is_shaped(value):
    return SHAPED.match(name_of(value.type)) is not None
