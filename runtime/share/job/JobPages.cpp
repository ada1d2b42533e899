//===- JobPages.cpp - pages that the nodes of a job share -----------------===//
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
using enum job::Type;

/// Pages that a home knows, as a multiple of the node's frames: pages of all
/// nodes are spread over all homes.
static constexpr size_t KnownPerFrame = 8;

/// Times that a home is asked a question, if the home closes the connection.
static constexpr unsigned MostQuestions = 4;

/// A look for pages of several homes.
struct JobPages::Lookup {
  Lookup(size_t Pages, size_t Homes, Owners Done)
      : Holders(Pages, FromStorage), Homes(Homes), Left(Homes),
        Done(std::move(Done)) {}
  void came(size_t First, const Told &Some) {
    std::ranges::copy(Some.Owners,
                      Holders.begin() + static_cast<std::ptrdiff_t>(First));
    if (Homes == 1)
      Number = Some.Number;
    answered();
  }
  void answered() {
    if (--Left == 0)
      Done(Holders, Number);
  }

  std::vector<int> Holders;
  uint64_t Number = 0;
  const size_t Homes;
  std::atomic<size_t> Left;
  const Owners Done;
};

/// First ranks of other nodes, from the node behind Self's on, so that all
/// nodes are told equally often.
static std::vector<int> otherFirsts(const std::vector<int> &NodeOf, int Self) {
  std::vector<int> Firsts;
  std::unordered_set<int> Nodes{NodeOf[static_cast<size_t>(Self)]};
  for (size_t I = 0; I < NodeOf.size(); ++I)
    if (Nodes.insert(NodeOf[I]).second)
      Firsts.push_back(static_cast<int>(I));
  std::ranges::rotate(Firsts, std::ranges::upper_bound(Firsts, Self));
  Firsts.resize(std::min(Firsts.size(), RemotePages::MostTold));
  return Firsts;
}

JobPages::JobPages(NodeDirectory &Node, Messenger &Net,
                   const NodesOfRanks &NodeOf, int Self)
    : Node(Node), Net(Net), NodeOf(NodeOf), Self(Self), Grid(Node.grid()),
      BlockPages(std::max<uint64_t>(MostBytes / Grid.pageSize(), 1)),
      OtherFirsts(otherFirsts(*NodeOf, Self)),
      Homes(NodeOf, KnownPerFrame * std::max<size_t>(Node.allFrames(), 512)) {}

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
  case Tell:
    return Heard ? Heard(Bytes) : void();
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
    if (Nodes.insert(nodeOf(Rank)).second)
      Firsts->push_back(Rank);
  File F{{}, std::move(Firsts), Shared, 0, UINT64_MAX};
  if (Ranks.size() != NodeOf->size())
    F.Ranks = std::make_shared<const std::vector<int>>(std::move(Ranks));
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

