//===- Balanced.h - the balanced scheme -----------------------------------===//
//
// Kotz and Ellis (1990), section 4: between two synchronisation points only
// what spares the slowest process a wait shortens the program. Section 7 leaves
// open how to have it so. Here, each process of a node says when its main
// thread will be at its next synchronisation point, by the reads that are left
// until there and the pages that are ready. Where requests queue at storage, a
// process that will be at the point before others fetches only what its main
// thread reads next, and leaves storage to the others. Else the scheme is auto.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_BALANCED_H
#define FORESLICE_SCHEME_BALANCED_H

#include "scheme/Auto.h"

namespace foreslice {

class Balanced final : public Auto {
public:
  using Auto::Auto;

  bool notesMeetings() const override { return true; }
  bool weighsProcesses() const override { return true; }
  uint64_t arrival(uint64_t NowNs, size_t ReadyContent) override;
  void othersArrive(uint64_t LastNs) override { OthersNs = LastNs; }
  bool mayWait(uint64_t CallsAhead, size_t Content) override;
  void putOff(size_t Content) override;
  bool looksAgain() const override { return Yields; }
  bool mayRest(size_t ReadyContent) const override {
    return !Yields && Auto::mayRest(ReadyContent);
  }
  void readBegins(size_t Pages, uint64_t NowNs) override;
  bool idles(Idle Why, uint64_t NowNs) override;
  void goesOn(uint64_t NowNs) override;

private:
  /// Of the main thread, since the last synchronisation point, and between the
  /// two before.
  uint64_t Reads = 0, ReadsBefore = 0;
  bool Meets = false; ///< It waits at a synchronisation point.
  /// When this process will be at the next one, and the last other one; 0 if
  /// that is not known, or if they are there.
  uint64_t OwnNs = 0, OthersNs = 0;
  bool Yields = false; ///< Something waits for the good of others.
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_BALANCED_H
