//===- Deferred.h - constructors that the loader does not call ------------===//
//
// Of the C++ library and of the network's library, which are linked in:
// layout.ld.in. These constructors touch many pages, and only the run time at
// work needs what they construct.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_DEFERRED_H
#define FORESLICE_SUPPORT_DEFERRED_H

namespace foreslice {

/// Its constructor calls these constructors, the first time in a process and
/// the process's forked children. One thread at a time.
struct DeferredConstructors {
  DeferredConstructors();
};

} // namespace foreslice

#endif // FORESLICE_SUPPORT_DEFERRED_H
