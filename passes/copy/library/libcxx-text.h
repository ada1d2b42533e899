//===- libcxx-text.h - std::string of libc++ ------------------------------===//
//
// The layout of a std::string of libc++ on 64-bit machines: the first bit says
// whether the text lies in separate memory. Text of up to 22 bytes lies in the
// object, behind the first byte.
//
//===----------------------------------------------------------------------===//

#include <cstdlib>
#include <cstring>

using Size = decltype(sizeof(0));
#define INLINE __attribute__((always_inline)) inline

struct Text {
  Size Room; ///< With the 0, and the bit for text outside.
  Size Length;
  char *Outside;

  static constexpr Size MostInside = 22, IsOutside = 1;

  INLINE bool isOutside() const { return inside()[-1] & IsOutside; }
  INLINE const char *inside() const {
    return reinterpret_cast<const char *>(this) + 1;
  }
  INLINE char *inside() { return reinterpret_cast<char *>(this) + 1; }
  INLINE char *data() { return isOutside() ? Outside : inside(); }
  INLINE const char *c_str() const { return isOutside() ? Outside : inside(); }
  INLINE Size size() const {
    return isOutside() ? Length : static_cast<unsigned char>(inside()[-1]) / 2;
  }
  INLINE Size room() const {
    return isOutside() ? (Room & ~IsOutside) - 1 : MostInside;
  }
  INLINE char &operator[](Size At) { return data()[At]; }

  INLINE void clear() {
    Room = 0;
    Length = 0;
    Outside = nullptr;
  }
  /// Makes room for Most bytes, and keeps the text.
  INLINE void reserve(Size Most) {
    if (Most <= room())
      return;
    Size New = Most < 2 * room() ? 2 * room() : Most;
    New = (New | 15) + 1;
    char *To = static_cast<char *>(malloc(New));
    Size Bytes = size();
    memcpy(To, c_str(), Bytes + 1);
    if (isOutside())
      free(Outside);
    Room = New | IsOutside;
    Length = Bytes;
    Outside = To;
  }
  /// Ends the text behind Bytes. New bytes are not set.
  INLINE void resize(Size Bytes) {
    reserve(Bytes);
    if (isOutside())
      Length = Bytes;
    else
      inside()[-1] = static_cast<char>(Bytes * 2);
    data()[Bytes] = 0;
  }
};
