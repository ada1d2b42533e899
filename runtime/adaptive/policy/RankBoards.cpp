//===- RankBoards.cpp - notes between the ranks of a program --------------===//
//
// See RankBoards.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/policy/RankBoards.h"

#include "support/Clock.h"
#include "support/NamedFiles.h"
#include "support/Settings.h"
#include "support/TextFile.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <unistd.h>

using namespace foreslice;

namespace {

using ClassSlot = SensorBoardLayout::ClassSlot;
using NodeSlot = SensorBoardLayout::NodeSlot;

/// Samples count for so many intervals.
constexpr uint64_t StaleIntervals = 16;

/// Messages between nodes. Device numbers of a file system differ between
/// nodes.
struct ClassMessage {
  uint64_t Inode;
  int64_t Rank;
  uint64_t SaysAnything;
  SensorBoardLayout::ClassWords Says;
};
struct SensorMessage {
  int64_t Rank;     ///< The rank speaking for the node.
  SensorValues Sum; ///< As made by add().
};
static_assert(sizeof(ClassMessage) != sizeof(SensorMessage));

template <class T> std::span<const std::byte> bytesOf(const T &Message) {
  return std::as_bytes(std::span(&Message, 1));
}

/// Writes a slot, one thread at a time. Readers notice a change under way.
template <class SlotT, class WriteFn> void write(SlotT &Slot, WriteFn Write) {
  const uint64_t Turn = Slot.Turn.load() | 1;
  Slot.Turn.store(Turn);
  Write();
  Slot.Turn.store(Turn + 1);
}

/// Whether Read has read one state of a slot with a note.
template <class SlotT, class ReadFn>
bool readWhole(const SlotT &Slot, ReadFn Read) {
  const uint64_t Turn = Slot.Turn.load();
  if (Turn == 0 || Turn % 2 != 0)
    return false;
  Read();
  return Slot.Turn.load() == Turn;
}

/// Counts and rates add up. Of times and ratios the mean counts.
bool addsUp(size_t Sensor) {
  const std::string_view Unit = sensorTable()[Sensor].Unit;
  return Unit != "us" && !Unit.empty();
}

/// Adds counts. Times and ratios are weighted by reads, and divided by the
/// number of reads at the end.
void add(SensorValues &Sum, const SensorValues &V) {
  for (size_t I = 0; I < V.All.size(); ++I)
    Sum.All[I] += addsUp(I) ? V.All[I] : V.All[I] * V[Sensor::Reads];
}

SensorValues divided(SensorValues Sum) {
  for (size_t I = 0; I < Sum.All.size(); ++I)
    if (!addsUp(I) && Sum[Sensor::Reads] > 0)
      Sum.All[I] /= Sum[Sensor::Reads];
  return Sum;
}

SensorValues valuesOf(const SensorBoardLayout &Board) {
  SensorValues V;
  for (size_t I = 0; I < V.All.size(); ++I)
    V.All[I] = Board.Values[I].load(std::memory_order_relaxed);
  return V;
}

size_t used(const SensorBoardLayout &Board) {
  return std::min<size_t>(Board.ClassesUsed, Board.Classes.size());
}

bool isOf(const ClassSlot &Slot, FileKey File) {
  const uint64_t Device = Slot.Device;
  return Slot.Inode == File.Inode &&
         (Device == File.Device || Device == SensorBoardLayout::AnyDevice);
}

/// Adds the notes of the board about the file.
void collect(const SensorBoardLayout &Board, FileKey File,
             std::vector<SensorBoardLayout::ClassWords> &Found) {
  for (size_t I = 0; I < used(Board); ++I) {
    const ClassSlot &Slot = Board.Classes[I];
    SensorBoardLayout::ClassWords Says;
    bool Is = false;
    if (Slot.Inode == File.Inode &&
        readWhole(Slot,
                  [&] {
                    Is = isOf(Slot, File);
                    std::ranges::copy(Slot.Words, Says.begin());
                  }) &&
        Is)
      Found.push_back(Says);
  }
}

/// The last sum of another node, unless too old.
template <class IsNewFn>
std::optional<SensorValues> sumOf(const NodeSlot &Slot, IsNewFn IsNew) {
  SensorValues Sum;
  uint64_t HeardNs = 0;
  bool Is = readWhole(Slot, [&] {
    HeardNs = Slot.HeardNs;
    std::ranges::copy(Slot.Sum, Sum.All.begin());
  });
  return Is && IsNew(HeardNs) ? std::optional(Sum) : std::nullopt;
}

/// The processes started by this process's launcher.
std::vector<pid_t> siblings() {
  std::vector<pid_t> Found;
  const std::string Tasks = "/proc/" + std::to_string(getppid()) + "/task";
  named_files::list(Tasks, [&](const std::string &Task) {
    constexpr size_t MostBytes = 1 << 20;
    std::string Children;
    readTextFile(Tasks + "/" + Task + "/children", MostBytes, Children);
    const char *At = Children.data(), *End = At + Children.size();
    for (pid_t Pid; At != End;) {
      const auto [Behind, Error] = std::from_chars(At, End, Pid);
      if (Error != std::errc())
        break;
      if (Pid != getpid())
        Found.push_back(Pid);
      At = Behind + (Behind != End); // the space
    }
    return true;
  });
  return Found;
}

} // namespace

RankBoards::RankBoards(int Rank, unsigned IntervalMs)
    : Rank(Rank), RanksOfNode(launcherNodeRanks()), IntervalMs(IntervalMs) {}

