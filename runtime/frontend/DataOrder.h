//===- DataOrder.h - the order of the data of a file ----------------------===//
//
// Where reads are slow, and no pattern shows in the bytes, the order may be
// that of a library of data. The order is looked up once, on the thread of
// HelperQueue. Any thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_DATAORDER_H
#define FORESLICE_FRONTEND_DATAORDER_H

#include "cache/CachedFile.h"
#include "layout/View.h"

#include <atomic>
#include <memory>
#include <string>

namespace foreslice {

/// Finds the order of a file of a library of data; null for other files.
using OrderMaker = std::shared_ptr<const PlaceOrder> (*)(const FileBytes &);
/// Before the first read. Without a maker, no order is found.
void setOrderMaker(OrderMaker Maker);
/// A signature names datasets: the first slow read that was not expected is
/// enough. Before the first read.
void lookUpOrdersAtOnce();

class Source;

class DataOrder {
public:
  /// A read of the program.
  struct Made {
    ByteRange Bytes;
    bool IsExpected; ///< By a source.
    bool IsSlow;
  };
  /// After some slow reads that were not expected, and few others that were,
  /// the look-up begins: of the file behind Link, a path in /proc.
  void readDone(const Made &Read, const std::string &Link, FileKey Key);
  /// The same of a file that the run time has open. Asks: the source that asks
  /// for bytes of the look-up.
  void readDone(const Made &Read, const std::shared_ptr<CachedFile> &File,
                const Source *Asks);
  /// Counts a read of Bytes of the file Path, for the dataset of the bytes.
  void count(ByteRange Bytes, bool Ready, const std::string &Path) const;
  /// Whether the time of the next read matters.
  bool isTimed() const {
    return Missed.load(std::memory_order_relaxed) < mostMissed();
  }
  /// All bytes, in the order; null until an order is known.
  std::shared_ptr<const View> view() const {
    return Found->IsDone.load(std::memory_order_acquire) &&
                   Elsewhere.load(std::memory_order_relaxed) < MostElsewhere
               ? Found->Ordered
               : nullptr;
  }

private:
  /// The look-up begins at so many missed reads.
  static unsigned mostMissed();
  /// Most reads in a row of no part of the order's data: after more, the file
  /// is another than the order says.
  static constexpr unsigned MostElsewhere = 64;
  struct Result {
    std::shared_ptr<const View> Ordered;
    std::atomic<bool> IsDone{false};
  };

  bool isToBeFound(const Made &Read);

  std::atomic<unsigned> Missed{0}, Elsewhere{0};
  /// Shared with the look-up, which may end behind the end of the file's use.
  const std::shared_ptr<Result> Found = std::make_shared<Result>();
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_DATAORDER_H
