//===- MpiFamily.cpp - the MPI families that there is a run time for ------===//
//
// One row a family.
//
//===----------------------------------------------------------------------===//

#include "MpiFamily.h"

namespace foreslice::driver {

static constexpr MpiFamily Families[] = {
    {"openmpi", "Open MPI", MpiInterface::OpenMpi, "mpicc.openmpi",
     "mpicxx.openmpi"},
    {"mpich", "MPICH", MpiInterface::Mpich, "mpicc.mpich", "mpicxx.mpich"},
};

std::span<const MpiFamily> mpiFamilies() { return Families; }

const MpiFamily *findMpiFamily(std::string_view Name) {
  for (const MpiFamily &Family : Families)
    if (Name == Family.Name)
      return &Family;
  return nullptr;
}

const MpiFamily *findMpiFamily(MpiInterface Interface) {
  for (const MpiFamily &Family : Families)
    if (Interface == Family.Interface)
      return &Family;
  return nullptr;
}

std::string mpiFamilyNames() {
  std::string Names;
  for (const MpiFamily &Family : Families)
    Names.append(Names.empty() ? "" : ", ").append(Family.Name);
  return Names;
}

} // namespace foreslice::driver
