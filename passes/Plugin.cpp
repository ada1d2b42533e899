//===- Plugin.cpp - registration with clang, opt and flang ----------------===//
//
// At every -O level the pass runs once, first of all, on what the front end
// emitted.
//
//===----------------------------------------------------------------------===//

#include "PrefetchSlice.h"
#include "Remarks.h"

#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"

using namespace llvm;

static void registerPasses(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(foreslice::PrefetchSlicePass());
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (Name != foreslice::PassName)
          return false;
        MPM.addPass(foreslice::PrefetchSlicePass());
        return true;
      });
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Foreslice", "0.1.0", registerPasses};
}
