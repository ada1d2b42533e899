//===- RecordedCall.h - accesses by MPI-IO, written down ------------------===//
//
// For FORESLICE_ACCESSES. See recorder/AccessRecorder.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_RECORDEDCALL_H
#define FORESLICE_FRONTEND_MPIIO_RECORDEDCALL_H

#include "frontend/mpiio/Files.h"
#include "layout/Access.h"
#include "recorder/AccessFormat.h"

#include <optional>

namespace foreslice {

/// The access of a call.
struct MpiCall {
  MPI_File Handle;
  int64_t Count;
  MPI_Datatype Type;
  Pointer From;
  int64_t Offset;   ///< Only from Pointer::None.
  const void *Site; ///< The call in the program.
};

/// The return address of the entry point using the macro.
#define FORESLICE_SITE __builtin_return_address(0)

/// The call's place in the file; nothing if unknown. To be called before a
/// pointer moves.
std::optional<Access> accessOf(const MpiCall &Call, const OpenFile &File);

/// One call, from its begin to its end.
class RecordedCall {
public:
  using Operation = access_format::Operation;
  using Layer = access_format::Layer;

  /// Whether calls are written down at all.
  static bool isWanted();
  /// The call begins. File may be null.
  RecordedCall(const MpiCall &Call, const OpenFile *File, Operation Is,
               Layer Wrapper);
  /// The call has got Bytes; all bytes asked for, if unknown.
  void ended(std::optional<uint64_t> Bytes = std::nullopt) const;

private:
  const void *Site;
  const Operation Is;
  const Layer Wrapper;
  const OpenFile *File = nullptr;
  std::optional<Access> Touched;
  uint64_t Start = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_RECORDEDCALL_H
