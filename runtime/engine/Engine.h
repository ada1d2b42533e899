//===- Engine.h - the thread that fetches pages ---------------------------===//
//
// Takes requests from the queue as far as the scheme allows, merges neighbours
// into reads of up to 1 MiB, keeps up to IoDepth reads with the storage backend
// and publishes the pages of reads that come back.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ENGINE_ENGINE_H
#define FORESLICE_ENGINE_ENGINE_H

#include "engine/CacheState.h"
#include "storage/Descriptor.h"
#include "storage/Storage.h"

#include <optional>
#include <pthread.h>

namespace foreslice {

class Engine final : public ReadAsker {
public:
  Engine(CacheState &State, std::unique_ptr<Storage> Backend)
      : State(State), Backend(std::move(Backend)) {}
  /// Waits for the reads in flight. Not while the thread ends by endIdle().
  ~Engine();

  /// Takes the thread's descriptors; see Storage::prepare().
  void prepare() FORESLICE_REQUIRES(State.M);
  /// Starts the thread if there is none. False if there will be none.
  bool start() FORESLICE_REQUIRES(State.M);
  /// Ends the thread once there is nothing to do, unless start() is called
  /// before. Any thread.
  void endIdle() FORESLICE_EXCLUDES(State.M);
  /// Makes the engine look at the queue.
  void wake();
  /// A thread is to wait for a page that storage may have read already.
  void attend() FORESLICE_REQUIRES(State.M);
  bool pays() const { return Pays.load(std::memory_order_relaxed); }
  void measureAnew() FORESLICE_REQUIRES(State.M);
  /// Calls calls have gone by while prefetching does not pay: whether to fetch
  /// for the next call all the same.
  bool looksAgain(uint64_t Calls) FORESLICE_REQUIRES(State.M);
  /// A page to be read was in the operating system's memory.
  void notePageInMemory(FetchedFile &File) FORESLICE_REQUIRES(State.M);
  /// Whether reads of files that only storage has open work. Starts the engine,
  /// and waits until known or Cancel is true.
  bool readsByPath(const std::atomic<bool> &Cancel) FORESLICE_REQUIRES(State.M);
  /// Receives descriptors of files that only storage has open and nobody reads
  /// any more; wake() makes the engine look.
  const std::shared_ptr<GivenUpFiles> &givenUp() const { return GivenUp; }

private:
  /// The next step of a fetch, or the step in progress.
  enum class Stage {
    Look, ///< Asks a home which node has the pages, or shall have the pages.
    Get,  ///< Copies the pages from another node.
    Read, ///< From storage.
  };
  /// A read of neighbouring pages.
  struct Fetch : StorageRead {
    explicit Fetch(ReadAsker &A) { Asker = &A; }
    Stage Next = Stage::Read;
    std::shared_ptr<FetchedFile> File;
    std::shared_ptr<StoredFile> Handle; ///< Open for as long as the read.
    uint64_t FileTurn = 0;              ///< As of turnOf().
    uint64_t FirstPage = 0;
    uint64_t Begin = 0; ///< Of the bytes to be read, in the file.
    uint64_t WriteEpoch = 0, NodeEpoch = 0;
    uint64_t Got = 0; ///< Bytes read so far.
    /// Calls of the scheme's window that began with pages of this read.
    unsigned Calls = 0;
    unsigned Retries = 0; ///< Transient errors so far.
    uint64_t TotalNs = 0; ///< Service time so far.
    unsigned Depth = 1; ///< Reads in flight at the submission, with this read.
    unsigned Rests = 0; ///< Engine::Rests at the submission.
    std::vector<Slot> Slots;
    std::vector<iovec> Vector;
    std::vector<std::byte> Scratch; ///< Buffer of a ledger's reads.
    // Between nodes:
    PageRun Run{};           ///< The pages asked for.
    int From = 0;            ///< The rank that is asked, or that had no pages.
    unsigned Looks = 0;      ///< So far.
    std::vector<int> Owners; ///< The answer to Look, and to Get:
    std::vector<uint32_t> Valid;
    bool Waited = false; ///< Whether the other rank waited.
    uint64_t AskedNs = 0;

    uint64_t end() const { return FirstPage + Slots.size(); }
  };
  /// File is compared, and never followed: the file may be gone.
  struct CallOfFile {
    const FetchedFile *File = nullptr;
    LaneId Lane = 0;
    uint64_t Id = 0;
    bool operator==(const CallOfFile &) const = default;
  };
  enum class Progress { Complete, Failed, Again };

