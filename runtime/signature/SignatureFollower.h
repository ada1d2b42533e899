//===- SignatureFollower.h - a run's accesses by a signature --------------===//
//
// Goes through the accesses of a signature beside the run's accesses, and
// adopts differences (Byna et al., SC'08, section V.C and figure 5): the
// initial position at once, a stride or a size once the other number is as
// expected. Counts are adopted, too. Where a stride and a size both differ, or
// a number differs that has held before, the signature is given up.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_SIGNATUREFOLLOWER_H
#define FORESLICE_SIGNATURE_SIGNATUREFOLLOWER_H

#include "signature/NestCursor.h"
#include "signature/PatternSequence.h"

namespace foreslice {

class SignatureFollower {
public:
  explicit SignatureFollower(const PatternSequence &Signature);

  void observe(const PatternPoint &P);
  /// Whether the signature's next accesses can be relied on.
  bool stable() const { return State == Holds && !Cursor.done(); }
  bool givenUp() const { return State == GivenUp; }
  bool isAt(const PatternPoint &P) const { return Cursor.isAt(P); }
  /// As PatternLearner::ahead.
  void ahead(uint64_t Skip,
             FunctionRef<bool(const PatternPoint &)> Visit) const;

private:
  /// The place of the access at the cursor.
  struct Spot;

  bool begin(const PatternPoint &P);
  bool adopt(const PatternPoint &P);
  bool goesOn(const PatternPoint &P);
  bool endsEarly(const PatternPoint &P);
  bool otherStride(const PatternPoint &P);
  bool otherSize(const PatternPoint &P);
  void moveFrom(size_t From, int64_t Places, int64_t Shifts);
  void place();
  void advance();

  PatternSequence Expected; ///< Each term is a loop.
  size_t Term = 0;
  uint64_t Passed = 0;       ///< Accesses of the term before the cursor.
  uint64_t PassedBefore = 0; ///< Accesses of the term before.
  NestCursor Cursor;
  enum { Fresh, Unconfirmed, Holds, GivenUp } State = Fresh;
  bool SizeDiffered = false;
  unsigned Adoptions = 0;
};

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_SIGNATUREFOLLOWER_H
