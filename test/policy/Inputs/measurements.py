#!/usr/bin/env python3
"""Measurements of storage that nobody has: each read waits for 2000 us with one page ahead, for
500 us with four, and for 10 us from 16 on, if there is nothing computed; else all is ready. With
--old, two sensors are missing."""

import json
import sys

WAITS = {0: (2000, 500, 10, 10, 10), 5000: (10, 10, 10, 10, 10)}
SHARES = {0: (0.1, 0.2, 0.4, 0.5, 0.5), 5000: (0.3, 0.3, 0.3, 0.3, 0.3)}
LEADS = {0: (0.5, 1, 9, 30, 30), 5000: (8, 20, 40, 40, 40)}

runs = []
for compute, waits in WAITS.items():
    for amount, wait, share, lead in zip(("1", "4", "16", "64", "scheme"), waits, SHARES[compute], LEADS[compute]):
        seconds = 100 * (compute + wait + 50) * 1e-6
        runs.append({"readers": 1, "block": 65536, "compute_us": compute, "reads": 100, "amount": amount,
                     "seconds": seconds,
                     "sensors": {"server_time": wait, "read_time": wait + 50, "read_rate": 100 / seconds,
                                 "byte_rate": 6.5536 / seconds}})  # fmt: skip
        if "--old" not in sys.argv:
            runs[-1]["sensors"].update(queue_share=share, lead=lead)
print(json.dumps(runs))
