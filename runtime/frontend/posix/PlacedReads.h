//===- PlacedReads.h - the program's place in a file ----------------------===//
//
// A stream of the C++ library reads a file in pieces: the run time sees other
// reads than the program's calls. So calls of a slice and reads of the program
// meet at places of the file. The slice notes the stretches of the file on its
// way, with a call id for each unit of a stretch. A read of the program belongs
// to the first unit at the place of the read, searched from the program's last
// unit.
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

  /// As a new object.
  void restart() {
    MeetsOthers = false;
    Stretches.clear();
    Ahead.clear();
    Next = 0;
  }
  /// The program also reads at places without a slice: a read outside all
  /// stretches says nothing.
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
  /// stream's last stretch, or elsewhere. Returns the stretch with the units.
  Stretch come(int64_t Begin, int64_t End, const Stretch &Last);
  /// The program reads at Place.
  void read(int64_t Place);
  /// The id of the program's next call, as far as known.
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
  /// Stretches from the program's place on.
  std::deque<Stretch> Stretches;
  /// Places read by the program and not yet reached by the slice.
  std::deque<int64_t> Ahead;
  uint64_t Next = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_PLACEDREADS_H
