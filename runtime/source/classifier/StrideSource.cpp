//===- StrideSource.cpp - reads that go through a file in even steps ------===//
//
// See StrideSource.h.
//
//===----------------------------------------------------------------------===//

#include "source/classifier/StrideSource.h"

#include <algorithm>
#include <sys/stat.h>

using namespace foreslice;

/// So many equal steps in a row are even.
static constexpr unsigned FewSteps = 2;
/// Reads ahead: twice as many as there were even steps, at most.
static constexpr uint64_t MostAhead = 64;

/// True if the steps up to this read are even.
bool StrideSource::observe(Stream &S, ByteRange Bytes, uint64_t NextCall) {
  const auto Begin = static_cast<int64_t>(Bytes.Begin);
  const uint64_t Length = Bytes.End - Bytes.Begin;
  const int64_t Step = Begin - S.LastBegin;
  const uint64_t Calls = NextCall - S.NextCall;
  const bool Same =
      Step != 0 && Step == S.Stride && Length == S.Length && Calls == S.Calls;
  S.Calls = Calls;
  S.NextCall = NextCall;
  S.Even = Same ? S.Even + 1 : 0;
  S.Posted = Same ? S.Posted - std::min<uint64_t>(S.Posted, 1) : 0;
  S.Stride = Step;
  S.LastBegin = Begin;
  S.Length = Length;
  return S.Even >= FewSteps;
}

void StrideSource::reads(const std::shared_ptr<CachedFile> &File,
                         const Access &Read, bool Ahead) {
  MutexLock L(M);
  Stream &S = Streams[File.get()];
  if (observe(S, Read.range(), next(*File)) && Ahead)
    post(*File, S);
}

/// The next reads, as far as the file goes. Waits for nothing: it is the
/// program's own thread.
void StrideSource::post(CachedFile &File, Stream &S) {
  struct stat Status;
  if (!cache().wanted(File) || fstat(File.descriptor(), &Status) != 0)
    return;
  const auto PageSize = static_cast<int64_t>(cache().pageSize());
  // No more than a quarter of the cache.
  const auto Room =
      std::max<uint64_t>(cache().frames() / 4 * cache().pageSize() /
                             std::max<uint64_t>(S.Length, 1),
                         1);
  const uint64_t Most = std::min({2 * uint64_t(S.Even), MostAhead, Room});
  static const std::atomic<bool> Never{false};
  std::vector<PagePart> Pages;
  for (; S.Posted < Most; ++S.Posted) {
    const auto Steps = static_cast<int64_t>(S.Posted + 1);
    const int64_t Begin = S.LastBegin + Steps * S.Stride;
    const int64_t End = std::min<int64_t>(
        Begin + static_cast<int64_t>(S.Length), Status.st_size);
    if (Begin < 0 || Begin >= End)
      return;
    Pages.clear();
    for (int64_t Page = Begin / PageSize; Page * PageSize < End; ++Page)
      Pages.push_back(
          {static_cast<uint64_t>(Page),
           {static_cast<uint64_t>(std::max(Begin, Page * PageSize)),
            static_cast<uint64_t>(std::min(End, (Page + 1) * PageSize))}});
    Asked = true;
    // The read that is under way is counted already.
    if (cache().prefetch(File, call(S.NextCall + (S.Posted + 1) * S.Calls - 1),
                         Pages, Never, PageCache::Room::Leave) !=
        PageCache::PostResult::Accepted)
      return;
  }
}

void StrideSource::closes(const std::shared_ptr<CachedFile> &File) {
  MutexLock L(M);
  Streams.erase(File.get());
  File->Positions.restart(lane());
}
