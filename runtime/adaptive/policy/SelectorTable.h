//===- SelectorTable.h - rules by which sensors change the policy ---------===//
//
// The selectors of Madhyastha, Elford and Reed 1996, section 5.2: qualitative
// rules over conditions. A calibration gives the thresholds (PolicyFile.h). The
// first holding rule with a change counts.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_SELECTORTABLE_H
#define FORESLICE_ADAPTIVE_POLICY_SELECTORTABLE_H

#include "adaptive/classifier/AccessClass.h"
#include "adaptive/policy/Sensors.h"
#include "support/Settings.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace foreslice {

/// Settings for the whole process. AsScheme leaves the amount to the scheme.
struct ProcessPolicy {
  static constexpr size_t AsScheme = SIZE_MAX;

  /// If nothing, the scheme of settings and regions.
  std::optional<SchemeKind> Scheme = {};
  size_t PrefetchPages = AsScheme; ///< Ahead of the main thread, at most.
  unsigned CachePercent = 100;     ///< Percentage of the pool to fill.
  bool Caching = true;
  bool operator==(const ProcessPolicy &) const = default;

  /// As the keys of `set` in a policy file.
  std::string text() const;
};

/// A threshold of a sensor.
struct Condition {
  std::string Name;
  Sensor Measured{};
  double Bound = -std::numeric_limits<double>::infinity();
  double UpTo = std::numeric_limits<double>::infinity();
  bool OfAllRanks = false; ///< Else of this process.
};

/// Sensors of this process, and of all ranks together.
struct SensedValues {
  SensedValues(const SensorValues &Here, const SensorValues &OfAll)
      : Here(Here), OfAll(OfAll) {}
  /// For a process alone.
  SensedValues(const SensorValues &Here) : SensedValues(Here, Here) {}
  double of(const Condition &C) const {
    return (C.OfAllRanks ? OfAll : Here)[C.Measured];
  }
  bool meet(const Condition &C) const {
    return of(C) > C.Bound && of(C) <= C.UpTo;
  }
  const SensorValues &Here, &OfAll;
};

/// The changes of a rule; unnamed settings stay.
struct PolicyAction {
  std::optional<SchemeKind> Scheme = {};
  std::optional<size_t> PrefetchPages = {};
  std::optional<double> PrefetchTimes = {}; ///< Of the amount so far.
  std::optional<unsigned> CachePercent = {};
  std::optional<double> CacheTimes = {};
  std::optional<bool> Caching = {};

  /// Applies the action to To. PoolPages: pages of the whole pool, used for
  /// AsScheme.
  ProcessPolicy applied(ProcessPolicy To, size_t PoolPages) const;
};

struct SelectorRule {
  struct Term {
    size_t Condition; ///< In SelectorTable::Conditions.
    bool Holds;
  };
  std::string Name;
  std::vector<Term> When; ///< All of them.
  /// Features required of the class of the accesses, as named by nameOf().
  std::vector<std::string> Class;
  PolicyAction Set;
};

/// The features of an access class.
std::array<std::string_view, 4> featuresOf(AccessClass C);
/// All feature names.
std::vector<std::string_view> knownFeatures();

struct SelectorTable {
  static constexpr size_t MostRules = 256, MostConditions = 256;

  ProcessPolicy Start;
  /// Samples after a change without rules: the sensors settle.
  unsigned Settle = 1;
  std::vector<Condition> Conditions;
  std::vector<SelectorRule> Rules;

  struct Choice {
    const SelectorRule *Rule;
    ProcessPolicy Policy;
  };
  /// Nothing if no rule changes InForce.
  std::optional<Choice> select(const SensedValues &V,
                               std::optional<AccessClass> Class,
                               const ProcessPolicy &InForce,
                               size_t PoolPages) const;
  bool holds(const SelectorRule &R, const SensedValues &V,
             std::optional<AccessClass> Class) const;
  /// Whether a condition is of all ranks.
  bool looksAtAll() const {
    return std::ranges::any_of(Conditions, &Condition::OfAllRanks);
  }
};

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_SELECTORTABLE_H
