//===- TextAhead.h - pages ahead of a slice's text reads ------------------===//
//
// How long lines and numbers are, only the data tell. So the pages behind the
// slice's position are posted some way ahead. The C library's reads of text are
// not seen. Instead the prefetch thread looks where the program's descriptor
// stands, and counts one call for each page that the program has passed.
// Prefetch thread only, between execution::enter() and leave().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_TEXTAHEAD_H
#define FORESLICE_FRONTEND_POSIX_SLICE_TEXTAHEAD_H

#include "frontend/posix/slice/PosixHandles.h"
#include "source/slice/SliceEnd.h"

namespace foreslice::text_ahead {

/// Posts the page at the slice's position in H, and as many behind as the
/// program's position allows. Waits for the program if even the first page is
/// too far ahead.
SliceEnd post(PosixHandle &H);
/// Posts the beginning of the file. Waits for the program if too many other
/// pages are posted.
SliceEnd postBeginning(PosixHandle &H);
/// Waits until the program is done with all files, or with the region.
SliceEnd awaitReads();
/// The program has closed the file.
void passAll(PosixHandle &H);
/// Counts what the program has read of the slice's files since the last look.
void lookAtFiles();
/// Posts all up to the end of the file, and waits for the program where that is
/// too much at once.
SliceEnd postRest(PosixHandle &H);

/// The program is done with a text that the slice still reads, for what comes
/// behind the text. Sleeps nine times as long as the slice has run since
/// PageNs, of the last call, so that the slice takes a tenth of a core at most.
void giveWay(uint64_t &PageNs);

} // namespace foreslice::text_ahead

#endif // FORESLICE_FRONTEND_POSIX_SLICE_TEXTAHEAD_H
