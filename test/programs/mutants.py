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
# Of a loop in a slice, each value that grows by a step grows by two steps.
DOUBLE_STEPS = """
  for (BasicBlock &BB : S)
    for (PHINode &Phi : BB.phis())
      for (Value *Next : Phi.incoming_values()) {
        auto *Grown = dyn_cast<Instruction>(Next);
        bool Adds = Grown && (Grown->getOpcode() == Instruction::Add ||
                              Grown->getOpcode() == Instruction::GetElementPtr);
        if (!Adds || Grown->getNumOperands() != 2 || Grown->getOperand(0) != &Phi)
          continue;
        IRBuilder<> B(Grown);
        Value *Step = Grown->getOperand(1);
        Grown->setOperand(1, B.CreateAdd(Step, Step));
        if (const char *Touched = getenv("MUTATED"))
          if (FILE *File = fopen(Touched, "w"))
            fclose(File);
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
    Mutant("steps", "loops of slices take two steps at once",
           (("passes/lower/SliceBuilder.cpp", "  Function &S = *Result.Slice;\n  S.addFnAttr(Attribute::OptimizeNone);\n",
             "  Function &S = *Result.Slice;\n" + DOUBLE_STEPS + "  S.addFnAttr(Attribute::OptimizeNone);\n"),)),
]
