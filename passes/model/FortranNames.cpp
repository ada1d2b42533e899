//===- FortranNames.cpp - the names that Fortran gives MPI's functions ----===//
//
// See FortranNames.h. The table is FortranCalls.def.
//
//===----------------------------------------------------------------------===//

#include "model/FortranNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <optional>

using namespace llvm;

namespace foreslice {

std::string nameInC(StringRef Name) {
  bool IsPmpi = Name.consume_front("p");
  if (!Name.consume_front("mpi_") || !Name.consume_back("_") || Name.empty() ||
      any_of(Name, isUpper))
    return "";
  Name.consume_back("_f08");
  return (Twine(IsPmpi ? "PMPI_" : "MPI_") + Twine(toUpper(Name.front())) +
          Name.drop_front())
      .str();
}

std::optional<std::string> passedAs(StringRef NameInC) {
  static const StringMap<const char *> Table = {
#define FORTRAN_CALL(Name, Passed) {#Name, Passed},
#include "model/FortranCalls.def"
  };
  auto It = Table.find(NameInC);
  return It != Table.end() ? std::optional<std::string>(It->second)
                           : std::nullopt;
}

bool isFromFortran(const CallBase &CB) {
  return CB.hasFnAttr(FortranCallAttribute);
}

} // namespace foreslice
