//===- RankNumber.h - a number that depends on the rank -------------------===//
//
// One number for all ranks, and for other numbers of ranks than observed: a sum
// of whole multiples of the rank, of the rank's column and row where the ranks
// are tiles of an array, and of these times or by the number of ranks.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_RANKNUMBER_H
#define FORESLICE_SIGNATURE_RANKNUMBER_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace foreslice {

/// The place of a rank. The ranks lie in rows of Columns.
struct RankPlace {
  int64_t Rank = 0, Ranks = 1, Columns = 1;
};

class RankNumber {
public:
  enum class Base : uint8_t { One, Rank, Column, Row };
  enum class Scale : uint8_t { Fixed, TimesRanks, PerRanks };
  struct Part {
    Base Factor;
    Scale By;
    int64_t Times;
    bool operator==(const Part &) const = default;
  };

  RankNumber() = default;
  RankNumber(int64_t Value) { add({Base::One, Scale::Fixed, Value}); }

  void add(const Part &P) {
    if (P.Times != 0)
      Parts.push_back(P);
  }
  const std::vector<Part> &parts() const { return Parts; }
  /// The common number of all ranks, if there is one.
  std::optional<int64_t> constant() const;
  /// Nothing beyond 63 bits.
  std::optional<int64_t> at(const RankPlace &P) const;
  /// As "4096 + 512*rank".
  std::string text() const;
  bool operator==(const RankNumber &) const = default;

private:
  std::vector<Part> Parts;
};

/// "rank*ranks" and so on; "1" for a part without a factor.
std::string nameOf(RankNumber::Base Factor, RankNumber::Scale S);
/// The inverse of nameOf(), with Times 1.
std::optional<RankNumber::Part> partOfName(std::string_view Name);

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_RANKNUMBER_H
