//===- FileLearner.cpp - learning from the reads of open files ------------===//
//
// See FileLearner.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/watch/FileLearner.h"

#include "frontend/ProgramRead.h"
#include "frontend/posix/PosixFiles.h"
#include "frontend/posix/hint/HintReader.h"
#include "frontend/posix/slice/RegularFile.h"
#include "scheme/Pace.h"
#include "storage/PagesAtOpen.h"
#include "storage/StoredFile.h"
#include "support/HelperQueue.h"

#include <algorithm>
#include <sys/stat.h>
#include <utility>

namespace foreslice {

namespace {

/// Most reads looked at in a signature.
constexpr unsigned MostKnownReads = 1'000'000;

/// Whether to read ahead files not yet opened by the program. A program with
/// disclosed hints knows better.
bool expectsFiles() {
  return HintReader::isWanted() &&
         Settings::get().Sources.has(SourceKind::Signatures) &&
         !HintReader::get().hasHints();
}

/// Whether opens on the mount drop pages.
void lookAtMount(FileKey Key, const std::string &Path) {
  if (expectsFiles() && !pages_at_open::areKept(Key.Device) &&
      !pages_at_open::areLost(Key.Device))
    openRegular(Path.c_str());
}

/// Actions on hints of expected files.
NextFiles::Actions hintActions() {
  return {.Expect =
              [](std::vector<Hint> Hints) {
                if (expectsFiles())
                  HintReader::get().expect(std::move(Hints));
              },
          .Skip =
              [](const std::string &Path) {
                if (expectsFiles())
                  HintReader::get().skip(Path);
              },
          .Withdraw =
              [](const std::string &Path) {
                if (expectsFiles())
                  HintReader::get().withdraw(Path);
              },
          .Look = lookAtMount};
}

/// The files of FORESLICE_SIGNATURES, with the reads of each.
std::vector<NextFiles::KnownFile> knownFiles() {
  std::vector<NextFiles::KnownFile> Files;
  unsigned Left = MostKnownReads;
  const SignatureSource *Source = runtime().signatures();
  for (std::string &Path :
       Source ? Source->known().filesInOrder() : std::vector<std::string>()) {
    ReadRanges Reads;
    if (auto Known = Source->known().readsOf(Path, 0, 0))
      Known->forEach([&](const PatternPoint &P) {
        const auto Begin = static_cast<uint64_t>(P.Place);
        if (P.Place >= 0 && P.Bytes > 0)
          Reads.add({Begin, Begin + static_cast<uint64_t>(P.Bytes)});
        return Left != 0 && --Left != 0;
      });
    const auto ByDataset = Source->known().datasetReadsOf(Path, 0, 0);
    Files.push_back({std::move(Path), {}});
    if (ByDataset)
      Files.back().Bytes = ByDataset->FileBytes;
    if (Reads.areDense())
      Files.back().Reads.assign(Reads.all().begin(), Reads.all().end());
  }
  return Files;
}

} // namespace

FileLearner::FileLearner(std::string Process)
    : Next(hintActions(), knownFiles, std::move(Process)) {}

void FileLearner::starts(const std::shared_ptr<FileLearner> &Learner) {
  if (expectsFiles() && runtime().signatures() &&
      !runtime().signatures()->known().isEmpty())
    HelperQueue::get().post([Learner] {
      if (PosixFiles::mayOpen())
        Learner->Next.starts();
    });
}

bool FileLearner::learns() {
  return !Settings::get().Disable && Settings::get().Sources.learn();
}

std::shared_ptr<CachedFile> FileLearner::readsAhead(const LearnedFile &File) {
  if (File.Ahead)
    return File.Ahead->file();
  return HintReader::isWanted() ? HintReader::get().fileOf(File.Key) : nullptr;
}

/// The read as sources see it.
static Access accessOf(const DataOrder *Order, const FileLearner::Made &Read) {
  std::shared_ptr<const View> Ordered = Order ? Order->view() : nullptr;
  return {Ordered ? std::move(Ordered) : View::bytes(), Read.Offset,
          Read.Bytes};
}

void FileLearner::order(LearnedFile &File, const Made &Read, bool Expected,
                        const std::string &Link) {
  const bool IsSlow = !Pace::isFast(Read.Bytes, Read.Ns);
  if (!runtime().signatures() || (!File.Order && !IsSlow))
    return;
  if (!File.Order)
    File.Order = std::make_shared<DataOrder>();
  File.Order->readDone(
      {{Read.Offset, Read.Offset + Read.Bytes}, Expected, IsSlow}, Link,
      File.Key);
}

bool FileLearner::isWanted(const LearnedFile &File, const Made &Read,
                           bool IsAhead, FunctionRef<std::string()> Path) {
  if (IsAhead)
    return true;
  return sources().seen(File.Key, accessOf(File.Order.get(), Read), Path);
}

/// Notes a read's pace; true if the file is to be open.
bool FileLearner::isToBeAhead(LearnedFile &File, const Made &Read, bool Fast) {
  File.Reads.notePlace(Read.Offset, Read.Bytes, Read.Start, Read.Ns);
  if (!File.Ahead) {
    File.Reads.noteRead(Fast);
    if (!Fast)
      File.Reads.noteWait(Read.Ns);
  }
  return File.Reads.wasSlow() &&
         (Settings::get().Always || !File.Reads.kernelKeepsUp());
}

/// Whether NextFiles is to be told of Key again: not of a file opened all the
/// time.
bool FileLearner::wasToldLately(FileKey Key) {
  constexpr unsigned MostTimes = 4;
  MutexLock L(M);
  return std::ranges::any_of(LatelyTold, [&](const auto &Told) {
    return Told.first == Key && Told.second < MostTimes;
  });
}

/// Notes the ranges read of a file, and has the file told once reads come from
/// storage, or have come at the last opening.
void FileLearner::tellNext(LearnedFile &File, const Made &Read,
                           bool FromStorage, FunctionRef<std::string()> Path) {
  if (!File.Read)
    File.Read = std::make_shared<ReadRanges>();
  File.Read->add({Read.Offset, Read.Offset + Read.Bytes});
  FromStorage |= !std::exchange(File.IsLooked, true) && wasToldLately(File.Key);
  if (FromStorage && !File.IsTold)
    File.IsTold =
        HelperQueue::get().post([this, Key = File.Key, Name = Path()] {
          if (PosixFiles::mayOpen()) // Folders, too.
            Next.begins(Key, Name);
        });
}

std::shared_ptr<AheadOpener::Opened>
FileLearner::learn(LearnedFile &File, const Made &Read, bool IsAhead,
                   bool Wanted, const std::string &Link,
                   FunctionRef<std::string()> Path) {
  const bool Fast =
      !Settings::get().Always && Pace::isFast(Read.Bytes, Read.Ns);
  const bool IsHinted = IsAhead && !File.Ahead;
  if (expectsFiles())
    tellNext(File, Read, !Fast || IsHinted, Path);
  if (IsHinted)
    return nullptr;
  const bool ToBeAhead = isToBeAhead(File, Read, Fast);
  if (File.Ahead && !ToBeAhead) {
    File.Reads.forgetSlow();
    return std::move(File.Ahead);
  }
  struct stat Now;
  if (!Wanted || !ToBeAhead || File.Ahead || stat(Link.c_str(), &Now) != 0)
    return nullptr;
  if (FileKey Is{Now.st_dev, Now.st_ino}; Is == File.Key)
    File.Ahead = Opener.open(Link, File.Key);
  else
    File = {.Key = Is, .IsRegular = S_ISREG(Now.st_mode) != 0};
  return nullptr;
}

/// The program has read bytes that the run time may have fetched. Streams of
/// text read a page in many small parts: only the first part is told.
FileLearner::Passed
FileLearner::passOver(const std::shared_ptr<CachedFile> &File, const Made &Made,
                      uint64_t FileSize, const DataOrder *Order) {
  thread_local std::pair<const CachedFile *, uint64_t> Last
      __attribute__((tls_model("initial-exec")));
  thread_local bool LastReady __attribute__((tls_model("initial-exec")));
  const Access Read{View::bytes(), Made.Offset, Made.Bytes};
  sources().callBegins(*File);
  const bool Known =
      sources().reads(File, accessOf(Order, Made), [&] { return FileSize; });
  const PageGrid Grid = runtime().demand().grid();
  const std::pair First(static_cast<const CachedFile *>(File.get()),
                        Grid.pageAt(Made.Offset));
  const std::pair End(First.first, Grid.pageAt(Made.Offset + Made.Bytes - 1));
  if (First == Last && End == Last)
    return {.Expected = Known, .Ready = LastReady};
  if (!isWorthALook(*File))
    return {.Expected = Known};
  Last = End;
  const std::vector<PagePart> Pages = Read.parts(Grid).all();
  SystemRead Passed = runtime().demand().readsItself(*File, Pages);
  LastReady = Passed.ready();
  Passed.over(/*OnlyStarted=*/true);
  return {Known, LastReady, Passed.fetchedForIt()};
}

void FileLearner::closesForNow(LearnedFile &File, uint64_t Size) {
  if (!std::exchange(File.IsTold, false))
    return;
  {
    MutexLock L(M);
    auto Told = std::ranges::find(LatelyTold, File.Key,
                                  &std::pair<FileKey, unsigned>::first);
    if (Told == LatelyTold.end()) {
      Told = LatelyTold.begin() +
             static_cast<std::ptrdiff_t>(ToldSoFar++ % LatelyTold.size());
      *Told = {File.Key, 0};
    }
    ++Told->second;
  }
  File.IsLooked = false;
  HelperQueue::get().post([this, Key = File.Key, Read = std::move(File.Read),
                           Size] { Next.ends(Key, *Read, Size); });
}

void FileLearner::closes(LearnedFile File, std::optional<uint64_t> Size) {
  if (learns())
    sources().closes(File.Key);
  if (HintReader::isWanted())
    HintReader::get().closes(File.Key);
  if (Size)
    closesForNow(File, *Size);
  if (File.Ahead)
    Opener.close(std::move(File.Ahead));
}

} // namespace foreslice
