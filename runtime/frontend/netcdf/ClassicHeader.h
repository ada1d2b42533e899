//===- ClassicHeader.h - what a file of NetCDF says of its data -----------===//
//
// The classic formats, CDF-1, 2 and 5: a header, then the variables without
// records, then the records. A record holds a part of each record variable
// ("NetCDF Classic Format Specification" of the library's manual). Like the
// library, the parser ignores the variables' sizes in the header. The bytes of
// a file are not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_NETCDF_CLASSICHEADER_H
#define FORESLICE_FRONTEND_NETCDF_CLASSICHEADER_H

#include "frontend/hdf5/Dataspace.h"
#include "layout/Layout.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace foreslice::netcdf {

/// Fills the bytes from that offset of the file; zeros behind its end. False if
/// there are none.
using ReadFn = FunctionRef<bool(uint64_t Offset, std::span<std::byte> To)>;

struct Dimension {
  std::string Name;
  uint64_t Length = 0; ///< In elements; of records as many as there are.
  bool operator==(const Dimension &) const = default;
};

struct Variable {
  std::string Name;
  std::vector<uint32_t> Dimensions; ///< Numbers of the file's.
  int Type = 0;                     ///< An nc_type.
  uint64_t Attributes = 0;          ///< How many.
  uint64_t Begin = 0;               ///< Where its first element is, in bytes.
  uint64_t ElementBytes = 0;
  bool IsRecord = false; ///< Its first dimension is that of records.
  bool operator==(const Variable &) const = default;
};

/// What a program asks of a file.
struct Contents {
  int Format = 0; ///< As nc_inq_format() says.
  std::vector<Dimension> Dimensions;
  std::optional<uint32_t> Unlimited; ///< The dimension of records.
  uint64_t Attributes = 0;           ///< Of the file.
  std::vector<Variable> Variables;
  uint64_t RecordBytes = 0; ///< Of all variables, one record.

  std::vector<uint64_t> lengthsOf(const Variable &V) const;
  bool operator==(const Contents &) const = default;
};

/// None if it is no such file, damaged, or too long.
std::optional<Contents> readClassicHeader(ReadFn Read);

/// Calls Visit with the offset and the length in bytes of each piece of the
/// file with data of Chosen, in the order of the data, until Visit gives false.
/// True if Visit has seen all pieces.
bool forEachPiece(const Contents &In, const Variable &V,
                  const hdf5::Box &Chosen,
                  FunctionRef<bool(uint64_t Offset, uint64_t Bytes)> Visit);

/// Where what Slabs say of V lies, if that is one piece in the file, within the
/// variable's lengths. Cheap, as programs may read many small parts.
std::optional<ByteRange> onePiece(const Contents &In, const Variable &V,
                                  const hdf5::SlabOfDimensions &Slabs);

/// Makes one extent of those of which less than 4 KiB lies between.
class JoinedExtents {
public:
  using VisitFn = FunctionRef<bool(uint64_t Offset, uint64_t Bytes)>;

  /// Calls Visit with the extent so far, if the new one is not close behind.
  /// False if Visit gives false.
  bool add(uint64_t Offset, uint64_t Bytes, VisitFn Visit);
  /// Calls Visit with the last one, and begins anew.
  bool finish(VisitFn Visit);

private:
  uint64_t Begin = 0, End = 0;
};

/// Calls Visit with the offset and the length in bytes of each extent of the
/// file that has data of Chosen, until it gives false. Extents of which less
/// than 4 KiB lie between come as one.
void forEachExtent(const Contents &In, const Variable &V,
                   const hdf5::Box &Chosen,
                   FunctionRef<bool(uint64_t Offset, uint64_t Bytes)> Visit);
/// The same of the data of Type, which begins where V does.
void forEachExtent(const Variable &V, const Layout &Type,
                   FunctionRef<bool(uint64_t Offset, uint64_t Bytes)> Visit);

} // namespace foreslice::netcdf

#endif // FORESLICE_FRONTEND_NETCDF_CLASSICHEADER_H
