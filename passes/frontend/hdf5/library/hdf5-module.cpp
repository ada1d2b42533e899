//===- hdf5-module.cpp - the procedures of HDF5's modules of Fortran ------===//
//
// The procedures, as flang names and calls them, call the functions of C as the
// library's own procedures do: bodies of these are in hdf5.cpp. The first
// dimension is the one whose elements are neighbours: the last one in C.
// Arguments left out are null. Lengths of texts come behind.
//
//===----------------------------------------------------------------------===//

#include "copy/library/fortran-arguments.h"

using hid_t = long;
typedef unsigned long hsize_t __attribute__((may_alias));
using herr_t = int;

#define INLINE __attribute__((always_inline)) inline
#define IN_MODULE(Module, Name) _QM##Module##P##Name

extern "C" {
hid_t H5Fopen(const char *Name, unsigned, hid_t Access);
hid_t H5Dopen2(hid_t In, const char *Name, hid_t);
hid_t H5Gopen2(hid_t In, const char *Name, hid_t);
int H5Lexists(hid_t In, const char *Name, hid_t);
/// By the name of a link; what else is known of the link is left out.
using VisitLink = herr_t (*)(hid_t In, const char *Name, const void *, void *);
herr_t H5Literate(hid_t In, int Kind, int Order, hsize_t *Next, VisitLink Visit,
                  void *Data);
herr_t H5Literate_by_name(hid_t In, const char *Name, int Kind, int Order,
                          hsize_t *Next, VisitLink Visit, void *Data, hid_t);
herr_t H5Xread(hid_t Set, hid_t Space, void *Buffer);
hid_t H5Dget_space(hid_t Set);
herr_t H5Dset_extent(hid_t Set, const hsize_t *Size);
hid_t H5Screate_simple(int Rank, const hsize_t *Lengths, const hsize_t *);
hid_t H5Screate(int);
hid_t H5Scopy(hid_t Space);
herr_t H5Sselect_hyperslab(hid_t Space, int How, const hsize_t *Start,
                           const hsize_t *Stride, const hsize_t *Count,
                           const hsize_t *Block);
herr_t H5Sselect_all(hid_t Space);
herr_t H5Sselect_none(hid_t Space);
herr_t H5Sselect_elements(hid_t Space, int How, unsigned long Points,
                          const hsize_t *Places);
herr_t H5Soffset_simple(hid_t Space, const long *Distances);
herr_t H5Sset_extent_simple(hid_t Space, int Rank, const hsize_t *Lengths,
                            const hsize_t *);
herr_t H5Sextent_copy(hid_t Space, hid_t From);
int H5Sget_simple_extent_ndims(hid_t Space);
int H5Sget_simple_extent_dims(hid_t Space, hsize_t *Lengths, hsize_t *);
long H5Sget_simple_extent_npoints(hid_t Space);
long H5Sget_select_npoints(hid_t Space);
herr_t H5LTread_dataset_string(hid_t In, const char *Name, char *To);
herr_t H5LTget_dataset_ndims(hid_t In, const char *Name, int *To);
herr_t H5LTfind_dataset(hid_t In, const char *Name);
herr_t H5TBread_records(hid_t In, const char *Name, hsize_t Start,
                        hsize_t Count, unsigned long, const unsigned long *,
                        const unsigned long *, void *To);
herr_t H5TBget_table_info(hid_t In, const char *Name, hsize_t *Fields,
                          hsize_t *Records);
hid_t H5Pcreate(hid_t);
herr_t H5Pset_fapl_mpio(hid_t List, void *, void *);
}
/// Lengths that have no bound, too: nothing is known of them.
extern "C" void leaveLimits(void *To) __asm__("what else is known to HDF5");

namespace {

constexpr int MostRanks = 32;

/// Lengths or places in the order of C.
struct Turned {
  hsize_t Of[MostRanks];

