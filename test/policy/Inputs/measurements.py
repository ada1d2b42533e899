#!/usr/bin/env python3
"""Measurements of storage that nobody has: each read waits for 2000 us with one page ahead, for
500 us with four, and for 10 us from 16 on, if there is nothing computed; else all is ready."""

import json

runs = []
for compute, waits in ((0, (2000, 500, 10, 10, 10)), (5000, (10, 10, 10, 10, 10))):
    for amount, wait in zip(("1", "4", "16", "64", "scheme"), waits):
        seconds = 100 * (compute + wait + 50) * 1e-6
        runs.append({"readers": 1, "block": 65536, "compute_us": compute, "reads": 100, "amount": amount,
                     "seconds": seconds,
                     "sensors": {"server_time": wait, "read_time": wait + 50, "read_rate": 100 / seconds,
                                 "byte_rate": 6.5536 / seconds}})  # fmt: skip
print(json.dumps(runs))
