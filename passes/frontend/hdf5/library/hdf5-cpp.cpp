//===- hdf5-cpp.cpp - bodies of HDF5's methods in C++ ---------------------===//
//
// An object of the library has tables of methods and a handle. The methods call
// the functions of C with the handle, and so do these bodies (hdf5.cpp). Types,
// property lists of reads and attributes do not matter. Exceptions are taken
// never to be thrown. Handles lie where HDF5 1.10.2 and later have them, and
// strings are those of libstdc++. A result that is an object comes first, as
// the place to fill.
//
//===----------------------------------------------------------------------===//

#include "foreslice/hdf5.h"

#include <string>

using hid_t = long;
using hsize_t = unsigned long;
using herr_t = int;
using Text = std::string;
using VisitName = herr_t (*)(hid_t, const char *, void *);

extern "C" {
hid_t H5Fopen(const char *Name, unsigned Flags, hid_t Access);
hid_t H5Fcreate(const char *Name, unsigned Flags, hid_t Made, hid_t Access);
hid_t H5Dopen2(hid_t In, const char *Name, hid_t);
hid_t H5Gopen2(hid_t In, const char *Name, hid_t);
herr_t H5Dread(hid_t Set, hid_t Type, hid_t Memory, hid_t Space, hid_t,
               void *To);
herr_t H5Xread(hid_t Set, hid_t Space, void *To);
herr_t H5Dset_extent(hid_t Set, const hsize_t *);
hid_t H5Dget_space(hid_t Set);
herr_t H5Aread(hid_t, hid_t, void *To);
int H5Lexists(hid_t In, const char *Name, hid_t);
herr_t H5Gget_num_objs(hid_t In, hsize_t *To);
long H5Gget_objname_by_idx(hid_t In, hsize_t Number, char *To, unsigned long);
herr_t H5Giterate(hid_t In, const char *Name, int *Next, VisitName, void *);
hid_t H5Screate(int);
hid_t H5Screate_simple(int Rank, const hsize_t *, const hsize_t *);
hid_t H5Scopy(hid_t);
herr_t H5Sselect_hyperslab(hid_t, int How, const hsize_t *Start,
                           const hsize_t *Stride, const hsize_t *Count,
                           const hsize_t *Block);
herr_t H5Sselect_all(hid_t);
herr_t H5Sselect_none(hid_t);
herr_t H5Sselect_elements(hid_t, int How, unsigned long, const hsize_t *);
herr_t H5Soffset_simple(hid_t, const long *);
herr_t H5Sset_extent_simple(hid_t, int, const hsize_t *, const hsize_t *);
herr_t H5Sextent_copy(hid_t, hid_t);
herr_t H5Sset_extent_none(hid_t);
int H5Sget_simple_extent_ndims(hid_t);
int H5Sget_simple_extent_dims(hid_t, hsize_t *Lengths, hsize_t *);
long H5Sget_simple_extent_npoints(hid_t);
long H5Sget_select_npoints(hid_t);
// A step: see hdf5.cpp.
__attribute__((nothrow)) long foreslice_hdf5_query(hid_t Of, int What,
                                                   long Number, long Part);
}

#define INLINE __attribute__((always_inline)) inline
/// Function, as the body of the program's calls of Symbol.
#define BODY(Result, Function, Parameters, Symbol)                             \
  Result Function Parameters __asm__(Symbol);                                  \
  Result Function Parameters

#define STRING "RKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#define SPACE "9DataSpace"
#define SET "7DataSet"
#define GROUP "5Group"
#define FILE "6H5File"
#define LOCATION "10H5Location"

//===----------------------------------------------------------------------===//
// Dataspaces
//===----------------------------------------------------------------------===//

struct Space {
  void *Methods;
  hid_t Id;
};

