//===- Streams.cpp - the accesses of each process to each file ------------===//
//
// See Streams.h.
//
//===----------------------------------------------------------------------===//

#include "Streams.h"

#include "DataFiles.h"
#include "Process.h"

#include "recorder/AccessTraceReader.h"
#include "signature/PatternLearner.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace foreslice::signature {

using driver::fatal;
using driver::warn;
using namespace access_format;
namespace fs = std::filesystem;

/// Limits of patterns looked for off line. Patterns may be longer than in a
/// run.
static constexpr unsigned MostBlock = 64;
static constexpr int64_t LeastIterations = 3;

/// How even the times between accesses are.
static void addTimes(StreamFigures &F, const std::vector<StreamAccess> &A) {
  double Sum = 0, Squares = 0;
  for (size_t I = 1; I < A.size(); ++I) {
    const double Gap = static_cast<double>(A[I].StartNs) -
                       static_cast<double>(A[I - 1].StartNs);
    Sum += Gap;
    Squares += Gap * Gap;
  }
  F.Gaps = A.size() < 2 ? 0 : A.size() - 1;
  if (F.Gaps == 0)
    return;
  const auto N = static_cast<double>(F.Gaps);
  const double Mean = Sum / N;
  const double Spread = std::sqrt(std::max(Squares / N - Mean * Mean, 0.0));
  F.Variation = Mean > 0 ? Spread / Mean : 0;
}

Stream streamOf(const std::vector<StreamAccess> &Accesses) {
  Stream S;
  PatternLearner Learner(MostBlock, SIZE_MAX);
  for (const StreamAccess &A : Accesses) {
    Learner.observe(A.Point);
    const auto Bytes = static_cast<uint64_t>(A.Point.Bytes);
    S.Figures.Bytes += Bytes;
    S.Figures.TraceBytes += A.TraceBytes;
    S.Figures.Least = std::min(S.Figures.Least, Bytes);
    S.Figures.Most = std::max(S.Figures.Most, Bytes);
  }
  S.Figures.Accesses = Accesses.size();
  S.Figures.BeganNs = Accesses.empty() ? 0 : Accesses.front().StartNs;
  addTimes(S.Figures, Accesses);
  S.Sequence = Learner.finish();
  uint64_t Alone = 0;
  for (const PatternTerm &T : S.Sequence.Terms)
    if (T.isPoint())
      ++Alone;
    else if (T.Shape->depth() == 1 && T.count() < LeastIterations)
      PatternSequence{{T}}.forEach([&](const PatternPoint &) {
        ++Alone;
        return true;
      });
  S.Figures.InLoops = S.Figures.Accesses - Alone;
  return S;
}

PatternPoint pointOf(const TracedAccess &A) {
  if (A.Scattered)
    return {0, static_cast<int64_t>(A.Place), static_cast<int64_t>(A.Bytes),
            static_cast<int64_t>(A.Shift)};
  return {0, A.Offset, static_cast<int64_t>(A.Bytes), 0};
}

