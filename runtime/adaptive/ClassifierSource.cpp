//===- ClassifierSource.cpp - reads of a class ----------------------------===//
//
// See ClassifierSource.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/ClassifierSource.h"

#include "adaptive/policy/PolicyTable.h"
#include "support/Trace.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace foreslice {

/// The size of a file not open in the run time.
static constexpr auto unknown = [] { return uint64_t(0); };

/// Whether the window of this number is compared with windows of other ranks:
/// rarely while the class stays, since the joint pattern stays then, too.
static bool isTurn(unsigned Window) {
  constexpr unsigned Most = 64;
  return Window < Most ? std::has_single_bit(Window) : Window % Most == 0;
}

/// The place is the place of pointOf(). The numbers stay in registers: storing
/// and loading took a third of the time of an access.
static ClassifiedAccess classifiedOf(const Access &Read) {
  const ByteRange Range = Read.range();
  const bool InOnePiece = Range.End - Range.Begin == Read.Length;
  return {.Offset = static_cast<int64_t>(InOnePiece ? Range.Begin : Read.Begin),
          .Size = static_cast<int64_t>(Read.Length),
          .IsWrite = false};
}

static void addEvent(const FileStatistics &Stats, const std::string &Class) {
  if (trace::isOn())
    trace::extent("class", trace::begin(),
                  trace::intern(Stats.Path + ": " + Class));
}

/// The note of a rank about a file, in numbers.
static RankBoards::ClassWords noteOf(const LocalClass &L) {
  const AccessClass &C = L.Is;
  const auto Is = static_cast<uint64_t>(C.Does) |
                  static_cast<uint64_t>(C.Places) << 8 |
                  static_cast<uint64_t>(C.Sizes) << 16 |
                  static_cast<uint64_t>(C.Size) << 24;
  return {Is,
          static_cast<uint64_t>(L.Begin),
          static_cast<uint64_t>(L.End),
          static_cast<uint64_t>(L.Position),
          static_cast<uint64_t>(L.Size),
          static_cast<uint64_t>(L.Stride)};
}

static LocalClass localOf(const RankBoards::ClassWords &Note) {
  const uint64_t Is = Note[0];
  // A damaged note leads to no overflow.
  auto placeOf = [](uint64_t Word) {
    constexpr int64_t Most = int64_t(1) << 60;
    return std::clamp(static_cast<int64_t>(Word), -Most, Most);
  };
  return {.Is = {.Does = static_cast<ReadWrite>(Is & 3),
                 .Places = static_cast<Sequentiality>(Is >> 8 & 3),
                 .Sizes = static_cast<SizeKind>(Is >> 16 & 1),
                 .Size = static_cast<RequestSize>(
                     std::min<uint64_t>(Is >> 24 & 3, 2))},
          .Begin = placeOf(Note[1]),
          .End = placeOf(Note[2]),
          .Position = placeOf(Note[3]),
          .Size = placeOf(Note[4]),
          .Stride = placeOf(Note[5])};
}

StreamClassifier::News ClassifierSource::classify(ClassStream &S,
                                                  const ClassifiedAccess &A) {
  const StreamClassifier::News News = S.Class.add(A);
  if (News == StreamClassifier::News::Class) {
    S.Chosen = policyFor(*S.Class.current(), S.Global);
    SteeringOfProcess.noteClass(*S.Class.current());
  }
  return News;
}

/// Observes unless the class allows no requests: observing would only take
/// time.
bool ClassifierSource::observeByClass(ClassStream &S, CachedFile *File,
                                      const Access &Read) const {
  return (S.Chosen.PrefetchPages != 0 || !S.Class.current()) &&
         observe(S, File, Read);
}

bool ClassifierSource::seen(FileKey File, const Access &Read,
                            FunctionRef<std::string()>) {
  if (!isInOrder(Read))
    return false;
  MutexLock L(M);
  ClassStream &S = streamOf(File);
  const bool Knows = observeByClass(S, nullptr, Read);
  const StreamClassifier::News News = classify(S, classifiedOf(Read));
  withOthers(S, File, News, unknown);
  note(S, News, nullptr);
  return Knows && S.Chosen.PrefetchPages != 0;
}

void ClassifierSource::writes(FileKey File, ByteRange Written,
                              FileStatistics *Stats) {
  MutexLock L(M);
  ClassStream &S = streamOf(File);
  const StreamClassifier::News News =
      classify(S, {.Offset = static_cast<int64_t>(Written.Begin),
                   .Size = static_cast<int64_t>(Written.End - Written.Begin),
                   .IsWrite = true});
  withOthers(S, File, News, unknown);
  note(S, News, Stats);
}

bool ClassifierSource::reads(const std::shared_ptr<CachedFile> &File,
                             const Access &Read,
                             FunctionRef<uint64_t()> FileSize, bool MayAsk) {
  MutexLock L(M);
  ClassStream &S = streamOf(File->Id);
  S.Asked.called(next(*File) - 1);
  if (!isInOrder(Read))
    return false;
  const bool Knows = observeByClass(S, File.get(), Read);
  const StreamClassifier::News News = classify(S, classifiedOf(Read));
  withOthers(S, File->Id, News, FileSize);
  if (News != StreamClassifier::News::None)
    size(S, MayAsk);
  note(S, News, File->Stats);
  if (!Knows || S.Chosen.PrefetchPages == 0)
    return false;
  if (MayAsk && posting().wanted(*File))
    askByPolicy(*File, S, Read, FileSize);
  return true;
}

