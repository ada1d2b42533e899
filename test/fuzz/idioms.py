"""All idioms, by what they are about."""

import cxx_idioms
import dependent_idioms
import file_idioms
import memory_idioms
from idiom import ALL

__all__ = ["ALL", "cxx_idioms", "dependent_idioms", "file_idioms", "memory_idioms"]
