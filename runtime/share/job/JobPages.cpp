//===- JobPages.cpp - pages that nodes of a job show each other -----------===//
//
// See JobPages.h. No lock is held over a message.
//
//===----------------------------------------------------------------------===//

#include "share/job/JobPages.h"

#include "share/job/Wire.h"
#include "support/Delay.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <unordered_set>

using namespace foreslice;

namespace {

enum Type : uint8_t { Look, Get, Wrote, Drop, Dropped };

/// Pages that a home knows of, as a multiple of the frames that its node has:
/// pages of all nodes are spread over all homes.
constexpr size_t KnownPerFrame = 8;

struct LookMessage {
  PageRun Run;
  int64_t Lost;
};

/// Ranks that are asked at once, so that there is room for their connections.
constexpr size_t MostAtOnce = 64;

} // namespace

struct JobPages::RangeMessage {
  JobFileId File;
  ByteRange Written;  ///< Whole pages.
  uint64_t Until = 0; ///< Of Dropped: HomeTable::Copies::Until.
};

/// A look for pages of several homes.
struct JobPages::Lookup {
  Lookup(size_t Pages, size_t Homes, Owners Done)
      : Of(Pages, FromStorage), Left(Homes), Done(std::move(Done)) {}
  void came(size_t First, std::span<const int> Some) {
    std::ranges::copy(Some, Of.begin() + static_cast<std::ptrdiff_t>(First));
    answered();
  }
  void answered() {
    if (--Left == 0)
      Done(Of);
  }

  std::vector<int> Of;
  std::atomic<size_t> Left;
  const Owners Done;
};

JobPages::JobPages(NodeDirectory &Node, Messenger &Net, std::vector<int> NodeOf,
                   int Self)
    : Node(Node), Net(Net), NodeOf(NodeOf), Self(Self),
      PageSize(Node.pageSize()),
      BlockPages(std::max<uint64_t>(MostBytes / PageSize, 1)),
      Homes(std::move(NodeOf),
            KnownPerFrame * std::max<size_t>(Node.allFrames(), 512)) {}

