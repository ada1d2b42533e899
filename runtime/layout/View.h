//===- View.h - the bytes of a file in a program's stream -----------------===//
//
// A file view of MPI (MPI 4.0, section 14.3). Other front ends have the view of
// all bytes. Immutable.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_LAYOUT_VIEW_H
#define FORESLICE_LAYOUT_VIEW_H

#include "layout/Layout.h"
#include "layout/PlaceOrder.h"

namespace foreslice {

struct View {
  int64_t Displacement = 0;
  uint64_t EtypeSize = 1;
  /// The filetype repeated to the end of 63 bits; null if the view is not
  /// understood (then reads are plain and writes concern the whole file).
  LayoutPtr Tiles;

  /// The order in which patterns of accesses show, of contiguous bytes; null if
  /// that is the order of the file.
  std::shared_ptr<const PlaceOrder> Order;

  /// All bytes of the file, an etype each.
  static std::shared_ptr<const View> bytes();
  /// Not understood if Etype or Filetype is null.
  static std::shared_ptr<const View>
  make(int64_t Displacement, const LayoutRef &Etype, const LayoutRef &Filetype);

  /// The stream range of Length bytes at Offset etypes; false if not a whole
  /// number of etypes or out of bounds.
  bool range(int64_t Offset, uint64_t Length, uint64_t &Begin) const;
};

} // namespace foreslice

#endif // FORESLICE_LAYOUT_VIEW_H
