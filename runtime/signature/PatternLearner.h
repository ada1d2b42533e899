//===- PatternLearner.h - which accesses come next ------------------------===//
//
// Learns from the accesses of a stream what nest of loops they are, and expects
// that the nest goes on. Where that holds, an access costs some additions. A
// signature of an earlier run says what to expect from the start. A wrong guess
// costs fetches in vain. Not thread-safe, ahead() neither.
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

/// Of Byna et al., SC'08, section V.A.
enum class PatternState { Initial, Learning, Stable };

class PatternLearner {
public:
  /// Patterns repeat after up to MostBlock terms. Of what was observed, the
  /// last MostTerms terms are kept.
  explicit PatternLearner(unsigned MostBlock = 16, size_t MostTerms = 256)
      : Stack(MostBlock, MostTerms) {}

  /// A signature says what to expect. Positions are taken relative to the run's
  /// first access, strides and sizes that differ are adopted. A signature that
  /// does not fit is given up, and only what the run shows counts.
  void expect(const std::shared_ptr<const PatternSequence> &Signature);
  /// Tells of an access. True if what ahead() gives has changed, other than by
  /// this access being no longer ahead.
  bool observe(const PatternPoint &P);
  PatternState state() const;
  /// How sure the expectation is, 0 to 1, by how often it has held of late; it
  /// falls at once when an expectation fails.
  double confidence() const;
  /// Visits the accesses that are expected after the last one that was
  /// observed, from the Skip-th on (0: the very next), until Visit gives false
  /// or no more is expected. Nothing unless Stable. A loop whose end is not
  /// known goes on.
  void ahead(uint64_t Skip,
             FunctionRef<bool(const PatternPoint &)> Visit) const;
  /// All that is known is that each access begins where the one before ended.
  /// Nobody knows how long the next ones are: ahead() gives none.
  bool followsOn() const { return voice() == Voice::End; }
  /// All that was observed, as terms; off line.
  PatternSequence finish();

private:
  /// A nest that the run may be in, beside the one that is learnt.
  struct Guess {
    NestCursor Cursor;
    unsigned Held = 0;    ///< Accesses in a row that came as expected.
    unsigned Waiting = 0; ///< Accesses that may come before the next of it.
  };
  enum GuessKind { Twice, Again, Paused, GuessKinds };
  /// Who says what comes next.
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
  PatternPoint AtEnd;    ///< What begins where the last access ended.
  unsigned FollowOn = 0; ///< Accesses in a row that did, up to EnoughFollowOn.
  std::unique_ptr<SignatureFollower> Follower;
  std::vector<ShapeRef> Points; ///< Shapes of the last kinds.
  bool OnlyNest = false;        ///< Nobody but the nest has something to say.
  double Sureness = 0.5;
};

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_PATTERNLEARNER_H
