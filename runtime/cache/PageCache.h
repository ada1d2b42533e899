//===- PageCache.h - the page pool and its engine -------------------------===//
//
// One per process. Prefetch requests come in from sources (the prefetch
// thread), the engine thread reads their pages deep, sorted and merged, and
// the main thread's demand reads find them. Never blocks the main thread for
// anything but a page that is already on its way. Knows pages of files (device
// and inode), nothing of MPI.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_PAGECACHE_H
#define FORESLICE_CACHE_PAGECACHE_H

#include "cache/Posting.h"
#include "layout/PageGrid.h"
#include "pages/Lane.h"
#include "storage/Delivery.h"
#include "storage/FileKey.h"
#include "support/Mutex.h"
#include "support/Settings.h"
#include "support/Statistics.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace foreslice {

class CachedFile;
struct DeliveryCache;
class NodeDirectory;
class RemotePages;
class Storage; // by which descriptors are read, and where the engine waits
class StoredFile;

/// A page that the main thread may copy from until the Demand that pinned it
/// dies. Data is null when the page is not cached.
struct PageView {
  const std::byte *Data = nullptr;
  /// Bytes that the file had in this page when it was fetched; less than the
  /// page size only at end of file.
  uint32_t Valid = 0;
};

class PageCache {
public:
  /// Starts no thread until the first prefetch, and maps no memory until then
  /// or populate(). Files of kernel delivery have a ledger and an engine of
  /// their own, which reads by ForKernel.
  PageCache(const Settings &S, std::unique_ptr<Storage> Backend,
            std::unique_ptr<Storage> ForKernel = nullptr);
  ~PageCache();
  /// Takes the descriptors that storage is read by, before the first file is
  /// opened; see Storage::prepare().
  void prepare();
  PageGrid grid() const;
  /// Pages that there is room for.
  size_t frames() const;
  /// Pages that were fetched ahead and that the main thread has not come to,
  /// those on their way included.
  size_t content() const;
  /// Pages of the file that may be fetched ahead at most.
  size_t mostAhead(const CachedFile &File) const;
  /// Nothing is gained by fetching pages that are farther ahead; SIZE_MAX if
  /// that is not known.
  size_t horizon(const CachedFile &File) const;
  /// Shares pages with the other processes of Node from now on. Once, before
  /// the first file is opened; Node has frames() for this process, and is never
  /// destroyed.
  void share(NodeDirectory &Node);
  /// Fetches pages from other nodes, too, from now on. After share(), before
  /// the first file is opened; Others is never destroyed.
  void connect(RemotePages &Others);

  /// Has the system provide the memory that the first pages are read into, up
  /// to 2 MiB, so that they need not wait for it. After share(), if that is
  /// called.
  void populate();

