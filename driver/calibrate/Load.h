//===- Load.h - the measured load -----------------------------------------===//
//
// The benchmark of Madhyastha, Elford and Reed 1996, section 5.4: processes
// read the interleaved blocks of a file, and compute between the reads for
// random times with a mean.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_CALIBRATE_LOAD_H
#define FORESLICE_DRIVER_CALIBRATE_LOAD_H

#include <cstdint>
#include <string>
#include <vector>

namespace foreslice {

struct Load {
  unsigned Readers = 1;
  uint64_t Block = 65536; ///< In bytes.
  unsigned ComputeUs = 0; ///< Mean, behind each read.
  unsigned Reads = 0;     ///< Of each reader.

  uint64_t bytes() const { return Block * Reads * Readers; }
  /// The arguments of one reader, for readLoad().
  std::vector<std::string> arguments(const std::string &File,
                                     unsigned Reader) const;
};

/// The work of a reader, in a separate process. Returns the exit status.
int readLoad(const std::vector<std::string> &Arguments);

} // namespace foreslice

#endif // FORESLICE_DRIVER_CALIBRATE_LOAD_H
