//===- NextFiles.cpp - the next files of a program ------------------------===//
//
// See NextFiles.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/NextFiles.h"
#include "support/NamedFiles.h"

#include <algorithm>
#include <utility>

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
/// Folders of a tree that are listed at first: the program reads meanwhile.
static constexpr unsigned FirstFolders = 16, MostFolders = 256;

/// Whether the program follows the order of a folder. One step from a number to
/// the next one is enough.
static bool isFollowed(const FileOrder &O) {
  return O.steps() >= LeastOfFolder || (O.steps() == 1 && O.countsUp());
}

NextFiles::Kind &NextFiles::kindNamed(const std::string &Key) {
  if (Kinds.size() == MostKinds && !Kinds.contains(Key))
    Kinds.clear();
  return Kinds[Key];
}

NextFiles::KindsOfFile NextFiles::kindsOf(const std::string &Path) {
  const size_t Name = Path.rfind('/') + 1;
  const size_t Dot = Path.rfind('.');
  const std::string End =
      Dot == std::string::npos || Dot < Name ? "" : Path.substr(Dot);
  const std::string Key = Path.substr(0, Name) + FileOrder::withoutNumbers(End);
  // The map may be emptied for the second kind.
  Kind *Tree = nullptr;
  if (std::optional<size_t> Place = FileOrder::placeInTree(Path)) {
    if (Kinds.size() >= MostKinds - 1 && !Kinds.contains(Key))
      Kinds.clear();
    Tree = &kindNamed(Path.substr(0, *Place) +
                      FileOrder::withoutNumbers(Path.substr(*Place)));
  }
  return {&kindNamed(Key), Tree};
}

/// The program has come to the first file.
void NextFiles::begin() {
  CommandLine = FileOrder::ofCommandLine(Process);
  if (Known)
    KnownFiles = Known();
  moveKnown({});
}

/// Whether the ranges known of a file count.
static bool haveRanges(const NextFiles::KnownFile &F) {
  if (F.Reads.empty())
    return false;
  const std::optional<uint64_t> Bytes = named_files::sizeOf(F.Path);
  return Bytes && (!F.Bytes || *Bytes == *F.Bytes);
}

