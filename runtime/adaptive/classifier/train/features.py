"""Features of a window of accesses, as runtime/adaptive/classifier/Features.cpp computes them.

A window is a list of (offset, bytes, is_write). Each feature is from 0 to 1, whatever the
number of accesses, and whatever their sizes and distances.
"""

from collections import Counter

LONGEST_ROW = 4  # accesses of a row of a 2-d pattern

NAMES = (
    "reads of the accesses",
    "bytes that are read, of all bytes",
    "writes of what was read in the window, of the writes",
    "changes from reads to writes and back",
    "accesses that begin where the one before ends",
    "the most frequent distance from begin to begin",
    "the most frequent distance from end to begin",
    "the two most frequent distances from begin to begin",
    "the two most frequent distances from end to begin",
    "distances from begin to begin that are as the one before",
    "distances from end to begin that are as the one before",
    "distances from begin to begin that come again in the best period",
    "distances from end to begin that come again in the best period",
    "different distances from begin to begin",
    "different sizes",
    "the most frequent size",
    "variation of the sizes",
    "distances that go forward",
    "mean distance from end to begin, against the mean size",
    "the second most frequent distance from begin to begin",
)


def ratio(part, whole):
    return part / whole if whole else 0.0


def counts(values):
    """How often the two most frequent values come, and how many different ones there are."""
    most = [count for _, count in Counter(values).most_common(2)] + [0, 0]
    return most[0], most[1], len(set(values))


def again(lists, period):
    """Of the values that have one so far before them, those that are the same."""
    pairs = [(now, before) for values in lists for now, before in zip(values[period:], values)]
    return ratio(sum(now == before for now, before in pairs), len(pairs))


def features(window):
    reads = [access for access in window if not access[2]]
    bytes_all = sum(size for _, size, _ in window)
    updates = 0
    places = ([], [])  # of reads, and of writes that update nothing
    seen = []
    for offset, size, is_write in window:
        if is_write and any(offset < o + s and o < offset + size for o, s in seen):
            updates += 1
            continue
        places[is_write].append((offset, size))
        if not is_write:
            seen.append((offset, size))
    steps = [[now[0] - before[0] for before, now in zip(p, p[1:])] for p in places]
    gaps = [[now[0] - before[0] - before[1] for before, now in zip(p, p[1:])] for p in places]
    all_steps, all_gaps = steps[0] + steps[1], gaps[0] + gaps[1]
    number = len(all_steps)
    step1, step2, step_kinds = counts(all_steps)
    gap1, gap2, _ = counts(all_gaps)
    sizes = [size for _, size, _ in window]
    size1, _, size_kinds = counts(sizes)
    mean = bytes_all / len(window)
    deviation = (sum((size - mean) ** 2 for size in sizes) / len(window)) ** 0.5
    mean_gap = ratio(sum(map(abs, all_gaps)), number)
    periods = range(2, LONGEST_ROW + 1)
    return [
        ratio(len(reads), len(window)),
        ratio(sum(size for _, size, _ in reads), bytes_all),
        ratio(updates, len(window) - len(reads)),
        ratio(sum(a[2] != b[2] for a, b in zip(window, window[1:])), len(window) - 1),
        ratio(all_gaps.count(0), number),
        ratio(step1, number),
        ratio(gap1, number),
        ratio(step1 + step2, number),
        ratio(gap1 + gap2, number),
        again(steps, 1),
        again(gaps, 1),
        max(again(steps, period) for period in periods),
        max(again(gaps, period) for period in periods),
        ratio(step_kinds, number),
        ratio(size_kinds, len(window)),
        ratio(size1, len(window)),
        min(ratio(deviation, mean), 1.0),
        ratio(sum(step > 0 for step in all_steps), number),
        ratio(mean_gap, mean_gap + mean),
        ratio(step2, number),
    ]
