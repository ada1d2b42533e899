//===- AccessTraceReader.h - reads recorded accesses ----------------------===//
//
// Reads a file of AccessFormat.h. Trusts no byte of the file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_RECORDER_ACCESSTRACEREADER_H
#define FORESLICE_RECORDER_ACCESSTRACEREADER_H

#include "recorder/AccessFormat.h"

#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace foreslice {

struct TracedFile {
  uint64_t Device = 0, Inode = 0;
  std::string Path;
};

/// A program or a library.
struct TracedModule {
  std::string BuildId; ///< Bytes, not text.
  std::string Path;
};

struct TracedSite {
  uint64_t Module = 0, Offset = 0;
};

struct TracedAccess {
  access_format::Layer Wrapper;
  access_format::Operation Is;
  uint64_t File = 0, Site = 0; ///< Numbers of the chunk.
  uint32_t Thread = 0;
  int64_t Offset = 0;
  uint64_t Bytes = 0, Result = 0;
  uint64_t StartNs = 0; ///< Since 1970.
  uint64_t Ns = 0;
  bool Scattered = false;
  uint64_t Place = 0, Shift = 0, Span = 0, View = 0; ///< If Scattered.
  uint32_t Size = 0; ///< Size of the record in bytes.
};

struct TracedChunk {
  access_format::ChunkHeader Header;
  std::unordered_map<uint64_t, TracedFile> Files;
  std::unordered_map<uint64_t, TracedModule> Modules;
  std::unordered_map<uint64_t, TracedSite> Sites;
  std::vector<TracedAccess> Accesses;
};

/// The message names the file, the chunk and the byte.
class BadAccessTrace : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Whether Begin is the begin of a file of accesses.
bool isAccessTrace(std::span<const std::byte> Begin);

/// The chunks of a file with this name and content. Throws BadAccessTrace.
std::vector<TracedChunk> readAccessTrace(const std::string &Name,
                                         std::span<const std::byte> Content);

} // namespace foreslice

#endif // FORESLICE_RECORDER_ACCESSTRACEREADER_H
