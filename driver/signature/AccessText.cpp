//===- AccessText.cpp - the accesses of traces as text --------------------===//
//
// See AccessText.h.
//
//===----------------------------------------------------------------------===//

#include "AccessText.h"

#include "Streams.h"
#include "signature/PatternLearner.h"

#include <algorithm>
#include <ostream>

namespace foreslice::signature {

std::string printable(std::string Path) {
  std::ranges::replace_if(
      Path, [](char C) { return C == '\t' || C == '\n'; }, '?');
  return Path;
}

namespace {

const char *nameOf(access_format::Layer Wrapper) {
  switch (Wrapper) {
  case access_format::Layer::Posix:
    return "posix";
  case access_format::Layer::Stdio:
    return "stdio";
  case access_format::Layer::MpiIo:
    return "mpi-io";
  case access_format::Layer::MpiIoCollective:
    return "mpi-io collective";
  }
  return "";
}

const char *nameOf(access_format::Operation Is) {
  switch (Is) {
  case access_format::Operation::Read:
    return "read";
  case access_format::Operation::Write:
    return "write";
  case access_format::Operation::Open:
    return "open";
  case access_format::Operation::Close:
    return "close";
  case access_format::Operation::Map:
    return "map";
  }
  return "";
}

struct Placed {
  const TracedAccess *Access;
  const TracedChunk *Chunk;
};

std::string siteOf(const Placed &P) {
  const auto Site = P.Chunk->Sites.find(P.Access->Site);
  if (Site == P.Chunk->Sites.end())
    return "-";
  const auto Module = P.Chunk->Modules.find(Site->second.Module);
  const std::string Path =
      Module == P.Chunk->Modules.end() ? "?" : Module->second.Path;
  return printable(Path.substr(Path.rfind('/') + 1)) + "+" +
         std::to_string(Site->second.Offset);
}

/// Whether the run time would have expected each access.
class Expectations {
public:
  bool add(const Placed &P) {
    const TracedFile &File = P.Chunk->Files.at(P.Access->File);
    PatternLearner &Learner =
        Streams[{File.Device, File.Inode, P.Access->Thread,
                 P.Access->Is == access_format::Operation::Write}];
    const PatternPoint Point = pointOf(*P.Access);
    bool Expected = false;
    Learner.ahead(0, [&](const PatternPoint &Next) {
      Expected = Next == Point;
      return false;
    });
    Learner.observe(Point);
    return Expected;
  }

private:
  std::map<std::tuple<uint64_t, uint64_t, uint32_t, bool>, PatternLearner>
      Streams;
};

void printProcess(std::ostream &Out, const std::vector<TracedChunk> &Chunks) {
  std::vector<Placed> All;
  int32_t Rank = -1;
  for (const TracedChunk &C : Chunks) {
    Rank = std::max(Rank, C.Header.Rank);
    for (const TracedAccess &A : C.Accesses)
      All.push_back({&A, &C});
  }
  // No two accesses of a thread begin at the same time.
  std::ranges::sort(All, {}, [](const Placed &P) {
    return std::pair(P.Access->StartNs, P.Access->Thread);
  });
  Expectations Expected;
  for (const Placed &P : All) {
    const TracedAccess &A = *P.Access;
    Out << P.Chunk->Header.Process << '\t' << Rank << '\t' << A.Thread << '\t'
        << nameOf(A.Wrapper) << '\t' << nameOf(A.Is) << '\t' << A.StartNs
        << '\t' << A.Ns << '\t' << A.Offset << '\t' << A.Bytes << '\t'
        << A.Result << '\t' << Expected.add(P) << '\t' << siteOf(P) << '\t'
        << printable(P.Chunk->Files.at(A.File).Path) << '\n';
  }
}

} // namespace

void printAccesses(std::ostream &Out, const std::vector<std::string> &Paths) {
  Out << "process\trank\tthread\tlayer\toperation\tstart_ns\tns\toffset\t"
         "bytes\tresult\texpected\tsite\tfile\n";
  forEachTrace(Paths, [&](const std::vector<TracedChunk> &Chunks) {
    printProcess(Out, Chunks);
  });
}

} // namespace foreslice::signature
