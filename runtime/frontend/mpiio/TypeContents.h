//===- TypeContents.h - envelope and contents of a datatype ---------------===//
//
// One reader for both forms of PMPI_Type_get_contents: with large counts,
// numbers formerly in ints or addresses come from the list of counts, in the
// order of the constructor's arguments.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_TYPECONTENTS_H
#define FORESLICE_FRONTEND_MPIIO_TYPECONTENTS_H

#include "frontend/mpiio/Mpi.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace foreslice {

struct Envelope {
  int64_t Integers = 0, Addresses = 0, Counts = 0, Types = 0;
  int Combiner = MPI_COMBINER_NAMED;
  bool Valid = false;
};

Envelope envelopeOf(MPI_Datatype Type);

/// Size of a constructor, in numbers.
uint64_t numbersOf(const Envelope &E);

/// True for types without commit and free.
bool isPredefined(const Envelope &E);
bool isPredefined(MPI_Datatype Type);

/// Arguments of a constructor, as the library has them: types of a million
/// parts are common, so nothing is copied.
class NumberList {
public:
  NumberList() = default;
  /// Numbers outlives the list.
  template <typename T>
  NumberList(const T *Numbers, size_t Length)
      : Numbers(Numbers), Length(Length), Narrow(sizeof(T) == sizeof(int)) {
    static_assert(sizeof(T) == sizeof(int) || sizeof(T) == sizeof(int64_t));
  }

  size_t size() const { return Length; }
  int64_t operator[](size_t I) const {
    return Narrow ? load<int>(I) : load<int64_t>(I);
  }

private:
  template <typename T> int64_t load(size_t I) const {
    T Number;
    memcpy(&Number, static_cast<const T *>(Numbers) + I, sizeof(T));
    return Number;
  }

  const void *Numbers = nullptr;
  size_t Length = 0;
  bool Narrow = true;
};

/// Frees the inner datatypes from MPI at the end.
class TypeContents {
public:
  TypeContents(MPI_Datatype Type, const Envelope &E);
  /// For a type not made by MPI, in the form with large counts.
  TypeContents(std::vector<int> Integers, std::vector<MPI_Count> Counts)
      : Integers(std::move(Integers)), Counts(std::move(Counts)) {}
  ~TypeContents();
  TypeContents(const TypeContents &) = delete;
  TypeContents &operator=(const TypeContents &) = delete;

  /// False after a missing number was asked for.
  bool valid() const { return Good; }
  /// The next argument, always an int.
  int64_t integer();
  /// The next argument, a count, a block length or a displacement in items: an
  /// int in the small form.
  int64_t count();
  /// The next argument, a displacement in bytes.
  int64_t address();
  /// The next N arguments of the kind. The contents outlive the list.
  NumberList integers(int64_t N);
  NumberList counts(int64_t N);
  NumberList addresses(int64_t N);
  const std::vector<MPI_Datatype> &types() const { return Types; }

private:
  template <typename T>
  NumberList take(const std::vector<T> &From, size_t &Position, int64_t N);
  int64_t takeOne(NumberList One) { return Good ? One[0] : 0; }

  bool Good = true;
  std::vector<int> Integers;
  std::vector<MPI_Aint> Addresses;
  std::vector<MPI_Count> Counts;
  std::vector<MPI_Datatype> Types;
  size_t NextInteger = 0, NextAddress = 0, NextCount = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_TYPECONTENTS_H