  /// Registers one more handle on a file, which reads by Handle; drops what
  /// was cached of the file. The handle of a file that a
  /// source has opened ahead becomes the program's. BlockSize is what storage
  /// has in one place, so that it is best read at once, in bytes (st_blksize);
  /// up to the page size it says nothing. The delivery of a file that is open
  /// already stays.
  std::shared_ptr<CachedFile>
  open(FileKey K, std::shared_ptr<StoredFile> Handle, const std::string &Path,
       uint64_t BlockSize = 0, Delivery By = Delivery::Pool);
  /// A source opens a file before the program does, by PathFd (O_PATH,
  /// close-on- exec), which is taken over. Null, and Why if that is news, if
  /// the file is open, or if its pages would be of no use: what is fetched is
  /// dropped by open(), since nobody can tell whether the file has been
  /// changed till then, and the program finds it in the operating system's
  /// memory. Waits for the engine's start; wakeSources() makes it look at
  /// Cancel. Before share() only by Delivery::Kernel.
  std::shared_ptr<CachedFile>
  openAhead(FileKey K, int PathFd, const std::string &Path, uint64_t BlockSize,
            const std::atomic<bool> &Cancel, Delivery By = Delivery::Pool);
  /// False once the operating system has kept nothing of what was fetched ahead
  /// of a file on this one's device: none of them is opened ahead any more.
  bool isKept(const CachedFile &File) const;
  /// Gives up a file that was opened ahead, unless the program has opened it
  /// since: then the handle is the program's. Any thread.
  void closeAhead(const std::shared_ptr<CachedFile> &File);
  /// Waits until the process has no file open for the cache's sake that the
  /// program has not open, for at most MostNs. Sources have closed theirs.
  static bool letGo(uint64_t MostNs);
  /// The same of the files that were closed with a read in flight.
  static bool finishReads(uint64_t MostNs);
  /// The main thread has read these pages, which were not cached: whether all
  /// of them were fetched ahead of open(), and not read before.
  bool wereLeftToSystem(CachedFile &File, std::span<const PagePart> Pages);
  /// Ranks of several nodes have opened the file, and know it by this number.
  /// On all of them before renewJob() on any.
  void enterJob(CachedFile &File, uint64_t Job, std::vector<int> Ranks);
  /// All of them have opened it, or have then made it current again: since the
  /// call before, which began the last generation, none has come to its end.
  void renewJob(CachedFile &File, uint64_t Job, uint64_t Generation);
  void leaveJob(CachedFile &File, uint64_t Job);
  /// Drops the file's queued requests, and its pages unless other processes of
  /// the node have it open; waits for no read in flight. After the last close,
  /// the process has no descriptor of the cache's on the file any more. For a
  /// file that the program has opened, only while it closes that.
  void close(const std::shared_ptr<CachedFile> &File);

  // Sources (the prefetch thread) ------------------------------------------

  using PostResult = foreslice::PostResult;
  using Room = foreslice::Room;
  /// A lane for one more source. MostLanes at most; an error beyond.
  LaneId addLane(const char *Name);
  /// Sources ask before they work out the pages of a call. While prefetching
  /// does not pay only one call in 64 is wanted, and one after each
  /// millisecond, to notice when that changes. After much waste no call is
  /// wanted before a rest is over (Worth).
  bool wanted(const CachedFile &File);
  /// Posts the pages of one call (ascending, each at most once). With
  /// Room::Wait, blocks while the queue is full; wakeSources() makes it look at
  /// *Cancel.
  PostResult prefetch(CachedFile &File, LaneCall Call,
                      std::span<const PagePart> Pages,
                      const std::atomic<bool> &Cancel, Room When = Room::Wait);
  /// The calls will not read the pages after all, which were posted: what is
  /// queued for them is dropped, and what has come makes room for what is
  /// fetched ahead. Such a page stays as long as nothing else needs its frame.
  void takeBack(CachedFile &File, LaneId Lane,
                std::span<const PostedPage> Posted);
  /// The main thread will write these bytes in the call, as far as the source
  /// knows. What later calls of the lane ask for of them is not fetched before
  /// the main thread is past that call; it is parked, and nobody waits for it
  /// but await(). endLane() forgets it.
  void expectWrite(CachedFile &File, LaneCall Call, ByteRange Written,
                   const std::atomic<bool> &Cancel);
  /// Whether the main thread will write at Begin or behind before the call, as
  /// far as sources know.
  bool willGrow(CachedFile &File, LaneCall Call, uint64_t Begin);
  void wakeSources();
  /// Ends the cache's threads once they have nothing to do; the next prefetch
  /// starts them anew. Any thread.
  void endIdle();

  /// A page pinned for a dependent read, or a copy of another process's.
  /// Move-only; unpins when destroyed.
  class Awaited {
  public:
    Awaited() = default;
    Awaited(Awaited &&Other) noexcept { *this = std::move(Other); }
    Awaited &operator=(Awaited &&Other) noexcept;
    ~Awaited();
    const PageView &page() const { return View; }

