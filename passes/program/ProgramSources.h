//===- ProgramSources.h - the sources of a program, linked ----------------===//
//
// The objects of a link that carry their sources, in the order of the link.
// What is local to a source has a name of its own in the whole program:
// "table.foreslice.3", of source 3.
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
  EmbeddedSource Embedded;
  /// What the object defines and what it asks for, by the names that it has
  /// now.
  llvm::StringSet<> Defined, Undefined;
  /// Inline functions, of which other sources may have copies, too.
  llvm::StringSet<> Inline;
};

class ProgramSources {
public:
  /// Reads the objects that the file at List names, in a line each: a path, or
  /// an archive's path, a tab and the name of a member.
  explicit ProgramSources(llvm::StringRef List);

  llvm::ArrayRef<ProgramSource> all() const { return Sources; }
  /// A module of the source's own, with the names of the whole program; null if
  /// it cannot be read.
  std::unique_ptr<llvm::Module> parse(const ProgramSource &S,
                                      llvm::LLVMContext &Ctx) const;
  /// Puts all of them into M, which is empty, but for those that do not suit
  /// and are no longer in all() then. False if they do not fit together.
  bool linkInto(llvm::Module &M);

private:
  void add(unsigned Number, llvm::StringRef Path, llvm::StringRef Member);
  std::vector<ProgramSource> Sources;
};

/// The index of the source, in all(), that a definition of the whole program is
/// from; none of what was added later.
std::optional<unsigned> originOf(const llvm::GlobalValue &GV);

} // namespace foreslice

#endif // FORESLICE_PASSES_PROGRAM_PROGRAMSOURCES_H
