"""Sequences, places and measurements."""

import struct
import zlib

from .common import WORDS, kind


@kind
def sequences(size, draw):
    """FASTA of DNA, 2,000 letters each."""
    out = []
    for i in range(max(1, size // 2040)):
        letters = "".join(draw.choices("ACGT", k=2000))
        out.append(f">s{i}\n" + "\n".join(letters[j:j + 60] for j in range(0, 2000, 60)) + "\n")
    return "".join(out).encode()


@kind
def proteins(size, draw):
    out = []
    for i in range(max(1, size // 310)):
        letters = "".join(draw.choices("ACDEFGHIKLMNPQRSTVWY", k=300))
        out.append(f">p{i}\n" + letters + "\n")
    return "".join(out).encode()


@kind
def protein(size, draw):
    """The places of a chain's atoms, as of PDB."""
    rows, place = [], [0.0, 0.0, 0.0]
    for i in range(max(1, size // 81)):
        place = [c + draw.uniform(-2.2, 2.2) for c in place]
        rows.append(f"ATOM  {i + 1:5d}  CA  {draw.choice(['ALA', 'GLY', 'SER', 'LEU'])} A{i + 1:4d}    "
                    f"{place[0]:8.3f}{place[1]:8.3f}{place[2]:8.3f}  1.00  0.00           C  \n")
    return ("".join(rows) + "TER\nEND\n").encode()


@kind
def genes(size, draw):
    """Places of genes in `sequences` of the same size."""
    return "".join(f"g{i}a {start} {start + 300} s{i}\ng{i}b {start + 1200} {start + 800} s{i}\n"
                   for i in range(max(1, size // 2040)) for start in [draw.randrange(10, 600)]).encode()


@kind
def coverage(size, draw):
    """An export file of Arc/Info: arcs of eight points."""
    rows = ["EXP  0 DATA.E00", "ARC  2"]
    for i in range(max(1, size // 300)):
        rows.append(f"{i + 1:10d}{i + 1:10d}{2 * i + 1:10d}{2 * i + 2:10d}{1:10d}{1:10d}{8:10d}")
        rows += ["".join(f"{draw.random() * 1000:14.7E}" for _ in range(4)) for _ in range(4)]
    rows += [f"{-1:10d}" + f"{0:10d}" * 6, "EOS"]
    return ("\n".join(rows) + "\n").encode()


@kind
def floats(size, draw):
    return struct.pack(f"<{size // 4}f", *(draw.random() for _ in range(size // 4)))


@kind
def msa(size, draw):
    """An alignment of 100 proteins, as of Clustal."""
    blocks = []
    for _ in range(max(1, size // 7800)):
        blocks.append("".join(f"p{i:<15}" + "".join(draw.choices("ACDEFGHIKLMNPQRSTVWY-", k=60)) + "\n"
                              for i in range(100)) + " " * 76 + "\n\n")
    return ("CLUSTAL W (1.83) multiple sequence alignment\n\n\n" + "".join(blocks)).encode()


@kind
def aligned(size, draw):
    """FASTA of 100 sequences of the same length, that differ from one another in some letters."""
    letters = draw.choices("ACGT", k=size // 100)
    out = []
    for i in range(100):
        for j in draw.sample(range(len(letters)), len(letters) // 50):
            letters[j] = draw.choice("ACGT")
        out.append(f">s{i}\n{''.join(letters)}\n")
    return "".join(out).encode()


@kind
def features(size, draw):
    """Two numbers of each point, points of four groups, as KlustaKwik reads these."""
    return ("2\n" + "".join(f"{5000 * draw.randrange(2) + int(draw.gauss(0, 500))}\t"
                            f"{5000 * draw.randrange(2) + int(draw.gauss(0, 500))}\n"
                            for _ in range(size // 11))).encode()


@kind
def sites(size, draw):
    """Pairs of primers, as e-PCR reads these."""
    return "".join(f"t{i}\t{''.join(draw.choices('ACGT', k=20))}\t{''.join(draw.choices('ACGT', k=20))}\t200\n"
                   for i in range(size // 53)).encode()


@kind
def fastq(size, draw):
    """Reads of 100 letters with their qualities, packed by gzip."""
    rows = "".join(f"@r{i}\n{''.join(draw.choices('ACGT', k=100))}\n+\n{''.join(draw.choices('FGHI', k=100))}\n"
                   for i in range(size // 212))
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    return packer.compress(rows.encode()) + packer.flush()


@kind
def hits(size, draw):
    """Pairs of places in two sequences that are alike."""
    rows = []
    for _ in range(size // 50):
        a, b = draw.sample(range(100), 2)
        x, y = draw.randrange(100000), draw.randrange(100000)
        rows.append(f"{draw.randrange(200, 900):06d} {draw.randrange(60, 99):03d} {x:05d} {x + 300:05d} s{a:02} {y:05d} {y + 300:05d} s{b:02}\n")
    return "".join(rows).encode()


@kind
def names(size, draw):
    """As many names of sequences, in their order, as `hits` has."""
    return ("100\n" + "".join(f"s{i:02}\n" for i in range(100))).encode()


@kind
def stockholm(size, draw):
    """An alignment of 100 sequences."""
    rows = aligned(size, draw).decode().split()
    return ("# STOCKHOLM 1.0\n" + "".join(f"{name[1:]:<10} {row}\n" for name, row in zip(rows[::2], rows[1::2])) +
            "//\n").encode()


@kind
def polytopes(size, draw):
    """Polygons by their weights."""
    return b"".join(draw.choice((b"3 1 1 1\n", b"4 1 1 2\n", b"6 1 2 3\n")) for _ in range(size // 8))


@kind
def wires(size, draw):
    """Notes and an antenna of one wire for NEC."""
    notes = "".join(f"CM {' '.join(draw.choices(WORDS, k=7))}\n" for _ in range(size // 70))
    return (notes + "CE\nGW 1 9 0 0 -0.25 0 0 0.25 0.001\nGE 0\nEX 0 1 5 0 1 0\nFR 0 1 0 0 300 0\n"
            "RP 0 10 10 1000 0 0 10 10\nEN\n").encode()


@kind
def yagi(size, draw):
    """Notes and an antenna of ten elements."""
    notes = "".join(f"# {' '.join(draw.choices(WORDS, k=7))}\n" for _ in range(size // 70))
    rows = "".join(f" {i * .6:.5f} 0.00000 {.95 - i * .01:.5f} 0.00630\n" for i in range(9))
    return ("NOTES a\nFREQUENCY 145\nMIN_FREQUENCY 144\nMAX_FREQUENCY 146\nSTEP_FREQUENCY 1\nELEMENTS 10\nDRIVEN 1\n"
            "PARASITIC 9\nANGULAR_STEP 10\n" + notes + "DATA_DRIVEN 0.3 0 1 0.0063 1 0\nDATA_PARASITIC\n" + rows).encode()


@kind
def graph(size, draw):
    """Edges of 3,000 points, as of DIMACS."""
    edges = size // 13
    rows = (draw.sample(range(1, 3001), 2) for _ in range(edges))
    return (f"p edge 3000 {edges}\n" + "".join(f"e {a} {b}\n" for a, b in rows)).encode()
