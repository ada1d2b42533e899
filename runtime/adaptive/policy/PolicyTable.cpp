//===- PolicyTable.cpp - the policy of each class -------------------------===//
//
// See PolicyTable.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/policy/PolicyTable.h"

#include <algorithm>
#include <optional>

namespace foreslice {

namespace {

/// An unset field matches anything.
struct Row {
  std::optional<ReadWrite> Does;
  std::optional<Sequentiality> Places;
  std::optional<SizeKind> Sizes;
  std::optional<RequestSize> Size;
  Policy Chosen;

  bool fits(const AccessClass &C) const {
    auto is = [](const auto &Wanted, auto Given) {
      return !Wanted || *Wanted == Given;
    };
    return is(Does, C.Does) && is(Places, C.Places) && is(Sizes, C.Sizes) &&
           is(Size, C.Size);
  }
};

constexpr std::nullopt_t Any = std::nullopt;
using enum Replacement;

/// The first matching row counts. docs/classifier.md explains each row.
constexpr Row Rows[] = {
    {ReadWrite::WriteOnly, Any, Any, Any, {0, MostRecent, true, 25}},
    {Any,
     Sequentiality::Sequential,
     Any,
     RequestSize::Large,
     {64, Toss, true, 25}},
    {Any, Sequentiality::Sequential, Any, Any, {32, LeastRecent, true}},
    {Any,
     Sequentiality::Varied,
     SizeKind::Uniform,
     RequestSize::Large,
     {0, Toss, false, 25}},
    {Any, Sequentiality::Varied, Any, Any, {0, LeastRecent, true}},
    {Any, Any, SizeKind::Uniform, RequestSize::Large, {32, Toss, true, 25}},
    {Any, Any, Any, Any, {16, LeastRecent, true}}};

} // namespace

Policy policyFor(const AccessClass &Local, const GlobalClass &Global) {
  Policy P = std::ranges::find_if(Rows, [&](const Row &R) {
               return R.fits(Local);
             })->Chosen;
  // The last rank finds the pages fetched by the first. If ranks take turns,
  // each page is of use until all ranks have read a part.
  const GlobalPattern G = Global.Pattern;
  if (G == GlobalPattern::Sequential || G == GlobalPattern::WholeFile ||
      G == GlobalPattern::Interleaved) {
    P.Replace = KeepForAll;
    P.CachePercent = 100;
  }
  return P;
}

} // namespace foreslice
