//===- Options.h - what is simulated --------------------------------------===//
//
// One row of options.def is one option of foreslice-simulate.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIMULATOR_OPTIONS_H
#define FORESLICE_SIMULATOR_OPTIONS_H

#include <cstdint>
#include <string>

namespace foreslice::simulator {

struct Options {
#define FORESLICE_OPTION(Type, Member, Name, Default, Help)                    \
  Type Member = Default;
#include "options.def"
};

} // namespace foreslice::simulator

#endif // FORESLICE_SIMULATOR_OPTIONS_H
