//===- ClassText.cpp - the classes of the accesses of traces --------------===//
//
// See ClassText.h.
//
//===----------------------------------------------------------------------===//

#include "ClassText.h"

#include "AccessText.h"
#include "Streams.h"

#include "adaptive/classifier/StreamClassifier.h"

#include <algorithm>
#include <iomanip>
#include <ostream>
#include <sstream>

namespace foreslice::signature {

using namespace access_format;

namespace {

/// An access with process, rank and thread.
struct RankAccess {
  uint64_t StartNs;
  size_t Number;  ///< In the order of the traces.
  size_t Process; ///< In the order of the traces.
  int64_t Rank;
  uint32_t Thread;
  Operation Is;
  ClassifiedAccess What;
};
using AccessesByFile = std::map<std::string, std::vector<RankAccess>>;

/// Of all processes, in the order of time.
AccessesByFile readAccesses(const std::vector<std::string> &Paths) {
  AccessesByFile Found;
  size_t Process = 0, Number = 0;
  forEachTrace(Paths, [&](const std::vector<TracedChunk> &Chunks) {
    for (const TracedChunk &Chunk : Chunks)
      for (const TracedAccess &A : Chunk.Accesses) {
        const PatternPoint P = pointOf(A);
        const auto Size =
            static_cast<int64_t>(A.Scattered ? A.Bytes : A.Result);
        Found[Chunk.Files.at(A.File).Path].push_back(
            {A.StartNs,
             Number++,
             Process,
             Chunk.Header.Rank,
             A.Thread,
             A.Is,
             {P.Place, Size, A.Is == Operation::Write}});
      }
    ++Process;
  });
  for (auto &[File, Accesses] : Found)
    std::ranges::sort(Accesses, {}, [](const RankAccess &A) {
      return std::pair(A.StartNs, A.Number);
    });
  return Found;
}

/// The accesses of one thread to the file, from an open to a close.
struct ClassStream {
  explicit ClassStream(size_t Window) : Class(Window) {}
  StreamClassifier Class;
  uint64_t KnownNs = 0; ///< When the first window was full.
  /// Successive classes, with the number of windows of each.
  std::vector<std::pair<AccessClass, uint64_t>> Runs;
};

class FileClasses {
public:
  FileClasses(std::ostream &Out, const std::vector<RankAccess> &Accesses,
              unsigned Window)
      : Out(Out), Window(Window) {
    for (const RankAccess &A : Accesses)
      FileSize = std::max(FileSize, A.What.Offset + A.What.Size);
  }
  void add(const RankAccess &A);
  void printRest() {
    for (const auto &[Key, S] : Streams)
      print(Key, S);
  }

private:
  struct StreamKey {
    size_t Process;
    int64_t Rank;
    uint32_t Thread;
    auto operator<=>(const StreamKey &) const = default;
  };
  /// Since the first access of the file.
  std::string seconds(uint64_t Ns) const {
    std::ostringstream Text;
    Text << std::fixed << std::setprecision(6)
         << static_cast<double>(Ns - FirstNs) / 1e9;
    return std::move(Text).str();
  }
  void close(size_t Process);
  void combineRanks(uint64_t Now);
  void print(const StreamKey &Key, const ClassStream &S);

  std::ostream &Out;
  const unsigned Window;
  int64_t FileSize = 0;
  std::map<StreamKey, ClassStream> Streams;
  GlobalClass Global;
  uint64_t FirstNs = 0;
};

void FileClasses::close(size_t Process) {
  std::erase_if(Streams, [&](const auto &S) {
    if (S.first.Process != Process)
      return false;
    print(S.first, S.second);
    return true;
  });
}

void FileClasses::add(const RankAccess &A) {
  FirstNs = FirstNs ? FirstNs : A.StartNs;
  if (A.Is == Operation::Close)
    close(A.Process);
  if ((A.Is != Operation::Read && A.Is != Operation::Write) || A.What.Size <= 0)
    return;
  ClassStream &S =
      Streams.try_emplace({A.Process, A.Rank, A.Thread}, Window).first->second;
  if (S.Class.add(A.What) == StreamClassifier::News::None)
    return;
  const AccessClass Now = *S.Class.current();
  S.KnownNs = S.KnownNs ? S.KnownNs : A.StartNs;
  if (S.Runs.empty() || S.Runs.back().first != Now)
    S.Runs.emplace_back(Now, 0);
  ++S.Runs.back().second;
  combineRanks(A.StartNs);
}

void FileClasses::combineRanks(uint64_t Now) {
  std::map<int64_t, LocalClass> Ranks;
  for (const auto &[Key, S] : Streams)
    if (Key.Rank >= 0 && S.Class.current())
      Ranks.insert_or_assign(Key.Rank, S.Class.local());
  std::vector<LocalClass> Locals;
  Locals.reserve(Ranks.size());
  for (const auto &[Rank, Local] : Ranks)
    Locals.push_back(Local);
  const GlobalClass Found = combine(Locals, FileSize);
  if (Found == Global)
    return;
  Global = Found;
  Out << "  " << seconds(Now) << " s  " << toText(Found) << "\n";
}

void FileClasses::print(const StreamKey &Key, const ClassStream &S) {
  if (S.Runs.empty())
    return;
  Out << " ";
  if (Key.Rank >= 0)
    Out << " rank " << Key.Rank << ",";
  Out << " thread " << Key.Thread << ", from " << seconds(S.KnownNs)
      << " s on\n";
  for (const auto &[Class, Count] : S.Runs)
    Out << "    " << Count << (Count == 1 ? " window: " : " windows: ")
        << toText(Class) << "\n";
}

} // namespace

void printClasses(std::ostream &Out, const std::vector<std::string> &Paths,
                  unsigned Window) {
  for (const auto &[File, Accesses] : readAccesses(Paths)) {
    Out << printable(File) << "\n";
    FileClasses Classes(Out, Accesses, Window);
    for (const RankAccess &A : Accesses)
      Classes.add(A);
    Classes.printRest();
  }
}

} // namespace foreslice::signature
