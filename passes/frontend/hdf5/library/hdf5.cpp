//===- hdf5.cpp - bodies of HDF5 calls ------------------------------------===//
//
// A working copy calls these functions in place of the library's. A dataset and
// a dataspace name the bytes of a read, and the run time keeps dimensions and
// selection for the slice. Other objects of the library (types, properties,
// attributes) do not matter to reads: such calls succeed and return a number.
// Errors are taken never to happen. The types are those of HDF5 1.10 and later.
//
//===----------------------------------------------------------------------===//

#include "foreslice/hdf5.h"

using hid_t = long;
/// Another type of C in each release.
typedef unsigned long hsize_t __attribute__((may_alias));
using herr_t = int;
using htri_t = int;
/// H5G_info_t and H5L_info_t, as far as slices know them.
struct GroupInfo {
  int Storage;
  hsize_t Links;
  long LargestOrder;
  bool IsMounted;
};
struct LinkInfo {
  int Kind; ///< 0: hard.
  char Others[60];
};
using VisitLink = herr_t (*)(hid_t In, const char *Name, const LinkInfo *Is,
                             void *Data);

#define INLINE __attribute__((always_inline)) inline
// A step stands for the call of the body around the step.
#define STEP extern "C" __attribute__((nothrow))

STEP hid_t foreslice_hdf5_open(hid_t In, const char *Name, int What);
STEP void foreslice_hdf5_read(hid_t Set, void *Buffer, hid_t Type,
                              hid_t Memory);
// As foreslice_hdf5_change(), each with a separate name for remarks.
STEP void foreslice_hdf5_read_by(hid_t Space, int What, long Dimension,
                                 long Value);
STEP void foreslice_hdf5_extent(hid_t Space, int What, long Dimension,
                                long Value);
STEP long foreslice_hdf5_query(hid_t Of, int What, long Number, long Part);
STEP long foreslice_hdf5_find(hid_t In, int What, const char *Name);
STEP void foreslice_hdf5_change(hid_t Space, int What, long Dimension,
                                long Value);

// Functions with effects or results unknown to the slice. A region in need of
// such a value is refused. Remarks have the functions' names.
extern "C" void leaveData(void *Buffer) __asm__("the data of H5Dread");
extern "C" long otherOrder(int Kind) __asm__("links in the order of creation");
extern "C" void leaveFacts(void *To) __asm__("what else is known to HDF5");

namespace {

/// An ignored value.
constexpr hid_t Any = 1;

// H5S_seloper_t: what of the old selection A and the new hyperslab B is chosen.
constexpr int SelectSet = 0, SelectOr = 1, SelectAnd = 2, SelectXor = 3,
              SelectNotB = 4;

INLINE long query(hid_t Of, int What, long Number = 0, long Part = 0) {
  return foreslice_hdf5_query(Of, What, Number, Part);
}

INLINE void change(hid_t Space, int What, long Dimension = 0, long Value = 0) {
  foreslice_hdf5_change(Space, What, Dimension, Value);
}

INLINE void extend(hid_t Space, int Rank, const hsize_t *Lengths) {
  for (int D = 0; D < Rank; ++D)
    foreslice_hdf5_extent(Space, FORESLICE_HDF5_EXTENT, D,
                          static_cast<long>(Lengths[D]));
}

/// Of a file or a group.
INLINE hid_t openIn(hid_t In, const char *Name) {
  return foreslice_hdf5_open(query(In, FORESLICE_HDF5_ITSELF), Name,
                             FORESLICE_HDF5_OBJECT);
}

/// The file or group itself, or an object in it.
INLINE hid_t groupIn(hid_t In, const char *Name) {
  return Name[0] == '.' && Name[1] == 0 ? In : openIn(In, Name);
}

/// The same where no call of the program's opens the object: nothing is
/// forwarded.
INLINE hid_t groupByName(hid_t In, const char *Name) {
  return Name[0] == '.' && Name[1] == 0
             ? In
             : foreslice_hdf5_find(In, FORESLICE_HDF5_FIND, Name);
}

INLINE herr_t putInfo(hid_t In, GroupInfo *To) {
  leaveFacts(To);
  To->Links = static_cast<hsize_t>(query(In, FORESLICE_HDF5_LINKS));
  return 0;
}

// H5_index_t and H5_iter_order_t; the order of the library's own is that of
// names in files of the first format.
constexpr int ByName = 0, Ascending = 0, Descending = 1;

/// The number of the Number-th link in the order of names.
INLINE long numberOf(hid_t In, int Kind, int Order, hsize_t Number) {
  if (Kind != ByName)
    return otherOrder(Kind);
  const long Place = static_cast<long>(Number);
  return Order == Descending ? query(In, FORESLICE_HDF5_LINKS) - 1 - Place
                             : Place;
}

/// Character by character, up to the 0 at the end. The length of the name.
INLINE long putLinkName(hid_t In, int Kind, int Order, hsize_t Number, char *To,
                        unsigned long Bytes) {
  const long Link = numberOf(In, Kind, Order, Number);
  long Length = 0;
  for (; Length < FORESLICE_HDF5_NAME; ++Length) {
    const long C = query(In, FORESLICE_HDF5_LINK_NAME, Link, Length);
    if (To && static_cast<unsigned long>(Length) < Bytes)
      To[Length] = static_cast<char>(C);
    if (C == 0)
      break;
  }
  return Length;
}

INLINE herr_t visitLinks(hid_t In, int Kind, int Order, hsize_t *Next,
                         VisitLink Visit, void *Data) {
  const hsize_t Links = static_cast<hsize_t>(query(In, FORESLICE_HDF5_LINKS));
  hsize_t I = Next ? *Next : 0;
  for (; I < Links; ++I) {
    char Name[FORESLICE_HDF5_NAME];
    const LinkInfo Is = {};
    putLinkName(In, Kind, Order, I, Name, sizeof Name);
    if (herr_t Result = Visit(In, Name, &Is, Data))
      return Result;
  }
  if (Next)
    *Next = I;
  return 0;
}

} // namespace

