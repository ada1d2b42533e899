//===- PlaceOrder.h - the order in which a program sees a file ------------===//
//
// Libraries of data write the parts of a dataset to a file in any order, and
// with any lengths. Programs read by the order of the dataset: patterns of
// reads show there. Immutable.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_LAYOUT_PLACEORDER_H
#define FORESLICE_LAYOUT_PLACEORDER_H

#include "layout/ByteRange.h"
#include "support/FunctionRef.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace foreslice {

/// How the bytes of a file are read.
struct FileBytes {
  /// Fills To with the bytes from Offset on, and zeros behind the end of the
  /// file. False without any byte.
  FunctionRef<bool(uint64_t Offset, std::span<std::byte> To)> Read;
  /// The bytes will be read.
  FunctionRef<void(uint64_t Offset, uint64_t Bytes)> Expect;
};

/// The datasets of a file, in an order; each has Distance places.
struct Datasets {
  std::vector<std::string> Names;
  uint64_t Distance = 0;
  bool operator==(const Datasets &) const = default;
};

class PlaceOrder {
public:
  virtual ~PlaceOrder() = default;
  /// The bytes in the order. All parts of a dataset have one length there. None
  /// if the bytes are of no part, as metadata.
  virtual std::optional<ByteRange> placeOf(ByteRange Bytes) const = 0;
  /// The bytes of the file at a place in the order; none if there are none.
  virtual std::optional<ByteRange> bytesAt(ByteRange Place) const = 0;
  /// The dataset of the bytes; empty if the bytes are of no part.
  virtual std::string_view nameOf(ByteRange Bytes) const = 0;
  virtual const Datasets &datasets() const = 0;
};

/// The data of Of, with the datasets of As as there, whatever else the file
/// has: so the places of one file are the places of another file. Bytes of
/// other datasets are of no part. Null if the file has none of the datasets.
std::shared_ptr<const PlaceOrder> arranged(std::shared_ptr<const PlaceOrder> Of,
                                           const Datasets &As);

} // namespace foreslice

#endif // FORESLICE_LAYOUT_PLACEORDER_H
