//===- Plugin.cpp - registration with clang, opt and flang ----------------===//
//
// At every -O level the pass runs once, before all other passes, on the front
// end's output; with -flto, on the linker's output.
//
//===----------------------------------------------------------------------===//

#include "PrefetchSlice.h"
#include "remarks/Remarks.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CommandLine.h"

#include <optional>

using namespace llvm;

static cl::opt<bool> LeaveToLinker(
    "prefetch-slice-at-link",
    cl::desc("Leave slicing to a linker that loads this plugin (full LTO)"));

static cl::opt<bool>
    WholeProgram("prefetch-slice-program",
                 cl::desc("Slice the program whose objects the folder of the "
                          "source file lists"));

using foreslice::PrefetchSlicePass;
using foreslice::Stage;

static void registerPasses(PassBuilder &PB) {
  PB.registerPipelineStartEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(PrefetchSlicePass(WholeProgram    ? Stage::Program
                                      : LeaveToLinker ? Stage::Mark
                                                      : Stage::Compile));
      });
  PB.registerFullLinkTimeOptimizationEarlyEPCallback(
      [](ModulePassManager &MPM, OptimizationLevel) {
        MPM.addPass(PrefetchSlicePass(Stage::Link));
      });
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM,
         ArrayRef<PassBuilder::PipelineElement>) {
        if (!Name.consume_front(foreslice::PassName))
          return false;
        std::optional<Stage> S = StringSwitch<std::optional<Stage>>(Name)
                                     .Case("", Stage::Compile)
                                     .Case("-mark", Stage::Mark)
                                     .Case("-at-link", Stage::Link)
                                     .Default(std::nullopt);
        if (S)
          MPM.addPass(PrefetchSlicePass(*S));
        return S.has_value();
      });
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Foreslice", "0.1.0", registerPasses};
}