extern "C" {

//===----------------------------------------------------------------------===//
// Objects opened by the slice
//===----------------------------------------------------------------------===//

/// The property list says whether the library reads by POSIX or by MPI-IO.
hid_t H5Fopen(const char *Name, unsigned, hid_t Access) {
  const hid_t List = Access == 0 ? 0 : query(Access, FORESLICE_HDF5_ITSELF);
  return foreslice_hdf5_open(List, Name, FORESLICE_HDF5_FILE);
}
hid_t H5Dopen2(hid_t In, const char *Name, hid_t) { return openIn(In, Name); }
hid_t H5Dopen1(hid_t In, const char *Name) { return openIn(In, Name); }
hid_t H5Gopen2(hid_t In, const char *Name, hid_t) { return openIn(In, Name); }
hid_t H5Gopen1(hid_t In, const char *Name) { return openIn(In, Name); }

//===----------------------------------------------------------------------===//
// Links of a file or a group
//===----------------------------------------------------------------------===//

htri_t H5Lexists(hid_t In, const char *Name, hid_t) {
  return static_cast<htri_t>(
      foreslice_hdf5_find(In, FORESLICE_HDF5_EXISTS, Name));
}
herr_t H5Gget_info(hid_t In, GroupInfo *To) { return putInfo(In, To); }
herr_t H5Gget_info_by_name(hid_t In, const char *Name, GroupInfo *To, hid_t) {
  return putInfo(openIn(In, Name), To);
}
herr_t H5Gget_num_objs(hid_t In, hsize_t *To) {
  *To = static_cast<hsize_t>(query(In, FORESLICE_HDF5_LINKS));
  return 0;
}
long H5Lget_name_by_idx(hid_t In, const char *Name, int Kind, int Order,
                        hsize_t Number, char *To, unsigned long Bytes, hid_t) {
  return putLinkName(groupIn(In, Name), Kind, Order, Number, To, Bytes);
}
long H5Gget_objname_by_idx(hid_t In, hsize_t Number, char *To,
                           unsigned long Bytes) {
  return putLinkName(In, ByName, Ascending, Number, To, Bytes);
}

/// The slice visits the links that the library would.
herr_t H5Literate1(hid_t In, int Kind, int Order, hsize_t *Next,
                   VisitLink Visit, void *Data) {
  return visitLinks(In, Kind, Order, Next, Visit, Data);
}
herr_t H5Literate(hid_t In, int Kind, int Order, hsize_t *Next, VisitLink Visit,
                  void *Data) {
  return visitLinks(In, Kind, Order, Next, Visit, Data);
}
herr_t H5Literate2(hid_t In, int Kind, int Order, hsize_t *Next,
                   VisitLink Visit, void *Data) {
  return visitLinks(In, Kind, Order, Next, Visit, Data);
}
herr_t H5Literate_by_name(hid_t In, const char *Name, int Kind, int Order,
                          hsize_t *Next, VisitLink Visit, void *Data, hid_t) {
  return visitLinks(groupByName(In, Name), Kind, Order, Next, Visit, Data);
}

/// The first interface: the callback gets no facts about the link.
herr_t H5Giterate(hid_t In, const char *Name, int *Next,
                  herr_t (*Visit)(hid_t, const char *, void *), void *Data) {
  const hid_t Group = groupIn(In, Name);
  const int Links = static_cast<int>(query(Group, FORESLICE_HDF5_LINKS));
  int I = Next ? *Next : 0;
  for (; I < Links; ++I) {
    char Link[FORESLICE_HDF5_NAME];
    putLinkName(Group, ByName, Ascending, static_cast<hsize_t>(I), Link,
                sizeof Link);
    if (herr_t Result = Visit(Group, Link, Data))
      return Result;
  }
  if (Next)
    *Next = I;
  return 0;
}

//===----------------------------------------------------------------------===//
// Datasets
//===----------------------------------------------------------------------===//

herr_t H5Dread(hid_t Set, hid_t Type, hid_t Memory, hid_t Space, hid_t,
               void *Buffer) {
  foreslice_hdf5_read_by(Space, FORESLICE_HDF5_READ_BY, 0, 0);
  // Only a slice that needs the data looks at the memory's dataspace.
  foreslice_hdf5_read(Set, Buffer, Type,
                      Memory == 0 ? 0 : query(Memory, FORESLICE_HDF5_ITSELF));
  return 0;
}
/// Not of the library: H5Dread() into memory of a form that a slice does not
/// know.
herr_t H5Xread(hid_t Set, hid_t Space, void *Buffer) {
  foreslice_hdf5_read_by(Space, FORESLICE_HDF5_READ_BY, 0, 0);
  foreslice_hdf5_read(Set, nullptr, 0, 0);
  leaveData(Buffer);
  return 0;
}

/// One dataset after the other.
herr_t H5Dread_multi(unsigned long Count, const hid_t *Sets, const hid_t *Types,
                     const hid_t *Memory, const hid_t *Spaces, hid_t,
                     void **To) {
  for (unsigned long I = 0; I < Count; ++I)
    H5Dread(Sets[I], Types[I], Memory[I], Spaces[I], 0, To[I]);
  return 0;
}

hid_t H5Dget_space(hid_t Set) { return query(Set, FORESLICE_HDF5_COPY); }

herr_t H5Dclose(hid_t) { return 0; }
/// The operating system's memory has the written data, and the next launch
/// looks up the changed file.
herr_t H5Dwrite(hid_t, hid_t, hid_t, hid_t, hid_t, const void *) { return 0; }
herr_t H5Dset_extent(hid_t Set, const hsize_t *Size) {
  const long Rank = query(Set, FORESLICE_HDF5_RANKS);
  for (long D = 0; D < Rank; ++D)
    change(Set, FORESLICE_HDF5_RESIZE, D, static_cast<long>(Size[D]));
  return 0;
}
herr_t H5Drefresh(hid_t Set) {
  change(Set, FORESLICE_HDF5_RENEW);
  return 0;
}
herr_t H5Dextend(hid_t Set, const hsize_t *Size) {
  return H5Dset_extent(Set, Size);
}

//===----------------------------------------------------------------------===//
// Dataspaces
//===----------------------------------------------------------------------===//

hid_t H5Screate_simple(int Rank, const hsize_t *Lengths, const hsize_t *) {
  const hid_t Space = query(0, FORESLICE_HDF5_MAKE);
  extend(Space, Rank, Lengths);
  return Space;
}

hid_t H5Screate(int) { return query(0, FORESLICE_HDF5_MAKE); }
hid_t H5Scopy(hid_t Space) { return query(Space, FORESLICE_HDF5_COPY); }

/// The run time forgets objects unused for long.
herr_t H5Sclose(hid_t) { return 0; }

herr_t H5Sselect_hyperslab(hid_t Space, int How, const hsize_t *Start,
                           const hsize_t *Stride, const hsize_t *Count,
                           const hsize_t *Block) {
  long Rank = query(Space, FORESLICE_HDF5_RANKS);
  for (long D = 0; D < Rank; ++D) {
    change(Space, FORESLICE_HDF5_START, D, static_cast<long>(Start[D]));
    change(Space, FORESLICE_HDF5_COUNT, D, static_cast<long>(Count[D]));
    if (Stride)
      change(Space, FORESLICE_HDF5_STRIDE, D, static_cast<long>(Stride[D]));
    if (Block)
      change(Space, FORESLICE_HDF5_BLOCK, D, static_cast<long>(Block[D]));
  }
  switch (How) {
  case SelectSet:
    change(Space, FORESLICE_HDF5_SELECT);
    break;
  case SelectOr:
    change(Space, FORESLICE_HDF5_UNITE);
    break;
  // More than is chosen:
  case SelectXor:
    change(Space, FORESLICE_HDF5_UNITE);
    change(Space, FORESLICE_HDF5_LESS);
    break;
  case SelectAnd:
  case SelectNotB:
    change(Space, FORESLICE_HDF5_LESS);
    break;
  default: // B without A.
    change(Space, FORESLICE_HDF5_SELECT);
    change(Space, FORESLICE_HDF5_LESS);
  }
  return 0;
}

herr_t H5Sselect_all(hid_t Space) {
  change(Space, FORESLICE_HDF5_ALL);
  return 0;
}

herr_t H5Sselect_none(hid_t Space) {
  change(Space, FORESLICE_HDF5_NONE);
  return 0;
}

/// The order of points does not matter.
herr_t H5Sselect_elements(hid_t Space, int How, unsigned long Points,
                          const hsize_t *Places) {
  const long Rank = query(Space, FORESLICE_HDF5_RANKS);
  if (How == SelectSet)
    change(Space, FORESLICE_HDF5_NONE);
  for (unsigned long P = 0; P < Points; ++P) {
    for (long D = 0; D < Rank; ++D)
      change(Space, FORESLICE_HDF5_START, D,
             static_cast<long>(Places[static_cast<long>(P) * Rank + D]));
    change(Space, FORESLICE_HDF5_UNITE);
  }
  return 0;
}
herr_t H5Soffset_simple(hid_t Space, const long *Distances) {
  const long Rank = query(Space, FORESLICE_HDF5_RANKS);
  for (long D = 0; D < Rank; ++D)
    change(Space, FORESLICE_HDF5_MOVED, D, Distances ? Distances[D] : 0);
  return 0;
}
herr_t H5Sselect_copy(hid_t Space, hid_t From) {
  change(Space, FORESLICE_HDF5_SELECT_AS, 0, query(From, FORESLICE_HDF5_COPY));
  return 0;
}
herr_t H5Sset_extent_simple(hid_t Space, int Rank, const hsize_t *Lengths,
                            const hsize_t *) {
  change(Space, FORESLICE_HDF5_NO_EXTENT);
  extend(Space, Rank, Lengths);
  return 0;
}
herr_t H5Sextent_copy(hid_t Space, hid_t From) {
  const long Rank = query(From, FORESLICE_HDF5_RANKS);
  change(Space, FORESLICE_HDF5_NO_EXTENT);
  for (long D = 0; D < Rank; ++D)
    foreslice_hdf5_extent(Space, FORESLICE_HDF5_EXTENT, D,
                          query(From, FORESLICE_HDF5_LENGTH, D));
  return 0;
}
herr_t H5Sset_extent_none(hid_t Space) {
  change(Space, FORESLICE_HDF5_NO_EXTENT);
  return 0;
}

int H5Sget_simple_extent_ndims(hid_t Space) {
  return static_cast<int>(query(Space, FORESLICE_HDF5_RANKS));
}

int H5Sget_simple_extent_dims(hid_t Space, hsize_t *Lengths, hsize_t *) {
  long Rank = query(Space, FORESLICE_HDF5_RANKS);
  if (Lengths)
    for (long D = 0; D < Rank; ++D)
      Lengths[D] = static_cast<hsize_t>(query(Space, FORESLICE_HDF5_LENGTH, D));
  return static_cast<int>(Rank);
}

long H5Sget_simple_extent_npoints(hid_t Space) {
  return query(Space, FORESLICE_HDF5_POINTS);
}
long H5Sget_select_npoints(hid_t Space) {
  return query(Space, FORESLICE_HDF5_CHOSEN);
}

//===----------------------------------------------------------------------===//
// The library's second level: datasets, images and tables by name
//===----------------------------------------------------------------------===//

INLINE herr_t readNamed(hid_t In, const char *Name, void *To) {
  return H5Xread(openIn(In, Name), 0, To);
}
/// Of a dataset of one dimension.
INLINE herr_t readRecords(hid_t In, const char *Name, hsize_t Start,
                          hsize_t Count, void *To) {
  const hid_t Set = openIn(In, Name), Space = query(Set, FORESLICE_HDF5_COPY);
  H5Sselect_hyperslab(Space, SelectSet, &Start, nullptr, &Count, nullptr);
  return H5Xread(Set, Space, To);
}

herr_t H5LTread_dataset(hid_t In, const char *Name, hid_t Type, void *To) {
  return H5Dread(openIn(In, Name), Type, 0, 0, 0, To);
}
#define READ_OF_TYPE(Type, Of, Is)                                             \
  herr_t H5LTread_dataset_##Of(hid_t In, const char *Name, Type *To) {         \
    return H5Dread(openIn(In, Name), FORESLICE_HDF5_TYPE(Is, sizeof(Type)), 0, \
                   0, 0, To);                                                  \
  }
