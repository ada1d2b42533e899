//===- RankBoards.h - what the ranks of a program say to each other -------===//
//
// Each rank has a board (SensorBoard.h) with its sensors and the classes of its
// files. The ranks of a node read each other's boards. The first rank of a node
// that has messages (share/RemotePages.h) keeps on its board what other nodes
// say. So classes are compared, and rules over all ranks see all sensors
// (Madhyastha, Elford and Reed 1996, section 4.1.2 and figure 3), without a
// call of MPI. What a rank misses costs time and never data.
//
// Ranks of a node are found among the processes that one launcher has started.
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
  /// To one rank of each other node; must not block.
  using Tell = std::function<void(std::span<const std::byte>)>;

  RankBoards(int Rank, unsigned IntervalMs);

  /// That of this process, made now if there is none. Null if the system
  /// refuses.
  SensorBoard *own();
  /// Whether other ranks may say something.
  bool hasOthers() const {
    return RanksOfNode > 1 || HasNodes.load(std::memory_order_relaxed);
  }

  /// This rank says something of a file, in place of what the rank has said
  /// before. No more if it says nothing.
  void say(FileKey File, const std::optional<ClassWords> &Says);
  /// What all ranks say of the file, this one, too.
  std::vector<ClassWords> said(FileKey File);

  /// The sensors of this rank together with those that the other ranks have
  /// sampled of late: sums of counts and rates, means of times and ratios.
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
  Mutex M; ///< Of the own board's classes and nodes, too.
  std::unique_ptr<SensorBoard> OwnBoard FORESLICE_GUARDED_BY(M);
  bool IsRefused FORESLICE_GUARDED_BY(M) = false;
  std::vector<Peer> Peers FORESLICE_GUARDED_BY(M);
  uint64_t NextLookNs FORESLICE_GUARDED_BY(M) = 0; ///< For peers.
  Tell Others FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_RANKBOARDS_H
