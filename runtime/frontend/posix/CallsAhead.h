//===- CallsAhead.h - calls that a slice makes before the program ---------===//
//
// Where a slice has read a file at a position of its own, ahead of the program.
// The program's call of the same number should be at the same place. Where the
// call is elsewhere, a function that the slice has not seen has moved the
// program's position, and the calls behind are as far away.
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
    /// Stands for the position that the call is at: descriptors that are opened
    /// apart have several.
    const void *Handle = nullptr;
  };

  /// The slice makes a call.
  void add(const Call &C);
  /// The program makes the call of that id at Position. True if the slice was
  /// elsewhere: calls() are as they are known now.
  bool meet(uint64_t Id, int64_t Position);
  /// Those that the program has not come to.
  const std::deque<Call> &calls() const { return Calls; }
  /// How far the slice has to move its position Address, which is then done.
  int64_t takeMove(const void *Address);
  /// The program was elsewhere again and again: the slice knows too little.
  bool isLost() const { return Moves > MostMoves; }

private:
  static constexpr size_t MostCalls = 8192;
  static constexpr unsigned MostMoves = 8;

  std::deque<Call> Calls;
  /// What the slice has to be told.
  const void *Moved = nullptr;
  int64_t MovedBy = 0;
  unsigned Moves = 0; ///< In a row.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_CALLSAHEAD_H
