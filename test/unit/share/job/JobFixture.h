//===- JobFixture.h - ranks of several nodes in one process ---------------===//
//
// Each with a directory that the ranks of its node share, a messenger on
// 127.0.0.1 and a JobPages. All have one file open together, in its first
// generation.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_TEST_JOBFIXTURE_H
#define FORESLICE_TEST_JOBFIXTURE_H

#include "share/job/JobPages.h"
#include "share/network/RemoteFixture.h"
#include "share/node/SharedDirectory.h"

namespace foreslice::test {

constexpr uint64_t PageSize = SharedDirectory::PageSize;
/// Pages in a row that have the same home.
constexpr uint64_t Block = RemotePages::MostBytes / PageSize;
/// Of two or three ranks, rank N is the home of block N.
constexpr NodeDirectory::JobFileId TheFile = 6;

/// Pages that came from a rank, or Missing.
struct Copies {
  std::vector<uint32_t> Valid;
  Bytes Data;
  bool Waited = false;
  /// The first byte of a page, or 0.
  char of(size_t I) const {
    return Valid[I] == RemotePages::Missing
               ? 0
               : static_cast<char>(Data[I * PageSize]);
  }
};

/// As JobPages.cpp has them.
enum Message : uint8_t { LookMessage, GetMessage, WroteMessage, DropMessage };

struct HeldMessage {
  int From;
  Bytes Content;
  Reply To;
};

/// One of the job.
class JobRank {
public:
  JobRank(void *Memory, unsigned Process, const std::vector<int> &NodeOf,
          const Messenger::Config &C);

  std::vector<int> look(uint64_t First, uint64_t Count = 1, int Lost = -1,
                        uint64_t Generation = 1);
  int lookFor(uint64_t Page, int Lost = -1) { return look(Page, 1, Lost)[0]; }
  /// Whom to ask for a page, and the number of its home's answer.
  std::pair<int, uint64_t> numberedLook(uint64_t Page, int Lost = -1);
  std::future<Copies> startGet(int From, uint64_t First, uint64_t Count = 1,
                               uint64_t Generation = 1, uint64_t File = TheFile,
                               uint64_t Number = 0);
  Copies get(int From, uint64_t First, uint64_t Count = 1,
             uint64_t Generation = 1, uint64_t File = TheFile) {
    return startGet(From, First, Count, Generation, File).get();
  }
  void enter(uint64_t File, std::vector<int> Ranks);
  void renew(uint64_t Generation);

  /// From now on messages of that type are kept instead of handled.
  void hold(Message Type);
  /// Waits for one.
  bool holds();
  HeldMessage takeHeld();
  /// No longer: handles them.
  void letGo();

  /// Its frame with that number is to take a page.
  void claim(uint32_t Frame, uint64_t Page);
  void publish(uint32_t Frame, char Fill, uint32_t Valid = PageSize);
  void remove(uint32_t Frame) { Node.remove(Node.idOf(Frame)); }
  void load(uint32_t Frame, uint64_t Page, char Fill,
            uint32_t Valid = PageSize) {
    claim(Frame, Page);
    publish(Frame, Fill, Valid);
  }
  /// Looks for a page, which it is to read from storage, and has it.
  void fetch(uint32_t Frame, uint64_t Page, char Fill);
  /// Whether a process of its node would use the page.
  bool has(uint64_t Page) const {
    return bool(Node.findForOthers(Shared, Page, Since));
  }
  /// Writes that its node has heard of.
  uint64_t writesHeard() const { return Node.quietEpoch(Shared) - 1; }

  NodeDirectory Node;
  NodeDirectory::FileId Shared;
  uint64_t Since = 0;
  std::unique_ptr<Messenger> Net;
  JobPages Pages;

private:
  void handle(int From, uint8_t Type, std::span<const std::byte> Bytes,
              Reply To);

  std::mutex M; // guards the following
  std::optional<uint8_t> Holding;
  std::vector<HeldMessage> Held;
};

class JobRanks {
public:
  /// NodeOf says for each rank which node it is on.
  explicit JobRanks(
      std::vector<int> NodeOf, uint32_t FramesOfEach = 16,
      // Far off, so that load decides nothing.
      std::chrono::milliseconds Deadline = std::chrono::seconds(60));
  /// No message comes to a rank that is gone.
  ~JobRanks();

  JobRank &operator[](int Rank) { return *Ranks[static_cast<size_t>(Rank)]; }
  void kill(int Rank) { (*this)[Rank].Net.reset(); }
  int size() const { return static_cast<int>(Ranks.size()); }

private:
  std::vector<std::unique_ptr<SharedDirectory>> Nodes;
  std::vector<std::unique_ptr<JobRank>> Ranks;
};

} // namespace foreslice::test

#endif // FORESLICE_TEST_JOBFIXTURE_H
