//===- NodeMemory.cpp - shared memory of the ranks of a node --------------===//
//
// A memory file (memfd_create(2)), without a name for others to open. The file
// ends with the last mapping process. The ranks reach the file through /proc,
// open to processes of the user only.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/NodeMemory.h"
#include "frontend/Runtime.h"

#include "frontend/mpiio/Mpi.h"
#include "share/node/NodeDirectory.h"
#include "support/Settings.h"
#include "support/Statistics.h"
#include "support/TextFile.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace foreslice {

namespace {

/// Facts of a rank for the others.
struct Part {
  uint64_t PageSize;
  uint32_t Frames; ///< 0 on a rank without a cache.
  pid_t Pid;
};

/// Where the first rank has made the memory.
struct Place {
  int32_t Fd = -1;
  uint64_t Token = 0; ///< In the memory's name.
};

std::string nameOf(const Place &P) {
  return "foreslice-" + std::to_string(P.Token);
}

class NodeMemory {
public:
  ~NodeMemory() {
    if (Fd >= 0)
      close(Fd);
    if (Memory)
      munmap(Memory, Size);
  }
  NodeMemory() = default;
  NodeMemory(const NodeMemory &) = delete;
  NodeMemory &operator=(const NodeMemory &) = delete;

  bool make(uint64_t PageSize, std::span<const uint32_t> Frames, Place &Out);
  bool open(pid_t Pid, uint64_t Bytes, const Place &Where);
  /// Keeps the mapping for good.
  void *keep() { return std::exchange(Memory, nullptr); }
  /// The error.
  std::string Why;

private:
  bool failed(const char *What) {
    Why = std::string(What) + ": " + strerror(errno);
    return false;
  }
  bool map();

  int Fd = -1;
  uint64_t Size = 0;
  void *Memory = nullptr;
};

bool NodeMemory::map() {
  void *P = mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_NORESERVE, Fd, 0);
  if (P == MAP_FAILED)
    return failed("mmap");
  Memory = P;
  // A forked child does not use the cache, and a core file needs no file data.
  madvise(Memory, Size, MADV_DONTFORK);
  madvise(Memory, Size, MADV_DONTDUMP);
  return true;
}

bool NodeMemory::make(uint64_t PageSize, std::span<const uint32_t> Frames,
                      Place &Out) {
  Place P;
  if (getrandom(&P.Token, sizeof P.Token, 0) != sizeof P.Token)
    return failed("getrandom");
  Size = NodeDirectory::bytesFor(PageSize, Frames);
  // Beyond this limit ftruncate would end the program by a signal.
  rlimit Most;
  if (getrlimit(RLIMIT_FSIZE, &Most) != 0 || Most.rlim_cur < Size) {
    Why = "the limit of file sizes is below that of the shared memory";
    return false;
  }
  Fd = memfd_create(nameOf(P).c_str(), MFD_CLOEXEC);
  if (Fd < 0)
    return failed("memfd_create");
  if (ftruncate(Fd, static_cast<off_t>(Size)) != 0)
    return failed("ftruncate");
  if (!map())
    return false;
  if (!NodeDirectory::initialize(Memory, PageSize, Frames)) {
    Why = "no robust mutexes";
    return false;
  }
  P.Fd = Fd;
  Out = P;
  return true;
}

bool NodeMemory::open(pid_t Pid, uint64_t Bytes, const Place &Where) {
  std::string Path =
      "/proc/" + std::to_string(Pid) + "/fd/" + std::to_string(Where.Fd);
  // Processes in separate containers may have different numbers.
  char Target[64];
  ssize_t N = readlink(Path.c_str(), Target, sizeof Target);
  if (N < 0)
    return failed("readlink");
  std::string Wanted = "/memfd:" + nameOf(Where);
  if (!std::string_view(Target, static_cast<size_t>(N)).starts_with(Wanted)) {
    Why = "ranks do not see each other's processes";
    return false;
  }
  Fd = ::open(Path.c_str(), O_RDWR | O_CLOEXEC);
  if (Fd < 0)
    return failed("open");
  struct stat S;
  if (fstat(Fd, &S) != 0 || static_cast<uint64_t>(S.st_size) != Bytes) {
    Why = "the shared memory has another size";
    return false;
  }
  Size = Bytes;
  return map();
}