READ_OF_TYPE(char, char, FORESLICE_HDF5_SIGNED)
READ_OF_TYPE(short, short, FORESLICE_HDF5_SIGNED)
READ_OF_TYPE(int, int, FORESLICE_HDF5_SIGNED)
READ_OF_TYPE(long, long, FORESLICE_HDF5_SIGNED)
READ_OF_TYPE(float, float, FORESLICE_HDF5_REAL)
READ_OF_TYPE(double, double, FORESLICE_HDF5_REAL)
herr_t H5LTread_dataset_string(hid_t In, const char *Name, char *To) {
  return readNamed(In, Name, To);
}
herr_t H5IMread_image(hid_t In, const char *Name, unsigned char *To) {
  return readNamed(In, Name, To);
}

herr_t H5LTget_dataset_ndims(hid_t In, const char *Name, int *To) {
  *To = static_cast<int>(query(openIn(In, Name), FORESLICE_HDF5_RANKS));
  return 0;
}
herr_t H5LTget_dataset_info(hid_t In, const char *Name, hsize_t *Lengths,
                            int *Class, unsigned long *Bytes) {
  leaveFacts(Class);
  leaveFacts(Bytes);
  H5Sget_simple_extent_dims(openIn(In, Name), Lengths, nullptr);
  return 0;
}
herr_t H5LTfind_dataset(hid_t In, const char *Name) {
  return H5Lexists(In, Name, 0);
}

