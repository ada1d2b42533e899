//===- RankNumber.cpp - a number that depends on the rank -----------------===//
//
// See RankNumber.h.
//
//===----------------------------------------------------------------------===//

#include "signature/RankNumber.h"

#include <array>

using namespace foreslice;

using Base = RankNumber::Base;
using Scale = RankNumber::Scale;

static constexpr std::array<Base, 4> Factors{Base::One, Base::Rank,
                                             Base::Column, Base::Row};
static constexpr std::array<const char *, 4> FactorNames{"1", "rank", "column",
                                                         "row"};
static constexpr std::array<Scale, 3> Scales{Scale::Fixed, Scale::TimesRanks,
                                             Scale::PerRanks};

std::string foreslice::nameOf(Base Factor, Scale By) {
  std::string Name = FactorNames[static_cast<size_t>(Factor)];
  switch (By) {
  case Scale::Fixed:
    return Name;
  case Scale::TimesRanks:
    return Factor == Base::One ? "ranks" : Name + "*ranks";
  case Scale::PerRanks:
    return Name + "/ranks";
  }
  return {};
}

std::optional<RankNumber::Part> foreslice::partOfName(std::string_view Name) {
  for (Base Factor : Factors)
    for (Scale By : Scales)
      if (Name == nameOf(Factor, By))
        return RankNumber::Part{Factor, By, 1};
  return std::nullopt;
}

std::optional<int64_t> RankNumber::constant() const {
  if (Parts.empty())
    return 0;
  if (Parts.size() == 1 && Parts[0].Factor == Base::One &&
      Parts[0].By == Scale::Fixed)
    return Parts[0].Times;
  return std::nullopt;
}

std::optional<int64_t> RankNumber::at(const RankPlace &P) const {
  int64_t Sum = 0;
  for (const Part &Each : Parts) {
    int64_t Value = Each.Times;
    const int64_t Factor = Each.Factor == Base::One      ? 1
                           : Each.Factor == Base::Rank   ? P.Rank
                           : Each.Factor == Base::Column ? P.Rank % P.Columns
                                                         : P.Rank / P.Columns;
    if (__builtin_mul_overflow(Value, Factor, &Value) ||
        (Each.By == Scale::TimesRanks &&
         __builtin_mul_overflow(Value, P.Ranks, &Value)))
      return std::nullopt;
    if (Each.By == Scale::PerRanks)
      Value /= P.Ranks;
    if (__builtin_add_overflow(Sum, Value, &Sum))
      return std::nullopt;
  }
  return Sum;
}

std::string RankNumber::text() const {
  if (Parts.empty())
    return "0";
  std::string Text;
  for (const Part &P : Parts) {
    const bool Negative = P.Times < 0;
    if (!Text.empty())
      Text += Negative ? " - " : " + ";
    else if (Negative)
      Text += "-";
    std::string Times = std::to_string(P.Times);
    if (Negative)
      Times.erase(0, 1);
    if (P.Factor == Base::One && P.By == Scale::Fixed)
      Text += Times;
    else if (P.Factor == Base::One && P.By == Scale::PerRanks)
      Text += Times + "/ranks";
    else
      Text += (Times == "1" ? "" : Times + "*") + nameOf(P.Factor, P.By);
  }
  return Text;
}
