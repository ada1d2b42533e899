//===- MadeTypes.h - datatypes made by a slice ----------------------------===//
//
// A slice makes datatypes without MPI, from the numbers in the program's calls.
// Prefetch threads only: each slice and each scout has separate types, until
// the slice ends.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SLICE_MADETYPES_H
#define FORESLICE_FRONTEND_MPIIO_SLICE_MADETYPES_H

#include "foreslice/abi.h"
#include "frontend/mpiio/Mpi.h"
#include "layout/Layout.h"
#include "support/FunctionRef.h"

#include <cstdint>
#include <vector>

namespace foreslice {

class MadeTypes {
public:
  /// By execution::runner(); empty when a slice begins.
  static MadeTypes &ofRunner();

  /// True for handles of this class.
  static bool isMade(foreslice_handle Handle) {
    return Handle >> TagShift == Tag >> TagShift;
  }

  /// A handle for the numbers of Parts (0: none), followed by Number. Valid
  /// until MostParts others are added.
  int64_t add(int64_t Parts, int64_t Number);
  /// A handle of the type, valid until MostTypes others are made; 0 if the type
  /// cannot be made. LayoutOf looks the old type up.
  foreslice_handle make(int64_t Parts, int64_t Delta,
                        FunctionRef<LayoutRef(foreslice_handle)> LayoutOf);
  /// Null if the type no longer exists.
  LayoutRef find(foreslice_handle Handle) const;

  static constexpr size_t MostParts = 1 << 20, MostTypes = 1 << 16;

private:
  /// Never an address on a machine with addresses of 48 to 57 bits. MPICH has
  /// no handle of kind 0, the upper 2 of 32 bits.
  static constexpr bool IsAddress = std::is_pointer_v<MPI_Datatype>;
  static constexpr unsigned TagShift = IsAddress ? 48 : 24;
  static constexpr foreslice_handle Tag =
      IsAddress ? 0x7E9Eull << 48 : 0x0Eull << 24;
  struct Part {
    int64_t Before, Number;
  };

  std::vector<int64_t> numbers(int64_t Parts) const;

  uint64_t Launch = 0;
  int64_t Added = 0; ///< Parts; number N is at N % MostParts.
  std::vector<Part> All;
  uint64_t Made = 0; ///< Types; number N is at N % MostTypes.
  std::vector<LayoutRef> Types;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SLICE_MADETYPES_H
