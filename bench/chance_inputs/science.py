"""Sequences, places and measurements."""

import struct
import zlib

from .common import kind


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
