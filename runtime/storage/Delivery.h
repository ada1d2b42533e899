//===- Delivery.h - how a fetched page reaches the program ----------------===//
//
// Each file has one delivery while open. docs/delivery.md says which.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_DELIVERY_H
#define FORESLICE_STORAGE_DELIVERY_H

#include <cstdint>

namespace foreslice {

enum class Delivery : uint8_t {
  /// The page lies in the collective cache, which serves the program's read.
  Pool,
  /// As Pool, but before MPI_Init, when the collective cache does not exist:
  /// the
  /// page lies in memory of the process, and the pool takes the page over.
  Early,
  /// The engine has made the operating system cache the page; the program makes
  /// the read itself.
  Kernel
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_DELIVERY_H
