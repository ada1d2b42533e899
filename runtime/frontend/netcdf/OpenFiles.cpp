//===- OpenFiles.cpp - files of NetCDF that the program has open ----------===//
//
// See OpenFiles.h. The queries are found in the process by name, and never
// linked. They look at memory of the library's alone.
//
//===----------------------------------------------------------------------===//

#include "frontend/netcdf/OpenFiles.h"

#include "foreslice/netcdf.h"
#include "frontend/ProgramThreads.h"
#include "frontend/hdf5/Objects.h"
#include "support/OwnWork.h"
#include "support/ProcessObject.h"

#include <algorithm>
#include <climits>
#include <dlfcn.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

namespace foreslice::netcdf {

namespace {

template <typename T> T *find(const char *Name) {
  return reinterpret_cast<T *>(dlsym(RTLD_DEFAULT, Name));
}

/// Both put a length of 64 bits.
using InqUnlimdim = int(int, int *);
using InqDimlen = int(int, int, uint64_t *);

/// As netcdf.h and pnetcdf.h have them.
bool pathOf(LibraryKind Kind, int Id, std::string &Path) {
  constexpr size_t MostBytes = PATH_MAX;
  if (Kind == LibraryKind::Netcdf) {
    auto *Inq = find<int(int, size_t *, char *)>("nc_inq_path");
    size_t Length = 0;
    if (!Inq || Inq(Id, &Length, nullptr) != 0 || Length >= MostBytes)
      return false;
    Path.resize(Length + 1);
    if (Inq(Id, nullptr, Path.data()) != 0)
      return false;
    Path.resize(Length);
    return true;
  }
  auto *Inq = find<int(int, int *, char *)>("ncmpi_inq_path");
  int Length = 0;
  if (!Inq || Inq(Id, &Length, nullptr) != 0 || Length < 0 ||
      static_cast<size_t>(Length) >= MostBytes)
    return false;
  Path.resize(static_cast<size_t>(Length) + 1);
  if (Inq(Id, nullptr, Path.data()) != 0)
    return false;
  Path.resize(static_cast<size_t>(Length));
  return true;
}

std::optional<uint64_t> recordsOf(LibraryKind Kind, int Id) {
  const bool IsSerial = Kind == LibraryKind::Netcdf;
  auto *Unlimdim =
      find<InqUnlimdim>(IsSerial ? "nc_inq_unlimdim" : "ncmpi_inq_unlimdim");
  auto *Dimlen =
      find<InqDimlen>(IsSerial ? "nc_inq_dimlen" : "ncmpi_inq_dimlen");
  int Number = -1;
  uint64_t Length = 0;
  if (!Unlimdim || !Dimlen || Unlimdim(Id, &Number) != 0 || Number < 0 ||
      Dimlen(Id, Number, &Length) != 0)
    return std::nullopt;
  return Length;
}

using InqNumber = int(int, int *);
using InqDim = int(int, int, char *, size_t *);
using InqVar = int(int, int, char *, int *, int *, int *, int *);

/// The name of the group with all around; "" for a file's own.
std::string groupOf(int Id) {
  auto *Inq = find<int(int, size_t *, char *)>("nc_inq_grpname_full");
  size_t Length = 0;
  if (!Inq || Inq(Id, &Length, nullptr) != 0 || Length <= 1)
    return "";
  std::string Name(Length + 1, 0);
  return Inq(Id, nullptr, Name.data()) == 0 ? Name.substr(0, Length) : "";
}

/// Of a group and those around. Numbers of dimensions are those of the file.
std::vector<int> dimensionsOf(int Id) {
  auto *Inq = find<int(int, int *, int *, int)>("nc_inq_dimids");
  constexpr int WithOuter = 1;
  int Count = 0;
  if (!Inq || Inq(Id, &Count, nullptr, WithOuter) != 0 || Count < 0)
    return {};
  std::vector<int> Numbers(static_cast<size_t>(Count));
  if (Inq(Id, &Count, Numbers.data(), WithOuter) != 0)
    return {};
  return Numbers;
}

int numberBy(const char *Name, int Id) {
  auto *Inq = find<InqNumber>(Name);
  int Number = -1;
  return Inq && Inq(Id, &Number) == 0 ? Number : -1;
}

/// What the library says of a file of NetCDF-4; null if that is too much for a
/// launch.
std::shared_ptr<Contents> contentsOf(int Id) {
  constexpr int Most = 64;
  constexpr size_t NameBytes = FORESLICE_NETCDF_NAME;
  auto *Dim = find<InqDim>("nc_inq_dim");
  auto *Var = find<InqVar>("nc_inq_var");
  const std::vector<int> Numbers = dimensionsOf(Id);
  const int Dimensions =
                Numbers.empty() ? 0 : *std::ranges::max_element(Numbers) + 1,
            Variables = numberBy("nc_inq_nvars", Id);
  if (!Dim || !Var || Dimensions > Most || Variables < 0 || Variables > Most)
    return nullptr;
  auto New = std::make_shared<Contents>();
  New->Format = numberBy("nc_inq_format", Id);
  New->Attributes =
      static_cast<uint64_t>(std::max(numberBy("nc_inq_natts", Id), 0));
  if (int Number = numberBy("nc_inq_unlimdim", Id); Number >= 0)
    New->Unlimited = static_cast<uint32_t>(Number);
  char Name[NameBytes];
  New->Dimensions.resize(static_cast<size_t>(Dimensions));
  for (int D : Numbers) {
    size_t Length = 0;
    if (D < 0 || Dim(Id, D, Name, &Length) != 0)
      return nullptr;
    New->Dimensions[static_cast<size_t>(D)] = {Name, Length};
  }
  for (int V = 0; V < Variables; ++V) {
    int Type = 0, Rank = 0, Attributes = 0, Ranks[FORESLICE_NETCDF_RANK];
    if (Var(Id, V, Name, &Type, &Rank, Ranks, &Attributes) != 0)
      return nullptr;
    Variable Is;
    Is.Name = Name;
    Is.Type = Type;
    Is.Attributes = static_cast<uint64_t>(Attributes);
    for (int D = 0; D < Rank; ++D) {
      if (Ranks[D] < 0 || Ranks[D] >= Dimensions)
        return nullptr;
      Is.Dimensions.push_back(static_cast<uint32_t>(Ranks[D]));
    }
    New->Variables.push_back(std::move(Is));
  }
  return New;
}

/// A variable that has the name of a dimension, and others, has another name in
/// the file.
bool isSetOf(std::string_view Path, std::string_view Group,
             std::string_view Name) {
  constexpr std::string_view Other = "_nc4_non_coord_";
  if (!Path.starts_with(Group))
    return false;
  Path.remove_prefix(Group.size());
  if (!Path.starts_with('/'))
    return false;
  Path.remove_prefix(1);
  return Path == Name ||
         (Path.starts_with(Other) && Path.substr(Other.size()) == Name);
}

/// Files of HDF5 that NetCDF reads.
void addSets(OpenedFile &To) {
  constexpr int Netcdf4 = 3, Netcdf4Classic = 4;
  const int Format = numberBy("nc_inq_format", To.Id);
  if (Format != Netcdf4 && Format != Netcdf4Classic)
    return;
  const std::shared_ptr<Contents> Is = contentsOf(To.Id);
  if (!Is)
    return;
  const std::string Group = groupOf(To.Id);
  const std::vector<hdf5::NamedSet> Open =
      hdf5::Objects::get().openSets(To.Path);
  for (const Variable &V : Is->Variables) {
    auto At = std::ranges::find_if(Open, [&](const hdf5::NamedSet &Set) {
      return isSetOf(Set.Path, Group, V.Name);
    });
    To.Sets.push_back(At != Open.end() ? At->Set : nullptr);
  }
  To.Holds = Is;
}

void add(LibraryKind Kind, int Id, OpenedFiles &To) {
  OpenedFile New;
  New.Id = Id;
  if (!pathOf(Kind, Id, New.Path))
    return;
  New.Records = recordsOf(Kind, Id);
  if (Kind == LibraryKind::Netcdf)
    addSets(New);
  To.push_back(std::move(New));
}

/// Those that are open, up to as many as a launch has time for. Numbers of
/// NetCDF have 16 bits for a group, those of PnetCDF count from 0.
void addAll(LibraryKind Kind, OpenedFiles &To) {
  constexpr int Most = 64, GroupBits = 16;
  const bool IsSerial = Kind == LibraryKind::Netcdf;
  for (int I = IsSerial ? 1 : 0; I < Most; ++I)
    add(Kind, IsSerial ? I << GroupBits : I, To);
}

ProcessObject<OpenFiles> &ofProcess() {
  static constinit ProcessObject<OpenFiles> All;
  return All;
}

} // namespace

OpenFiles &OpenFiles::get() { return ofProcess().get(); }

uint64_t OpenFiles::ask(LibraryKind Kind, int Id) {
  if (!hasOneThread())
    return 0;
  auto New = std::make_shared<OpenedFiles>();
  if (Id == -1)
    addAll(Kind, *New);
  else
    add(Kind, Id, *New);
  if (New->empty())
    return 0;
  return Answers.add(std::move(New));
}

static void ask(LibraryKind Kind, foreslice_netcdf_file &File) {
  OwnWork Work;
  try {
    File.number = OpenFiles::get().ask(Kind, File.id);
  } catch (const std::exception &) {
    File.number = 0;
  }
}

} // namespace foreslice::netcdf

using namespace foreslice::netcdf;

extern "C" FORESLICE_EXPORT void
foreslice_netcdf_ask(foreslice_netcdf_file *File) {
  ask(LibraryKind::Netcdf, *File);
}

extern "C" FORESLICE_EXPORT void
foreslice_pnetcdf_ask(foreslice_netcdf_file *File) {
  ask(LibraryKind::Pnetcdf, *File);
}
