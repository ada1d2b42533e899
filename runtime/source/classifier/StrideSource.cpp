//===- StrideSource.cpp - reads that go through a file in even steps ------===//
//
// See StrideSource.h.
//
//===----------------------------------------------------------------------===//

#include "source/classifier/StrideSource.h"

#include <algorithm>
#include <sys/stat.h>

using namespace foreslice;

/// The reads that are expected take this part of what may be fetched ahead.
static constexpr uint64_t Parts = 4;

void StrideSource::reads(const std::shared_ptr<CachedFile> &File,
                         const Access &Read, bool Ahead) {
  const ByteRange Bytes = Read.range();
  const uint64_t Length = Bytes.End - Bytes.Begin;
  const uint64_t Room =
      cache().mostAhead(*File) * cache().pageSize() / Parts / Length;
  const int64_t Most = std::clamp<int64_t>(static_cast<int64_t>(Room), 1,
                                           StridePredictor::MostSteps);
  MutexLock L(M);
  Files[File.get()].observe(
      {nullptr, File.get(), static_cast<int64_t>(Bytes.Begin),
       static_cast<int64_t>(Length), next(*File) - 1},
      static_cast<int64_t>(cache().pageSize()),
      [&](int64_t Begin, uint64_t CallId) {
        if (Ahead && Begin >= 0)
          post(*File,
               {static_cast<uint64_t>(Begin),
                static_cast<uint64_t>(Begin) + Length},
               CallId);
      },
      Most);
}

/// As far as the file goes. Waits for nothing: it is the program's own thread.
void StrideSource::post(CachedFile &File, ByteRange Bytes, uint64_t CallId) {
  struct stat Status;
  if (!cache().wanted(File) || fstat(File.descriptor(), &Status) != 0)
    return;
  Bytes.End = std::min(Bytes.End, static_cast<uint64_t>(Status.st_size));
  if (Bytes.Begin >= Bytes.End)
    return;
  std::vector<PagePart> Pages;
  Access A{View::bytes(), Bytes.Begin, Bytes.End - Bytes.Begin};
  PageWalker Walk = A.pages(cache().pageSize());
  while (std::optional<PagePart> Part = Walk.next())
    Pages.push_back(*Part);
  static const std::atomic<bool> Never{false};
  Asked = true;
  cache().prefetch(File, call(CallId), Pages, Never, Room::Leave);
}

void StrideSource::closes(const std::shared_ptr<CachedFile> &File) {
  MutexLock L(M);
  Files.erase(File.get());
  File->Positions.restart(lane());
}