namespace {

/// An access with file, operation and thread.
struct FiledAccess {
  StreamAccess Access;
  std::string File;
  Operation Is;
  uint32_t Thread;
  size_t Number; ///< In the order of the chunks.
};

std::string hexadecimal(const std::string &Bytes) {
  static constexpr char Digits[] = "0123456789abcdef";
  std::string Text;
  for (unsigned char C : Bytes) {
    Text += Digits[C >> 4];
    Text += Digits[C & 15];
  }
  return Text;
}

/// Whether the file has data of users, not made up by the kernel.
bool isOfUsers(std::string_view Path) {
  return Path.starts_with("/dev/shm/") ||
         (!Path.starts_with("/proc/") && !Path.starts_with("/sys/") &&
          !Path.starts_with("/dev/"));
}

/// The accesses of a process to files of users, in order of time.
std::vector<FiledAccess> accessesOf(const std::vector<TracedChunk> &Chunks) {
  std::vector<FiledAccess> All;
  for (const TracedChunk &Chunk : Chunks)
    for (const TracedAccess &A : Chunk.Accesses)
      if (const std::string &Path = Chunk.Files.at(A.File).Path;
          isOfUsers(Path))
        All.push_back({{pointOf(A), A.StartNs, A.Size},
                       Path,
                       A.Is,
                       A.Thread,
                       All.size()});
  std::ranges::sort(All, {}, [](const FiledAccess &A) {
    return std::pair(A.Access.StartNs, A.Number);
  });
  return All;
}

using AccessesByName = std::map<StreamName, std::vector<StreamAccess>>;

/// Joins openings of a file with few accesses each into one stream.
AccessesByName joinOpenings(AccessesByName Found) {
  constexpr unsigned MostOpenings = 16;
  AccessesByName Joined;
  for (auto Begin = Found.begin(); Begin != Found.end();) {
    StreamName Name = Begin->first;
    auto End = Begin;
    while (End != Found.end() && End->first.File == Name.File &&
           End->first.Is == Name.Is && End->first.Thread == Name.Thread)
      ++End;
    const bool Join = std::distance(Begin, End) > MostOpenings;
    for (; Begin != End; ++Begin) {
      if (!Join)
        Name.Opening = Begin->first.Opening;
      std::vector<StreamAccess> &All = Joined[Name];
      All.insert(All.end(), Begin->second.begin(), Begin->second.end());
    }
  }
  return Joined;
}

/// The reads of the file's data, in the order of datasets. None if there are
/// too few for a pattern.
std::optional<Stream> streamIn(const DataFiles::File &File,
                               const std::vector<StreamAccess> &Accesses) {
  constexpr size_t LeastReads = 3;
  std::vector<StreamAccess> Placed;
  std::set<size_t> Used;
  for (StreamAccess A : Accesses)
    if (const std::optional<PatternPoint> P = File.placed(A.Point)) {
      A.Point = *P;
      Placed.push_back(A);
      Used.insert(static_cast<uint64_t>(P->Place) /
                  File.Order->datasets().Distance);
    }
  if (Placed.size() < LeastReads)
    return std::nullopt;
  Stream S = streamOf(Placed);
  S.Sets = File.Order->datasets();
  S.FileBytes = File.Bytes;
  S.Note = File.text(Used);
  return S;
}

/// Cuts the accesses of a process into streams.
std::map<StreamName, Stream> streamsOf(const std::vector<TracedChunk> &Chunks) {
  AccessesByName Found;
  std::map<std::string, unsigned> Openings;
  std::map<std::string, std::map<uint32_t, unsigned>> Threads;
  for (FiledAccess &A : accessesOf(Chunks)) {
    if (A.Is == Operation::Close) {
      ++Openings[A.File];
      Threads.erase(A.File);
    }
    if (A.Is != Operation::Read && A.Is != Operation::Write)
      continue;
    auto &Type = Threads[A.File];
    const unsigned Thread =
        Type.try_emplace(A.Thread, static_cast<unsigned>(Type.size()))
            .first->second;
    Found[{A.File,
           A.Is == Operation::Read ? SignatureOperation::Read
                                   : SignatureOperation::Write,
           Thread, Openings[A.File]}]
        .push_back(A.Access);
  }
  std::map<StreamName, Stream> Streams;
  DataFiles Files;
  for (const auto &[Name, Accesses] : joinOpenings(std::move(Found))) {
    Streams.emplace(Name, streamOf(Accesses));
    if (Name.Is != SignatureOperation::Read)
      continue;
    StreamName Other = Name;
    Other.InDatasets = true;
    if (std::optional<Stream> S = streamIn(Files.at(Name.File), Accesses))
      Streams.emplace(std::move(Other), std::move(*S));
  }
  return Streams;
}

ProcessTrace processOf(const std::vector<TracedChunk> &Chunks) {
  ProcessTrace P;
  P.BeganAtNs = Chunks.front().Header.BeganAtNs;
  for (const TracedChunk &Chunk : Chunks) {
    P.BeganAtNs = std::min(P.BeganAtNs, Chunk.Header.BeganAtNs);
    P.Lost = std::max(P.Lost, Chunk.Header.Lost);
    // The rank may have become known later.
    if (Chunk.Header.Ranks > 0) {
      P.Rank = Chunk.Header.Rank;
      P.Ranks = Chunk.Header.Ranks;
    }
    if (auto Program = Chunk.Modules.find(0); Program != Chunk.Modules.end()) {
      P.Program = fs::path(Program->second.Path).filename();
      P.BuildId = hexadecimal(Program->second.BuildId);
    }
  }
  P.Streams = streamsOf(Chunks);
  return P;
}

std::vector<std::byte> contentOf(const std::string &Path) {
  std::ifstream In(Path, std::ios::binary);
  if (!In)
    fatal(Command, "'" + Path + "' cannot be read: " + strerror(errno));
  const std::string Text{std::istreambuf_iterator<char>(In), {}};
  const auto *Bytes = reinterpret_cast<const std::byte *>(Text.data());
  return {Bytes, Bytes + Text.size()};
}

/// The files of accesses at Path: the file itself, or the files in the folder.
std::vector<std::string> filesIn(const std::string &Path) {
  std::error_code Error;
  if (!fs::is_directory(Path, Error))
    return {Path};
  std::vector<std::string> Found;
  for (const fs::directory_entry &E : fs::directory_iterator(Path, Error))
    if (E.is_regular_file(Error) && E.path().extension() == ".accesses")
      Found.push_back(E.path());
  if (Error)
    fatal(Command, "'" + Path + "' cannot be read: " + Error.message());
  std::ranges::sort(Found);
  if (Found.empty())
    fatal(Command, "no file in '" + Path +
                       "' ends in .accesses, as those of "
                       "'foreslice-run --trace=" +
                       Path + "' do");
  return Found;
}

} // namespace

void forEachTrace(const std::vector<std::string> &Paths,
                  FunctionRef<void(const std::vector<TracedChunk> &)> Visit) {
  for (const std::string &Path : Paths)
    for (const std::string &File : filesIn(Path)) {
      std::vector<TracedChunk> Chunks;
      try {
        Chunks = readAccessTrace(File, contentOf(File));
      } catch (const BadAccessTrace &Bad) {
        fatal(Command, Bad.what());
      }
      if (Chunks.empty())
        continue;
      if (const uint64_t Lost = Chunks.back().Header.Lost; Lost != 0)
        warn(Command, "'" + File + "' lacks " + std::to_string(Lost) +
                          " accesses, which could not be written down");
      Visit(Chunks);
    }
}

std::vector<ProcessTrace> readTraces(const std::vector<std::string> &Paths) {
  std::map<std::pair<int64_t, int64_t>, ProcessTrace> Last;
  forEachTrace(Paths, [&](const std::vector<TracedChunk> &Chunks) {
    ProcessTrace P = processOf(Chunks);
    ProcessTrace &Known = Last[{P.Ranks, P.Rank}];
    if (P.BeganAtNs >= Known.BeganAtNs)
      Known = std::move(P);
  });
  std::vector<ProcessTrace> All;
  All.reserve(Last.size());
  for (auto &[Key, P] : Last)
    All.push_back(std::move(P));
  if (All.empty())
    fatal(Command, "there is no access in these traces");
  return All;
}

} // namespace foreslice::signature
