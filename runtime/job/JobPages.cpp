//===- JobPages.cpp - pages that nodes of a job show each other -----------===//
//
// See JobPages.h. No lock is held over a message.
//
//===----------------------------------------------------------------------===//

#include "job/JobPages.h"

#include "job/Wire.h"
#include "support/Delay.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <semaphore>

using namespace foreslice;

namespace {

enum Type : uint8_t { Look, Get, Wrote, Drop };

/// Pages that a home knows of, as a multiple of the frames that its process
/// has: pages of all processes are spread over all homes.
constexpr size_t KnownPerFrame = 8;

struct LookMessage {
  PageRun Run;
  int64_t Lost;
};

struct RangeMessage {
  NodeDirectory::JobFileId File;
  ByteRange Written;
};

} // namespace

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

/// Runs Done when the last one lets go of it.
struct JobPages::Acks {
  explicit Acks(std::function<void(bool)> Done) : Done(std::move(Done)) {}
  ~Acks() { Done(!Failed); }
  Acks(const Acks &) = delete;
  Acks &operator=(const Acks &) = delete;

  std::atomic<bool> Failed{false};
  const std::function<void(bool)> Done;
};

JobPages::JobPages(NodeDirectory &Node, Messenger &Net, std::vector<int> NodeOf,
                   int Self)
    : Node(Node), Net(Net), Self(Self), PageSize(Node.pageSize()),
      BlockPages(std::max<uint64_t>(MostBytes / PageSize, 1)),
      Homes(std::move(NodeOf),
            KnownPerFrame * std::max<size_t>(Node.ownFrames(), 512)) {}

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
  }
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

void JobPages::enter(JobFileId Id, std::vector<int> Ranks,
                     NodeDirectory::FileId Shared) {
  std::lock_guard G(M);
  Files[Id] = {std::move(Ranks), Shared, 0, UINT64_MAX};
}

void JobPages::renew(JobFileId Id, uint64_t Generation, uint64_t Since) {
  std::lock_guard G(M);
  if (auto F = Files.find(Id); F != Files.end()) {
    F->second.Generation = Generation;
    F->second.Since = Since;
  }
}

void JobPages::leave(JobFileId Id) {
  {
    std::lock_guard G(M);
    Files.erase(Id);
    Homes.forget(Id);
  }
  settled();
}

std::optional<JobPages::File> JobPages::find(JobFileId Id) const {
  std::lock_guard G(M);
  auto F = Files.find(Id);
  return F == Files.end() ? std::nullopt : std::optional(F->second);
}

int JobPages::homeOf(JobFileId Id, const File &F, uint64_t Page) const {
  return F.Ranks[(Id + Page / BlockPages) % F.Ranks.size()];
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
    auto Answered = [All, First, Part, Self = Self](const Result &R) {
      auto Owners = wire::readMany<int>(R.Payload, Part.Count);
      if (!R.ok() || !Owners)
        return All->answered();
      std::ranges::replace(*Owners, Self, FromStorage);
      All->came(First, *Owners);
    };
    if (Net.request(Home, Look, {wire::bytesOf(LookMessage{Part, Lost})},
                    Answered) != Failure::None)
      All->answered();
  }
}

/// As the home of all of them.
std::vector<int> JobPages::lookHere(const PageRun &Run, int Asker, int Lost) {
  std::vector<int> Owners(Run.Count, Asker);
  std::vector<HomeTable::Forgotten> Gone;
  {
    std::lock_guard G(M);
    if (!Files.contains(Run.File))
      return Owners;
    for (uint64_t I = 0; I < Run.Count; ++I)
      Owners[I] = Homes.look(Run.File, Run.First + I, Run.Generation, Asker,
                             Lost, Gone);
  }
  for (const HomeTable::Forgotten &G : Gone) {
    ByteRange Bytes{G.Page * PageSize, (G.Page + 1) * PageSize};
    for (int Rank : G.Holders)
      if (Rank == Self)
        dropHere(G.File, Bytes);
      else
        Net.send(Rank, Drop, {wire::bytesOf(RangeMessage{G.File, Bytes})});
  }
  return Owners;
}

