//===- CallsAhead.h - calls of a slice ahead of the program ---------------===//
//
// Places of a slice's reads of a file at its own position, ahead of the
// program. The program's call of an equal number should be at an equal place.
// If not, a function unseen by the slice has moved the program's position, and
// all later calls are off by the same distance.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_CALLSAHEAD_H
#define FORESLICE_FRONTEND_POSIX_CALLSAHEAD_H

#include <cstddef>
#include <cstdint>
#include <deque>

namespace foreslice {

class CallsAhead {
public:
  struct Call {
    uint64_t Id = 0;
    int64_t Position = 0;
    int64_t Bytes = 0;
    /// Stands for the position of the call: a file opened several times has
    /// several positions.
    const void *Handle = nullptr;
  };

  /// As a new object.
  void restart() {
    Calls.clear();
    Moved = nullptr;
    MovedBy = 0;
    Moves = 0;
  }
  /// The slice makes a call.
  void add(const Call &C);
  /// The program makes call Id at Position. True if the slice was elsewhere:
  /// calls() are then corrected.
  bool meet(uint64_t Id, int64_t Position);
  /// Calls ahead of the program.
  const std::deque<Call> &calls() const { return Calls; }
  /// Returns and clears the distance for the slice to move the position
  /// Address.
  int64_t takeMove(const void *Address);
  /// True if the program was elsewhere too often: the slice knows too little.
  bool isLost() const { return Moves > MostMoves; }

private:
  static constexpr size_t MostCalls = 8192;
  static constexpr unsigned MostMoves = 8;

  std::deque<Call> Calls;
  /// A correction for the slice.
  const void *Moved = nullptr;
  int64_t MovedBy = 0;
  unsigned Moves = 0; ///< In a row.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_CALLSAHEAD_H
