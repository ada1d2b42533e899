//===- TypeContents.cpp - reading envelope and contents -------------------===//
//
// MPI 4.0, section 5.1.13 (decoding a datatype). get_contents makes a new
// reference to each inner derived type, to be freed.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/TypeContents.h"

namespace foreslice {

Envelope envelopeOf(MPI_Datatype Type) {
  Envelope E;
#if FORESLICE_LARGE_COUNTS
  MPI_Count I, A, C, T;
  E.Valid = PMPI_Type_get_envelope_c(Type, &I, &A, &C, &T, &E.Combiner) ==
            MPI_SUCCESS;
  if (E.Valid)
    E.Counts = C;
#else
  int I, A, T;
  E.Valid =
      PMPI_Type_get_envelope(Type, &I, &A, &T, &E.Combiner) == MPI_SUCCESS;
#endif
  if (E.Valid) {
    E.Integers = I;
    E.Addresses = A;
    E.Types = T;
  }
  return E;
}

uint64_t numbersOf(const Envelope &E) {
  return static_cast<uint64_t>(E.Integers + E.Addresses + E.Counts + E.Types);
}

bool isPredefined(const Envelope &E) {
  switch (E.Combiner) {
  case MPI_COMBINER_NAMED:
  case MPI_COMBINER_F90_REAL:
  case MPI_COMBINER_F90_COMPLEX:
  case MPI_COMBINER_F90_INTEGER:
    return true;
  default:
    return false;
  }
}

bool isPredefined(MPI_Datatype Type) { return isPredefined(envelopeOf(Type)); }

TypeContents::TypeContents(MPI_Datatype Type, const Envelope &E)
    : Integers(E.Integers), Addresses(E.Addresses), Counts(E.Counts),
      Types(E.Types, MPI_DATATYPE_NULL) {
  // Some libraries refuse null arrays even for no elements.
  Integers.reserve(1), Addresses.reserve(1), Counts.reserve(1),
      Types.reserve(1);
#if FORESLICE_LARGE_COUNTS
  Good = PMPI_Type_get_contents_c(Type, E.Integers, E.Addresses, E.Counts,
                                  E.Types, Integers.data(), Addresses.data(),
                                  Counts.data(), Types.data()) == MPI_SUCCESS;
#else
  Good = PMPI_Type_get_contents(Type, static_cast<int>(E.Integers),
                                static_cast<int>(E.Addresses),
                                static_cast<int>(E.Types), Integers.data(),
                                Addresses.data(), Types.data()) == MPI_SUCCESS;
#endif
}

TypeContents::~TypeContents() {
  for (MPI_Datatype &T : Types)
    if (T != MPI_DATATYPE_NULL && !isPredefined(T))
      PMPI_Type_free(&T);
}

template <typename T>
NumberList TypeContents::take(const std::vector<T> &From, size_t &Position,
                              int64_t N) {
  if (N < 0 || static_cast<uint64_t>(N) > From.size() - Position)
    Good = false;
  if (!Good)
    return {};
  const T *First = From.data() + Position;
  Position += static_cast<size_t>(N);
  return {First, static_cast<size_t>(N)};
}

int64_t TypeContents::integer() { return takeOne(integers(1)); }
int64_t TypeContents::count() { return takeOne(counts(1)); }
int64_t TypeContents::address() { return takeOne(addresses(1)); }

NumberList TypeContents::integers(int64_t N) {
  return take(Integers, NextInteger, N);
}

NumberList TypeContents::counts(int64_t N) {
  return Counts.empty() ? integers(N) : take(Counts, NextCount, N);
}

NumberList TypeContents::addresses(int64_t N) {
  return Counts.empty() ? take(Addresses, NextAddress, N)
                        : take(Counts, NextCount, N);
}

} // namespace foreslice
