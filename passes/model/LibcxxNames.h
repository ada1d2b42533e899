//===- LibcxxNames.h - the names that libc++ gives to functions -----------===//
//
// libc++ puts a tag into the name of each function that its headers define: the
// release, and what checks are on. The tables of this room have the names
// without tags, which stay the same.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_MODEL_LIBCXXNAMES_H
#define FORESLICE_MODEL_LIBCXXNAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace foreslice {

/// Whether Name is that of a function in libc++.
bool isOfLibcxx(llvm::StringRef Name);

/// The name of a function of libc++ without tags; Name itself for others.
///
///   _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE3getB9nqe220108ERc
///   _ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE3getERc
std::string untaggedName(llvm::StringRef Name);

} // namespace foreslice

#endif // FORESLICE_MODEL_LIBCXXNAMES_H
