//===- SourceSection.h - a source's bitcode in its object -----------------===//
//
// An object compiled with -fprefetch-slice carries the front end's bitcode and
// the compile's options, so a link can slice the whole program and compile the
// source again. Linkers omit the section from executables (SHF_EXCLUDE).
//
// The section: an 8-byte magic, the bytes of the text, of the compressed and of
// the uncompressed bitcode (8 bytes each, little-endian), the text, the
// compressed bitcode. The text is lines of key=value.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_PROGRAM_SOURCESECTION_H
#define FORESLICE_PASSES_PROGRAM_SOURCESECTION_H

#include "program/SourceTies.h"

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

/// Facts from a compile for the link.
struct SourceFacts {
  std::vector<std::string> Flags; ///< Flags for code generation.
  std::string Scheme;             ///< "" if the compile chose none.
  /// The object has slices, or a record of reasons against slices.
  bool Recorded = false;
  uint64_t Size = 0; ///< Instructions of the source.
  /// Ids of the object's slices: see sliceId().
  std::vector<std::string> Slices;
  SourceTies Ties;
};

struct EmbeddedSource {
  SourceFacts Facts;
  llvm::SmallVector<uint8_t, 0> Bitcode;
};

std::string bitcodeOf(const llvm::Module &M);

/// Puts the section into the object to be made of M.
void embedSource(llvm::Module &M, llvm::StringRef Bitcode,
                 const SourceFacts &Facts);

/// The source of an object; none without a section, with several sections as
/// made by `ld -r`, or with a section damaged or of another release.
std::optional<EmbeddedSource> sourceOf(const llvm::object::ObjectFile &Object);

} // namespace foreslice

#endif // FORESLICE_PASSES_PROGRAM_SOURCESECTION_H
