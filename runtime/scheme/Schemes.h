//===- Schemes.h - schemes by their kind ----------------------------------===//
//
// This is the only place that knows all schemes. The cache gets the scheme that
// the settings name here.
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
