//===- Objects.cpp - datasets and dataspaces of the program ---------------===//
//
// See Objects.h. The queries make handles of the library, to be closed. No
// query changes the file or reads the index of chunks.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Objects.h"

#include "foreslice/hdf5.h"
#include "frontend/ProgramThreads.h"
#include "frontend/hdf5/Library.h"
#include "support/OwnWork.h"
#include "support/ProcessObject.h"
#include "support/Settings.h"

#include <algorithm>
#include <cstring>
#include <sys/stat.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

namespace foreslice::hdf5 {

namespace {

// Of H5Ipublic.h, H5Spublic.h, H5Dpublic.h, H5Tpublic.h and H5Fpublic.h.
enum : int { OfFile = 1, OfGroup = 2, OfDataspace = 4, OfDataset = 5 };
enum : int {
  SelectsNone = 0,
  SelectsPoints = 1,
  SelectsSlabs = 2,
  SelectsAll = 3
};
enum : int { IsCompact = 0, IsContiguous = 1, IsChunked = 2, IsVirtual = 3 };
enum : int { IsReference = 7, IsVariable = 9 };
enum : unsigned { MayWrite = 1, MayMeetWriter = 64 };
constexpr haddr_t Undefined = UINT64_MAX;
constexpr hid_t Default = 0;

/// A handle from a query.
class Handle {
public:
  Handle(hid_t Id, herr_t (*Close)(hid_t)) : Id(Id), Close(Close) {}
  ~Handle() {
    if (Id >= 0)
      Close(Id);
  }
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;
  explicit operator bool() const { return Id >= 0; }
  const hid_t Id;

private:
  herr_t (*const Close)(hid_t);
};

/// A scope without the library's error messages. Off while the program has
/// errors to look at, as a query would clear the errors. Also off if the
/// program's handler uses the first interface: the second interface would
/// report an error.
class Quiet {
public:
  explicit Quiet(const Library &L) : L(L) {
    unsigned IsSecond = 0;
    Is = L.H5Eget_num(Default) == 0 &&
         L.H5Eauto_is_v2(Default, &IsSecond) >= 0 && IsSecond &&
         L.H5Eget_auto2(Default, &Tells, &Data) >= 0;
    if (Is)
      L.H5Eset_auto2(Default, nullptr, nullptr);
  }
  ~Quiet() {
    if (Is)
      L.H5Eset_auto2(Default, Tells, Data);
  }
  Quiet(const Quiet &) = delete;
  Quiet &operator=(const Quiet &) = delete;
  explicit operator bool() const { return Is; }

private:
  const Library &L;
  AutoFn Tells = nullptr;
  void *Data = nullptr;
  bool Is = false;
};

class Lookup {
public:
  explicit Lookup(const Library &L) : L(L) {}
  /// False if a slice cannot use the dataspace.
  bool space(hid_t Id, Dataspace &Space) const;
  /// Stays: the dataset does not change until closed.
  bool dataset(hid_t Id, Dataset &Set, bool &Stays) const;
  bool group(hid_t Id, Group &Place) const;
  bool list(hid_t Id, AccessList &List) const;

private:
  void slabs(hid_t Id, Dataspace &Space) const;
  void points(hid_t Id, Dataspace &Space) const;
  bool driver(hid_t File, hid_t Access, FilePlace &Place) const;
  bool isAskedTogether(hid_t Access) const;
  bool isMadeAsUsual(hid_t Made, FilePlace &Place) const;
  bool file(hid_t Id, FilePlace &Place, bool &Stays) const;
  std::optional<uint64_t> header(hid_t Id) const;
  bool type(hid_t Id, Dataset &Set) const;
  bool layout(hid_t Id, Dataset &Set) const;
  bool putHeader(hid_t Id, Dataset &Set) const;

