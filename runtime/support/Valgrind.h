//===- Valgrind.h - whether Valgrind runs the program ---------------------===//
//
// Valgrind lets one thread of a program run at a time, and lets another one run
// while that one is in a system call only if it knows that the call may block.
// Valgrind 3.19 does not know that of io_uring_enter(2): a thread that waits
// there stops all others for ever.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_VALGRIND_H
#define FORESLICE_SUPPORT_VALGRIND_H

namespace foreslice {

/// Tells by the library that Valgrind loads into every program.
bool runsOnValgrind();

} // namespace foreslice

#endif // FORESLICE_SUPPORT_VALGRIND_H
