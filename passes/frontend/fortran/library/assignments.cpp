//===- assignments.cpp - what an assignment to a vector does --------------===//
//
// See FortranAssignments.cpp. What is assigned may overlap the vector.
//
//===----------------------------------------------------------------------===//

#include "copy/library/fortran-arguments.h"

#include <cstdlib>

#define INLINE __attribute__((always_inline)) inline

namespace {

template <typename T>
INLINE void assign(char *To, long Count, long Stride, const char *From,
                   long FromStride) {
  typedef T Value __attribute__((may_alias));
  auto *Values = static_cast<Value *>(
      malloc(static_cast<unsigned long>(Count > 0 ? Count : 1) * sizeof(T)));
  for (long I = 0; I < Count; ++I)
    Values[I] = *reinterpret_cast<const Value *>(From + I * FromStride);
  for (long I = 0; I < Count; ++I)
    *reinterpret_cast<Value *>(To + I * Stride) = Values[I];
  free(Values);
}

} // namespace

extern "C" void assignVector(const Descriptor *To, const Descriptor *From,
                             const char *,
                             int) __asm__("_FortranAAssign.vector");
void assignVector(const Descriptor *To, const Descriptor *From, const char *,
                  int) {
  char *const Base = To->Base;
  const char *const FromBase = From->Base;
  const long Count = To->Dimensions[0].Extent,
             Stride = To->Dimensions[0].Stride,
             FromStride = From->Rank == 0 ? 0 : From->Dimensions[0].Stride;
  switch (To->Element) {
  case 1:
    return assign<char>(Base, Count, Stride, FromBase, FromStride);
  case 2:
    return assign<short>(Base, Count, Stride, FromBase, FromStride);
  case 4:
    return assign<int>(Base, Count, Stride, FromBase, FromStride);
  default:
    return assign<long>(Base, Count, Stride, FromBase, FromStride);
  }
}