  const Library &L;
};

bool Lookup::space(hid_t Id, Dataspace &Space) const {
  const int Rank = L.H5Sget_simple_extent_ndims(Id);
  if (L.H5Sis_simple(Id) <= 0 || Rank < 0 || Rank > FORESLICE_HDF5_RANK)
    return false;
  hsize_t Lengths[FORESLICE_HDF5_RANK];
  if (Rank > 0 && L.H5Sget_simple_extent_dims(Id, Lengths, nullptr) != Rank)
    return false;
  Space.Lengths.assign(Lengths, Lengths + Rank);
  Space.Is = Selection::Other;
  switch (L.H5Sget_select_type(Id)) {
  case SelectsAll:
    Space.Is = Selection::All;
    break;
  case SelectsNone:
    Space.Is = Selection::None;
    break;
  case SelectsSlabs:
    slabs(Id, Space);
    break;
  case SelectsPoints:
    points(Id, Space);
    break;
  default:
    break;
  }
  return true;
}

/// A hyperslab, or the blocks of a union.
void Lookup::slabs(hid_t Id, Dataspace &Space) const {
  const size_t Rank = Space.Lengths.size();
  hsize_t Start[FORESLICE_HDF5_RANK], Stride[FORESLICE_HDF5_RANK],
      Count[FORESLICE_HDF5_RANK], Block[FORESLICE_HDF5_RANK];
  if (L.H5Sis_regular_hyperslab(Id) > 0) {
    if (L.H5Sget_regular_hyperslab(Id, Start, Stride, Count, Block) < 0)
      return;
    Space.Is = Selection::Slab;
    for (size_t D = 0; D < Rank; ++D)
      Space.Slabs.push_back({Start[D], Stride[D], Count[D], Block[D]});
    return;
  }
  const int64_t Blocks = L.H5Sget_select_hyper_nblocks(Id);
  if (Blocks <= 0 || static_cast<size_t>(Blocks) > Dataspace::MostUnited)
    return;
  std::vector<hsize_t> Corners(2 * Rank * static_cast<size_t>(Blocks));
  if (L.H5Sget_select_hyper_blocklist(Id, 0, static_cast<hsize_t>(Blocks),
                                      Corners.data()) < 0)
    return;
  Space.Is = Selection::None;
  for (size_t First = 0; First < Corners.size(); First += 2 * Rank) {
    SlabOfDimensions New;
    for (size_t D = First; D < First + Rank; ++D)
      New.push_back({Corners[D], 1, 1, Corners[D + Rank] - Corners[D] + 1});
    Space.unite(std::move(New));
  }
}

void Lookup::points(hid_t Id, Dataspace &Space) const {
  const size_t Rank = Space.Lengths.size();
  const int64_t Points = L.H5Sget_select_elem_npoints(Id);
  if (Points <= 0 || static_cast<size_t>(Points) > Dataspace::MostUnited)
    return;
  std::vector<hsize_t> Places(Rank * static_cast<size_t>(Points));
  if (L.H5Sget_select_elem_pointlist(Id, 0, static_cast<hsize_t>(Points),
                                     Places.data()) < 0)
    return;
  Space.Is = Selection::None;
  for (size_t First = 0; First < Places.size(); First += Rank) {
    SlabOfDimensions New;
    for (size_t D = First; D < First + Rank; ++D)
      New.push_back({Places[D], 1, 1, 1});
    Space.unite(std::move(New));
  }
}

bool Lookup::list(hid_t Id, AccessList &List) const {
  const hid_t Driver = L.H5Pget_driver(Id);
  List.ByMpi = L.H5FD_mpio_init && Driver == L.H5FD_mpio_init();
  return Driver >= 0;
}

/// How the library reads the file: by descriptor or by MPI.
bool Lookup::driver(hid_t File, hid_t Access, FilePlace &Place) const {
  const hid_t Driver = L.H5Pget_driver(Access);
  const bool IsByMpi = L.H5FD_mpio_init && Driver == L.H5FD_mpio_init();
  void *OwnCall = nullptr;
  if ((!IsByMpi && Driver != L.H5FD_sec2_init()) ||
      L.H5Fget_vfd_handle(File, Default, &OwnCall) < 0 || !OwnCall)
    return false;
  if (IsByMpi) {
    // An MPI_File: an address in any MPI library.
    std::memcpy(&Place.ByMpi, OwnCall, sizeof Place.ByMpi);
    Place.SieveBytes = 0;
    return true;
  }
  struct stat S;
  std::memcpy(&Place.Descriptor, OwnCall, sizeof Place.Descriptor);
  size_t Sieve = 0;
  L.H5Pget_sieve_buf_size(Access, &Sieve);
  Place.SieveBytes = Sieve;
  if (fstat(Place.Descriptor, &S) != 0)
    return false;
  Place.File = {S.st_dev, S.st_ino};
  return true;
}

/// All ranks together make some queries of a file with collective metadata.
bool Lookup::isAskedTogether(hid_t Access) const {
  hbool_t Is = false;
  return L.H5Pget_all_coll_metadata_ops &&
         (L.H5Pget_all_coll_metadata_ops(Access, &Is) < 0 || Is);
}

/// Addresses and lengths are as wide as usual.
bool Lookup::isMadeAsUsual(hid_t Made, FilePlace &Place) const {
  size_t AddressBytes = 0, LengthBytes = 0;
  hsize_t UserBlock = 0;
  unsigned Fanout = 0;
  if (L.H5Pget_userblock(Made, &UserBlock) < 0 ||
      L.H5Pget_istore_k(Made, &Fanout) < 0 ||
      L.H5Pget_sizes(Made, &AddressBytes, &LengthBytes) < 0)
    return false;
  Place.Base = UserBlock;
  Place.Fanout = Fanout;
  return AddressBytes == NumberBytes && LengthBytes == NumberBytes;
}

/// Where the header of an object is in the file.
std::optional<uint64_t> Lookup::header(hid_t Id) const {
  constexpr unsigned OnlyWhere = 1;
  ObjectInfo Info{};
  return L.H5Oget_info2(Id, &Info, OnlyWhere) >= 0 ? std::optional(Info.Address)
                                                   : std::nullopt;
}

bool Lookup::file(hid_t Id, FilePlace &Place, bool &Stays) const {
  const hid_t File = L.H5Iget_file_id(Id);
  if (File < 0)
    return false;
  bool Is = false;
  {
    const Handle Access(L.H5Fget_access_plist(File), L.H5Pclose);
    const Handle Made(L.H5Fget_create_plist(File), L.H5Pclose);
    unsigned Intent = MayWrite;
    int Elements = 0;
    size_t Slots = 0, Bytes = 0;
    double Weight = 0;
    Is = Access && Made && !isAskedTogether(Access.Id) &&
         isMadeAsUsual(Made.Id, Place) && L.H5Fget_intent(File, &Intent) >= 0 &&
         L.H5Pget_cache(Access.Id, &Elements, &Slots, &Bytes, &Weight) >= 0 &&
         driver(File, Access.Id, Place);
    Place.CacheBytes = Bytes;
    Stays = !(Intent & (MayWrite | MayMeetWriter));
    if (std::optional<uint64_t> Root = Is ? header(File) : std::nullopt)
      Place.Root = *Root;
  }
  L.H5Idec_ref(File);
  return Is;
}

bool Lookup::group(hid_t Id, Group &Place) const {
  bool Stays = false;
  if (!file(Id, Place.Origin, Stays))
    return false;
  const std::optional<uint64_t> Header = header(Id);
  Place.Header = Header.value_or(0);
  return Header.has_value();
}

/// Where data of variable length are, only the data tell.
bool Lookup::type(hid_t Id, Dataset &Set) const {
  const Handle Type(L.H5Dget_type(Id), L.H5Tclose);
  if (!Type || L.H5Tdetect_class(Type.Id, IsVariable) != 0 ||
      L.H5Tdetect_class(Type.Id, IsReference) != 0 ||
      L.H5Tis_variable_str(Type.Id) > 0)
    return false;
  Set.ElementBytes = L.H5Tget_size(Type.Id);
  return Set.ElementBytes > 0;
}

bool Lookup::layout(hid_t Id, Dataset &Set) const {
  const Handle Made(L.H5Dget_create_plist(Id), L.H5Pclose);
  if (!Made)
    return false;
  const int Layout = L.H5Pget_layout(Made.Id);
  Set.IsElsewhere = Layout == IsVirtual || L.H5Pget_external_count(Made.Id) > 0;
  if (Set.IsElsewhere)
    return putHeader(Id, Set);
  switch (Layout) {
  case IsCompact:
    Set.IsEmpty = true;
    return true;
  case IsContiguous:
    Set.Begin = L.H5Dget_offset(Id);
    Set.IsEmpty = Set.Begin == Undefined;
    putHeader(Id, Set);
    return true;
  case IsChunked:
    break;
  default:
    return false;
  }
  hsize_t Lengths[FORESLICE_HDF5_RANK];
  const int Rank = L.H5Pget_chunk(Made.Id, FORESLICE_HDF5_RANK, Lengths);
  if (Rank < 1 || static_cast<size_t>(Rank) != Set.Space.Lengths.size() ||
      std::ranges::count(Lengths, Lengths + Rank, 0) != 0)
    return false;
  Set.ChunkLengths.assign(Lengths, Lengths + Rank);
  uint64_t Bytes = Set.ElementBytes;
  for (uint64_t Length : Set.ChunkLengths)
    Bytes *= Length;
  size_t Slots = 0, CacheBytes = 0;
  double Weight = 0;
  const Handle Access(L.H5Dget_access_plist(Id), L.H5Pclose);
  if (!Access ||
      L.H5Pget_chunk_cache(Access.Id, &Slots, &CacheBytes, &Weight) < 0)
    return false;
  Set.ReadsWholeChunks =
      L.H5Pget_nfilters(Made.Id) != 0 || (Bytes <= CacheBytes && Slots > 0);
  return putHeader(Id, Set);
}

bool Lookup::putHeader(hid_t Id, Dataset &Set) const {
  const std::optional<uint64_t> Header = header(Id);
  Set.Index = {Set.Origin.Base, Header.value_or(0), Set.Origin.Fanout,
               Set.Space.Lengths.size()};
  return Header.has_value();
}

bool Lookup::dataset(hid_t Id, Dataset &Set, bool &Stays) const {
  if (!file(Id, Set.Origin,
            Stays)) // before other queries: see isAskedTogether()
    return false;
  const Handle Space(L.H5Dget_space(Id), L.H5Sclose);
  if (!Space || !space(Space.Id, Set.Space))
    return false;
  Set.IsEmpty = !type(Id, Set) || !layout(Id, Set) || Set.IsEmpty;
  return true;
}

/// Whether the library may be called here: see ProgramThreads.h.
bool mayCall(const Library &L) {
  bool IsThreadSafe = false;
  return L.H5is_library_threadsafe(&IsThreadSafe) >= 0 &&
         (IsThreadSafe || hasOneThreadByMpi());
}

ProcessObject<Objects> &ofProcess() {
  static constinit ProcessObject<Objects> All;
  return All;
}

} // namespace

Objects &Objects::get() { return ofProcess().get(); }

std::shared_ptr<const Dataset> Objects::known(int64_t Handle) {
  MutexLock Lock(M);
  auto It =
      std::ranges::find(Kept, Handle, [](const auto &K) { return K.first; });
  return It != Kept.end() ? It->second : nullptr;
}

/// By H5Fget_name or H5Iget_name; empty if the name is long.
template <class GetFn> static std::string nameBy(GetFn Get, hid_t Handle) {
  std::array<char, 4096> Name{};
  const long Length = Get(Handle, Name.data(), Name.size());
  return Length > 0 && static_cast<size_t>(Length) < Name.size()
             ? std::string(Name.data())
             : std::string();
}

/// Null if a slice cannot use the dataset.
std::shared_ptr<const Dataset> Objects::lookUp(const Library &L,
                                               int64_t Handle) {
  if (std::shared_ptr<const Dataset> Known = known(Handle))
    return Known;
  auto Set = std::make_shared<Dataset>();
  bool Stays = false;
  if (L.H5Iget_type(Handle) != OfDataset ||
      !Lookup(L).dataset(Handle, *Set, Stays))
    return nullptr;
  if (!Settings::get().Stats.empty())
    Set->Name = nameBy(L.H5Iget_name, Handle);
  if (Stays) {
    MutexLock Lock(M);
    if (Kept.size() == MostKept)
      Kept.pop_front();
    Kept.emplace_back(Handle, Set);
  }
  return Set;
}

/// Of datasets that are open, up to as many as a launch has time for.
static std::vector<hid_t> openHandles(const Library &L) {
  constexpr unsigned OfAnyFile = 0x1f, OnlyDatasets = 2;
  std::vector<hid_t> Open(64);
  const long Count =
      L.H5Fget_obj_ids(OfAnyFile, OnlyDatasets, Open.size(), Open.data());
  Open.resize(std::clamp<size_t>(static_cast<size_t>(std::max(Count, 0l)), 0,
                                 Open.size()));
  return Open;
}

void Objects::addOpen(const Library &L, OpenSets &To) {
  for (hid_t Handle : openHandles(L))
    if (auto Set = lookUp(L, Handle))
      To.emplace_back(Handle, std::move(Set));
}

std::vector<NamedSet> Objects::openSets(const std::string &File) {
  std::vector<NamedSet> Found;
  const Library *L = Library::find();
  if (!L || !mayCall(*L))
    return Found;
  const Quiet Now(*L);
  if (!Now)
    return Found;
  for (hid_t Handle : openHandles(*L))
    if (nameBy(L->H5Fget_name, Handle) == File)
      if (auto Set = lookUp(*L, Handle))
        Found.push_back({nameBy(L->H5Iget_name, Handle), std::move(Set)});
  return Found;
}

/// False if the program's handle is of nothing of that kind.
bool Objects::findTable(const Library &L, int64_t Handle, PacketTable &To) {
  hsize_t Next = 0;
  if (!L.H5PTis_valid || !L.H5PTget_dataset || !L.H5PTget_index ||
      L.H5PTis_valid(Handle) < 0 || L.H5PTget_index(Handle, &Next) < 0)
    return false;
  To.Set = lookUp(L, L.H5PTget_dataset(Handle));
  To.Next = Next;
  return To.Set != nullptr;
}

uint64_t Objects::ask(int64_t Handle) {
  const Library *L = Library::find();
  if (!L || Handle < 0 || !mayCall(*L))
    return 0;
  auto New = std::make_shared<Object>();
  if (auto Set = known(Handle)) {
    *New = OpenSets{{Handle, std::move(Set)}};
    return Answers.add(std::move(New));
  }
  const Quiet Now(*L);
  if (!Now)
    return 0;
  const Lookup Of(*L);
  bool IsKnown = true;
  switch (Handle == 0 ? OfDataset : L->H5Iget_type(Handle)) {
  case OfDataset: {
    auto &Sets = New->emplace<OpenSets>();
    if (Handle == 0)
      addOpen(*L, Sets);
    else if (auto Set = lookUp(*L, Handle))
      Sets.emplace_back(Handle, std::move(Set));
    IsKnown = !Sets.empty();
    break;
  }
  case OfFile:
  case OfGroup:
    IsKnown = Of.group(Handle, New->emplace<Group>());
    break;
  case OfDataspace:
    IsKnown = Of.space(Handle, New->emplace<Dataspace>());
    break;
  default: // The number of lists differs from release to release.
    IsKnown = findTable(*L, Handle, New->emplace<PacketTable>()) ||
              Of.list(Handle, New->emplace<AccessList>());
  }
  if (!IsKnown)
    return 0;
  return Answers.add(std::move(New));
}

} // namespace foreslice::hdf5

using namespace foreslice;

extern "C" FORESLICE_EXPORT void
foreslice_hdf5_ask(foreslice_hdf5_object *Object) {
  OwnWork Work;
  try {
    Object->number = hdf5::Objects::get().ask(Object->handle);
  } catch (const std::exception &) {
    Object->number = 0;
  }
}
