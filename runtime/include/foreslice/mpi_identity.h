//===- foreslice/mpi_identity.h - telling MPI libraries apart -------------===//
//
// The one place that tells MPI libraries of several families apart: by defined
// symbols and by the name in the library (SONAME). The path of a library tells
// nothing. The driver asks about linked files, the run time about the library
// that the process has loaded.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_MPI_IDENTITY_H
#define FORESLICE_MPI_IDENTITY_H

#include <string>
#include <string_view>

namespace foreslice {

/// The binary interfaces of MPI. Intel MPI, MVAPICH and Cray MPICH have
/// MPICH's. The standard interface, of MPI 5, is another library of the same
/// packages.
enum class MpiInterface { Unknown, OpenMpi, Mpich, Standard };

inline constexpr const char *OpenMpiMark = "ompi_mpi_comm_world";
/// Symbols of MPICH's code: every library, down to MPICH 3.0, has one.
inline constexpr const char *MpichMarks[] = {
    "MPIR_Err_create_code", "MPII_Version_string", "MPIR_Version_string"};

/// "40" of "libmpi.so.40.30.4"; "" of a name without a version.
constexpr std::string_view mpiVersion(std::string_view Soname) {
  constexpr std::string_view Ending = ".so.";
  size_t Position = Soname.find(Ending);
  if (Position == std::string_view::npos)
    return "";
  Soname.remove_prefix(Position + Ending.size());
  return Soname.substr(0, Soname.find('.'));
}

/// True of the names of the MPI library proper: "libmpi.so.12", "libmpich.so",
/// "libmpi_abi.so.1".
inline bool isMpiLibraryName(std::string_view Name) {
  Name = Name.substr(0, Name.find('.'));
  return Name == "libmpi" || Name == "libmpich" || Name == "libmpi_abi";
}

/// The interface of the library with the name Soname ("" without a name) and
/// the symbols that Defines says. Open MPI 1.10 has MPICH's name libmpi.so.12,
/// so the symbols are asked first.
template <typename Predicate>
MpiInterface mpiInterface(std::string_view Soname, Predicate Defines) {
  if (Soname.starts_with("libmpi_abi."))
    return MpiInterface::Standard;
  if (Defines(OpenMpiMark))
    return MpiInterface::OpenMpi;
  for (const char *Mark : MpichMarks)
    if (Defines(Mark))
      return MpiInterface::Mpich;
  std::string_view Version = mpiVersion(Soname);
  if (Soname.starts_with("libmpich") || Version == "12")
    return MpiInterface::Mpich;
  // Open MPI 2, and 3 to 5.
  if (Version == "20" || Version == "40")
    return MpiInterface::OpenMpi;
  return MpiInterface::Unknown;
}

/// "Open MPI, interface 40": for messages.
inline std::string describeMpi(MpiInterface Interface,
                               std::string_view Version) {
  std::string Text;
  switch (Interface) {
  case MpiInterface::OpenMpi:
    Text = "Open MPI";
    break;
  case MpiInterface::Mpich:
    Text = "MPICH";
    break;
  case MpiInterface::Standard:
    return "of the standard MPI ABI";
  case MpiInterface::Unknown:
    return "an unknown MPI library";
  }
  if (!Version.empty())
    Text.append(" (interface ").append(Version).append(")");
  return Text;
}

} // namespace foreslice

#endif // FORESLICE_MPI_IDENTITY_H
