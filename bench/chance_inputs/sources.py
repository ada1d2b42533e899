"""Sources for compilers, assemblers and generators."""

from .common import WORDS, kind
from .texts import code


@kind
def keywords(size, draw):
    """300 words for gperf, and code behind these."""
    return (f"%{{\n#include <string.h>\n%}}\n%%\n" + "\n".join(WORDS[:300]) + "\n%%\n").encode() + code(size, draw)


@kind
def sums(size, draw):
    """Functions and sums for bc."""
    rows = "".join(f"/* {' '.join(draw.choices(WORDS, k=8))} */\nx = x + {draw.randrange(10 ** 12)} * {draw.randrange(10 ** 6)}\n"
                   for _ in range(size // 115))
    return (rows + "x\nquit\n").encode()


@kind
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


@kind
def declarations(size, draw):
    """Declarations in words and in C."""
    kinds = ["int", "char", "long", "double"]
    return "".join(f"declare v{i} as pointer to function returning pointer to array {draw.randrange(9)} of {draw.choice(kinds)}\n"
                   f"explain {draw.choice(kinds)} (*(*v{i})())[{draw.randrange(1, 9)}]\n"
                   for i in range(size // 110)).encode()


@kind
def rules(size, draw):
    """100 rules of a grammar for yacc, each of a word of its own and the next rule, and code behind these."""
    names = " ".join(f"W{i}" for i in range(100))
    rows = "".join(f"r{i} : W{i} r{i + 1} {{ $$ = f{i}($1, 0); }}\n   | W{i} N\n   ;\n" for i in range(100))
    return f"%token N {names}\n%start r0\n%%\n{rows}r100 : N N ;\n%%\n".encode() + code(size, draw)


@kind
def intel(size, draw):
    """Instructions for Intel's processors."""
    registers = ["eax", "ebx", "ecx", "edx", "esi"]
    return "".join(f"l{i}:\n  mov {draw.choice(registers)}, {draw.randrange(999)} ; {' '.join(draw.choices(WORDS, k=6))}\n"
                   f"  add {draw.choice(registers)}, {draw.choice(registers)}\n  jmp l{i}\n" for i in range(size // 110)).encode()


@kind
def macros(size, draw):
    """Text with macros that are defined and used."""
    out, length, i = [], 0, 0
    while length < size:
        part = (f"#define m{i % 50} {draw.choice(WORDS)}\n" if i % 20 == 0 else "") + \
            f"{' '.join(draw.choices(WORDS, k=6))} m{draw.randrange(50)} {draw.choice(WORDS)}\n"
        out.append(part)
        length, i = length + len(part), i + 1
    return "".join(out).encode()


@kind
def ll(size, draw):
    """100 rules for antlr, each with code."""
    note = lambda: f"  /* {' '.join(draw.choices(WORDS, k=8))} */\n"
    rows = "".join(f"r{i} : W{i} << {{\n{''.join(note() for _ in range(size // 8000))}  f({i}); }} >> r{i + 1} | N ;\n"
                   for i in range(100))
    names = "".join(f"#token W{i} \"w{i}x\"\n" for i in range(100))
    return ("#header << #include <stdio.h> >>\n<< int main(void) { return 0; } >>\n#token \"[\\ \\n]+\" << zzskip(); >>\n"
            f"#token N \"n\"\n{names}{rows}r100 : N N ;\n").encode()


@kind
def subroutines(size, draw):
    """100 subroutines of Fortran 77."""
    note = lambda: f"C     {' '.join(draw.choices(WORDS, k=6))}\n        A(I) = A(I) + B(I) * {draw.randrange(99)}.0\n"
    return "".join(f"      SUBROUTINE S{i}(A, B, N)\n      INTEGER N, I\n      REAL A(N), B(N)\n      DO 10 I = 1, N\n" +
                   "".join(note() for _ in range(size // 10000)) + "10    CONTINUE\n      RETURN\n      END\n"
                   for i in range(100)).encode()


@kind
def algol(size, draw):
    """Sums and notes of Algol 68."""
    rows = "".join(f"  # {' '.join(draw.choices(WORDS, k=20))} #\n  x := x OVER {draw.randrange(2, 9)} + {draw.randrange(999)};\n"
                   for _ in range(size // 220))
    return f"BEGIN INT x := 0;\n{rows}  print((x, newline))\nEND\n".encode()
