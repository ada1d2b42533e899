//===- Secret.h - what the ranks of a job have in common ------------------===//

#ifndef FORESLICE_SHARE_NETWORK_SECRET_H
#define FORESLICE_SHARE_NETWORK_SECRET_H

#include <array>
#include <cstddef>

namespace foreslice {

/// One rank draws it and gives it to the others over a channel that they
/// trust, that of MPI. Whoever has it may speak for any rank.
struct Secret {
  std::array<std::byte, 32> Bytes{};

  /// From the system's generator.
  static Secret random();
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_SECRET_H
