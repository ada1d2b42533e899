//===- MadeTypes.h - datatypes that a slice makes -------------------------===//
//
// A slice makes datatypes of its own, without MPI, from the numbers that the
// program's calls have. Prefetch threads only: each slice and each scout has
// types of its own, until the slice ends.
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

  /// True for handles that this class has given.
  static bool isMade(foreslice_handle Handle) {
    return Handle >> TagShift == Tag >> TagShift;
  }

  /// What stands for the numbers that Parts stands for, 0 for none, and Number:
  /// as long as MostParts others are added.
  int64_t add(int64_t Parts, int64_t Number);
  /// A handle of the type, which lasts as long as MostTypes others are made; 0
  /// if it cannot be made. LayoutOf looks the old type up.
  foreslice_handle make(int64_t Parts, int64_t Delta,
                        FunctionRef<LayoutRef(foreslice_handle)> LayoutOf);
  /// Null if there is no such type any more.
  LayoutRef find(foreslice_handle Handle) const;

  static constexpr size_t MostParts = 1 << 20, MostTypes = 1 << 16;

private:
  /// Not an address on any machine that has 48 to 57 bits of them. MPICH has no
  /// handle of a kind 0, which the upper 2 of 32 bits say.
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
