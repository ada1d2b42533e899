//===- Hdf5Frontend.cpp - HDF5 as a front end -----------------------------===//
//
// See model/Frontend.h. HDF5 calls become steps in a working copy. The run time
// looks up datasets and dataspaces at launch.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Hdf5Frontend.h"
#include "copy/LibraryBodies.h"
#include "foreslice/hdf5.h"
#include "frontend/DatasetLowering.h"
#include "frontend/HandleAtLaunch.h"
#include "frontend/ReadObjects.h"
#include "model/Frontend.h"
#include "model/LibraryCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace foreslice {

static constexpr unsigned char Bodies[] = {
#include "frontend/hdf5/library/hdf5.inc"
};
static constexpr unsigned char MethodBodies[] = {
#include "frontend/hdf5/library/hdf5-cpp.inc"
};
static constexpr unsigned char ProcedureBodies[] = {
#include "frontend/hdf5/library/hdf5-module.inc"
};

/// Whether Name is a function of the library, as H5Sclose or H5LTfind_dataset.
static bool isOfHdf5(StringRef Name) {
  if (!Name.consume_front("H5") || Name.empty() || !isUpper(Name[0]))
    return false;
  const StringRef Behind = Name.drop_while(isUpper);
  return !Behind.empty() && isLower(Behind[0]) &&
         Name.size() - Behind.size() <= 2;
}

/// Whether Name is a method of a class of the library in C++.
static bool isMethod(StringRef Name) {
  return Name.starts_with("_ZN2H5") || Name.starts_with("_ZNK2H5");
}

/// What Name, as flang names things of modules, is of a module of the library;
/// Before stands before a procedure, or E before a variable.
static StringRef nameInModule(StringRef Name, char Before) {
  if (!Name.consume_front("_QM"))
    return "";
  auto [Module, Of] = Name.split(Before);
  return is_contained({"h5a", "h5d", "h5f", "h5g", "h5global", "h5_gen", "h5i",
                       "h5im", "h5l", "h5lib", "h5lt", "h5lt_const", "h5o",
                       "h5p", "h5s", "h5t", "h5tb", "h5tb_const"},
                      Module)
             ? Of
             : "";
}
static bool isProcedure(StringRef Name) {
  return !nameInModule(Name, 'P').empty();
}

/// What the library sets when it is opened has the values of C.
static void knowConstants(Module &Copy) {
  static constexpr std::pair<StringLiteral, int> Values[] = {
      {"h5s_select_set_f", 0},  {"h5s_select_or_f", 1},
      {"h5s_select_and_f", 2},  {"h5s_select_xor_f", 3},
      {"h5s_select_notb_f", 4}, {"h5s_select_nota_f", 5},
      {"h5s_all_f", 0},         {"h5p_default_f", 0},
      {"h5_index_name_f", 0},   {"h5_index_crt_order_f", 1},
      {"h5_iter_inc_f", 0},     {"h5_iter_dec_f", 1},
      {"h5_iter_native_f", 2},
  };
  for (GlobalVariable &GV : Copy.globals())
    for (auto [Name, Value] : Values)
      if (GV.isDeclaration() && GV.getValueType()->isIntegerTy() &&
          nameInModule(GV.getName(), 'E') == Name) {
        GV.setInitializer(ConstantInt::get(GV.getValueType(), Value));
        GV.setConstant(true);
      }
}

