//===- SensorBoard.cpp - the sensors of a process, for the owner to see ---===//
//
// See SensorBoard.h. A thread without other work keeps the descriptor, in a
// table of descriptors of its own: /proc/PID/task has the tables of all
// threads.
//
//===----------------------------------------------------------------------===//

#include "adaptive/policy/SensorBoard.h"
#include "support/NamedFiles.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <linux/close_range.h>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace foreslice;

static_assert(std::atomic<double>::is_always_lock_free &&
              std::atomic<uint64_t>::is_always_lock_free);

namespace {

constexpr const char *FileName = "foreslice-sensors";
constexpr size_t Size = sizeof(SensorBoardLayout);

void *map(int Fd) {
  void *P = mmap(nullptr, Size, PROT_READ | PROT_WRITE, MAP_SHARED, Fd, 0);
  return P == MAP_FAILED ? nullptr : P;
}

/// Makes the memory file, sealed: a cut would harm a process with a mapping.
void *makeMemory() {
  int Fd = memfd_create(FileName, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (Fd < 0)
    return nullptr;
  void *Memory = nullptr;
  if (fchmod(Fd, S_IRUSR | S_IWUSR) == 0 &&
      ftruncate(Fd, static_cast<off_t>(Size)) == 0 &&
      fcntl(Fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    Memory = map(Fd);
  if (!Memory)
    close(Fd);
  return Memory;
}

bool leaveDescriptors() {
  return syscall(SYS_close_range, 0, UINT_MAX, CLOSE_RANGE_UNSHARE) == 0 ||
         (unshare(CLONE_FILES) == 0 &&
          syscall(SYS_close_range, 0, UINT_MAX, 0) == 0);
}

/// Makes the file and keeps the descriptor for the life of the process.
struct Keeper {
  sem_t Made;
  void *Memory = nullptr;

  static void *body(void *Self) {
    auto &K = *static_cast<Keeper *>(Self);
    pthread_setname_np(pthread_self(), "foreslice");
    void *Memory = leaveDescriptors() ? makeMemory() : nullptr;
    K.Memory = Memory;
    sem_post(&K.Made); // K is gone from here on
    while (Memory)
      pause(); // all signals are blocked
    return nullptr;
  }
};

void *makeOnKeeper() {
  Keeper K;
  sem_init(&K.Made, 0, 0);
  sigset_t All, Before;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Before);
  pthread_t Thread;
  if (pthread_create(&Thread, nullptr, Keeper::body, &K) == 0) {
    pthread_detach(Thread);
    while (sem_wait(&K.Made))
      ; // interrupted by a signal
  }
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);
  sem_destroy(&K.Made);
  return K.Memory;
}

} // namespace

void SensorBoardLayout::Note::write(std::string_view New) {
  uint32_t Began = Turn.load() | 1;
  Turn.store(Began);
  New = New.substr(0, TextBytes - 1);
  for (size_t I = 0; I < TextBytes; ++I)
    Text[I].store(I < New.size() ? New[I] : '\0', std::memory_order_relaxed);
  Turn.store(Began + 1);
}

std::string SensorBoardLayout::Note::read() const {
  for (unsigned Try = 0; Try < 16; ++Try) {
    uint32_t Before = Turn.load();
    std::string Got;
    for (size_t I = 0; I < TextBytes; ++I) {
      char C = Text[I].load(std::memory_order_relaxed);
      if (C == '\0')
        break;
      Got += C;
    }
    if (Before % 2 == 0 && Turn.load() == Before)
      return Got;
  }
  return {};
}

SensorBoard::~SensorBoard() { munmap(Memory, Size); }

std::unique_ptr<SensorBoard> SensorBoard::make(int Rank, unsigned IntervalMs) {
  void *Memory = makeOnKeeper();
  if (!Memory)
    return nullptr;
  madvise(Memory, Size, MADV_DONTFORK);
  auto *L = new (Memory) SensorBoardLayout{};
  L->Version = SensorBoardLayout::CurrentVersion;
  L->SensorCount = static_cast<uint32_t>(Sensor::Count);
  L->Rank = Rank;
  L->IntervalMs = IntervalMs;
  // Last: who finds the number finds the rest.
  std::atomic_ref(L->Magic).store(SensorBoardLayout::MagicNumber);
  return std::unique_ptr<SensorBoard>(new SensorBoard(L));
}

std::unique_ptr<SensorBoard> SensorBoard::open(const std::string &Path,
                                               std::string &Why) {
  int Fd = ::open(Path.c_str(), O_RDWR | O_CLOEXEC);
  if (Fd < 0) {
    Why = strerror(errno);
    return nullptr;
  }
  struct stat S;
  bool Alike = fstat(Fd, &S) == 0 && S.st_size == static_cast<off_t>(Size);
  bool IsOwn = Alike && (S.st_uid == geteuid() || geteuid() == 0);
  void *Memory = IsOwn ? map(Fd) : nullptr;
  close(Fd);
  if (!Memory) {
    Why = !Alike ? "the process has another version of Foreslice"
                 : "the process is another user's";
    return nullptr;
  }
  std::unique_ptr<SensorBoard> Found(
      new SensorBoard(static_cast<SensorBoardLayout *>(Memory)));
  SensorBoardLayout &L = **Found;
  if (std::atomic_ref(L.Magic).load() == SensorBoardLayout::MagicNumber &&
      L.Version == SensorBoardLayout::CurrentVersion &&
      L.SensorCount == static_cast<uint32_t>(Sensor::Count))
    return Found;
  Why = "the process has another version of Foreslice";
  return nullptr;
}

/// The result of Look for the first successful entry of a folder.
template <class LookFn>
static std::unique_ptr<SensorBoard> firstOf(const std::string &Folder,
                                            std::string &Why, LookFn Look) {
  std::unique_ptr<SensorBoard> Found;
  const int Error = named_files::list(Folder, [&](const std::string &Name) {
    Found = Look(Folder + "/" + Name);
    return !Found;
  });
  // A thread may end meanwhile.
  if (Error != 0 && (Error != ENOENT || Folder.ends_with("/task")))
    Why = Error == EACCES ? "the process is another user's" : strerror(Error);
  return Found;
}

std::unique_ptr<SensorBoard> SensorBoard::find(pid_t Pid, std::string &Why) {
  const std::string Wanted = std::string("/memfd:") + FileName;
  Why = "no sensors: FORESLICE_SENSOR_INTERVAL or FORESLICE_POLICY turns them "
        "on";
  auto OfFd = [&](const std::string &Fd) {
    return named_files::linkTarget(Fd).starts_with(Wanted) ? open(Fd, Why)
                                                           : nullptr;
  };
  return firstOf("/proc/" + std::to_string(Pid) + "/task", Why,
                 [&](const std::string &Task) {
                   return firstOf(Task + "/fd", Why, OfFd);
                 });
}
