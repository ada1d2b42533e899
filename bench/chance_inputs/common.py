"""What all kinds of files share: words, and how a kind is known."""

import random

WORDS = [f"{random.Random(i).getrandbits(36):x}" for i in range(1000)]

# By name: make(size, draw) gives the bytes of a file.
KINDS = {}


def kind(make):
    KINDS[make.__name__] = make
    return make


def filled(size, part):
    """Texts of part(number, letters before), one after the other, until the size is reached."""
    out, length = [], 0
    while length < size:
        out.append(part(len(out), length))
        length += len(out[-1])
    return "".join(out)