void JobPages::answerLook(int From, std::span<const std::byte> Bytes,
                          Reply To) {
  auto Message = wire::read<LookMessage>(Bytes);
  if (!Message || Message->Run.Count > BlockPages)
    return;
  std::vector<int> Owners =
      lookHere(Message->Run, From, static_cast<int>(Message->Lost));
  To.send({wire::bytesOf(std::span<const int>(Owners))});
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void JobPages::get(const PageRun &Run, int From,
                   std::span<std::byte *const> Frames, Valid Done) {
  auto Came = [To = std::vector(Frames.begin(), Frames.end()), Done,
               PageSize = PageSize](const Result &R) {
    auto Valid = wire::readMany<uint32_t>(R.Payload, To.size());
    if (!R.ok() || !Valid)
      return Done(std::vector<uint32_t>(To.size(), Missing));
    std::span<const std::byte> Left =
        R.Payload.subspan(To.size() * sizeof(uint32_t));
    for (size_t I = 0; I < To.size(); ++I) {
      uint32_t &Size = (*Valid)[I];
      if (Size == Missing)
        continue;
      if (Size > Left.size() || Size > PageSize) {
        Size = Missing;
        continue;
      }
      memcpy(To[I], Left.data(), Size);
      Left = Left.subspan(Size);
    }
    Done(*Valid);
  };
  if (Net.request(From, Get, {wire::bytesOf(Run)}, Came) != Failure::None)
    Done(std::vector<uint32_t>(Run.Count, Missing));
}

void JobPages::answerGet(std::span<const std::byte> Bytes, Reply To) {
  auto Run = wire::read<PageRun>(Bytes);
  if (!Run || Run->Count > BlockPages)
    return;
  Waiting W{*Run, std::move(To)};
  if (trySend(W))
    return;
  {
    std::lock_guard G(WaitingM);
    Gets.push_back(std::move(W));
    ++GetsWaiting;
  }
  settled(); // what came before the list had it
}

void JobPages::settled() {
  if (GetsWaiting == 0)
    return;
  std::vector<Waiting> Now;
  {
    std::lock_guard G(WaitingM);
    Now.swap(Gets);
  }
  std::erase_if(Now, [&](Waiting &W) {
    bool Sent = trySend(W);
    GetsWaiting -= Sent;
    return Sent;
  });
  if (Now.empty())
    return;
  std::lock_guard G(WaitingM);
  std::ranges::move(Now, std::back_inserter(Gets));
}

/// False if a page is on its way to this process, which will say when it has
/// come.
bool JobPages::trySend(Waiting &W) {
  const PageRun &Run = W.Run;
  std::optional<File> F = find(Run.File);
  bool Current = F && F->Generation >= Run.Generation;
  std::vector<uint32_t> Valid(Run.Count, Missing);
  std::vector<NodeDirectory::Found> Found(Run.Count);
  for (uint64_t I = 0; Current && I < Run.Count; ++I) {
    Found[I] = Node.findAny(F->Shared, Run.First + I, F->Since);
    if (!Found[I] || Found[I].ready())
      continue;
    if (Node.isOwn(Found[I]))
      return false;
    Found[I] = {};
  }
  std::vector<std::byte> Pages;
  for (uint64_t I = 0; I < Run.Count; ++I) {
    if (!Found[I])
      continue;
    size_t Before = Pages.size();
    const std::byte *From = Node.bytes(Found[I]);
    uint32_t Size = std::min<uint64_t>(Node.valid(Found[I]), PageSize);
    Pages.insert(Pages.end(), From, From + Size);
    if (Node.stillThere(Found[I]))
      Valid[I] = Size;
    else
      Pages.resize(Before);
  }
  std::vector<std::byte> Out = wire::bytesOf(std::span<const uint32_t>(Valid));
  Out.insert(Out.end(), Pages.begin(), Pages.end());
  W.To.send({std::move(Out)});
  return true;
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

bool JobPages::wrote(JobFileId Id, ByteRange Written) {
  std::optional<File> F = find(Id);
  if (!F)
    return true;
  uint64_t First = Written.Begin / PageSize / BlockPages;
  uint64_t Blocks = (Written.End - 1) / PageSize / BlockPages - First + 1;
  bool Ok = false;
  std::binary_semaphore Over{0};
  auto All = std::make_shared<Acks>([&](bool Acknowledged) {
    Ok = Acknowledged;
    Over.release();
  });
  for (uint64_t I = 0; I < std::min<uint64_t>(Blocks, F->Ranks.size()); ++I) {
    int Home = homeOf(Id, *F, (First + I) * BlockPages);
    if (Home == Self) {
      drop(Id, Written, Self, All);
      continue;
    }
    auto Answered = [All](const Result &R) {
      if (!R.ok())
        All->Failed = true;
    };
    if (Net.request(Home, Wrote, {wire::bytesOf(RangeMessage{Id, Written})},
                    Answered) != Failure::None)
      All->Failed = true;
  }
  All.reset();
  Over.acquire();
  return Ok;
}

void JobPages::answerWrote(int From, std::span<const std::byte> Bytes,
                           Reply To) {
  auto Message = wire::read<RangeMessage>(Bytes);
  if (!Message || Message->Written.Begin >= Message->Written.End)
    return;
  auto Answer = std::make_shared<Reply>(std::move(To));
  drop(Message->File, Message->Written, From,
       std::make_shared<Acks>([Answer](bool) { Answer->send({}); }));
}

/// As the home of some of what was written. A rank that does not answer is no
/// reason to wait: what it has is of no use to others from now on.
void JobPages::drop(JobFileId Id, ByteRange Written, int Writer,
                    const std::shared_ptr<Acks> &To) {
  std::vector<int> Holders;
  {
    std::lock_guard G(M);
    Holders = Homes.drop(Id, Written.Begin / PageSize,
                         (Written.End - 1) / PageSize, Writer);
  }
  for (int Rank : Holders)
    if (Rank == Self)
      dropHere(Id, Written);
    else
      (void)Net.request(Rank, Drop, {wire::bytesOf(RangeMessage{Id, Written})},
                        [To](const Result &) {});
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
