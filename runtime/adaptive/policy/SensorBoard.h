//===- SensorBoard.h - the sensors of a process, for the owner to see -----===//
//
// A memory file (memfd_create(2)) with the last sample, read by foreslice-top,
// and the policy in force, which foreslice-top may set. The other ranks of the
// node find there the classes of the process's files. The file has no name for
// others to open: the way is /proc/PID, open to processes of the user only. The
// file ends with the process, however the process ends.
//
// The owner may write anything to the file. Values read from the file are
// bounded.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_SENSORBOARD_H
#define FORESLICE_ADAPTIVE_POLICY_SENSORBOARD_H

#include "adaptive/policy/Sensors.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <sys/types.h>

namespace foreslice {

/// Contents of the memory file. Sizes never change within a version.
struct SensorBoardLayout {
  static constexpr uint64_t MagicNumber = 0x666f7265736c6963; // "foreslic"
  static constexpr uint32_t CurrentVersion = 2;
  static constexpr size_t TextBytes = 256;

  /// A text from one writer to one reader. Odd Turn: being written.
  struct Note {
    std::atomic<uint32_t> Turn;
    std::array<std::atomic<char>, TextBytes> Text;

    void write(std::string_view New);
    /// The text at some moment; nothing if the text is being written all the
    /// time.
    std::string read() const;
  };

  /// The note of a rank about accesses to a file; only ranks know the meaning
  /// of the numbers. The device is AnyDevice if the rank is on another node.
  static constexpr uint64_t AnyDevice = UINT64_MAX;
  using ClassWords = std::array<uint64_t, 6>;
  struct ClassSlot {
    std::atomic<uint64_t> Turn;          ///< Odd: being written.
    std::atomic<uint64_t> Device, Inode; ///< Inode 0: no note.
    std::atomic<int64_t> Rank;
    std::array<std::atomic<uint64_t>, std::tuple_size_v<ClassWords>> Words;
  };
  /// The sensors of another node.
  struct NodeSlot {
    std::atomic<uint64_t> Turn;    ///< Odd: being written; 0: none.
    std::atomic<uint64_t> HeardNs; ///< Of CLOCK_MONOTONIC.
    std::atomic<int64_t> Rank;     ///< The rank speaking for the node.
    std::array<std::atomic<double>, static_cast<size_t>(Sensor::Count)> Sum;
  };

  uint64_t Magic;
  uint32_t Version, SensorCount;
  int32_t Rank; ///< -1 if there are none.
  uint32_t IntervalMs;
  std::atomic<uint64_t> Samples;
  std::atomic<uint64_t> SampledNs; ///< Of CLOCK_MONOTONIC.
  std::array<std::atomic<double>, static_cast<size_t>(Sensor::Count)> Values;
  Note Policy; ///< In force. Author: the origin of the policy.
  Note Author;
  Note Asked;                        ///< Wanted by foreslice-top.
  std::atomic<uint32_t> ClassesUsed; ///< Slots used, at most.
  std::array<ClassSlot, 256> Classes;
  std::array<NodeSlot, 64> Nodes;
};

class SensorBoard {
public:
  SensorBoard(const SensorBoard &) = delete;
  SensorBoard &operator=(const SensorBoard &) = delete;
  ~SensorBoard();

  /// The board of this process. Null if the system refuses. The descriptor is
  /// in a table hidden from the program.
  static std::unique_ptr<SensorBoard> make(int Rank, unsigned IntervalMs);
  /// The board of another process. Null, and Why, if there is none for this
  /// user.
  static std::unique_ptr<SensorBoard> find(pid_t Pid, std::string &Why);

  SensorBoardLayout &operator*() const { return *Memory; }
  SensorBoardLayout *operator->() const { return Memory; }

private:
  explicit SensorBoard(SensorBoardLayout *Memory) : Memory(Memory) {}
  static std::unique_ptr<SensorBoard> open(const std::string &Path,
                                           std::string &Why);
  SensorBoardLayout *const Memory;
};

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_SENSORBOARD_H