/// What a variable of the library, with a type of numbers, is in a slice; none
/// for other variables. On the machines of slices, numbers are little-endian.
static std::optional<int> numberTypeIn(StringRef Name) {
  static constexpr std::tuple<StringLiteral, int, size_t> Types[] = {
      {"INT", FORESLICE_HDF5_SIGNED, sizeof(int)},
      {"LONG", FORESLICE_HDF5_SIGNED, sizeof(long)},
      {"LLONG", FORESLICE_HDF5_SIGNED, sizeof(long long)},
      {"SHORT", FORESLICE_HDF5_SIGNED, sizeof(short)},
      {"SCHAR", FORESLICE_HDF5_SIGNED, 1},
      {"UINT", FORESLICE_HDF5_UNSIGNED, sizeof(int)},
      {"ULONG", FORESLICE_HDF5_UNSIGNED, sizeof(long)},
      {"ULLONG", FORESLICE_HDF5_UNSIGNED, sizeof(long long)},
      {"USHORT", FORESLICE_HDF5_UNSIGNED, sizeof(short)},
      {"UCHAR", FORESLICE_HDF5_UNSIGNED, 1},
      {"FLOAT", FORESLICE_HDF5_REAL, sizeof(float)},
      {"DOUBLE", FORESLICE_HDF5_REAL, sizeof(double)},
  };
  const bool IsNative = Name.consume_front("NATIVE_");
  if (!IsNative &&
      !((Name.consume_front("STD_") || Name.consume_front("IEEE_")) &&
        Name.consume_back("LE")))
    return std::nullopt;
  for (auto [Type, Kind, Bytes] : Types)
    if (IsNative && Name == Type)
      return FORESLICE_HDF5_TYPE(Kind, Bytes);
  // As INT32 and UINT32, or I32, U32 and F32.
  int Kind = FORESLICE_HDF5_SIGNED;
  if (Name.consume_front("U"))
    Kind = FORESLICE_HDF5_UNSIGNED;
  else if (!IsNative && Name.consume_front("F"))
    Kind = FORESLICE_HDF5_REAL;
  if (IsNative ? !Name.consume_front("INT")
               : Kind == FORESLICE_HDF5_SIGNED && !Name.consume_front("I"))
    return std::nullopt;
  unsigned Bits = 0;
  if (Name.getAsInteger(10, Bits) || !is_contained({8u, 16u, 32u, 64u}, Bits))
    return std::nullopt;
  return FORESLICE_HDF5_TYPE(Kind, Bits / 8);
}

/// A slice knows types of numbers by constants, in C and in C++.
static void knowTypes(Module &Copy) {
  Type *Handle = Type::getInt64Ty(Copy.getContext());
  for (GlobalVariable &GV : make_early_inc_range(Copy.globals())) {
    StringRef Name = GV.getName();
    if (!GV.isDeclaration())
      continue;
    if (Name.consume_front("H5T_") && Name.consume_back("_g") &&
        GV.getValueType() == Handle) {
      if (std::optional<int> Is = numberTypeIn(Name)) {
        GV.setInitializer(ConstantInt::getSigned(Handle, *Is));
        GV.setConstant(true);
      }
      continue;
    }
    // A reference to an object: a table of methods and a handle.
    unsigned Length = 0;
    if (!Name.consume_front("_ZN2H58PredType") ||
        Name.consumeInteger(10, Length) || !Name.consume_back("E") ||
        !GV.getValueType()->isPointerTy())
      continue;
    if (std::optional<int> Is = numberTypeIn(Name)) {
      auto *Object =
          ConstantStruct::getAnon({Constant::getNullValue(GV.getValueType()),
                                   ConstantInt::getSigned(Handle, *Is)});
      GV.setInitializer(new GlobalVariable(
          Copy, Object->getType(),
          /*isConstant=*/true, GlobalValue::PrivateLinkage, Object));
      GV.setConstant(true);
    }
  }
}

/// A constant method without a body changes no object known by a handle.
static void markConstantMethods(Module &Copy) {
  for (Function &F : Copy) {
    const unsigned This = F.hasStructRetAttr() ? 1 : 0;
    if (!F.isDeclaration() || !F.getName().starts_with("_ZNK2H5") ||
        F.arg_size() <= This || !F.getArg(This)->getType()->isPointerTy())
      continue;
    F.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    F.getArg(This)->addAttr(Attribute::ReadOnly);
  }
}

/// How the names of bodies begin that open a file or an object.
static constexpr StringRef OpeningBodies[] = {
    "H5Fopen",
    "H5Dopen",
    "H5Gopen",
    "H5LTread_dataset",
    "H5LTget_dataset",
    "H5IMread_image",
    "H5TBread",
    "H5TBget_table_info",
    "H5PTopen",
    "_ZNK2H510H5Location11openDataSet",
    "_ZNK2H510H5Location9openGroup",
    "_ZN2H56H5FileC1E",
    "_ZN2H56H5File8openFile",
    "_QMh5fPh5fopen_f",
    "_QMh5dPh5dopen_f",
    "_QMh5gPh5gopen_f",
    "_QMh5ltPh5ltread_dataset",
    "_QMh5lt_constPh5lt",
    "_QMh5imPh5imread_image_f",
    "_QMh5tbPh5tbread",
    "_QMh5tb_constPh5tb",
};

