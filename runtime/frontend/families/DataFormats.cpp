//===- DataFormats.cpp - the formats of libraries of data -----------------===//
//
// See DataFormats.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/families/DataFormats.h"

#include "frontend/hdf5/ChunkOrder.h"

#include <array>
#include <span>
#include <string_view>

namespace foreslice {

std::shared_ptr<const PlaceOrder> dataOrderOf(const FileBytes &File) {
  constexpr std::string_view Hdf5 = "\x89HDF\r\n\x1a\n";
  std::array<char, Hdf5.size()> Begin{};
  return File.Read(0, std::as_writable_bytes(std::span(Begin))) &&
                 std::string_view(Begin.data(), Begin.size()) == Hdf5
             ? hdf5::ChunkOrder::make(File)
             : nullptr;
}

} // namespace foreslice
