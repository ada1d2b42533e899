"""Broken variants of the run time: what each is, and how it is made.

A patch is a file below runtime/, a piece of its text, and what stands there
instead. Allowed: why a read may return what it returns all the same.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Variant:
    name: str
    patches: tuple
    allowed: str = ""


def variant(name, *patches, allowed=""):
    return Variant(name, patches, allowed)


MPIIO, ACCESS = "frontend/mpiio/", "layout/Access.cpp"
WRITES, STATE, OPEN = MPIIO + "Writes.cpp", MPIIO + "FileState.cpp", MPIIO + "Open.cpp"
CACHE = "cache/DeliveryCache.cpp"
NODE, SHARING = "share/node/NodeDirectory.cpp", "share/PageSharing.cpp"

VARIANTS = [
    variant("nothing is broken"),
    # What drops pages.
    variant("writes drop nothing",
            (WRITES, "    Cached = File->Shared->cached();\n", "    Cached = nullptr;\n")),
    variant("writes drop their first page only",
            (WRITES, "Written->range() : ByteRange{};",
             "ByteRange{Written->range().Begin, Written->range().Begin + 1}\n"
             "                                         : ByteRange{};")),
    variant("writes through a view drop what is not moved by its displacement",
            (ACCESS, "  return {static_cast<uint64_t>(First + FileView->Displacement),\n"
             "          static_cast<uint64_t>(Last + FileView->Displacement + 1)};",
             "  return {static_cast<uint64_t>(First), static_cast<uint64_t>(Last + 1)};")),
    variant("sync drops nothing",
            (STATE, "    Cache.beginHold(*Cached);\n", "    ;\n")),
    variant("set_size drops nothing",
            (STATE, "    Cache.beginWrite(*Cached, {});\n", "    ;\n")),
    variant("open drops nothing",
            (OPEN, "  if (Fd < 0 || !Ahead)\n    Shared.invalidate();", "  "),
            (CACHE, "      invalidate(*File);\n      State.Queue.dropFile(*File);\n", "")),
    variant("close drops nothing but of the last handle",
            (CACHE, "    if (F.Handles > 1)\n      invalidate(F);\n", ""),
            (OPEN, "  } else if (File->Shared) {\n    File->Shared->invalidate();\n", ""),
            allowed="the next open drops it"),
    variant("delete drops nothing",
            (OPEN, "      Shared->invalidate();\n", "      (void)Shared;\n"),
            allowed="what is open still has the deleted file; the next open drops it"),
    # Versions.
    variant("reads in flight are kept",
            (CACHE, "  const Page &Pg = State.Pool[S];\n  ByteRange Bytes",
             "  const Page &Pg = State.Pool[S];\n"
             "  if (Pg.Is == Page::State::Loading)\n    return true;\n  ByteRange Bytes")),
    variant("what a write leaves of a page is all of it",
            (CACHE, "State.Pool.spoil(S, Written)", "!Written.contains(Bytes)")),
    variant("pages are fetched during writes",
            ("engine/EnginePick.cpp", "E.File->isBeingWritten(Pool.bytesOf(Index))", "false")),
    variant("the end of file is believed during writes",
            ("engine/CacheState.h", "return File.Writes.empty() && File.WriteEpoch == WriteEpoch &&",
             "return true || File.Writes.empty() &&"),
            allowed="a read beyond what a page has is the MPI library's"),
    variant("pages that end before the read does are served",
            ("cache/ReadPlan.cpp", "static_cast<uint64_t>(FileEnd))\n      return false;",
             "static_cast<uint64_t>(FileEnd))\n      continue;")),
    # What nobody sees the end of.
    variant("started writes neither drop nor hold",
            (WRITES, "    File->hold(Reason);\n", "    (void)Reason;\n")),
    variant("started writes drop and do not hold",
            (WRITES, "    File->hold(Reason);\n",
             "    File->hold(Reason);\n    File->release(Reason);\n")),
    variant("collective writes do not hold",
            (WRITES, "  File->hold(OpenFile::Together);\n  WriteScope", "  WriteScope"),
            (WRITES, "    holdIfTogether(File);\n", "")),
    variant("collective writes drop their own range and do not hold",
            (WRITES, "  if (!File || File->OneRank) {\n    if (File && W.From",
             "  if (!File || File) {\n    if (File && W.From"),
            (WRITES, "    holdIfTogether(File);\n", "")),
    variant("atomic mode is cached",
            (STATE, "    File->hold(OpenFile::Atomic);\n", "")),
    # Dirty ranges.
    variant("requests are parked one call too short",
            ("engine/FetchedFile.h", "return After != NoCall && !behind(Lane, After);",
             "return After != NoCall && After > Positions.next(Lane);"),
            allowed="the write drops what was fetched"),
    variant("requests are never parked",
            ("engine/FetchedFile.h", "return After != NoCall && !behind(Lane, After);",
             "return After != After;"),
            allowed="the write drops what was fetched"),
    # Names, ranks.
    variant("files are known by name",
            (OPEN, "mpi().files().shared(Local->Key);",
             "mpi().files().shared(\n"
             "      {Local->Key.Device, std::hash<std::string>()(Local->Path)});"),
            (OPEN, "runtime().cache().open(Local.Key, Fd, Local.Path, Local.BlockSize, *By);",
             "runtime().cache().open({Local.Key.Device, std::hash<std::string>()(Local.Path)},\n"
             "                             Fd, Local.Path, Local.BlockSize, *By);")),
    # Ranks of a node.
    variant("writes of other ranks drop nothing",
            (NODE, "  delayPoint();\n  dropWritten(F, Written);\n", ""),
            allowed="before a sync nobody need see what another rank wrote"),
    variant("pages are fetched while other ranks write to them",
            (NODE, "  std::atomic_thread_fence(std::memory_order_seq_cst);\n  if (Files[F].Writers == 0)\n",
             "  if (true)\n"),
            allowed="before a sync nobody need see what another rank wrote"),
    variant("pages of other ranks from before a sync or an open are used",
            (SHARING, "    File.Share->Since = Node->now();\n", "    ;\n"),
            (SHARING, "  S->Since = Node->now();\n", "")),
    variant("pages of other ranks that went while they were copied are used",
            (NODE, "  return Frames[F.Id].Word == F.Word;\n", "  return true;\n")),
    # Other nodes.
    variant("pages of other nodes from before a sync are used",
            (MPIIO + "Files.cpp", "Job, ++JobGeneration);", "Job, JobGeneration = 1);"),
            (SHARING, "  S.JobSince = Since;\n", "  S.JobSince = UINT64_MAX;\n"),
            allowed="at a sync every rank drops what it has"),
    variant("homes give out pages from before a sync",
            ("share/job/HomeTable.cpp", "E.Generation < Generation || ", ""),
            ("share/job/JobPages.cpp", "F && F->Generation >= Run.Generation", "bool(F)"),
            ("share/job/JobPages.cpp", "Run.First + I, F->Since)", "Run.First + I, 0)"),
            allowed="at a sync every rank drops what it has"),
    variant("other nodes do not hear of writes",
            (SHARING, "    if (Job != But && !Remote->wrote(Job, Written))\n", "    if (false)\n"),
            allowed="before a sync nobody need see what another rank wrote, but the writer"),
    variant("writers tell nobody who has copies",
            ("share/job/JobPages.cpp", "  tellHolders(*F, std::move(Holders), Message);\n", ""),
            allowed="before a sync nobody need see what another rank wrote"),
    variant("nodes fetch from others what a rank of theirs has written through another handle",
            (SHARING, "  if (!Node->onlyJob(S.Id, S.Job))\n", "  if (false)\n")),
    variant("ranks that have synced through another handle fetch from other nodes",
            ("share/node/FileShare.h", "Job && Since <= JobSince && ", "Job && ")),
    variant("each rank votes for itself",
            (MPIIO + "DemandRead.cpp", "  return All.Against == 0 &&",
             "  All = Mine;\n  return All.Against == 0 &&")),
]  # fmt: skip
