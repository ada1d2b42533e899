"""Broken variants of the run time and of the pass, for test/programs/mutate.

A patch is a file, a piece of its text, and what stands there instead.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Mutant:
    name: str  # of its folder
    what: str
    patches: tuple


POSTING = "runtime/cache/PageCache.cpp"
POSTS = """                                          Room When) {
  DeliveryCache &C = of(File);
"""
SLICES = "passes/lower/SliceBuilder.cpp"
INCLUDE = '#include "llvm/IR/Dominators.h"\n'
FINISH = "  Function &S = *Result.Slice;\n  S.addFnAttr(Attribute::OptimizeNone);\n"
# Of each loop of a slice that reads: what grows by a step grows by 128 of them.
LONGER_STEPS = """
  auto Reads = [](const BasicBlock *BB) {
    return any_of(*BB, [](const Instruction &I) {
      auto *Call = dyn_cast<CallBase>(&I);
      const Function *Called = Call ? Call->getCalledFunction() : nullptr;
      return Called && Called->getName() == "foreslice_slice_access" &&
             Call->getArgOperand(0)->getName().contains(".read");
    });
  };
  DominatorTree Dominators(*Result.Slice);
  LoopInfo Loops(Dominators);
  for (Loop *L : Loops.getLoopsInPreorder()) {
    if (none_of(L->blocks(), Reads))
      continue;
    for (PHINode &Phi : L->getHeader()->phis())
      for (Value *Next : Phi.incoming_values()) {
        auto *Grown = dyn_cast<Instruction>(Next);
        bool Adds = Grown && (Grown->getOpcode() == Instruction::Add ||
                              Grown->getOpcode() == Instruction::Sub ||
                              Grown->getOpcode() == Instruction::GetElementPtr);
        if (!Adds || Grown->getNumOperands() != 2 || Grown->getOperand(0) != &Phi)
          continue;
        IRBuilder<> B(Grown);
        Value *Step = Grown->getOperand(1);
        Grown->setOperand(1, B.CreateMul(Step, ConstantInt::get(Step->getType(), 128)));
        if (const char *Touched = getenv("MUTATED"))
          if (FILE *File = fopen(Touched, "w"))
            fclose(File);
      }
  }
"""

MUTANTS = [
    Mutant("shifted", "each page that is asked for is the next one instead",
           ((POSTING, POSTS, POSTS + """
  std::vector<PagePart> Shifted(Pages.begin(), Pages.end());
  for (PagePart &Part : Shifted) {
    ++Part.Page;
    Part.Bytes.Begin += pageSize();
    Part.Bytes.End += pageSize();
  }
  Pages = Shifted;
"""),)),
    Mutant("dropped", "every second page is not asked for: the first of a file, the third, and so on",
           ((POSTING, POSTS, POSTS + """
  std::vector<PagePart> Kept(Pages.begin(), Pages.end());
  std::erase_if(Kept, [](const PagePart &Part) { return Part.Page % 2 == 0; });
  Pages = Kept;
"""),)),
    Mutant("steps", "loops of slices that read take 128 steps at once",
           ((SLICES, FINISH, LONGER_STEPS + FINISH),
            (SLICES, INCLUDE, '#include "llvm/Analysis/LoopInfo.h"\n' + INCLUDE))),
]