/// Collective over Ranks. Null if any rank has no access, with the reason in
/// Why, or if this rank has no cache.
void *shareMemory(MPI_Comm Ranks, std::span<const Part> Parts, unsigned Self,
                  std::string &Why) {
  std::vector<uint32_t> Frames;
  for (const Part &P : Parts)
    Frames.push_back(P.Frames);
  uint64_t PageSize = Parts.front().PageSize;
  NodeMemory Memory;
  Place Where;
  bool Mine = Self == 0 && Memory.make(PageSize, Frames, Where);
  PMPI_Bcast(&Where, sizeof Where, MPI_BYTE, 0, Ranks);
  if (Self != 0 && Where.Fd >= 0)
    Mine = Memory.open(Parts.front().Pid,
                       NodeDirectory::bytesFor(PageSize, Frames), Where);
  int Ok = Mine, All = 0;
  PMPI_Allreduce(&Ok, &All, 1, MPI_INT, MPI_MIN, Ranks);
  if (!All)
    Why = Memory.Why.empty() ? "another rank could not" : Memory.Why;
  return All && Parts[Self].Frames ? Memory.keep() : nullptr;
}

void note(const std::string &Why) {
  Statistics::get().note("the ranks of this node do not share their caches: " +
                         Why);
}

} // namespace

uint64_t NodeRanks::nodeOfProcess() {
  constexpr size_t MostBytes = 256;
  std::string Boot, Host;
  struct stat Processes;
  if (!readTextFile("/proc/sys/kernel/random/boot_id", MostBytes, Boot)
           .empty() ||
      !readTextFile("/proc/sys/kernel/hostname", MostBytes, Host).empty() ||
      stat("/proc/self/ns/pid", &Processes) != 0)
    return 0;
  return std::hash<std::string>()(Boot + Host +
                                  std::to_string(Processes.st_ino));
}

NodeRanks NodeRanks::find(bool OnOneNode) {
  constexpr auto Most = static_cast<int>(NodeDirectory::MaxProcesses);
  NodeRanks Found;
  int WorldRank = 0, WorldSize = 1, Size = 1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &WorldRank);
  PMPI_Comm_size(MPI_COMM_WORLD, &WorldSize);
  if (OnOneNode && WorldSize <= Most)
    return {MPI_COMM_WORLD, WorldRank, 0, true};
  PMPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, WorldRank,
                       MPI_INFO_NULL, &Found.Comm);
  PMPI_Comm_rank(Found.Comm, &Found.Rank);
  PMPI_Comm_size(Found.Comm, &Size);
  if (Size > Most) {
    MPI_Comm Node = Found.Comm;
    PMPI_Comm_split(Node, Found.Rank / Most, Found.Rank, &Found.Comm);
    PMPI_Comm_free(&Node);
    PMPI_Comm_rank(Found.Comm, &Found.Rank);
    PMPI_Comm_size(Found.Comm, &Size);
  }
  Found.All = Size == WorldSize;
  if (!Found.All) {
    Found.First = WorldRank;
    PMPI_Bcast(&Found.First, 1, MPI_INT, 0, Found.Comm);
  }
  return Found;
}

NodeDirectory *shareCacheOnNode(const NodeRanks &Node) {
  const Settings &S = Settings::get();
  bool Takes = S.Share != Sharing::None && !S.Disable;
  CacheControl &Cache = runtime().control();
  int Count = 1;
  PMPI_Comm_size(Node.Comm, &Count);
  Part Mine{Cache.grid().pageSize(),
            Takes ? static_cast<uint32_t>(Cache.frames()) : 0, getpid()};
  std::vector<Part> Parts(static_cast<size_t>(Count));
  PMPI_Allgather(&Mine, sizeof Mine, MPI_BYTE, Parts.data(), sizeof Mine,
                 MPI_BYTE, Node.Comm);
  auto Takers = std::ranges::count_if(Parts, [](auto &P) { return P.Frames; });
  uint64_t Frames = std::accumulate(
      Parts.begin(), Parts.end(), uint64_t(0),
      [](uint64_t Sum, const Part &P) { return Sum + P.Frames; });
  bool Alike = std::ranges::all_of(
      Parts, [&](const Part &P) { return P.PageSize == Mine.PageSize; });
  // With several nodes, a single rank shows pages to the other nodes.
  if (Takers < (Node.All ? 2 : 1))
    return nullptr;
  if (!Alike || Frames >= UINT32_MAX / 2) {
    note("FORESLICE_PAGE_SIZE differs, or the caches are too large");
    return nullptr;
  }
  std::string Why;
  unsigned Number = static_cast<unsigned>(Node.Rank);
  void *Memory = shareMemory(Node.Comm, Parts, Number, Why);
  if (!Why.empty())
    note(Why);
  if (!Memory)
    return nullptr;
  auto *Directory = new NodeDirectory(Memory, Number);
  Cache.share(*Directory);
  return Directory;
}

} // namespace foreslice
