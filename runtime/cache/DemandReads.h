//===- DemandReads.h - the cache as the program's reads know it -----------===//
//
// The main thread looks its reads up, and waits for nothing but pages that are
// already on their way. Nothing here posts a request.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_DEMANDREADS_H
#define FORESLICE_CACHE_DEMANDREADS_H

#include "cache/PageView.h"
#include "layout/PageGrid.h"

#include <atomic>
#include <memory>
#include <span>

namespace foreslice {

class CachedFile;
class Deliveries;

/// Pages pinned for one demand read. Move-only; ends the read and unpins when
/// destroyed.
class Demand {
public:
  Demand();
  Demand(Demand &&) noexcept;
  Demand &operator=(Demand &&) noexcept;
  ~Demand();
  /// In the order of the parts asked for, of which the bytes may be used.
  std::span<const PageView> pages() const;
  /// Whether all that was copied from pages() was of these pages: those of
  /// other processes may go meanwhile. If not, it may be anything.
  bool stillThere() const;
  /// Whether there is data in any of them.
  bool any() const;
  /// Pages that were there or on their way when they were asked for, and
  /// came.
  size_t hits() const;
  /// All of them were there at once.
  bool ready() const;
  /// After markUsed(): some have been used for the first time.
  bool fetchedForIt() const;
  /// Some are missing: a preemptive scheme holds back until over().
  bool needy() const;
  /// Counts the pages as used by the main thread, and unpins them: pages()
  /// has no more data. Without it the pages go back as if nobody had looked.
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
/// from readsItself() to over(), which the destructor calls otherwise.
/// Move-only.
class SystemRead {
public:
  SystemRead();
  SystemRead(SystemRead &&) noexcept;
  SystemRead &operator=(SystemRead &&) noexcept;
  ~SystemRead();
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
  friend class DemandReads;
  struct Impl;
  std::unique_ptr<Impl> P;
};

class DemandReads {
public:
  explicit DemandReads(Deliveries &All) : All(All) {}
  PageGrid grid() const;
  /// Whether reads of the file are worth a look: Posting::pays().
  bool pays(const CachedFile &File);

  /// Pins those of Pages that are cached, waiting for those on their way. The
  /// rest counts as missed; requests still queued for them are withdrawn. Of
  /// the missed, those are read here and now that sources or other processes
  /// will ask for, too.
  /// Raises the engine's demand flag until Demand::over() if anything was
  /// missing so that a preemptive scheme holds back.
  Demand pin(CachedFile &File, std::span<const PagePart> Pages);
  /// For a read that must not wait: pins all of Pages, or, unless every one is
  /// there, none. They count as missed then, but for those on their way, and
  /// requests still queued for them are withdrawn.
  Demand pinReady(CachedFile &File, std::span<const PagePart> Pages);
  /// How many of Pages are cached or on their way. Waits for nothing, counts
  /// nothing.
  size_t probe(CachedFile &File, std::span<const PagePart> Pages);
  /// The main thread is about to read Pages, which stay the caller's till
  /// over(). Requests still queued for what is missing are withdrawn, and a
  /// preemptive scheme holds back. Waits for nothing.
  SystemRead readsItself(CachedFile &File, std::span<const PagePart> Pages);
  /// The main thread reads a file that is not open here.
  void readsElsewhere() {
    if (!OtherReads.load(std::memory_order_relaxed))
      OtherReads.store(true, std::memory_order_relaxed);
  }
  /// The main thread has read these pages, which were not cached: whether all
  /// of them were fetched ahead of Coherence::open(), and not read before.
  bool wereLeftToSystem(CachedFile &File, std::span<const PagePart> Pages);

  /// The main thread begins to wait for other processes at a synchronisation
  /// point, or goes on.
  void meets();
  void goesOn();

private:
  Deliveries &All;
  std::atomic<bool> OtherReads{false}; ///< Since the last readsItself().
};

} // namespace foreslice

#endif // FORESLICE_CACHE_DEMANDREADS_H
