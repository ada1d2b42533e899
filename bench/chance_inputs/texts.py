"""Lines of text: prose, sources of programs, logs, records."""

import base64

from .common import WORDS, filled, kind


@kind
def text(size, draw):
    """Lines of words, of 40 to 100 characters."""
    lines, length = [], 0
    while length < size:
        line = " ".join(draw.choices(WORDS, k=draw.randrange(4, 11)))
        lines.append(line)
        length += len(line) + 1
    return "\n".join(lines).encode() + b"\n"


@kind
def words(size, draw):
    """A word a line."""
    return "\n".join(draw.choices(WORDS, k=size // 10)).encode() + b"\n"


@kind
def prose(size, draw):
    """Paragraphs of letters, with capitals and full stops."""
    out, length = [], 0
    while length < size:
        sentence = " ".join("".join(draw.choices("etaoinshrdlu", k=draw.randrange(1, 9)))
                            for _ in range(12)).capitalize() + (".\n\n" if draw.random() < .1 else ".\n")
        out.append(sentence)
        length += len(sentence)
    return "".join(out).encode()


@kind
def table(size, draw):
    """Lines of ten numbers."""
    rows = size // 90
    return b"".join(b"%s\n" % b" ".join(b"%.6f" % draw.random() for _ in range(10))
                    for _ in range(rows))


@kind
def xml(size, draw):
    rows = filled(size, lambda _, place: f'<row id="{place}"><name>{draw.choice(WORDS)}</name><v>{draw.random():.6f}</v></row>\n')
    return f"<?xml version=\"1.0\"?>\n<rows>\n{rows}</rows>\n".encode()


@kind
def html(size, draw):
    rows = filled(size, lambda *_: f"<p>{' '.join(draw.choices(WORDS, k=9))} <b>{draw.choice(WORDS)}</b><br>\n")
    return f"<html><head><title>t</title></head><body>\n{rows}</body></html>\n".encode()


@kind
def man(size, draw):
    """Source of a manual page."""
    body = text(size, draw).decode().splitlines()
    for i in range(0, len(body), 12):
        body[i] = f".SH S{i}" if i % 120 == 0 else ".PP"
    return (".TH X 1\n" + "\n".join(body) + "\n").encode()


@kind
def colours(size, draw):
    """Lines with a terminal's colours."""
    return b"".join(b"\x1b[3%dm%s\x1b[0m\n" % (draw.randrange(8), line)
                    for line in text(size, draw).splitlines())


@kind
def unicode(size, draw):
    """Lines of UTF-8 with letters that ASCII lacks."""
    return "\n".join("".join(draw.choices("abcdeäöüßéñçøłž ", k=60)) for _ in range(size // 95)).encode() + b"\n"


@kind
def latin(size, draw):
    return unicode(size, draw).decode().encode("latin-1", "replace")


@kind
def code(size, draw):
    """Functions of C."""
    return filled(size, lambda i, _: (
        f"/* {' '.join(draw.choices(WORDS, k=5))} */\nint f{i}(int a, char *b) {{\n"
        f"  if (a > {i}) {{\n    return b[{i}] + \"{draw.choice(WORDS)}\"[0];\n  }}\n  return a;\n}}\n\n")).encode()


@kind
def log(size, draw):
    """Requests of a web server."""
    def request(i, _):
        second = i + 1
        return (f"10.0.{draw.randrange(256)}.{draw.randrange(256)} - - [01/Jan/2020:{second // 3600 % 24:02}:"
                f"{second // 60 % 60:02}:{second % 60:02} +0000] \"GET /{draw.choice(WORDS)} HTTP/1.0\" 200 "
                f"{draw.randrange(9999)} \"-\" \"agent\"\n")

    return filled(size, request).encode()


@kind
def halibut(size, draw):
    """Source of a book for halibut."""
    parts = prose(size, draw).decode().split("\n\n")
    return "\n\n".join(f"\\C{{c{i}}} T{i}\n\n{part}" if i % 40 == 0 else part
                       for i, part in enumerate(parts)).encode()


@kind
def rtf(size, draw):
    return b"{\\rtf1\\ansi " + prose(size, draw).replace(b"\n\n", b"\\par\n") + b"}\n"


@kind
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


@kind
def pairs(size, draw):
    """Lines of a key and a value."""
    return "".join(f"k{i} {draw.choice(WORDS)}\n" for i in range(size // 17)).encode()


@kind
def songs(size, draw):
    """Lines of songs with chords."""
    return filled(size, lambda *_: f"{{new_song}}\n{{title:{draw.choice(WORDS)}}}\n" + "".join(
        " ".join(f"[{draw.choice(['C', 'G', 'Am', 'F'])}]{word}" for word in draw.choices(WORDS, k=5)) + "\n"
        for _ in range(30))).encode()


@kind
def edict(size, draw):
    """Lines of a dictionary of Japanese."""
    kana = lambda: "".join(chr(draw.randrange(0x3042, 0x3090)) for _ in range(4))
    return "".join(f"{kana()} [{kana()}] /{draw.choice(WORDS)} {draw.choice(WORDS)}/\n"
                   for _ in range(size // 46)).encode("euc-jp", "replace")


@kind
def esis(size, draw):
    """What a parser of SGML says of a document: paragraphs in sections."""
    def section(*_):
        part = "".join(f"(PARA\n-{' '.join(draw.choices(WORDS, k=20))}\n)PARA\n" for _ in range(8))
        return f"(SECT\n(TITLE\n-{draw.choice(WORDS)}\n)TITLE\n{part})SECT\n"

    return f"(BOOK\n{filled(size, section)})BOOK\nC\n".encode()


@kind
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


@kind
def gcode(size, draw):
    """Moves of a printer, layer by layer."""
    head = "G21\nG90\nM103\nM73 P0\nM104 S220 T0\n"
    rows = [f"G1 X{draw.uniform(-50, 50):.2f} Y{draw.uniform(-50, 50):.2f} Z{i / 5000:.2f} F3300.0 E{i / 30:.4f}\n"
            for i in range(size // 46)]
    return (head + "".join(rows) + "M73 P100\n").encode()


@kind
def script(size, draw):
    """Functions of JavaScript, the last of which is called."""
    parts = [f"function f{i}(a, b) {{\n  var {draw.choice('xyz')} = [a, b, '{draw.choice(WORDS)}'];\n"
             f"  if (a > {draw.randrange(999)}) {{ return {{ k: b }}; }}\n  return a + b;\n}}\n"
             for i in range(max(1, size // 120))]
    return ("".join(parts) + f"print(f{len(parts) - 1}(1, 2));\n").encode()


@kind
def parts(size, draw):
    """A message with attachments of 30 KB, in base 64."""
    head = "From: a@b.c\nTo: d@e.f\nSubject: s\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=\"b\"\n\n"
    rows = [f"--b\nContent-Type: application/octet-stream; name=\"f{i}\"\nContent-Transfer-Encoding: base64\n"
            f"Content-Disposition: attachment; filename=\"f{i}\"\n\n{base64.encodebytes(draw.randbytes(30000)).decode()}\n"
            for i in range(max(1, size // 41000))]
    return (head + "".join(rows) + "--b--\n").encode()


@kind
def based(size, draw):
    """Base 64 of noise."""
    return base64.encodebytes(draw.randbytes(size * 3 // 4))


@kind
def theorems(size, draw):
    """Statements of Metamath with proofs of one and of two steps."""
    head = ("$c ( ) -> wff |- $.\n$v p q r $.\nwp $f wff p $.\nwq $f wff q $.\nwr $f wff r $.\n"
            "wi $a wff ( p -> q ) $.\na1 $a |- ( p -> ( q -> p ) ) $.\n")
    rows = "".join(f"t{i} $p |- ( {a} -> ( {b} -> {a} ) ) $= w{a} w{b} a1 $.\n$( {' '.join(draw.choices(WORDS, k=8))} $)\n"
                   for i in range(size // 120) for a, b in [draw.choices("pqr", k=2)])
    return (head + rows).encode()


@kind
def model(size, draw):
    """Processes of Promela that count."""
    return "".join(f"int v{i};\nactive proctype p{i}() {{\n  do\n  :: v{i} < {draw.randrange(5, 50)} -> v{i} = v{i} + 1\n"
                   f"  :: else -> break\n  od\n}}\n/* {' '.join(draw.choices(WORDS, k=400))} */\n"
                   for i in range(min(200, max(1, size // 4000)))).encode()


@kind
def grammar(size, draw):
    """100 rules of a grammar, each of a word of its own and the next rule, with notes."""
    note = lambda: f"-- {' '.join(draw.choices(WORDS, k=8))}\n"
    rules = "".join(f"r{i} ::= W{i} r{i + 1} | W{i} N\n" + "".join(note() for _ in range(size // 8000))
                    for i in range(100))
    return ("%Options notable,nolist\n%Terminals\n  N " + " ".join(f"W{i}" for i in range(100)) +
            f"\n%Start\n  r0\n%Rules\n{rules}r100 ::= N N\n%End\n").encode()


@kind
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


@kind
def adventure(size, draw):
    """Functions of Inform, which Main does not call, and notes."""
    rows = "".join(f"! {' '.join(draw.choices(WORDS, k=30))}\n[ F{i} a b;\n  if (a > {draw.randrange(999)}) return b + {i};\n"
                   f"  print \"{draw.choice(WORDS)}^\";\n  return a;\n];\n" for i in range(max(1, size // 400)))
    return (rows + "[ Main;\n  print \"x^\";\n];\n").encode()


@kind
def measurements(size, draw):
    """A number a line."""
    return b"".join(b"%.6f\n" % draw.gauss(100, 9) for _ in range(size // 11))


@kind
def status(size, draw):
    """What dpkg knows of its packages, each of which needs two others."""
    count = max(3, size // 420)
    return "".join(f"Package: p{i}\nStatus: install ok installed\nPriority: optional\nSection: {draw.choice(['libs', 'text'])}\n"
                   f"Installed-Size: {draw.randrange(999)}\nMaintainer: m <m@a.b>\nArchitecture: amd64\nVersion: 1.{i}\n"
                   f"Depends: p{draw.randrange(count)} (>= 1.0), p{draw.randrange(count)}\n"
                   f"Description: {draw.choice(WORDS)}\n {' '.join(draw.choices(WORDS, k=18))}\n\n"
                   for i in range(count)).encode()


@kind
def blocks(size, draw):
    """Blocks of addresses."""
    return "".join(f"10.0.{draw.randrange(256)}.{draw.randrange(0, 256, 16)}/28\n" for _ in range(size // 16)).encode()
