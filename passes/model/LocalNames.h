//===- LocalNames.h - names of objects local to a source ------------------===//
//
// In a program of several sources, an object local to a source gets a name with
// the source's number: "table.foreslice.3", of source 3. The user is told
// "table".
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_MODEL_LOCALNAMES_H
#define FORESLICE_PASSES_MODEL_LOCALNAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Demangle/Demangle.h"

#include <string>

namespace foreslice {

inline constexpr llvm::StringRef LocalMark = ".foreslice.";
/// The attribute of a function that names its source file.
inline constexpr llvm::StringRef SourceAttribute = "foreslice-source";

/// The name in the source for Name, a name in the program.
inline llvm::StringRef nameInSource(llvm::StringRef Name) {
  auto [Own, Number] = Name.rsplit(LocalMark);
  bool Marked =
      !Number.empty() && Number.find_first_not_of("0123456789") == Number.npos;
  return Marked ? Own : Name;
}

/// The name as the user writes it. flang puts the module before a procedure.
inline std::string readableName(llvm::StringRef Name) {
  Name = nameInSource(Name);
  if (Name.starts_with("_QM"))
    return Name.drop_front(Name.rfind('P') + 1).str();
  return llvm::demangle(Name);
}

} // namespace foreslice

#endif // FORESLICE_PASSES_MODEL_LOCALNAMES_H
