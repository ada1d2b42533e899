//===- AccessChunk.h - a chunk of a file of accesses, for writing ---------===//
//
// The chunk lies in memory mapped from the file: written accesses survive the
// process. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_RECORDER_ACCESSCHUNK_H
#define FORESLICE_RECORDER_ACCESSCHUNK_H

#include "recorder/AccessFormat.h"
#include "storage/FileKey.h"
#include "support/FunctionRef.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace foreslice {

/// One access of the program.
struct RecordedAccess {
  access_format::Layer Wrapper;
  access_format::Operation Is;
  FileKey File;
  int64_t Offset;  ///< First byte in the file.
  uint64_t Bytes;  ///< Asked for by the call.
  uint64_t Result; ///< Read or written by the call.
  uint64_t StartNs, Ns;
  const void *Site; ///< The return address of the call; null if not known.
  /// For bytes that are not contiguous in the file.
  struct Scattering {
    uint64_t Place, Shift, Span, View;
  };
  const Scattering *Scattered = nullptr;
};

class AccessChunk {
public:
  /// Memory is ChunkBytes long, writable, and all zeros. The program is module
  /// 0.
  AccessChunk(std::byte *Memory, const access_format::ChunkHeader &Header,
              uint64_t NowNs);
  ~AccessChunk();
  AccessChunk(const AccessChunk &) = delete;
  AccessChunk &operator=(const AccessChunk &) = delete;

  /// Thread writes from here on.
  void setThread(uint32_t Thread);
  void setRank(int32_t Rank, int32_t Ranks);
  /// False if there is no room left: nothing was written. PathOf gives the path
  /// of the access's file.
  bool add(const RecordedAccess &A, FunctionRef<std::string()> PathOf);

private:
  class Writer;

  uint64_t fileNumber(Writer &W, FileKey File,
                      FunctionRef<std::string()> PathOf);
  uint64_t moduleNumber(Writer &W, const void *Module);
  uint64_t siteNumber(Writer &W, const void *Site);
  void commit(const Writer &W);

  std::byte *const Memory;
  size_t Used = 0; ///< Bytes of the payload.
  uint32_t Thread;
  uint64_t LastStartNs;
  int64_t LastEnd = 0;
  std::map<FileKey, uint64_t> Files;
  std::unordered_map<const void *, uint64_t> Modules, Sites;
};

} // namespace foreslice

#endif // FORESLICE_RECORDER_ACCESSCHUNK_H