/// A callback in Fortran has the length of the link's name, an array of single
/// characters, behind its arguments. The library passes none: a function of C's
/// type calls Back with it. Null if Back is another function.
static Function *visitorInC(Module &Copy, Function &Back) {
  LLVMContext &Ctx = Copy.getContext();
  Type *Pointer = PointerType::get(Ctx, 0), *Long = Type::getInt64Ty(Ctx);
  Type *Passed[] = {Long, Pointer, Pointer, Pointer, Long};
  if (Back.getReturnType() != Type::getInt32Ty(Ctx) ||
      ArrayRef(Passed) != Back.getFunctionType()->params())
    return nullptr;
  auto *Visitor = Function::Create(
      FunctionType::get(Back.getReturnType(), ArrayRef(Passed).drop_back(),
                        /*isVarArg=*/false),
      GlobalValue::InternalLinkage, Back.getName() + ".visitor", Copy);
  IRBuilder<> B(BasicBlock::Create(Ctx, "", Visitor));
  SmallVector<Value *> Args(make_pointer_range(Visitor->args()));
  Args.push_back(B.getInt64(1));
  B.CreateRet(B.CreateCall(&Back, Args));
  return Visitor;
}

/// Calls of h5literate_f and h5literate_by_name_f get callbacks of C's type.
static void passVisitorsInC(Module &Copy) {
  constexpr std::pair<StringRef, unsigned> Calls[] = {
      {"_QMh5lPh5literate_f", 4}, {"_QMh5lPh5literate_by_name_f", 5}};
  for (auto [Name, Arg] : Calls) {
    Function *F = Copy.getFunction(Name);
    for (User *U :
         F ? SmallVector<User *>(F->users()) : SmallVector<User *>()) {
      auto *CB = dyn_cast<CallBase>(U);
      Function *Back = CB ? calledBack(*CB) : nullptr;
      Function *Visitor = Back ? visitorInC(Copy, *Back) : nullptr;
      if (!Visitor)
        continue;
      BasicBlock &Entry = CB->getFunction()->getEntryBlock();
      IRBuilder<> B(&Entry, Entry.begin());
      AllocaInst *Variable = B.CreateAlloca(Visitor->getType());
      B.SetInsertPoint(CB);
      B.CreateStore(Visitor, Variable);
      CB->setArgOperand(Arg, Variable);
    }
  }
}

namespace {

class Hdf5Frontend : public Frontend {
public:
  foreslice_family number() const override { return FORESLICE_FAMILY_HDF5; }
  StringRef name() const override { return "hdf5"; }
  void addCalls(CallTable &Table) const override;
  bool hasSignature(const IOCall &Call, const Function &F) const override;
  bool isPartOfCall(const Function &F) const override {
    return F.isDeclaration() &&
           (isOfHdf5(F.getName()) || isMethod(F.getName()) ||
            isProcedure(F.getName()));
  }
  ReadObject objectOf(const CallBase &CB, const IOCall &Call) const override;
  void addBodies(Module &Copy) const override {
    passVisitorsInC(Copy);
    if (addBodiesOfModule(Copy, isProcedure, ProcedureBodies))
      knowConstants(Copy);
    if (declares(Copy, isMethod)) {
      linkBodies(Copy, MethodBodies);
      markConstantMethods(Copy);
    }
    if (declares(Copy, isOfHdf5)) {
      knowTypes(Copy);
      linkBodies(Copy, Bodies);
    }
  }
  bool isOpeningBody(const Function &F) const override {
    return any_of(OpeningBodies, [&](StringRef Begin) {
      return F.getName().starts_with(Begin);
    });
  }
  bool endsBehindData() const override { return true; }
  bool tellsLength(const IOCall &Call) const override { return false; }
  /// A handle may be computed anew each time.
  const Value *nameOfFile(const Value *File) const override { return nullptr; }
  std::optional<FileAtLaunch>
  fileAtLaunch(const CallBase &Step, const IOCall &Call,
               const WorkingCopy &Copy) const override;
  std::unique_ptr<CallLowering> makeLowering(SliceCode &Slice) const override {
    using Object = foreslice_hdf5_object;
    // The transfer mode of a property list is not followed.
    return std::make_unique<DatasetLowering>(
        Slice, *this,
        DatasetLowering::AskedObject{sizeof(Object), alignof(Object),
                                     sizeof(Object::handle)},
        Slice.M.getFunction("H5Pset_dxpl_mpio") ||
            Slice.M.getFunction("_QMh5pPh5pset_dxpl_mpio_f"));
  }
  void askAtLaunch(IRBuilderBase &B, Value *Object) const override {
    callToAsk(B, "foreslice_hdf5_ask", Object);
  }
};

} // namespace

