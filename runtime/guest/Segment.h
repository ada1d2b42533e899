//===- Segment.h - memory shared by guests and their companion ------------===//
//
// foreslice-run makes a segment of shared memory and starts a companion, which
// learns and fetches. Each process below has a guest, libforeslice_guest.so:
// the guest writes the process's reads into a ring, and the companion answers
// in a few words which descriptors it follows. Neither side trusts the segment.
// A lost record costs some prefetching.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_GUEST_SEGMENT_H
#define FORESLICE_GUEST_SEGMENT_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace foreslice::guest {

/// Most processes at a time; further processes are not told of.
constexpr uint32_t MostProcesses = 64;
/// Descriptors from this number on are not told of.
constexpr uint32_t MostDescriptors = 1024;
/// Records of the ring. A power of two.
constexpr uint64_t RingSlots = 256;

/// The environment's name for the path of the segment.
constexpr const char *SegmentVariable = "FORESLICE_SEGMENT";
/// The target of the path.
constexpr const char *SegmentLink = "/memfd:foreslice (deleted)";

enum class What : uint8_t {
  Read, ///< Bytes at Offset.
  /// A stream of stdio is open, with unseen reads. Bytes is WholeStream if the
  /// process is likely to read the file to the end; what is before Offset is on
  /// its way then.
  Stream,
  /// The descriptor has a file open: Offset is the device, Bytes the inode,
  /// Ticks the size. The path follows as text.
  File,
  /// The descriptor is closed, or about to be. A stream has read to Offset, if
  /// above 0.
  Close,
  /// Bytes of the descriptor's file are mapped, at the address Offset. Took is
  /// 0 if the operating system has the bytes.
  Map,
  Remove,   ///< A file is removed: Offset is the device, Bytes the inode.
  Unmount,  ///< The file system with the device Offset is unmounted.
  Hint,     ///< Offset, Bytes, Ticks and Took are a hint's begin, bytes, stride
            ///< and count. The path follows as text.
  Withdraw, ///< The hints of the following path are withdrawn.
  Text,     ///< Bytes of a path, up to a zero.
};

struct alignas(64) Record {
  /// The record's number in the ring plus 1, once written.
  std::atomic<uint64_t> Turn;
  What Is;
  uint8_t Unused[3];
  uint32_t Descriptor;
  uint32_t State; ///< State of the descriptor, as in Process.
  uint32_t Texts; ///< Following records of text for this record.
  union {
    struct {
      int64_t Offset;
      uint64_t Bytes;
      uint64_t Ticks; ///< Begin of the call,
      uint64_t Took;  ///< and its time, in ticks of the processor's clock.
    };
    char Text[40];
  };
};
static_assert(sizeof(Record) == 64);

constexpr uint64_t WholeStream = 1;
/// A mapping of fewer bytes is likely to be read as a whole.
constexpr uint64_t LongMapped = 1 << 20;

/// Bits of a descriptor's state; above the bits is a number that grows at each
/// close of the descriptor.
constexpr uint32_t Told = 1; ///< A record names the descriptor.
/// The companion reads ahead for the descriptor.
constexpr uint32_t Followed = 2;
constexpr uint32_t Ignored = 4;  ///< Not a regular file.
constexpr uint32_t Closings = 8; ///< One closing.

enum class Slot : uint32_t { Free, Claimed, Attached, Left };

/// A process with a guest, without the told reads: a forked child that looks
/// for a place touches only places.
struct Place {
  std::atomic<Slot> State;
  std::atomic<int32_t> Pid;
};

/// The told reads of a process with a guest.
struct Process {
  /// Whether all reads are to be told, also reads from memory.
  std::atomic<uint32_t> Attention;
  alignas(64) std::atomic<uint64_t> Written; ///< Records so far.
  alignas(64)
      std::atomic<uint64_t> Taken; ///< Records that the companion has taken.
  std::atomic<uint32_t> Descriptors[MostDescriptors];
  Record Ring[RingSlots];

  /// For the next process.
  void clear() {
    Attention.store(0);
    Written.store(0);
    Taken.store(0);
    for (std::atomic<uint32_t> &D : Descriptors)
      D.store(0);
    for (Record &R : Ring)
      R.Turn.store(0);
  }
};

struct Segment {
  static constexpr uint64_t Expected = 0x31656369'6C736F66; // "fosl" "ice1"
  uint64_t Magic;
  uint64_t Bytes; ///< Size of the segment.

  /// The companion's process, once begun.
  std::atomic<int32_t> Companion;
  /// Whether the companion has begun. Before, it has looked at no place.
  std::atomic<uint32_t> Begun;
  /// Whether the companion has any file open, or is about to open a file. Set
  /// before a record is taken that may have the companion open a file.
  std::atomic<uint32_t> OpenFiles;
  std::atomic<uint32_t>
      Bell; ///< Changes when a process waits for the companion.
  /// Whether the companion looks seldom: a process that has waited for a read
  /// wakes the companion.
  std::atomic<uint32_t> Rests;
  /// Pages that the companion has fetched.
  std::atomic<uint64_t> PagesFetched;
  /// Whether an ending process waits until its statistics are written.
  std::atomic<uint32_t> AwaitsEnd;
  Place Places[MostProcesses];
  Process Processes[MostProcesses];
};

} // namespace foreslice::guest

#endif // FORESLICE_GUEST_SEGMENT_H
