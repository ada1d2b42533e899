//===- SliceCalls.cpp - the part of the ABI that slices call --------------===//
//
// Runs on the prefetch thread and makes no MPI call. Each entry is enter(),
// work that returns how it went, leave(): leave() may jump, so nothing that
// needs a destructor lives in the entry itself.
//
//===----------------------------------------------------------------------===//

#include "mpiio/Files.h"
#include "mpiio/Process.h"
#include "slice/SliceRunner.h"

#include <limits>
#include <sys/stat.h>
#include <type_traits>

namespace foreslice {

namespace {

/// Pages that are posted at a time.
constexpr size_t PostedPages = 256;

enum class CallKind { Read, Write };

struct SliceCall {
  foreslice_handle File;
  int64_t Count;
  foreslice_handle Type;
  bool AtOffset;
  int64_t Offset;
  CallKind Kind;
};

/// The pages of one stream range, in portions, until the main thread has
/// overtaken the call or the slice is cancelled.
void post(CachedFile &File, uint64_t CallId, const View &V, uint64_t Begin,
          uint64_t Length) {
  PageCache &Cache = PageCache::get();
  // More than the pool holds would only push itself out.
  uint64_t Most = Settings::get().CacheSize / Cache.pageSize();
  PageWalker Walk(*V.Tiles, V.Displacement, Begin, Length, Cache.pageSize());
  std::vector<uint64_t> Pages;
  for (bool More = true; More;) {
    Pages.clear();
    while (More && Pages.size() < std::min<uint64_t>(PostedPages, Most)) {
      if (std::optional<uint64_t> Page = Walk.next())
        Pages.push_back(*Page);
      else
        More = false;
    }
    Most -= Pages.size();
    if (Pages.empty() ||
        Cache.prefetch(File, CallId, Pages, slice_runner::cancelFlag()) !=
            PageCache::PostResult::Accepted)
      return;
  }
}

/// Takes a call id and moves the slice's pointer; the range that a read is to
/// prefetch is empty if there is nothing to do.
struct Step {
  std::shared_ptr<CachedFile> Cached;
  std::shared_ptr<const View> FileView;
  uint64_t CallId = 0, Begin = 0, Length = 0;
};

Step advance(const SliceCall &C, OpenFile &File, const LayoutRef &Item) {
  Step S;
  // Of a launch that is over: the numbers belong to the next one.
  if (slice_runner::cancelFlag().load() || !File.Shared)
    return S;
  S.CallId = File.Shared->SliceCallId++;
  std::shared_ptr<const View> V = File.view();
  uint64_t Length;
  if (C.Count <= 0 || !Item || V->EtypeSize == 0 ||
      __builtin_mul_overflow(static_cast<uint64_t>(C.Count), Item->size(),
                             &Length))
    return S;
  int64_t At = C.AtOffset ? C.Offset : File.SlicePosition;
  if (!C.AtOffset)
    File.SlicePosition += static_cast<int64_t>(Length / V->EtypeSize);
  std::shared_ptr<CachedFile> Cached = File.Cached;
  if (C.Kind == CallKind::Read && Length > 0 && Cached &&
      !File.Shared->suspended() && S.CallId >= Cached->MainCallId.load() &&
      PageCache::get().wanted() && V->range(At, Length, S.Begin)) {
    S.Cached = std::move(Cached);
    S.FileView = std::move(V);
    S.Length = Length;
  }
  return S;
}

SliceEnd run(const SliceCall &C) try {
  FileRegistry &Files = FileRegistry::get();
  std::shared_ptr<OpenFile> File = Files.find(C.File);
  TypeRegistry::Lookup Type = TypeRegistry::get().find(C.Type);
  if (!File || !Type.Known)
    return SliceEnd::UnknownHandle;
  Step S;
  {
    std::lock_guard G(Files.sliceLock());
    S = advance(C, *File, Type.Layout);
  }
  if (S.Cached)
    post(*S.Cached, S.CallId, *S.FileView, S.Begin, S.Length);
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd seek(foreslice_handle Handle, int64_t Offset, int32_t Whence) {
  FileRegistry &Files = FileRegistry::get();
  std::shared_ptr<OpenFile> File = Files.find(Handle);
  if (!File)
    return SliceEnd::UnknownHandle;
  if (Whence == MPI_SEEK_END) {
    // Counted in etypes of the view from the end that the file has now.
    std::shared_ptr<const View> V = File->view();
    struct stat S;
    if (!File->Cached || !V->Tiles ||
        fstat(File->Cached->descriptor(), &S) != 0)
      return SliceEnd::UnknownHandle;
    uint64_t Bytes =
        V->Tiles->positionOf(std::max<int64_t>(S.st_size - V->Displacement, 0));
    Offset += static_cast<int64_t>((Bytes + V->EtypeSize - 1) / V->EtypeSize);
  }
  std::lock_guard G(Files.sliceLock());
  if (slice_runner::cancelFlag().load())
    return SliceEnd::Completed;
  if (Whence == MPI_SEEK_CUR)
    Offset += File->SlicePosition;
  File->SlicePosition = Offset;
  return SliceEnd::Completed;
}

SliceEnd position(foreslice_handle Handle, int64_t &Out) {
  FileRegistry &Files = FileRegistry::get();
  std::shared_ptr<OpenFile> File = Files.find(Handle);
  if (!File)
    return SliceEnd::UnknownHandle;
  std::lock_guard G(Files.sliceLock());
  Out = File->SlicePosition;
  return SliceEnd::Completed;
}

SliceEnd fileSize(foreslice_handle Handle, int64_t &Out) {
  std::shared_ptr<OpenFile> File = FileRegistry::get().find(Handle);
  struct stat S;
  if (!File || !File->Cached || fstat(File->Cached->descriptor(), &S) != 0)
    return SliceEnd::UnknownHandle;
  Out = S.st_size;
  return SliceEnd::Completed;
}

SliceEnd typeSize(foreslice_handle Type, int64_t &Size) {
  TypeRegistry::Lookup Found = TypeRegistry::get().find(Type);
  if (!Found.Layout)
    return SliceEnd::UnknownHandle;
  Size = static_cast<int64_t>(Found.Layout->size());
  return SliceEnd::Completed;
}

struct CommNumbers {
  int32_t Rank = 0, Size = 0;
};

SliceEnd commNumbers(foreslice_handle Comm, CommNumbers &Out) {
  if (normalized(Comm) == toHandle(MPI_COMM_WORLD))
    Out = {process().worldRank(), process().worldSize()};
  else if (normalized(Comm) == toHandle(MPI_COMM_SELF))
    Out = {0, 1};
  else
    return SliceEnd::UnknownHandle;
  return SliceEnd::Completed;
}

/// What every entry is: leave() may jump, over nothing that needs a destructor.
template <class WorkFn> void guarded(WorkFn Work) {
  static_assert(std::is_trivially_destructible_v<WorkFn>);
  slice_runner::enter();
  SliceEnd End = Work();
  slice_runner::leave(End);
}

} // namespace

} // namespace foreslice

using namespace foreslice;

extern "C" {

void foreslice_slice_read(foreslice_handle File, int64_t Count,
                          foreslice_handle Type) {
  guarded([&] { return run({File, Count, Type, false, 0, CallKind::Read}); });
}

void foreslice_slice_read_at(foreslice_handle File, int64_t Offset,
                             int64_t Count, foreslice_handle Type) {
  guarded(
      [&] { return run({File, Count, Type, true, Offset, CallKind::Read}); });
}

void foreslice_slice_write(foreslice_handle File, int64_t Count,
                           foreslice_handle Type) {
  guarded([&] { return run({File, Count, Type, false, 0, CallKind::Write}); });
}

void foreslice_slice_write_at(foreslice_handle File, int64_t Offset,
                              int64_t Count, foreslice_handle Type) {
  guarded(
      [&] { return run({File, Count, Type, true, Offset, CallKind::Write}); });
}

void foreslice_slice_seek(foreslice_handle File, int64_t Offset,
                          int32_t Whence) {
  guarded([&] { return seek(File, Offset, Whence); });
}

int64_t foreslice_slice_position(foreslice_handle File) {
  int64_t Out = 0;
  guarded([&] { return position(File, Out); });
  return Out;
}

int64_t foreslice_slice_file_size(foreslice_handle File) {
  int64_t Out = 0;
  guarded([&] { return fileSize(File, Out); });
  return Out;
}

int32_t foreslice_slice_comm_rank(foreslice_handle Comm) {
  CommNumbers Out;
  guarded([&] { return commNumbers(Comm, Out); });
  return Out.Rank;
}

int32_t foreslice_slice_comm_size(foreslice_handle Comm) {
  CommNumbers Out;
  guarded([&] { return commNumbers(Comm, Out); });
  return Out.Size;
}

int64_t foreslice_slice_type_size(foreslice_handle Type) {
  int64_t Out = 0;
  guarded([&] { return typeSize(Type, Out); });
  return Out;
}

} // extern "C"
