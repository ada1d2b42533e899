//===- NextFiles.cpp - the next files of a program ------------------------===//
//
// See NextFiles.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/NextFiles.h"

#include <algorithm>
#include <filesystem>

namespace foreslice {

/// More is not remembered.
static constexpr size_t MostKinds = 64;
static constexpr size_t MostOpen = 1024;
static constexpr unsigned MostMoves = 16;
static constexpr uint64_t MostFilesBetween = 128;
/// So many files are expected at first, and at most.
static constexpr unsigned FirstFiles = 2;
static constexpr unsigned MostDoublings = 4;
/// Equal steps in a row until the program is taken to go through the files of a
/// signature, of the command line, or of a folder.
static constexpr unsigned LeastOfSignature = 1;
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

/// The program has come to the first file.
void NextFiles::begin() {
  CommandLine = FileOrder::ofCommandLine(Process);
  if (Known)
    KnownFiles = Known();
  moveKnown({});
}

void NextFiles::starts() {
  if (!CommandLine)
    begin();
  for (const std::string &Path : CommandLine->paths())
    if (!Signature->has(Path))
      moveKnown(Path);
  std::vector<Hint> Hints;
  for (const KnownFile &F : KnownFiles) {
    std::error_code Missing;
    if (Expected.size() == FirstFiles)
      break;
    if (!F.Reads.empty() && std::filesystem::is_regular_file(F.Path, Missing) &&
        Expected.try_emplace(F.Path, Files).second)
      expect({}, F.Path, Hints);
  }
  if (!Hints.empty())
    Do.Expect(std::move(Hints));
}

static std::string_view lastPart(std::string_view Path) {
  return Path.substr(Path.rfind('/') + 1);
}

/// A file of equal name in another folder is taken for the signature's file,
/// and so are the files beside.
void NextFiles::moveKnown(const std::string &Path) {
  const std::string_view Name = lastPart(Path);
  auto It = std::ranges::find(
      KnownFiles, Name, [](const KnownFile &F) { return lastPart(F.Path); });
  if (It != KnownFiles.end() && Moves++ < MostMoves) {
    const std::string From(It->Path, 0, It->Path.rfind('/') + 1);
    const std::string To(Path, 0, Path.size() - Name.size());
    for (KnownFile &F : KnownFiles)
      if (F.Path.size() - lastPart(F.Path).size() == From.size() &&
          F.Path.starts_with(From))
        F.Path.replace(0, From.size(), To);
  } else if (Signature) {
    return;
  }
  std::vector<std::string> Paths;
  Paths.reserve(KnownFiles.size());
  for (const KnownFile &F : KnownFiles)
    Paths.push_back(F.Path);
  Signature = FileOrder::known(std::move(Paths));
}

/// The surest order, or the order followed longest; null without an order.
FileOrder *NextFiles::best(Kind &K) {
  if (Signature && Signature->steps() >= LeastOfSignature && Signature->next(0))
    return &*Signature;
  FileOrder *Best = CommandLine && CommandLine->steps() >= LeastOfCommandLine
                        ? &*CommandLine
                        : nullptr;
  for (FileOrder &O : K.Orders)
    if (O.steps() >= LeastOfFolder && (!Best || O.steps() > Best->steps()))
      Best = &O;
  return Best;
}

/// The ranges expected of a file: from the signature, or else from the last
/// file.
const std::vector<ByteRange> &
NextFiles::readsOf(const Kind &K, const std::string &Path) const {
  const std::optional<size_t> Place = Signature->placeOf(Path);
  return Place ? KnownFiles[*Place].Reads : K.next();
}

void NextFiles::expect(const Kind &K, const std::string &Path,
                       std::vector<Hint> &Hints) {
  for (const ByteRange &R : readsOf(K, Path))
    Hints.push_back(
        {.Path = Path,
         .Begin = R.Begin,
         .Bytes = R.End == UINT64_MAX ? FORESLICE_HINT_ALL : R.End - R.Begin});
}

void NextFiles::expectAfter(const FileOrder &Order, const Kind &K) {
  std::vector<Hint> Hints;
  const unsigned Most = FirstFiles << std::min(Right, MostDoublings);
  for (unsigned Number = 1; Number <= Most; ++Number)
    if (const std::string *Path = Order.next(Number);
        Path && !readsOf(K, *Path).empty() &&
        Expected.try_emplace(*Path, Files).second)
      expect(K, *Path, Hints);
  if (!Hints.empty())
    Do.Expect(std::move(Hints));
}

/// Withdraws files expected long ago: the program has come to many others
/// since.
void NextFiles::withdrawOld() {
  std::erase_if(Expected, [&](const auto &E) {
    const bool IsOld = Files - E.second > MostFilesBetween;
    if (IsOld)
      Do.Withdraw(E.first);
    return IsOld;
  });
}

void NextFiles::withdrawAll() {
  for (const auto &[Path, When] : Expected)
    Do.Withdraw(Path);
  Expected.clear();
  Right = 0;
}

void NextFiles::begins(FileKey Key, const std::string &Path) {
  if (Open.size() < MostOpen)
    Open[Key] = Path;
  ++Files;
  withdrawOld();
  if (!CommandLine)
    begin();
  if (!Signature->has(Path))
    moveKnown(Path);
  Kind &K = kindOf(Path);
  const size_t Name = Path.rfind('/') + 1;
  K.IsAgain = K.Last == Path && K.Closed == Path;
  K.Files += !K.IsAgain;
  if (!K.IsAgain && K.Files == LeastOfFolder && !CommandLine->has(Path)) {
    K.Orders = FileOrder::ofFolder(Path.substr(0, Name), Path.substr(Name));
    for (FileOrder &O : K.Orders)
      O.comes(K.Last);
  }
  K.Last = Path;
  const FileOrder *Before = best(K);
  const bool IsExpected = Expected.erase(Path) != 0;
  if (IsExpected) {
    ++Right;
    Do.Skip(Path); // Hints behind the program are of no use.
  } else if (!K.IsAgain &&
             (Before ? Before->has(Path) : Signature->has(Path))) {
    withdrawAll();
  }
  Signature->comes(Path);
  CommandLine->comes(Path);
  for (FileOrder &O : K.Orders)
    O.comes(Path);
  if (const FileOrder *Order = best(K); Order && Order->has(Path)) {
    expectAfter(*Order, K);
  } else if (K.Alike > 0 && !K.next().empty()) {
    std::vector<Hint> Hints;
    expect(K, Path, Hints);
    Do.Expect(std::move(Hints));
  }
}

void NextFiles::ends(FileKey Key, const ReadRanges &Read, uint64_t Size) {
  auto It = Open.find(Key);
  if (It == Open.end())
    return;
  const std::string Path = std::move(It->second);
  Open.erase(It);
  Kind &K = kindOf(Path);
  Do.Withdraw(Path);
  ReadRanges All = Read;
  if (K.Closed == Path) {
    for (const ByteRange &R : K.Reads)
      All.add(R);
  } else {
    K.ReadsBefore = std::move(K.Reads);
    K.AlikeBefore = K.Alike;
    K.Closed = Path;
  }
  K.IsAgain = false;
  std::vector<ByteRange> Reads;
  if (All.areDense())
    Reads.assign(All.all().begin(), All.all().end());
  if (!Reads.empty() && Reads.back().End >= Size)
    Reads.back().End = UINT64_MAX;
  K.Alike = Reads == K.ReadsBefore ? K.AlikeBefore + 1 : 0;
  K.Reads = std::move(Reads);
}

} // namespace foreslice
