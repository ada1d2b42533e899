//===- Schemes.cpp - schemes by their kind --------------------------------===//
//
// Each line of schemes.def has a class of equal name.
//
//===----------------------------------------------------------------------===//

#include "scheme/Schemes.h"

#include "scheme/AdaptWin.h"
#include "scheme/Auto.h"
#include "scheme/FixedSchemes.h"
#include "scheme/PAdaptWin.h"
#ifdef FORESLICE_TESTBED
#include "scheme/testbed/IdleTime.h"
#endif

#include <type_traits>

using namespace foreslice;

template <class T>
static std::unique_ptr<Scheme> make(const SchemeSetup &Setup) {
  if constexpr (std::is_constructible_v<T, SchemeSetup>)
    return std::make_unique<T>(Setup);
  else
    return std::make_unique<T>(Setup.PoolPages);
}

std::unique_ptr<Scheme> foreslice::makeScheme(SchemeKind Kind,
                                              const SchemeSetup &Setup) {
  static constexpr std::unique_ptr<Scheme> (*Makers[])(const SchemeSetup &) = {
#define FORESLICE_SCHEME(Id, Name, Help) make<Id>,
#include "foreslice/schemes.def"
  };
  std::unique_ptr<Scheme> S = Makers[static_cast<size_t>(Kind)](Setup);
  S->setMostReads(Setup.IoDepth);
  return S;
}
