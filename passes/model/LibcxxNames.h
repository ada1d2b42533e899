//===- LibcxxNames.h - names of functions of libc++ -----------------------===//
//
// libc++ puts a tag into the name of each function defined in a header: the
// release and the enabled checks. The tables of this room have names without
// tags, equal in all releases.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_MODEL_LIBCXXNAMES_H
#define FORESLICE_MODEL_LIBCXXNAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace foreslice {

/// Whether Name is a function of libc++.
bool isOfLibcxx(llvm::StringRef Name);

/// The name of a function of libc++ without tags; other names unchanged.
///
///   _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE3getB9nqe220108ERc
///   _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE3getERc
std::string untaggedName(llvm::StringRef Name);

} // namespace foreslice

#endif // FORESLICE_MODEL_LIBCXXNAMES_H
