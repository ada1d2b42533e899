//===- AccessDialect.cpp - access summaries in MLIR -----------------------===//
//
// See AccessDialect.td.
//
//===----------------------------------------------------------------------===//

#include "AccessDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "AccessDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "AccessAttributes.cpp.inc"
#define GET_OP_CLASSES
#include "AccessOps.cpp.inc"

namespace foreslice::access {

void ForesliceDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "AccessAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "AccessOps.cpp.inc"
      >();
}

llvm::LogicalResult
TermAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> Error,
                 int64_t Coefficient, llvm::ArrayRef<mlir::StringAttr>) {
  if (Coefficient == 0)
    return Error() << "the coefficient of a term is 0: leave the term out";
  return llvm::success();
}

} // namespace foreslice::access
