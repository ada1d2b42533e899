//===- Schemes.h - schemes by their kind ----------------------------------===//
//
// The one place that knows all schemes. The cache asks here for the one that
// the settings name.
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
