"""Inputs of the programs of `bench/chance`: what each kind of file has in it.

The files are the same in each run: all draws have a seed. Sizes are those of what is made,
near enough. Real data would be fetched; these formats are simple enough to be written here.
"""

import base64
import io
import lzma
import pathlib
import random
import shutil
import struct
import tarfile
import zipfile
import zlib

WORDS = [f"{random.Random(i).getrandbits(36):x}" for i in range(1000)]


def text(size, draw):
    """Lines of words, of 40 to 100 characters."""
    lines, length = [], 0
    while length < size:
        line = " ".join(draw.choices(WORDS, k=draw.randrange(4, 11)))
        lines.append(line)
        length += len(line) + 1
    return "\n".join(lines).encode() + b"\n"


def words(size, draw):
    """A word a line."""
    return "\n".join(draw.choices(WORDS, k=size // 10)).encode() + b"\n"


def prose(size, draw):
    """Paragraphs of letters, with capitals and full stops."""
    out, length = [], 0
    while length < size:
        sentence = " ".join("".join(draw.choices("etaoinshrdlu", k=draw.randrange(1, 9)))
                            for _ in range(12)).capitalize() + (".\n\n" if draw.random() < .1 else ".\n")
        out.append(sentence)
        length += len(sentence)
    return "".join(out).encode()


def table(size, draw):
    """Lines of ten numbers."""
    rows = size // 90
    return b"".join(b"%s\n" % b" ".join(b"%.6f" % draw.random() for _ in range(10))
                    for _ in range(rows))


def csv(size, draw):
    return table(size, draw).replace(b" ", b",")


def noise(size, draw):
    return draw.randbytes(size)


def sequences(size, draw):
    """FASTA of DNA, 2,000 letters each."""
    out = []
    for i in range(max(1, size // 2040)):
        letters = "".join(draw.choices("ACGT", k=2000))
        out.append(f">s{i}\n" + "\n".join(letters[j:j + 60] for j in range(0, 2000, 60)) + "\n")
    return "".join(out).encode()


def proteins(size, draw):
    out = []
    for i in range(max(1, size // 310)):
        letters = "".join(draw.choices("ACDEFGHIKLMNPQRSTVWY", k=300))
        out.append(f">p{i}\n" + letters + "\n")
    return "".join(out).encode()


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


def mp3(size, draw):
    """Frames of MPEG 1 layer 3, 128 kbit/s, with noise in them."""
    frame = 417
    return b"".join(b"\xff\xfb\x90\x00" + bytes(32) + draw.randbytes(frame - 36).replace(b"\xff", b"\x7f")
                    for _ in range(size // frame))


def ppm(size, draw):
    side = int((size / 3) ** .5)
    return b"P6\n%d %d\n255\n" % (side, side) + draw.randbytes(3 * side * side)


def pgm(size, draw):
    side = int(size ** .5)
    return b"P5\n%d %d\n255\n" % (side, side) + draw.randbytes(side * side)


def bmp(size, draw):
    side = int((size / 3) ** .5) // 4 * 4
    data = draw.randbytes(3 * side * side)
    return (b"BM" + struct.pack("<IHHI", 54 + len(data), 0, 0, 54) +
            struct.pack("<IiiHHIIiiII", 40, side, side, 1, 24, 0, len(data), 2835, 2835, 0, 0) + data)


def png(size, draw):
    side = int((size / 3) ** .5)
    rows = b"".join(b"\0" + draw.randbytes(3 * side) for _ in range(side))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    packed = zlib.compress(rows, 1)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)) +
            b"".join(chunk(b"IDAT", packed[i:i + 8192]) for i in range(0, len(packed), 8192)) +
            chunk(b"IEND", b""))


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


def xml(size, draw):
    rows, length = [], 0
    while length < size:
        row = f'<row id="{length}"><name>{draw.choice(WORDS)}</name><v>{draw.random():.6f}</v></row>\n'
        rows.append(row)
        length += len(row)
    return ("<?xml version=\"1.0\"?>\n<rows>\n" + "".join(rows) + "</rows>\n").encode()


def html(size, draw):
    rows, length = [], 0
    while length < size:
        row = f"<p>{' '.join(draw.choices(WORDS, k=9))} <b>{draw.choice(WORDS)}</b><br>\n"
        rows.append(row)
        length += len(row)
    return ("<html><head><title>t</title></head><body>\n" + "".join(rows) + "</body></html>\n").encode()


def man(size, draw):
    """Source of a manual page."""
    body = text(size, draw).decode().splitlines()
    for i in range(0, len(body), 12):
        body[i] = f".SH S{i}" if i % 120 == 0 else ".PP"
    return (".TH X 1\n" + "\n".join(body) + "\n").encode()


def colours(size, draw):
    """Lines with a terminal's colours."""
    return b"".join(b"\x1b[3%dm%s\x1b[0m\n" % (draw.randrange(8), line)
                    for line in text(size, draw).splitlines())


def unicode(size, draw):
    """Lines of UTF-8 with letters that ASCII lacks."""
    return "\n".join("".join(draw.choices("abcdeäöüßéñçøłž ", k=60)) for _ in range(size // 95)).encode() + b"\n"


def latin(size, draw):
    return unicode(size, draw).decode().encode("latin-1", "replace")


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


def archive(size, draw):
    """zip of twenty files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as out:
        for i in range(20):
            out.writestr(zipfile.ZipInfo(f"part{i}"), text(size // 10, draw))
    return file.getvalue()


def tar(size, draw):
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as out:
        for i in range(20):
            member = tarfile.TarInfo(f"part{i}")
            member.size = size // 20
            out.addfile(member, io.BytesIO(draw.randbytes(member.size)))
    return file.getvalue()


def gzip(size, draw):
    packer = zlib.compressobj(6, zlib.DEFLATED, 31)
    return packer.compress(text(size * 2, draw)) + packer.flush()


def code(size, draw):
    """Functions of C."""
    out, length, i = [], 0, 0
    while length < size:
        part = (f"/* {' '.join(draw.choices(WORDS, k=5))} */\nint f{i}(int a, char *b) {{\n"
                f"  if (a > {i}) {{\n    return b[{i}] + \"{draw.choice(WORDS)}\"[0];\n  }}\n  return a;\n}}\n\n")
        out.append(part)
        length, i = length + len(part), i + 1
    return "".join(out).encode()


def midi(size, draw):
    events = b"".join(b"\x10\x90" + bytes([draw.randrange(30, 90)]) + b"\x40" for _ in range(size // 4))
    events += b"\0\xff\x2f\0"
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, 96) + b"MTrk" + struct.pack(">I", len(events)) + events)


def log(size, draw):
    """Requests of a web server."""
    out, length, second = [], 0, 0
    while length < size:
        second += 1
        line = (f"10.0.{draw.randrange(256)}.{draw.randrange(256)} - - [01/Jan/2020:{second // 3600 % 24:02}:"
                f"{second // 60 % 60:02}:{second % 60:02} +0000] \"GET /{draw.choice(WORDS)} HTTP/1.0\" 200 "
                f"{draw.randrange(9999)} \"-\" \"agent\"\n")
        out.append(line)
        length += len(line)
    return "".join(out).encode()


def mail(size, draw):
    """A mailbox."""
    out, length, i = [], 0, 0
    while length < size:
        part = (f"From a@b.c Wed Jan  1 00:{i // 60 % 60:02}:{i % 60:02} 2020\nFrom: a@b.c\nTo: d@e.f\nSubject: {draw.choice(WORDS)}\n"
                f"Message-ID: <{i}@b.c>\nDate: Wed, 1 Jan 2020 00:00:00 +0000\n\n" +
                text(1000, draw).decode() + "\n")
        out.append(part)
        length, i = length + len(part), i + 1
    return "".join(out).encode()


def halibut(size, draw):
    """Source of a book for halibut."""
    parts = prose(size, draw).decode().split("\n\n")
    return "\n\n".join(f"\\C{{c{i}}} T{i}\n\n{part}" if i % 40 == 0 else part
                       for i, part in enumerate(parts)).encode()


def rtf(size, draw):
    return b"{\\rtf1\\ansi " + prose(size, draw).replace(b"\n\n", b"\\par\n") + b"}\n"


def cnf(size, draw):
    """Clauses of DIMACS that have a solution: one literal of each agrees with x1, not x2, x3, ..."""
    clauses, names = size // 20, size // 100
    rows = []
    for _ in range(clauses):
        chosen = draw.sample(range(1, names + 1), 3)
        literals = [v if draw.random() < .5 else -v for v in chosen]
        literals[0] = chosen[0] if chosen[0] % 2 else -chosen[0]
        rows.append(" ".join(map(str, literals)) + " 0\n")
    return f"p cnf {names} {clauses}\n".encode() + "".join(rows).encode()


def eps(size, draw):
    """PostScript of lines."""
    body = "".join(f"{draw.randrange(500)} {draw.randrange(500)} moveto {draw.randrange(500)} "
                   f"{draw.randrange(500)} lineto stroke\n" for _ in range(size // 35))
    return ("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 500 500\n%%EndComments\n" + body +
            "showpage\n%%EOF\n").encode()


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


def lzip(size, draw):
    data = text(size * 2, draw)
    packed = lzma.compress(data, lzma.FORMAT_RAW, filters=[
        {"id": lzma.FILTER_LZMA1, "preset": 1, "dict_size": 1 << 20}])
    return (b"LZIP\1\x14" + packed + struct.pack("<IQQ", zlib.crc32(data), len(data), len(packed) + 26))


def bib(size, draw):
    """References of BibTeX."""
    out, length, i = [], 0, 0
    while length < size:
        part = (f"@article{{k{i},\n  author = {{{draw.choice(WORDS)}, A. and {draw.choice(WORDS)}, B.}},\n"
                f"  title = {{{' '.join(draw.choices(WORDS, k=6))}}},\n  journal = {{{draw.choice(WORDS)}}},\n"
                f"  year = {{{draw.randrange(1950, 2020)}}}\n}}\n\n")
        out.append(part)
        length, i = length + len(part), i + 1
    return "".join(out).encode()


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


def floats(size, draw):
    return struct.pack(f"<{size // 4}f", *(draw.random() for _ in range(size // 4)))


def pairs(size, draw):
    """Lines of a key and a value."""
    return "".join(f"k{i} {draw.choice(WORDS)}\n" for i in range(size // 17)).encode()


def bitmap(size, draw):
    """PBM of squares of 64 points."""
    side = int((size * 8) ** .5) // 64 * 64
    rows = [b"".join(draw.choice((bytes(8), b"\xff" * 8)) for _ in range(side // 64)) for _ in range(side // 64)]
    return b"P4\n%d %d\n" % (side, side) + b"".join(row * 64 for row in rows)


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


def arc(size, draw):
    """An archive of ARC, of twenty files that are not packed."""
    table = []
    for i in range(256):
        for _ in range(8):
            i = i >> 1 ^ (0xa001 if i & 1 else 0)
        table.append(i)
    out = b""
    for i in range(20):
        data, check = draw.randbytes(size // 20), 0
        for byte in data:
            check = check >> 8 ^ table[(check ^ byte) & 255]
        out += (b"\x1a\2" + f"part{i}".encode().ljust(13, b"\0") +
                struct.pack("<IHHHI", len(data), 0x5021, 0, check, len(data)) + data)
    return out + b"\x1a\0"


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


def coverage(size, draw):
    """An export file of Arc/Info: arcs of eight points."""
    rows = ["EXP  0 DATA.E00", "ARC  2"]
    for i in range(max(1, size // 300)):
        rows.append(f"{i + 1:10d}{i + 1:10d}{2 * i + 1:10d}{2 * i + 2:10d}{1:10d}{1:10d}{8:10d}")
        rows += ["".join(f"{draw.random() * 1000:14.7E}" for _ in range(4)) for _ in range(4)]
    rows += [f"{-1:10d}" + f"{0:10d}" * 6, "EOS"]
    return ("\n".join(rows) + "\n").encode()


def genes(size, draw):
    """Places of genes in `sequences` of the same size."""
    return "".join(f"g{i}a {start} {start + 300} s{i}\ng{i}b {start + 1200} {start + 800} s{i}\n"
                   for i in range(max(1, size // 2040)) for start in [draw.randrange(10, 600)]).encode()


def protein(size, draw):
    """The places of a chain's atoms, as of PDB."""
    rows, place = [], [0.0, 0.0, 0.0]
    for i in range(max(1, size // 81)):
        place = [c + draw.uniform(-2.2, 2.2) for c in place]
        rows.append(f"ATOM  {i + 1:5d}  CA  {draw.choice(['ALA', 'GLY', 'SER', 'LEU'])} A{i + 1:4d}    "
                    f"{place[0]:8.3f}{place[1]:8.3f}{place[2]:8.3f}  1.00  0.00           C  \n")
    return ("".join(rows) + "TER\nEND\n").encode()


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


def msa(size, draw):
    """An alignment of 100 proteins, as of Clustal."""
    blocks = []
    for _ in range(max(1, size // 7800)):
        blocks.append("".join(f"p{i:<15}" + "".join(draw.choices("ACDEFGHIKLMNPQRSTVWY-", k=60)) + "\n"
                              for i in range(100)) + " " * 76 + "\n\n")
    return ("CLUSTAL W (1.83) multiple sequence alignment\n\n\n" + "".join(blocks)).encode()


def aligned(size, draw):
    """FASTA of 100 sequences of the same length, that differ from one another in some letters."""
    letters = draw.choices("ACGT", k=size // 100)
    out = []
    for i in range(100):
        for j in draw.sample(range(len(letters)), len(letters) // 50):
            letters[j] = draw.choice("ACGT")
        out.append(f">s{i}\n{''.join(letters)}\n")
    return "".join(out).encode()


def edict(size, draw):
    """Lines of a dictionary of Japanese."""
    kana = lambda: "".join(chr(draw.randrange(0x3042, 0x3090)) for _ in range(4))
    return "".join(f"{kana()} [{kana()}] /{draw.choice(WORDS)} {draw.choice(WORDS)}/\n"
                   for _ in range(size // 46)).encode("euc-jp", "replace")


def encrypted(data, key):
    out = bytearray()
    for byte in data:
        out.append(byte ^ key >> 8)
        key = ((out[-1] + key) * 52845 + 22719) & 0xffff
    return bytes(out)


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


def features(size, draw):
    """Two numbers of each point, points of four groups, as KlustaKwik reads these."""
    return ("2\n" + "".join(f"{5000 * draw.randrange(2) + int(draw.gauss(0, 500))}\t"
                            f"{5000 * draw.randrange(2) + int(draw.gauss(0, 500))}\n"
                            for _ in range(size // 11))).encode()


def sites(size, draw):
    """Pairs of primers, as e-PCR reads these."""
    return "".join(f"t{i}\t{''.join(draw.choices('ACGT', k=20))}\t{''.join(draw.choices('ACGT', k=20))}\t200\n"
                   for i in range(size // 53)).encode()


def songs(size, draw):
    """Lines of songs with chords."""
    out, length, i = [], 0, 0
    while length < size:
        part = f"{{new_song}}\n{{title:{draw.choice(WORDS)}}}\n" + "".join(
            " ".join(f"[{draw.choice(['C', 'G', 'Am', 'F'])}]{word}" for word in draw.choices(WORDS, k=5)) + "\n"
            for _ in range(30))
        out.append(part)
        length, i = length + len(part), i + 1
    return "".join(out).encode()


def wordperfect(size, draw):
    """A document of WordPerfect 5.1 with bold words."""
    body = b"".join(b" \xc3\x0c\xc3%s\xc4\x0c\xc4" % line.replace(b"\n", b"\r") if draw.random() < .1
                    else line + b"\n" for line in text(size, draw).splitlines())
    return b"\xffWPC" + struct.pack("<IBBBBHH", 16, 1, 10, 0, 1, 0, 0) + body


def pieces(size, draw):
    """What may be left of a disk: pictures of 30 KB between noise."""
    out = b""
    while len(out) < size:
        picture = jpeg(30000, draw)
        out += picture + bytes(-len(picture) % 512) + draw.randbytes(512 * draw.randrange(50, 100)).replace(b"\xff", b"\0")
    return out


def crc16(data, check=0):
    for byte in data:
        check ^= byte
        for _ in range(8):
            check = check >> 1 ^ (0xa001 if check & 1 else 0)
    return check


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


def esis(size, draw):
    """What a parser of SGML says of a document: paragraphs in sections."""
    out, length = ["(BOOK\n"], 0
    while length < size:
        part = "".join(f"(PARA\n-{' '.join(draw.choices(WORDS, k=20))}\n)PARA\n" for _ in range(8))
        out.append(f"(SECT\n(TITLE\n-{draw.choice(WORDS)}\n)TITLE\n{part})SECT\n")
        length += len(out[-1])
    return "".join(out + [")BOOK\nC\n"]).encode()


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


def secret(size, draw):
    """A document of PDF that is encrypted, with notes in front of the trailer."""
    letters = lambda count: f"<{draw.randbytes(count).hex()}>"
    body = "".join(f"{i} 0 obj\n<< /N ({' '.join(draw.choices(WORDS, k=20))}) >>\nendobj\n"
                   for i in range(2, max(3, size // 220)))
    head = (f"%PDF-1.4\n1 0 obj\n<< /Filter /Standard /V 1 /R 2 /P -44 /O {letters(32)} /U {letters(32)} >>\n"
            "endobj\n")
    return (f"{head}{body}trailer\n<< /Size 3 /Encrypt 1 0 R /ID [{letters(16)} {letters(16)}] >>\n"
            f"startxref\n0\n%%EOF\n").encode()


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


def clauses(size, draw):
    """Facts for a prover, and one that does not follow."""
    name = lambda: f"c{draw.randrange(100)}"
    count = max(1, size // 36)
    return ("begin_problem(P).\nlist_of_descriptions.\nname({*P*}).\nauthor({*A*}).\nstatus(unknown).\n"
            "description({*D*}).\nend_of_list.\nlist_of_symbols.\n"
            f"functions[{','.join(f'(c{i},0)' for i in range(101))}].\npredicates[(p,3)].\nend_of_list.\n"
            "list_of_clauses(axioms,cnf).\n" +
            "".join(f"clause( || -> p({name()},{name()},{name()}),{i + 1}).\n" for i in range(count)) +
            f"clause(p(c100,c100,c100) || -> ,{count + 1}).\nend_of_list.\nend_problem.\n").encode()


def gcode(size, draw):
    """Moves of a printer, layer by layer."""
    head = "G21\nG90\nM103\nM73 P0\nM104 S220 T0\n"
    rows = [f"G1 X{draw.uniform(-50, 50):.2f} Y{draw.uniform(-50, 50):.2f} Z{i / 5000:.2f} F3300.0 E{i / 30:.4f}\n"
            for i in range(size // 46)]
    return (head + "".join(rows) + "M73 P100\n").encode()


def script(size, draw):
    """Functions of JavaScript, the last of which is called."""
    parts = [f"function f{i}(a, b) {{\n  var {draw.choice('xyz')} = [a, b, '{draw.choice(WORDS)}'];\n"
             f"  if (a > {draw.randrange(999)}) {{ return {{ k: b }}; }}\n  return a + b;\n}}\n"
             for i in range(max(1, size // 120))]
    return ("".join(parts) + f"print(f{len(parts) - 1}(1, 2));\n").encode()


def parts(size, draw):
    """A message with attachments of 30 KB, in base 64."""
    head = "From: a@b.c\nTo: d@e.f\nSubject: s\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n"
    rows = [f"--b\nContent-Type: application/octet-stream; name=\"f{i}\"\nContent-Transfer-Encoding: base64\n"
            f"Content-Disposition: attachment; filename=\"f{i}\"\n\n{base64.encodebytes(draw.randbytes(30000)).decode()}\n"
            for i in range(max(1, size // 41000))]
    return (head + "".join(rows) + "--b--\n").encode()


def based(size, draw):
    """Base 64 of noise."""
    return base64.encodebytes(draw.randbytes(size * 3 // 4))


def theorems(size, draw):
    """Statements of Metamath with proofs of one and of two steps."""
    head = ("$c ( ) -> wff |- $.\n$v p q r $.\nwp $f wff p $.\nwq $f wff q $.\nwr $f wff r $.\n"
            "wi $a wff ( p -> q ) $.\na1 $a |- ( p -> ( q -> p ) ) $.\n")
    rows = "".join(f"t{i} $p |- ( {a} -> ( {b} -> {a} ) ) $= w{a} w{b} a1 $.\n$( {' '.join(draw.choices(WORDS, k=8))} $)\n"
                   for i in range(size // 120) for a, b in [draw.choices("pqr", k=2)])
    return (head + rows).encode()


def fastq(size, draw):
    """Reads of 100 letters with their qualities, packed by gzip."""
    rows = "".join(f"@r{i}\n{''.join(draw.choices('ACGT', k=100))}\n+\n{''.join(draw.choices('FGHI', k=100))}\n"
                   for i in range(size // 212))
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    return packer.compress(rows.encode()) + packer.flush()


def hits(size, draw):
    """Pairs of places in two sequences that are alike."""
    rows = []
    for _ in range(size // 50):
        a, b = draw.sample(range(100), 2)
        x, y = draw.randrange(100000), draw.randrange(100000)
        rows.append(f"{draw.randrange(200, 900):06d} {draw.randrange(60, 99):03d} {x:05d} {x + 300:05d} s{a:02} {y:05d} {y + 300:05d} s{b:02}\n")
    return "".join(rows).encode()


def names(size, draw):
    """As many names of sequences, in their order, as `hits` has."""
    return ("100\n" + "".join(f"s{i:02}\n" for i in range(100))).encode()


def model(size, draw):
    """Processes of Promela that count."""
    return "".join(f"int v{i};\nactive proctype p{i}() {{\n  do\n  :: v{i} < {draw.randrange(5, 50)} -> v{i} = v{i} + 1\n"
                   f"  :: else -> break\n  od\n}}\n/* {' '.join(draw.choices(WORDS, k=400))} */\n"
                   for i in range(min(200, max(1, size // 4000)))).encode()


def stockholm(size, draw):
    """An alignment of 100 sequences."""
    rows = aligned(size, draw).decode().split()
    return ("# STOCKHOLM 1.0\n" + "".join(f"{name[1:]:<10} {row}\n" for name, row in zip(rows[::2], rows[1::2])) +
            "//\n").encode()


def grammar(size, draw):
    """100 rules of a grammar, each of a word of its own and the next rule, with notes."""
    note = lambda: f"-- {' '.join(draw.choices(WORDS, k=8))}\n"
    rules = "".join(f"r{i} ::= W{i} r{i + 1} | W{i} N\n" + "".join(note() for _ in range(size // 8000))
                    for i in range(100))
    return ("%Options notable,nolist\n%Terminals\n  N " + " ".join(f"W{i}" for i in range(100)) +
            f"\n%Start\n  r0\n%Rules\n{rules}r100 ::= N N\n%End\n").encode()


def assembler(size, draw):
    """Lines for a processor 6502."""
    out, length, i = ["        * = $1000\n"], 0, 0
    while length < size:
        part = (f"l{i}     lda #${draw.randrange(256):02x}    ; {draw.choice(WORDS)}\n        sta ${draw.randrange(256):02x},x\n"
                f"        .byte {', '.join(str(draw.randrange(256)) for _ in range(8))}\n        jmp l{i}\n")
        out.append(part)
        length, i = length + len(part), i + 1
        if i % 2000 == 0:
            out.append("        * = $1000\n")
    return "".join(out).encode()


def adventure(size, draw):
    """Functions of Inform, which Main does not call, and notes."""
    rows = "".join(f"! {' '.join(draw.choices(WORDS, k=30))}\n[ F{i} a b;\n  if (a > {draw.randrange(999)}) return b + {i};\n"
                   f"  print \"{draw.choice(WORDS)}^\";\n  return a;\n];\n" for i in range(max(1, size // 400)))
    return (rows + "[ Main;\n  print \"x^\";\n];\n").encode()


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


def fits(size, draw):
    """A picture of 16 bits, as of a telescope."""
    side = int((size / 2) ** .5)
    card = lambda name, value: f"{name:<8}= {value:>20}".ljust(80)
    head = "".join([card("SIMPLE", "T"), card("BITPIX", 16), card("NAXIS", 2), card("NAXIS1", side),
                    card("NAXIS2", side), "END".ljust(80)])
    data = struct.pack(f">{side * side}h", *(draw.randrange(900, 1100) for _ in range(side * side)))
    return head.ljust(2880).encode() + data + bytes(-len(data) % 2880)


def layout(size, draw):
    """A chip of squares, as of GDSII."""
    record = lambda kind, data=b"": struct.pack(">HH", 4 + len(data), kind) + data
    shorts = lambda *values: struct.pack(f">{len(values)}h", *values)
    out = [record(0x0002, shorts(600)), record(0x0102, shorts(*[1] * 12)), record(0x0206, b"LIB\0"),
           record(0x0305, bytes.fromhex("3e4189374bc6a7f03944b82fa09b5a54")), record(0x0502, shorts(*[1] * 12)),
           record(0x0606, b"TOP\0")]
    for _ in range(size // 64):
        x, y = draw.randrange(10 ** 6), draw.randrange(10 ** 6)
        corners = struct.pack(">10i", x, y, x + 100, y, x + 100, y + 100, x, y + 100, x, y)
        out += [record(0x0800), record(0x0d02, shorts(1)), record(0x0e02, shorts(0)), record(0x1003, corners),
                record(0x1100)]
    return b"".join(out + [record(0x0700), record(0x0400)])


def measurements(size, draw):
    """A number a line."""
    return b"".join(b"%.6f\n" % draw.gauss(100, 9) for _ in range(size // 11))


def keywords(size, draw):
    """300 words for gperf, and code behind these."""
    return (f"%{{\n#include <string.h>\n%}}\n%%\n" + "\n".join(WORDS[:300]) + "\n%%\n").encode() + code(size, draw)


def status(size, draw):
    """What dpkg knows of its packages, each of which needs two others."""
    count = max(3, size // 420)
    return "".join(f"Package: p{i}\nStatus: install ok installed\nPriority: optional\nSection: {draw.choice(['libs', 'text'])}\n"
                   f"Installed-Size: {draw.randrange(999)}\nMaintainer: m <m@a.b>\nArchitecture: amd64\nVersion: 1.{i}\n"
                   f"Depends: p{draw.randrange(count)} (>= 1.0), p{draw.randrange(count)}\n"
                   f"Description: {draw.choice(WORDS)}\n {' '.join(draw.choices(WORDS, k=18))}\n\n"
                   for i in range(count)).encode()


def sums(size, draw):
    """Functions and sums for bc."""
    rows = "".join(f"/* {' '.join(draw.choices(WORDS, k=8))} */\nx = x + {draw.randrange(10 ** 12)} * {draw.randrange(10 ** 6)}\n"
                   for _ in range(size // 115))
    return (rows + "x\nquit\n").encode()


def z80(size, draw):
    """Lines for a processor Z80."""
    out, length, i = ["        ORG 4000H\n"], 0, 0
    while length < size:
        part = (f"L{i}:    LD A, {draw.randrange(256)}    ; {' '.join(draw.choices(WORDS, k=6))}\n        LD (IX+{draw.randrange(99)}), A\n"
                f"        DEFB {', '.join(str(draw.randrange(256)) for _ in range(8))}\n        JP L{i}\n")
        out.append(part)
        length, i = length + len(part), i + 1
        if i % 2000 == 0:
            out.append("        ORG 4000H\n")
    return "".join(out).encode()


def declarations(size, draw):
    """Declarations in words and in C."""
    kinds = ["int", "char", "long", "double"]
    return "".join(f"declare v{i} as pointer to function returning pointer to array {draw.randrange(9)} of {draw.choice(kinds)}\n"
                   f"explain {draw.choice(kinds)} (*(*v{i})())[{draw.randrange(1, 9)}]\n"
                   for i in range(size // 110)).encode()


def graph(size, draw):
    """Edges of 3,000 points, as of DIMACS."""
    edges = size // 13
    rows = (draw.sample(range(1, 3001), 2) for _ in range(edges))
    return (f"p edge 3000 {edges}\n" + "".join(f"e {a} {b}\n" for a, b in rows)).encode()


def blocks(size, draw):
    """Blocks of addresses."""
    return "".join(f"10.0.{draw.randrange(256)}.{draw.randrange(0, 256, 16)}/28\n" for _ in range(size // 16)).encode()


def rules(size, draw):
    """100 rules of a grammar for yacc, each of a word of its own and the next rule, and code behind these."""
    words_ = " ".join(f"W{i}" for i in range(100))
    rows = "".join(f"r{i} : W{i} r{i + 1} {{ $$ = f{i}($1, 0); }}\n   | W{i} N\n   ;\n" for i in range(100))
    return f"%token N {words_}\n%start r0\n%%\n{rows}r100 : N N ;\n%%\n".encode() + code(size, draw)


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


def intel(size, draw):
    """Instructions for Intel's processors."""
    registers = ["eax", "ebx", "ecx", "edx", "esi"]
    return "".join(f"l{i}:\n  mov {draw.choice(registers)}, {draw.randrange(999)} ; {' '.join(draw.choices(WORDS, k=6))}\n"
                   f"  add {draw.choice(registers)}, {draw.choice(registers)}\n  jmp l{i}\n" for i in range(size // 110)).encode()


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


def nero(size, draw):
    """What Nero writes ahead of a volume, and noise."""
    return bytes(307200) + draw.randbytes(size)


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


def polytopes(size, draw):
    """Polygons by their weights."""
    return b"".join(draw.choice((b"3 1 1 1\n", b"4 1 1 2\n", b"6 1 2 3\n")) for _ in range(size // 8))


def curve(size, draw):
    """Points of a curve for jgraph."""
    rows = "".join(f"{draw.random() * 100:.4f} {draw.random() * 100:.4f}\n" for _ in range(size // 16))
    return f"newgraph\nxaxis min 0 max 100\nyaxis min 0 max 100\nnewcurve marktype box pts\n{rows}".encode()


def wires(size, draw):
    """Notes and an antenna of one wire for NEC."""
    notes = "".join(f"CM {' '.join(draw.choices(WORDS, k=7))}\n" for _ in range(size // 70))
    return (notes + "CE\nGW 1 9 0 0 -0.25 0 0 0.25 0.001\nGE 0\nEX 0 1 5 0 1 0\nFR 0 1 0 0 300 0\n"
            "RP 0 10 10 1000 0 0 10 10\nEN\n").encode()


def macros(size, draw):
    """Text with macros that are defined and used."""
    out, length, i = [], 0, 0
    while length < size:
        part = (f"#define m{i % 50} {draw.choice(WORDS)}\n" if i % 20 == 0 else "") + \
            f"{' '.join(draw.choices(WORDS, k=6))} m{draw.randrange(50)} {draw.choice(WORDS)}\n"
        out.append(part)
        length, i = length + len(part), i + 1
    return "".join(out).encode()


def yagi(size, draw):
    """Notes and an antenna of ten elements."""
    notes = "".join(f"# {' '.join(draw.choices(WORDS, k=7))}\n" for _ in range(size // 70))
    rows = "".join(f" {i * .6:.5f} 0.00000 {.95 - i * .01:.5f} 0.00630\n" for i in range(9))
    return ("NOTES a\nFREQUENCY 145\nMIN_FREQUENCY 144\nMAX_FREQUENCY 146\nSTEP_FREQUENCY 1\nELEMENTS 10\nDRIVEN 1\n"
            "PARASITIC 9\nANGULAR_STEP 10\n" + notes + "DATA_DRIVEN 0.3 0 1 0.0063 1 0\nDATA_PARASITIC\n" + rows).encode()


def ll(size, draw):
    """100 rules for antlr, each with code."""
    note = lambda: f"  /* {' '.join(draw.choices(WORDS, k=8))} */\n"
    rows = "".join(f"r{i} : W{i} << {{\n{''.join(note() for _ in range(size // 8000))}  f({i}); }} >> r{i + 1} | N ;\n"
                   for i in range(100))
    words_ = "".join(f"#token W{i} \"w{i}x\"\n" for i in range(100))
    return ("#header << #include <stdio.h> >>\n<< int main(void) { return 0; } >>\n#token \"[\\ \\n]+\" << zzskip(); >>\n"
            f"#token N \"n\"\n{words_}{rows}r100 : N N ;\n").encode()


def subroutines(size, draw):
    """100 subroutines of Fortran 77."""
    note = lambda: f"C     {' '.join(draw.choices(WORDS, k=6))}\n        A(I) = A(I) + B(I) * {draw.randrange(99)}.0\n"
    return "".join(f"      SUBROUTINE S{i}(A, B, N)\n      INTEGER N, I\n      REAL A(N), B(N)\n      DO 10 I = 1, N\n" +
                   "".join(note() for _ in range(size // 10000)) + "10    CONTINUE\n      RETURN\n      END\n"
                   for i in range(100)).encode()


def algol(size, draw):
    """Sums and notes of Algol 68."""
    rows = "".join(f"  # {' '.join(draw.choices(WORDS, k=20))} #\n  x := x OVER {draw.randrange(2, 9)} + {draw.randrange(999)};\n"
                   for _ in range(size // 220))
    return f"BEGIN INT x := 0;\n{rows}  print((x, newline))\nEND\n".encode()


def write(folder, wanted, tree):
    """The files of a row in the folder. Each is {"kind", "size"} or {"own": a file of the package}; "count"
    makes as many of a name, with a number in it, and "times" repeats the package's own file."""
    for name, what in wanted.items():
        for i in range(what.get("count", 1)):
            place = pathlib.Path(folder, name.replace("#", f"{i:03}"))
            place.parent.mkdir(parents=True, exist_ok=True)
            if "own" in what:
                place.write_bytes(pathlib.Path(tree, what["own"]).read_bytes() * what.get("times", 1))
            elif "line" in what:
                place.write_text(what["line"])
            else:
                draw = random.Random(f"{name} {i}")
                place.write_bytes(globals()[what["kind"]](what["size"], draw))
            shutil.copystat(__file__, place)
