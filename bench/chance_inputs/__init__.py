"""Inputs of the programs of `bench/chance`: what each kind of file has in it.

The files are the same in each run: all draws have a seed. Sizes are those of what is made,
near enough. Real data would be fetched; these formats are simple enough to be written here.
"""

import pathlib
import random
import shutil

from . import archives, documents, pictures, science, sounds, sources, texts  # these make the kinds known
from .common import KINDS


def write(folder, wanted, tree):
    """The files of a row in the folder. Each is {"kind", "size"} or {"own": a file of the package}; "count"
    makes as many of a name, with a number in it, and "times" repeats the package's own file."""
    for name, what in wanted.items():
        for i in range(what.get("count", 1)):
            place = pathlib.Path(folder, name.replace("#", f"{i:03}"))
            place.parent.mkdir(parents=True, exist_ok=True)
            if "own" in what:
                place.write_bytes(pathlib.Path(tree, what["own"]).read_bytes() * what.get("times", 1))
            elif "line" in what:
                place.write_text(what["line"])
            else:
                draw = random.Random(f"{name} {i}")
                place.write_bytes(KINDS[what["kind"]](what["size"], draw))
            shutil.copystat(__file__, place)
