//===- NextFiles.cpp - the files that a program reads next ----------------===//
//
// See NextFiles.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/NextFiles.h"

#include <algorithm>

namespace foreslice {

/// More is not remembered.
static constexpr size_t MostKinds = 64;
static constexpr size_t MostOpen = 1024;
/// So many files are expected at first, and at most.
static constexpr unsigned FirstFiles = 2;
static constexpr unsigned MostDoublings = 4;
/// Equal steps in a row that show that the program goes through its command
/// line, or through a folder.
static constexpr unsigned LeastOfCommandLine = 1;
static constexpr unsigned LeastOfFolder = 2;

NextFiles::Kind &NextFiles::kindOf(const std::string &Path) {
  const size_t Name = Path.rfind('/') + 1;
  const size_t Dot = Path.rfind('.');
  const std::string End =
      Dot == std::string::npos || Dot < Name ? "" : Path.substr(Dot);
  const std::string Key = Path.substr(0, Name) + FileOrder::withoutNumbers(End);
  if (Kinds.size() == MostKinds && !Kinds.contains(Key))
    Kinds.clear();
  return Kinds[Key];
}

/// The order in which the program has gone on longest; null if in none.
FileOrder *NextFiles::best(Kind &Of) {
  FileOrder *Best = CommandLine && CommandLine->steps() >= LeastOfCommandLine
                        ? &*CommandLine
                        : nullptr;
  for (FileOrder &O : Of.Orders)
    if (O.steps() >= LeastOfFolder && (!Best || O.steps() > Best->steps()))
      Best = &O;
  return Best;
}

/// Adds the hints of a file that is read as the last one was.
void NextFiles::expect(const Kind &Of, const std::string &Path,
                       std::vector<Hint> &Hints) {
  for (const ByteRange &R : Of.Reads)
    Hints.push_back(
        {.Path = Path,
         .Begin = R.Begin,
         .Bytes = R.End == UINT64_MAX ? FORESLICE_HINT_ALL : R.End - R.Begin});
}

void NextFiles::expectAfter(const FileOrder &By, const Kind &Of) {
  std::vector<Hint> Hints;
  const unsigned Most = FirstFiles << std::min(Right, MostDoublings);
  for (unsigned Number = 1; Number <= Most; ++Number)
    if (const std::string *Path = By.next(Number);
        Path && !Of.Reads.empty() && Expected.insert(*Path).second)
      expect(Of, *Path, Hints);
  if (!Hints.empty())
    Do.Expect(std::move(Hints));
}

void NextFiles::withdrawAll() {
  for (const std::string &Path : Expected)
    Do.Withdraw(Path);
  Expected.clear();
  Right = 0;
}

void NextFiles::begins(FileKey Key, const std::string &Path) {
  if (Open.size() < MostOpen)
    Open[Key] = Path;
  if (!CommandLine)
    CommandLine = FileOrder::ofCommandLine();
  Kind &Of = kindOf(Path);
  const size_t Name = Path.rfind('/') + 1;
  if (++Of.Files == LeastOfFolder && !CommandLine->has(Path)) {
    Of.Orders = FileOrder::ofFolder(Path.substr(0, Name), Path.substr(Name));
    for (FileOrder &O : Of.Orders)
      O.comes(Of.Last);
  }
  Of.Last = Path;
  const FileOrder *Before = best(Of);
  const bool IsExpected = Expected.erase(Path) != 0;
  if (IsExpected) {
    ++Right;
    Do.Skip(Path); // What is behind the program is of no use.
  } else if (Before && Before->has(Path)) {
    withdrawAll();
  }
  CommandLine->comes(Path);
  for (FileOrder &O : Of.Orders)
    O.comes(Path);
  if (const FileOrder *By = best(Of)) {
    expectAfter(*By, Of);
  } else if (Of.Alike > 0) {
    std::vector<Hint> Hints;
    expect(Of, Path, Hints);
    Do.Expect(std::move(Hints));
  }
}

void NextFiles::ends(FileKey Key, const ReadRanges &Read, uint64_t Size) {
  auto At = Open.find(Key);
  if (At == Open.end())
    return;
  Kind &Of = kindOf(At->second);
  Do.Withdraw(At->second);
  Open.erase(At);
  std::vector<ByteRange> Reads;
  if (Read.areDense())
    Reads.assign(Read.all().begin(), Read.all().end());
  if (!Reads.empty() && Reads.back().End >= Size)
    Reads.back().End = UINT64_MAX;
  Of.Alike = Reads == Of.Reads ? Of.Alike + 1 : 0;
  Of.Reads = std::move(Reads);
}

} // namespace foreslice
