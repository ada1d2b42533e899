"""Holds driver/ClangOptions.def against the real clang: each option in it takes
the arguments it says, and each option that clang's help shows with a separate
argument is in it."""

import re
import subprocess
import sys

clang, table = sys.argv[1:]
MARK = "-foreslice-marker"  # clang reports it, unless an option takes it


def takes(option, count):
    command = [clang, "-###", option] + [MARK] * (count + 1) + ["-c", "-x", "c", "-"]
    errors = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    return errors.count("unknown argument") == 1


text = open(table, encoding="utf-8").read()
options = re.findall(r'^FORESLICE_CLANG_OPTION\("(.+?)", (\d)\)', text, re.MULTILINE)
options += [(p + "x", "1") for p in re.findall(r'^FORESLICE_CLANG_PREFIX\("(.+?)"\)', text, re.MULTILINE)]
wrong = [name for name, count in options if not takes(name, int(count))]

known = {name for name, _ in options}
help_text = subprocess.run(
    [clang, "--help-hidden"], capture_output=True, text=True, check=True
).stdout
shown = set(re.findall(r"^  (--?[\w+-]+) <", help_text, re.MULTILINE))
missing = sorted(name for name in shown - known if takes(name, 1))

print(len(options), "options in the table,", len(shown), "in the help")
print("wrong:", *wrong)
print("missing:", *missing)
sys.exit(bool(wrong or missing))
