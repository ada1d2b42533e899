//===- TermStack.h - terms that become loops ------------------------------===//
//
// Terms come one after another. Those on top that are three equal blocks, but
// for numbers that grow evenly, become a loop. Those that are the next
// iteration of the loop below them become a part of that loop.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_TERMSTACK_H
#define FORESLICE_SIGNATURE_TERMSTACK_H

#include "signature/PatternTerm.h"

#include <optional>

namespace foreslice {

class TermStack {
public:
  /// Blocks have up to MostBlock terms. Beyond MostTerms, the oldest terms are
  /// forgotten.
  TermStack(unsigned MostBlock, size_t MostTerms)
      : MostBlock(MostBlock), MostTerms(MostTerms) {}

  void push(PatternTerm Term);
  /// Makes loops of terms on top. True if there was something to do.
  bool reduce();
  unsigned mostBlock() const { return MostBlock; }
  bool empty() const { return Terms.empty(); }
  size_t size() const { return Terms.size(); }
  /// The last one.
  PatternTerm &top() { return Terms.back(); }
  const PatternTerm &top() const { return Terms.back(); }
  /// What two equal blocks of terms on top would go on with, as the loop that
  /// they and the next block would be; the smallest such block whose first
  /// access then is Next.
  std::optional<PatternTerm> twice(const PatternPoint &Next) const;
  std::vector<PatternTerm> &terms() { return Terms; }
  const std::vector<PatternTerm> &terms() const { return Terms; }

private:
  const PatternTerm &fromTop(size_t I) const {
    return Terms[Terms.size() - 1 - I];
  }
  bool isNextIteration(size_t Block) const;
  bool isEven(size_t Block) const;
  bool makeLoop(size_t Block, int64_t Count);

  const unsigned MostBlock;
  const size_t MostTerms;
  std::vector<PatternTerm> Terms;
};

/// The loop of Count iterations of which the first two are these, or null if it
/// is too large. Both are terms of the same shapes, in order.
std::optional<PatternTerm> loopOf(std::span<const PatternTerm> First,
                                  std::span<const PatternTerm> Second,
                                  int64_t Count);

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_TERMSTACK_H
