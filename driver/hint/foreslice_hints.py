"""Discloses which files a Python program will read, so that they are read ahead.

    import foreslice_hints
    foreslice_hints.files(["a.dat", "b.dat"])

As foreslice/hints.h: what is disclosed, the run time fetches in that order. The
functions do nothing where there is no run time. Any thread.
"""

import ctypes
import os

ALL = 2**64 - 1


class _Hint(ctypes.Structure):
    _fields_ = [("path", ctypes.c_char_p)] + [
        (name, ctypes.c_uint64) for name in ("begin", "bytes", "stride", "count")
    ]


_process = ctypes.CDLL(None, use_errno=True)


def _disclose(hints):
    disclose = getattr(_process, "foreslice_disclose", None)
    if disclose and disclose((_Hint * len(hints))(*hints), ctypes.c_size_t(len(hints))):
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))


def reads(path, begin=0, bytes=ALL, stride=0, count=1):
    """The program will read bytes of the file at begin, at begin + stride and so on, count
    times; without bytes, up to the end. Raises OSError with EINVAL for what is no hint, and
    with EAGAIN if too many hints wait."""
    _disclose([_Hint(os.fsencode(path), begin, bytes, stride, count)])


def files(paths):
    """The program will read all of these files, one after the other. As reads()."""
    _disclose([_Hint(os.fsencode(path), 0, ALL, 0, 1) for path in paths])


def cancel(path=None):
    """Takes back what was not fetched yet of the file, or of all files."""
    withdraw = getattr(_process, "foreslice_withdraw", None)
    if withdraw:
        withdraw(None if path is None else os.fsencode(path))
