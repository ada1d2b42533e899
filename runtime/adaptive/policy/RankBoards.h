//===- RankBoards.h - notes between the ranks of a program ----------------===//
//
// Each rank has a board (SensorBoard.h) with the sensors, and the classes of
// files. The ranks of a node read each other's boards. On a node with messages
// (share/RemotePages.h), the first rank's board also holds the notes of other
// nodes. So ranks can compare classes, and rules over all ranks see all sensors
// (Madhyastha, Elford and Reed 1996, section 4.1.2 and figure 3), without MPI
// calls. A missed note costs time and never data.
//
// Ranks of a node are found among the processes started by one launcher.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_RANKBOARDS_H
#define FORESLICE_ADAPTIVE_POLICY_RANKBOARDS_H

#include "adaptive/policy/SensorBoard.h"
#include "storage/FileKey.h"
#include "support/Mutex.h"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace foreslice {

class RankBoards {
public:
  using ClassWords = SensorBoardLayout::ClassWords;
  /// Sends to one rank of each other node; must not block.
  using Tell = std::function<void(std::span<const std::byte>)>;

  RankBoards(int Rank, unsigned IntervalMs);

  /// The board of this process, made at the first call. Null if the system
  /// refuses.
  SensorBoard *own();
  /// Whether other ranks may have notes.
  bool hasOthers() const {
    return RanksOfNode > 1 || HasNodes.load(std::memory_order_relaxed);
  }

  /// Replaces this rank's note about a file. Removes the note if Says is
  /// nothing.
  void say(FileKey File, const std::optional<ClassWords> &Says);
  /// The notes of all ranks about the file, this rank included.
  std::vector<ClassWords> said(FileKey File);

  /// The sensors of this rank combined with recent samples of the other ranks:
  /// sums of counts and rates, means of times and ratios.
  SensorValues ofAll(const SensorValues &Here, uint64_t NowNs);

  /// From now on with other nodes.
  void connect(Tell Others);
  /// A message of another node. Any thread; anything may be in the message.
  void hear(std::span<const std::byte> Message);

private:
  struct Peer {
    pid_t Pid;
    std::unique_ptr<SensorBoard> Board;
  };
  void lookForPeers() FORESLICE_REQUIRES(M);
  SensorBoard *ownBoard() FORESLICE_REQUIRES(M);
  void put(FileKey File, int64_t Delta, const std::optional<ClassWords> &Says)
      FORESLICE_REQUIRES(M);
  void hearSensors(std::span<const std::byte> Message) FORESLICE_REQUIRES(M);

  const int Rank;
  const unsigned RanksOfNode;
  const unsigned IntervalMs;
  std::atomic<bool> HasNodes{false};
  Mutex M; ///< Also guards the classes and nodes of the own board.
  std::unique_ptr<SensorBoard> OwnBoard FORESLICE_GUARDED_BY(M);
  bool IsRefused FORESLICE_GUARDED_BY(M) = false;
  std::vector<Peer> Peers FORESLICE_GUARDED_BY(M);
  uint64_t NextLookNs FORESLICE_GUARDED_BY(M) = 0; ///< For peers.
  Tell Others FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_RANKBOARDS_H
