//===- Runtime.h - the parts of the run time ------------------------------===//
//
// The only object of the process shared by all front ends: the cache and the
// sources. Made at the first use, and never destroyed: threads may run while
// the process exits.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_RUNTIME_H
#define FORESLICE_FRONTEND_RUNTIME_H

#include "adaptive/Adaptive.h"
#include "cache/PageCache.h"
#include "source/Sources.h"
#include "source/hint/HintSource.h"
#include "source/signature/SignatureSource.h"
#include "source/slice/SliceSource.h"
#include "support/Deferred.h"

namespace foreslice {

class Runtime {
public:
  Runtime();
  Runtime(const Runtime &) = delete;
  Runtime &operator=(const Runtime &) = delete;

  /// Faces of the cache. Front ends post nothing: sources have the posting
  /// face, and calls of slices use the face of the slices' source.
  DemandReads &demand() { return Cache.demand(); }
  Coherence &coherence() { return Cache.coherence(); }
  CacheControl &control() { return Cache.control(); }
  Adaptive &adaptive() { return Adapts; }
  const Sources &sources() const { return All; }
  SliceSource &slices() { return Slices; }
  /// Null unless wanted.
  SignatureSource *signatures() { return Signatures ? &*Signatures : nullptr; }
  HintSource *hints() { return Hints ? &*Hints : nullptr; }
  /// Whether all reads are counted and timed: statistics or a trace are asked
  /// for.
  bool counting() const { return Counting.load(std::memory_order_relaxed); }
  void setCounting(bool Yes) { Counting.store(Yes); }
  /// Patterns of reads that slices leave are learned here, unless sources are
  /// named. Before the run time is made.
  static void fillGaps() { FillsGaps.store(true); }
  /// The scheme of the first region. Before the run time is made.
  static void beginWith(SchemeKind Scheme) { FirstScheme.store(Scheme); }

private:
  static std::atomic<bool> FillsGaps;
  static std::atomic<std::optional<SchemeKind>> FirstScheme;
  const DeferredConstructors Called;
  PageCache Cache;
  Adaptive Adapts;
  SliceSource Slices;
  // The sources named by FORESLICE_SOURCES, or else the first one:
  std::optional<SignatureSource> Signatures;
  std::optional<HintSource> Hints;
  Sources All;
  std::atomic<bool> Counting{false};
};

/// Made at the first use: programs whose files are in memory need none.
Runtime &runtime();
/// Null if nothing has used the run time yet.
Runtime *runtimeIfAny();
inline const Sources &sources() { return runtime().sources(); }

} // namespace foreslice

#endif // FORESLICE_FRONTEND_RUNTIME_H
