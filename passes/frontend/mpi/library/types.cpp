//===- types.cpp - datatypes made by a slice ------------------------------===//
//
// A datatype as numbers, collected by the run time: the old type, and the
// arguments of the MPI call (MPI 4.0, section 5.1.2), arrays element by
// element. As bodies.cpp, this file is compiled to bitcode and is part of the
// pass.
//
//===----------------------------------------------------------------------===//

#include "foreslice/abi.h"

extern "C" {
int foreslice_mpi_type_part(long Parts, long Number, long *More);
int foreslice_mpi_type(long Parts, long Constructor, long *Type);
}

namespace {

/// The numbers of one datatype.
class Parts {
public:
  explicit Parts(long Old) { add(Old); }

  Parts &add(long Number) {
    foreslice_mpi_type_part(All, Number, &All);
    return *this;
  }
  template <class T> Parts &addAll(long Count, const T *Numbers) {
    for (long I = 0; I < Count; ++I)
      add(Numbers[I]);
    return *this;
  }
  long make(foreslice_type_constructor By) const {
    long Type = 0;
    foreslice_mpi_type(All, By, &Type);
    return Type;
  }

private:
  long All = 0;
};

} // namespace

extern "C" {

long foreslice_type_contiguous(int Count, long Old) {
  return Parts(Old).add(Count).make(FORESLICE_TYPE_CONTIGUOUS);
}

long foreslice_type_vector(int Count, int Length, int Stride, long Old) {
  return Parts(Old).add(Count).add(Length).add(Stride).make(
      FORESLICE_TYPE_VECTOR);
}

long foreslice_type_hvector(int Count, int Length, long Stride, long Old) {
  return Parts(Old).add(Count).add(Length).add(Stride).make(
      FORESLICE_TYPE_HVECTOR);
}

long foreslice_type_indexed(int Count, const int *Lengths, const int *Offsets,
                            long Old) {
  return Parts(Old)
      .add(Count)
      .addAll(Count, Lengths)
      .addAll(Count, Offsets)
      .make(FORESLICE_TYPE_INDEXED);
}

long foreslice_type_hindexed(int Count, const int *Lengths, const long *Offsets,
                             long Old) {
  return Parts(Old)
      .add(Count)
      .addAll(Count, Lengths)
      .addAll(Count, Offsets)
      .make(FORESLICE_TYPE_HINDEXED);
}

long foreslice_type_indexed_block(int Count, int Length, const int *Offsets,
                                  long Old) {
  return Parts(Old)
      .add(Count)
      .add(Length)
      .addAll(Count, Offsets)
      .make(FORESLICE_TYPE_INDEXED_BLOCK);
}

long foreslice_type_hindexed_block(int Count, int Length, const long *Offsets,
                                   long Old) {
  return Parts(Old)
      .add(Count)
      .add(Length)
      .addAll(Count, Offsets)
      .make(FORESLICE_TYPE_HINDEXED_BLOCK);
}

long foreslice_type_subarray(int Dimensions, const int *Sizes,
                             const int *Shares, const int *Starts, int Order,
                             long Old) {
  return Parts(Old)
      .add(Dimensions)
      .add(Order)
      .addAll(Dimensions, Sizes)
      .addAll(Dimensions, Shares)
      .addAll(Dimensions, Starts)
      .make(FORESLICE_TYPE_SUBARRAY);
}

long foreslice_type_resized(long Old, long LowerBound, long Extent) {
  return Parts(Old).add(LowerBound).add(Extent).make(FORESLICE_TYPE_RESIZED);
}

long foreslice_type_dup(long Old) {
  return Parts(Old).make(FORESLICE_TYPE_DUP);
}
}
