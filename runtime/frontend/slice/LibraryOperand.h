//===- LibraryOperand.h - the operand of a step of a library --------------===//
//
// See foreslice/hdf5.h and foreslice/netcdf.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_SLICE_LIBRARYOPERAND_H
#define FORESLICE_FRONTEND_SLICE_LIBRARYOPERAND_H

#include <cstdint>

namespace foreslice {

struct LibraryOperand {
  explicit LibraryOperand(uint64_t Packed)
      : What(static_cast<uint8_t>(Packed)), Part((Packed >> 8) & 0xFFFFFF),
        Number(static_cast<int32_t>(Packed >> 32)) {}
  const unsigned What;
  const uint64_t Part;
  const int32_t Number; ///< May be negative, as numbers of the program's.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_SLICE_LIBRARYOPERAND_H
