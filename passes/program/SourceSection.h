//===- SourceSection.h - a source's bitcode in its object -----------------===//
//
// An object that was compiled with -fprefetch-slice carries what the front end
// made of its source, and how the source was compiled, so that a link can slice
// the whole program and compile the source again. Linkers leave the section out
// of executables (SHF_EXCLUDE).
//
// The section: an 8-byte magic, the bytes of the text, of the compressed and of
// the uncompressed bitcode (8 bytes each, little-endian), the text, the
// compressed bitcode. The text is lines of key=value.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_PROGRAM_SOURCESECTION_H
#define FORESLICE_PASSES_PROGRAM_SOURCESECTION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"

#include <optional>
#include <string>
#include <vector>

namespace llvm::object {
class ObjectFile;
} // namespace llvm::object

namespace foreslice {

inline constexpr char SourceSection[] = ".foreslice.source";

/// What a compile tells the link.
struct SourceFacts {
  std::vector<std::string> Flags; ///< That the code generation depends on.
  std::string Scheme;             ///< "" if the compile chose none.
  /// The object has slices, or a record of why it has none.
  bool Recorded = false;
  uint64_t Size = 0; ///< Instructions of the source.
  /// What tells the slices of the object from others: see sliceIds().
  std::vector<std::string> Slices;
};

struct EmbeddedSource {
  SourceFacts Facts;
  llvm::SmallVector<uint8_t, 0> Bitcode;
};

std::string bitcodeOf(const llvm::Module &M);

/// Puts the section into the object that will be made of M.
void embedSource(llvm::Module &M, llvm::StringRef Bitcode,
                 const SourceFacts &Facts);

/// The source of an object; none if there is no section, or several as `ld -r`
/// makes them, or one that is damaged or of another release.
std::optional<EmbeddedSource> sourceOf(const llvm::object::ObjectFile &Object);

} // namespace foreslice

#endif // FORESLICE_PASSES_PROGRAM_SOURCESECTION_H
