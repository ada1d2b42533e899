//===- PosixFrontend.h - POSIX and stdio as a front end -------------------===//
//
// The program's own functions make all reads, from the memory of the operating
// system. The front end only tells the sources and the cache where the reads
// are. Calls of other threads than the one that has launched a region are not
// looked at.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_POSIXFRONTEND_H
#define FORESLICE_FRONTEND_POSIX_POSIXFRONTEND_H

#include "frontend/Frontend.h"
#include "frontend/posix/PosixFiles.h"
#include "support/FunctionRef.h"

namespace foreslice {

class PosixFrontend final : public Frontend {
public:
  bool isUp() const override;
  PosixFiles &files() { return Files; }

  /// Has the prefetch threads let go of files where no region needs them.
  /// Before the first is started.
  static void install();
  /// Whether a call of this thread's is to be told. Cheap.
  static bool isWatched() {
    return slice_runner::regionFlags() & FORESLICE_REGION_POSIX;
  }
  /// The program reads Bytes of Fd at Offset by Make, which gives the bytes
  /// that it got. AtOwnPosition: Offset is where the descriptor stands. Slices
  /// count the read as so many Calls.
  void read(int Fd, int64_t Offset, uint64_t Bytes, bool AtOwnPosition,
            FunctionRef<uint64_t()> Make, uint64_t Calls);
  /// The same of a file that the run time has open, and that has FileSize
  /// bytes.
  static void readKnown(const std::shared_ptr<CachedFile> &File,
                        uint64_t FileSize, int64_t Offset, uint64_t Bytes,
                        FunctionRef<uint64_t()> PlainCall);
  /// Counts a call that the buffer of the stream behind Fd serves. False if the
  /// call is to be read().
  static bool isCounted(int Fd) {
    CountedCalls &Calls = CountedCalls::of(Fd);
    if (!Calls.isOf(Fd, slice_runner::launchNumber()))
      return false;
    ++Calls.Count;
    return true;
  }
  /// Counts a read that has nothing to tell: of the pages that the last one by
  /// Fd has read, or of those behind where the slice is held back, many reads
  /// in a row were fast, and the next is not to be timed. False if the call is
  /// to be read().
  static bool skips(int Fd, int64_t Offset, uint64_t Bytes,
                    bool AtOwnPosition) {
    CountedCalls &Calls = CountedCalls::of(Fd);
    if (!Calls.isOf(Fd, slice_runner::launchNumber()))
      return false;
    if (!Calls.staysInPage(Offset, Bytes, AtOwnPosition))
      return skipsPage(Calls, Offset, Bytes, AtOwnPosition);
    ++Calls.Count;
    return true;
  }
  /// The same of a read that fills the buffer of a stream.
  static bool skipsBuffer(int Fd) {
    CountedCalls &Calls = CountedCalls::of(Fd);
    return Calls.isOf(Fd, slice_runner::launchNumber()) && skipsHeld(Calls);
  }
  /// The program has moved Fd to Position.
  static void moves(int Fd, int64_t Position);
  /// It is not known where Fd stands.
  static void forgetPosition(int Fd);
  /// Fd has, or is about to have, something else open.
  static void forget(int Fd) {
    CountedCalls::countClosing();
    forgetPosition(Fd);
  }

private:
  static bool skipsHeld(CountedCalls &Calls);
  static bool skipsPage(CountedCalls &Calls, int64_t Offset, uint64_t Bytes,
                        bool AtOwnPosition);

  PosixFiles Files;
};

PosixFrontend &posix();
/// Null if nobody has asked for it.
PosixFrontend *posixIfAny();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_POSIXFRONTEND_H
