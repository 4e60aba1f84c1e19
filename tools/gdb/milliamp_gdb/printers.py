"""Pretty printers for the classes of the library."""

import gdb
import gdb.printing

from . import containers
from .process import show


def or_optimized_out(to_string):
    """What gdb prints itself for a value that the compiler has not kept."""
    def safe(self):
        try:
            return to_string(self)
        except gdb.error as error:
            return "<optimized out>" if "optimized out" in str(error) else "<%s>" % error
    return safe


class CoordinatesPrinter:
    """index, extent: `(3,1)`."""

    def __init__(self, value):
        self.value = value

    @or_optimized_out
    def to_string(self):
        return show(containers.components(self.value))


class TiledExtentPrinter(CoordinatesPrinter):
    """tiled_extent: `(8,8) in tiles of (4,4)`."""

    @or_optimized_out
    def to_string(self):
        type = containers.bare(self.value.type)
        lengths = [int(type.template_argument(d)) for d in range(3)]
        return "%s in tiles of %s" % (super().to_string(), show([n for n in lengths if n != 0]))


class TiledIndexPrinter:
    """tiled_index: `global (5,6), local (1,2), tile (1,1)`."""

    def __init__(self, value):
        self.value = value

    @or_optimized_out
    def to_string(self):
        return ", ".join("%s %s" % (name, show(containers.components(self.value[name])))
                         for name in ("global", "local", "tile"))


class BarrierPrinter:
    def __init__(self, value):
        self.value = value

    @or_optimized_out
    def to_string(self):
        return "barrier of a tile"


class GridPrinter:
    """array, array_view, texture: the extent, and the elements by rows."""

    def __init__(self, value):
        self.value = value
        self.is_texture = containers.TEXTURE.match(containers.name_of(value.type)) is not None
        self.shape = None

    @or_optimized_out
    def to_string(self):
        self.shape = containers.shape_of(self.value)
        text = "extent %s" % show(self.shape.extent)
        if self.is_texture:
            text += ", %d bits per scalar element, mipmap levels: %d" % (
                self.shape.bits, int(self.value["mipmap_levels"]))
        return text

    def display_hint(self):
        return "array"

    def children(self):
        if self.shape is None:
            return ()
        return (("[%d]" % i, self.shape.part((i,))) for i in range(self.shape.extent[0]))


class VectorPrinter:
    """Short vectors: `(1, 2, 3, 4)`."""

    def __init__(self, value):
        self.value = value

    @or_optimized_out
    def to_string(self):
        count = int(containers.bare(self.value.type).template_argument(1))
        return "(%s)" % ", ".join(
            self.value[name].format_string() for name in "xyzw"[:count])


class NormPrinter:
    def __init__(self, value):
        self.value = value

    @or_optimized_out
    def to_string(self):
        return self.value["value_"].format_string()


class AcceleratorPrinter:
    """accelerator: its path and its description."""

    def __init__(self, value):
        self.value = value

    @or_optimized_out
    def to_string(self):
        path, description = (self.value[m].format_string()[2:-1].replace("\\\\", "\\")
                             for m in ("device_path", "description"))
        return "%s (%s)" % (path, description)


class AcceleratorViewPrinter:
    def __init__(self, value):
        self.value = value

    @or_optimized_out
    def to_string(self):
        return "view of " + self.value["accelerator"].referenced_value().format_string()


def register(objfile):
    printers = gdb.printing.RegexpCollectionPrettyPrinter("milliamp")
    for name, pattern, printer in (
            ("index", r"^concurrency::(index|extent)<.*>$", CoordinatesPrinter),
            ("tiled_extent", r"^concurrency::tiled_extent<.*>$", TiledExtentPrinter),
            ("tiled_index", r"^concurrency::tiled_index<.*>$", TiledIndexPrinter),
            ("tile_barrier", r"^concurrency::tile_barrier$", BarrierPrinter),
            ("array", r"^concurrency::(array|array_view)<.*>$", GridPrinter),
            ("texture", r"^concurrency::graphics::(writeonly_)?texture(_view)?<.*>$", GridPrinter),
            ("vector", r"^concurrency::graphics::details::vector<.*>$", VectorPrinter),
            ("norm", r"^concurrency::graphics::u?norm$", NormPrinter),
            ("accelerator", r"^concurrency::accelerator$", AcceleratorPrinter),
            ("accelerator_view", r"^concurrency::accelerator_view$", AcceleratorViewPrinter)):
        printers.add_printer(name, pattern, printer)
    gdb.printing.register_pretty_printer(objfile, printers, replace=True)
