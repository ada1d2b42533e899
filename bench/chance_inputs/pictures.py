"""Pictures, and what is drawn."""

import struct
import zlib

from .common import kind


@kind
def ppm(size, draw):
    side = int((size / 3) ** .5)
    return b"P6\n%d %d\n255\n" % (side, side) + draw.randbytes(3 * side * side)


@kind
def png(size, draw):
    side = int((size / 3) ** .5)
    rows = b"".join(b"\0" + draw.randbytes(3 * side) for _ in range(side))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    packed = zlib.compress(rows, 1)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)) +
            b"".join(chunk(b"IDAT", packed[i:i + 8192]) for i in range(0, len(packed), 8192)) +
            chunk(b"IEND", b""))


@kind
def exif(size, draw):
    """A picture's beginning with a segment of Exif, then noise."""
    entries = [(0x010f, 2, b"maker\0"), (0x0110, 2, b"model 1\0"), (0x0132, 2, b"2020:01:02 03:04:05\0")]
    head, data, place = b"", b"", 8 + 2 + 12 * len(entries) + 4
    for tag, kind, value in entries:
        head += struct.pack("<HHII", tag, kind, len(value), place + len(data))
        data += value
    tiff = b"II*\0" + struct.pack("<IH", 8, len(entries)) + head + bytes(4) + data
    segment = b"Exif\0\0" + tiff
    return (b"\xff\xd8\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + b"\xff\xda\0\2" +
            draw.randbytes(size).replace(b"\xff", b"\x7f") + b"\xff\xd9")


@kind
def eps(size, draw):
    """PostScript of lines."""
    body = "".join(f"{draw.randrange(500)} {draw.randrange(500)} moveto {draw.randrange(500)} "
                   f"{draw.randrange(500)} lineto stroke\n" for _ in range(size // 35))
    return ("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 500 500\n%%EndComments\n" + body +
            "showpage\n%%EOF\n").encode()


@kind
def gif(size, draw):
    """A picture of 128 colours, with a code for each point."""
    side = int(size ** .5) // 2 * 2
    codes = bytearray()
    for i in range(side * side):
        if i % 126 == 0:
            codes.append(128)  # forget the words
        codes.append(draw.randrange(128))
    codes.append(129)
    blocks = b"".join(bytes([len(codes[i:i + 255])]) + codes[i:i + 255] for i in range(0, len(codes), 255))
    return (b"GIF89a" + struct.pack("<HHBBB", side, side, 0xe6, 0, 0) + draw.randbytes(3 * 128) +
            b"," + struct.pack("<HHHHB", 0, 0, side, side, 0) + b"\7" + blocks + b"\0;")


@kind
def bitmap(size, draw):
    """PBM of squares of 64 points."""
    side = int((size * 8) ** .5) // 64 * 64
    rows = [b"".join(draw.choice((bytes(8), b"\xff" * 8)) for _ in range(side // 64)) for _ in range(side // 64)]
    return b"P4\n%d %d\n" % (side, side) + b"".join(row * 64 for row in rows)


@kind
def jpeg(size, draw):
    """Grey noise, each coefficient of six bits with a prefix of one bit."""
    side = max(1, int((size / 56) ** .5))
    codes = int("0" + "11111" + "0111111" * 63, 2)
    bits = "".join(f"{draw.getrandbits(447) & codes:0447b}" for _ in range(side * side))
    bits += "1" * (-len(bits) % 8)
    data = int(bits, 2).to_bytes(len(bits) // 8, "big").replace(b"\xff", b"\xff\0")

    def segment(name, content):
        return b"\xff" + name + struct.pack(">H", len(content) + 2) + content

    lengths = bytes([1]) + bytes(15)
    return (b"\xff\xd8" + segment(b"\xe0", b"JFIF\0\1\1\0\0\1\0\1\0\0") +
            segment(b"\xdb", b"\0" + b"\1" * 64) +
            segment(b"\xc0", struct.pack(">BHHBBBB", 8, 8 * side, 8 * side, 1, 1, 0x11, 0)) +
            segment(b"\xc4", b"\0" + lengths + b"\5") + segment(b"\xc4", b"\x10" + lengths + b"\6") +
            segment(b"\xda", b"\1\1\0\0\x3f\0") + data + b"\xff\xd9")


@kind
def jbig2(size, draw):
    """A page with a region of noise."""
    def segment(number, kind, content):
        return struct.pack(">IBBBI", number, kind, 0, 1, len(content)) + content

    width, height = 4096, size * 8 // 4096
    region = struct.pack(">IIIIBB", width, height, 0, 0, 0, 0) + b"\3\xff\xfd\xff\2\xfe\xfe\xfe"
    data = draw.randbytes(size).replace(b"\xff", b"\x7f") + b"\xff\xac"
    return (b"\x97JB2\r\n\x1a\n" + struct.pack(">BI", 1, 1) +
            segment(0, 48, struct.pack(">IIIIBH", width, height, 0, 0, 0, 0)) +
            segment(1, 38, region + data) + segment(2, 49, b"") + segment(3, 51, b""))


@kind
def pieces(size, draw):
    """What may be left of a disk: pictures of 30 KB between noise."""
    out = b""
    while len(out) < size:
        picture = jpeg(30000, draw)
        out += picture + bytes(-len(picture) % 512) + draw.randbytes(512 * draw.randrange(50, 100)).replace(b"\xff", b"\0")
    return out


@kind
def fits(size, draw):
    """A picture of 16 bits, as of a telescope."""
    side = int((size / 2) ** .5)
    card = lambda name, value: f"{name:<8}= {value:>20}".ljust(80)
    head = "".join([card("SIMPLE", "T"), card("BITPIX", 16), card("NAXIS", 2), card("NAXIS1", side),
                    card("NAXIS2", side), "END".ljust(80)])
    data = struct.pack(f">{side * side}h", *(draw.randrange(900, 1100) for _ in range(side * side)))
    return head.ljust(2880).encode() + data + bytes(-len(data) % 2880)
