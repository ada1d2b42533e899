//===- JobWrites.cpp - writes that nodes tell each other ------------------===//
//
// The part of JobPages that drops copies. No lock is held over a message.
//
//===----------------------------------------------------------------------===//

#include "share/job/JobPages.h"

#include "share/job/Wire.h"

#include <algorithm>
#include <memory>

using namespace foreslice;
using enum job::Type;

/// Ranks asked at once: leaves room for their connections.
static constexpr size_t MostAtOnce = 64;

/// Other nodes drop whole pages: the home would not know the rest of a page.
ByteRange JobPages::wholePages(ByteRange Bytes) const {
  if (Bytes.End > UINT64_MAX - Grid.pageSize())
    return {};
  return {Grid.beginOf(Grid.pageAt(Bytes.Begin)), Grid.roundUp(Bytes.End)};
}

/// Sends Message to each rank, to MostAtOnce ranks at a time.
void JobPages::tell(std::span<const int> Ranks, uint8_t Type,
                    const RangeMessage &Message, const Answered &Done) {
  while (!Ranks.empty()) {
    std::span<const int> Now = Ranks.first(std::min(Ranks.size(), MostAtOnce));
    Ranks = Ranks.subspan(Now.size());
    Semaphore Come;
    for (int Rank : Now) {
      auto Answer = [&, Rank](const Result &R) {
        Done(Rank, R);
        Come.release();
      };
      Failure Why = Net.request(Rank, Type, {wire::bytesOf(Message)}, Answer);
      if (Why != Failure::None)
        Answer({Why, {}});
    }
    for (size_t I = 0; I < Now.size(); ++I)
      Come.acquire();
  }
}

/// A rank of Rank's node that has the file open and is not in Asked; or NoRank.
int JobPages::otherOfNode(const File &F, int Rank,
                          std::span<const int> Asked) const {
  const size_t Count = F.Ranks ? F.Ranks->size() : NodeOf->size();
  for (size_t I = 0; I < Count; ++I) {
    const int Other = F.Ranks ? (*F.Ranks)[I] : static_cast<int>(I);
    if (nodeOf(Other) == nodeOf(Rank) &&
        std::ranges::find(Asked, Other) == Asked.end())
      return Other;
  }
  return HomeTable::NoRank;
}

/// Any rank of a node with copies will do: if a rank does not answer, the next
/// is told.
void JobPages::tellHolders(const File &F, std::vector<int> Holders,
                           const RangeMessage &Message) {
  std::vector<int> Asked = Holders;
  while (!Holders.empty()) {
    struct {
      Mutex M;
      std::vector<int> Ranks FORESLICE_GUARDED_BY(M);
    } Failed;
    std::vector<int> Next;
    tell(Holders, Drop, Message, [&](int Rank, const Result &R) {
      MutexLock G(Failed.M);
      if (!R.ok())
        Failed.Ranks.push_back(Rank);
    });
    MutexLock G(Failed.M);
    for (int Rank : Failed.Ranks) {
      if (int Other = otherOfNode(F, Rank, Asked); Other != HomeTable::NoRank)
        Next.push_back(Other);
    }
    Asked.insert(Asked.end(), Next.begin(), Next.end());
    Holders = std::move(Next);
  }
}

bool JobPages::wrote(JobFileId Id, ByteRange Written) {
  struct AtHome {
    int Rank;
    uint64_t Until;
  };
  std::optional<File> F = find(Id);
  if (!F)
    return true;
  RangeMessage Message{Id, wholePages(Written)};
  std::vector<int> Homes = homesOf(Id, *F, Message.Written), Holders;
  std::vector<AtHome> ToSay;
  bool All = true;
  if (std::erase(Homes, Self)) {
    HomeTable::Copies Mine = dropAsHome(Id, Message.Written, Self);
    Holders = std::move(Mine.Holders);
    ToSay.push_back({Self, Mine.Until});
  }
  Mutex ResultM; // of Holders, ToSay and All, while ranks answer
  tell(Homes, Wrote, Message, [&](int Rank, const Result &R) {
    MutexLock G(ResultM);
    uint64_t Until;
    if (!R.ok() || R.Payload.size() < sizeof Until) {
      All = false;
      return;
    }
    memcpy(&Until, R.Payload.data(), sizeof Until);
    std::span<const std::byte> Ranks = R.Payload.subspan(sizeof Until);
    auto Some = wire::readMany<int>(Ranks, Ranks.size() / sizeof(int));
    Holders.insert(Holders.end(), Some->begin(), Some->end());
    if (!Some->empty())
      ToSay.push_back({Rank, Until});
  });
  if (Holders.empty())
    return All;
  std::ranges::sort(Holders);
  auto Same = std::ranges::unique(Holders);
  Holders.erase(Same.begin(), Same.end());
  tellHolders(*F, std::move(Holders), Message);
  // Until then, others that write there wait for the holders, too.
  for (const AtHome &H : ToSay)
    if (Message.Until = H.Until; H.Rank == Self)
      droppedAsHome(Id, Message.Written, Self, H.Until);
    else
      Net.send(H.Rank, Dropped, {wire::bytesOf(Message)});
  return All;
}

