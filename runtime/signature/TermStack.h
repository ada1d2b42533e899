//===- TermStack.h - terms that become loops ------------------------------===//
//
// Terms come one after another. Three equal blocks on top, but for evenly
// growing numbers, become a loop. A next iteration of the loop below joins the
// loop.
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
  /// Makes loops of terms on top. True if terms changed.
  bool reduce();
  unsigned mostBlock() const { return MostBlock; }
  bool empty() const { return Terms.empty(); }
  size_t size() const { return Terms.size(); }
  /// The last term.
  PatternTerm &top() { return Terms.back(); }
  const PatternTerm &top() const { return Terms.back(); }
  /// The loop of two equal blocks on top and the block that would follow, if
  /// the first access of that block is Next; for the smallest such block.
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

  unsigned MostBlock;
  size_t MostTerms;
  std::vector<PatternTerm> Terms;
};

/// The loop of Count iterations that begins with First and Second, or null if
/// too large. Both have terms of the same shapes, in order.
std::optional<PatternTerm> loopOf(std::span<const PatternTerm> First,
                                  std::span<const PatternTerm> Second,
                                  int64_t Count);

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_TERMSTACK_H
