//===- CacheControl.h - the cache as the process knows it -----------------===//
//
// How the cache is set up, whom it shares pages with, what steers it while the
// program runs, and how it ends.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CACHE_CACHECONTROL_H
#define FORESLICE_CACHE_CACHECONTROL_H

#include "layout/PageGrid.h"
#include "support/Settings.h"

#include <cstddef>
#include <optional>

namespace foreslice {

class Deliveries;
class NodeDirectory;
class RemotePages;

class CacheControl {
public:
  explicit CacheControl(Deliveries &All) : All(All) {}
  PageGrid grid() const;

  // Before the first file is opened -------------------------------------------

  /// Takes the descriptors that storage is read by; see Storage::prepare().
  void prepare();
  /// Shares pages with the other processes of Node from now on. Once; Node has
  /// frames() for this process, and is never destroyed.
  void share(NodeDirectory &Node);
  /// Fetches pages from other nodes, too, from now on. After share(); Others is
  /// never destroyed.
  void connect(RemotePages &Others);
  /// Has the system provide the memory that the first pages are read into, up
  /// to 2 MiB, so that they need not wait for it. After share(), if that is
  /// called.
  void populate();

  // While the program runs ----------------------------------------------------

  /// What may be set, in place of what was chosen.
  struct Steered {
    std::optional<SchemeKind> Scheme = {}; ///< Beats Posting::setScheme().
    size_t MostAhead = SIZE_MAX;           ///< Pages ahead of the main thread.
    unsigned PoolPercent = 100; ///< Of the pool that is filled at most.
    bool Caching = true; ///< False: nothing is fetched and nothing looked up.
    bool operator==(const Steered &) const = default;
  };
  /// From now on, on any thread.
  void steer(const Steered &Steering);
  SchemeKind scheme() const;
  /// Pages that there is room for.
  size_t frames() const;
  /// Pages that the pool is filled with at most.
  size_t mostFilled() const;
  /// Pages that were fetched ahead and that the main thread has not come to,
  /// those on their way included.
  size_t content() const;

  // Ends ----------------------------------------------------------------------

  /// Has sources that wait look at their cancel flags.
  void wakeSources();
  /// Ends the cache's threads once they have nothing to do; the next prefetch
  /// starts them anew. Any thread.
  void endIdle();
  /// Counts pages as used that other processes have read, in files closed here,
  /// too. For the end of the program.
  void noteUsesByOthers();

private:
  Deliveries &All;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_CACHECONTROL_H
