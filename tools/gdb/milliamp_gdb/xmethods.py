"""Subscripts in gdb's expressions: `t.local[0]`, `data[i]`, `data[3][4]`. The compiler inlines these
operators, so that gdb finds no function to call. (gdb has no operator(): see $amp_at.)"""

import gdb
import gdb.xmethod

from . import containers


class Worker(gdb.xmethod.XMethodWorker):
    def __init__(self, argument, result, compute):
        self.argument = argument
        self.result = result
        self.compute = compute

    def get_arg_types(self):
        return self.argument

    def get_result_type(self, *_):
        # For `&&` and the like, which evaluate no operand to learn its type. The length of an array
        # does not matter there.
        return self.result

    def __call__(self, object, argument):
        # gdb passes a pointer to the object.
        if object.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
            object = object.dereference()
        return self.compute(object, argument)


class Method(gdb.xmethod.XMethod):
    def __init__(self):
        super().__init__("operator[]")


class Matcher(gdb.xmethod.XMethodMatcher):
    def __init__(self):
        super().__init__("milliamp")
        self.methods = [Method()]

    def match(self, class_type, name):
        if name != "operator[]" or not self.methods[0].enabled:
            return None
        class_name = containers.name_of(class_type)
        number = gdb.lookup_type("int")
        if containers.COORDINATES.match(class_name):
            return Worker(number, number, lambda object, i: object["component_"][int(i)])
        if not containers.SHAPED.match(class_name):
            return None
        element = containers.bare(class_type).template_argument(0)
        rank = int(containers.bare(class_type).template_argument(1))
        row = element
        for _ in range(rank - 1):
            row = row.array(0)
        workers = []
        if rank == 1 or not containers.TEXTURE.match(class_name):
            workers.append(Worker(number, row, lambda object, i: containers.shape_of(object).part(
                (int(i),))))
        try:
            index = gdb.lookup_type("concurrency::index<%d>" % rank)
        except gdb.error:
            return workers
        return workers + [
            Worker(type, element,
                   lambda object, i: containers.shape_of(object).part(containers.components(i)))
            for type in [index] + tiled_indices()]


def tiled_indices():
    """The tiled indices among the variables of the selected frame. gdb converts none to an index."""
    found = {}
    try:
        block = gdb.selected_frame().block()
    except (gdb.error, RuntimeError):
        return []
    while block is not None and not block.is_static and not block.is_global:
        for symbol in block:
            if symbol.type is not None and containers.TILED_INDEX.match(
                    containers.name_of(symbol.type)):
                found[containers.name_of(symbol.type)] = containers.bare(symbol.type)
        block = block.superblock
    return list(found.values())


def register(objfile):
    gdb.xmethod.register_xmethod_matcher(objfile, Matcher(), replace=True)