/// The homes of the pages of Bytes.
std::vector<int> JobPages::homesOf(JobFileId Id, const File &F,
                                   ByteRange Bytes) const {
  uint64_t First = Grid.pageAt(Bytes.Begin) / BlockPages;
  uint64_t Last = Grid.pageAt(Bytes.End - 1) / BlockPages;
  if (Last - First >= F.Homes->size())
    return *F.Homes;
  std::vector<int> Homes;
  for (uint64_t Block = First; Block <= Last; ++Block)
    Homes.push_back(homeOf(Id, F, Block * BlockPages));
  return Homes;
}

void JobPages::answerWrote(int From, std::span<const std::byte> Bytes,
                           Reply To) {
  auto Message = wire::read<RangeMessage>(Bytes);
  if (!Message || Message->Written.Begin >= Message->Written.End)
    return;
  HomeTable::Copies C = dropAsHome(Message->File, Message->Written, From);
  std::vector<std::byte> Out = wire::bytesOf(C.Until);
  std::vector<std::byte> Ranks = wire::bytesOf(std::span<const int>(C.Holders));
  Out.insert(Out.end(), Ranks.begin(), Ranks.end());
  To.send({std::move(Out)});
}

void JobPages::hearDropped(int From, std::span<const std::byte> Bytes) {
  auto Message = wire::read<RangeMessage>(Bytes);
  if (Message && Message->Written.Begin < Message->Written.End)
    droppedAsHome(Message->File, Message->Written, From, Message->Until);
}

HomeTable::Copies JobPages::dropAsHome(JobFileId Id, ByteRange Written,
                                       int Writer) {
  MutexLock G(M);
  return Homes.drop(Id, Grid.pageAt(Written.Begin),
                    Grid.pageAt(Written.End - 1), Writer);
}

void JobPages::droppedAsHome(JobFileId Id, ByteRange Written, int Writer,
                             uint64_t Until) {
  MutexLock G(M);
  Homes.dropped(Id, Grid.pageAt(Written.Begin), Grid.pageAt(Written.End - 1),
                Writer, Until);
}

/// Drops a page without room at this home. The page is known until all have
/// dropped their copies.
void JobPages::drop(const HomeTable::Surplus &P) {
  ByteRange Bytes = Grid.bytesOf(P.Page);
  RangeMessage Message{P.File, Bytes, P.Gone.Until};
  struct Acks {
    ~Acks() {
      if (!Failed)
        Home.droppedAsHome(Message.File, Message.Written, HomeTable::NoRank,
                           Message.Until);
    }
    JobPages &Home;
    RangeMessage Message;
    std::atomic<bool> Failed{false};
  };
  std::shared_ptr<Acks> All(new Acks{*this, Message});
  for (int Rank : P.Gone.Holders) {
    if (Rank == Self) {
      dropHere(P.File, Bytes);
      continue;
    }
    auto Answer = [All](const Result &R) {
      if (!R.ok())
        All->Failed = true;
    };
    if (Net.request(Rank, Drop, {wire::bytesOf(Message)}, Answer) !=
        Failure::None)
      All->Failed = true;
  }
}

void JobPages::answerDrop(std::span<const std::byte> Bytes, Reply To) {
  auto Message = wire::read<RangeMessage>(Bytes);
  if (!Message || Message->Written.Begin >= Message->Written.End)
    return;
  dropHere(Message->File, Message->Written);
  To.send({});
}

void JobPages::dropHere(JobFileId Id, ByteRange Written) {
  if (std::optional<File> F = find(Id))
    Node.writtenElsewhere(F->Shared, Written);
}
