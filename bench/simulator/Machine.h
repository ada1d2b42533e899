//===- Machine.h - nodes, network and storage of the simulation -----------===//
//
// Nodes and storage servers hang on one switch, each by a link of its own, with
// a bandwidth for each direction. SimGrid shares them among what goes over
// them.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIMULATOR_MACHINE_H
#define FORESLICE_SIMULATOR_MACHINE_H

#include "Options.h"
#include "Task.h"
#include "slowfs/ServiceModel.h"

#include <memory>
#include <queue>
#include <simgrid/s4u.hpp>
#include <unordered_map>

namespace foreslice::simulator {

/// A node, or a storage server.
struct Node {
  int Number = 0;
  simgrid::s4u::Host *Host = nullptr;
  simgrid::s4u::Mailbox *Box = nullptr;
  simgrid::s4u::Host *Cores = nullptr; ///< Whose cores its tasks work on.
  bool Dead = false; ///< It does nothing any more, and nothing comes to it.
  uint64_t Sent = 0; ///< Messages.
};

class Machine {
public:
  explicit Machine(const Options &O);
  Machine(const Machine &) = delete;
  Machine &operator=(const Machine &) = delete;

  /// The only one.
  static Machine &get();

  const Options &O;
  std::vector<std::unique_ptr<Node>> Nodes;

  /// Sends so many bytes from the running task's node; Arrive runs there when
  /// they have come, and must not wait.
  void send(Node &To, uint64_t Bytes, std::function<void()> Arrive);
  /// Reads of a file from storage for the running task's node; Done runs there.
  void read(uint64_t Offset, uint64_t Bytes, std::function<void()> Done);

  /// What storage has counted.
  uint64_t storageRequests() const { return Requests; }
  /// Pieces of pages that were read, and pages that were read at all.
  uint64_t pageReads() const { return PageReads; }
  uint64_t distinctPages() const { return ReadPages.size(); }
  uint64_t mostReadsOfAPage() const;

private:
  struct Answer {
    uint64_t At, Number; ///< When, and the order of those at the same time.
    Node *To;
    uint64_t Bytes;
    std::function<void()> Arrive;
    bool operator>(const Answer &Other) const {
      return std::pair(At, Number) > std::pair(Other.At, Other.Number);
    }
  };
  struct Server {
    Server(const slowfs::ServiceParameters &P) : Model(P) {}
    Node At;
    slowfs::ServiceModel Model;
    std::priority_queue<Answer, std::vector<Answer>, std::greater<>> Answers;
    Waiters Idle;
  };
  struct Piece {
    uint64_t Offset, Bytes; ///< As the server has them.
  };

  void place(Node &N, const std::string &Name, double Latency);
  void receive(Node &At);
  void answer(Server &S);
  void serve(Server &S, const std::vector<Piece> &Pieces, Node &For,
             std::function<void()> Arrive);
  void count(uint64_t Offset, uint64_t Bytes);

  simgrid::s4u::NetZone *Zone;
  std::vector<std::unique_ptr<Server>> Servers;
  uint64_t Requests = 0, PageReads = 0;
  std::unordered_map<uint64_t, uint32_t> ReadPages;
};

} // namespace foreslice::simulator

#endif // FORESLICE_SIMULATOR_MACHINE_H
