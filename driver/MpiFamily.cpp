//===- MpiFamily.cpp - the MPI families with a run time -------------------===//
//
// A row for each family.
//
//===----------------------------------------------------------------------===//

#include "MpiFamily.h"

namespace foreslice::driver {

static constexpr MpiFamily Families[] = {
    {"openmpi", "Open MPI", FORESLICE_LIBRARY_OF_openmpi, MpiInterface::OpenMpi,
     "mpicc.openmpi", "mpicxx.openmpi", "mpifort.openmpi",
     "mpi_fortran_bottom_"},
    {"mpich", "MPICH", FORESLICE_LIBRARY_OF_mpich, MpiInterface::Mpich,
     "mpicc.mpich", "mpicxx.mpich", "mpifort.mpich", "mpipriv1_"},
    // MPICH 5 has the wrappers. Fortran has a library of its own there.
    {"abi", "the standard ABI of MPI", FORESLICE_LIBRARY_OF_abi,
     MpiInterface::Standard, "mpicc_abi", "mpicxx_abi", "mpifort_abi", ""},
};

Language languageOf(std::string_view Command) {
  auto Has = [&](std::string_view Part) {
    return Command.find(Part) != Command.npos;
  };
  if (Has("flang") || Has("mpif"))
    return Language::Fortran;
  return Has("++") || Has("cxx") ? Language::CXX : Language::C;
}

const char *wrapperOf(const MpiFamily &Family, Language L) {
  return L == Language::Fortran ? Family.FortranWrapper
         : L == Language::CXX   ? Family.CXXWrapper
                                : Family.CWrapper;
}

const char *wrapperName(Language L) {
  return L == Language::Fortran ? "mpifort"
         : L == Language::CXX   ? "mpicxx"
                                : "mpicc";
}

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
