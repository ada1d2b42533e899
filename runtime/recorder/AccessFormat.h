//===- AccessFormat.h - the format of recorded accesses -------------------===//
//
// A file of accesses is a sequence of chunks of ChunkBytes. A chunk is written
// by one thread at a time, and can be read alone: the chunk defines all files
// and places in the code that its accesses name. Numbers in the header are
// little-endian; numbers in the payload are LEB128, signed numbers after
// zigzag. docs/access-trace.md describes the format for other programs.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_RECORDER_ACCESSFORMAT_H
#define FORESLICE_RECORDER_ACCESSFORMAT_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace foreslice::access_format {

constexpr size_t ChunkBytes = size_t(64) << 10;
constexpr std::array<char, 8> Magic = {'F', 'S', 'A', 'C', 'C', 'E', 'S', '1'};

/// At the start of each chunk.
struct ChunkHeader {
  std::array<char, 8> Magic;
  uint32_t Used;  ///< Bytes of the payload that are whole records.
  uint32_t Chunk; ///< The number of the chunk in the process, from 0.
  int32_t Rank;   ///< In MPI_COMM_WORLD; -1 without a rank, or not yet.
  int32_t Ranks;  ///< Size of MPI_COMM_WORLD; 0 without, or not yet.
  uint32_t Process;
  uint32_t Thread;    ///< The first writing thread.
  uint64_t BeganAtNs; ///< Since 1970; base of the times of the chunk.
  /// Accesses of the process that could not be recorded before the chunk's
  /// begin.
  uint64_t Lost;
  uint64_t Reserved;
};
static_assert(sizeof(ChunkHeader) == 56);

/// The first byte of a record.
enum class Record : uint8_t {
  End = 0,    ///< No record follows.
  File = 1,   ///< Number, device, inode, path.
  Module = 2, ///< Number, build id, path. 0 is the program.
  Site = 3,   ///< Number, module, offset of the return address in the module.
  Thread = 4, ///< The writing thread of the records from here on.
  Access = 16 ///< And above: see AccessKind.
};

/// The functions through which the program accesses the file.
enum class Layer : uint8_t { Posix, Stdio, MpiIo, MpiIoCollective };
enum class Operation : uint8_t { Read, Write, Open, Close, Map };

/// The first byte of an access: Record::Access, layer, operation; and Scattered
/// if the bytes are not contiguous in the file.
constexpr unsigned OperationsPerLayer = 16;
constexpr uint8_t Scattered = 0x80;
constexpr uint8_t accessKind(Layer L, Operation O) {
  return static_cast<uint8_t>(static_cast<unsigned>(Record::Access) +
                              static_cast<unsigned>(L) * OperationsPerLayer +
                              static_cast<unsigned>(O));
}

// After the kind, an access has:
//   file     number
//   site     number; 0 is unknown, and not defined
//   offset   of the first byte in the file, signed, less the end of the
//            chunk's access before
//   bytes    asked for by the call
//   result   bytes read or written, signed, less the bytes asked for
//   start    in ns, signed, less the start of the access before (the first:
//            since BeganAtNs)
//   time     of the call, in ns
// and, if it is Scattered:
//   place    in bytes of the stream of the file's view
//   shift    the displacement of the view, in bytes
//   span     bytes from the first to the last in the file
//   view     a number for each view

/// Paths are cut to MostPath bytes.
constexpr size_t MostPath = 4096;
constexpr size_t MostBuildId = 64;

constexpr uint64_t zigzag(int64_t Value) {
  return static_cast<uint64_t>(Value) << 1 ^ static_cast<uint64_t>(Value >> 63);
}
constexpr int64_t unzigzag(uint64_t Value) {
  return static_cast<int64_t>(Value >> 1) ^ -static_cast<int64_t>(Value & 1);
}

} // namespace foreslice::access_format

#endif // FORESLICE_RECORDER_ACCESSFORMAT_H
