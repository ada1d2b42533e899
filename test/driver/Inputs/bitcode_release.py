"""bitcode_release.py IN OUT PRODUCER - bitcode that says another producer.

The identification block at its begin holds the name as an array of 6-bit
characters behind its length, both from the 17th byte on; 'EPOCH' follows."""

import sys

source, target, producer = sys.argv[1:]
letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._"
data = open(source, "rb").read()
bits, size = len(producer), 6
for letter in producer:
    bits |= letters.index(letter) << size
    size += 6
# As many whole words as the name needs; what follows is not looked at.
words = (size + 31) // 32
block = data[12:16] + bits.to_bytes(4 * words, "little")
start = data[:8] + (len(block) // 4).to_bytes(4, "little") + block
rest = data[12 + 4 * int.from_bytes(data[8:12], "little") :]
open(target, "wb").write(start + rest)
