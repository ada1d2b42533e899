//===- NumberType.h - numbers in a file and in memory ---------------------===//
//
// Datatypes of which a slice can read the data without the library. HDF5 File
// Format Specification, version 3.0, section IV.A.2.d.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_NUMBERTYPE_H
#define FORESLICE_FRONTEND_HDF5_NUMBERTYPE_H

#include "frontend/hdf5/ByteReader.h"

#include <optional>

namespace foreslice::hdf5 {

struct NumberType {
  int Kind = 0; ///< Of enum foreslice_hdf5_number.
  uint64_t Bytes = 0;

  bool operator==(const NumberType &) const = default;
};

/// None if the message is not of numbers as this machine has them in memory.
std::optional<NumberType> readNumberType(ByteReader Datatype);

/// What `type` of an access means: a FORESLICE_HDF5_TYPE. None for others.
std::optional<NumberType> numberTypeOf(int64_t Type);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_NUMBERTYPE_H
