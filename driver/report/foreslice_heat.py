"""When ranks waited for reads, and when which part of a file was read: shares by time, for maps."""

import collections

from foreslice_advice import size
from foreslice_html import HEAT_COLUMNS, MOST_HEAT_ROWS, heat

MOST_FILES = 3

# A read of a rank or a thread: times in s since the first one's begin; offset is None where nobody knows it.
Seen = collections.namedtuple("Seen", "who begin end waited offset bytes file")


def grid(rows):
    return [[0.0] * HEAT_COLUMNS for _ in range(max(rows, 1))]


def spread(row, begin, end, span, amount):
    """Adds amount to the columns that the time from begin to end is in, by their share of it."""
    scale = HEAT_COLUMNS / span
    first, last = min(int(begin * scale), HEAT_COLUMNS - 1), min(int(end * scale), HEAT_COLUMNS - 1)
    for column in range(first, last + 1):
        inside = min(end * scale, column + 1) - max(begin * scale, column)
        share = inside / ((end - begin) * scale) if end > begin else 1
        row[column] += amount * max(share, 0)


def ends(span):
    return "0 s", f"{span:.3g} s"


def by_rank(reads, span, noun="rank"):
    """The share of time that each rank waited for reads, over time."""
    who = sorted({read.who for read in reads})
    each = -(-len(who) // MOST_HEAT_ROWS)  # ranks a row
    rows = grid(-(-len(who) // each))
    place = {name: number // each for number, name in enumerate(who)}
    for read in reads:
        if read.waited:
            spread(rows[place[read.who]], read.begin, read.end, span, read.end - read.begin)
    column = span / HEAT_COLUMNS
    named = []
    for number, row in enumerate(rows):
        inside = who[number * each : (number + 1) * each]
        name = f"{noun} {inside[0]}" + (f" to {inside[-1]}" if len(inside) > 1 else "")
        named.append((name, [min(value / column / len(inside), 1) for value in row]))
    return heat(named, ends(span), "100 % of the time spent in reads that waited")


def busiest(reads):
    """The files of which the most was read."""
    read_bytes = collections.Counter()
    for read in reads:
        if read.offset is not None:
            read_bytes[read.file] += read.bytes
    # Beside the program's data, a file of /proc tells nothing.
    return [file for file, count in read_bytes.most_common(MOST_FILES) if count >= 0.01 * sum(read_bytes.values())]


def by_offset(reads, files, span):
    """Of each file: which part was read, over time."""
    return [(file, of_file([read for read in reads if read.file == file and read.offset is not None], span))
            for file in files]  # fmt: skip


def of_file(reads, span):
    end = max(read.offset + read.bytes for read in reads) or 1
    count = min(MOST_HEAT_ROWS, 16 if len(reads) < 1000 else 32)
    rows = grid(count)
    for read in reads:
        first, last = (min(at * count // end, count - 1) for at in (read.offset, read.offset + max(read.bytes, 1) - 1))
        for row in range(first, last + 1):
            spread(rows[row], read.begin, read.end, span, read.bytes / (last - first + 1))
    most = max(max(row) for row in rows) or 1
    named = [(f"from {size(number * end / count)}", [value / most for value in row])
             for number, row in enumerate(rows)]  # fmt: skip
    return heat(named, ends(span), f"{size(most)} read in {span / HEAT_COLUMNS:.2g} s")


def maps(reads, noun="rank"):
    """Pairs of a heading and a map."""
    files = busiest(reads)
    # What a library reads of the machine when the program starts is long before the data.
    reads = [read for read in reads if read.waited or read.offset is None or read.file in files]
    if not reads:
        return []
    begin = min(read.begin for read in reads)
    reads = [read._replace(begin=read.begin - begin, end=read.end - begin) for read in reads]
    span = max(read.end for read in reads) or 1e-9
    found = [(f"Waiting of each {noun} over time", by_rank(reads, span, noun))]
    found += [(f"Offsets over time: {file}", text) for file, text in by_offset(reads, files, span)]
    return found
