//===- DataOrder.h - the order of the data of a watched file --------------===//
//
// Where reads are slow, and no pattern shows in the bytes, the order may be
// that of a library of data. The order is looked up once, on the thread of
// HelperQueue.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_COMPANION_DATAORDER_H
#define FORESLICE_FRONTEND_COMPANION_DATAORDER_H

#include "layout/Access.h"
#include "storage/FileKey.h"

#include <atomic>
#include <memory>
#include <string>

namespace foreslice {

class DataOrder {
public:
  /// A slow read of the file behind Link, a path in /proc, was not expected:
  /// after some of these, the look-up begins.
  void readUnexpected(const std::string &Link, FileKey Key);
  /// A read was of no part of the order's data. After too many in a row, the
  /// file is another than the order says.
  void readElsewhere() { Elsewhere += 1; }
  void readInOrder() { Elsewhere = 0; }
  /// Null until an order is known.
  std::shared_ptr<const View> view() const {
    return Found && Elsewhere < MostElsewhere &&
                   Found->IsDone.load(std::memory_order_acquire)
               ? Found->Ordered
               : nullptr;
  }

private:
  static constexpr unsigned MostUnexpected = 5, MostElsewhere = 64;
  struct Result {
    std::shared_ptr<const View> Ordered;
    std::atomic<bool> IsDone{false};
  };

  unsigned Unexpected = 0, Elsewhere = 0;
  std::shared_ptr<Result> Found; ///< Null until the look-up begins.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_COMPANION_DATAORDER_H
