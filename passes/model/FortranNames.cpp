//===- FortranNames.cpp - the names of MPI's functions in Fortran ---------===//
//
// See FortranNames.h. The table is FortranCalls.def.
//
//===----------------------------------------------------------------------===//

#include "model/FortranNames.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Function.h"

#include <optional>

using namespace llvm;

namespace foreslice {

bool onlyLooksInFortran(const Function &F) {
  static constexpr StringRef Prefixes[] = {
#define FORTRAN_LOOKS(Prefix) #Prefix,
#include "model/FortranCalls.def"
  };
  return F.isDeclaration() && !F.getReturnType()->isVoidTy() &&
         any_of(Prefixes,
                [&](StringRef P) { return F.getName().starts_with(P); });
}

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

/// How C passes one argument of FortranCalls.def: a letter of passedInC().
static char passedAs(StringRef Kind, bool Read) {
  if (!Read || Kind.ends_with(")") || Kind == "choice" || Kind == "text" ||
      Kind == "Status" || Kind == "procedure")
    return 'p';
  return Kind == "offset" || Kind == "address" || Kind == "count" ? 'o' : 'i';
}

static std::string passedAs(StringRef Arguments) {
  std::string Passed;
  for (StringRef Argument : split(Arguments, ' ')) {
    size_t Way = Argument.find_first_of(":>=");
    if (Way != StringRef::npos)
      Passed += passedAs(Argument.drop_front(Way + 1), Argument[Way] == ':');
  }
  return Passed;
}

std::optional<std::string> passedInC(StringRef NameInC) {
  static const StringMap<const char *> Table = {
#define FORTRAN_CALL(Name, Arguments) {#Name, Arguments},
#include "model/FortranCalls.def"
  };
  NameInC.consume_front("P");
  auto It = Table.find(NameInC);
  return It != Table.end() ? std::optional(passedAs(It->second)) : std::nullopt;
}

bool isFromFortran(const CallBase &CB) {
  return CB.hasFnAttr(FortranCallAttribute);
}

} // namespace foreslice