  static void *body(void *Self);
  void run();
  bool startBackend();
  bool begin();
  bool isIdle() FORESLICE_REQUIRES(State.M) FORESLICE_EXCLUDES(AnswersM);
  bool ends() FORESLICE_EXCLUDES(State.M);
  bool awaitWakers() const;
  EngineRest &rest();
  bool mayRest() FORESLICE_REQUIRES(State.M);
  void takeSmallerShare();
  void waitForStorage(std::vector<StorageRead *> &Done, bool Rest);
  Progress advance(Fetch &F);
  /// From a backend other than Backend.
  void readDone(StorageRead &Read) override;
  void settleRead(StorageRead &Read) FORESLICE_REQUIRES(State.M);
  void settle(Fetch &F, bool Ok) FORESLICE_REQUIRES(State.M);
  void settleKernel(Fetch &F) FORESLICE_REQUIRES(State.M);
  void settlePage(Fetch &F, Slot S, bool Ok, uint32_t Valid)
      FORESLICE_REQUIRES(State.M);
  void end(Fetch &F) FORESLICE_REQUIRES(State.M);
  void judge() FORESLICE_REQUIRES(State.M);
  bool isLaterAbsent() const FORESLICE_REQUIRES(State.M);
  void countInMemory(FetchedFile &File) FORESLICE_REQUIRES(State.M);
  void pick() FORESLICE_REQUIRES(State.M);
  RequestQueue::Take stop(Limit L);
  RequestQueue::Take take(const RequestQueue::Entry &E, size_t &Room)
      FORESLICE_REQUIRES(State.M);
  std::optional<RequestQueue::Take> takeKnown(const RequestQueue::Entry &E,
                                              size_t &Room)
      FORESLICE_REQUIRES(State.M);
  RequestQueue::Take fetch(const RequestQueue::Entry &E,
                           std::pair<Fetch *, Fetch *> Neighbours, size_t &Room)
      FORESLICE_REQUIRES(State.M);
  ByteRange bytesToFetch(const RequestQueue::Entry &E) const
      FORESLICE_REQUIRES(State.M);
  Scheme::Choice choose(const RequestQueue::Entry &E) const
      FORESLICE_REQUIRES(State.M);
  bool joins(uint64_t Index) const;
  bool blockIsBusy(const FetchedFile &File, uint64_t Index) const
      FORESLICE_REQUIRES(State.M);
  bool holdBack(const RequestQueue::Entry &E) FORESLICE_REQUIRES(State.M);
  std::pair<Fetch *, Fetch *> neighbours(const FetchedFile &File,
                                         uint64_t Index) const;
  void extendAll(size_t From) FORESLICE_REQUIRES(State.M);
  size_t roomOf(const Fetch &F) const FORESLICE_REQUIRES(State.M);
  void extend(Fetch &F) FORESLICE_REQUIRES(State.M);
  void extendInBlock(Fetch &F) FORESLICE_REQUIRES(State.M);
  size_t gapInBlock(const Fetch &F) const FORESLICE_REQUIRES(State.M);
  bool isWanted(const FetchedFile &File, uint64_t Index) const
      FORESLICE_REQUIRES(State.M);
  bool takeAlong(FetchedFile &File, uint64_t Index) FORESLICE_REQUIRES(State.M);
  Fetch &place(FetchedFile &File, uint64_t Index, Slot S, Fetch *Left,
               Fetch *Right) FORESLICE_REQUIRES(State.M);
  uint64_t turnOf(const FetchedFile &File);
  Fetch &newFetch(FetchedFile &File, uint64_t Index)
      FORESLICE_REQUIRES(State.M);
  uint64_t mostReadBytes() const;
  void prepare(Fetch &F) FORESLICE_REQUIRES(State.M);
  void submit();

  // Answers of other nodes, and reads that other backends have done.
  void answered(Fetch &F) FORESLICE_EXCLUDES(AnswersM);
  void takeAnswers() FORESLICE_REQUIRES(State.M) FORESLICE_EXCLUDES(AnswersM);

  // Between nodes.
  bool mayLookAgain(const Fetch &F) const FORESLICE_REQUIRES(State.M);
  void ask(Fetch &F);
  void divide(Fetch &F) FORESLICE_REQUIRES(State.M);
  void takeCopies(Fetch &F) FORESLICE_REQUIRES(State.M);
  void goOn(Fetch &F, Stage Next, int From) FORESLICE_REQUIRES(State.M);
  Fetch &cutOff(Fetch &F, size_t Pages) FORESLICE_REQUIRES(State.M);

  CacheState &State;
  std::unique_ptr<Storage> Backend;
  /// The backend, once ready for wake().
  std::atomic<Storage *> Running{nullptr};
  /// Threads that are about to wake Running.
  std::atomic<unsigned> Wakers{0};
  std::atomic<bool> Pays{true};
  const std::shared_ptr<GivenUpFiles> GivenUp =
      std::make_shared<GivenUpFiles>();
  enum class Life { NotStarted, Started, Refused };
  Life Is FORESLICE_GUARDED_BY(State.M) = Life::NotStarted;
  bool Stop FORESLICE_GUARDED_BY(State.M) = false;
  bool EndsIdle FORESLICE_GUARDED_BY(State.M) = false;
  bool HaveThread = false;
  pthread_t Thread{};

  // The engine thread's own.
  std::vector<std::unique_ptr<Fetch>> Fetches;
  std::vector<Fetch *> Idle;
  std::vector<Fetch *> ToSubmit; ///< To storage.
  std::vector<Fetch *> ToAsk;    ///< Other nodes.
  std::vector<Fetch *> Over;     ///< Become idle once the mutex is free.
  uint64_t FileTurns = 0;        ///< Given by turnOf() so far.
  unsigned WithBackend = 0;
  unsigned Counted = 0; ///< Reads of WithBackend in Statistics::ReadsInFlight.
  unsigned Rests = 0;   ///< So far.
  bool SharesLess = false;
  bool Settled = false; ///< Pages, in this turn.
  bool AnyCame = false; ///< A read has come back.
  /// Pages that wait for the end of another process's write, which the engine
  /// does not hear of.
  unsigned WrittenElsewhere = 0;
  bool LooksAgain = false; ///< After a short time, whatever happens.
  /// The page looked up last was not in the system's memory.
  bool LastIsAbsent = false;
  /// The limit that leaves no room in this turn, and the limit that ended the
  /// turn.
  Limit NoRoomBy = Limit::None, EndedBy = Limit::None;
  /// The call of the page fetched last in this turn.
  CallOfFile LastCall;
  /// The call of the page fetched last in any turn: tells begun calls.
  CallOfFile Begun;

  Mutex AnswersM;
  std::vector<Fetch *> Answers FORESLICE_GUARDED_BY(AnswersM);
};

} // namespace foreslice

#endif // FORESLICE_ENGINE_ENGINE_H
