//===- StreamClassifier.h - the class of a thread's accesses to a file ----===//
//
// Gathers windows of accesses and classifies each window. A window equal to the
// window before, or to the last window seen by the network, moved in the file,
// has an equal class without the network. After a long time of variably strided
// windows, the network sees only every eighth window. Not thread-safe.
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
  /// Window: accesses classified together, from LeastWindow to LargestWindow.
  explicit StreamClassifier(size_t Window = 10) : Size(Window) {
    Accesses.reserve(Window);
  }

  enum class News {
    None,
    Window, ///< The last access ends a classified window.
    Class,  ///< A window ends, and the class has changed.
  };
  News add(const ClassifiedAccess &A);

  /// Of the last full window.
  const std::optional<AccessClass> &current() const { return Current; }
  /// Facts for other ranks about the stream; current() is known.
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
  /// The window so far, without the last even accesses.
  std::vector<ClassifiedAccess> Accesses;
  size_t NotStored = 0; ///< Even accesses left out of Accesses.
  ClassifiedAccess Last;
  int64_t LastStep = 0;
  size_t AlikeInARow = 0; ///< Accesses in a row at an even distance.
  std::vector<ClassifiedAccess> LookedAt; ///< The window behind Current.
  std::optional<AccessClass> Current;
  unsigned SameClass = 0;     ///< Windows in a row classified without a change.
  unsigned Passed = 0;        ///< Windows passed without a look.
  int64_t CommonStep = 0;     ///< From begin to begin, if 1-d strided.
  int64_t Begin = 0, End = 0; ///< Of all accesses since the class changed.
};

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_CLASSIFIER_STREAMCLASSIFIER_H
