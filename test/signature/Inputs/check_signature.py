"""Files of signatures must be valid by the schema, which must refuse what it does not know:
check_signature.py SCHEMA FILE..."""

import copy
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for name in sys.argv[2:]:
    signatures = json.load(open(name))
    validator.validate(signatures)
    assert signatures["streams"], name
    for change in (lambda s: s.pop("program"),
                   lambda s: s["streams"][0].update(operation="seek"),
                   lambda s: s["streams"][0].update(unknown=1),
                   lambda s: s["streams"][0]["terms"].append({"place": 1}),
                   lambda s: s["streams"][0]["terms"].append({"place": {"x": 1}, "bytes": 1})):
        broken = copy.deepcopy(signatures)
        change(broken)
        assert not validator.is_valid(broken)
