"""Documents, fonts, and files of single programs."""

import struct

from .common import WORDS, kind
from .texts import text


@kind
def pdf(size, draw):
    """Pages without text, in two versions."""
    out, places = bytearray(b"%PDF-1.4\n"), []

    def version(bodies, before):
        first = len(places)
        for body in bodies:
            places.append(len(out))
            out.extend(b"%d 0 obj\n%s\nendobj\n" % (len(places), body))
        table = len(out)
        out.extend(b"xref\n%d %d\n" % (first + (first > 0), len(places) - first + (first == 0)))
        out.extend(b"" if first else b"0000000000 65535 f \n")
        out.extend(b"".join(b"%010d 00000 n \n" % place for place in places[first:]))
        out.extend(b"trailer\n<< /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" %
                   (len(places) + 1, b" /Prev %d" % before if before else b"", table))
        return table

    def stream():
        data = draw.randbytes(2000)
        return b"<< /Length %d >>\nstream\n%s\nendstream" % (len(data), data)

    count = max(2, size // 2100)
    first = version([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"] +
                    [stream() for _ in range(count // 2)], 0)
    version([stream() for _ in range(count // 2)], first)
    return bytes(out)


@kind
def secret(size, draw):
    """A document of PDF that is encrypted, with notes in front of the trailer."""
    letters = lambda count: f"<{draw.randbytes(count).hex()}>"
    body = "".join(f"{i} 0 obj\n<< /N ({' '.join(draw.choices(WORDS, k=20))}) >>\nendobj\n"
                   for i in range(2, max(3, size // 220)))
    head = (f"%PDF-1.4\n1 0 obj\n<< /Filter /Standard /V 1 /R 2 /P -44 /O {letters(32)} /U {letters(32)} >>\n"
            "endobj\n")
    return (f"{head}{body}trailer\n<< /Size 3 /Encrypt 1 0 R /ID [{letters(16)} {letters(16)}] >>\n"
            f"startxref\n0\n%%EOF\n").encode()


def encrypted(data, key):
    out = bytearray()
    for byte in data:
        out.append(byte ^ key >> 8)
        key = ((out[-1] + key) * 52845 + 22719) & 0xffff
    return bytes(out)


@kind
def pfb(size, draw):
    """A font of type 1 with letters of lines, in segments."""
    head = (b"%!PS-AdobeFont-1.0: T 1\n/FontName /T def\n/FontType 1 def\n/FontMatrix [0.001 0 0 0.001 0 0] def\n"
            b"/FontBBox {0 0 999 999} def\ncurrentdict end\ncurrentfile eexec\n")
    letters = []
    number = lambda value: b"\xff" + struct.pack(">i", value)
    for i in range(size // 330):
        code = (number(0) + number(500) + b"\x0d" +
                b"".join(number(draw.randrange(-200, 200)) + number(draw.randrange(-200, 200)) + b"\5"
                         for _ in range(27)) + b"\x09\x0e")
        code = encrypted(bytes(4) + code, 4330)
        letters.append(b"/g%d %d RD %s ND\n" % (i, len(code), code))
    private = (b"dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} executeonly def\n"
               b"/ND {def} executeonly def\n/NP {put} executeonly def\n/lenIV 4 def\n"
               b"2 index /CharStrings %d dict dup begin\n%send\nend\nreadonly put\nput\ndup/FontName get exch "
               b"definefont pop\nmark currentfile closefile\n" % (len(letters), b"".join(letters)))
    tail = (b"0" * 64 + b"\n") * 8 + b"cleartomark\n"
    segment = lambda kind, data: b"\x80" + bytes([kind]) + struct.pack("<I", len(data)) + data
    return segment(1, head) + segment(2, encrypted(b"zzzz" + private, 55665)) + segment(1, tail) + b"\x80\3"


@kind
def bdf(size, draw):
    """A font of bitmaps of 16 by 16 dots."""
    letters = "".join(
        f"STARTCHAR c{i}\nENCODING {i}\nSWIDTH 1000 0\nDWIDTH 16 0\nBBX 16 16 0 -2\nBITMAP\n" +
        "".join(f"{draw.getrandbits(16):04X}\n" for _ in range(16)) + "ENDCHAR\n" for i in range(32, 256))
    head = ("STARTFONT 2.1\nFONT -a-b-medium-r-normal--16-160-72-72-m-160-iso8859-1\nSIZE 16 72 72\n"
            "FONTBOUNDINGBOX 16 16 0 -2\nSTARTPROPERTIES 7\nFAMILY_NAME \"b\"\nPIXEL_SIZE 16\nFONT_ASCENT 14\n"
            "FONT_DESCENT 2\nSLANT \"R\"\nWEIGHT_NAME \"Medium\"\nSPACING \"M\"\nENDPROPERTIES\n")
    notes = "".join(f"COMMENT {draw.choice(WORDS)}\n" for _ in range(size // 18))
    return (head.replace("STARTPROP", notes + "STARTPROP") + f"CHARS 224\n{letters}ENDFONT\n").encode()


@kind
def sfnt(size, draw):
    """A font's tables with noise in them."""
    names_ = [b"cmap", b"glyf", b"head", b"hmtx", b"loca", b"name"]
    tables = {name: bytearray(draw.randbytes(size // 8 * (4 if name == b"glyf" else 1) // 4 * 4)) for name in names_}
    tables[b"head"] = bytearray(54)
    struct.pack_into(">IIII", tables[b"head"], 0, 0x10000, 0x10000, 0, 0x5f0f3cf5)
    sums = lambda data: sum(struct.unpack(f">{len(data) // 4}I", data[:len(data) // 4 * 4] )) & 0xffffffff
    padded = lambda data: bytes(data) + bytes(-len(data) % 4)
    place, directory, body = 12 + 16 * len(names_), b"", b""
    for name in names_:
        data = padded(tables[name])
        directory += struct.pack(">4sIII", name, sums(data), place + len(body), len(tables[name]))
        body += data
    font = bytearray(struct.pack(">IHHHH", 0x10000, len(names_), 64, 2, 32) + directory + body)
    head = place + len(padded(tables[b"cmap"])) + len(padded(tables[b"glyf"]))
    struct.pack_into(">I", font, head + 8, (0xb1b0afba - sums(bytes(font))) & 0xffffffff)
    return bytes(font)


@kind
def wordperfect(size, draw):
    """A document of WordPerfect 5.1 with bold words."""
    body = b"".join(b" \xc3\x0c\xc3%s\xc4\x0c\xc4" % line.replace(b"\n", b"\r") if draw.random() < .1
                    else line + b"\n" for line in text(size, draw).splitlines())
    return b"\xffWPC" + struct.pack("<IBBBBHH", 16, 1, 10, 0, 1, 0, 0) + body


@kind
def der(size, draw):
    """ASN.1: a sequence of sequences of a number and a text."""
    out = b""
    parts = []
    for _ in range(size // 60):
        value = draw.choice(WORDS).encode()
        inner = b"\x02\x04" + draw.randbytes(4).replace(b"\0", b"\1") + b"\x0c" + bytes([len(value)]) + value
        parts.append(b"\x30" + bytes([len(inner)]) + inner)
    out = b"".join(parts)
    return b"\x30\x84" + struct.pack(">I", len(out)) + out


@kind
def cache(size, draw):
    """An index of what a browser has kept: a record in two blocks of 128 bytes for each page."""
    out = bytearray(b"Client UrlCache MMF Ver 5.2\0" + bytes(100))
    for i in range(size // 256):
        page, name = b"http://a.b/%s\0" % draw.choice(WORDS).encode(), b"%s.htm\0" % draw.choice(WORDS).encode()
        head = b"HTTP/1.0 200 OK\0"
        record = bytearray(256)
        record[0:8] = b"URL \2\0\0\0"
        struct.pack_into("<QQ", record, 8, 132000000000000000 + i * 10000000, 132000000000000000 + i * 10000000)
        struct.pack_into("<B3xB3xI4xI", record, 0x34, 0x68, 0, 0x68 + len(page), 0x68 + len(page) + len(name))
        record[0x68:0x68 + len(page + name + head)] = page + name + head
        out += record
    struct.pack_into("<I", out, 0x1c, len(out))
    return bytes(out)


@kind
def dvi(size, draw):
    """Pages of letters and lines, as of TeX."""
    sizes = struct.pack(">III", 25400000, 473628672, 1000)
    out = bytearray(b"\xf7\2" + sizes + b"\1x")
    font = struct.pack(">BBIII", 243, 0, 0, 655360, 655360) + b"\0\5cmr10"
    before, count = 0xffffffff, max(1, size // 3000)
    for page in range(count):
        here = len(out)
        out += b"\x8b" + struct.pack(">10i", page + 1, *[0] * 9) + struct.pack(">I", before)
        out += font if page == 0 else b""
        out += b"\xab"
        for _ in range(80):
            out += b"\x8d\x9f" + struct.pack(">H", draw.randrange(999)) + draw.randbytes(30).translate(
                bytes(65 + i % 26 for i in range(256))) + b"\x8e"
        out += b"\x8c"
        before = here
    end = len(out)
    out += b"\xf8" + struct.pack(">I", before) + sizes + struct.pack(">IIHH", 100, 100, 2, count)
    out += font + b"\xf9" + struct.pack(">I", end) + b"\2" + b"\xdf" * 4
    return bytes(out + b"\xdf" * (-len(out) % 4))


@kind
def curve(size, draw):
    """Points of a curve for jgraph."""
    rows = "".join(f"{draw.random() * 100:.4f} {draw.random() * 100:.4f}\n" for _ in range(size // 16))
    return f"newgraph\nxaxis min 0 max 100\nyaxis min 0 max 100\nnewcurve marktype box pts\n{rows}".encode()
