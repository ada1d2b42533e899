//===- Schemes.h - schemes by their kind ----------------------------------===//
//
// The only place that knows all schemes. The settings name a scheme, and
// makeScheme() makes the scheme for the cache.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_SCHEMES_H
#define FORESLICE_SCHEME_SCHEMES_H

#include "scheme/Scheme.h"
#include "support/Settings.h"

#include <memory>

namespace foreslice {

std::unique_ptr<Scheme> makeScheme(SchemeKind Kind, const SchemeSetup &Setup);

} // namespace foreslice

#endif // FORESLICE_SCHEME_SCHEMES_H
