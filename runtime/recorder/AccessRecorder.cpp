//===- AccessRecorder.cpp - records the program's accesses of files -------===//
//
// See AccessRecorder.h.
//
//===----------------------------------------------------------------------===//

#include "recorder/AccessRecorder.h"

#include "recorder/CodeModules.h"
#include "support/Clock.h"
#include "support/NamedFiles.h"
#include "support/ProcessObject.h"
#include "support/Settings.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace foreslice {

using access_format::ChunkBytes;

/// The chunk of a thread, given back at the thread's end.
class OwnChunk {
public:
  ~OwnChunk() {
    Ended = true;
    if (Chunk && Owner == &AccessRecorder::get())
      Owner->giveBack(std::move(Chunk), /*IsFull=*/false);
    else
      (void)Chunk.release(); // of the parent of a fork
  }
  /// Null if no chunk can be had.
  AccessChunk *of(AccessRecorder &Recorder) {
    if (Owner != &Recorder) {
      (void)Chunk.release();
      Owner = &Recorder;
    }
    if (!Chunk && !Ended)
      Chunk = Recorder.obtain();
    return Chunk.get();
  }
  void full() { Owner->giveBack(std::move(Chunk), /*IsFull=*/true); }

  bool Busy = false; ///< A signal handler has interrupted note().

private:
  std::unique_ptr<AccessChunk> Chunk;
  AccessRecorder *Owner = nullptr;
  bool Ended = false; ///< Other thread-local objects may still read files.
};

AccessRecorder &AccessRecorder::get() {
  static constinit ProcessObject<AccessRecorder> R;
  return R.get();
}

AccessRecorder::AccessRecorder()
    : On(!Settings::get().Accesses.empty()), Rank(launcherRank()) {}

void AccessRecorder::setRank(int NewRank, int NewRanks) {
  MutexLock L(M);
  Rank = NewRank;
  Ranks = NewRanks;
  for (AccessChunk *Chunk : InUse)
    Chunk->setRank(Rank, Ranks);
}

void AccessRecorder::stop(const std::string &Why) {
  if (On.exchange(false))
    warnOnce("FORESLICE_ACCESSES: " + Path + ": " + Why +
             ": no more accesses are written down");
}

/// The file's name has the program, the host and the process; a number, too,
/// where the process has become another program.
int AccessRecorder::createFile() {
  const std::string &Folder = Settings::get().Accesses;
  // a folder that cannot be made cannot be written to either
  named_files::makeFolder(Folder);
  char Host[256] = {};
  gethostname(Host, sizeof Host - 1);
  const std::string Program = programModule().Path;
  const std::string Name = Folder + "/" +
                           Program.substr(Program.rfind('/') + 1) + "." + Host +
                           "." + std::to_string(getpid());
  constexpr int MostPrograms = 1000;
  int Fd = -1;
  for (int I = 0; Fd < 0 && I < MostPrograms; ++I) {
    Path = Name + (I == 0 ? "" : "-" + std::to_string(I)) + ".accesses";
    Fd = open(Path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (Fd < 0 && errno != EEXIST)
      break;
  }
  return Fd;
}

/// Whether a file of so many bytes would raise SIGXFSZ.
static bool isTooLarge(uint64_t Bytes) {
  rlimit Limit;
  return getrlimit(RLIMIT_FSIZE, &Limit) == 0 && Bytes > Limit.rlim_cur;
}

std::unique_ptr<AccessChunk> AccessRecorder::append(uint64_t Number) {
  const int Fd =
      Path.empty() ? createFile() : open(Path.c_str(), O_RDWR | O_CLOEXEC);
  if (Fd < 0) {
    if (errno != EMFILE && errno != ENFILE)
      stop(strerror(errno));
    return nullptr;
  }
  const uint64_t Begin = Number * ChunkBytes;
  // A page without room on the disk would raise SIGBUS.
  int Error = isTooLarge(Begin + ChunkBytes)
                  ? EFBIG
                  : posix_fallocate(Fd, static_cast<off_t>(Begin), ChunkBytes);
  void *Memory = Error != 0 ? MAP_FAILED
                            : mmap(nullptr, ChunkBytes, PROT_READ | PROT_WRITE,
                                   MAP_SHARED, Fd, static_cast<off_t>(Begin));
  if (Error == 0 && Memory == MAP_FAILED)
    Error = errno;
  close(Fd);
  if (Error != 0) {
    stop(strerror(Error));
    return nullptr;
  }
  timespec Now;
  clock_gettime(CLOCK_REALTIME, &Now);
  access_format::ChunkHeader Header{};
  Header.Magic = access_format::Magic;
  Header.Chunk = static_cast<uint32_t>(Number);
  Header.Rank = Rank;
  Header.Ranks = Ranks;
  Header.Process = static_cast<uint32_t>(getpid());
  Header.Thread = static_cast<uint32_t>(gettid());
  Header.BeganAtNs = static_cast<uint64_t>(Now.tv_sec) * 1'000'000'000 +
                     static_cast<uint64_t>(Now.tv_nsec);
  Header.Lost = Lost.load();
  return std::make_unique<AccessChunk>(static_cast<std::byte *>(Memory), Header,
                                       nowNs());
}

std::unique_ptr<AccessChunk> AccessRecorder::obtain() {
  MutexLock L(M);
  std::unique_ptr<AccessChunk> Chunk;
  if (!Unfilled.empty()) {
    Chunk = std::move(Unfilled.back());
    Unfilled.pop_back();
    Chunk->setThread(static_cast<uint32_t>(gettid()));
  } else if (On) {
    Chunk = append(Chunks);
    if (Chunk)
      ++Chunks;
  }
  if (Chunk)
    InUse.push_back(Chunk.get());
  return Chunk;
}

void AccessRecorder::giveBack(std::unique_ptr<AccessChunk> Chunk, bool IsFull) {
  MutexLock L(M);
  std::erase(InUse, Chunk.get());
  if (!IsFull)
    Unfilled.push_back(std::move(Chunk));
}

void AccessRecorder::note(const RecordedAccess &A,
                          FunctionRef<std::string()> PathOf) {
  thread_local OwnChunk Own;
  if (Own.Busy)
    return;
  Own.Busy = true;
  const int Saved = errno;
  bool Noted = false;
  try {
    AccessChunk *Chunk = Own.of(*this);
    Noted = Chunk && Chunk->add(A, PathOf);
    if (Chunk && !Noted) {
      Own.full();
      Chunk = Own.of(*this);
      Noted = Chunk && Chunk->add(A, PathOf);
    }
  } catch (const std::exception &) {
    Noted = false; // no memory
  }
  if (!Noted)
    Lost.fetch_add(1, std::memory_order_relaxed);
  errno = Saved;
  Own.Busy = false;
}

} // namespace foreslice
