//===- FastReads.h - which reads need no look
//------------------------------===//
//
// After many fast reads in a row only one of eight is timed, and none is looked
// at: a reading of the clock costs a noticeable part of a read from memory. Of
// one thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_WATCH_FASTREADS_H
#define FORESLICE_FRONTEND_POSIX_WATCH_FASTREADS_H

namespace foreslice {

class FastReads {
public:
  bool areAll() const { return InARow >= Many; }
  /// Of reads that are not looked at.
  bool timesNext() { return ++Passed % 8 == 0; }
  /// A read that is fast because it was fetched ahead is to stay so: more of
  /// them are to be looked at.
  void add(bool Fast, bool FetchedAhead) {
    InARow = Fast && !FetchedAhead ? InARow + 1 : 0;
  }

private:
  static constexpr unsigned Many = 64;
  unsigned InARow = 0, Passed = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_WATCH_FASTREADS_H