SensorBoard *RankBoards::ownBoard() {
  if (!OwnBoard && !IsRefused) {
    OwnBoard = SensorBoard::make(Rank, IntervalMs);
    IsRefused = !OwnBoard;
  }
  return OwnBoard.get();
}

SensorBoard *RankBoards::own() {
  MutexLock L(M);
  return ownBoard();
}

/// A look takes some 100 us for each process. Looks take a small part of the
/// time only.
void RankBoards::lookForPeers() {
  constexpr uint64_t LeastNs = 5'000'000, Part = 64;
  if (Peers.size() + 1 >= RanksOfNode || nowNs() < NextLookNs)
    return;
  const uint64_t BeganNs = nowNs();
  for (pid_t Pid : siblings()) {
    if (std::ranges::find(Peers, Pid, &Peer::Pid) != Peers.end())
      continue;
    std::string Why;
    if (auto Board = SensorBoard::find(Pid, Why); Board && (*Board)->Rank >= 0)
      Peers.push_back({Pid, std::move(Board)});
  }
  const uint64_t OverNs = nowNs();
  NextLookNs = OverNs + std::max(LeastNs, Part * (OverNs - BeganNs));
}

void RankBoards::put(FileKey File, int64_t Delta,
                     const std::optional<ClassWords> &Says) {
  if (!ownBoard())
    return;
  SensorBoardLayout &Board = **OwnBoard;
  auto Begin = Board.Classes.begin();
  auto End = Begin + static_cast<ptrdiff_t>(used(Board));
  auto Slot = std::find_if(Begin, End, [&](const ClassSlot &S) {
    return S.Inode == File.Inode && S.Device == File.Device && S.Rank == Delta;
  });
  if (!Says) {
    if (Slot != End)
      Slot->Inode = 0;
    return;
  }
  if (Slot == End)
    Slot = std::find_if(Begin, End, [](const auto &S) { return S.Inode == 0; });
  if (Slot == Board.Classes.end())
    return; // The rank stays unheard of.
  write(*Slot, [&] {
    Slot->Device = File.Device;
    Slot->Rank = Delta;
    std::ranges::copy(*Says, Slot->Words.begin());
    Slot->Inode = File.Inode;
  });
  if (Slot == End)
    ++Board.ClassesUsed;
}

void RankBoards::say(FileKey File, const std::optional<ClassWords> &Says) {
  MutexLock L(M);
  if (!Says && !OwnBoard)
    return;
  put(File, Rank, Says);
  if (Others)
    Others(bytesOf(ClassMessage{File.Inode, Rank, Says.has_value(),
                                Says.value_or(ClassWords{})}));
}

std::vector<RankBoards::ClassWords> RankBoards::said(FileKey File) {
  MutexLock L(M);
  std::vector<ClassWords> Found;
  lookForPeers();
  if (OwnBoard)
    collect(**OwnBoard, File, Found);
  for (const Peer &P : Peers)
    collect(**P.Board, File, Found);
  return Found;
}

SensorValues RankBoards::ofAll(const SensorValues &Here, uint64_t NowNs) {
  MutexLock L(M);
  lookForPeers();
  const uint64_t Stale = StaleIntervals * IntervalMs * 1'000'000;
  auto IsNew = [&](uint64_t Ns) { return Ns + Stale > NowNs; };
  SensorValues Sum;
  add(Sum, Here);
  bool IsFirst = true; // This rank is the first visible rank.
  std::vector<const SensorBoardLayout *> Boards;
  if (OwnBoard)
    Boards.push_back(&**OwnBoard);
  for (const Peer &P : Peers) {
    const SensorBoardLayout &Board = **P.Board;
    Boards.push_back(&Board);
    IsFirst = IsFirst && Board.Rank > Rank;
    if (IsNew(Board.SampledNs))
      add(Sum, valuesOf(Board));
  }
  if (IsFirst && Others)
    Others(bytesOf(SensorMessage{Rank, Sum}));
  for (const SensorBoardLayout *Board : Boards)
    for (const NodeSlot &Slot : Board->Nodes)
      if (std::optional<SensorValues> Node = sumOf(Slot, IsNew))
        for (size_t I = 0; I < Sum.All.size(); ++I)
          Sum.All[I] += Node->All[I];
  return divided(Sum);
}

void RankBoards::connect(Tell ToOthers) {
  MutexLock L(M);
  Others = std::move(ToOthers);
  HasNodes = true;
}

void RankBoards::hear(std::span<const std::byte> Message) {
  MutexLock L(M);
  if (Message.size() == sizeof(SensorMessage))
    return hearSensors(Message);
  ClassMessage C;
  if (Message.size() != sizeof C)
    return;
  memcpy(&C, Message.data(), sizeof C);
  put({SensorBoardLayout::AnyDevice, C.Inode}, C.Rank,
      C.SaysAnything ? std::optional(C.Says) : std::nullopt);
}

void RankBoards::hearSensors(std::span<const std::byte> Message) {
  SensorMessage Says;
  memcpy(&Says, Message.data(), sizeof Says);
  if (!ownBoard())
    return;
  auto &Nodes = (*OwnBoard)->Nodes;
  auto It = std::ranges::find_if(Nodes, [&](const NodeSlot &S) {
    return S.Turn == 0 || S.Rank == Says.Rank;
  });
  if (It == Nodes.end())
    return; // The node stays unheard of.
  write(*It, [&] {
    It->Rank = Says.Rank;
    It->HeardNs = nowNs();
    std::ranges::copy(Says.Sum.All, It->Sum.begin());
  });
}