void NextFiles::starts() {
  if (!CommandLine)
    begin();
  for (const std::string &Path : CommandLine->paths())
    if (!Signature->has(Path))
      moveKnown(Path);
  std::vector<Hint> Hints;
  for (const KnownFile &F : KnownFiles) {
    if (Expected.size() == FirstFiles)
      break;
    if (haveRanges(F) && Expected.try_emplace(F.Path, Files).second)
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

/// The surest order, or the order followed longest, with its kind; null without
/// an order.
std::pair<FileOrder *, NextFiles::Kind *>
NextFiles::best(const KindsOfFile &Of) {
  if (Signature && Signature->steps() >= LeastOfSignature && Signature->next(0))
    return {&*Signature, Of.front()};
  FileOrder *Best = CommandLine && CommandLine->steps() >= LeastOfCommandLine
                        ? &*CommandLine
                        : nullptr;
  Kind *Its = Of.front();
  for (Kind *K : Of) {
    if (!K)
      continue;
    for (FileOrder &O : K->Orders)
      if (isFollowed(O) && (!Best || O.steps() > Best->steps())) {
        Best = &O;
        Its = K;
      }
  }
  return {Best, Its};
}

/// The second file of a folder has come.
void NextFiles::list(Kind &K, const std::string &Path) const {
  K.Files += !K.IsAgain;
  if (!K.IsAgain && K.Files == LeastOfFolder && !CommandLine->has(Path)) {
    const size_t Name = Path.rfind('/') + 1;
    K.Orders = FileOrder::ofFolder(Path.substr(0, Name), Path.substr(Name));
    for (FileOrder &O : K.Orders)
      O.comes(K.Last);
  }
}

/// The program has come to another one of numbered folders, or to the end of
/// what is listed of these.
void NextFiles::listTree(Kind &K, const std::string &Path) const {
  const auto FolderOf = [](const std::string &File) {
    return std::string_view(File).substr(0, File.rfind('/'));
  };
  const FileOrder *const Listed =
      K.Orders.empty() ? nullptr : &K.Orders.front();
  const std::optional<size_t> Place =
      K.IsCut && Listed ? Listed->placeOf(Path) : std::nullopt;
  // A listing takes long: the program is to read half of the files before.
  const bool IsAtEnd = Place && *Place >= Listed->paths().size() / 2 &&
                       !Listed->next(mostAhead() + 1);
  if (CommandLine->has(Path) || K.Last.empty() ||
      !(IsAtEnd || (!Listed && FolderOf(K.Last) != FolderOf(Path))))
    return;
  FileOrder New =
      FileOrder::ofTree(K.Last, IsAtEnd ? MostFolders : FirstFolders, K.IsCut);
  New.comes(K.Last);
  if (IsAtEnd)
    New.goesOn(*Listed);
  K.Orders = {std::move(New)};
}

/// The ranges expected of a file: from the signature, or else from the last
/// file.
const std::vector<ByteRange> &
NextFiles::readsOf(const Kind &K, const std::string &Path) const {
  const std::optional<size_t> Place = Signature->placeOf(Path);
  if (!Place || (KnownFiles[*Place].Bytes && !haveRanges(KnownFiles[*Place])))
    return K.next();
  return KnownFiles[*Place].Reads;
}

void NextFiles::expect(const Kind &K, const std::string &Path,
                       std::vector<Hint> &Hints) {
  for (const ByteRange &R : readsOf(K, Path))
    Hints.push_back(
        {.Path = Path,
         .Begin = R.Begin,
         .Bytes = R.End == UINT64_MAX ? FORESLICE_HINT_ALL : R.End - R.Begin});
}

unsigned NextFiles::mostAhead() const {
  return FirstFiles << std::min(Right, MostDoublings);
}

void NextFiles::expectAfter(const FileOrder &Order, const Kind &K) {
  std::vector<Hint> Hints;
  const unsigned Most =
      Order.countsUp() && Order.steps() < LeastOfFolder ? 1 : mostAhead();
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
  if (auto [Before, Name] = std::exchange(LastBegun, {Key, Path});
      !Name.empty() && Name != Path)
    Do.Look(Before, Name);
  withdrawOld();
  if (!CommandLine)
    begin();
  if (!Signature->has(Path))
    moveKnown(Path);
  const KindsOfFile Of = kindsOf(Path);
  auto [K, Tree] = Of;
  for (Kind *Its : Of)
    if (Its)
      Its->IsAgain = Its->Last == Path && Its->Closed == Path;
  list(*K, Path);
  K->Last = Path;
  if (Tree) {
    listTree(*Tree, Path);
    Tree->Last = Path;
  }
  const FileOrder *Before = best(Of).first;
  const bool IsExpected = Expected.erase(Path) != 0;
  if (IsExpected) {
    ++Right;
    Do.Skip(Path); // Hints behind the program are of no use.
  } else if (!K->IsAgain &&
             (Before ? Before->has(Path) : Signature->has(Path))) {
    withdrawAll();
  }
  Signature->comes(Path);
  CommandLine->comes(Path);
  for (Kind *Its : Of)
    if (Its)
      for (FileOrder &O : Its->Orders)
        O.comes(Path);
  if (auto [Order, Its] = best(Of); Order && Order->has(Path)) {
    expectAfter(*Order, *Its);
  } else if (K->Alike > 0 && !K->next().empty()) {
    std::vector<Hint> Hints;
    expect(*K, Path, Hints);
    Do.Expect(std::move(Hints));
  }
}

void NextFiles::Kind::ends(const std::string &Path, const ReadRanges &Read,
                           uint64_t Size) {
  ReadRanges All = Read;
  if (Closed == Path) {
    for (const ByteRange &R : Reads)
      All.add(R);
  } else {
    ReadsBefore = std::move(Reads);
    AlikeBefore = Alike;
    Closed = Path;
  }
  IsAgain = false;
  Reads.clear();
  if (All.areDense())
    Reads.assign(All.all().begin(), All.all().end());
  if (!Reads.empty() && Reads.back().End >= Size)
    Reads.back().End = UINT64_MAX;
  Alike = Reads == ReadsBefore ? AlikeBefore + 1 : 0;
}

void NextFiles::ends(FileKey Key, const ReadRanges &Read, uint64_t Size) {
  auto It = Open.find(Key);
  if (It == Open.end())
    return;
  const std::string Path = std::move(It->second);
  Open.erase(It);
  Do.Withdraw(Path);
  for (Kind *K : kindsOf(Path))
    if (K)
      K->ends(Path, Read, Size);
}

} // namespace foreslice
