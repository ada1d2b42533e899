//===- ShortRead.h - a read across the end of a file ----------------------===//
//
// Served like the MPI library's read, by the learned rule: only blocking reads
// of one rank, contiguous in the file and in memory.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_SHORTREAD_H
#define FORESLICE_FRONTEND_MPIIO_SHORTREAD_H

#include "frontend/mpiio/EndRules.h"
#include "frontend/mpiio/ServedRead.h"

namespace foreslice {

/// One read. Valid during the life of request and file.
class ShortRead {
public:
  ShortRead(const ReadRequest &R, OpenFile &File) : R(R), Of(File) {}

  /// Removes bytes beyond the end of the file from the plan, if the rule is
  /// known.
  void trim(ReadPlan &Plan);
  /// Move of the pointer, in etypes.
  int64_t movesBy(const ReadPlan &Plan) const {
    return Trimmed && Rule == EndRule::MovesByAsked ? AskedEtypes
                                                    : Plan.access().etypes();
  }
  /// Whether the MPI library's own read of the request teaches the rule.
  bool teaches() const { return FileBytes != 0 && Rule == EndRule::Unknown; }
  /// The library's own read begins, and has given Bytes.
  void begins();
  void ended(uint64_t Bytes);

private:
  const ReadRequest &R;
  OpenFile &Of;
  EndRule Rule = EndRule::Unknown;
  uint64_t FileBytes = 0; ///< Bytes of the file in the read, if short.
  int64_t AskedEtypes = 0;
  bool Trimmed = false;
  std::optional<int64_t> Before; ///< The pointer.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_SHORTREAD_H
