//===- listings.h - how bodies list folders -------------------------------===//
//
// The steps of a listing in a working copy: rows of Calls.def.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_COPY_LIBRARY_LISTINGS_H
#define FORESLICE_PASSES_COPY_LIBRARY_LISTINGS_H

#include "foreslice/abi.h"

extern "C" {

/// A handle of the listing; null if there is nothing to list. How: of enum
/// foreslice_listing_how.
void *foreslice_open_listing(const char *Name, unsigned How)
    __attribute__((nothrow));
/// A step of enum foreslice_listing_step: returns the result, or null without a
/// result.
void *foreslice_listing(void *At, int Step, unsigned How)
    __attribute__((nothrow));

} // extern "C"

#endif // FORESLICE_PASSES_COPY_LIBRARY_LISTINGS_H
