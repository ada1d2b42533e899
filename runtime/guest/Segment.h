//===- Segment.h - what guests and their companion share ------------------===//
//
// foreslice-run makes a segment of shared memory and starts a companion, which
// learns and fetches. A guest, libforeslice_guest.so, lies in each process
// below: it writes into a ring what its process reads, and the companion says
// in a few words which descriptors it follows. Nothing in the segment is
// trusted by either side. A record that is lost costs some prefetching.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_GUEST_SEGMENT_H
#define FORESLICE_GUEST_SEGMENT_H

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace foreslice::guest {

/// Processes at a time; further ones are not told of.
constexpr uint32_t MostProcesses = 64;
/// A descriptor from this number on is not told of.
constexpr uint32_t MostDescriptors = 1024;
/// Records that wait for the companion. A power of two.
constexpr uint64_t RingSlots = 256;

/// The environment's name for the path of the segment.
constexpr const char *SegmentVariable = "FORESLICE_SEGMENT";
/// What that path leads to.
constexpr const char *SegmentLink = "/memfd:foreslice (deleted)";

enum class What : uint8_t {
  Read,     ///< Bytes at Offset.
  Stream,   ///< A stream of stdio is open, which reads unseen.
  File,     ///< The descriptor has a file open: Offset is its device, Bytes its
            ///< inode, Ticks its size. The path follows as text.
  Close,    ///< The descriptor is closed, or about to be. A stream has read to
            ///< Offset, if that is above 0.
  Remove,   ///< A file is removed: Offset is its device, Bytes its inode.
  Unmount,  ///< The file system with the device Offset is unmounted.
  Hint,     ///< Offset, Bytes, Ticks and Took are a hint's begin, bytes, stride
            ///< and count. The path follows as text.
  Withdraw, ///< The hints of the path that follows are withdrawn.
  Text,     ///< Bytes of a path, up to a zero.
};

struct alignas(64) Record {
  /// One more than the record's number in the ring, once it is written.
  std::atomic<uint64_t> Turn;
  What Is;
  uint8_t Unused[3];
  uint32_t Descriptor;
  uint32_t State; ///< Of that descriptor, as in Process.
  uint32_t Texts; ///< Records that follow and belong to this one.
  union {
    struct {
      int64_t Offset;
      uint64_t Bytes;
      uint64_t Ticks; ///< When the call began,
      uint64_t Took;  ///< and for how long, in ticks of the processor's clock.
    };
    char Text[40];
  };
};
static_assert(sizeof(Record) == 64);

/// Bits of a descriptor's state; above them is a number that grows whenever
/// the descriptor is closed.
constexpr uint32_t Told = 1;     ///< A record names the descriptor.
constexpr uint32_t Followed = 2; ///< The companion reads ahead for it.
constexpr uint32_t Ignored = 4;  ///< It is none of a regular file.
constexpr uint32_t Closings = 8; ///< One closing.

enum class Slot : uint32_t { Free, Claimed, Attached, Left };

/// What is known of a process with a guest, apart from what it tells: a forked
/// child that looks for a place touches no more than this.
struct Place {
  std::atomic<Slot> State;
  std::atomic<int32_t> Pid;
};

/// What a process with a guest tells.
struct Process {
  /// Whether all reads are to be told, also those that come from memory.
  std::atomic<uint32_t> Attention;
  alignas(64) std::atomic<uint64_t> Written; ///< Records so far.
  alignas(64) std::atomic<uint64_t> Taken;   ///< Of these by the companion.
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
  uint64_t Bytes; ///< Of the segment.

  /// Whether the companion has begun. Before, it has looked at no place.
  std::atomic<uint32_t> Begun;
  /// Whether the companion has any file open, or is about to. Set before a
  /// record is taken that may have the companion open one.
  std::atomic<uint32_t> OpenFiles;
  std::atomic<uint32_t>
      Bell; ///< Changes when somebody waits for the companion.
  /// Whether the companion looks seldom: who has waited for a read wakes it.
  std::atomic<uint32_t> Rests;
  /// Pages that the companion has fetched.
  std::atomic<uint64_t> PagesFetched;
  /// Whether who ends waits until what is told of it is written.
  std::atomic<uint32_t> AwaitsEnd;
  Place Places[MostProcesses];
  Process Processes[MostProcesses];
};

} // namespace foreslice::guest

#endif // FORESLICE_GUEST_SEGMENT_H
