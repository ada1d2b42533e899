//===- MpiFamily.cpp - which MPI library is meant -------------------------===//
//
// Both Open MPI and a self-built MPICH call their library libmpi, so -lmpi is
// followed to the file, whose version tells: 40 since Open MPI 3, 12 since
// MPICH 3.1 and everything of its ABI.
//
//===----------------------------------------------------------------------===//

#include "MpiFamily.h"
#include "Process.h"

#include <cstdlib>

namespace foreslice::driver {

static constexpr MpiFamily Families[] = {
    {"openmpi", "Open MPI", "mpicc.openmpi", "mpicxx.openmpi", "OMPI_CC",
     "OMPI_CXX"},
    {"mpich", "MPICH", "mpicc.mpich", "mpicxx.mpich", "MPICH_CC", "MPICH_CXX"},
};
static constexpr const MpiFamily *OpenMpi = &Families[0];
static constexpr const MpiFamily *Mpich = &Families[1];

std::span<const MpiFamily> mpiFamilies() { return Families; }

const MpiFamily *findMpiFamily(std::string_view Name) {
  for (const MpiFamily &Family : Families)
    if (Name == Family.Name)
      return &Family;
  return nullptr;
}

std::string mpiFamilyNames() {
  std::string Names;
  for (const MpiFamily &Family : Families)
    Names.append(Names.empty() ? "" : ", ").append(Family.Name);
  return Names;
}

/// Names of libraries that are part of MPI; null where both have one.
static constexpr struct {
  std::string_view Name;
  const MpiFamily *Family;
} MpiLibraries[] = {
    {"mpi", nullptr},     {"mpicxx", nullptr},    {"mpifort", nullptr},
    {"mpi_cxx", OpenMpi}, {"mpi_mpifh", OpenMpi}, {"mpi_usempif08", OpenMpi},
    {"mpich", Mpich},     {"mpichcxx", Mpich},    {"mpichfort", Mpich},
    {"fmpich", Mpich},
};

/// Parts of a library file's real path that tell the family.
static constexpr struct {
  std::string_view Part;
  const MpiFamily *Family;
} PathParts[] = {
    {"/libmpich", Mpich}, {"/libmpi.so.40", OpenMpi}, {"/libmpi.so.12", Mpich},
    {"openmpi", OpenMpi}, {"mpich", Mpich},
};

static const MpiFamily *familyOfPath(const std::string &Path) {
  for (const auto &[Part, Family] : PathParts)
    if (Path.find(Part) != std::string::npos)
      return Family;
  return nullptr;
}

static MpiMention mentionOfName(std::string_view Name) {
  for (const auto &[Library, Family] : MpiLibraries)
    if (Name == Library)
      return {true, Family};
  return {};
}

/// "mpi" of ".../libmpi.so.40.30.4" and of "libmpi.a"; "" for other files.
static std::string_view libraryName(std::string_view File) {
  std::string_view Name = baseName(File);
  if (!Name.starts_with("lib"))
    return "";
  size_t End = std::min(Name.find(".so"), Name.rfind(".a"));
  if (End == std::string_view::npos)
    return "";
  return Name.substr(3, End - 3);
}

static const MpiFamily *familyOnDisk(const std::string &Name,
                                     std::vector<std::string> Folders) {
  // Where clang looks on its own after the folders it is given.
  for (const char *Folder :
       {"/usr/local/lib", FORESLICE_MULTIARCH_DIR, "/usr/lib64", "/usr/lib"})
    Folders.push_back(Folder);
  for (const std::string &Folder : Folders)
    for (const char *Suffix : {".so", ".a"}) {
      std::string File = realPath(Folder + "/lib" + Name + Suffix);
      if (!File.empty())
        return familyOfPath(File);
    }
  return nullptr;
}

MpiMention findMpi(const LinkedLibraries &Libraries) {
  MpiMention Result;
  for (const std::string &File : Libraries.Files) {
    MpiMention Mention = mentionOfName(libraryName(File));
    if (Mention.Present && !Mention.Family) {
      std::string Real = realPath(File);
      Mention.Family = familyOfPath(Real.empty() ? "/" + File : Real);
    }
    Result.Present |= Mention.Present;
    if (Mention.Family)
      return Mention;
  }
  for (const std::string &Name : Libraries.Names) {
    MpiMention Mention = mentionOfName(Name);
    if (Mention.Present && !Mention.Family)
      Mention.Family = familyOnDisk(Name, Libraries.Folders);
    Result.Present |= Mention.Present;
    if (Mention.Family)
      return Mention;
  }
  return Result;
}

const MpiFamily *familyOfWrapper(const std::string &Path) {
  // Open MPI's wrappers are links to one program, MPICH's are scripts of their
  // own; where neither name tells, the wrapper is asked.
  std::string Real(baseName(realPath(Path)));
  if (Real == "opal_wrapper" || Real.find("openmpi") != std::string::npos)
    return OpenMpi;
  if (Real.find("mpich") != std::string::npos)
    return Mpich;
  if (outputOf({Path, "-compile_info"}).find("-I") != std::string::npos)
    return Mpich;
  if (outputOf({Path, "-showme:version"}).find("Open MPI") != std::string::npos)
    return OpenMpi;
  return nullptr;
}

} // namespace foreslice::driver
