//===- Datatypes.h - layouts of datatypes by handle -----------------------===//
//
// Slices may not call MPI, so the main thread keeps the layout of every
// datatype that they may name. An attribute on the datatype drops its entry
// when MPI frees it, in whatever language that was asked for, before the
// handle can name another type.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_DATATYPES_H
#define FORESLICE_FRONTEND_MPIIO_DATATYPES_H

#include "frontend/mpiio/Mpi.h"
#include "layout/Layout.h"
#include "support/Mutex.h"

#include <unordered_map>

namespace foreslice {

class Process;

class TypeRegistry {
public:
  /// World outlives this.
  explicit TypeRegistry(const Process &World) : World(World) {}

  /// Before MPI_Init: those of C, by the sizes that they have in C.
  void expectPredefined();
  /// After MPI_Init succeeded, on the main thread.
  void addPredefined();
  /// A type became usable. Flattens it at once only if that is cheap.
  void committed(MPI_Datatype Type);
  /// The layout of Type, flattened now if it never was; null if it is not
  /// understood. Makes MPI calls: main thread only.
  LayoutRef layout(MPI_Datatype Type);

  struct Lookup {
    bool Known = false;
    LayoutRef Layout; ///< Null if not understood.
  };
  /// From any thread.
  Lookup find(foreslice_handle Handle) const;
  /// Also types that the main thread has freed since the launch.
  Lookup findForSlice(foreslice_handle Handle) const;
  void forgetFreed();

private:
  bool tag(MPI_Datatype Type);
  void add(MPI_Datatype Type, LayoutRef L);
  void drop(MPI_Datatype Type);
  static int deleted(MPI_Datatype Type, int, void *, void *);

  /// Numbers in a constructor above which commit leaves the type alone.
  static constexpr uint64_t MaxEagerEnvelope = 65536;

  /// Freed types that are remembered: more are rarely different ones.
  static constexpr size_t MaxFreed = 4096;

  const Process &World;
  mutable SharedMutex Lock;
  std::unordered_map<foreslice_handle, LayoutRef>
      Types FORESLICE_GUARDED_BY(Lock), Freed FORESLICE_GUARDED_BY(Lock);
  /// C's handles by Fortran's, where they differ.
  FortranHandles InFortran FORESLICE_GUARDED_BY(Lock);
  int Keyval = MPI_KEYVAL_INVALID; // written in addPredefined only
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_DATATYPES_H
