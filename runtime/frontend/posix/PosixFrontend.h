//===- PosixFrontend.h - POSIX and stdio as a front end -------------------===//
//
// The program's own functions make all reads, from the memory of the operating
// system. The front end only tells the sources and the cache the places of the
// reads. Calls of threads without a launched region are not looked at.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_POSIXFRONTEND_H
#define FORESLICE_FRONTEND_POSIX_POSIXFRONTEND_H

#include "frontend/Frontend.h"
#include "frontend/posix/PosixFiles.h"
#include "support/FunctionRef.h"

namespace foreslice {

class DataOrder;

enum class ToldBy { Descriptor, Stream };

class PosixFrontend final : public Frontend {
public:
  bool isUp() const override;
  PosixFiles &files() { return Files; }

  /// Has the prefetch threads let go of files not needed by any region. Before
  /// the first thread starts.
  static void install();
  /// Whether a call of this thread is to be told. Cheap.
  static bool isWatched() {
    return slice_runner::regionFlags() & FORESLICE_REGION_POSIX;
  }
  /// Whether read() by Fd only takes the time, while the slice is held back:
  /// the thread has told of such a read before.
  static bool isOnlyTimed(int Fd) {
    const CountedCalls &Calls = CountedCalls::of(Fd);
    return slice_runner::isHeld() && !Calls.IsCached &&
           Calls.isOf(Fd, slice_runner::launchNumber());
  }
  /// The program reads Bytes of Fd at Offset by Make, returning the bytes read.
  /// AtOwnPosition: Offset is the descriptor's position. Slices count the read
  /// as Calls calls.
  void read(int Fd, int64_t Offset, uint64_t Bytes, bool AtOwnPosition,
            FunctionRef<uint64_t()> Make, uint64_t Calls, ToldBy By);
  /// Like read(), for a file open in the run time, of FileSize bytes. Order as
  /// in ProgramRead.
  static void readKnown(const std::shared_ptr<CachedFile> &File,
                        uint64_t FileSize, int64_t Offset, uint64_t Bytes,
                        FunctionRef<uint64_t()> PlainCall,
                        DataOrder *Order = nullptr);
  /// The calls by Fd in the thread's region, Mine, if the thread has told of
  /// such a call since the launch; else null. Cheaper than the questions below.
  [[gnu::always_inline]] static CountedCalls *
  quick(const slice_runner::OwnedRegion &Mine, int Fd) {
    CountedCalls *Calls = CountedCalls::ifAny(Fd);
    return Calls && Calls->isOf(Fd, Mine.Launch) && Mine.isLaunched() ? Calls
                                                                      : nullptr;
  }
  /// Counts a call served by the buffer of the stream behind Fd. False if the
  /// call needs read().
  static bool isCounted(int Fd) {
    CountedCalls &Calls = CountedCalls::of(Fd);
    if (!Calls.isOf(Fd, slice_runner::launchNumber()) || Calls.HasMoved)
      return false;
    ++Calls.Count;
    return true;
  }
  /// Counts a read with nothing to tell: of the pages of the last read by Fd,
  /// or, while the slice is held back, after many fast reads in a row without a
  /// due timing. False if the call needs read().
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
  /// Counts a read with nothing to tell, to fill the buffer of a stream.
  static bool skipsBuffer(int Fd) {
    CountedCalls &Calls = CountedCalls::of(Fd);
    return Calls.isOf(Fd, slice_runner::launchNumber()) && skipsHeld(Calls);
  }
  /// The program has moved Fd to Position.
  static void moves(int Fd, int64_t Position) {
    CountedCalls *Calls = CountedCalls::ifAny(Fd);
    if (Calls && Calls->Fd == Fd)
      Calls->Position = Position;
  }
  /// The position of Fd is unknown.
  static void forgetPosition(int Fd);
  /// The thread has opened Fd, whose file is in memory.
  static void sawInMemory(int Fd);
  /// A move of the stream behind Fd has read a block of the file.
  static void movedStream(int Fd) {
    CountedCalls::of(Fd).HasMoved = true;
    slice_runner::lookAtStream();
  }
  /// Fd has, or will have, another file open.
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
/// Null if never asked for.
PosixFrontend *posixIfAny();

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_POSIXFRONTEND_H
