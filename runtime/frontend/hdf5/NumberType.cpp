//===- NumberType.cpp - numbers in a file and in memory -------------------===//
//
// See NumberType.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/NumberType.h"

#include "foreslice/hdf5.h"

#include <bit>

namespace foreslice::hdf5 {

static_assert(std::endian::native == std::endian::little);

/// All bits of a number are in use, and those of reals as in IEEE 754.
std::optional<NumberType> readNumberType(ByteReader Data) {
  enum : uint64_t { Integer = 0, Real = 1 };
  enum : uint64_t { IsBigEndian = 1, IsSigned = 8, IsVax = 64 };
  const uint64_t Class = Data.number(1) & 15, Bits = Data.number(3),
                 Bytes = Data.number(4), Offset = Data.number(2),
                 Precision = Data.number(2);
  const bool IsUsual = !(Bits & IsBigEndian) && Offset == 0 &&
                       std::has_single_bit(Bytes) && Bytes <= 8 &&
                       Precision == 8 * Bytes && !Data.isEnded();
  if (!IsUsual)
    return std::nullopt;
  if (Class == Integer)
    return NumberType{Bits & IsSigned ? FORESLICE_HDF5_SIGNED
                                      : FORESLICE_HDF5_UNSIGNED,
                      Bytes};
  const uint64_t Exponent = Bytes == 4 ? 8 : 11;
  const bool IsIeee =
      Class == Real && Bytes >= 4 && !(Bits & IsVax) &&
      Data.number(1) == Precision - 1 - Exponent && // The exponent's place,
      Data.number(1) == Exponent && Data.number(1) == 0 &&
      Data.number(1) == Precision - 1 - Exponent && // the fraction's length.
      Data.number(4) == (uint64_t(1) << (Exponent - 1)) - 1;
  return IsIeee ? std::optional(NumberType{FORESLICE_HDF5_REAL, Bytes})
                : std::nullopt;
}

std::optional<NumberType> numberTypeOf(int64_t Type) {
  if (Type >= 0)
    return std::nullopt;
  return NumberType{static_cast<int>(-Type / 256),
                    static_cast<uint64_t>(-Type % 256)};
}

} // namespace foreslice::hdf5
