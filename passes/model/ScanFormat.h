//===- ScanFormat.h - bytes written by sscanf -----------------------------===//
//
// The format of sscanf and fscanf says where the function writes, and how many
// bytes.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_SCANFORMAT_H
#define FORESLICE_PASSES_MODEL_SCANFORMAT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace foreslice {

/// The write to an argument behind a format.
struct ScannedField {
  uint64_t Bytes; ///< At most; 0 for text of any length.
};

/// The write to each argument behind Format, in order. None if there is a
/// nonstandard conversion.
std::optional<llvm::SmallVector<ScannedField>>
scannedFields(llvm::StringRef Format);

/// Format, with unbounded text bounded to Bytes with the final 0.
std::string boundedFormat(llvm::StringRef Format, uint64_t Bytes);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_SCANFORMAT_H
