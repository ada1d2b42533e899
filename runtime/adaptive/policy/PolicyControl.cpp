//===- PolicyControl.cpp - sensors, selectors and actuators at work -------===//
//
// See PolicyControl.h.
//
//===----------------------------------------------------------------------===//

#include "adaptive/policy/PolicyControl.h"

#include "adaptive/policy/Policy.h"
#include "adaptive/policy/PolicyFile.h"
#include "support/Clock.h"
#include "support/Statistics.h"
#include "support/Trace.h"

using namespace foreslice;

namespace {

constexpr unsigned DefaultIntervalMs = 100;

bool hasRules(const Settings &S) {
  return !S.Policy.empty() && S.Policy != "off";
}

SelectorTable tableOf(const Settings &S) {
  if (!hasRules(S))
    return {};
  std::string Why;
  if (S.Policy != "auto") {
    if (std::optional<SelectorTable> Given = policy_file::read(S.Policy, Why))
      return std::move(*Given);
    warnOnce("FORESLICE_POLICY: " + Why + "; the built-in rules are used");
  }
  return policy_file::parse(policy_file::builtIn(), "built-in", Why).value();
}

/// The sensors of a rule.
std::map<std::string, double> causesOf(const SelectorTable &Table,
                                       const SelectorRule &Rule,
                                       const SensedValues &V) {
  std::map<std::string, double> Causes;
  for (const SelectorRule::Term &T : Rule.When) {
    const Condition &C = Table.Conditions[T.Condition];
    std::string Key = sensorTable()[static_cast<size_t>(C.Measured)].Key;
    Causes[C.OfAllRanks ? Key + " of all" : Key] = V.of(C);
  }
  return Causes;
}

std::map<std::string, double> allOf(const SensorValues &V) {
  std::map<std::string, double> All;
  for (size_t I = 0; I < V.All.size(); ++I)
    if (V.All[I] != 0)
      All[sensorTable()[I].Key] = V.All[I];
  return All;
}

std::string textOf(const std::string &By, const ProcessPolicy &New,
                   const std::map<std::string, double> &Causes) {
  std::string Text = By + ": " + New.text();
  for (const auto &[Key, Value] : Causes)
    Text += "; " + Key + " " + std::to_string(Value);
  return Text;
}

constexpr unsigned MostTraced = 1024;

/// Sums for foreslice-calibrate; other sensors follow from the counts of a run.
void addUp(const SensorValues &V) {
  constexpr double MostLead = 100; // one sample is not to outweigh all others
  auto Hundredths = [](double Value) {
    const double Exact = Value * 100;
    const auto Whole = static_cast<uint64_t>(Exact);
    return Whole + (Exact - static_cast<double>(Whole) >= 0.5);
  };
  Statistics &All = Statistics::get();
  All.add(RunCounter::SampledLead,
          Hundredths(std::min(V[Sensor::Lead], MostLead)));
  All.add(RunCounter::SampledQueueShare, Hundredths(V[Sensor::QueueShare]));
}

} // namespace

bool PolicyControl::isAsked(const Settings &S) {
  return !S.Disable && (S.SensorInterval != 0 || hasRules(S));
}

unsigned PolicyControl::intervalMs(const Settings &S) {
  return S.SensorInterval != 0 ? S.SensorInterval : DefaultIntervalMs;
}

PolicyControl::PolicyControl(CacheControl &Cache, RankBoards &Boards,
                             const Settings &S)
    : Cache(Cache), Boards(Boards),
      IntervalNs(uint64_t(intervalMs(S)) * 1'000'000), StartNs(nowNs()),
      Board(Boards.own()), NextNs(StartNs + IntervalNs), Table(tableOf(S)),
      Reader(SensorTotals::now(StartNs, 0)), InForce(Table.Start) {
  Statistics::get().Sensing = true;
  if (!Board)
    Statistics::get().note("foreslice-top sees nothing of this process: the "
                           "system gives no memory file");
  MutexLock L(M);
  actuate();
  publish({});
}

