"""The layers of a source tree, as the table in its README.md lists them: lowest first."""

import pathlib
import re
import sys


def read_layers(src: pathlib.Path) -> list[str]:
    """Returns the names in the first column of the table below the heading "Layers"."""
    readme = src / "README.md"
    section = re.search(r"^## Layers\n(.*?)(?=^## |\Z)", readme.read_text(), re.M | re.S)
    layers = re.findall(r"^\| `(\w+)` \|", section[1], re.M) if section else []
    if not layers:
        sys.exit(f"{readme}: there is no table of layers below a heading '## Layers'")
    return layers
