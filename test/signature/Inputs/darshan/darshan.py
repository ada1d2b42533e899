"""What foreslice-signature uses of PyDarshan, on made-up logs: the path names one."""

import os


class Table(list):
    """Of pandas."""

    def to_dict(self, _):
        return list(self)


class Records(list):
    def to_df(self, attach):
        return {"counters": Table(self)} if attach else list(self)


def segments(offsets, length):
    return Table({"offset": o, "length": length, "start_time": i / 1000, "end_time": 1} for i, o in enumerate(offsets))


def dxt(rank, file, reads=(), writes=(), length=4096):
    return {"id": file, "rank": rank, "read_segments": segments(reads, length), "write_segments": segments(writes, length)}


def counted(rank, file, **values):
    names = ("READS", "BYTES_READ", "MAX_BYTE_READ", "CONSEC_READS", "WRITES", "BYTES_WRITTEN", "MAX_BYTE_WRITTEN",
             "CONSEC_WRITES", "STRIDE1_STRIDE", "STRIDE1_COUNT", "ACCESS1_ACCESS", "ACCESS1_COUNT")  # fmt: skip
    return {"id": file, "rank": rank, **{"POSIX_" + name: values.get(name, 0) for name in names}}


LOGS = {
    "dxt": {
        "DXT_POSIX": [dxt(r, 1, reads=[(i * 4 + r) * 4096 for i in range(50)]) for r in range(4)]
        + [dxt(r, 2, reads=[0]) for r in range(4)],
        "DXT_MPIIO": [dxt(r, 2, writes=[r * 40960 + i * 4096 for i in range(10)]) for r in range(4)],
    },
    "counters": {"POSIX": [
        counted(-1, 1, READS=400, BYTES_READ=400 * 512, MAX_BYTE_READ=10**6, CONSEC_READS=396, ACCESS1_ACCESS=512,
                ACCESS1_COUNT=400),
        counted(0, 2, WRITES=10, BYTES_WRITTEN=10 * 65536, MAX_BYTE_WRITTEN=10**7, STRIDE1_STRIDE=4096,
                STRIDE1_COUNT=9, ACCESS1_ACCESS=65536, ACCESS1_COUNT=10),
    ]},
    "nothing": {},
}  # fmt: skip


class DarshanReport:
    def __init__(self, path, read_all):
        assert not read_all
        self.modules = LOGS[os.path.basename(path)]
        self.records, self.name_records = {}, {1: "/data/in", 2: "/data/out"}
        self.metadata = {"exe": "/bin/solver -x", "job": {"nprocs": 4}}

    def mod_read_all_dxt_records(self, module):
        self.records[module] = Records(self.modules[module])

    mod_read_all_records = mod_read_all_dxt_records
