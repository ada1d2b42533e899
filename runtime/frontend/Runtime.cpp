//===- Runtime.cpp - the parts of the run time ----------------------------===//
//
// See Runtime.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/Runtime.h"

#include "storage/Storage.h"
#include "support/ForkGuard.h"
#include "support/ProcessObject.h"

namespace foreslice {

Runtime::Runtime()
    : Cache(Settings::get(), makeUringStorage(), makeUringStorage()),
      Boards(launcherRank(), PolicyControl::intervalMs(Settings::get())),
      Slices(Cache.posting()) {
  fork_guard::watch();
  All.add(Slices);
  if (Settings::get().Sources.has(SourceKind::Signatures))
    All.add(Signatures.emplace(Cache.posting()));
  if (Settings::get().Sources.has(SourceKind::Classifier)) {
    All.add(Classifier.emplace(Cache.posting(), Boards,
                               Settings::get().ClassifierWindow));
    if (Boards.hasOthers())
      Boards.own(); // Now, so that the other ranks find the board.
  }
  if (Settings::get().Sources.has(SourceKind::Hints))
    All.add(Hints.emplace(Cache.posting()));
  if (PolicyControl::isAsked(Settings::get()))
    Control.emplace(Cache.control(), Boards, Settings::get());
}

Runtime &runtime() {
  static constinit ProcessObject<Runtime> R;
  return R.get();
}

} // namespace foreslice