  private:
    friend class PageCache;
    PageView View;
    DeliveryCache *Cache = nullptr;
    uint32_t Pinned = 0;
    std::vector<std::byte> Copy;
  };
  /// Waits for a page that the source has posted. No data if it does not come:
  /// it is in memory, cannot be read, the main thread has passed the call, or
  /// *Cancel became true, which wakeSources() makes it look at.
  Awaited await(CachedFile &File, LaneCall Call, const PagePart &Part,
                const std::atomic<bool> &Cancel);
  /// Whether await would wait.
  bool isComing(CachedFile &File, LaneCall Call, const PagePart &Part);
  /// True if the page is not cached here but by the operating system, so that
  /// posting it would only take time, and need not be parked. Counts it as
  /// such.
  bool isInMemory(CachedFile &File, LaneCall Call, const PagePart &Part);
  /// Reads past the cache; gives the number of bytes, less than asked for at
  /// the end of the file and on an error, and nothing after the last close.
  std::optional<uint64_t> readPlainly(CachedFile &File, uint64_t Offset,
                                      std::span<std::byte> To);

  /// Counts pages as used that other processes have read, in files closed here,
  /// too. For the end of the program.
  void noteUsesByOthers();
  /// The lane's source knows no more: drops the requests of its that are still
  /// queued. Pages stay. The main thread's calls count from 0 again where the
  /// source says so (CallPositions::restart).
  void endLane(LaneId Lane);
  /// Chooses the scheme for the following requests, unless steer() has.
  void setScheme(SchemeKind Scheme);
  SchemeKind scheme() const;
  /// What may be set while the program runs, in place of what was chosen.
  struct Steered {
    std::optional<SchemeKind> Scheme = {}; ///< Beats setScheme().
    size_t MostAhead = SIZE_MAX;           ///< Pages ahead of the main thread.
    unsigned PoolPercent = 100; ///< Of the pool that is filled at most.
    bool Caching = true; ///< False: nothing is fetched and nothing looked up.
    bool operator==(const Steered &) const = default;
  };
  /// From now on, on any thread.
  void steer(const Steered &By);
  /// The classes of files ask for so many pages of the pool; SIZE_MAX for all.
  void limitForClasses(size_t Pages);
  /// Pages that the pool is filled with at most.
  size_t mostFilled() const;
  /// False while what was measured says that prefetching does not pay: storage
  /// answers as fast as memory, or pages are evicted before use.
  /// While it is false, requests are dropped but for one page of 64 that shows
  /// whether storage is still as fast.
  bool pays() const;
  /// The same for one file.
  bool pays(const CachedFile &File) const;
  /// Forgets what pays() was judged by: it is true until proved otherwise
  /// again. For a caller that launches nothing while pays() is false, and wants
  /// to try again now and then.
  void measureAnew();

  // Main thread ---------------------------------------------------------------

  /// Pages pinned for one demand read. Move-only; unpins when destroyed.
  class Demand {
  public:
    Demand() = default;
    Demand(Demand &&) noexcept;
    Demand &operator=(Demand &&) noexcept;
    ~Demand();
    /// In the order of the parts asked for, of which the bytes may be used.
    std::span<const PageView> pages() const;
    /// Whether all that was copied from pages() was of these pages: those of
    /// other processes may go meanwhile. If not, it may be anything.
    bool stillThere() const;
    /// Pages that were there or on their way when they were asked for, and
    /// came.
    size_t hits() const;
    /// All of them were there at once.
    bool ready() const;
    /// After markUsed(): some have been used for the first time.
    bool fetchedForIt() const;
    /// Whether demandDone() is to follow.
    bool needy() const;
    /// Counts the pages as used by the main thread, and unpins them: pages()
    /// has no more data. Without it the pages go back as if nobody had looked.
    void markUsed();

  private:
    friend class PageCache;
    struct Impl;
    std::unique_ptr<Impl> P;
  };
  /// A demand read that the program makes itself, of a file of kernel delivery:
  /// from pass() to over(), which the destructor calls otherwise. Move-only.
  class Passage {
  public:
    Passage();
    Passage(Passage &&) noexcept;
    Passage &operator=(Passage &&) noexcept;
    ~Passage();
    /// All of its pages were in the operating system's memory.
    bool ready() const;
    /// They were there, or on their way.
    bool found() const;
    /// They were there, and, after over(), some of them had been fetched for
    /// it.
    bool fetchedForIt() const;
    /// The read is over, or has only been started.
    void over(bool OnlyStarted = false);

