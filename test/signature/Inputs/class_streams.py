"""The network's classes against those of generated streams.

    class_streams.py write ROOT SEED NUMBER TRACE    a trace of so many windows, each of a file
    class_streams.py check ROOT SEED NUMBER CLASSES  what foreslice-signature --classes says of them
"""

import re
import sys

command, root, seed, number, path = sys.argv[1:]
sys.path.insert(0, root + "/runtime/adaptive/classifier/train")
import streams  # noqa: E402
from traces import Trace  # noqa: E402

windows = list(streams.windows(int(seed), int(number)))
if command == "write":
    trace = Trace()
    for i, (window, _) in enumerate(windows):
        for offset, size, is_write in window:
            trace.access("write" if is_write else "read", f"/{i:05}", offset, size)
    trace.save(path)
    sys.exit()

with open(path) as file:
    found = re.findall(r"1 window: (.*), (\S*)$", file.read(), re.M)
assert len(found) == len(windows), (len(found), len(windows))
right = sum(text == ", ".join(classes) for (text, _), (_, classes) in zip(found, windows))
print(f"{right} of {len(windows)} windows")
assert right >= 0.97 * len(windows)
