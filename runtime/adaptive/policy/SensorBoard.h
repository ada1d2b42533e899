//===- SensorBoard.h - the sensors of a process, for its owner to see -----===//
//
// A memory file (memfd_create(2)) with the last sample and the policy in force,
// in which foreslice-top finds the one and asks for the other. The other ranks
// of the node find there what classes the process's files have. The file has no
// name that others could open: the way to it is /proc/PID, which lets in the
// processes of the same user. It goes with the process, however that ends.
//
// The owner may write anything to it. What is read from it is bounded.
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

/// What lies in the memory file. Sizes never change while the version stays.
struct SensorBoardLayout {
  static constexpr uint64_t MagicNumber = 0x666f7265736c6963; // "foreslic"
  static constexpr uint32_t CurrentVersion = 2;
  static constexpr size_t TextBytes = 256;

  /// A text that one side writes and the other reads. Odd Turn: being written.
  struct Note {
    std::atomic<uint32_t> Turn;
    std::array<std::atomic<char>, TextBytes> Text;

    void write(std::string_view New);
    /// What it was at some moment; nothing if it is being written all the time.
    std::string read() const;
  };

  /// What a rank says of its accesses to a file; what the numbers mean is
  /// between the ranks. The device is AnyDevice if the rank is on another node.
  static constexpr uint64_t AnyDevice = UINT64_MAX;
  using ClassWords = std::array<uint64_t, 6>;
  struct ClassSlot {
    std::atomic<uint64_t> Turn;          ///< Odd: being written.
    std::atomic<uint64_t> Device, Inode; ///< Of inode 0 nothing is said.
    std::atomic<int64_t> Rank;
    std::array<std::atomic<uint64_t>, std::tuple_size_v<ClassWords>> Words;
  };
  /// The sensors of another node.
  struct NodeSlot {
    std::atomic<uint64_t> Turn;    ///< The same; 0: none.
    std::atomic<uint64_t> HeardNs; ///< Of CLOCK_MONOTONIC.
    std::atomic<int64_t> Rank;     ///< That speaks for the node.
    std::array<std::atomic<double>, static_cast<size_t>(Sensor::Count)> Sum;
  };

  uint64_t Magic;
  uint32_t Version, SensorCount;
  int32_t Rank; ///< -1 if there are none.
  uint32_t IntervalMs;
  std::atomic<uint64_t> Samples;
  std::atomic<uint64_t> SampledNs; ///< Of CLOCK_MONOTONIC.
  std::array<std::atomic<double>, static_cast<size_t>(Sensor::Count)> Values;
  Note Policy; ///< In force, and what has set it.
  Note Author;
  Note Asked;                        ///< By foreslice-top.
  std::atomic<uint32_t> ClassesUsed; ///< So many of the slots at most.
  std::array<ClassSlot, 256> Classes;
  std::array<NodeSlot, 64> Nodes;
};

class SensorBoard {
public:
  SensorBoard(const SensorBoard &) = delete;
  SensorBoard &operator=(const SensorBoard &) = delete;
  ~SensorBoard();

  /// Of this process. Null if the system refuses. The descriptor is in a table
  /// that the program does not see.
  static std::unique_ptr<SensorBoard> make(int Rank, unsigned IntervalMs);
  /// That of another process. Null, and Why, if there is none for this user.
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
