//===- ScanFormat.h - how much sscanf writes ------------------------------===//
//
// The format of sscanf says where the function writes how many bytes.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_SCANFORMAT_H
#define FORESLICE_PASSES_MODEL_SCANFORMAT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace foreslice {

/// The most bytes that each argument behind Format takes, in order. None if
/// there is an argument that text of any length goes to, or a conversion that
/// is no standard one.
std::optional<llvm::SmallVector<uint64_t>> scannedSizes(llvm::StringRef Format);

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_SCANFORMAT_H
