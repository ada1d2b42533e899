//===- Datatypes.cpp - the registry of layouts ----------------------------===//
//
// Predefined types come from one table; derived types from MPI_Type_commit and
// MPI_Type_dup, or from the first use in I/O.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/Datatypes.h"

#include "frontend/Runtime.h"
#include "frontend/mpiio/LayoutBuilder.h"
#include "frontend/mpiio/Process.h"
#include "frontend/mpiio/QuietErrors.h"
#include "frontend/mpiio/TypeContents.h"
#include "frontend/mpiio/slice/MadeTypes.h"
#include "support/AddressRoom.h"

namespace foreslice {

void TypeRegistry::expectPredefined() {
  const std::tuple<MPI_Datatype, uint64_t, MPI_Fint> Named[] = {
#define FORESLICE_PREDEFINED_TYPE(Name, Bytes, Number) {Name, Bytes, Number},
#include "frontend/mpiio/predefined_types.def"
  };
  MutexLock G(Lock);
  for (const auto &[Type, Bytes, Number] : Named) {
    if (Type == MPI_DATATYPE_NULL || Bytes == 0)
      continue;
    Types[toHandle(Type)] = {
        true, std::make_shared<Layout>(LayoutNode::bytes(Bytes), 0,
                                       static_cast<int64_t>(Bytes))};
    if constexpr (std::is_pointer_v<MPI_Datatype>)
      InFortran.note(Number, toHandle(Type));
  }
}

void TypeRegistry::addPredefined() {
  const MPI_Datatype Named[] = {
#define FORESLICE_PREDEFINED_TYPE(Name, Bytes, Number) Name,
#include "frontend/mpiio/predefined_types.def"
  };
  if (!address_room::isLimited())
    for (MPI_Datatype Type : Named)
      if (Type != MPI_DATATYPE_NULL)
        if (LayoutRef L = buildLayout(Type))
          add(Type, {true, std::move(L)});
  PMPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, deleted, &Keyval, this);
}

int TypeRegistry::deleted(MPI_Datatype Type, int, void *, void *Self) {
  static_cast<TypeRegistry *>(Self)->drop(Type);
  return MPI_SUCCESS;
}

bool TypeRegistry::tag(MPI_Datatype Type) {
  return Keyval != MPI_KEYVAL_INVALID &&
         PMPI_Type_set_attr(Type, Keyval, this) == MPI_SUCCESS;
}

void TypeRegistry::add(MPI_Datatype Type, Lookup Found) {
  MutexLock G(Lock);
  Types[toHandle(Type)] = std::move(Found);
  if constexpr (std::is_pointer_v<MPI_Datatype>)
    InFortran.note(PMPI_Type_c2f(Type), toHandle(Type));
}

void TypeRegistry::drop(MPI_Datatype Type) {
  MutexLock G(Lock);
  auto It = Types.find(toHandle(Type));
  if (It == Types.end())
    return;
  if (sources().anyCounts() && Freed.size() < MaxFreed)
    Freed[It->first] = std::move(It->second);
  Types.erase(It);
}

void TypeRegistry::forgetFreed() {
  MutexLock G(Lock);
  Freed.clear();
}

void TypeRegistry::committed(MPI_Datatype Type) {
  if (World.active() && !address_room::isLimited())
    smallLayout(Type);
}

std::optional<LayoutRef> TypeRegistry::smallLayout(MPI_Datatype Type) {
  return known(Type, MaxEagerNumbers);
}

LayoutRef TypeRegistry::layout(MPI_Datatype Type) {
  return known(Type, UINT64_MAX).value_or(nullptr);
}

std::optional<LayoutRef> TypeRegistry::known(MPI_Datatype Type, uint64_t Most) {
  if (Type == MPI_DATATYPE_NULL)
    return nullptr;
  Lookup Found = find(toHandle(Type));
  if (Found.Known)
    return Found.Layout;
  if (Found.Large && Most != UINT64_MAX)
    return std::nullopt;
  if (!World.worldIsUp())
    return nullptr;
  QuietTypes Quiet;
  std::optional<LayoutRef> L = buildLayoutWithin(Type, Most);
  // An untagged entry would outlive the type.
  if (isPredefined(Type) || tag(Type))
    add(Type, {L.has_value(), L.value_or(nullptr), !L});
  return L;
}

TypeRegistry::Lookup TypeRegistry::find(foreslice_handle Handle) const {
  SharedLock G(Lock);
  auto It = Types.find(normalized(InFortran.inC(Handle)));
  return It == Types.end() ? Lookup{} : It->second;
}

TypeRegistry::Lookup TypeRegistry::findForSlice(foreslice_handle Handle) const {
  if (MadeTypes::isMade(Handle)) {
    LayoutRef Made = MadeTypes::ofRunner().find(Handle);
    return {Made != nullptr, Made};
  }
  if (Lookup Found = find(Handle); Found.Known)
    return Found;
  SharedLock G(Lock);
  auto It = Freed.find(normalized(InFortran.inC(Handle)));
  return It == Freed.end() ? Lookup{} : It->second;
}

} // namespace foreslice
