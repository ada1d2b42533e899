//===- MappedReads.cpp - reads of a process by its mappings ---------------===//
//
// See MappedReads.h; proc(5) has the format of the page table.
//
//===----------------------------------------------------------------------===//

#include "frontend/companion/MappedReads.h"

#include "frontend/ProgramRead.h"
#include "frontend/posix/hint/HintReader.h"

#include <algorithm>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

namespace {

/// At a fault, the kernel maps the pages of a block that are in memory.
constexpr uint64_t BlockBytes = 64 << 10, PageBytes = 4096;
constexpr uint64_t PagesOfBlock = BlockBytes / PageBytes;
constexpr size_t MostMappings = 64, MostFronts = 8;
/// Most blocks looked at behind a front, and in a search for fronts.
constexpr uint64_t MostMove = 1024, MostSearched = 1 << 14;
/// Moves of a front before anything is asked for.
constexpr unsigned LeastMoves = 2;
/// Blocks asked for: the first amount, doubled with each move.
constexpr uint64_t FirstAhead = 8, MostAhead = 256;
/// Larger files are read ahead in parts only.
constexpr uint64_t MostWhole = MostAhead * BlockBytes;
/// Looks without a move before a search.
constexpr unsigned MostStill = 2;
/// Time between looks whether the mapping is still there.
constexpr uint64_t CheckNs = 100'000'000;

} // namespace

MappedReads::MappedReads(std::string Process)
    : Process(std::move(Process)),
      Table(
          ::open((this->Process + "/pagemap").c_str(), O_RDONLY | O_CLOEXEC)) {}

MappedReads::~MappedReads() {
  letGo([](const FileKey &) { return true; });
  if (Table >= 0)
    ::close(Table);
}

void MappedReads::add(const NewMapping &New, uint64_t NowNs) {
  std::optional<MappedRange> Where = mappedAt(New.Address, Process);
  struct stat S;
  if (Table < 0 || !HintReader::isWanted())
    return;
  // The process is done with the mapping, and has another one there by now.
  if (!Where || Where->Inode != New.Key.Inode) {
    if (ReadsWhole && New.Bytes >= New.Size && New.Size <= MostWhole)
      Found.push_back({New.Key, New.Size, NowNs, WholeNs});
    return;
  }
  if (Where->Path.empty() || stat(Where->Path.c_str(), &S) != 0 ||
      S.st_ino != Where->Inode)
    return;
  // The kernel takes the place of a mapping that is gone for the next one.
  std::erase_if(All, [&](const Mapped &M) {
    const bool IsGone =
        M.Where.Begin < Where->End && Where->Begin < M.Where.End;
    if (IsGone)
      ends(M);
    return IsGone;
  });
  // Behind the end of the file, a mapping has nothing to read.
  const auto Size = static_cast<uint64_t>(S.st_size);
  const uint64_t Bytes =
      std::min(Where->End - Where->Begin, Size - std::min(Size, Where->Offset));
  if (Bytes == 0)
    return;
  if (All.size() == MostMappings)
    All.pop_front();
  const uint64_t Blocks = (Bytes + BlockBytes - 1) / BlockBytes;
  All.push_back({.Where = std::move(*Where),
                 .Key = {S.st_dev, S.st_ino},
                 .Size = Size,
                 .CheckedNs = NowNs,
                 .Blocks = Blocks,
                 .Seen = std::vector<bool>(Blocks),
                 .Fronts = {{.Next = 0}}, // where most begin
                 .BeginNs = NowNs});
  Mapped &Added = All.back();
  if (!ReadsWhole || !isOfWholeFile(Added))
    return;
  HintReader::get().expect(
      {{.Path = Added.Where.Path, .AnyOrder = true, .IsGuessed = true}});
  noteWhole(Added, WholeNs);
}

bool MappedReads::has(FileKey Key) const {
  return std::ranges::any_of(
      All, [&](const Mapped &M) { return M.Key == Key && isStillThere(M); });
}

bool MappedReads::isOfWholeFile(const Mapped &M) {
  return M.Where.Offset == 0 && M.Size <= MostWhole &&
         M.Where.Begin + M.Size <= M.Where.End;
}

bool MappedReads::isHalfSeen(const Mapped &M) {
  return static_cast<uint64_t>(std::ranges::count(M.Seen, true)) >=
         (M.Blocks + 1) / 2;
}

void MappedReads::noteWhole(Mapped &M, uint64_t Ns) {
  M.IsWhole = true;
  Found.push_back({M.Key, M.Size, M.BeginNs, Ns});
}

/// A mapping that was there for a short time tells nothing: the file may have
/// been in memory.
void MappedReads::ends(const Mapped &M) {
  if (M.Looks > MostStill + 1 && !isHalfSeen(M))
    ReadsWhole = false;
  HintReader::get().closes(M.Key);
}