/// The classes of other ranks count, too.
void ClassifierSource::withOthers(ClassStream &S, FileKey File,
                                  StreamClassifier::News News,
                                  FunctionRef<uint64_t()> FileSize) {
  if (!Boards.hasOthers())
    return;
  if (!S.Class.current())
    assume(S, File, FileSize);
  if (News == StreamClassifier::News::Class)
    S.Windows = 0;
  if (News != StreamClassifier::News::None && isTurn(++S.Windows))
    compare(S, File, FileSize);
}

GlobalClass ClassifierSource::globalOf(FileKey File,
                                       FunctionRef<uint64_t()> FileSize) {
  std::vector<LocalClass> Ranks;
  for (const RankBoards::ClassWords &Words : Boards.said(File))
    Ranks.push_back(localOf(Words));
  return Ranks.size() < 2 ? GlobalClass{}
                          : combine(Ranks, static_cast<int64_t>(FileSize()));
}

/// Before the first full window: uses the joint pattern of the other ranks.
void ClassifierSource::assume(ClassStream &S, FileKey File,
                              FunctionRef<uint64_t()> FileSize) {
  const GlobalClass Others = globalOf(File, FileSize);
  switch (Others.Pattern) {
  case GlobalPattern::Sequential:
  case GlobalPattern::WholeFile:
  case GlobalPattern::Partitioned:
  case GlobalPattern::Interleaved:
    break;
  case GlobalPattern::None:
  case GlobalPattern::Random:
    return;
  }
  S.Chosen = policyFor({.Places = Others.Pattern == GlobalPattern::Interleaved
                                      ? Sequentiality::Strided1d
                                      : Sequentiality::Sequential},
                       Others);
}

/// Tells the other ranks the class, and asks for theirs.
void ClassifierSource::compare(ClassStream &S, FileKey File,
                               FunctionRef<uint64_t()> FileSize) {
  Boards.say(File, noteOf(S.Class.local()));
  const GlobalClass Now = globalOf(File, FileSize);
  if (Now == S.Global)
    return;
  S.Global = Now;
  S.Chosen = policyFor(*S.Class.current(), Now);
  S.HasGlobalNews = true;
}

/// For the statistics and the trace. If the run time does not have the file
/// open, the class is noted once the file is open.
void ClassifierSource::note(ClassStream &S, StreamClassifier::News News,
                            FileStatistics *Stats) {
  S.HasNews = S.HasNews || News == StreamClassifier::News::Class;
  if (!Stats || News == StreamClassifier::News::None)
    return;
  Stats->add(Counter::WindowsClassified);
  if (std::exchange(S.HasNews, false)) {
    Stats->add(Counter::ClassChanges);
    addEvent(*Stats, toText(*S.Class.current()));
  }
  if (std::exchange(S.HasGlobalNews, false)) {
    Stats->add(Counter::GlobalClassChanges);
    addEvent(*Stats, toText(S.Global));
  }
}

/// The pool has room for the largest of the policies, and for four times the
/// pages asked for ahead. Asks: no other source asks for the stream.
void ClassifierSource::size(ClassStream &S, bool Asks) {
  const Policy Now = SteeringOfProcess.over(S.Chosen);
  const size_t Frames = posting().frames();
  const size_t Pages = std::max<size_t>(Frames * Now.CachePercent / 100,
                                        size_t(4) * Now.PrefetchPages);
  const size_t Wanted = Asks ? std::min(Pages, Frames) : Frames;
  if (Wanted != std::exchange(S.PoolPages, Wanted))
    sizePool();
}

void ClassifierSource::sizePool() {
  size_t Most = 0;
  Streams.forEach([&Most](FileKey, const ClassStream &S) {
    Most = std::max(Most, S.PoolPages);
  });
  posting().limitForClasses(Most == 0 ? SIZE_MAX : Most);
}

/// As far ahead as the policy allows.
void ClassifierSource::askByPolicy(CachedFile &File, ClassStream &S,
                                   const Access &Read,
                                   FunctionRef<uint64_t()> FileSize) {
  const Policy Now = SteeringOfProcess.over(S.Chosen);
  File.UsedGoFirst.store(Now.Replace == Replacement::Toss ||
                             Now.Replace == Replacement::MostRecent,
                         std::memory_order_relaxed);
  if (Now.Caching && Now.PrefetchPages != 0)
    ask(File, S, Read, FileSize(), Now.PrefetchPages);
}

void ClassifierSource::closes(FileKey File) {
  MutexLock L(M);
  bool WasSized = false;
  Streams.forEach([&](FileKey Key, const ClassStream &S) {
    WasSized |= Key == File && S.PoolPages != 0;
  });
  Streams.erase(File);
  if (WasSized)
    sizePool();
  if (Boards.hasOthers())
    Boards.say(File, std::nullopt);
}

} // namespace foreslice
