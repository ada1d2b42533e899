//===- Hint.cpp - disclosed reads -----------------------------------------===//
//
// See Hint.h.
//
//===----------------------------------------------------------------------===//

#include "source/hint/Hint.h"
#include "support/NamedFiles.h"

#include <algorithm>
#include <charconv>

namespace foreslice {

/// Whether all reads lie within the largest possible file.
static bool isInAFile(const Hint &H) {
  if (H.Path.empty() || H.Bytes == 0 || H.Count == 0 ||
      H.Path.find('\0') != std::string::npos)
    return false;
  const uint64_t Last = H.Bytes == FORESLICE_HINT_ALL ? 1 : H.Bytes;
  uint64_t End = 0;
  return !__builtin_mul_overflow(H.Stride, H.Count - 1, &End) &&
         !__builtin_add_overflow(End, H.Begin, &End) &&
         !__builtin_add_overflow(End, Last, &End) &&
         End <= static_cast<uint64_t>(INT64_MAX);
}

/// Absolute paths: the program may change its folder before the hint is served.
static std::optional<Hint> checked(Hint H) {
  if (!isInAFile(H))
    return std::nullopt;
  std::optional<std::string> Path = named_files::absolute(H.Path);
  if (!Path)
    return std::nullopt;
  H.Path = std::move(*Path);
  return H;
}

std::optional<Hint> Hint::of(const foreslice_hint &H) {
  if (!H.path)
    return std::nullopt;
  return checked({H.path, H.begin, H.bytes, H.stride, H.count});
}

/// Takes a number and the space behind it off the line.
static bool take(std::string_view &Line, uint64_t &Number) {
  const char *End = Line.data() + Line.size();
  auto [At, Error] = std::from_chars(Line.data(), End, Number);
  if (Error != std::errc() || At == End || *At != ' ')
    return false;
  Line.remove_prefix(static_cast<size_t>(At - Line.data()) + 1);
  return true;
}

std::optional<Hint> Hint::parse(std::string_view Line) {
  Hint Made;
  if (!take(Line, Made.Begin))
    return std::nullopt;
  if (Line.starts_with("- "))
    Line.remove_prefix(2);
  else if (!take(Line, Made.Bytes) || Made.Bytes == FORESLICE_HINT_ALL)
    return std::nullopt;
  if (!take(Line, Made.Stride) || !take(Line, Made.Count))
    return std::nullopt;
  Made.Path = Line;
  return checked(std::move(Made));
}

void Hint::forEachRange(uint64_t FileSize, PageGrid Grid,
                        FunctionRef<bool(ByteRange)> Visit) const {
  uint64_t Done = 0; // pages before this place were visited
  uint64_t Left = Count;
  for (uint64_t Position = Begin;
       Left != 0 && Position < FileSize && Done < FileSize;
       --Left, Position += Stride) {
    const uint64_t End = Position + std::min(Bytes, FileSize - Position);
    if (End > Done) {
      if (!Visit({std::max(Position, Done), End}))
        return;
      Done = Grid.roundUp(End);
    }
    if (Stride == 0)
      return;
    // Passes reads whose pages were all visited.
    if (const uint64_t Length = End - Position; Done > Position + Length) {
      const uint64_t Passed =
          std::min(Left - 1, (Done - Position - Length) / Stride);
      Position += Passed * Stride;
      Left -= Passed;
    }
  }
}

} // namespace foreslice