  INLINE Turned(const hsize_t *From, long Ranks) {
    for (long D = 0; D < Ranks && D < MostRanks; ++D)
      Of[D] = From[Ranks - 1 - D];
  }
  INLINE Turned(const Descriptor *From, long Ranks) {
    const char *const Base = From->Base;
    const long Stride = From->Dimensions[0].Stride;
    for (long D = 0; D < Ranks && D < MostRanks; ++D)
      Of[D] =
          *reinterpret_cast<const hsize_t *>(Base + (Ranks - 1 - D) * Stride);
  }
};

INLINE hid_t valueOr0(const hid_t *Handle) { return Handle ? *Handle : 0; }

INLINE void read(const hid_t *Set, const hid_t *Space, void *Data, int *Error) {
  *Error = H5Xread(*Set, valueOr0(Space), Data);
}

INLINE void readNamed(const hid_t *In, const char *Name, fortran_length Length,
                      void *Data, int *Error) {
  const CText<MostPath> Is(Name, Length);
  *Error = H5LTread_dataset_string(*In, Is.Text, static_cast<char *>(Data));
}

} // namespace

extern "C" {

//===----------------------------------------------------------------------===//
// Files, groups and datasets
//===----------------------------------------------------------------------===//

/// Sets constants of the module that the pass knows.
void IN_MODULE(h5lib, h5open_f)(int *Error) { *Error = 0; }
void IN_MODULE(h5lib, h5close_f)(int *Error) { *Error = 0; }

void IN_MODULE(h5f, h5fopen_f)(const char *Name, const int *, hid_t *To,
                               int *Error, const hid_t *Access,
                               fortran_length Length) {
  const CText<MostPath> Is(Name, Length);
  *To = H5Fopen(Is.Text, 0, valueOr0(Access));
  *Error = 0;
}
void IN_MODULE(h5d, h5dopen_f)(const hid_t *In, const char *Name, hid_t *To,
                               int *Error, const hid_t *,
                               fortran_length Length) {
  const CText<MostPath> Is(Name, Length);
  *To = H5Dopen2(*In, Is.Text, 0);
  *Error = 0;
}
void IN_MODULE(h5g, h5gopen_f)(const hid_t *In, const char *Name, hid_t *To,
                               int *Error, const hid_t *,
                               fortran_length Length) {
  const CText<MostPath> Is(Name, Length);
  *To = H5Gopen2(*In, Is.Text, 0);
  *Error = 0;
}
#define CLOSE(Module, Name)                                                    \
  void IN_MODULE(Module, Name)(const hid_t *, int *Error) { *Error = 0; }
CLOSE(h5f, h5fclose_f)
CLOSE(h5d, h5dclose_f)
CLOSE(h5g, h5gclose_f)
CLOSE(h5s, h5sclose_f)
CLOSE(h5p, h5pclose_f)
CLOSE(h5t, h5tclose_f)
CLOSE(h5a, h5aclose_f)

void IN_MODULE(h5l, h5lexists_f)(const hid_t *In, const char *Name, int *To,
                                 int *Error, const hid_t *,
                                 fortran_length Length) {
  const CText<MostPath> Is(Name, Length);
  *To = H5Lexists(*In, Is.Text, 0) > 0;
  *Error = 0;
}
/// C_FUNPTR and C_PTR are passed by reference, too.
void IN_MODULE(h5l, h5literate_f)(const hid_t *In, const int *Kind,
                                  const int *Order, hsize_t *Next,
                                  const VisitLink *Visit, void *const *Data,
                                  int *Result, int *Error) {
  *Result = H5Literate(*In, *Kind, *Order, Next, *Visit, *Data);
  *Error = *Result < 0 ? -1 : 0;
}
void IN_MODULE(h5l, h5literate_by_name_f)(const hid_t *In, const char *Name,
                                          const int *Kind, const int *Order,
                                          hsize_t *Next, const VisitLink *Visit,
                                          void *const *Data, int *Result,
                                          int *Error, const hid_t *,
                                          fortran_length Length) {
  const CText<MostPath> Is(Name, Length);
  *Result =
      H5Literate_by_name(*In, Is.Text, *Kind, *Order, Next, *Visit, *Data, 0);
  *Error = *Result < 0 ? -1 : 0;
}

void IN_MODULE(h5d, h5dget_space_f)(const hid_t *Set, hid_t *To, int *Error) {
  *To = H5Dget_space(*Set);
  *Error = 0;
}
void IN_MODULE(h5d, h5dset_extent_f)(const hid_t *Set, const hsize_t *Size,
                                     int *Error) {
  const hid_t Space = H5Dget_space(*Set);
  const Turned Lengths(Size, H5Sget_simple_extent_ndims(Space));
  *Error = H5Dset_extent(*Set, Lengths.Of);
}

//===----------------------------------------------------------------------===//
// Dataspaces
//===----------------------------------------------------------------------===//

void IN_MODULE(h5s, h5screate_simple_f)(const int *Rank, const hsize_t *Lengths,
                                        hid_t *To, int *Error,
                                        const hsize_t *) {
  const Turned InC(Lengths, *Rank);
  *To = H5Screate_simple(*Rank, InC.Of, nullptr);
  *Error = 0;
}
void IN_MODULE(h5s, h5screate_f)(const int *Kind, hid_t *To, int *Error) {
  *To = H5Screate(*Kind);
  *Error = 0;
}
void IN_MODULE(h5s, h5scopy_f)(const hid_t *Space, hid_t *To, int *Error) {
  *To = H5Scopy(*Space);
  *Error = 0;
}
void IN_MODULE(h5s, h5sselect_hyperslab_f)(const hid_t *Space, const int *How,
                                           const hsize_t *Start,
                                           const hsize_t *Count, int *Error,
                                           const Descriptor *Stride,
                                           const Descriptor *Block) {
  const long Ranks = H5Sget_simple_extent_ndims(*Space);
  const Turned Starts(Start, Ranks), Counts(Count, Ranks);
  if (Stride && Block)
    H5Sselect_hyperslab(*Space, *How, Starts.Of, Turned(Stride, Ranks).Of,
                        Counts.Of, Turned(Block, Ranks).Of);
  else if (Stride)
    H5Sselect_hyperslab(*Space, *How, Starts.Of, Turned(Stride, Ranks).Of,
                        Counts.Of, nullptr);
  else if (Block)
    H5Sselect_hyperslab(*Space, *How, Starts.Of, nullptr, Counts.Of,
                        Turned(Block, Ranks).Of);
  else
    H5Sselect_hyperslab(*Space, *How, Starts.Of, nullptr, Counts.Of, nullptr);
  *Error = 0;
}
void IN_MODULE(h5s, h5sselect_all_f)(const hid_t *Space, int *Error) {
  *Error = H5Sselect_all(*Space);
}
void IN_MODULE(h5s, h5sselect_none_f)(const hid_t *Space, int *Error) {
  *Error = H5Sselect_none(*Space);
}
/// Places count from 1.
void IN_MODULE(h5s, h5sselect_elements_f)(const hid_t *Space, const int *How,
                                          const int *Rank,
                                          const unsigned long *Points,
                                          const hsize_t *Places, int *Error) {
  const long Ranks = *Rank;
  int Operator = *How;
  for (unsigned long P = 0; P < *Points; ++P) {
    Turned One(Places + static_cast<long>(P) * Ranks, Ranks);
    for (long D = 0; D < Ranks && D < MostRanks; ++D)
      --One.Of[D];
    H5Sselect_elements(*Space, Operator, 1, One.Of);
    if (Operator == 0)
      Operator = 1;
  }
  *Error = 0;
}
void IN_MODULE(h5s, h5soffset_simple_f)(const hid_t *Space,
                                        const long *Distances, int *Error) {
  const Turned InC(reinterpret_cast<const hsize_t *>(Distances),
                   H5Sget_simple_extent_ndims(*Space));
  *Error = H5Soffset_simple(*Space, reinterpret_cast<const long *>(InC.Of));
}
void IN_MODULE(h5s, h5sset_extent_simple_f)(const hid_t *Space, const int *Rank,
                                            const hsize_t *Lengths,
                                            const hsize_t *, int *Error) {
  const Turned InC(Lengths, *Rank);
  *Error = H5Sset_extent_simple(*Space, *Rank, InC.Of, nullptr);
}
void IN_MODULE(h5s, h5sextent_copy_f)(const hid_t *Space, const hid_t *From,
                                      int *Error) {
  *Error = H5Sextent_copy(*Space, *From);
}
void IN_MODULE(h5s, h5sget_simple_extent_ndims_f)(const hid_t *Space, int *To,
                                                  int *Error) {
  *To = H5Sget_simple_extent_ndims(*Space);
  *Error = 0;
}
/// The status is the rank.
void IN_MODULE(h5s, h5sget_simple_extent_dims_f)(const hid_t *Space,
                                                 hsize_t *Lengths,
                                                 hsize_t *Limits, int *Error) {
  const int Ranks = H5Sget_simple_extent_ndims(*Space);
  hsize_t InC[MostRanks];
  H5Sget_simple_extent_dims(*Space, InC, nullptr);
  leaveLimits(Limits);
  for (int D = 0; D < Ranks && D < MostRanks; ++D)
    Lengths[D] = InC[Ranks - 1 - D];
  *Error = Ranks;
}
void IN_MODULE(h5s, h5sget_simple_extent_npoints_f)(const hid_t *Space,
                                                    hsize_t *To, int *Error) {
  *To = static_cast<hsize_t>(H5Sget_simple_extent_npoints(*Space));
  *Error = 0;
}
void IN_MODULE(h5s, h5sget_select_npoints_f)(const hid_t *Space, hsize_t *To,
                                             int *Error) {
  *To = static_cast<hsize_t>(H5Sget_select_npoints(*Space));
  *Error = 0;
}

//===----------------------------------------------------------------------===//
// Property lists
//===----------------------------------------------------------------------===//

void IN_MODULE(h5p, h5pcreate_f)(const hid_t *, hid_t *To, int *Error) {
  *To = H5Pcreate(0);
  *Error = 0;
}
void IN_MODULE(h5p, h5pset_fapl_mpio_f)(const hid_t *List, const int *,
                                        const int *, int *Error) {
  *Error = H5Pset_fapl_mpio(*List, nullptr, nullptr);
}
void IN_MODULE(h5p, h5pset_dxpl_mpio_f)(const hid_t *, const int *,
                                        int *Error) {
  *Error = 0;
}

//===----------------------------------------------------------------------===//
// Reads and writes. What is written does not matter.
//===----------------------------------------------------------------------===//

#define READ(Module, Name)                                                     \
  void IN_MODULE(Module, Name)(const hid_t *Set, const hid_t *, void *Data,    \
                               const hsize_t *, int *Error, const hid_t *,     \
                               const hid_t *Space, const hid_t *) {            \
    read(Set, Space, Data, Error);                                             \
  }
#define READ_TEXT(Module, Name)                                                \
  void IN_MODULE(Module, Name)(const hid_t *Set, const hid_t *, char *Data,    \
                               const hsize_t *, int *Error, const hid_t *,     \
                               const hid_t *Space, const hid_t *,              \
                               fortran_length) {                               \
    read(Set, Space, Data, Error);                                             \
  }
#define WRITE(Module, Name)                                                    \
  void IN_MODULE(Module, Name)(const hid_t *, const hid_t *, const void *,     \
                               const hsize_t *, int *Error, const hid_t *,     \
                               const hid_t *, const hid_t *) {                 \
    *Error = 0;                                                                \
  }
#define READ_AND_WRITE(Name)                                                   \
  READ(h5_gen, h5dread_##Name)                                                 \
  WRITE(h5_gen, h5dwrite_##Name)
#define FOR_RANKS(EACH, Name)                                                  \
  EACH(Name##1)                                                                \
  EACH(Name##2)                                                                \
  EACH(Name##3)                                                                \
  EACH(Name##4)                                                                \
  EACH(Name##5)                                                                \
  EACH(Name##6)                                                                \
  EACH(Name##7)
#define FOR_KIND(Name)                                                         \
  READ_AND_WRITE(Name##0)                                                      \
  FOR_RANKS(READ_AND_WRITE, Name)
FOR_KIND(ikind_1_rank_)
FOR_KIND(ikind_2_rank_)
FOR_KIND(ikind_4_rank_)
FOR_KIND(ikind_8_rank_)
FOR_KIND(ikind_16_rank_)
FOR_KIND(rkind_4_rank_)
FOR_KIND(rkind_8_rank_)
#define READ_TEXTS(Name) READ_TEXT(h5_gen, h5dread_##Name)
FOR_RANKS(READ_TEXTS, ckind_rank_)
READ_TEXT(h5d, h5dread_char_scalar)

/// By an address in a variable of type C_PTR.
void IN_MODULE(h5d, h5dread_ptr)(const hid_t *Set, const hid_t *,
                                 void *const *Data, int *Error, const hid_t *,
                                 const hid_t *Space, const hid_t *) {
  read(Set, Space, *Data, Error);
}
void IN_MODULE(h5d, h5dwrite_ptr)(const hid_t *, const hid_t *, void *const *,
                                  int *Error, const hid_t *, const hid_t *,
                                  const hid_t *) {
  *Error = 0;
}

//===----------------------------------------------------------------------===//
// The library's second level: datasets by name
//===----------------------------------------------------------------------===//

#define READ_NAMED(Name)                                                       \
  void IN_MODULE(h5lt, h5ltread_dataset_##Name)(                               \
      const hid_t *In, const char *Set, void *Data, const hsize_t *,           \
      int *Error, fortran_length Length) {                                     \
    readNamed(In, Set, Length, Data, Error);                                   \
  }
#define READ_TYPED(Name)                                                       \
  void IN_MODULE(h5lt, h5ltread_dataset_##Name)(                               \
      const hid_t *In, const char *Set, const hid_t *, void *Data,             \
      const hsize_t *, int *Error, fortran_length Length) {                    \
    readNamed(In, Set, Length, Data, Error);                                   \
  }
#define FOR_READS_NAMED(Name)                                                  \
  READ_NAMED(Name##0)                                                          \
  FOR_RANKS(READ_NAMED, Name)
#define FOR_READS_TYPED(Name)                                                  \
  READ_TYPED(Name##0)                                                          \
  FOR_RANKS(READ_TYPED, Name)
FOR_READS_NAMED(int_kind_1_rank_)
FOR_READS_NAMED(int_kind_2_rank_)
FOR_READS_NAMED(int_kind_4_rank_)
FOR_READS_NAMED(int_kind_8_rank_)
FOR_READS_NAMED(float_kind_4_rank_)
FOR_READS_NAMED(float_kind_8_rank_)
FOR_READS_NAMED(double_kind_4_rank_)
FOR_READS_NAMED(double_kind_8_rank_)
FOR_READS_TYPED(integer_kind_1_rank_)
FOR_READS_TYPED(integer_kind_2_rank_)
FOR_READS_TYPED(integer_kind_4_rank_)
FOR_READS_TYPED(integer_kind_8_rank_)
FOR_READS_TYPED(real_kind_4_rank_)
FOR_READS_TYPED(real_kind_8_rank_)

void IN_MODULE(h5lt_const,
               h5ltread_dataset_f_ptr)(const hid_t *In, const char *Set,
                                       const hid_t *, void *const *Data,
                                       int *Error, fortran_length Length) {
  readNamed(In, Set, Length, *Data, Error);
}
void IN_MODULE(h5lt_const, h5ltread_dataset_string_f)(const hid_t *In,
                                                      const char *Set,
                                                      char *Data, int *Error,
                                                      fortran_length Length,
                                                      fortran_length) {
  readNamed(In, Set, Length, Data, Error);
}
void IN_MODULE(h5im, h5imread_image_f)(const hid_t *In, const char *Set,
                                       int *Data, int *Error,
                                       fortran_length Length) {
  readNamed(In, Set, Length, Data, Error);
}
void IN_MODULE(h5lt_const, h5ltget_dataset_ndims_f)(const hid_t *In,
                                                    const char *Set, int *To,
                                                    int *Error,
                                                    fortran_length Length) {
  const CText<MostPath> Is(Set, Length);
  *Error = H5LTget_dataset_ndims(*In, Is.Text, To);
}
void IN_MODULE(h5lt_const,
               h5ltget_dataset_info_f)(const hid_t *In, const char *Set,
                                       hsize_t *Lengths, int *Class,
                                       unsigned long *Bytes, int *Error,
                                       fortran_length Length) {
  const CText<MostPath> Is(Set, Length);
  const hid_t Space = H5Dget_space(H5Dopen2(*In, Is.Text, 0));
  const int Ranks = H5Sget_simple_extent_ndims(Space);
  hsize_t InC[MostRanks];
  H5Sget_simple_extent_dims(Space, InC, nullptr);
  leaveLimits(Class);
  leaveLimits(Bytes);
  for (int D = 0; D < Ranks && D < MostRanks; ++D)
    Lengths[D] = InC[Ranks - 1 - D];
  *Error = 0;
}
/// 1 if there is one.
int IN_MODULE(h5lt_const, h5ltfind_dataset_f)(const hid_t *In, const char *Set,
                                              fortran_length Length) {
  const CText<MostPath> Is(Set, Length);
  return H5LTfind_dataset(*In, Is.Text);
}

//===----------------------------------------------------------------------===//
// Tables: a dataset of one dimension each
//===----------------------------------------------------------------------===//

namespace {
INLINE void readRecords(const hid_t *In, const char *Set, fortran_length Length,
                        const hsize_t *Start, const hsize_t *Count, void *Data,
                        int *Error) {
  const CText<MostPath> Is(Set, Length);
  *Error =
      H5TBread_records(*In, Is.Text, *Start, *Count, 0, nullptr, nullptr, Data);
}
} // namespace

#define READ_FIELD(Module, Which, OF_FIELD, ...)                               \
  void IN_MODULE(Module, h5tbread_field_##Which)(                              \
      const hid_t *In, const char *Set, OF_FIELD, const hsize_t *Start,        \
      const hsize_t *Count, const unsigned long *, void *Data, int *Error,     \
      fortran_length Length __VA_ARGS__) {                                     \
    readRecords(In, Set, Length, Start, Count, Data, Error);                   \
  }
#define BY_NAME , fortran_length
#define BY_NAME_OF_TEXT , fortran_length, fortran_length
#define BY_NUMBER_OF_TEXT , fortran_length
READ_FIELD(h5tb_const, name_f_int, const char *, BY_NAME)
READ_FIELD(h5tb_const, name_f_string, const char *, BY_NAME_OF_TEXT)
READ_FIELD(h5tb_const, index_f_int, const int *)
READ_FIELD(h5tb_const, index_f_string, const int *, BY_NUMBER_OF_TEXT)
#define READ_FIELD_OF_REALS(Rank)                                              \
  READ_FIELD(h5tb, name_##Rank, const char *, BY_NAME)                         \
  READ_FIELD(h5tb, index_##Rank, const int *)
READ_FIELD_OF_REALS(kind_4_rank_0)
READ_FIELD_OF_REALS(kind_8_rank_0)
FOR_RANKS(READ_FIELD_OF_REALS, kind_4_rank_)
FOR_RANKS(READ_FIELD_OF_REALS, kind_8_rank_)
void IN_MODULE(h5tb_const,
               h5tbread_table_f)(const hid_t *In, const char *Set,
                                 const hsize_t *, const unsigned long *,
                                 const unsigned long *, const unsigned long *,
                                 void *const *Data, int *Error,
                                 fortran_length Length) {
  readNamed(In, Set, Length, *Data, Error);
}
void IN_MODULE(h5tb_const,
               h5tbget_table_info_f)(const hid_t *In, const char *Set,
                                     hsize_t *Fields, hsize_t *Records,
                                     int *Error, fortran_length Length) {
  const CText<MostPath> Is(Set, Length);
  *Error = H5TBget_table_info(*In, Is.Text, Fields, Records);
}

} // extern "C"
