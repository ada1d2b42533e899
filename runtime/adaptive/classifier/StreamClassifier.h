//===- StreamClassifier.h - the class of what one thread does with a file -===//
//
// Gathers windows of accesses and classifies them. The network is not asked
// about a window whose accesses are those of the window before, or of the
// window that was asked about last, at another place of the file: that has the
// same class. Where windows have long been variably strided, the network is
// asked about one of eight. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_CLASSIFIER_STREAMCLASSIFIER_H
#define FORESLICE_ADAPTIVE_CLASSIFIER_STREAMCLASSIFIER_H

#include "adaptive/classifier/GlobalClass.h"

#include <optional>
#include <vector>

namespace foreslice {

class StreamClassifier {
public:
  /// Window: how many accesses are classified together, from LeastWindow to
  /// LargestWindow.
  explicit StreamClassifier(size_t Window = 10) : Size(Window) {
    Accesses.reserve(Window);
  }

  enum class News {
    None,
    Window, ///< The last access ends a window, which was classified.
    Class,  ///< And the class is another one.
  };
  News add(const ClassifiedAccess &A);

  /// Of the last full window.
  const std::optional<AccessClass> &current() const { return Current; }
  /// What other ranks may know of the stream; current() is known.
  LocalClass local() const;

private:
  News goOn(const ClassifiedAccess &A);
  void storeEven();
  bool isAsBefore();
  bool isAsLookedAt() const;
  News classify();
  void widen(const ClassifiedAccess &A);
  int64_t mostFrequentStep(bool OfWrites) const;

  const size_t Size;
  /// Of the window so far, but for the last ones, which are even.
  std::vector<ClassifiedAccess> Accesses;
  size_t NotStored = 0; ///< Of those.
  ClassifiedAccess Last;
  int64_t LastStep = 0;
  size_t AlikeInARow = 0; ///< Accesses that went on from the one before evenly.
  std::vector<ClassifiedAccess> LookedAt; ///< The window that gave Current.
  std::optional<AccessClass> Current;
  unsigned SameClass = 0; ///< Windows in a row that were given the class anew.
  unsigned Passed = 0;    ///< Windows that could do without a look.
  int64_t CommonStep = 0; ///< From begin to begin, if that is 1-d strided.
  int64_t Begin = 0, End = 0; ///< Of all accesses since the class changed.
};

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_CLASSIFIER_STREAMCLASSIFIER_H
