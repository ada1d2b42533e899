#!/usr/bin/env python3
"""The datasets of stats.json: check_datasets.py SCHEMA."""

import json
import sys

import jsonschema

schema, found = json.load(open(sys.argv[1])), json.load(open("stats.json"))
jsonschema.Draft202012Validator(schema).validate(found)
[rows] = found["datasets"]
assert rows["name"] == "/rows" and rows["file"].endswith("data.h5"), rows
# A slice that is late asks for fewer chunks, and reads before it count for nothing.
assert 0 < rows["requests"] <= 100 and rows["requested_bytes"] > 0, rows
assert rows["ready_reads"] <= rows["reads"] <= 100, rows