BODY(void, makeSpace, (Space * S, int Kind),
     "_ZN2H5" SPACE "C1E11H5S_class_t") {
  S->Id = H5Screate(Kind);
}
BODY(void, makeSpaceOfLengths,
     (Space * S, int Rank, const hsize_t *Lengths, const hsize_t *Most),
     "_ZN2H5" SPACE "C1EiPKyS2_") {
  S->Id = H5Screate_simple(Rank, Lengths, Most);
}
BODY(void, makeSpaceOfHandle, (Space * S, hid_t Id), "_ZN2H5" SPACE "C1El") {
  S->Id = Id;
}
BODY(void, makeSameSpace, (Space * S, const Space *Other),
     "_ZN2H5" SPACE "C1ERKS0_") {
  S->Id = Other->Id;
}
BODY(void, endSpace, (Space *), "_ZN2H5" SPACE "D1Ev") {}
BODY(void, closeSpace, (Space *), "_ZN2H5" SPACE "5closeEv") {}
BODY(Space *, assignSpace, (Space * S, const Space *Other),
     "_ZN2H5" SPACE "aSERKS0_") {
  S->Id = H5Scopy(Other->Id);
  return S;
}
BODY(void, copySpace, (Space * S, const Space *Other),
     "_ZN2H5" SPACE "4copyERKS0_") {
  S->Id = H5Scopy(Other->Id);
}
BODY(hid_t, handleOfSpace, (const Space *S), "_ZNK2H5" SPACE "5getIdEv") {
  return S->Id;
}
BODY(int, putLengths, (const Space *S, hsize_t *Lengths, hsize_t *Most),
     "_ZNK2H5" SPACE "19getSimpleExtentDimsEPyS1_") {
  return H5Sget_simple_extent_dims(S->Id, Lengths, Most);
}
BODY(int, ranks, (const Space *S), "_ZNK2H5" SPACE "20getSimpleExtentNdimsEv") {
  return H5Sget_simple_extent_ndims(S->Id);
}
BODY(long, points, (const Space *S),
     "_ZNK2H5" SPACE "22getSimpleExtentNpointsEv") {
  return H5Sget_simple_extent_npoints(S->Id);
}
BODY(long, chosenPoints, (const Space *S),
     "_ZNK2H5" SPACE "16getSelectNpointsEv") {
  return H5Sget_select_npoints(S->Id);
}
BODY(void, selectAll, (const Space *S), "_ZNK2H5" SPACE "9selectAllEv") {
  H5Sselect_all(S->Id);
}
BODY(void, selectNone, (const Space *S), "_ZNK2H5" SPACE "10selectNoneEv") {
  H5Sselect_none(S->Id);
}
BODY(void, selectSlab,
     (const Space *S, int How, const hsize_t *Count, const hsize_t *Start,
      const hsize_t *Stride, const hsize_t *Block),
     "_ZNK2H5" SPACE "15selectHyperslabE13H5S_seloper_tPKyS3_S3_S3_") {
  H5Sselect_hyperslab(S->Id, How, Start, Stride, Count, Block);
}
BODY(void, selectPoints,
     (const Space *S, int How, unsigned long Points, const hsize_t *Places),
     "_ZNK2H5" SPACE "14selectElementsE13H5S_seloper_tmPKy") {
  H5Sselect_elements(S->Id, How, Points, Places);
}
BODY(void, moveSelection, (const Space *S, const long *Distances),
     "_ZNK2H5" SPACE "12offsetSimpleEPKx") {
  H5Soffset_simple(S->Id, Distances);
}
BODY(void, copyExtent, (const Space *S, const Space *Other),
     "_ZNK2H5" SPACE "10extentCopyERKS0_") {
  H5Sextent_copy(S->Id, Other->Id);
}
BODY(void, setNoExtent, (const Space *S), "_ZNK2H5" SPACE "13setExtentNoneEv") {
  H5Sset_extent_none(S->Id);
}
BODY(void, setExtent,
     (const Space *S, int Rank, const hsize_t *Lengths, const hsize_t *Most),
     "_ZNK2H5" SPACE "15setExtentSimpleEiPKyS2_") {
  H5Sset_extent_simple(S->Id, Rank, Lengths, Most);
}

//===----------------------------------------------------------------------===//
// Datasets
//===----------------------------------------------------------------------===//

struct Set {
  void *Methods[2];
  hid_t Id;
};

BODY(void, makeSet, (Set * S), "_ZN2H5" SET "C1Ev") { S->Id = -1; }
BODY(void, makeSetOfHandle, (Set * S, hid_t Id), "_ZN2H5" SET "C1El") {
  S->Id = Id;
}
BODY(void, makeSameSet, (Set * S, const Set *Other), "_ZN2H5" SET "C1ERKS0_") {
  S->Id = Other->Id;
}
BODY(void, endSet, (Set *), "_ZN2H5" SET "D1Ev") {}
BODY(void, closeSet, (Set *), "_ZN2H5" SET "5closeEv") {}
BODY(Set *, assignSet, (Set * S, const Set *Other), "_ZN2H5" SET "aSERKS0_") {
  S->Id = Other->Id;
  return S;
}
BODY(hid_t, handleOfSet, (const Set *S), "_ZNK2H5" SET "5getIdEv") {
  return S->Id;
}
BODY(void, spaceOfSet, (Space * To, const Set *S),
     "_ZNK2H5" SET "8getSpaceEv") {
  To->Id = H5Dget_space(S->Id);
}
BODY(void, extendSet, (const Set *S, const hsize_t *Lengths),
     "_ZNK2H5" SET "6extendEPKy") {
  H5Dset_extent(S->Id, Lengths);
}

