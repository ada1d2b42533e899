//===- PatternLearner.h - the next accesses of a stream -------------------===//
//
// Learns the nest of loops from the accesses of a stream, and expects that the
// nest goes on. While the nest goes on, an access costs some additions. A
// signature of an earlier run says what to expect from the start. A wrong guess
// costs fetches in vain. Not thread-safe, nor is ahead().
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_PATTERNLEARNER_H
#define FORESLICE_SIGNATURE_PATTERNLEARNER_H

#include "signature/NestCursor.h"
#include "signature/PatternSequence.h"
#include "signature/SignatureFollower.h"
#include "signature/StrideChain.h"
#include "signature/TermStack.h"

#include <array>

namespace foreslice {

/// After Byna et al., SC'08, section V.A.
enum class PatternState { Initial, Learning, Stable };

class PatternLearner {
public:
  /// Patterns repeat after up to MostBlock terms. Keeps the last MostTerms
  /// observed terms.
  explicit PatternLearner(unsigned MostBlock = 16, size_t MostTerms = 256)
      : Stack(MostBlock, MostTerms) {}

  /// Expects the accesses of a signature. Positions are relative to the run's
  /// first access; differing strides and sizes are adopted. A signature that
  /// does not fit is given up, and only the run's accesses count.
  void expect(const std::shared_ptr<const PatternSequence> &Signature);
  /// Reports an access. True if the result of ahead() has changed by more than
  /// the end of this access.
  bool observe(const PatternPoint &P);
  PatternState state() const;
  /// Sureness of the expectation, 0 to 1, by the recent success; falls at once
  /// when an expectation fails.
  double confidence() const;
  /// Visits the accesses expected after the last observed access, from the
  /// Skip-th on (0: the very next), until Visit gives false or nothing more is
  /// expected. Nothing unless Stable. A loop with an unknown end goes on.
  void ahead(uint64_t Skip,
             FunctionRef<bool(const PatternPoint &)> Visit) const;
  /// Each access begins at the end of the last, and nothing else is known. The
  /// lengths of the next accesses are unknown: ahead() gives none.
  bool followsOn() const { return voice() == Voice::End; }
  /// All observed accesses, as terms; off line.
  PatternSequence finish();

private:
  /// A nest that the run may be in, beside the learnt nest.
  struct Guess {
    NestCursor Cursor;
    unsigned Held = 0;    ///< Accesses in a row as expected.
    unsigned Waiting = 0; ///< Accesses that may come before the nest's next.
  };
  enum GuessKind { Twice, Again, Paused, GuessKinds };
  /// The part that expects the next access.
  enum class Voice { None, Signature, Guess, Nest, Chain, End };

  Voice voice() const;
  bool expects(Voice Who, const PatternPoint &P) const;
  const Guess *guess() const;
  void observeGuesses(const PatternPoint &P);
  void learn(const PatternPoint &P);
  void leaveNest();
  bool enterNest(const PatternPoint *Next);
  void guessAnew(const PatternPoint &P);
  void observeEnd(const PatternPoint &P);

  TermStack Stack;
  NestCursor Cursor; ///< In the loop on top of the stack.
  bool InNest = false;
  std::array<Guess, GuessKinds> Guesses;
  StrideChain Chain;
  PatternPoint AtEnd;    ///< An access at the end of the last access.
  unsigned FollowOn = 0; ///< Accesses in a row at AtEnd, up to EnoughFollowOn.
  std::unique_ptr<SignatureFollower> Follower;
  std::vector<ShapeRef> Points; ///< Shapes of the last kinds.
  bool OnlyNest = false;        ///< Only the nest expects accesses.
  double Sureness = 0.5;
};

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_PATTERNLEARNER_H
