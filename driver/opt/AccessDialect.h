//===- AccessDialect.h - access summaries in MLIR -------------------------===//
//
// The output of mlir-tblgen for AccessDialect.td.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_OPT_ACCESSDIALECT_H
#define FORESLICE_DRIVER_OPT_ACCESSDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "AccessDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "AccessAttributes.h.inc"
#define GET_OP_CLASSES
#include "AccessOps.h.inc"

#endif // FORESLICE_DRIVER_OPT_ACCESSDIALECT_H
