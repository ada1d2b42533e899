//===- SliceSteps.cpp - one I/O call of a slice ---------------------------===//
//
// See SliceSteps.h.
//
//===----------------------------------------------------------------------===//

#include "mpiio/SliceSteps.h"

#include "support/Settings.h"

namespace foreslice {

/// Pages that are posted at a time.
static constexpr size_t PostedPages = 256;

void post(const Step &S, InMemory Which) {
  PageCache &Cache = PageCache::get();
  // More than the pool holds would only push itself out.
  uint64_t Most = Settings::get().CacheSize / Cache.pageSize();
  PageWalker Walk(*S.FileView->Tiles, S.FileView->Displacement, S.Begin,
                  S.Length, Cache.pageSize());
  std::vector<uint64_t> Pages;
  for (bool More = true; More;) {
    Pages.clear();
    while (More && Pages.size() < std::min<uint64_t>(PostedPages, Most)) {
      std::optional<uint64_t> Page = Walk.next();
      More = Page.has_value();
      if (More &&
          (Which == InMemory::Post || !Cache.isInMemory(*S.Cached, *Page)))
        Pages.push_back(*Page);
    }
    Most -= Pages.size();
    if (Pages.empty() || Cache.prefetch(*S.Cached, S.CallId, Pages,
                                        slice_runner::cancelFlag()) !=
                             PageCache::PostResult::Accepted)
      return;
  }
}

Step advance(const SliceCall &C, OpenFile &File, const LayoutRef &Item) {
  Step S;
  // Of a launch that is over: the numbers belong to the next one.
  if (slice_runner::cancelFlag().load() || !File.Shared)
    return S;
  S.CallId = File.Shared->SliceCallIds[prefetch_thread::runner()]++;
  SlicedFile &State = File.sliced();
  std::shared_ptr<const View> V = State.FileView;
  uint64_t Length;
  if (C.Count <= 0 || !Item || V->EtypeSize == 0 ||
      __builtin_mul_overflow(static_cast<uint64_t>(C.Count), Item->size(),
                             &Length))
    return S;
  int64_t At = C.Offset;
  if (C.From != Pointer::None) {
    std::optional<int64_t> &Position = State.position(C.From);
    if (!Position)
      return S;
    At = *Position;
    *Position += static_cast<int64_t>(Length / V->EtypeSize);
  }
  std::shared_ptr<CachedFile> Cached = File.Cached;
  bool Served = C.Kind == CallKind::Read ||
                (C.Kind == CallKind::OneRankRead && File.OneRank);
  if (Served && Length > 0 && Cached && V->range(At, Length, S.Begin)) {
    S.Post = !File.Shared->suspended() &&
             S.CallId >= Cached->MainCallId.load() && PageCache::get().wanted();
    S.Cached = std::move(Cached);
    S.FileView = std::move(V);
    S.Length = Length;
  }
  return S;
}

} // namespace foreslice
