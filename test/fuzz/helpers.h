//===- helpers.h - functions of generated programs that read nothing ------===//
//
// What decides a place, draws a number or allocates. With FUZZ_APART the
// functions are only declared here, and helpers.c is a source of the program.
//
//===----------------------------------------------------------------------===//

#ifndef HELPERS_H
#define HELPERS_H

#include <stddef.h>
#include <stdint.h>

#ifdef FUZZ_APART
#define HELPER
#else
#define HELPER static inline
#endif

#ifdef __cplusplus
extern "C" {
#endif

/// The number that a text starts with.
HELPER uint64_t digitsOf(const char *text);

/// Counts a text of decimal digits up, and from 9...9 to 0...0.
HELPER void addOne(char *text);

/// A place in a file, by floating-point numbers that every machine has exactly.
HELPER uint64_t rootOf(uint64_t k, uint64_t room);

/// Orders 64-bit numbers.
HELPER int byValue(const void *a, const void *b);

/// Memory that is there, or no program.
HELPER void *allocate(size_t bytes);
HELPER void release(void *p);

/// Has room for 80 characters more.
HELPER char *copyOf(const char *text);

/// Draw from the generators that rand() and drand48() have.
HELPER int drawAside(void);
HELPER double fractionAside(void);

#ifdef __cplusplus
}
#endif

#ifndef FUZZ_APART
#include "helpers.c"
#endif

#endif
