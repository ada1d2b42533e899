//===- RareCall.h - calls that leave the caller's registers alone ---------===//
//
// For functions that are called seldom, by functions where each instruction
// counts: the caller saves no registers.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_RARECALL_H
#define FORESLICE_SUPPORT_RARECALL_H

#if defined(__clang__)
#define FORESLICE_RARE_CALL __attribute__((preserve_most))
#else
#define FORESLICE_RARE_CALL
#endif

#endif // FORESLICE_SUPPORT_RARECALL_H
