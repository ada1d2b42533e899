//===- Arguments.cpp - the program's arguments ----------------------------===//
//
// See Arguments.h.
//
//===----------------------------------------------------------------------===//

#include "support/Arguments.h"

#include <cstddef>

using namespace foreslice;

static constinit std::span<char *const> Arguments;

/// The GNU C library hands the arguments of main to constructors.
[[gnu::constructor]] static void keepArguments(int Count, char **Texts,
                                               char **) {
  Arguments = {Texts, static_cast<size_t>(Count)};
}

std::span<char *const> foreslice::programArguments() { return Arguments; }
