"""Sound and film."""

import struct

from .common import kind


@kind
def wav(size, draw):
    """16 bits, two channels, 44,100 a second."""
    data = bytearray(size)
    level = 0
    for i in range(0, size - 1, 2):
        level = max(-30000, min(30000, level + draw.randrange(-500, 501)))
        struct.pack_into("<h", data, i, level)
    return (b"RIFF" + struct.pack("<I", 36 + size) + b"WAVEfmt " +
            struct.pack("<IHHIIHH", 16, 1, 2, 44100, 176400, 4, 16) +
            b"data" + struct.pack("<I", size) + bytes(data))


@kind
def mp3(size, draw):
    """Frames of MPEG 1 layer 3, 128 kbit/s, with noise in them."""
    frame = 417
    return b"".join(b"\xff\xfb\x90\x00" + bytes(32) + draw.randbytes(frame - 36).replace(b"\xff", b"\x7f")
                    for _ in range(size // frame))


@kind
def midi(size, draw):
    events = b"".join(b"\x10\x90" + bytes([draw.randrange(30, 90)]) + b"\x40" for _ in range(size // 4))
    events += b"\0\xff\x2f\0"
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, 96) + b"MTrk" + struct.pack(">I", len(events)) + events)


@kind
def flv(size, draw):
    """Frames of video, each tenth of which stands alone."""
    out = b"FLV\1\1\0\0\0\x09\0\0\0\0"
    parts = []
    for i in range(max(1, size // 4015)):
        data = (b"\x12" if i % 10 == 0 else b"\x22") + draw.randbytes(3999)
        stamp = 40 * i
        parts.append(b"\x09" + struct.pack(">I", len(data))[1:] + struct.pack(">I", stamp & 0xffffff)[1:] +
                     bytes([stamp >> 24]) + bytes(3) + data + struct.pack(">I", len(data) + 11))
    return out + b"".join(parts)


@kind
def packets(size, draw):
    """A transport stream of MPEG 2 with one program of one stream."""
    def check(data):
        value = 0xffffffff
        for byte in data:
            value ^= byte << 24
            for _ in range(8):
                value = (value << 1 ^ (0x04c11db7 if value & 1 << 31 else 0)) & 0xffffffff
        return struct.pack(">I", value)

    def table(pid, body, count):
        body += check(body)
        return (b"\x47" + struct.pack(">HB", 0x4000 | pid, 0x10 | count & 15) + b"\0" + body).ljust(188, b"\xff")

    programs = bytes.fromhex("00b00d0001c100000001e100")
    streams = bytes.fromhex("02b0120001c10000e101f00002e101f000")
    out = []
    for i in range(size // 188):
        if i % 1000 < 2:
            out.append(table(0x100 * (i % 1000), streams if i % 1000 else programs, i // 1000))
            continue
        start = i % 1000 % 20 == 2
        stamp = i * 40
        times = struct.pack(">BHH", 0x21 | stamp >> 29 & 14, stamp >> 14 & 0xfffe | 1, stamp << 1 & 0xfffe | 1)
        head = b"\0\0\1\xe0\0\0\x80\x80\5" + times if start else b""
        out.append(b"\x47" + struct.pack(">HB", (start << 14) | 0x101, 0x10 | i & 15) + head +
                   draw.randbytes(184 - len(head)).replace(b"\0", b"\1"))
    return b"".join(out)
