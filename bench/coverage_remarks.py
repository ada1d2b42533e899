"""What the compiler says of the reads of a source, for `bench/coverage` and `bench/chance`."""

import re

REMARK = re.compile(
    r"^(?P<place>\S+:\d+:\d+): remark: (?:"
    r"(?P<sliced>\S+) is prefetched by|"
    r"(?P<refused>\S+) is not prefetched: (?P<why>.*?); .* \[-R|"
    r"no prefetch slice: (?P<pointer>\S+) is called through a pointer)")
# Classes of refusals, by what the remark says; the first that fits counts.
CLASSES = (
    ("called through a pointer", "called through a pointer"),
    ("no loop", "in no loop"),
    ("whether a loop goes on", "end of a loop"),
    ("calls itself", "recursion"),
    ("reads in the same loop", "dependent read"),
    ("opened or closed", "open or close in the loop"),
    ("view is changed", "view in the loop"),
    ("data representation", "data representation"),
    ("received message", "message"),
    ("random number|the time|input of the program|the environment",
     "time, chance, input"),
    ("may change memory|changes memory|changes, and how much|changes other than"
     "|cannot be looked into", "call out of sight"),
    ("through a function pointer", "function pointer"),
    ("cannot keep a copy", "memory it cannot copy"),
    ("earlier access transferred", "count of a transfer"),
    ("cannot be handed over|only through a pointer", "value before the loop"),
    ("too large|private copies", "too large"),
    ("volatile|atomic|thread-local|inline assembly", "volatile or atomic"),
    ("", "other"),
)


def parse_reads(said):
    """By place in the source: (call, class of refusal or None, reason)."""
    reads = {}
    for line in said.splitlines():
        found = REMARK.match(line)
        if not found:
            continue
        call = found["sliced"] or found["refused"] or found["pointer"]
        why = found["why"] or ("called through a pointer" if found["pointer"]
                               else None)
        kind = why and next(name for pattern, name in CLASSES
                            if re.search(pattern, why))
        # A template has its reads once for each of its instances.
        if found["place"] not in reads or not why:
            reads[found["place"]] = (call, kind, why)
    return reads
