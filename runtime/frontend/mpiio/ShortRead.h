//===- ShortRead.h - a read that ends beyond the end of its file ----------===//
//
// Served as the MPI library would make it, by the rule that was learned: only
// blocking reads of one rank, of bytes that lie together in the file and in
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SHORTREAD_H
#define FORESLICE_FRONTEND_MPIIO_SHORTREAD_H

#include "frontend/mpiio/EndRules.h"
#include "frontend/mpiio/ServedRead.h"

namespace foreslice {

/// One read. Valid as long as the request and the file.
class ShortRead {
public:
  ShortRead(const ReadRequest &R, OpenFile &File) : R(R), Of(File) {}

  /// Takes from the plan what lies beyond the end of the file, if the rule for
  /// that is known.
  void trim(ReadPlan &Plan);
  /// By how much the read moves the pointer, in etypes.
  int64_t movesBy(const ReadPlan &Plan) const {
    return Trimmed && Rule == EndRule::MovesByAsked ? AskedEtypes
                                                    : Plan.access().etypes();
  }
  /// Whether the MPI library's own read of the request teaches the rule.
  bool teaches() const { return FileBytes != 0 && Rule == EndRule::Unknown; }
  /// That read begins, and has given Bytes.
  void begins();
  void ended(uint64_t Bytes);

private:
  const ReadRequest &R;
  OpenFile &Of;
  EndRule Rule = EndRule::Unknown;
  uint64_t FileBytes = 0; ///< Of the read, if it is a short one.
  int64_t AskedEtypes = 0;
  bool Trimmed = false;
  std::optional<int64_t> Before; ///< The pointer.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SHORTREAD_H
