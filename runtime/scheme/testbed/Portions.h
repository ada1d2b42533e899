//===- Portions.h - sequential portions of a file -------------------------===//
//
// The model of reads by Kotz and Ellis (1990), section 2: portions, each of
// blocks at equal distances. Portions are regular if all have equal lengths and
// begin at equal distances. Pages of a portion begun by the program can be
// predicted, and pages of later portions if portions are regular; the begin of
// an irregular portion cannot. Pages of one thread's reads of one file. Not
// thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SCHEME_TESTBED_PORTIONS_H
#define FORESLICE_SCHEME_TESTBED_PORTIONS_H

#include <algorithm>
#include <cstdint>

namespace foreslice {

class Portions {
public:
  /// The program reads Count pages from Page on.
  void read(uint64_t Page, uint64_t Count) {
    const uint64_t Delta = Page - Last;
    if (Length == 0)
      Step = Count;
    if (Length != 0 && Delta != Step && Delta == LastDelta) {
      // The last three reads are a portion at other distances.
      Step = Delta;
      Begin = Page - 2 * Delta;
      Length = 2;
    }
    if (Length == 0 || Delta != Step)
      beginPortion(Page);
    ++Length;
    Last = Page;
    LastDelta = Delta;
    LastCount = Count;
  }
  /// Whether the program's read after the next CallsAhead reads is predicted to
  /// touch the page.
  bool predict(uint64_t CallsAhead, uint64_t Page) const {
    if (Length == 0)
      return false;
    uint64_t Read = Length + CallsAhead; // of the portion, from 0
    uint64_t From = Begin;
    if (Regular && Length <= LengthBefore) {
      From += Read / LengthBefore * Jump;
      Read %= LengthBefore;
    }
    return Page - (From + Read * Step) < std::max<uint64_t>(LastCount, 1);
  }

private:
  void beginPortion(uint64_t Page) {
    Regular = Length != 0 && Length == LengthBefore && Page - Begin == Jump;
    LengthBefore = Length;
    Jump = Page - Begin;
    Begin = Page;
    Length = 0;
  }

  // In pages, modulo 2^64: portions may go backwards.
  uint64_t Begin = 0, Step = 0, Last = 0, LastDelta = 0, LastCount = 0;
  uint64_t Length = 0; ///< Reads of the portion so far; 0 before the first.
  /// The portion before: the length, and the distance to the current portion.
  uint64_t LengthBefore = 0, Jump = 0;
  bool Regular = false; ///< The last two portions were alike.
};

} // namespace foreslice

#endif // FORESLICE_SCHEME_TESTBED_PORTIONS_H
