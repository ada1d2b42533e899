//===- ObjectHeader.h - what a file says of a dataset or a group ----------===//
//
// A header is a list of messages (HDF5 File Format Specification, version 3.0,
// section IV).
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_OBJECTHEADER_H
#define FORESLICE_FRONTEND_HDF5_OBJECTHEADER_H

#include "frontend/hdf5/ByteReader.h"

namespace foreslice::hdf5 {

/// Messages that are looked at.
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

/// Visits the messages of the object at Address, which counts from Base, until
/// Visit gives false. IsShared: the message only says where it is. False if the
/// bytes cannot be had, or are no header.
bool forEachMessage(
    uint64_t Base, uint64_t Address, ReadFn Read,
    FunctionRef<bool(Message Type, bool IsShared, ByteReader Data)> Visit);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_OBJECTHEADER_H
