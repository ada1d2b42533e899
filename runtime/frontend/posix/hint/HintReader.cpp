//===- HintReader.cpp - the files of hints --------------------------------===//
//
// See HintReader.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/hint/HintReader.h"

#include "frontend/posix/PosixFiles.h"
#include "frontend/posix/slice/RegularFile.h"
#include "support/Clock.h"
#include "support/HelperLife.h"
#include "support/HelperQueue.h"
#include "support/ProcessObject.h"
#include "support/Statistics.h"
#include "support/TextFile.h"
#include "support/Thread.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <ranges>
#include <sys/stat.h>
#include <unistd.h>

namespace foreslice {

/// Most bytes of paths of waiting hints.
static constexpr size_t MostPathBytes = 64 << 20;
/// Most bytes of a file of hints: each line has four numbers and a path.
static constexpr size_t MostFileBytes =
    MostPathBytes + HintReader::MostHints * size_t(4 * 21);
/// Most files open for hints.
static constexpr size_t MostOpen = 64;
/// The program may read files in another order than the hints: the program may
/// come back to a file until MostPassed later files have been opened and read.
static constexpr uint64_t MostPassed = MostOpen / 4;

static constinit ProcessObject<HintReader> OfProcess;

HintReader &HintReader::get() { return OfProcess.get(); }

HintReader *HintReader::ifAny() { return OfProcess.ifAny(); }

bool HintReader::isWanted() {
  return !Settings::get().Disable &&
         Settings::get().Sources.has(SourceKind::Hints);
}

bool HintReader::startThread() {
  if (!Started) {
    pthread_t Thread;
    helper_life::stay(); // as this thread does
    Started = startHelperThread(Thread, run, this);
    if (*Started)
      pthread_detach(Thread);
  }
  return *Started;
}

/// The hints of a file, up to the first invalid line.
static std::vector<Hint> readHints(const std::string &Path) {
  std::string Text;
  if (std::string Why = readTextFile(Path, MostFileBytes, Text); !Why.empty())
    warnOnce("FORESLICE_HINTS: '" + Path + "' cannot be read: " + Why);
  std::vector<Hint> Hints;
  for (std::string_view Left = Text;
       !Left.empty() && Hints.size() <= HintReader::MostHints;) {
    const size_t Length = std::min(Left.find('\n'), Left.size());
    std::optional<Hint> H = Hint::parse(Left.substr(0, Length));
    Left.remove_prefix(std::min(Length + 1, Left.size()));
    if (!H) {
      warnOnce("FORESLICE_HINTS: " + Path + ":" +
               std::to_string(Hints.size() + 1) +
               ": no hint; BEGIN BYTES STRIDE COUNT PATH is accepted");
      break;
    }
    Hints.push_back(std::move(*H));
  }
  return Hints;
}

/// Whether Number is a descriptor made by foreslice-hint. If an earlier program
/// in the process took the hints and closed the descriptor, Number is another
/// file.
static bool isOfCommand(const std::string &Number) {
  constexpr const char *Expected = "/memfd:foreslice-hints (deleted)";
  char Name[64] = {};
  const std::string Link = "/proc/self/fd/" + Number;
  return readlink(Link.c_str(), Name, sizeof Name - 1) > 0 &&
         std::string_view(Name) == Expected;
}

void HintReader::start() {
  const std::string &Path = Settings::get().Hints;
  if (!isWanted() || Path.empty() || Begun.exchange(true))
    return;
  const int Before = errno;
  // A path of another process's descriptor is not valid here. The companion
  // gets /proc/self paths.
  std::string OwnName = "/proc/self/fd/";
  if (!Path.starts_with(OwnName))
    OwnName = "/proc/" + std::to_string(getpid()) + "/fd/";
  const bool IsDescriptor = Path.starts_with("/proc/");
  if (IsDescriptor && (!Path.starts_with(OwnName) ||
                       !isOfCommand(Path.substr(OwnName.size())))) {
    errno = Before;
    return;
  }
  try {
    if (!disclose(readHints(Path)))
      warnOnce("FORESLICE_HINTS: '" + Path + "' has more than " +
               std::to_string(MostHints) + " hints, or too long paths");
  } catch (const std::exception &) {
    // No memory: there are no hints.
  }
  if (IsDescriptor)
    ::close(atoi(Path.c_str() + OwnName.size()));
  errno = Before;
}

bool HintReader::disclose(std::vector<Hint> Hints) {
  Given = true;
  const size_t Count = Hints.size();
  if (!enqueue(std::move(Hints), true))
    return false;
  Statistics::get().add(RunCounter::Hints, Count);
  return true;
}

bool HintReader::expect(std::vector<Hint> Hints) {
  return enqueue(std::move(Hints), false);
}

bool HintReader::enqueue(std::vector<Hint> Hints, bool AreGiven) {
  MutexLock L(M);
  if (!startThread())
    return true;
  const size_t Bytes =
      std::transform_reduce(Hints.begin(), Hints.end(), PathBytes, std::plus(),
                            [](const Hint &H) { return H.Path.size(); });
  if (Queue.size() + Hints.size() > MostHints || Bytes > MostPathBytes)
    return false;
  PathBytes = Bytes;
  for (Hint &H : Hints)
    Queue.push_back({std::move(H), AreGiven});
  News.notifyOne();
  return true;
}

/// Drops the queued hints of all files, if Path is empty.
void HintReader::dropQueued(const std::string &Path) {
  std::erase_if(Queue, [&](const QueuedHint &H) FORESLICE_REQUIRES(M) {
    const bool Goes = Path.empty() || H.Asked.Path == Path;
    PathBytes -= Goes ? H.Asked.Path.size() : 0;
    return Goes;
  });
}

void HintReader::skip(const std::string &Path) {
  MutexLock L(M);
  if (std::ranges::none_of(Open, [&](const auto &Found) {
        return Found.second.File->Stats->Path == Path;
      }))
    dropQueued(Path);
}

void HintReader::withdraw(const std::string &Path) {
  std::vector<FileKey> Ended;
  {
    MutexLock L(M);
    dropQueued(Path);
    for (const auto &[Key, Of] : Open)
      if (Path.empty() || Of.File->Stats->Path == Path)
        Ended.push_back(Key);
  }
  for (FileKey Key : Ended)
    closes(Key);
}

std::shared_ptr<CachedFile> HintReader::fileOf(FileKey Key) {
  MutexLock L(M);
  auto It = Open.find(Key);
  return It == Open.end() ? nullptr : It->second.File;
}

bool HintReader::isAnyOpen() {
  MutexLock L(M);
  return Opening || !Queue.empty() || OpenFiles.load() != 0;
}

void HintReader::closes(FileKey Key) {
  const bool Read = runtime().hints()->wasRead(Key);
  uint64_t Passed = 0;
  std::shared_ptr<CachedFile> Closed;
  {
    MutexLock L(M);
    if (auto It = Open.find(Key); It != Open.end()) {
      if (Read)
        Passed = It->second.Order - std::min(It->second.Order, MostPassed);
      Closed = std::move(It->second.File);
      Open.erase(It);
      ClosedOthers = 0;
      News.notifyOne();
    } else if (Open.size() == MostOpen && ++ClosedOthers > MostOpen) {
      // The program reads other files: the first unread file makes room.
      Passed = std::ranges::min(Open | std::views::values, {}, &Hinted::Order)
                   .Order +
               ClosedOthers - MostOpen;
    }
  }
  runtime().hints()->end(Key);
  if (Closed) {
    ++Closing;
    HelperQueue::get().post([this, Closed] { close(Closed); });
  }
  if (Passed != 0)
    giveUpPassed(Passed);
}

/// Waits while a file is being opened.
void HintReader::finishOpening(uint64_t MostNs) {
  const uint64_t End = nowNs() + MostNs;
  for (uint64_t Now = nowNs(); Opening && Now < End; Now = nowNs())
    HasOpened.waitFor(M, End - Now);
}

/// Expected files may lie there: drops the expected files.
void HintReader::unmounts(dev_t Device, uint64_t MostNs) {
  std::vector<FileKey> There;
  {
    MutexLock L(M);
    std::erase_if(Queue, [&](const QueuedHint &H) FORESLICE_REQUIRES(M) {
      PathBytes -= H.IsGiven ? 0 : H.Asked.Path.size();
      return !H.IsGiven;
    });
    finishOpening(MostNs);
    for (const auto &[Key, Of] : Open)
      if (Key.Device == Device)
        There.push_back(Key);
  }
  for (FileKey Key : There)
    closes(Key);
}

bool HintReader::removes(FileKey Key, uint64_t MostNs) {
  bool IsOpen;
  {
    MutexLock L(M);
    Removed[RemovedCount++ % Removed.size()] = Key;
    finishOpening(MostNs);
    auto It = Open.find(Key);
    IsOpen = It != Open.end();
    if (IsOpen)
      dropQueued(It->second.File->Stats->Path);
  }
  if (IsOpen)
    closes(Key);
  return Closing.load() != 0;
}

void HintReader::removed(uint64_t MostNs) {
  MutexLock L(M);
  finishOpening(MostNs);
}

/// The program is past the files before Order: closes all files not begun by
/// the program, whatever hints say.
void HintReader::giveUpPassed(uint64_t Order) {
  std::vector<FileKey> Passed;
  {
    MutexLock L(M);
    for (const auto &[Key, Of] : Open)
      if (Of.Order < Order)
        Passed.push_back(Key);
  }
  for (FileKey Key : Passed)
    if (!runtime().hints()->wasRead(Key))
      closes(Key);
}

void *HintReader::run(void *Self) {
  try {
    static_cast<HintReader *>(Self)->serve();
  } catch (const std::exception &) {
    // No memory for hints: there are none from here on.
  }
  return nullptr;
}

void HintReader::serve() {
  for (;;) {
    QueuedHint Next;
    {
      MutexLock L(M);
      while (Queue.empty() || Open.size() == MostOpen)
        News.wait(M);
      Next = std::move(Queue.front());
      Queue.pop_front();
      PathBytes -= Next.Asked.Path.size();
      Opening = true;
    }
    serve(Next);
  }
}

/// Closes the file. Nobody asks for pages of a closed file.
void HintReader::close(const std::shared_ptr<CachedFile> &File) {
  {
    MutexLock L(M);
    while (Serving == File->Id)
      Served.wait(M);
  }
  runtime().coherence().leave(File);
  --OpenFiles;
  --Closing;
}

/// The file, if open, kept open until served.
std::shared_ptr<CachedFile> HintReader::openToServe(FileKey Key) {
  MutexLock L(M);
  auto It = Open.find(Key);
  if (It == Open.end())
    return nullptr;
  Serving = Key;
  return It->second.File;
}

bool HintReader::isRemoved(FileKey Key) {
  MutexLock L(M);
  return std::ranges::count(Removed, Key) != 0;
}

/// Whether the operating system has the read in memory, by samples: the first
/// page, the middle and the last page. A look at the file, or the kernel's
/// readahead, may have brought one of them.
static bool isThere(const StoredFile &File, const struct stat &S,
                    const Hint &H) {
  const auto Size = static_cast<uint64_t>(S.st_size);
  if (H.Begin >= Size)
    return true;
  const uint64_t Bytes = std::min(H.Bytes, Size - H.Begin);
  const uint64_t Page = std::min(Bytes, runtime().demand().grid().pageSize());
  return std::ranges::all_of(
      std::array<uint64_t, 3>{0, (Bytes - Page) / 2, Bytes - Page},
      [&](uint64_t Skipped) {
        const uint64_t Begin = H.Begin + Skipped;
        return File.isInMemory({Begin, Begin + Page});
      });
}

/// Null if the file cannot be read ahead, or if reading ahead is of no use.
std::shared_ptr<CachedFile> HintReader::open(const QueuedHint &H) {
  struct Done {
    HintReader &Reader;
    ~Done() {
      {
        MutexLock L(Reader.M);
        Reader.Opening = false;
      }
      Reader.HasOpened.notifyAll();
    }
  } AtEnd{*this};
  return openNow(H);
}

std::shared_ptr<CachedFile> HintReader::openNow(const QueuedHint &H) {
  if (!PosixFiles::mayOpen())
    return nullptr;
  std::shared_ptr<StoredFile> Stored = openRegular(H.Asked.Path.c_str()).File;
  struct stat S;
  if (!Stored || !Stored->status(S) || isRemoved({S.st_dev, S.st_ino}))
    return nullptr;
  if (std::shared_ptr<CachedFile> Known = openToServe({S.st_dev, S.st_ino}))
    return Known;
  if (!H.IsGiven && !Settings::get().Always && isThere(*Stored, S, H.Asked))
    return nullptr;
  std::shared_ptr<CachedFile> File =
      PosixFiles::openForKernel(std::move(Stored), S, H.Asked.Path);
  if (!File)
    return nullptr;
  runtime().hints()->begin(*File, H.Asked.IsGuessed);
  MutexLock L(M);
  Open[File->Id] = {File, ++Opened};
  Serving = File->Id;
  ++OpenFiles;
  return File;
}

void HintReader::serve(const QueuedHint &H) {
  struct Done {
    HintReader &Of;
    ~Done() {
      MutexLock L(Of.M);
      Of.Serving.reset();
      Of.Served.notifyAll();
    }
  } AtEnd{*this};
  std::shared_ptr<CachedFile> File = open(H);
  if (!File) {
    Statistics::get().add(RunCounter::HintsFailed, H.IsGiven);
    return;
  }
  H.Asked.forEachRange(
      File->size(), runtime().demand().grid(), [&](ByteRange Bytes) {
        return runtime().hints()->ask(*File, Bytes, H.Asked.AnyOrder);
      });
}

} // namespace foreslice
