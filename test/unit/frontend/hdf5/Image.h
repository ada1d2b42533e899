//===- Image.h - a file of HDF5 that a test puts together -----------------===//

#ifndef FORESLICE_TEST_UNIT_HDF5_IMAGE_H
#define FORESLICE_TEST_UNIT_HDF5_IMAGE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

/// Bytes, of which parts are written. Addresses count from Base.
class Image {
public:
  Image(size_t Size, uint64_t Base) : Bytes(Size), Base(Base) {}

  Image &at(uint64_t Address) {
    Next = Base + Address;
    return *this;
  }
  Image &number(uint64_t Value, size_t Size) {
    std::memcpy(Bytes.data() + Next, &Value, Size);
    Next += Size;
    return *this;
  }
  Image &text(std::string_view Text) {
    std::memcpy(Bytes.data() + Next, Text.data(), Text.size());
    Next += Text.size();
    return *this;
  }
  Image &zeros(size_t Size) {
    Next += Size;
    return *this;
  }
  bool read(uint64_t Offset, std::span<std::byte> To) const {
    if (Offset > Bytes.size() || To.size() > Bytes.size() - Offset)
      return false;
    std::ranges::copy(std::span(Bytes).subspan(Offset, To.size()), To.begin());
    return true;
  }

  std::vector<std::byte> Bytes;

private:
  const uint64_t Base;
  uint64_t Next = 0;
};

#endif // FORESLICE_TEST_UNIT_HDF5_IMAGE_H