void JobPages::tell(std::span<const std::byte> Message) {
  for (int Rank : OtherFirsts)
    Net.send(Rank, Tell, {wire::bytesOf(Message)});
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
// Owners of pages
//===----------------------------------------------------------------------===//

void JobPages::look(const PageRun &Run, int Lost, Owners Done) {
  std::optional<File> F = find(Run.File);
  if (!F)
    return Done(std::vector<int>(Run.Count, FromStorage), 0);
  uint64_t End = Run.First + Run.Count;
  size_t Blocks = (End - 1) / BlockPages - Run.First / BlockPages + 1;
  auto All = std::make_shared<Lookup>(Run.Count, Blocks, std::move(Done));
  for (uint64_t Position = Run.First; Position < End;) {
    uint64_t Next = std::min(End, (Position / BlockPages + 1) * BlockPages);
    PageRun Part{Run.File, Run.Generation, Position, Next - Position};
    size_t First = Position - Run.First;
    Position = Next;
    int Home = homeOf(Run.File, *F, Part.First);
    auto Came = [All, First, Self = Self](Told Teller) {
      std::ranges::replace(Teller.Owners, Self, FromStorage);
      All->came(First, Teller);
    };
    if (Home == Self) {
      Came(lookHere(Part, Self, Lost));
      continue;
    }
    // The home does not know the pages that are read now; or the home may hear
    // of the question yet, and send others here for pages read before a write
    // of the others.
    auto Failed = [this, All, Shared = F->Shared] {
      Node.spoilJob(Shared);
      All->answered();
    };
    auto Answered = [Came, Part, Failed](const Result &R) {
      auto Number = wire::readMany<uint64_t>(R.Payload, 1);
      if (!R.ok() || !Number)
        return Failed();
      auto Owners =
          wire::readMany<int>(R.Payload.subspan(sizeof(uint64_t)), Part.Count);
      if (!Owners)
        return Failed();
      Came({Number->front(), std::move(*Owners)});
    };
    askHome(Home, {Part, Lost}, Answered, MostQuestions);
  }
}

/// A home with all its connections in use closes a connection that was idle of
/// late, and may miss a question on its way.
void JobPages::askHome(int Home, const LookMessage &Question,
                       const ResultCallback &Done, unsigned Times) {
  auto Answered = [=, this](const Result &R) {
    if (R.Why == Failure::Closed && Times > 1)
      return askHome(Home, Question, Done, Times - 1);
    Done(R);
  };
  Failure Why = Net.request(Home, Look, {wire::bytesOf(Question)}, Answered);
  if (Why != Failure::None)
    Done({Why, {}});
}

/// The answer of this process as the home of the whole run.
JobPages::Told JobPages::lookHere(const PageRun &Run, int Asker, int Lost) {
  Told Out{0, std::vector<int>(Run.Count, Asker)};
  std::vector<HomeTable::Surplus> Surplus;
  {
    MutexLock G(M);
    if (!Files.contains(Run.File))
      return Out;
    for (uint64_t I = 0; I < Run.Count; ++I)
      Out.Owners[I] = Homes.look(Run.File, Run.First + I, Run.Generation, Asker,
                                 Lost, Surplus);
    Out.Number = Homes.now();
  }
  for (const HomeTable::Surplus &P : Surplus)
    drop(P);
  return Out;
}

void JobPages::answerLook(int From, std::span<const std::byte> Bytes,
                          Reply To) {
  auto Message = wire::read<LookMessage>(Bytes);
  if (!Message || !mayAsk(Message->Run))
    return;
  Told Teller = lookHere(Message->Run, From, static_cast<int>(Message->Lost));
  std::vector<std::byte> Out = wire::bytesOf(Teller.Number);
  std::vector<std::byte> Owners =
      wire::bytesOf(std::span<const int>(Teller.Owners));
  Out.insert(Out.end(), Owners.begin(), Owners.end());
  To.send({std::move(Out)});
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void JobPages::get(const PageRun &Run, int From,
                   std::span<std::byte *const> Frames, Copied Done) {
  auto Came = [To = std::vector(Frames.begin(), Frames.end()), Done,
               PageSize = Grid.pageSize()](const Result &R) {
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
  settled(); // for pages that came before the list had the Get
}

void JobPages::settled() {
  if (GetsWaiting == 0)
    return;
  // Held meanwhile: pages that come meanwhile are looked at again.
  MutexLock G(WaitingM);
  GetsWaiting -= std::erase_if(Gets, [&](Waiting &W) { return trySend(W); });
}

/// False if a page is on its way to this process; settled() follows.
bool JobPages::trySend(Waiting &W) {
  const PageRun &Run = W.Run;
  std::optional<File> F = find(Run.File);
  bool Current =
      F && F->Generation >= Run.Generation && Node.onlyJob(F->Shared, Run.File);
  std::vector<uint32_t> Valid(Run.Count, Missing);
  std::vector<NodeDirectory::Found> Found(Run.Count);
  for (uint64_t I = 0; Current && I < Run.Count; ++I) {
    Found[I] = Node.findForOthers(F->Shared, Run.First + I, F->Since,
                                  static_cast<uint32_t>(Run.Number));
    if (Found[I] && !Found[I].ready())
      return false;
  }
  // Whether there was a wait, and by page; then the pages.
  std::vector<std::byte> Out;
  size_t Numbers = (1 + Run.Count) * sizeof(uint32_t);
  Out.reserve(Numbers + Run.Count * Grid.pageSize());
  Out.resize(Numbers);
  for (uint64_t I = 0; I < Run.Count; ++I) {
    if (!Found[I])
      continue;
    size_t Before = Out.size();
    const std::byte *From = Node.bytes(Found[I]);
    uint32_t Size = std::min<uint64_t>(Node.valid(Found[I]), Grid.pageSize());
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
