//===- CacheControl.h - setting up, steering and ending the cache ---------===//
//
// Sets the cache up, connects the cache with other processes, steers the cache
// while the program runs, and ends its threads.
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

  /// Takes storage's descriptors; see Storage::prepare().
  void prepare();
  /// Shares pages with the other processes of Node from now on. Once; Node has
  /// frames() for this process, and is never destroyed.
  void share(NodeDirectory &Node);
  /// Fetches pages from other nodes, too, from now on. After share(); Others is
  /// never destroyed.
  void connect(RemotePages &Others);

  // While the program runs ----------------------------------------------------

  /// Steered values, in place of the chosen values.
  struct Steered {
    std::optional<SchemeKind> Scheme = {}; ///< Beats Posting::setScheme().
    size_t MostAhead = SIZE_MAX;           ///< Pages ahead of the main thread.
    unsigned PoolPercent = 100;            ///< Most of the pool that is filled.
    bool Caching = true; ///< False: nothing is fetched and nothing looked up.
    bool operator==(const Steered &) const = default;
  };
  /// From now on, on any thread.
  void steer(const Steered &Steering);
  SchemeKind scheme() const;
  /// Room in pages.
  size_t frames() const;
  /// Most pages that the pool is filled with.
  size_t mostFilled() const;
  /// Pages fetched ahead that the main thread has not come to, pages on their
  /// way included.
  size_t content() const;

  // Ends ----------------------------------------------------------------------

  /// Has waiting sources look at their cancel flags.
  void wakeSources();
  /// Ends the cache's threads once idle; the next prefetch starts the threads
  /// again. Any thread.
  void endIdle();
  /// Counts pages as used that other processes have read, also in files closed
  /// here. For the end of the program.
  void noteUsesByOthers();

private:
  Deliveries &All;
};

} // namespace foreslice

#endif // FORESLICE_CACHE_CACHECONTROL_H
