//===- ProgramSources.h - the sources of a program, linked ----------------===//
//
// The objects of a link with sources inside, in the order of the link. An
// object local to a source gets a name with the source's number in the whole
// program: "table.foreslice.3", of source 3.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_PROGRAM_PROGRAMSOURCES_H
#define FORESLICE_PASSES_PROGRAM_PROGRAMSOURCES_H

#include "model/LocalNames.h"
#include "program/SourceSection.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace foreslice {

struct ProgramSource {
  unsigned Number; ///< Of the object in the list.
  std::string Object;
  std::string Name; ///< Of the module; known once linked.
  EmbeddedSource Embedded;
  /// Symbols defined and undefined in the object, by current name.
  llvm::StringSet<> Defined, Undefined;
  /// Inline functions, maybe also copied in other sources.
  llvm::StringSet<> Inline;
};

class ProgramSources {
public:
  /// Reads the objects listed in the file at List, one a line: a path, or an
  /// archive's path, a tab and the name of a member.
  explicit ProgramSources(llvm::StringRef List);

  llvm::ArrayRef<ProgramSource> all() const { return Sources; }
  /// A separate module of the source, with the names of the whole program; null
  /// if the source cannot be read.
  std::unique_ptr<llvm::Module> parse(const ProgramSource &S,
                                      llvm::LLVMContext &Ctx) const;
  /// Links all sources into M, an empty module, and drops unsuitable sources
  /// from all(). False if the sources do not fit together.
  bool linkInto(llvm::Module &M);

private:
  void add(unsigned Number, llvm::StringRef Path, llvm::StringRef Member);
  std::vector<ProgramSource> Sources;
};

/// The index in all() of the source with GV's definition; none for later
/// additions.
std::optional<unsigned> originOf(const llvm::GlobalValue &GV);

} // namespace foreslice

#endif // FORESLICE_PASSES_PROGRAM_PROGRAMSOURCES_H
