//===- SelectorTable.h - rules by which sensors change the policy ---------===//
//
// The selectors of Madhyastha, Elford and Reed 1996, section 5.2: qualitative
// rules over conditions, of which a calibration gives the thresholds
// (PolicyFile.h). The first rule that holds and that changes anything counts.
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

/// What is set for the whole process. AsScheme leaves the amount to the scheme.
struct ProcessPolicy {
  static constexpr size_t AsScheme = SIZE_MAX;

  /// Nothing: that of settings and regions.
  std::optional<SchemeKind> Scheme = {};
  size_t PrefetchPages = AsScheme; ///< Ahead of the main thread, at most.
  unsigned CachePercent = 100;     ///< Of the pool that is filled.
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

/// What the sensors say of this process, and of all ranks together.
struct SensedValues {
  SensedValues(const SensorValues &Here, const SensorValues &OfAll)
      : Here(Here), OfAll(OfAll) {}
  /// Of a process that is alone.
  SensedValues(const SensorValues &Here) : SensedValues(Here, Here) {}
  double of(const Condition &C) const {
    return (C.OfAllRanks ? OfAll : Here)[C.Measured];
  }
  bool meet(const Condition &C) const {
    return of(C) > C.Bound && of(C) <= C.UpTo;
  }
  const SensorValues &Here, &OfAll;
};

/// What a rule sets; what it does not name stays.
struct PolicyAction {
  std::optional<SchemeKind> Scheme = {};
  std::optional<size_t> PrefetchPages = {};
  std::optional<double> PrefetchTimes = {}; ///< Of the amount so far.
  std::optional<unsigned> CachePercent = {};
  std::optional<double> CacheTimes = {};
  std::optional<bool> Caching = {};

  /// PoolPages: of the whole pool, which AsScheme counts as.
  ProcessPolicy applied(ProcessPolicy To, size_t PoolPages) const;
};

struct SelectorRule {
  struct Term {
    size_t Condition; ///< In SelectorTable::Conditions.
    bool Holds;
  };
  std::string Name;
  std::vector<Term> When; ///< All of them.
  /// Features that the class of the accesses has, as nameOf() names them.
  std::vector<std::string> Class;
  PolicyAction Set;
};

/// Of an access class: one of each.
std::array<std::string_view, 4> featuresOf(AccessClass C);
/// That there are.
std::vector<std::string_view> knownFeatures();

struct SelectorTable {
  static constexpr size_t MostRules = 256, MostConditions = 256;

  ProcessPolicy Start;
  /// Samples after a change that no rule looks at: the sensors settle.
  unsigned Settle = 1;
  std::vector<Condition> Conditions;
  std::vector<SelectorRule> Rules;

  struct Choice {
    const SelectorRule *Rule;
    ProcessPolicy Policy;
  };
  /// Nothing where no rule changes what is in force.
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
