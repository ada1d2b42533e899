//===- DataFormats.h - the formats of libraries of data -------------------===//
//
// Known from files alone, whatever library a program reads by.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_FAMILIES_DATAFORMATS_H
#define FORESLICE_FRONTEND_FAMILIES_DATAFORMATS_H

#include "layout/PlaceOrder.h"

#include <memory>

namespace foreslice {

/// The order of a file's data; null if the format has none.
std::shared_ptr<const PlaceOrder> dataOrderOf(const FileBytes &File);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_FAMILIES_DATAFORMATS_H
