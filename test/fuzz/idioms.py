"""All idioms, by what they are about."""

import collective_idioms
import cxx_idioms
import dependent_idioms
import end_idioms
import file_idioms
import layer_idioms
import library_idioms
import memory_idioms
import name_idioms
import node_idioms
import posix_idioms
import random_idioms
import stream_idioms
import thread_idioms
from idiom import ALL

__all__ = ["ALL", "collective_idioms", "cxx_idioms", "dependent_idioms", "end_idioms", "file_idioms", "layer_idioms",
           "library_idioms", "memory_idioms", "name_idioms", "node_idioms", "posix_idioms", "random_idioms",
           "stream_idioms", "thread_idioms"]  # fmt: skip
