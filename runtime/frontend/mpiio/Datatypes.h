//===- Datatypes.h - layouts of datatypes by handle -----------------------===//
//
// Slices may not call MPI, so the main thread keeps the layouts of the
// datatypes that slices may name. An attribute on the datatype drops the entry
// when MPI frees the datatype, from any language, before the handle can name
// another type.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_DATATYPES_H
#define FORESLICE_FRONTEND_MPIIO_DATATYPES_H

#include "frontend/mpiio/Mpi.h"
#include "layout/Layout.h"
#include "support/Mutex.h"

#include <optional>
#include <unordered_map>

namespace foreslice {

class Process;

class TypeRegistry {
public:
  /// World outlives the object.
  explicit TypeRegistry(const Process &World) : World(World) {}

  /// Before MPI_Init: the predefined types, by usual size, by the handles of C
  /// and of the library's mpif.h.
  void expectPredefined();
  /// After MPI_Init succeeded, on the main thread.
  void addPredefined();
  /// A type became usable. Flattens the type at once only if cheap.
  void committed(MPI_Datatype Type);
  /// layout(), or nothing if the type has many parts and is not known yet.
  std::optional<LayoutRef> smallLayout(MPI_Datatype Type);
  /// The layout of Type, flattened at the first call; null if unknown. Makes
  /// MPI calls: main thread only.
  LayoutRef layout(MPI_Datatype Type);

  struct Lookup {
    bool Known = false;
    LayoutRef Layout; ///< Null if unknown.
    /// Has many parts, and waits for the first use.
    bool Large = false;
  };
  /// From any thread.
  Lookup find(foreslice_handle Handle) const;
  /// Also finds types freed by the main thread since the launch.
  Lookup findForSlice(foreslice_handle Handle) const;
  void forgetFreed();

private:
  bool tag(MPI_Datatype Type);
  void add(MPI_Datatype Type, Lookup Found);
  std::optional<LayoutRef> known(MPI_Datatype Type, uint64_t Most);
  void drop(MPI_Datatype Type);
  static int deleted(MPI_Datatype Type, int, void *, void *);

  /// Size of the constructors of a type of many parts, inner types included.
  static constexpr uint64_t MaxEagerNumbers = 65536;

  /// Most freed types remembered: more are rarely different types.
  static constexpr size_t MaxFreed = 4096;

  const Process &World;
  mutable SharedMutex Lock;
  std::unordered_map<foreslice_handle, Lookup>
      Types FORESLICE_GUARDED_BY(Lock), Freed FORESLICE_GUARDED_BY(Lock);
  /// C's handles by Fortran's, where different.
  FortranHandles InFortran FORESLICE_GUARDED_BY(Lock);
  int Keyval = MPI_KEYVAL_INVALID; // written in addPredefined only
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_DATATYPES_H