herr_t H5TBget_table_info(hid_t In, const char *Name, hsize_t *Fields,
                          hsize_t *Records) {
  leaveFacts(Fields);
  if (Records)
    *Records =
        static_cast<hsize_t>(query(openIn(In, Name), FORESLICE_HDF5_LENGTH, 0));
  return 0;
}
herr_t H5TBread_table(hid_t In, const char *Name, unsigned long,
                      const unsigned long *, const unsigned long *, void *To) {
  return readNamed(In, Name, To);
}
herr_t H5TBread_records(hid_t In, const char *Name, hsize_t Start,
                        hsize_t Count, unsigned long, const unsigned long *,
                        const unsigned long *, void *To) {
  return readRecords(In, Name, Start, Count, To);
}
herr_t H5TBread_fields_name(hid_t In, const char *Name, const char *,
                            hsize_t Start, hsize_t Count, unsigned long,
                            const unsigned long *, const unsigned long *,
                            void *To) {
  return readRecords(In, Name, Start, Count, To);
}
herr_t H5TBread_fields_index(hid_t In, const char *Name, hsize_t, const int *,
                             hsize_t Start, hsize_t Count, unsigned long,
                             const unsigned long *, const unsigned long *,
                             void *To) {
  return readRecords(In, Name, Start, Count, To);
}

