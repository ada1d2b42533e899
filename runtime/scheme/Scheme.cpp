//===- Scheme.cpp - schemes by their kind ---------------------------------===//
//
// One line of schemes.def, one class of that name.
//
//===----------------------------------------------------------------------===//

#include "scheme/Scheme.h"

#include "scheme/AdaptWin.h"
#include "scheme/Auto.h"
#include "scheme/FixedSchemes.h"
#include "scheme/PAdaptWin.h"

using namespace foreslice;

template <class T> static std::unique_ptr<Scheme> make(size_t PoolPages) {
  return std::make_unique<T>(PoolPages);
}

std::unique_ptr<Scheme> foreslice::makeScheme(SchemeKind Kind,
                                              size_t PoolPages) {
  static constexpr std::unique_ptr<Scheme> (*Makers[])(size_t) = {
#define FORESLICE_SCHEME(Id, Name, Help) make<Id>,
#include "foreslice/schemes.def"
  };
  return Makers[static_cast<size_t>(Kind)](PoolPages);
}
