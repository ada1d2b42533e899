#!/usr/bin/env python3
"""make_wheel.py MODULE.py VERSION FOLDER: packs one module as a wheel, without a network or pip.

The form is that of https://packaging.python.org/en/latest/specifications/binary-distribution-format/.
"""

import base64
import hashlib
import pathlib
import sys
import zipfile

module, version, folder = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
text = module.read_text()
info = f"{module.stem}-{version}.dist-info"
files = {
    module.name: text,
    f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {module.stem}\nVersion: {version}\n"
    f"Summary: {text.splitlines()[0].strip(chr(34))}\nLicense: Apache-2.0 WITH LLVM-exception\nRequires-Python: >=3.6\n",
    f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: foreslice\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}
record = f"{info}/RECORD"
hashes = {name: base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).rstrip(b"=").decode()
          for name, content in files.items()}  # fmt: skip
files[record] = "".join(f"{name},sha256={hashes[name]},{len(files[name].encode())}\n" for name in hashes) + f"{record},,\n"
with zipfile.ZipFile(folder / f"{module.stem}-{version}-py3-none-any.whl", "w") as wheel:
    for name, content in files.items():
        # The same bytes whenever it is made.
        wheel.writestr(zipfile.ZipInfo(name), content)