#define TO_MEMORY                                                              \
  "EPvRKNS_8DataTypeERKNS_9DataSpaceES7_RKNS_19DSetMemXferPropListE"
#define TO_STRING                                                              \
  "ERNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEERKNS_8DataTypeERKNS_" \
  "9DataSpaceESD_RKNS_19DSetMemXferPropListE"
#define FROM_MEMORY                                                            \
  "EPKvRKNS_8DataTypeERKNS_9DataSpaceES8_RKNS_19DSetMemXferPropListE"

/// A datatype.
struct Kind {
  void *Methods;
  hid_t Id;
};
BODY(void, readSet,
     (const Set *S, void *To, const Kind *Type, const Space *Memory,
      const Space *Chosen, const void *),
     "_ZNK2H5" SET "4read" TO_MEMORY) {
  H5Dread(S->Id, Type->Id, Memory->Id, Chosen->Id, 0, To);
}
BODY(void, readSetToText,
     (const Set *S, Text *To, const void *, const Space *, const Space *Chosen,
      const void *),
     "_ZNK2H5" SET "4read" TO_STRING) {
  H5Xread(S->Id, Chosen->Id, To);
}
BODY(void, writeSet,
     (const Set *, const void *, const void *, const Space *, const Space *,
      const void *),
     "_ZNK2H5" SET "5write" FROM_MEMORY) {}

//===----------------------------------------------------------------------===//
// Groups and files
//===----------------------------------------------------------------------===//

/// A group's handle comes first. A file has no handle there, but behind.
struct Location {
  void *Methods[2];
  hid_t Id;
};

constexpr hid_t InFile = -1;

INLINE hid_t &handleOfFile(Location *L) { return (&L->Id)[1]; }
/// The launch asks for the handles of objects made before.
INLINE hid_t asked(const hid_t &Handle) {
  return foreslice_hdf5_query(Handle, FORESLICE_HDF5_ITSELF, 0, 0);
}
INLINE hid_t handleOf(const Location *L) {
  const hid_t First = asked(L->Id);
  return First == InFile ? asked((&L->Id)[1]) : First;
}

BODY(void, openSet, (Set * To, const Location *L, const char *Name, void *),
     "_ZNK2H5" LOCATION "11openDataSetEPKcRKNS_15DSetAccPropListE") {
  To->Id = H5Dopen2(handleOf(L), Name, 0);
}
BODY(void, openSetOfText,
     (Set * To, const Location *L, const Text &Name, void *),
     "_ZNK2H5" LOCATION "11openDataSetE" STRING "RKNS_15DSetAccPropListE") {
  To->Id = H5Dopen2(handleOf(L), Name.c_str(), 0);
}
BODY(void, openGroup, (Location * To, const Location *L, const char *Name),
     "_ZNK2H5" LOCATION "9openGroupEPKc") {
  To->Id = H5Gopen2(handleOf(L), Name, 0);
}
BODY(void, openGroupOfText,
     (Location * To, const Location *L, const Text &Name),
     "_ZNK2H5" LOCATION "9openGroupE" STRING) {
  To->Id = H5Gopen2(handleOf(L), Name.c_str(), 0);
}
#define EXISTS(Function, Method)                                               \
  BODY(bool, Function, (const Location *L, const char *Name, void *),          \
       "_ZNK2H5" LOCATION Method "EPKcRKNS_15LinkAccPropListE") {              \
    return H5Lexists(handleOf(L), Name, 0) > 0;                                \
  }                                                                            \
  BODY(bool, Function##OfText, (const Location *L, const Text &Name, void *),  \
       "_ZNK2H5" LOCATION Method "E" STRING "RKNS_15LinkAccPropListE") {       \
    return H5Lexists(handleOf(L), Name.c_str(), 0) > 0;                        \
  }
EXISTS(nameExists, "10nameExists")
EXISTS(exists, "6exists")

INLINE hsize_t links(const Location *L) {
  hsize_t Links = 0;
  H5Gget_num_objs(handleOf(L), &Links);
  return Links;
}
BODY(hsize_t, linksOfLocation, (const Location *L),
     "_ZNK2H5" LOCATION "10getNumObjsEv") {
  return links(L);
}
BODY(hsize_t, linksOfGroup, (const Location *L),
     "_ZNK2H5" GROUP "10getNumObjsEv") {
  return links(L);
}
BODY(long, putLinkName,
     (const Location *L, hsize_t Number, char *To, unsigned long Bytes),
     "_ZNK2H5" LOCATION "15getObjnameByIdxEyPcm") {
  return H5Gget_objname_by_idx(handleOf(L), Number, To, Bytes);
}
BODY(void, linkName, (Text * To, const Location *L, hsize_t Number),
     "_ZNK2H5" LOCATION "15getObjnameByIdxB5cxx11Ey") {
  char Name[1024];
  H5Gget_objname_by_idx(handleOf(L), Number, Name, sizeof Name);
  new (To) Text(Name);
}
BODY(int, visitLinks,
     (Location * L, const char *Name, int *Next, VisitName Visit, void *Data),
     "_ZN2H5" LOCATION "12iterateElemsEPKcPiPFilS2_PvES4_") {
  return H5Giterate(handleOf(L), Name, Next, Visit, Data);
}
BODY(int, visitLinksOfText,
     (Location * L, const Text &Name, int *Next, VisitName Visit, void *Data),
     "_ZN2H5" LOCATION "12iterateElemsE" STRING "PiPFilPKcPvESC_") {
  return H5Giterate(handleOf(L), Name.c_str(), Next, Visit, Data);
}