  private:
    friend class PageCache;
    struct Impl;
    std::unique_ptr<Impl> P;
  };
  /// The main thread is about to read Pages, which stay the caller's till
  /// over(). Requests still queued for what is missing are withdrawn, and a
  /// preemptive scheme holds back. Waits for nothing.
  Passage pass(CachedFile &File, std::span<const PagePart> Pages);
  /// The main thread reads a file that is not open here.
  void readsElsewhere() {
    if (!OtherReads.load(std::memory_order_relaxed))
      OtherReads.store(true, std::memory_order_relaxed);
  }

  /// How many of Pages are cached or on their way. Waits for nothing, counts
  /// nothing.
  size_t probe(CachedFile &File, std::span<const PagePart> Pages) const;
  /// Pins those of Pages that are cached, waiting for those on their way. The
  /// rest counts as missed; requests still queued for them are withdrawn. Of
  /// the missed, those are read here and now that sources or other processes
  /// will ask for, too.
  /// Raises the engine's demand flag until demandDone() if anything was missing
  /// so that a preemptive scheme holds back: needy() says so.
  Demand demand(CachedFile &File, std::span<const PagePart> Pages);
  void demandDone();
  /// The main thread begins to wait for other processes at a synchronisation
  /// point, or goes on.
  void meets();
  void goesOn();
  /// For a read that must not wait: pins all of Pages, or, unless every one is
  /// there, none. They count as missed then, but for those on their way, and
  /// requests still queued for them are withdrawn.
  Demand demandReady(CachedFile &File, std::span<const PagePart> Pages);

  /// A write of this process starts: for all processes of the node, pages that
  /// lie in the range are dropped, and of those that it ends in the bytes are
  /// not used any more, reads in flight included; no page that overlaps is read
  /// until endWrite with the same range. Pages dropped that calls are still to
  /// come for are then fetched anew.
  void beginWrite(CachedFile &File, ByteRange Written);
  /// Blocks till other nodes use no copies of it. Those need not be told who
  /// know the file by the number ByAll: all of them write and begin a
  /// generation before anything is fetched.
  void endWrite(CachedFile &File, ByteRange Written, uint64_t ByAll = 0);
  /// Whether other processes of the node find what is fetched of the file.
  bool isShared(CachedFile &File) const;
  /// The file may change until endHold: nothing is read, and what is read
  /// before the end is no use to this process. Others go by their own holds.
  void beginHold(CachedFile &File);
  void endHold(CachedFile &File);
  /// Drops all pages of the file, for this process; reads in flight are
  /// discarded. The same.
  void invalidate(CachedFile &File);

private:
  void ended(CachedFile &File, ByteRange Written, bool Hold);
  void useScheme(SchemeKind Scheme);
  DeliveryCache &of(const CachedFile &File) const;
  DeliveryCache &of(FileKey Key, Delivery By);
  DeliveryCache &kernel();
  /// The deliveries that have been used.
  template <class Fn> void forBoth(Fn F) const {
    F(*P);
    if (DeliveryCache *Kernel = K.load(std::memory_order_acquire))
      F(*Kernel);
  }

  const Settings Given;
  Mutex SteeringM; ///< Before any other of the cache.
  SchemeKind AskedScheme FORESLICE_GUARDED_BY(SteeringM) = Given.Scheme;
  std::optional<SchemeKind> HeldScheme FORESLICE_GUARDED_BY(SteeringM);
  std::unique_ptr<DeliveryCache> P;
  Mutex KernelMaking;
  std::unique_ptr<Storage>
      ForKernel FORESLICE_GUARDED_BY(KernelMaking); ///< Until there is K.
  std::unique_ptr<DeliveryCache> OfKernel FORESLICE_GUARDED_BY(KernelMaking);
  std::atomic<DeliveryCache *> K{nullptr};
  std::atomic<bool> OtherReads{false}; ///< Since the last pass().
};

} // namespace foreslice

#endif // FORESLICE_CACHE_PAGECACHE_H