/// Which of the blocks the process has touched.
std::vector<bool> MappedReads::touched(const Mapped &M, uint64_t First,
                                       uint64_t Count) const {
  constexpr uint64_t Present = uint64_t(1) << 63;
  Count = std::min(Count, M.Blocks - std::min(First, M.Blocks));
  std::vector<uint64_t> Pages(Count * PagesOfBlock);
  const uint64_t Begin = M.Where.Begin / PageBytes + First * PagesOfBlock;
  const ssize_t Got = pread(Table, Pages.data(), Pages.size() * sizeof Pages[0],
                            static_cast<off_t>(Begin * sizeof Pages[0]));
  Pages.resize(Got > 0 ? static_cast<size_t>(Got) / sizeof Pages[0] : 0);
  std::vector<bool> Touched(Count);
  for (size_t I = 0; I < Pages.size(); ++I)
    if (Pages[I] & Present)
      Touched[I / PagesOfBlock] = true;
  return Touched;
}

/// The process has come from First to End.
void MappedReads::pass(const Mapped &M, uint64_t First, uint64_t End) {
  const std::shared_ptr<CachedFile> File = HintReader::get().fileOf(M.Key);
  if (!File)
    return;
  const Access Read{View::bytes(), M.Where.Offset + First * BlockBytes,
                    (End - First) * BlockBytes};
  runtime().hints()->reads(File, Read, [&] { return M.Size; }, false);
  const std::vector<PagePart> Pages =
      Read.parts(runtime().demand().grid()).all();
  runtime().demand().readsItself(*File, Pages).over(/*OnlyStarted=*/true);
}

/// The kernel itself may be reading the next block.
void MappedReads::ask(const Mapped &M, Front &F) {
  const uint64_t Ahead =
      std::min(MostAhead, FirstAhead << std::min(F.Moves, 16U));
  const uint64_t First = std::max(F.Asked, F.Next + 1);
  const uint64_t End = std::min(F.Next + Ahead, M.Blocks);
  if (End <= First || (End - First < Ahead / 4 && End != M.Blocks))
    return;
  F.Asked = End;
  HintReader::get().expect({{.Path = M.Where.Path,
                             .Begin = M.Where.Offset + First * BlockBytes,
                             .Bytes = (End - First) * BlockBytes,
                             .AnyOrder = true}});
}

bool MappedReads::moveFronts(Mapped &M) {
  bool Moved = false;
  for (auto It = M.Fronts.begin(); It != M.Fronts.end();) {
    const auto Now = It++;
    const std::vector<bool> Behind = touched(M, Now->Next, MostMove);
    const auto Count = static_cast<uint64_t>(std::ranges::find(Behind, false) -
                                             Behind.begin());
    if (Count == 0)
      continue;
    std::fill_n(M.Seen.begin() + static_cast<std::ptrdiff_t>(Now->Next), Count,
                true);
    pass(M, Now->Next, Now->Next + Count);
    Now->Next += Count;
    ++Now->Moves;
    if (Now->Moves >= LeastMoves)
      ask(M, *Now);
    M.Fronts.splice(M.Fronts.begin(), M.Fronts, Now);
    Moved = true;
  }
  return Moved;
}

/// Takes the ends of what the process has touched elsewhere for new fronts.
/// Many at once are no fronts: the process goes to and fro.
bool MappedReads::findFronts(Mapped &M) {
  const std::vector<bool> There = touched(M, 0, MostSearched);
  std::vector<Front> New;
  for (uint64_t I = 0; I < There.size(); ++I) {
    if (!There[I] || M.Seen[I])
      continue;
    M.Seen[I] = true;
    if (I + 1 < There.size() && !There[I + 1])
      New.push_back({.Next = I + 1});
  }
  if (New.empty() || New.size() > MostFronts)
    return !New.empty();
  M.Fronts.insert(M.Fronts.begin(), New.begin(), New.end());
  M.Fronts.resize(std::min(M.Fronts.size(), MostFronts), {.Next = 0});
  return true;
}

bool MappedReads::isStillThere(const Mapped &M) const {
  const std::optional<MappedRange> Now = mappedAt(M.Where.Begin, Process);
  return Now && Now->Begin == M.Where.Begin && Now->End == M.Where.End &&
         Now->Inode == M.Where.Inode;
}

bool MappedReads::look(bool Waits, uint64_t NowNs) {
  bool Any = false;
  for (auto It = All.begin(); It != All.end();) {
    const auto M = It++;
    if (NowNs - M->CheckedNs > CheckNs && !isStillThere(*M)) {
      ends(*M);
      All.erase(M);
      continue;
    }
    if (NowNs - M->CheckedNs > CheckNs)
      M->CheckedNs = NowNs;
    bool Moved = moveFronts(*M);
    M->Still = Moved ? 0 : M->Still + 1;
    if (!Moved && Waits && M->Still >= MostStill) {
      Moved = findFronts(*M);
      M->Still = 0;
    }
    Any |= Moved;
    ++M->Looks;
    if (!M->IsWhole && isOfWholeFile(*M) && isHalfSeen(*M)) {
      ReadsWhole = true;
      WholeNs = NowNs - M->BeginNs;
      noteWhole(*M, WholeNs);
    }
  }
  return Any;
}

void MappedReads::letGo(FunctionRef<bool(const FileKey &)> Which) {
  std::erase_if(All, [&](const Mapped &M) {
    const bool Goes = Which(M.Key);
    if (Goes)
      HintReader::get().closes(M.Key);
    return Goes;
  });
}

} // namespace foreslice
