"""Archives and packed files, and noise."""

import base64
import io
import lzma
import struct
import tarfile
import zipfile
import zlib

from .common import kind
from .texts import text


@kind
def noise(size, draw):
    return draw.randbytes(size)


@kind
def archive(size, draw):
    """zip of twenty files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for i in range(20):
            out.writestr(zipfile.ZipInfo(f"part{i}"), text(size // 10, draw))
    return file.getvalue()


@kind
def tar(size, draw):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as out:
        for i in range(20):
            member = tarfile.TarInfo(f"part{i}")
            member.size = size // 20
            out.addfile(member, io.BytesIO(draw.randbytes(member.size)))
    return file.getvalue()


@kind
def gzip(size, draw):
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    return packer.compress(text(size * 2, draw)) + packer.flush()


@kind
def lzip(size, draw):
    data = text(size * 2, draw)
    packed = lzma.compress(data, lzma.FORMAT_RAW, filters=[
        {"id": lzma.FILTER_LZMA1, "preset": 1, "dict_size": 1 << 20}])
    return (b"LZIP\1\x14" + packed + struct.pack("<IQQ", zlib.crc32(data), len(data), len(packed) + 26))


def _remainder(byte):
    for _ in range(8):
        byte = byte >> 1 ^ (0xa001 if byte & 1 else 0)
    return byte


REMAINDERS = [_remainder(byte) for byte in range(256)]


def crc16(data):
    """The check of ARC and DMS."""
    check = 0
    for byte in data:
        check = check >> 8 ^ REMAINDERS[(check ^ byte) & 255]
    return check


@kind
def arc(size, draw):
    """An archive of ARC, of twenty files that are not packed."""
    out = b""
    for i in range(20):
        data = draw.randbytes(size // 20)
        out += (b"\x1a\2" + f"part{i}".encode().ljust(13, b"\0") +
                struct.pack("<IHHHI", len(data), 0x5021, 0, crc16(data), len(data)) + data)
    return out + b"\x1a\0"


@kind
def locked(size, draw):
    """A zip of which each member is encrypted, by headers of noise."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for i in range(8):
            packed.writestr(f"f{i}", draw.randbytes(size // 8))
    data = bytearray(out.getvalue())
    for mark, flags in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        place = data.find(mark)
        while place >= 0:
            data[place + flags] |= 1
            place = data.find(mark, place + 4)
    return bytes(data)


@kind
def ace(size, draw):
    """Eight files that are not packed."""
    check = lambda data: zlib.crc32(data) ^ 0xffffffff
    block = lambda content: struct.pack("<HH", check(content) & 0xffff, len(content)) + content
    out = block(b"\0\0\0**ACE**" + struct.pack("<BBBBIHHIB", 10, 20, 2, 0, 1 << 21, 0, 0, 0, 0))
    for i in range(8):
        data = draw.randbytes(size // 8)
        out += block(struct.pack("<BHIIIIIIHH", 1, 1, len(data), len(data), 1 << 21, 32, check(data), 0, 0, 2) +
                     b"f%d" % i + bytes(4)) + data
    return out


@kind
def dms(size, draw):
    """A disk of the Amiga, of 80 tracks that are not packed."""
    out = b""
    for i in range(80):
        data = draw.randbytes(size // 80)
        head = struct.pack(">2sHHHHHBBHH", b"TR", i, 0, len(data), len(data), len(data), 0, 0, sum(data) & 0xffff,
                           crc16(data))
        out += head + struct.pack(">H", crc16(head)) + data
    head = bytearray(50)
    struct.pack_into(">I", head, 8, 1577836800)
    struct.pack_into(">HHII", head, 12, 0, 79, len(out), size)
    struct.pack_into(">H2xHH", head, 42, 111, 1, 0)
    return b"DMS!" + head + struct.pack(">H", crc16(head)) + out


@kind
def hqx(size, draw):
    """A Macintosh's file of noise, as BinHex."""
    data = draw.randbytes(size * 3 // 4).replace(b"\x90", b"\x91")
    def check(part):
        value = 0
        for byte in part + b"\0\0":
            for bit in range(7, -1, -1):
                value = value << 1 ^ byte >> bit & 1
                if value & 0x10000:
                    value ^= 0x11021
        return part + struct.pack(">H", value)
    plain = (check(b"\4data\0TEXTttxt\0\0" + struct.pack(">II", len(data), 0)) + check(data) + check(b""))
    plain = plain.replace(b"\x90", b"\x90\0")
    letters = b"!\"#$%&'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr"
    coded = base64.b64encode(plain).rstrip(b"=").translate(bytes.maketrans(
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", letters))
    coded = b":" + coded + b":"
    return (b"(This file must be converted with BinHex 4.0)\n" +
            b"\n".join(coded[i:i + 64] for i in range(0, len(coded), 64)) + b"\n")


@kind
def sectors(size, draw):
    """A CD's sectors of 2352 bytes, with the volume's two descriptors."""
    out = []
    for i in range(max(20, size // 2352)):
        data = bytearray(draw.randbytes(2048))
        if i in (16, 17):
            data[:8] = bytes([1 if i == 16 else 255]) + b"CD001\1\0"
        head = b"\0" + b"\xff" * 10 + b"\0" + bytes([i // 4500 % 256, i // 75 % 60, i % 75, 1])
        out.append(head + data + bytes(288))
    return b"".join(out)


@kind
def nero(size, draw):
    """What Nero writes ahead of a volume, and noise."""
    return bytes(307200) + draw.randbytes(size)
