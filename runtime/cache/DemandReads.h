//===- DemandReads.h - the program's reads for the cache ------------------===//
//
// The main thread looks its reads up, and waits only for pages already on their
// way. Nothing here posts a request.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_DEMANDREADS_H
#define FORESLICE_CACHE_DEMANDREADS_H

#include "cache/PageView.h"
#include "layout/PageGrid.h"
#include "pages/WrittenPages.h"

#include <atomic>
#include <memory>
#include <span>

namespace foreslice {

class CachedFile;
class Deliveries;
class ReadPlan;

/// Pages pinned for one demand read. Move-only; the destructor ends the read
/// and unpins.
class Demand {
public:
  Demand();
  Demand(Demand &&) noexcept;
  Demand &operator=(Demand &&) noexcept;
  ~Demand();
  /// In the order of the parts asked for; only the bytes of the parts may be
  /// used.
  std::span<const PageView> pages() const;
  /// Whether all copies from pages() were of the right pages: pages of other
  /// processes may go meanwhile. If not, the copies may be anything.
  bool stillThere() const;
  /// Whether any page has data.
  bool any() const;
  /// Pages that were there or on their way when looked up, and came.
  size_t hits() const;
  /// Whether all pages were there at once.
  bool ready() const;
  /// After markUsed(): whether some pages were used for the first time.
  bool fetchedForIt() const;
  /// Whether pages are missing: a preemptive scheme holds back until over().
  bool needy() const;
  /// Counts the pages as used by the main thread, and unpins the pages: pages()
  /// has no more data. Without markUsed(), the pages go back as if nobody had
  /// looked.
  void markUsed();
  /// The read is over.
  void over() { end(/*Unpins=*/false); }

private:
  friend class DemandReads;
  void end(bool Unpins);
  struct Impl;
  std::unique_ptr<Impl> P;
};

/// A demand read that the program makes itself, of a file of kernel delivery:
/// from readsItself() to over(), by the destructor at the latest. Move-only.
class SystemRead {
public:
  SystemRead();
  SystemRead(SystemRead &&) noexcept;
  SystemRead &operator=(SystemRead &&) noexcept;
  ~SystemRead();
  /// Whether all pages were in the operating system's memory.
  bool ready() const;
  /// Whether all pages were there, or on their way.
  bool found() const;
  /// Whether all pages were there, and, after over(), some had been fetched for
  /// the read.
  bool fetchedForIt() const;
  /// The read is over, or has only been started.
  void over(bool OnlyStarted = false);

private:
  friend class DemandReads;
  struct Impl;
  std::unique_ptr<Impl> P;
};

class DemandReads {
public:
  explicit DemandReads(Deliveries &All);
  PageGrid grid() const;
  /// Whether reads of the file are worth a look: Posting::pays().
  bool pays(const CachedFile &File);

  /// Whether there are copies of what the program has written, to any file.
  bool keepsWritten() const {
    return WrittenCount.load(std::memory_order_relaxed) != 0;
  }
  /// To this file.
  static bool keepsWritten(const CachedFile &File);
  /// Whether all bytes of the read are such copies, for a reader as
  /// WrittenPages says.
  bool areWritten(CachedFile &File, const ReadPlan &Plan,
                  WrittenPages::For Who);
  /// Reads these copies. False if one has gone; the buffer then holds anything.
  bool copyWritten(CachedFile &File, const ReadPlan &Plan, void *Buffer,
                   WrittenPages::For Who);
  /// Such a read has been served.
  void writtenRead(CachedFile &File, const ReadPlan &Plan);

  /// Pins cached Pages, waiting for pages on their way. The other pages count
  /// as missed; requests still queued for missed pages are withdrawn. Missed
  /// pages that sources or other processes will ask for, too, are read here and
  /// now.
  /// Raises the engine's demand flag until Demand::over() if anything was
  /// missing, so that a preemptive scheme holds back.
  Demand pin(CachedFile &File, std::span<const PagePart> Pages);
  /// For a read that must not wait: pins all of Pages, or, unless every page is
  /// there, none. The pages then count as missed, but for pages on their way,
  /// and requests still queued for them are withdrawn.
  Demand pinReady(CachedFile &File, std::span<const PagePart> Pages);
  /// Number of Pages that are cached or on their way. Waits for nothing, counts
  /// nothing.
  size_t probe(CachedFile &File, std::span<const PagePart> Pages);
  /// The main thread is about to read Pages, which stay the caller's till
  /// over(). Requests still queued for missing pages are withdrawn, and a
  /// preemptive scheme holds back. Waits for nothing.
  SystemRead readsItself(CachedFile &File, std::span<const PagePart> Pages);
  /// The main thread reads a file that is not open here.
  void readsElsewhere() {
    if (!OtherReads.load(std::memory_order_relaxed))
      OtherReads.store(true, std::memory_order_relaxed);
  }
  /// The main thread has read these uncached pages: whether all pages were
  /// fetched ahead of Coherence::open(), and not read before.
  bool wereLeftToSystem(CachedFile &File, std::span<const PagePart> Pages);

  /// The main thread begins to wait for other processes at a synchronisation
  /// point, or goes on.
  void meets();
  void goesOn();

private:
  Deliveries &All;
  const std::atomic<size_t> &WrittenCount;
  std::atomic<bool> OtherReads{false}; ///< Since the last readsItself().
};

} // namespace foreslice

#endif // FORESLICE_CACHE_DEMANDREADS_H
