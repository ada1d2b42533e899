//===- Posting.h - the sources' face of the cache -------------------------===//
//
// Sources post pages for calls that are still to come, and wait for data that
// the source needs. Nothing here serves a read of the program.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_POSTING_H
#define FORESLICE_CACHE_POSTING_H

#include "cache/PageView.h"
#include "layout/PageGrid.h"
#include "pages/Lane.h"
#include "scheme/Budget.h"
#include "storage/Delivery.h"
#include "storage/FileKey.h"
#include "support/Settings.h"

#include <atomic>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace foreslice {

class CachedFile;
class Deliveries;
struct DeliveryCache;

/// A page that a source has posted, and the call that reads the page.
struct PostedPage {
  uint64_t Page, Call;
};

enum class PostResult {
  Accepted,
  Behind, ///< The main thread has come to the call: the source should catch up.
  Cancelled, ///< *Cancel became true while waiting for room in the queue.
  Full,      ///< There is no room in the queue, and Room is Leave.
};
/// Whether a source waits for room in the queue.
enum class Room { Wait, Leave };

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
  friend class Posting;
  PageView View;
  DeliveryCache *Cache = nullptr;
  uint32_t Pinned = 0;
  std::vector<std::byte> Copy;
};

class Posting {
public:
  explicit Posting(Deliveries &All) : All(All) {}
  PageGrid grid() const;

  // Lanes ---------------------------------------------------------------------

  /// A lane for one more source. MostLanes at most; an error beyond.
  LaneId addLane(const char *Name);
  /// The lane's source knows no more: drops the lane's queued requests. Pages
  /// stay. The main thread's calls count from 0 again where the source says so
  /// (CallPositions::restart).
  void endLane(LaneId Lane);

  // What is worth posting -----------------------------------------------------

  /// Sources ask before working out the pages of a call. While prefetching does
  /// not pay, only one call in 64 is wanted, and one after each millisecond, to
  /// notice a change. After much waste no call is wanted before a rest is over
  /// (Worth).
  bool wanted(const CachedFile &File);
  /// False while measurements say that prefetching does not pay: storage
  /// answers as fast as memory, or pages are evicted before use. Requests are
  /// then dropped, but for one page in 64, to see whether storage is still as
  /// fast.
  bool pays();
  /// pays() for one file.
  bool pays(const CachedFile &File);
  /// Forgets the measurements of pays(): true until proved otherwise again. For
  /// a caller that launches nothing while pays() is false, and wants to try
  /// again now and then.
  void measureAnew();
  /// Room in pages.
  size_t frames();
  /// Most pages of the file that may be fetched ahead.
  size_t mostAhead(const CachedFile &File);
  /// The budget of a source for the file, by the source's sureness, from 0 to
  /// 1, and by the reads that the source has asked for.
  Budget::OfSource budget(const CachedFile &File, double Sureness,
                          size_t Asked = 0);
  /// Chooses the scheme for the following requests, unless
  /// CacheControl::steer() has.
  void setScheme(SchemeKind Scheme);
  /// The classes of files ask for Pages pages of the pool; SIZE_MAX for all.
  void limitForClasses(size_t Pages);

  // Requests ------------------------------------------------------------------

  /// Posts the pages of one call (ascending, each at most once). With
  /// Room::Wait, blocks while the queue is full; CacheControl::wakeSources()
  /// makes the call look at Cancel.
  PostResult prefetch(CachedFile &File, LaneCall Call,
                      std::span<const PagePart> Pages,
                      const std::atomic<bool> &Cancel, Room When = Room::Wait);
  /// The calls will not read the Posted pages after all: queued requests are
  /// dropped, and loaded pages make room for pages fetched ahead. A loaded page
  /// stays as long as nothing else needs the frame.
  void takeBack(CachedFile &File, LaneId Lane,
                std::span<const PostedPage> Posted);
  /// The main thread will write these bytes in the call, as far as the source
  /// knows. Requests of the lane's later calls for the bytes are parked until
  /// the main thread is past Call, and nobody waits for them but await().
  /// endLane() forgets the write.
  void expectWrite(CachedFile &File, LaneCall Call, ByteRange Written,
                   const std::atomic<bool> &Cancel);
  /// Whether the main thread will write at Begin or behind before the call, as
  /// far as sources know.
  bool willGrow(CachedFile &File, LaneCall Call, uint64_t Begin);
  /// True if only the operating system caches the page: posting would only take
  /// time, and need not park. Counts the page as resident.
  bool isInMemory(CachedFile &File, LaneCall Call, const PagePart &Part);

  // Dependent reads -----------------------------------------------------------

  /// Waits for a page that the source has posted. No data if the page does not
  /// come: the page is in memory, or cannot be read, the main thread has passed
  /// the call, or Cancel became true (CacheControl::wakeSources() makes the
  /// call look), or it is EndNs by nowNs().
  Awaited await(CachedFile &File, LaneCall Call, const PagePart &Part,
                const std::atomic<bool> &Cancel, uint64_t EndNs = UINT64_MAX);
  /// Whether await would wait.
  bool isComing(CachedFile &File, LaneCall Call, const PagePart &Part);

  // Files opened ahead --------------------------------------------------------

  /// A source opens a file before the program does, by PathFd (O_PATH,
  /// close-on-exec), which is taken over. Null if the file is open, if storage
  /// cannot read by path, or if the operating system keeps no pages of the
  /// device: Coherence::open() drops fetched pages, since nobody can tell
  /// whether the file has changed till then, and the program finds the data in
  /// the memory of the operating system. Waits for the engine's start;
  /// CacheControl::wakeSources() makes the call look at Cancel. Before
  /// CacheControl::share() only by Delivery::Kernel or Early. What was fetched
  /// by Early is then taken over.
  std::shared_ptr<CachedFile>
  openAhead(FileKey K, int PathFd, const std::string &Path, uint64_t BlockSize,
            const std::atomic<bool> &Cancel, Delivery How = Delivery::Pool);

private:
  Deliveries &All;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_POSTING_H