void JobPages::handle(int From, uint8_t What, std::span<const std::byte> Bytes,
                      Reply To) {
  delayPoint();
  switch (What) {
  case Look:
    return answerLook(From, Bytes, std::move(To));
  case Get:
    return answerGet(Bytes, std::move(To));
  case Wrote:
    return answerWrote(From, Bytes, std::move(To));
  case Drop:
    return answerDrop(Bytes, std::move(To));
  case Dropped:
    return hearDropped(From, Bytes);
  default:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

void JobPages::enter(JobFileId Id, std::vector<int> Ranks,
                     NodeDirectory::FileId Shared) {
  auto Firsts = std::make_shared<std::vector<int>>();
  std::unordered_set<int> Nodes;
  for (int Rank : Ranks)
    if (Nodes.insert(NodeOf[static_cast<size_t>(Rank)]).second)
      Firsts->push_back(Rank);
  File F{std::make_shared<const std::vector<int>>(std::move(Ranks)),
         std::move(Firsts), Shared, 0, UINT64_MAX};
  MutexLock G(M);
  Files[Id] = std::move(F);
}

void JobPages::renew(JobFileId Id, uint64_t Generation, uint64_t Since) {
  MutexLock G(M);
  if (auto F = Files.find(Id); F != Files.end()) {
    F->second.Generation = Generation;
    F->second.Since = Since;
  }
}

void JobPages::leave(JobFileId Id) {
  {
    MutexLock G(M);
    Files.erase(Id);
    Homes.forget(Id);
  }
  settled();
}

std::optional<JobPages::File> JobPages::find(JobFileId Id) const {
  MutexLock G(M);
  auto F = Files.find(Id);
  return F == Files.end() ? std::nullopt : std::optional(F->second);
}

int JobPages::homeOf(JobFileId Id, const File &F, uint64_t Page) const {
  return (*F.Homes)[(Id + Page / BlockPages) % F.Homes->size()];
}

//===----------------------------------------------------------------------===//
// Who has a page
//===----------------------------------------------------------------------===//

void JobPages::look(const PageRun &Run, int Lost, Owners Done) {
  std::optional<File> F = find(Run.File);
  if (!F)
    return Done(std::vector<int>(Run.Count, FromStorage));
  uint64_t End = Run.First + Run.Count;
  size_t Blocks = (End - 1) / BlockPages - Run.First / BlockPages + 1;
  auto All = std::make_shared<Lookup>(Run.Count, Blocks, std::move(Done));
  for (uint64_t At = Run.First; At < End;) {
    uint64_t Next = std::min(End, (At / BlockPages + 1) * BlockPages);
    PageRun Part{Run.File, Run.Generation, At, Next - At};
    size_t First = At - Run.First;
    At = Next;
    int Home = homeOf(Run.File, *F, Part.First);
    if (Home == Self) {
      std::vector<int> Owners = lookHere(Part, Self, Lost);
      std::ranges::replace(Owners, Self, FromStorage);
      All->came(First, Owners);
      continue;
    }
    // What is read now its home does not know of; or it may hear of it yet, and
    // send others here for what was read before they wrote.
    auto Failed = [this, All, Shared = F->Shared] {
      Node.spoilJob(Shared);
      All->answered();
    };
    auto Answered = [All, First, Part, Failed, Self = Self](const Result &R) {
      auto Owners = wire::readMany<int>(R.Payload, Part.Count);
      if (!R.ok() || !Owners)
        return Failed();
      std::ranges::replace(*Owners, Self, FromStorage);
      All->came(First, *Owners);
    };
    if (Net.request(Home, Look, {wire::bytesOf(LookMessage{Part, Lost})},
                    Answered) != Failure::None)
      Failed();
  }
}

/// As the home of all of them.
std::vector<int> JobPages::lookHere(const PageRun &Run, int Asker, int Lost) {
  std::vector<int> Owners(Run.Count, Asker);
  std::vector<HomeTable::Surplus> Surplus;
  {
    MutexLock G(M);
    if (!Files.contains(Run.File))
      return Owners;
    for (uint64_t I = 0; I < Run.Count; ++I)
      Owners[I] = Homes.look(Run.File, Run.First + I, Run.Generation, Asker,
                             Lost, Surplus);
  }
  for (const HomeTable::Surplus &P : Surplus)
    drop(P);
  return Owners;
}

void JobPages::answerLook(int From, std::span<const std::byte> Bytes,
                          Reply To) {
  auto Message = wire::read<LookMessage>(Bytes);
  if (!Message || !mayAsk(Message->Run))
    return;
  std::vector<int> Owners =
      lookHere(Message->Run, From, static_cast<int>(Message->Lost));
  To.send({wire::bytesOf(std::span<const int>(Owners))});
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void JobPages::get(const PageRun &Run, int From,
                   std::span<std::byte *const> Frames, Copied Done) {
  auto Came = [To = std::vector(Frames.begin(), Frames.end()), Done,
               PageSize = PageSize](const Result &R) {
    // Whether there was a wait, and by page.
    auto Numbers = wire::readMany<uint32_t>(R.Payload, 1 + To.size());
    if (!R.ok() || !Numbers)
      return Done({std::vector<uint32_t>(To.size(), Missing)});
    std::span<const std::byte> Left =
        R.Payload.subspan(Numbers->size() * sizeof(uint32_t));
    std::span<uint32_t> Valid = std::span(*Numbers).subspan(1);
    for (size_t I = 0; I < To.size(); ++I) {
      uint32_t &Size = Valid[I];
      if (Size == Missing)
        continue;
      if (Size > Left.size() || Size > PageSize) {
        Size = Missing;
        continue;
      }
      memcpy(To[I], Left.data(), Size);
      Left = Left.subspan(Size);
    }
    Done({Valid, Numbers->front() != 0});
  };
  if (Net.request(From, Get, {wire::bytesOf(Run)}, Came, Answers::Later) !=
      Failure::None)
    Done({std::vector<uint32_t>(Run.Count, Missing)});
}

void JobPages::answerGet(std::span<const std::byte> Bytes, Reply To) {
  auto Run = wire::read<PageRun>(Bytes);
  if (!Run || !mayAsk(*Run))
    return;
  Waiting W{*Run, std::move(To)};
  if (trySend(W))
    return;
  W.Waited = true;
  {
    MutexLock G(WaitingM);
    Gets.push_back(std::move(W));
    ++GetsWaiting;
  }
  settled(); // what came before the list had it
}

void JobPages::settled() {
  if (GetsWaiting == 0)
    return;
  // Held while they are tried: what comes meanwhile is looked at again.
  MutexLock G(WaitingM);
  GetsWaiting -= std::erase_if(Gets, [&](Waiting &W) { return trySend(W); });
}

/// False if a page is on its way to this process, which will say when it has
/// come.
bool JobPages::trySend(Waiting &W) {
  const PageRun &Run = W.Run;
  std::optional<File> F = find(Run.File);
  bool Current =
      F && F->Generation >= Run.Generation && Node.onlyJob(F->Shared, Run.File);
  std::vector<uint32_t> Valid(Run.Count, Missing);
  std::vector<NodeDirectory::Found> Found(Run.Count);
  for (uint64_t I = 0; Current && I < Run.Count; ++I) {
    Found[I] = Node.findForOthers(F->Shared, Run.First + I, F->Since);
    if (Found[I] && !Found[I].ready())
      return false;
  }
  // Whether there was a wait, and by page; then the pages.
  std::vector<std::byte> Out;
  size_t Numbers = (1 + Run.Count) * sizeof(uint32_t);
  Out.reserve(Numbers + Run.Count * PageSize);
  Out.resize(Numbers);
  for (uint64_t I = 0; I < Run.Count; ++I) {
    if (!Found[I])
      continue;
    size_t Before = Out.size();
    const std::byte *From = Node.bytes(Found[I]);
    uint32_t Size = std::min<uint64_t>(Node.valid(Found[I]), PageSize);
    Out.insert(Out.end(), From, From + Size);
    if (Node.stillThere(Found[I]))
      Valid[I] = Size;
    else
      Out.resize(Before);
  }
  uint32_t Waited = W.Waited;
  memcpy(Out.data(), &Waited, sizeof Waited);
  memcpy(Out.data() + sizeof Waited, Valid.data(), Numbers - sizeof Waited);
  W.To.send({std::move(Out)});
  return true;
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

/// Others drop whole pages: of what they keep of a page the home would not know
/// any more.
ByteRange JobPages::wholePages(ByteRange Bytes) const {
  if (Bytes.End > UINT64_MAX - PageSize)
    return {};
  return {Bytes.Begin / PageSize * PageSize,
          (Bytes.End + PageSize - 1) / PageSize * PageSize};
}

/// To each rank the same message, to some at a time.
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

/// Of a node that has copies any rank will do: if one does not answer, the
/// next.
void JobPages::tellHolders(const File &F, std::vector<int> Holders,
                           const RangeMessage &Message) {
  auto SameNode = [&](int A, int B) {
    return NodeOf[static_cast<size_t>(A)] == NodeOf[static_cast<size_t>(B)];
  };
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
      auto Other = std::ranges::find_if(*F.Ranks, [&](int R) {
        return SameNode(R, Rank) && std::ranges::find(Asked, R) == Asked.end();
      });
      if (Other != F.Ranks->end())
        Next.push_back(*Other);
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
  // Until then others that write there wait for the same ranks.
  for (const AtHome &H : ToSay)
    if (Message.Until = H.Until; H.Rank == Self)
      droppedAsHome(Id, Message.Written, Self, H.Until);
    else
      Net.send(H.Rank, Dropped, {wire::bytesOf(Message)});
  return All;
}

/// The ranks that are a home of any of these pages.
std::vector<int> JobPages::homesOf(JobFileId Id, const File &F,
                                   ByteRange Bytes) const {
  uint64_t First = Bytes.Begin / PageSize / BlockPages;
  uint64_t Last = (Bytes.End - 1) / PageSize / BlockPages;
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
  HomeTable::Copies Of = dropAsHome(Message->File, Message->Written, From);
  std::vector<std::byte> Out = wire::bytesOf(Of.Until);
  std::vector<std::byte> Ranks =
      wire::bytesOf(std::span<const int>(Of.Holders));
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
  return Homes.drop(Id, Written.Begin / PageSize, (Written.End - 1) / PageSize,
                    Writer);
}

void JobPages::droppedAsHome(JobFileId Id, ByteRange Written, int Writer,
                             uint64_t Until) {
  MutexLock G(M);
  Homes.dropped(Id, Written.Begin / PageSize, (Written.End - 1) / PageSize,
                Writer, Until);
}

/// What this home has no room for. It is known until all have dropped it.
void JobPages::drop(const HomeTable::Surplus &P) {
  ByteRange Bytes{P.Page * PageSize, (P.Page + 1) * PageSize};
  RangeMessage Message{P.File, Bytes, P.Of.Until};
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
  for (int Rank : P.Of.Holders) {
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
