//===- ForesliceOpt.cpp - foreslice-opt -----------------------------------===//
//
// mlir-opt for the dialect of access summaries: reads, checks and prints the
// output of foreslice-dump --format=mlir.
//
//===----------------------------------------------------------------------===//

#include "AccessDialect.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int Argc, char **Argv) {
  mlir::DialectRegistry Registry;
  Registry.insert<foreslice::access::ForesliceDialect>();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      Argc, Argv, "Access summaries of prefetch slices\n", Registry));
}
