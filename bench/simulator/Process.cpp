//===- Process.cpp - what a simulated process has of the run time ---------===//
//
// See Process.h.
//
//===----------------------------------------------------------------------===//

#include "Process.h"

#include "storage/Descriptor.h"
#include "storage/Storage.h"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace foreslice::simulator {

/// Stands for the file, and for no descriptor of this process.
static constexpr int FileNumber = 1 << 20;
/// How long JobNetwork.cpp has messages wait for an answer.
static constexpr std::chrono::milliseconds Patience{1000};

static Settings settingsOf(const Options &O) {
  Settings S;
  S.PageSize = O.PageSize;
  S.CacheSize = O.CacheBytes;
  mustBe(parseScheme(O.Scheme.c_str(), S.Scheme), "no such scheme");
  return S;
}

//===----------------------------------------------------------------------===//
// NodeMemory
//===----------------------------------------------------------------------===//

static std::vector<uint32_t> framesOf(const Options &O) {
  return std::vector<uint32_t>(
      static_cast<size_t>(O.Ranks),
      static_cast<uint32_t>(O.CacheBytes / O.PageSize));
}

static uint64_t dataBytes(const Options &O) {
  return static_cast<uint64_t>(O.Ranks) * (O.CacheBytes / O.PageSize) *
         O.PageSize;
}

static void *reserve(uint64_t Bytes, int Fd = -1, void *At = nullptr) {
  int Flags = MAP_NORESERVE |
              (Fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED | MAP_FIXED);
  void *P = mmap(At, Bytes, PROT_READ | PROT_WRITE, Flags, Fd, 0);
  mustBe(P != MAP_FAILED, "no memory for a node");
  return P;
}

NodeMemory::NodeMemory(const Options &O)
    : Start(reserve(NodeDirectory::bytesFor(O.PageSize, framesOf(O)))),
      TableBytes(NodeDirectory::bytesFor(O.PageSize, framesOf(O)) -
                 dataBytes(O)) {
  static const int PagesOfAll = [&] {
    int Fd = memfd_create("pages", MFD_CLOEXEC);
    mustBe(Fd >= 0 && ftruncate(Fd, static_cast<off_t>(dataBytes(O))) == 0,
           "no memory for pages");
    return Fd;
  }();
  mustBe(NodeDirectory::initialize(Start, O.PageSize, framesOf(O)),
         "no robust mutexes");
  reserve(dataBytes(O), PagesOfAll,
          static_cast<std::byte *>(Start) + TableBytes);
}

//===----------------------------------------------------------------------===//
// Process
//===----------------------------------------------------------------------===//

Process::Process(const Options &O, int Rank, NodeMemory *Memory)
    : Rank(Rank), Cache(settingsOf(O), makeUringStorage()) {
  if (!Memory)
    return;
  Directory = std::make_unique<NodeDirectory>(
      Memory->Start, static_cast<unsigned>(Rank % O.Ranks));
  Cache.control().share(*Directory);
  if (O.Share != "job")
    return;
  Messenger::Config C{
      .Key = {}, .Rank = Rank, .Address = {}, .Deadline = Patience};
  uint32_t Node = static_cast<uint32_t>(thisNode().Number);
  memcpy(C.Address.Bytes.data(), &Node, sizeof Node);
  std::string Why;
  Net = Messenger::listen(
      C,
      [this](int From, uint8_t Type, std::span<const std::byte> Bytes,
             Reply To) { Pages->handle(From, Type, Bytes, std::move(To)); },
      Why);
  mustBe(Net != nullptr, Why.c_str());
}

Endpoint Process::where() const {
  Endpoint E;
  uint32_t Node = static_cast<uint32_t>(thisNode().Number);
  memcpy(E.Address.Bytes.data(), &Node, sizeof Node);
  E.Port = Net->port();
  return E;
}

void Process::connect(const std::vector<Endpoint> &Where,
                      const std::vector<int> &NodeOf) {
  // As each rank of a real job has its own.
  Pages = std::make_unique<JobPages>(
      *Directory, *Net, std::make_shared<const std::vector<int>>(NodeOf), Rank);
  Net->setPeers(Where);
  Cache.control().connect(*Pages);
}

void Process::open() {
  File = Cache.coherence().open(
      {1, 1}, std::make_shared<Descriptor>(FileNumber), "file");
  Lane = Cache.posting().addLane("slices");
}

void Process::enter(const std::vector<int> &AllRanks) {
  Cache.coherence().enterJob(*File, Job, AllRanks);
}

} // namespace foreslice::simulator
