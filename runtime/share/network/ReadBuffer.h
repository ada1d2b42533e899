//===- ReadBuffer.h - bytes that have come but make no whole frame yet ----===//

#ifndef FORESLICE_SHARE_NETWORK_READBUFFER_H
#define FORESLICE_SHARE_NETWORK_READBUFFER_H

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>

namespace foreslice {

class ReadBuffer {
public:
  std::span<const std::byte> filled() const {
    return {Data.get() + Begin, End - Begin};
  }
  void consume(size_t N) { Begin += N; }

  /// Space for the next bytes: Frame bytes from the first filled byte on fit in
  /// one piece. Not empty unless Frame bytes are filled.
  std::span<std::byte> space(size_t Frame) {
    if (Begin == End) {
      Begin = End = 0;
      if (Capacity > Kept)
        Capacity = 0;
    }
    if (Capacity - Begin < Frame)
      makeRoom(Frame);
    return {Data.get() + End, Capacity - End};
  }
  void commit(size_t N) { End += N; }

private:
  /// Most memory of an idle connection: a page and a header.
  static constexpr size_t Kept = 66u << 10;
  static constexpr size_t Smallest = 4u << 10;

  void makeRoom(size_t Frame) {
    size_t Size = End - Begin;
    if (Capacity < Frame) {
      size_t Larger = std::max(Frame, Smallest);
      auto New = std::make_unique_for_overwrite<std::byte[]>(Larger);
      if (Size != 0)
        std::memcpy(New.get(), Data.get() + Begin, Size);
      Data = std::move(New);
      Capacity = Larger;
    } else {
      std::memmove(Data.get(), Data.get() + Begin, Size);
    }
    Begin = 0;
    End = Size;
  }

  std::unique_ptr<std::byte[]> Data;
  size_t Capacity = 0;
  size_t Begin = 0;
  size_t End = 0;
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_READBUFFER_H
