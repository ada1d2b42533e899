//===- SelectorTable.cpp - rules by which sensors change the policy -------===//
//
// See SelectorTable.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/policy/SelectorTable.h"

#include <algorithm>

using namespace foreslice;

/// Times above 1 grow a nonzero value by at least one, and 0 to 1.
static size_t scaled(size_t From, double Times, size_t Most) {
  double To = static_cast<double>(From) * Times;
  if (Times > 1)
    To = std::max(To, static_cast<double>(From) + 1);
  return To >= static_cast<double>(Most) ? Most : static_cast<size_t>(To);
}

ProcessPolicy PolicyAction::applied(ProcessPolicy To, size_t PoolPages) const {
  if (Scheme)
    To.Scheme = Scheme;
  if (PrefetchPages)
    To.PrefetchPages = *PrefetchPages;
  if (PrefetchTimes) {
    size_t From = std::min(To.PrefetchPages, PoolPages);
    size_t New = scaled(From, *PrefetchTimes, PoolPages);
    // With fewer pages, sensors do not show the gain.
    constexpr size_t LeastShrunk = 16;
    const size_t Least = std::min(From, LeastShrunk);
    To.PrefetchPages = New >= PoolPages ? ProcessPolicy::AsScheme
                                        : std::max<size_t>({New, Least, 1});
  }
  if (CachePercent)
    To.CachePercent = *CachePercent;
  if (CacheTimes)
    To.CachePercent = static_cast<unsigned>(
        std::max<size_t>(scaled(To.CachePercent, *CacheTimes, 100), 1));
  if (Caching)
    To.Caching = *Caching;
  return To;
}

std::string ProcessPolicy::text() const {
  std::string Text =
      "prefetch_pages = " + (PrefetchPages == AsScheme
                                 ? std::string("\"scheme\"")
                                 : std::to_string(PrefetchPages));
  Text += ", cache_percent = " + std::to_string(CachePercent);
  Text += Caching ? ", caching = true" : ", caching = false";
  if (Scheme)
    Text += std::string(", scheme = \"") + schemeName(*Scheme) + "\"";
  return Text;
}

std::array<std::string_view, 4> foreslice::featuresOf(AccessClass C) {
  return {nameOf(C.Does), nameOf(C.Places), nameOf(C.Sizes), nameOf(C.Size)};
}

std::vector<std::string_view> foreslice::knownFeatures() {
  std::vector<std::string_view> Known;
  for (auto R : {ReadWrite::ReadOnly, ReadWrite::WriteOnly,
                 ReadWrite::ReadUpdateWrite, ReadWrite::Both})
    Known.emplace_back(nameOf(R));
  for (auto S : {Sequentiality::Sequential, Sequentiality::Strided1d,
                 Sequentiality::Strided2d, Sequentiality::Varied})
    Known.emplace_back(nameOf(S));
  for (auto S : {SizeKind::Uniform, SizeKind::Variable})
    Known.emplace_back(nameOf(S));
  for (auto S : {RequestSize::Small, RequestSize::Medium, RequestSize::Large})
    Known.emplace_back(nameOf(S));
  return Known;
}

bool SelectorTable::holds(const SelectorRule &R, const SensedValues &V,
                          std::optional<AccessClass> Class) const {
  auto HasFeature = [&](std::string_view Feature) {
    if (!Class)
      return false;
    const auto Features = featuresOf(*Class);
    return std::ranges::find(Features, Feature) != Features.end();
  };
  return std::ranges::all_of(R.Class, HasFeature) &&
         std::ranges::all_of(R.When, [&](const SelectorRule::Term &T) {
           return V.meet(Conditions[T.Condition]) == T.Holds;
         });
}

std::optional<SelectorTable::Choice>
SelectorTable::select(const SensedValues &V, std::optional<AccessClass> Class,
                      const ProcessPolicy &InForce, size_t PoolPages) const {
  for (const SelectorRule &R : Rules) {
    if (!holds(R, V, Class))
      continue;
    ProcessPolicy New = R.Set.applied(InForce, PoolPages);
    if (New != InForce)
      return Choice{&R, New};
  }
  return std::nullopt;
}
