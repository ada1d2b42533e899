//===- Arguments.h - the program's arguments ------------------------------===//

#ifndef FORESLICE_SUPPORT_ARGUMENTS_H
#define FORESLICE_SUPPORT_ARGUMENTS_H

#include <span>

namespace foreslice {

/// The arguments of main, the program's name first. Any thread.
std::span<char *const> programArguments();

} // namespace foreslice

#endif // FORESLICE_SUPPORT_ARGUMENTS_H
