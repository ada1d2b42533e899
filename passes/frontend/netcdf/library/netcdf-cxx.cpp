//===- netcdf-cxx.cpp - bodies of NetCDF's methods in C++ -----------------===//
//
// An object of the library has a number, or two: of a file or a group, and of a
// variable or a dimension in it. The methods call the functions of C with these
// (netcdf.cpp), and so do these bodies. Exceptions are taken never to be
// thrown. Numbers lie where netcdf-cxx4 4.3 has them, and strings and vectors
// are those of libstdc++. A result that is an object comes first, as the place
// to fill.
//
//===----------------------------------------------------------------------===//

#define LIBRARY netcdf
#define LIBRARY_NAME "NetCDF"
#include "selections.h"

#include <string>

using Text = std::string;

extern "C" {
int nc_open(const char *Name, int Mode, int *To);
int nc_inq_varid(int File, const char *Name, int *To);
int nc_inq_dimid(int File, const char *Name, int *To);
int nc_inq_grp_ncid(int File, const char *Name, int *To);
}

/// Function, as the body of the program's calls of Symbol.
#define BODY(Result, Function, Parameters, Symbol)                             \
  Result Function Parameters __asm__(Symbol);                                  \
  Result Function Parameters

#define STRING "RKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#define FILE "_ZN6netCDF6NcFile"
#define GROUP "_ZN6netCDF7NcGroup"
#define VARIABLE "_ZN6netCDF5NcVar"
#define DIMENSION "_ZN6netCDF5NcDim"
#define CONST_GROUP "_ZNK6netCDF7NcGroup"
#define CONST_VARIABLE "_ZNK6netCDF5NcVar"
#define CONST_DIMENSION "_ZNK6netCDF5NcDim"

struct Group {
  void *Methods;
  bool IsNull;
  int Id;
};
/// A variable or a dimension.
struct Part {
  bool IsNull;
  int Id, Group;
};
template <class T> struct Vector {
  const T *Begin, *End, *Most;
};

namespace {

INLINE void copyGroup(Group *To, const Group *From) {
  To->IsNull = From->IsNull;
  To->Id = From->Id;
}
INLINE void copyPart(Part *To, const Part *From) {
  To->IsNull = From->IsNull;
  To->Id = From->Id;
  To->Group = From->Group;
}
INLINE void putPart(Part *To, int In, int Id, bool IsThere) {
  To->IsNull = !IsThere;
  To->Id = Id;
  To->Group = In;
}

/// Modes of the library's: other files are made.
constexpr int ModeRead = 0, ModeWrite = 1;
INLINE void openFile(Group *To, const Text *Name, bool IsOpened) {
  To->Id = static_cast<int>(
      OPEN(0, Name->c_str(),
           IsOpened ? FORESLICE_NETCDF_BY_METHOD : FORESLICE_NETCDF_TO_WRITE));
  To->IsNull = false;
}

} // namespace

//===----------------------------------------------------------------------===//
// Files and groups
//===----------------------------------------------------------------------===//

BODY(void, makeNoFile, (Group * F), FILE "C1Ev") { F->IsNull = true; }
BODY(void, makeFile, (Group * F, const Text *Name, int Mode),
     FILE "C1E" STRING "NS0_8FileModeE") {
  openFile(F, Name, Mode == ModeRead || Mode == ModeWrite);
}
BODY(void, makeFileOfFormat, (Group * F, const Text *Name, int Mode, int),
     FILE "C1E" STRING "NS0_8FileModeENS0_10FileFormatE") {
  openFile(F, Name, Mode == ModeRead || Mode == ModeWrite);
}
BODY(void, makeFileByFlags, (Group * F, const Text *Name, int),
     FILE "C1E" STRING "i") {
  openFile(F, Name, true);
}
BODY(void, openNamed, (Group * F, const Text *Name, int Mode),
     FILE "4openE" STRING "NS0_8FileModeE") {
  openFile(F, Name, Mode == ModeRead || Mode == ModeWrite);
}
BODY(void, openByFlags, (Group * F, const Text *Name, int),
     FILE "4openE" STRING "i") {
  openFile(F, Name, true);
}
BODY(void, closeFile, (Group * F), FILE "5closeEv") { F->IsNull = true; }
BODY(void, endFile, (Group *), FILE "D1Ev") {}

BODY(void, makeNoGroup, (Group * G), GROUP "C1Ev") { G->IsNull = true; }
BODY(void, makeGroup, (Group * G, int Id), GROUP "C1Ei") {
  G->IsNull = false;
  G->Id = Id;
}
BODY(void, makeSameGroup, (Group * G, const Group *Other), GROUP "C1ERKS0_") {
  copyGroup(G, Other);
}
BODY(Group *, assignGroup, (Group * G, const Group *Other), GROUP "aSERKS0_") {
  copyGroup(G, Other);
  return G;
}
BODY(void, endGroup, (Group *), GROUP "D1Ev") {}
BODY(int, numberOfGroup, (const Group *G), CONST_GROUP "5getIdEv") {
  return G->Id;
}

