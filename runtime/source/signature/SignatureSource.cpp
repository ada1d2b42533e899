//===- SignatureSource.cpp - reads that follow a pattern ------------------===//
//
// See SignatureSource.h.
//
//===----------------------------------------------------------------------===//

#include "source/signature/SignatureSource.h"

#include <algorithm>
#include <unistd.h>

namespace foreslice {

/// Streams that are remembered.
static constexpr size_t MostStreams = 256;
/// Files of which signatures are looked for.
static constexpr size_t MostFiles = 65536;
/// The reads that are expected take this part of what may be fetched ahead.
static constexpr double Part = 0.5;
/// Reads that are asked for ahead at most: small ones share pages.
static constexpr size_t MostReads = 1024;

/// Whether the bytes lie side by side in the file.
static bool isContiguous(const Access &A) {
  const ByteRange Range = A.range();
  return Range.End - Range.Begin == A.Length;
}

/// Where the bytes are in the file; else in the stream of the view.
static PatternPoint pointOf(const Access &Read) {
  const auto Bytes = static_cast<int64_t>(Read.Length);
  if (isContiguous(Read))
    return {.Kind = 0,
            .Place = static_cast<int64_t>(Read.range().Begin),
            .Bytes = Bytes,
            .Shift = 0};
  return {.Kind = 0,
          .Place = static_cast<int64_t>(Read.Begin),
          .Bytes = Bytes,
          .Shift = Read.FileView->Displacement};
}

/// The access of a point that is as that of Read.
static std::optional<Access> accessOf(const PatternPoint &P,
                                      const Access &Read) {
  if (P.Place < 0 || P.Bytes <= 0 || P.Shift < 0)
    return std::nullopt;
  const auto Place = static_cast<uint64_t>(P.Place);
  const auto Bytes = static_cast<uint64_t>(P.Bytes);
  if (isContiguous(Read))
    return Access{View::bytes(), Place, Bytes};
  std::shared_ptr<const View> By = Read.FileView;
  if (P.Shift != By->Displacement) {
    auto Shifted = std::make_shared<View>(*By);
    Shifted->Displacement = P.Shift;
    By = std::move(Shifted);
  }
  return Access{std::move(By), Place, Bytes};
}

/// The stream of the calling thread, which is new if the thread reads the file
/// for the first time since the file was closed last.
SignatureSource::Stream &
SignatureSource::streamOf(FileKey File, FunctionRef<std::string()> PathOf) {
  thread_local const pid_t Thread __attribute__((tls_model("initial-exec"))) =
      gettid();
  const StreamKey Key{File, Thread};
  auto At = Streams.find(Key);
  if (At == Streams.end()) {
    if (Streams.size() == MostStreams)
      Streams.erase(std::ranges::min_element(
          Streams, {}, [](const auto &S) { return S.second.Seen; }));
    At = Streams.try_emplace(Key).first;
    if (!Known.isEmpty() && Uses.size() < MostFiles) {
      Use &Of = Uses[File];
      At->second.Pattern.expect(
          Known.readsOf(PathOf(), Of.Threads++, Of.Closes));
    }
  }
  At->second.Seen = ++Reads;
  return At->second;
}

/// False if nothing is known of what comes next.
bool SignatureSource::observe(Stream &S, const Access &Read) const {
  if (S.Pattern.observe(pointOf(Read))) {
    S.Asked.clear();
    S.PagesAsked = 0;
    S.LastPage = (Read.range().End - 1) / cache().pageSize();
  } else if (!S.Asked.empty()) {
    S.PagesAsked -= S.Asked.front();
    S.Asked.pop_front();
  }
  return S.Pattern.state() == PatternState::Stable;
}

bool SignatureSource::seen(FileKey File, const Access &Read,
                           FunctionRef<std::string()> PathOf) {
  MutexLock L(M);
  return observe(streamOf(File, PathOf), Read);
}

void SignatureSource::reads(const std::shared_ptr<CachedFile> &File,
                            const Access &Read,
                            FunctionRef<uint64_t()> FileSize, bool Ahead) {
  MutexLock L(M);
  Stream &S = streamOf(File->Id, [&] { return File->Stats->Path; });
  const uint64_t Call = next(*File) - 1;
  S.Calls = std::max<uint64_t>(Call - std::min(Call, S.LastCall), 1);
  S.LastCall = Call;
  if (observe(S, Read) && Ahead && cache().wanted(*File))
    ask(*File, S, Read, FileSize());
}

/// Asks for a read that is expected. False if that is not to be, or not now.
/// Waits for nothing: it is the program's own thread.
bool SignatureSource::post(CachedFile &File, Stream &S, Access Next,
                           uint64_t FileSize) {
  static const std::atomic<bool> Never{false};
  if (Next.range().Begin >= FileSize)
    return false;
  Next.Length = Next.bytesBefore(FileSize);
  std::vector<PagePart> Pages;
  PageWalker Walk = Next.pages(cache().pageSize());
  while (std::optional<PagePart> Part = Walk.next())
    if (Part->Page != S.LastPage)
      Pages.push_back(*Part);
  const uint64_t Call = S.LastCall + (S.Asked.size() + 1) * S.Calls;
  if (!Pages.empty()) {
    Asked = true;
    if (cache().prefetch(File, call(Call), Pages, Never, Room::Leave) !=
        PostResult::Accepted)
      return false;
    S.LastPage = Pages.back().Page;
  }
  S.Asked.push_back(Pages.size());
  S.PagesAsked += Pages.size();
  return true;
}

/// Asks for the reads that are expected, the further ahead the surer they are,
/// as far as the scheme allows.
void SignatureSource::ask(CachedFile &File, Stream &S, const Access &Read,
                          uint64_t FileSize) {
  const auto Room = static_cast<double>(cache().mostAhead(File)) * Part;
  const auto Most =
      static_cast<size_t>(std::max(Room * S.Pattern.confidence(), 1.0));
  S.Pattern.ahead(S.Asked.size(), [&](const PatternPoint &P) {
    if (S.PagesAsked >= Most || S.Asked.size() >= MostReads)
      return false;
    std::optional<Access> Next = accessOf(P, Read);
    return Next && post(File, S, std::move(*Next), FileSize);
  });
}

void SignatureSource::closes(const std::shared_ptr<CachedFile> &File) {
  closes(File->Id);
  File->Positions.restart(lane());
}

void SignatureSource::closes(FileKey File) {
  MutexLock L(M);
  if (std::erase_if(Streams,
                    [&](const auto &S) { return S.first.first == File; }) == 0)
    return;
  if (auto Of = Uses.find(File); Of != Uses.end())
    Of->second = {Of->second.Closes + 1, 0};
}

} // namespace foreslice
