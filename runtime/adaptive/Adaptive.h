//===- Adaptive.h - what adapts to the accesses and the load --------------===//
//
// The only way to the classifier, the policies and the sensors (Madhyastha,
// Elford and Reed 1996). Each part exists only if the settings ask: otherwise a
// read of the program costs one comparison.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_ADAPTIVE_ADAPTIVE_H
#define FORESLICE_ADAPTIVE_ADAPTIVE_H

#include "adaptive/ClassifierSource.h"
#include "adaptive/policy/PolicyControl.h"

#include <optional>

namespace foreslice {

class Adaptive {
public:
  explicit Adaptive(const Settings &S);
  /// Whether the settings ask for sensors, which count all reads.
  static bool isAsked(const Settings &S) { return PolicyControl::isAsked(S); }

  /// The source \c classifier, made now; null if the settings do not name the
  /// source.
  Source *classify(Posting &To, const Settings &S);
  /// Sensors and rules steer the cache from now on, if the settings ask.
  void steer(CacheControl &Cache, const Settings &S);

  /// A read of the program is over. Any thread.
  void readDone(uint64_t NowNs) {
    if (Control)
      Control->readDone(NowNs);
  }
  /// Ranks of other nodes hear this rank by Others from now on.
  void connect(RankBoards::Tell Others) { Boards.connect(std::move(Others)); }
  /// A message of another node. Any thread; anything may be in the message.
  void hear(std::span<const std::byte> Message) { Boards.hear(Message); }

private:
  RankBoards Boards;
  std::optional<ClassifierSource> Classifier;
  std::optional<PolicyControl> Control;
};

} // namespace foreslice

#endif // FORESLICE_ADAPTIVE_ADAPTIVE_H
