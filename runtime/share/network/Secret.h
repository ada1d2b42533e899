//===- Secret.h - the common secret of a job's ranks ----------------------===//

#ifndef FORESLICE_SHARE_NETWORK_SECRET_H
#define FORESLICE_SHARE_NETWORK_SECRET_H

#include <array>
#include <cstddef>

namespace foreslice {

/// One rank draws the secret and gives the secret to the others over a trusted
/// channel, MPI's. Whoever has the secret may speak for any rank.
struct Secret {
  std::array<std::byte, 32> Bytes{};

  /// From the system's generator.
  static Secret random();
};

} // namespace foreslice

#endif // FORESLICE_SHARE_NETWORK_SECRET_H