//===----------------------------------------------------------------------===//
// Packet tables: a dataset of one dimension each
//===----------------------------------------------------------------------===//

INLINE herr_t readPackets(hid_t Table, long Start, unsigned long Count,
                          void *To) {
  const hid_t Space = query(Table, FORESLICE_HDF5_COPY);
  const hsize_t First = static_cast<hsize_t>(Start), Packets = Count;
  H5Sselect_hyperslab(Space, SelectSet, &First, nullptr, &Packets, nullptr);
  return H5Xread(Table, Space, To);
}
INLINE herr_t goTo(hid_t Table, long Packet) {
  change(Table, FORESLICE_HDF5_GO_TO, 0, Packet);
  return 0;
}

hid_t H5PTopen(hid_t In, const char *Name) { return openIn(In, Name); }
herr_t H5PTclose(hid_t) { return 0; }
herr_t H5PTis_valid(hid_t) { return 0; }
hid_t H5PTget_type(hid_t) { return Any; }
herr_t H5PTget_num_packets(hid_t Table, hsize_t *To) {
  *To = static_cast<hsize_t>(query(Table, FORESLICE_HDF5_LENGTH, 0));
  return 0;
}
herr_t H5PTread_packets(hid_t Table, hsize_t Start, unsigned long Count,
                        void *To) {
  return readPackets(Table, static_cast<long>(Start), Count, To);
}
herr_t H5PTget_next(hid_t Table, unsigned long Count, void *To) {
  const long Start = query(Table, FORESLICE_HDF5_NEXT);
  goTo(Table, Start + static_cast<long>(Count));
  return readPackets(Table, Start, Count, To);
}
herr_t H5PTcreate_index(hid_t Table) { return goTo(Table, 0); }
herr_t H5PTset_index(hid_t Table, hsize_t Packet) {
  return goTo(Table, static_cast<long>(Packet));
}
herr_t H5PTget_index(hid_t Table, hsize_t *To) {
  *To = static_cast<hsize_t>(query(Table, FORESLICE_HDF5_NEXT));
  return 0;
}
herr_t H5PTfree_vlen_buff(hid_t, unsigned long, void *) { return 0; }

