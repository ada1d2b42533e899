//===- PlacedReads.h - where a program is in a file, by place -------------===//
//
// A stream of the C++ library reads its file in pieces of its own: the
// program's calls are not the reads that the run time sees. So the calls of a
// slice and the reads of the program meet at places of the file. The slice
// notes the stretches of the file that it comes to, and each unit of a stretch
// has a call id. A read of the program's is within the first unit, from where
// the program was before, that has the place where the read begins.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_PLACEDREADS_H
#define FORESLICE_FRONTEND_POSIX_PLACEDREADS_H

#include <cstdint>
#include <deque>

namespace foreslice {

class PlacedReads {
public:
  explicit PlacedReads(int64_t Unit = 1) : Unit(Unit) {}

  /// The program's reads are elsewhere, too, where the slice never comes to: a
  /// read that is in no stretch says nothing.
  void meetOthers() {
    MeetsOthers = true;
    Ahead.clear();
  }
  bool meetsOthers() const { return MeetsOthers; }

  /// Bytes of the file, whole units.
  struct Stretch {
    uint64_t Id = 0; ///< Of the first unit.
    int64_t Begin = 0, End = 0;
    bool has(int64_t Place) const { return Place >= Begin && Place < End; }
  };

  /// The slice comes to the units of [Begin, End), behind or in Last, the
  /// stretch that it has come to last by the same stream, or elsewhere. Gives
  /// the stretch that they are in.
  Stretch come(int64_t Begin, int64_t End, const Stretch &Last);
  /// The program reads at Place.
  void read(int64_t Place);
  /// The id of the program's next call, as far as is known.
  uint64_t next() const { return Next; }

private:
  uint64_t idAt(const Stretch &S, int64_t Place) const {
    return S.Id + static_cast<uint64_t>((Place - S.Begin) / Unit);
  }
  uint64_t endId() const {
    return Stretches.empty() ? 0 : idAt(Stretches.back(), Stretches.back().End);
  }
  bool find(int64_t Place);

  int64_t Unit;
  bool MeetsOthers = false;
  /// From where the program is on.
  std::deque<Stretch> Stretches;
  /// Where the program has read and the slice has not come to yet.
  std::deque<int64_t> Ahead;
  uint64_t Next = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_PLACEDREADS_H
