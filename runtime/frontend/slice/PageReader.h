//===- PageReader.h - the data of a slice's read --------------------------===//
//
// Pages posted by the slice, in the order of arrival. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_SLICE_PAGEREADER_H
#define FORESLICE_FRONTEND_SLICE_PAGEREADER_H

#include "frontend/slice/Step.h"

#include <span>
#include <vector>

namespace foreslice {

/// The bytes of one page of the file after another.
class PageReader {
public:
  /// Only some of the file's bytes up to End are asked for.
  PageReader(const Step &S, uint64_t End)
      : S(S), Grid(runtime().slices().posting().grid()), End(End) {}

  /// The file's bytes from Offset on, as far as present: at least one byte,
  /// except at the file's end. Valid until the next call; offsets ascend.
  std::span<const std::byte> at(uint64_t Offset) {
    if (Offset < Begin || Offset >= Begin + Bytes.size())
      load(Offset);
    return Offset < Begin + Bytes.size() ? Bytes.subspan(Offset - Begin)
                                         : std::span<const std::byte>();
  }

  /// True if no bytes came because the program has closed the file.
  bool closed() const { return Closed; }

private:
  void load(uint64_t Offset);

  const Step &S;
  const PageGrid Grid;
  const uint64_t End;
  Awaited Arrived;
  std::vector<std::byte> Scratch;
  uint64_t Begin = 0; ///< Of Bytes, in the file.
  std::span<const std::byte> Bytes;
  bool Closed = false;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_SLICE_PAGEREADER_H
