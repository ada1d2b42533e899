//===- SliceFamilies.cpp - all families of calls that slices make ---------===//
//
// See SliceFamilies.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/families/SliceFamilies.h"

#include "frontend/DataOrder.h"
#include "frontend/hdf5/ChunkOrder.h"
#include "frontend/hdf5/slice/Hdf5Calls.h"
#include "frontend/netcdf/slice/NetcdfCalls.h"
#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/PosixCalls.h"
#include "frontend/slice/SliceFamily.h"

#include <array>
#include <span>
#include <string_view>

namespace foreslice {

/// Of the formats with a known order.
static std::shared_ptr<const PlaceOrder> orderOf(const FileBytes &File) {
  constexpr std::string_view Hdf5 = "\x89HDF\r\n\x1a\n";
  std::array<char, Hdf5.size()> Begin{};
  return File.Read(0, std::as_writable_bytes(std::span(Begin))) &&
                 std::string_view(Begin.data(), Begin.size()) == Hdf5
             ? hdf5::ChunkOrder::make(File)
             : nullptr;
}

void addDataOrders() { setOrderMaker(orderOf); }

static void addAll() {
  addPosixFamilies();
  addHdf5Family();
  addNetcdfFamilies();
}

void addSliceFamilies() {
  PosixFrontend::install();
  SliceFamily::addAtFirstCall(addAll);
  addDataOrders();
}

} // namespace foreslice
