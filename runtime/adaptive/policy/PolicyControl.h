//===- PolicyControl.h - sensors, selectors and actuators at work ---------===//
//
// Closed-loop control (Madhyastha, Elford and Reed 1996, section 5): at a read
// of the program's, once an interval, the sensors are read, the rules choose a
// policy, and the cache and the sources get it. The owner of the process may
// set a policy by hand meanwhile (SensorBoard.h). Takes no thread, and waits
// for nothing.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_POLICY_POLICYCONTROL_H
#define FORESLICE_ADAPTIVE_POLICY_POLICYCONTROL_H

#include "adaptive/policy/RankBoards.h"
#include "adaptive/policy/SelectorTable.h"
#include "cache/CacheControl.h"
#include "support/Mutex.h"

namespace foreslice {

class PolicyControl {
public:
  /// Whether the settings ask for sensors.
  static bool isAsked(const Settings &S);
  /// Warns of an invalid policy file, and takes the built-in rules then.
  PolicyControl(CacheControl &Cache, RankBoards &Boards, const Settings &S);
  /// Between two samples.
  static unsigned intervalMs(const Settings &S);

  /// A read of the program is over. Any thread. Costs a look at a number,
  /// except once an interval.
  void readDone(uint64_t NowNs) {
    if (NowNs >= NextNs.load(std::memory_order_relaxed))
      sample(NowNs);
  }

private:
  void sample(uint64_t NowNs) noexcept;
  void steer(uint64_t NowNs);
  void publish(const SensorValues &V) FORESLICE_REQUIRES(M);
  bool obeyOwner(const SensorValues &V) FORESLICE_REQUIRES(M);
  void select(const SensorValues &V, uint64_t NowNs) FORESLICE_REQUIRES(M);
  void change(const ProcessPolicy &New, const std::string &Key,
              const std::map<std::string, double> &Causes)
      FORESLICE_REQUIRES(M);
  void actuate() FORESLICE_REQUIRES(M);

  CacheControl &Cache;
  RankBoards &Boards;
  const uint64_t IntervalNs;
  const uint64_t StartNs;
  SensorBoard *const Board; ///< Null if the system refuses.
  std::atomic<uint64_t> NextNs;
  Mutex M;
  SelectorTable
      Table FORESLICE_GUARDED_BY(M); ///< No rules with the policy off.
  Sensors Reader FORESLICE_GUARDED_BY(M);
  ProcessPolicy InForce FORESLICE_GUARDED_BY(M);
  bool ByHand FORESLICE_GUARDED_BY(M) = false;
  uint32_t AskedTurn FORESLICE_GUARDED_BY(M) = 0;
  unsigned Traced FORESLICE_GUARDED_BY(M) = 0;   ///< Changes.
  unsigned Settling FORESLICE_GUARDED_BY(M) = 0; ///< Samples still to come.
};

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_POLICY_POLICYCONTROL_H
