//===- LinkedMpi.cpp - the MPI libraries of a link ------------------------===//
//
// A library with a definition of PMPI_Init, or with the name of an MPI library,
// is an MPI library. A profiling tool defines MPI_Init alone.
//
//===----------------------------------------------------------------------===//

#include "LinkedMpi.h"
#include "CompilerCommand.h"
#include "LibraryFile.h"
#include "Process.h"

#include <algorithm>

namespace foreslice::driver {

static constexpr const char *LibraryMark = "PMPI_Init";
/// Most libraries looked into.
static constexpr size_t MostFiles = 1000;

std::string LinkedMpi::text() const {
  return "'" + Name + "' is " + describeMpi(Interface, Version);
}

static const SymbolNames &wantedSymbols() {
  static const SymbolNames Wanted = [] {
    SymbolNames Names(std::begin(MpichMarks), std::end(MpichMarks));
    Names.insert({OpenMpiMark, LibraryMark});
    return Names;
  }();
  return Wanted;
}

/// The linker, too, takes the file's name where a library has no other.
static std::string ownName(const LibraryFile &File) {
  return File.Soname.empty() ? std::string(baseName(realPath(File.Path)))
                             : File.Soname;
}

/// MPI libraries by the name in -l, for a library without a file.
static constexpr struct {
  std::string_view Name;
  MpiInterface Interface;
} MpiNames[] = {
    {"mpi", MpiInterface::Unknown},
    {"mpicxx", MpiInterface::Unknown},
    {"mpifort", MpiInterface::Unknown},
    {"mpi_abi", MpiInterface::Standard},
    {"mpi_cxx", MpiInterface::OpenMpi},
    {"mpi_mpifh", MpiInterface::OpenMpi},
    {"mpi_usempif08", MpiInterface::OpenMpi},
    {"mpich", MpiInterface::Mpich},
    {"mpichcxx", MpiInterface::Mpich},
    {"mpichfort", MpiInterface::Mpich},
    {"fmpich", MpiInterface::Mpich},
};

namespace {
class Finder {
public:
  explicit Finder(LibrarySearch &Search) : Search(Search) {}
  LinkedMpis Found;

  /// Adds a library of the line.
  void add(const LinkedLibrary &Library);
  /// Follows libraries needed by libraries other than MPI's.
  void follow();

private:
  void look(const std::string &Path, std::vector<LinkedMpi> &Into);

  LibrarySearch &Search;
  std::set<std::string> Seen;
  std::vector<LibraryFile> Others;
};
} // namespace

static LinkedMpi describe(const LibraryFile &File) {
  std::string Name = ownName(File);
  LinkedMpi Mpi;
  Mpi.Name = File.Path;
  Mpi.Interface = mpiInterface(
      Name, [&](const char *Symbol) { return File.Defined.contains(Symbol); });
  Mpi.Version = mpiVersion(Name);
  Mpi.Static = File.Is == LibraryFile::Kind::Archive;
  Mpi.Read = Mpi.Static || File.Is == LibraryFile::Kind::Shared;
  Mpi.Machine = File.Machine;
  return Mpi;
}

static bool isMpi(const LibraryFile &File) {
  return File.Defined.contains(LibraryMark) || isMpiLibraryName(ownName(File));
}

std::optional<LinkedMpi> mpiLibraryAt(const std::string &Path) {
  LibraryFile File = readLibrary(Path, wantedSymbols());
  return isMpi(File) ? std::optional(describe(File)) : std::nullopt;
}

void Finder::look(const std::string &Path, std::vector<LinkedMpi> &Into) {
  std::string Real = realPath(Path);
  if (Real.empty() || Seen.size() >= MostFiles || !Seen.insert(Real).second)
    return;
  LibraryFile File = readLibrary(Path, wantedSymbols());
  for (const std::string &Input : File.Inputs)
    look(Search.findFor(Path, Input), Into);
  if (!File.Inputs.empty())
    return;
  if (isMpi(File))
    Into.push_back(describe(File));
  else
    Others.push_back(std::move(File));
}

void Finder::follow() {
  while (!Others.empty()) {
    LibraryFile File = std::move(Others.back());
    Others.pop_back();
    for (const std::string &Needed : File.Needed)
      look(Search.findFor(File.Path, Needed), Found.Needed);
  }
}

/// On every second link line, and never MPI: not worth asking clang where.
static constexpr std::string_view SystemLibraries[] = {
    "c", "dl", "gcc", "gcc_s", "m", "pthread", "rt", "stdc++", "util", "z"};

void Finder::add(const LinkedLibrary &Library) {
  if (!Library.IsPath && std::ranges::find(SystemLibraries, Library.Name) !=
                             std::end(SystemLibraries))
    return;
  std::string Path = Search.find(Library);
  if (!Path.empty())
    return look(Path, Found.Named);
  for (const auto &[Name, Interface] : MpiNames)
    if (!Library.IsPath && Library.Name == Name)
      Found.Named.push_back({Library.text(), Interface});
}

LinkedMpis findMpi(const LinkLine &Line, LibrarySearch &Search) {
  Finder F(Search);
  for (const LinkedLibrary &Library : Line.Libraries)
    F.add(Library);
  auto isUnknown = [](const LinkedMpi &Mpi) {
    return Mpi.Interface == MpiInterface::Unknown;
  };
  if (!std::ranges::all_of(F.Found.Named, isUnknown))
    std::erase_if(F.Found.Named, isUnknown);
  if (F.Found.Named.empty())
    F.follow();
  return std::move(F.Found);
}

unsigned machineOf(const std::string &Path) {
  return readLibrary(Path, {}).Machine;
}

} // namespace foreslice::driver
