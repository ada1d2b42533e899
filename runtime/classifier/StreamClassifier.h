//===- StreamClassifier.h - the class of what one thread does with a file -===//
//
// Gathers windows of accesses, classifies them, and says where the class lets
// the next reads be expected. The network is not asked about a window whose
// accesses are those of the window before, or of the window that was asked
// about last, at another place of the file: that has the same class. Where
// windows have long been variably strided, the network is asked about one of
// eight. Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_CLASSIFIER_STREAMCLASSIFIER_H
#define FORESLICE_CLASSIFIER_STREAMCLASSIFIER_H

#include "classifier/GlobalClass.h"

#include <array>
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

  /// The read that the class lets expect after the last one; nothing if there
  /// is none.
  std::optional<ClassifiedAccess> next() const {
    return LastRead ? after(*LastRead, 0) : std::nullopt;
  }
  /// The same after Read, which is the Index-th that is expected.
  std::optional<ClassifiedAccess> after(const ClassifiedAccess &Read,
                                        uint64_t Index) const;
  /// Expects reads of this stride, or sequential ones if the stride is 0, until
  /// the first window is full.
  void assume(int64_t OfStride) {
    Period = 1, ByGap = OfStride == 0, Stride = OfStride;
  }
  bool expectsReads() const { return Period != 0; }

private:
  /// Accesses of a row of a 2-d pattern.
  static constexpr size_t LongestRow = 4;
  /// What lies between two reads: from begin to begin, and from end to begin.
  struct Distance {
    int64_t Step = 0, Gap = 0;
    int64_t by(bool Gaps) const { return Gaps ? Gap : Step; }
  };

  News goOn(const ClassifiedAccess &A);
  void storeEven();
  bool isAsBefore();
  bool isAsLookedAt() const;
  News classify();
  void noteRead(const ClassifiedAccess &A);
  void widen(const ClassifiedAccess &A);
  std::vector<Distance> distances(bool OfWrites) const;
  static std::pair<int64_t, size_t> mostFrequent(std::span<const Distance> Of,
                                                 bool Gaps);
  void findExpectation();
  void expectRows(std::span<const Distance> Found);
  void expectStride(std::span<const Distance> Found);

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

  // Of reads:
  std::optional<ClassifiedAccess> LastRead;
  std::array<Distance, LongestRow> Recent; ///< The last one is the newest.
  size_t Period = 0;  ///< Of distances; 0 if none is known.
  bool ByGap = false; ///< From end to begin, else from begin to begin.
  int64_t Stride = 0; ///< If Period is 1.
};

} // namespace foreslice

#endif // FORESLICE_CLASSIFIER_STREAMCLASSIFIER_H