void PolicyControl::steer(uint64_t NowNs) {
  MutexLock L(M);
  SensorValues V = Reader.sample(SensorTotals::now(NowNs, Cache.content()));
  addUp(V);
  if (!obeyOwner(V) && !ByHand)
    select(V, NowNs);
  publish(V);
}

void PolicyControl::sample(uint64_t NowNs) noexcept {
  // A sample by another thread is enough.
  uint64_t Next = NextNs.load(std::memory_order_relaxed);
  if (NowNs < Next || !NextNs.compare_exchange_strong(Next, NowNs + IntervalNs))
    return;
  try {
    steer(NowNs);
  } catch (const std::exception &) {
    return; // No memory: what is in force stays.
  }
  Statistics &All = Statistics::get();
  All.add(RunCounter::Samples);
  All.add(RunCounter::SteeringNs, nowNs() - NowNs);
}

void PolicyControl::select(const SensorValues &V, uint64_t NowNs) {
  const SensorValues OfAll =
      Table.looksAtAll() ? Boards.ofAll(V, NowNs) : SensorValues{};
  if (Settling != 0) {
    --Settling;
    return;
  }
  const SensedValues Sensed{V, OfAll};
  std::optional<SelectorTable::Choice> New = Table.select(
      Sensed, SteeringOfProcess.lastClass(), InForce, Cache.frames());
  if (New)
    change(New->Policy, New->Rule->Name, causesOf(Table, *New->Rule, Sensed));
}

/// False if the owner asks for nothing new.
bool PolicyControl::obeyOwner(const SensorValues &V) {
  if (!Board)
    return false;
  uint32_t Turn = (*Board)->Asked.Turn.load();
  if (Turn == AskedTurn || Turn % 2 != 0)
    return false;
  AskedTurn = Turn;
  std::string Asked = (*Board)->Asked.read(), Why;
  ByHand = Asked != "auto";
  std::optional<ProcessPolicy> New;
  if (Asked == "auto" || Asked == "off")
    New = Asked == "auto" ? Table.Start : ProcessPolicy{};
  else
    New = policy_file::set(InForce, Asked, Cache.frames(), Why);
  if (New)
    change(*New, "by hand: " + Asked, allOf(V));
  return true;
}

void PolicyControl::change(const ProcessPolicy &New, const std::string &Key,
                           const std::map<std::string, double> &Causes) {
  InForce = New;
  Settling = Table.Settle;
  actuate();
  if (trace::isOn() && Traced < MostTraced) {
    ++Traced; // a text stays as long as the process
    trace::change("policy", trace::intern(textOf(Key, New, Causes)));
  }
  Statistics::get().changed({nowNs() - StartNs, 0, Key, New.text(), Causes});
  if (Board)
    (*Board)->Author.write(Key);
}

void PolicyControl::actuate() {
  Cache.steer({.Scheme = InForce.Scheme,
               .MostAhead = InForce.PrefetchPages,
               .PoolPercent = InForce.CachePercent,
               .Caching = InForce.Caching});
  const size_t Pages = InForce.PrefetchPages;
  SteeringOfProcess.setPrefetchPages(
      Pages == ProcessPolicy::AsScheme
          ? Steering::Unset
          : static_cast<uint32_t>(std::min<size_t>(Pages, INT32_MAX)));
  SteeringOfProcess.setCaching(InForce.Caching ? Steering::Unset : 0);
}

void PolicyControl::publish(const SensorValues &V) {
  if (!Board)
    return;
  SensorBoardLayout &To = **Board;
  for (size_t I = 0; I < V.All.size(); ++I)
    To.Values[I].store(V.All[I], std::memory_order_relaxed);
  if (std::string Text = InForce.text(); Text != To.Policy.read())
    To.Policy.write(Text);
  To.SampledNs.store(nowNs());
  To.Samples.fetch_add(1);
}
