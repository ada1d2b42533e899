//===- Tools.h - tools that watch over the process ------------------------===//
//
// Valgrind lets one thread of a program run at a time. While a thread is in a
// system call, another thread runs only if Valgrind knows that the call may
// block. Valgrind 3.19 does not know that io_uring_enter(2) may block: a thread
// that waits there stops all others for ever. Sanitizers know of one stack a
// thread, and code that ThreadSanitizer instruments may hold a sanitizer's lock
// anywhere.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_TOOLS_H
#define FORESLICE_SUPPORT_TOOLS_H

namespace foreslice::tools {

/// Looks for the tools, under the loader's lock. Called before the run time has
/// threads: a bare clone(2) of the process may copy a held lock.
void look();

// Any thread.
bool isValgrindThere();
bool isAddressSanitizerThere();
bool isThreadSanitizerThere();

} // namespace foreslice::tools

#endif // FORESLICE_SUPPORT_TOOLS_H
