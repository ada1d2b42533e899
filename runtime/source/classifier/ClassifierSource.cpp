//===- ClassifierSource.cpp - reads of a class ----------------------------===//
//
// See ClassifierSource.h.
//
//===----------------------------------------------------------------------===//

#include "source/classifier/ClassifierSource.h"

#include "policy/PolicyTable.h"
#include "support/Trace.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

namespace foreslice {

/// Streams that are remembered.
static constexpr size_t MostStreams = 256;
/// The reads that are expected take this part of what may be fetched ahead.
static constexpr double Part = 0.5;

static ClassifiedAccess classifiedOf(const Access &Read) {
  const PatternPoint P = pointOf(Read);
  return {.Offset = P.Place, .Size = P.Bytes, .IsWrite = false};
}

static void addEvent(const FileStatistics &Stats, const std::string &Class) {
  if (trace::isOn())
    trace::extent("class", trace::begin(),
                  trace::intern(Stats.Path + ": " + Class));
}

/// What a rank says of a file, in numbers.
static PageCache::RankNote noteOf(const LocalClass &L) {
  const AccessClass &C = L.Is;
  const auto Is = static_cast<uint64_t>(C.Does) |
                  static_cast<uint64_t>(C.Places) << 8 |
                  static_cast<uint64_t>(C.Sizes) << 16 |
                  static_cast<uint64_t>(C.Size) << 24;
  return {Is,
          static_cast<uint64_t>(L.Begin),
          static_cast<uint64_t>(L.End),
          static_cast<uint64_t>(L.At),
          static_cast<uint64_t>(L.Size),
          static_cast<uint64_t>(L.Stride)};
}

static LocalClass localOf(const PageCache::RankNote &Note) {
  const uint64_t Is = Note[0];
  return {.Is = {.Does = static_cast<ReadWrite>(Is & 3),
                 .Places = static_cast<Sequentiality>(Is >> 8 & 3),
                 .Sizes = static_cast<SizeKind>(Is >> 16 & 1),
                 .Size = static_cast<RequestSize>(Is >> 24 & 3)},
          .Begin = static_cast<int64_t>(Note[1]),
          .End = static_cast<int64_t>(Note[2]),
          .At = static_cast<int64_t>(Note[3]),
          .Size = static_cast<int64_t>(Note[4]),
          .Stride = static_cast<int64_t>(Note[5])};
}

ClassifierSource::Stream &ClassifierSource::streamOf(FileKey File) {
  thread_local const pid_t Thread __attribute__((tls_model("initial-exec"))) =
      gettid();
  const StreamKey Key{File, Thread};
  auto At = Streams.find(Key);
  if (At == Streams.end()) {
    if (Streams.size() == MostStreams)
      Streams.erase(std::ranges::min_element(
          Streams, {}, [](const auto &S) { return S.second.Seen; }));
    At = Streams.try_emplace(Key, Window).first;
  }
  At->second.Seen = ++Accesses;
  return At->second;
}

/// Read: if it is one that the run time may ask ahead of.
StreamClassifier::News ClassifierSource::observe(Stream &S,
                                                 const ClassifiedAccess &A,
                                                 const Access *Read) const {
  if (Read) {
    const std::optional<ClassifiedAccess> Next = S.Class.next();
    S.IsAstray = !Next || Next->Offset != A.Offset;
    if (S.IsAstray)
      S.Asked.forget(*Read, cache().pageSize());
    else
      S.Asked.cameAsExpected();
  }
  const StreamClassifier::News News = S.Class.add(A);
  if (News == StreamClassifier::News::Class) {
    S.Chosen = policyFor(*S.Class.current(), S.Global);
    S.IsAstray = false;
    SteeringOfProcess.noteClass(*S.Class.current());
    if (Read)
      S.Asked.forget(*Read, cache().pageSize());
  }
  return News;
}

bool ClassifierSource::seen(FileKey File, const Access &Read,
                            FunctionRef<std::string()>) {
  MutexLock L(M);
  Stream &S = streamOf(File);
  note(S, observe(S, classifiedOf(Read), nullptr), nullptr);
  return S.Class.expectsReads();
}

void ClassifierSource::writes(FileKey File, ByteRange Written,
                              FileStatistics *Stats) {
  MutexLock L(M);
  Stream &S = streamOf(File);
  note(S,
       observe(S,
               {.Offset = static_cast<int64_t>(Written.Begin),
                .Size = static_cast<int64_t>(Written.End - Written.Begin),
                .IsWrite = true},
               nullptr),
       Stats);
}

bool ClassifierSource::reads(const std::shared_ptr<CachedFile> &File,
                             const Access &Read,
                             FunctionRef<uint64_t()> FileSize, bool Ahead) {
  MutexLock L(M);
  Stream &S = streamOf(File->Id);
  S.Asked.called(next(*File) - 1);
  const StreamClassifier::News News = observe(S, classifiedOf(Read), &Read);
  if (cache().isShared(*File)) {
    if (!S.Class.current())
      assume(S, *File, static_cast<int64_t>(FileSize()));
    else if (News != StreamClassifier::News::None)
      compare(S, *File, static_cast<int64_t>(FileSize()));
  }
  note(S, News, File->Stats);
  const bool Knows = S.Class.expectsReads();
  if (Knows && Ahead && !S.IsAstray && cache().wanted(*File))
    ask(*File, S, Read, FileSize());
  return Knows;
}

GlobalClass ClassifierSource::globalOf(CachedFile &File,
                                       int64_t FileSize) const {
  std::vector<LocalClass> Ranks;
  for (const PageCache::RankNote &Note : cache().notes(File))
    Ranks.push_back(localOf(Note));
  return combine(Ranks, FileSize);
}

/// The first window is not full yet: goes by what other ranks do together.
void ClassifierSource::assume(Stream &S, CachedFile &File,
                              int64_t FileSize) const {
  const GlobalClass Others = globalOf(File, FileSize);
  switch (Others.Pattern) {
  case GlobalPattern::Sequential:
  case GlobalPattern::WholeFile:
  case GlobalPattern::Partitioned:
    S.Class.assume(0);
    break;
  case GlobalPattern::Interleaved:
    S.Class.assume(Others.Stride);
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

/// Tells the other ranks of the node the class, and asks for theirs.
void ClassifierSource::compare(Stream &S, CachedFile &File,
                               int64_t FileSize) const {
  cache().leaveNote(File, noteOf(S.Class.local()));
  const GlobalClass Now = globalOf(File, FileSize);
  if (Now == S.Global)
    return;
  S.Global = Now;
  S.Chosen = policyFor(*S.Class.current(), Now);
  File.Stats->add(Counter::GlobalClassChanges);
  addEvent(*File.Stats, toText(Now));
}

/// For the statistics and the trace. A class of a file that the run time has
/// not open is noted once the file is open.
void ClassifierSource::note(Stream &S, StreamClassifier::News News,
                            FileStatistics *Stats) {
  S.HasNews = S.HasNews || News == StreamClassifier::News::Class;
  if (!Stats || News == StreamClassifier::News::None)
    return;
  Stats->add(Counter::WindowsClassified);
  if (!std::exchange(S.HasNews, false))
    return;
  Stats->add(Counter::ClassChanges);
  addEvent(*Stats, toText(*S.Class.current()));
}

/// Asks for the reads that the class lets expect, as far ahead as the policy
/// and the scheme allow.
void ClassifierSource::ask(CachedFile &File, Stream &S, const Access &Read,
                           uint64_t FileSize) {
  const Policy Now = SteeringOfProcess.over(S.Chosen);
  File.UsedGoFirst.store(Now.Replace == Replacement::Toss ||
                             Now.Replace == Replacement::MostRecent,
                         std::memory_order_relaxed);
  if (!Now.Caching || Now.PrefetchPages == 0)
    return;
  const double Room = static_cast<double>(cache().mostAhead(File)) * Part;
  const size_t Most = std::min<size_t>(static_cast<size_t>(std::max(Room, 1.0)),
                                       Now.PrefetchPages);
  while (S.Asked.pages() < Most && S.Asked.count() < AskedReads::Most) {
    const size_t Count = S.Asked.count();
    std::optional<ClassifiedAccess> Next =
        Count == 0 ? S.Class.next() : S.Class.after(S.LastAsked, Count);
    std::optional<Access> As;
    if (Next)
      As = accessOf({.Kind = 0,
                     .Place = Next->Offset,
                     .Bytes = Next->Size,
                     .Shift = pointOf(Read).Shift},
                    Read);
    if (!As || !S.Asked.ask(*this, File, std::move(*As), FileSize, HasAsked))
      return;
    S.LastAsked = *Next;
  }
}

void ClassifierSource::closes(const std::shared_ptr<CachedFile> &File) {
  closes(File->Id);
  File->Positions.restart(lane());
}

void ClassifierSource::closes(FileKey File) {
  MutexLock L(M);
  std::erase_if(Streams, [&](const auto &S) { return S.first.first == File; });
}

} // namespace foreslice