void Hdf5Frontend::addCalls(CallTable &Table) const {
  using enum Role;
#define HDF5_READ(Symbol, ...)                                                 \
  Table.try_emplace(#Symbol, #Symbol, IOKind::Read,                            \
                    ArrayRef<Role>{__VA_ARGS__}, *this,                        \
                    FilePointer::Explicit);
#define HDF5_COMPOSITE(Symbol, Text)                                           \
  Table.try_emplace(#Symbol, Text, IOKind::Read, ArrayRef<Role>{File}, *this,  \
                    FilePointer::Explicit, Form::Composite);
#define HDF5_STEP(Symbol, Text, Kind, ...)                                     \
  Table.try_emplace(#Symbol, Text, IOKind::Kind, ArrayRef<Role>{__VA_ARGS__},  \
                    *this, FilePointer::Explicit, Form::Step);
#include "frontend/hdf5/Calls.def"
}

/// Handles have 64 bits since HDF5 1.10. Methods have objects by reference.
bool Hdf5Frontend::hasSignature(const IOCall &Call, const Function &F) const {
  constexpr unsigned Arguments = 6, Buffer = 5;
  return Call.isStep() || Call.isComposite() ||
         (F.arg_size() == Arguments && F.getReturnType()->isIntegerTy(32) &&
          F.getArg(Buffer)->getType()->isPointerTy() &&
          all_of(
              make_range(F.arg_begin(), F.arg_begin() + Buffer),
              [](const Argument &A) { return A.getType()->isIntegerTy(64); }));
}

/// Stands for all datasets open at launch: no handle is 0.
static FileAtLaunch allSets(LLVMContext &Ctx) {
  return FileAtLaunch(ConstantInt::get(Type::getInt64Ty(Ctx), 0), std::nullopt);
}

/// The name of the dataset that CB opens or makes.
static const Value *nameOfSet(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  constexpr StringRef Opens[] = {"H5Dopen1", "H5Dopen2", "H5Dcreate1",
                                 "H5Dcreate2", "H5Oopen"};
  return F && is_contained(Opens, F->getName()) && CB.arg_size() > 1
             ? CB.getArgOperand(1)
             : nullptr;
}

/// The selection that Change, a call of the library, makes in Space; empty if
/// Change makes none.
static std::string selectionBy(const CallBase &Change) {
  constexpr unsigned Start = 2, Points = 3;
  const Function *F = Change.getCalledFunction();
  const StringRef Name = F ? F->getName() : "";
  if (Name == "H5Sselect_hyperslab" && Change.arg_size() > Start)
    return selectionOf("a hyperslab", elementsAt(Change.getArgOperand(Start)));
  if (Name == "H5Sselect_elements" && Change.arg_size() > Points)
    return "points";
  if (Name == "H5Sselect_all")
    return "all";
  return "";
}

/// What the program selects in Space, by all calls in sight; empty if unknown.
static std::string selectionIn(const Value *Space) {
  const SmallVector<const Value *> Origins = originsOf(Space);
  if (Origins.size() != 1)
    return "";
  if (auto *All = dyn_cast<ConstantInt>(Origins.front()))
    return All->isZero() ? "all" : "";
  auto *Made = dyn_cast<CallBase>(Origins.front());
  if (!Made || !Made->getCalledFunction() ||
      !isOfHdf5(Made->getCalledFunction()->getName()))
    return "";
  std::string Found;
  for (const Function &F : *Made->getModule()) {
    if (!F.getName().starts_with("H5Sselect_"))
      continue;
    for (const User *U : F.users()) {
      auto *Change = dyn_cast<CallBase>(U);
      if (!Change || Change->getCalledFunction() != &F ||
          !is_contained(originsOf(Change->getArgOperand(0)), Made))
        continue;
      const std::string Selection = selectionBy(*Change);
      if (Selection.empty() || (!Found.empty() && Found != Selection))
        return "";
      Found = Selection;
    }
  }
  return Found;
}

/// Calls Visit with the name of each function that is called with Object as the
/// argument Number, and with the call.
static void
forEachCallWith(const Value &Object, unsigned Number,
                function_ref<void(StringRef, const CallBase &)> Visit) {
  for (const User *U : Object.users())
    if (auto *CB = dyn_cast<CallBase>(U); CB && CB->getCalledFunction() &&
                                          CB->arg_size() > Number &&
                                          CB->getArgOperand(Number) == &Object)
      Visit(CB->getCalledFunction()->getName(), *CB);
}

