//===- SliceFamily.h - a family of calls, as slices make them -------------===//
//
// Slices call a few functions, common to all families of calls. Each front end
// adds an object with these functions for a family, before the first slice
// runs. A slice ends if this library lacks the family.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_SLICE_SLICEFAMILY_H
#define FORESLICE_FRONTEND_SLICE_SLICEFAMILY_H

#include "foreslice/abi.h"

namespace foreslice {

/// The parameters of abi.def. The site is the place of the call in the slice,
/// the frame belongs to the called function.
struct SliceAccess {
  const foreslice_io_call &Call;
  foreslice_handle File;
  int64_t Place, Count;
  foreslice_handle Type;
  void *Buffer;
  const void *Site;
  uintptr_t Frame;

  bool isAtShared() const { return Call.pointer == FORESLICE_POINTER_SHARED; }
  bool needsData() const { return Call.role == FORESLICE_NEEDS_DATA; }
  /// Whether the slice fetches the bytes read.
  bool reads() const {
    return Call.kind == FORESLICE_READ && Call.role != FORESLICE_COUNTED;
  }
  /// Whether later reads of the slice may need the bytes written.
  bool writes() const {
    return Call.kind == FORESLICE_WRITE && Call.role != FORESLICE_UNREAD;
  }
};

struct SliceOpen {
  const foreslice_io_call &Call;
  foreslice_handle Of;
  const char *Name;
  int64_t Mode, Length;
  void *To;
  uintptr_t Frame;
};

struct SliceQuery {
  const foreslice_io_call &Call;
  foreslice_handle Of;
  int64_t What;
  const char *Name;
  void *To;
  uintptr_t Frame;
};

struct SliceMove {
  const foreslice_io_call &Call;
  foreslice_handle File;
  int64_t To;
  foreslice_handle By, Of;
};

/// Prefetch threads only. The functions may jump out of the slice, like
/// guarded().
class SliceFamily {
public:
  virtual int64_t access(const SliceAccess &A) const = 0;
  virtual foreslice_handle open(const SliceOpen &O) const = 0;
  virtual int64_t query(const SliceQuery &Q) const = 0;
  virtual int64_t move(const SliceMove &M) const = 0;

  /// Family lives to the end of the process.
  static void add(foreslice_family Number, const SliceFamily &Family);
  /// All adds families when a slice calls one that is missing: the code of
  /// families lies far apart, and most processes run no slice.
  static void addAtFirstCall(void (*All)());

protected:
  constexpr SliceFamily() = default;
  ~SliceFamily() = default;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_SLICE_SLICEFAMILY_H