/// In the group itself; names in others are looked for by the library alone.
BODY(void, variableOf, (Part * To, const Group *G, const Text *Name, int),
     CONST_GROUP "6getVarE" STRING "NS0_8LocationE") {
  int Id = -1;
  const bool IsThere = nc_inq_varid(G->Id, Name->c_str(), &Id) == 0;
  putPart(To, G->Id, Id, IsThere);
}
BODY(void, dimensionOf, (Part * To, const Group *G, const Text *Name, int),
     CONST_GROUP "6getDimE" STRING "NS0_8LocationE") {
  int Id = -1;
  const bool IsThere = nc_inq_dimid(G->Id, Name->c_str(), &Id) == 0;
  putPart(To, G->Id, Id, IsThere);
}
BODY(void, groupOf, (Group * To, const Group *G, const Text *Name, int),
     CONST_GROUP "8getGroupE" STRING "NS0_13GroupLocationE") {
  int Id = 0;
  To->IsNull = nc_inq_grp_ncid(G->Id, Name->c_str(), &Id) != 0;
  To->Id = Id;
}

//===----------------------------------------------------------------------===//
// Variables and dimensions
//===----------------------------------------------------------------------===//

#define PART_OBJECTS(Name, Symbol)                                             \
  BODY(void, makeNo##Name, (Part * P), Symbol "C1Ev") { P->IsNull = true; }    \
  BODY(void, makeSame##Name, (Part * P, const Part *Other),                    \
       Symbol "C1ERKS0_") {                                                    \
    copyPart(P, Other);                                                        \
  }                                                                            \
  BODY(Part *, assign##Name, (Part * P, const Part *Other),                    \
       Symbol "aSERKS0_") {                                                    \
    copyPart(P, Other);                                                        \
    return P;                                                                  \
  }
PART_OBJECTS(Variable, VARIABLE)
PART_OBJECTS(Dimension, DIMENSION)

BODY(void, makeVariable, (Part * P, const Group *In, const int *Id),
     VARIABLE "C1ERKNS_7NcGroupERKi") {
  putPart(P, In->Id, *Id, true);
}
BODY(void, makeDimension, (Part * P, const Group *In, int Id),
     DIMENSION "C1ERKNS_7NcGroupEi") {
  putPart(P, In->Id, Id, true);
}
BODY(unsigned long, lengthOf, (const Part *D), CONST_DIMENSION "7getSizeEv") {
  return static_cast<unsigned long>(
      query(D->Group, FORESLICE_NETCDF_LENGTH, D->Id));
}
BODY(int, numberOfVariable, (const Part *V), CONST_VARIABLE "5getIdEv") {
  return V->Id;
}
BODY(int, rankOf, (const Part *V), CONST_VARIABLE "11getDimCountEv") {
  return static_cast<int>(query(V->Group, FORESLICE_NETCDF_RANKS, V->Id));
}
BODY(void, dimensionOfVariable, (Part * To, const Part *V, int Number),
     CONST_VARIABLE "6getDimEi") {
  putPart(To, V->Group,
          static_cast<int>(
              query(V->Group, FORESLICE_NETCDF_DIMENSION, V->Id, Number)),
          true);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

#define NUMBERS "RKSt6vectorImSaImEE"
#define DISTANCES "RKS1_IlSaIlEE"
using Numbers = Vector<unsigned long>;
using Distances = Vector<long>;

/// EACH(type, its letter in symbols).
#define FOR_LETTERS(EACH)                                                      \
  EACH(char, c)                                                                \
  EACH(signed char, a)                                                         \
  EACH(unsigned char, h)                                                       \
  EACH(short, s)                                                               \
  EACH(unsigned short, t)                                                      \
  EACH(int, i)                                                                 \
  EACH(unsigned, j)                                                            \
  EACH(long, l)                                                                \
  EACH(long long, x)                                                           \
  EACH(unsigned long long, y)                                                  \
  EACH(float, f)                                                               \
  EACH(double, d)                                                              \
  EACH(void, v)
#define READS(Type, Letter)                                                    \
  BODY(void, readElement_##Letter,                                             \
       (const Part *V, const Numbers *Start, Type *Data),                      \
       CONST_VARIABLE "6getVarE" NUMBERS "P" #Letter) {                        \
    readPart(V->Group, V->Id, Start->Begin, nullptr, nullptr, Data);           \
  }                                                                            \
  BODY(                                                                        \
      void, readSlab_##Letter,                                                 \
      (const Part *V, const Numbers *Start, const Numbers *Count, Type *Data), \
      CONST_VARIABLE "6getVarE" NUMBERS "S5_P" #Letter) {                      \
    readPart(V->Group, V->Id, Start->Begin, Count->Begin, nullptr, Data);      \
  }                                                                            \
  BODY(void, readStrided_##Letter,                                             \
       (const Part *V, const Numbers *Start, const Numbers *Count,             \
        const Distances *Stride, Type *Data),                                  \
       CONST_VARIABLE "6getVarE" NUMBERS "S5_" DISTANCES "P" #Letter) {        \
    readPart(V->Group, V->Id, Start->Begin, Count->Begin, Stride->Begin,       \
             Data);                                                            \
  }                                                                            \
  BODY(void, readMapped_##Letter,                                              \
       (const Part *V, const Numbers *Start, const Numbers *Count,             \
        const Distances *Stride, const Distances *, Type *Data),               \
       CONST_VARIABLE "6getVarE" NUMBERS "S5_" DISTANCES "S9_P" #Letter) {     \
    readMapped(V->Group, V->Id, Start->Begin, Count->Begin, Stride->Begin,     \
               Data);                                                          \
  }
FOR_LETTERS(READS)

#define READ_ALL(Type, Letter)                                                 \
  BODY(void, readAll_##Letter, (const Part *V, Type *Data),                    \
       CONST_VARIABLE "6getVarEP" #Letter) {                                   \
    readAll(V->Group, V->Id, Data);                                            \
  }
FOR_LETTERS(READ_ALL)