/// The constant that String, a std::string that nobody changes, is made from.
static std::optional<std::string> textOfString(const Value &String) {
  constexpr StringRef Class = "_ZNSt7__cxx1112basic_stringIc";
  std::optional<std::string> Text;
  bool IsKnown = isa<AllocaInst>(String);
  forEachCallWith(String, 0, [&](StringRef Name, const CallBase &CB) {
    if (Name.contains("D1Ev") || Name.contains("D2Ev") ||
        Name.starts_with("llvm."))
      return;
    IsKnown &= Name.starts_with(Class) && Name.contains("EPKc") && !Text;
    if (IsKnown && CB.arg_size() > 1)
      Text = constantText(CB.getArgOperand(1));
  });
  return IsKnown ? Text : std::nullopt;
}

/// The name by which the program opens Set, an object of DataSet.
static std::string nameOfMethodSet(const Value &Set) {
  constexpr unsigned NameOfSet = 2;
  std::optional<std::string> Text;
  unsigned Opens = 0;
  if (isa<AllocaInst>(Set))
    forEachCallWith(Set, 0, [&](StringRef Name, const CallBase &CB) {
      if (!Name.consume_front("_ZNK2H510H5Location11openDataSetE") ||
          CB.arg_size() <= NameOfSet)
        return;
      ++Opens;
      const Value &Given = *CB.getArgOperand(NameOfSet);
      Text =
          Name.starts_with("PKc") ? constantText(&Given) : textOfString(Given);
    });
  return Opens == 1 && Text ? "dataset '" + *Text + "'" : "";
}

/// What the program selects in Space, an object of DataSpace.
static std::string selectionInMethodSpace(const Value &Space) {
  constexpr unsigned Count = 2;
  if (auto *Load = dyn_cast<LoadInst>(&Space))
    return Load->getPointerOperand()->getName() == "_ZN2H59DataSpace3ALLE"
               ? "all"
               : "";
  std::string Found;
  bool IsKnown = isa<AllocaInst>(Space);
  forEachCallWith(Space, 0, [&](StringRef Name, const CallBase &CB) {
    if (!Name.consume_front("_ZNK2H59DataSpace") || !Name.contains("select"))
      return;
    std::string One;
    if (Name.starts_with("15selectHyperslab") && CB.arg_size() > Count)
      One = selectionOf("a hyperslab", elementsAt(CB.getArgOperand(Count)));
    else if (Name.starts_with("14selectElements"))
      One = "points";
    else if (Name.starts_with("9selectAll"))
      One = "all";
    IsKnown &= !One.empty() && (Found.empty() || Found == One);
    Found = std::move(One);
  });
  return IsKnown ? Found : "";
}

/// Libraries above HDF5 read a dataset by name.
ReadObject Hdf5Frontend::objectOf(const CallBase &CB,
                                  const IOCall &Call) const {
  constexpr unsigned Name = 1, FileSpace = 3;
  ReadObject Is{.Kind = "dataset"};
  if (Call.isComposite() && isOfHdf5(Call.Name) && CB.arg_size() > Name &&
      CB.getArgOperand(Name)->getType()->isPointerTy()) {
    if (std::optional<std::string> Text = constantText(CB.getArgOperand(Name)))
      Is.Name = "dataset '" + *Text + "'";
    Is.Selection = Call.Name.starts_with("H5LTread") ? "all" : "";
  } else if (Call.isComposite()) {
    constexpr unsigned MethodSpace = 4;
    if (isMethod(CB.getCalledFunction()->getName()) &&
        CB.arg_size() > MethodSpace) {
      Is.Name = nameOfMethodSet(*CB.getArgOperand(0));
      Is.Selection = selectionInMethodSpace(*CB.getArgOperand(MethodSpace));
    }
  } else {
    if (std::string Names =
            nameOfObject(Call.argument(CB, Role::File), nameOfSet);
        !Names.empty())
      Is.Name = "dataset " + Names;
    Is.Selection = selectionIn(CB.getArgOperand(FileSpace));
  }
  return Is;
}

std::optional<FileAtLaunch>
Hdf5Frontend::fileAtLaunch(const CallBase &Step, const IOCall &Call,
                           const WorkingCopy &Copy) const {
  return handleAtLaunch(Step, Call, Copy, allSets(Step.getContext()));
}

const Frontend &hdf5Frontend() {
  static const Hdf5Frontend Hdf5;
  return Hdf5;
}

} // namespace foreslice
