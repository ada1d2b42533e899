//===- Runtime.cpp - the parts of the run time ----------------------------===//
//
// See Runtime.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/Runtime.h"

#include "frontend/DataOrder.h"
#include "storage/Storage.h"
#include "support/ForkGuard.h"
#include "support/ProcessObject.h"

namespace foreslice {

Runtime::Runtime()
    : Cache(Settings::get(), makeUringStorage(), makeUringStorage(),
            makeUringStorage()),
      Adapts(Settings::get()), Slices(Cache.posting()) {
  fork_guard::watch();
  All.add(Slices);
  if (Settings::get().Sources.has(SourceKind::Signatures))
    All.add(Signatures.emplace(Cache.posting()));
  else if (FillsGaps.load() && Settings::get().Sources.fillGaps())
    All.add(Signatures.emplace(Cache.posting(), KnownSignatures(),
                               Settings::get().Always
                                   ? Attention::Kind::Always
                                   : Attention::Kind::WhereSlow));
  if (Signatures && Signatures->known().haveDatasets())
    lookUpOrdersAtOnce();
  if (Source *Classifier = Adapts.classify(Cache.posting(), Settings::get()))
    All.add(*Classifier);
  if (Settings::get().Sources.has(SourceKind::Hints))
    All.add(Hints.emplace(Cache.posting()));
  if (const std::optional<SchemeKind> Scheme = FirstScheme.load())
    Cache.posting().setScheme(*Scheme);
  Adapts.steer(Cache.control(), Settings::get());
}

std::atomic<bool> Runtime::FillsGaps{false};
std::atomic<std::optional<SchemeKind>> Runtime::FirstScheme{std::nullopt};

static constinit ProcessObject<Runtime> OfProcess;

Runtime &runtime() { return OfProcess.get(); }

Runtime *runtimeIfAny() { return OfProcess.ifAny(); }

} // namespace foreslice