//===----------------------------------------------------------------------===//
// Calls that do not matter
//===----------------------------------------------------------------------===//

herr_t H5open() { return 0; }
hid_t H5Pcreate(hid_t) { return query(0, FORESLICE_HDF5_MAKE_LIST); }
hid_t H5Pcopy(hid_t List) { return List; }
/// Handles of MPI are passed like pointers.
herr_t H5Pset_fapl_mpio(hid_t List, void *, void *) {
  change(List, FORESLICE_HDF5_BY_MPI);
  return 0;
}
herr_t H5Pset_dxpl_mpio(hid_t, int) { return 0; }
herr_t H5Pclose(hid_t) { return 0; }
hid_t H5Tcopy(hid_t) { return Any; }
hid_t H5Tcreate(int, unsigned long) { return Any; }
herr_t H5Tinsert(hid_t, const char *, unsigned long, hid_t) { return 0; }
herr_t H5Tset_size(hid_t, unsigned long) { return 0; }
hid_t H5Dget_type(hid_t) { return Any; }
herr_t H5Tclose(hid_t) { return 0; }
herr_t H5Gclose(hid_t) { return 0; }
herr_t H5Fclose(hid_t) { return 0; }
hid_t H5Aopen(hid_t, const char *, hid_t) { return Any; }
herr_t H5Aread(hid_t, hid_t, void *Buffer) {
  leaveData(Buffer);
  return 0;
}
herr_t H5Aclose(hid_t) { return 0; }

// Property lists of what the loop makes, and of how.
herr_t H5Pset_alignment(hid_t, hsize_t, hsize_t) { return 0; }
herr_t H5Pset_all_coll_metadata_ops(hid_t, bool) { return 0; }
herr_t H5Pset_alloc_time(hid_t, int) { return 0; }
herr_t H5Pset_chunk(hid_t, int, const hsize_t *) { return 0; }
herr_t H5Pset_chunk_cache(hid_t, unsigned long, unsigned long, double) {
  return 0;
}
herr_t H5Pset_coll_metadata_write(hid_t, bool) { return 0; }
herr_t H5Pset_create_intermediate_group(hid_t, unsigned) { return 0; }
herr_t H5Pset_deflate(hid_t, unsigned) { return 0; }
herr_t H5Pset_fill_time(hid_t, int) { return 0; }
herr_t H5Pset_fill_value(hid_t, hid_t, const void *) { return 0; }
herr_t H5Pset_fletcher32(hid_t) { return 0; }
herr_t H5Pset_layout(hid_t, int) { return 0; }
herr_t H5Pset_libver_bounds(hid_t, int, int) { return 0; }
herr_t H5Pset_obj_track_times(hid_t, bool) { return 0; }
herr_t H5Pset_shuffle(hid_t) { return 0; }
herr_t H5Pset_szip(hid_t, unsigned, unsigned) { return 0; }

} // extern "C"
