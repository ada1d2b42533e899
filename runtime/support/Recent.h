//===- Recent.h - means and shares of the recent past ---------------------===//
//
// Judges go by the recent past: old values fade, at one rate for all judges.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_RECENT_H
#define FORESLICE_SUPPORT_RECENT_H

#include <cstdint>

namespace foreslice {

/// A mean of the last eight or so values.
class RecentMean {
public:
  /// A value above the mean counts one in Up.
  void add(double Now, double Up = Values) {
    if (Mean == 0)
      Mean = Now;
    else
      Mean += (Now - Mean) / (Now > Mean ? Up : Values);
  }
  /// 0 if there is no value yet.
  double value() const { return Mean; }

private:
  static constexpr double Values = 8;
  double Mean = 0;
};

/// The share of a kind among the last 64 or so cases.
class RecentShare {
public:
  void add(bool IsOfKind) {
    if (++All > Cases)
      All /= 2, OfKind /= 2;
    OfKind += IsOfKind;
  }
  /// At least three quarters, of at least Least cases.
  bool isMost(unsigned Least) const {
    return All >= Least && OfKind * 4 >= All * 3;
  }
  bool isMoreThanHalf() const { return OfKind * 2 > All; }

private:
  static constexpr unsigned Cases = 64;
  unsigned All = 0, OfKind = 0;
};

/// Measures that do not pay are tried once in TriedOneOf cases.
constexpr uint64_t TriedOneOf = 64;

} // namespace foreslice

#endif // FORESLICE_SUPPORT_RECENT_H
