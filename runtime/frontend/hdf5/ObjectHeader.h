//===- ObjectHeader.h - the header of a dataset or a group ----------------===//
//
// A header is a list of messages (HDF5 File Format Specification, version 3.0,
// section IV).
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_OBJECTHEADER_H
#define FORESLICE_FRONTEND_HDF5_OBJECTHEADER_H

#include "frontend/hdf5/ByteReader.h"

namespace foreslice::hdf5 {

/// The known messages.
enum class Message : unsigned {
  Dataspace = 1,
  LinkInfo = 2,
  Datatype = 3,
  Link = 6,
  ExternalFiles = 7,
  Layout = 8,
  Filters = 11,
  Continuation = 16,
  SymbolTable = 17,
};

/// Visits the messages of the object at Address, counted from Base, until Visit
/// returns false. IsShared: the message only has the place of the data. False
/// if the bytes are missing, or not a header.
bool forEachMessage(
    uint64_t Base, uint64_t Address, ReadFn Read,
    FunctionRef<bool(Message Type, bool IsShared, ByteReader Data)> Visit);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_OBJECTHEADER_H