BODY(void, makeGroup, (Location * L), "_ZN2H5" GROUP "C1Ev") { L->Id = InFile; }
BODY(void, makeGroupOfHandle, (Location * L, hid_t Id), "_ZN2H5" GROUP "C1El") {
  L->Id = Id;
}
BODY(void, makeSameGroup, (Location * L, const Location *Other),
     "_ZN2H5" GROUP "C1ERKS0_") {
  L->Id = Other->Id;
}
BODY(void, endGroup, (Location *), "_ZN2H5" GROUP "D1Ev") {}
BODY(void, closeGroup, (Location *), "_ZN2H5" GROUP "5closeEv") {}
BODY(hid_t, handleOfGroup, (const Location *L), "_ZNK2H5" GROUP "5getIdEv") {
  return L->Id;
}

/// A property list.
struct List {
  void *Methods;
  hid_t Id;
};
extern const List *DefaultAccess __asm__("_ZN2H515FileAccPropList7DEFAULTE");

INLINE void openFile(Location *L, const char *Name, unsigned Flags,
                     const List *Access) {
  constexpr unsigned Truncates = 2, IsNew = 4, Creates = 16;
  const hid_t Chosen = Access == DefaultAccess ? 0 : Access->Id;
  L->Id = InFile;
  handleOfFile(L) = Flags & (Truncates | IsNew | Creates)
                        ? H5Fcreate(Name, Flags, 0, Chosen)
                        : H5Fopen(Name, Flags, Chosen);
}
#define LISTS "jRKNS_17FileCreatPropListERKNS_15FileAccPropListE"
#define ACCESS "jRKNS_15FileAccPropListE"
BODY(void, makeFile,
     (Location * L, const char *Name, unsigned Flags, void *,
      const List *Access),
     "_ZN2H5" FILE "C1EPKc" LISTS) {
  openFile(L, Name, Flags, Access);
}
BODY(void, makeFileOfText,
     (Location * L, const Text &Name, unsigned Flags, void *,
      const List *Access),
     "_ZN2H5" FILE "C1E" STRING LISTS) {
  openFile(L, Name.c_str(), Flags, Access);
}
BODY(void, openOtherFile,
     (Location * L, const char *Name, unsigned Flags, const List *Access),
     "_ZN2H5" FILE "8openFileEPKc" ACCESS) {
  openFile(L, Name, Flags, Access);
}
BODY(void, openOtherFileOfText,
     (Location * L, const Text &Name, unsigned Flags, const List *Access),
     "_ZN2H5" FILE "8openFileE" STRING ACCESS) {
  openFile(L, Name.c_str(), Flags, Access);
}
BODY(void, makeNoFile, (Location * L), "_ZN2H5" FILE "C1Ev") {
  L->Id = handleOfFile(L) = InFile;
}
BODY(void, makeSameFile, (Location * L, Location *Other),
     "_ZN2H5" FILE "C1ERKS0_") {
  L->Id = InFile;
  handleOfFile(L) = handleOfFile(Other);
}
BODY(void, endFile, (Location *), "_ZN2H5" FILE "D1Ev") {}
BODY(void, closeFile, (Location *), "_ZN2H5" FILE "5closeEv") {}
BODY(hid_t, idOfFile, (Location * L), "_ZNK2H5" FILE "5getIdEv") {
  return handleOfFile(L);
}

//===----------------------------------------------------------------------===//
// Methods that do not matter
//===----------------------------------------------------------------------===//

/// Of files and groups; their assignments copy the handles themselves.
BODY(void *, assign, (void *To, const void *), "_ZN2H511IdComponentaSERKS0_") {
  return To;
}
BODY(void, keepMessages, (), "_ZN2H59Exception9dontPrintEv") {}
BODY(void, readAttribute, (const void *, const void *, void *To),
     "_ZNK2H59Attribute4readERKNS_8DataTypeEPv") {
  H5Aread(0, 0, To);
}
