//===- Delivery.h - how a fetched page reaches the program ----------------===//
//
// Each file has one delivery while the file is open. docs/delivery.md says
// which file has which delivery.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_DELIVERY_H
#define FORESLICE_STORAGE_DELIVERY_H

#include <cstdint>

namespace foreslice {

enum class Delivery : uint8_t {
  /// The page lies in the collective cache, and the program's read is served
  /// from there.
  Pool,
  /// The engine has made the operating system cache the page, and the program's
  /// read is its own.
  Kernel
};

} // namespace foreslice

#endif // FORESLICE_STORAGE_DELIVERY_H
