//===- NetcdfFrontend.cpp - NetCDF and PnetCDF as front ends --------------===//
//
// See model/Frontend.h. Calls of the libraries come down to steps in a working
// copy. Files that are open at launch are what the run time looks up then.
//
//===----------------------------------------------------------------------===//

#include "frontend/netcdf/NetcdfFrontend.h"
#include "copy/LibraryBodies.h"
#include "foreslice/netcdf.h"
#include "frontend/DatasetLowering.h"
#include "frontend/HandleAtLaunch.h"
#include "frontend/ReadObjects.h"
#include "model/Frontend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace foreslice {

static constexpr unsigned char NetcdfBodies[] = {
#include "frontend/netcdf/library/netcdf.inc"
};
static constexpr unsigned char PnetcdfBodies[] = {
#include "frontend/netcdf/library/pnetcdf.inc"
};
static constexpr unsigned char NetcdfModuleBodies[] = {
#include "frontend/netcdf/library/netcdf-module.inc"
};
static constexpr unsigned char MethodBodies[] = {
#include "frontend/netcdf/library/netcdf-cxx.inc"
};
static constexpr unsigned char PnetcdfModuleBodies[] = {
#include "frontend/netcdf/library/pnetcdf-module.inc"
};

static bool isOfNetcdf(StringRef Name) {
  return Name.starts_with("nc_") || Name.starts_with("nf_");
}
static bool isOfPnetcdf(StringRef Name) {
  return Name.starts_with("ncmpi_") || Name.starts_with("nfmpi_");
}
// Methods in C++.
static bool isMethod(StringRef Name) {
  return Name.starts_with("_ZN6netCDF") || Name.starts_with("_ZNK6netCDF");
}
// Procedures of Fortran's modules, as flang names them.
static bool isOfNetcdfModule(StringRef Name) {
  return Name.starts_with("_QMnetcdfPnf90_");
}
static bool isOfPnetcdfModule(StringRef Name) {
  return Name.starts_with("_QMpnetcdfPnf90mpi_");
}

namespace {

/// What is different of the two.
struct NetcdfLibrary {
  foreslice_family Family;
  StringRef Name, Ask;
  bool (*IsOne)(StringRef Function);
  bool (*IsOfModule)(StringRef Function);
  ArrayRef<unsigned char> Bodies, ModuleBodies;
};

class NetcdfFrontend : public Frontend {
public:
  explicit NetcdfFrontend(const NetcdfLibrary &Library) : Library(Library) {}

  foreslice_family number() const override { return Library.Family; }
  StringRef name() const override { return Library.Name; }
  void addCalls(CallTable &Table) const override;
  bool hasSignature(const IOCall &Call, const Function &F) const override;
  bool isPartOfCall(const Function &F) const override {
    return F.isDeclaration() &&
           (Library.IsOne(F.getName()) || Library.IsOfModule(F.getName()) ||
            (hasMethods() && isMethod(F.getName())));
  }
  ReadObject objectOf(const CallBase &CB, const IOCall &Call) const override;
  void addBodies(Module &Copy) const override {
    if (hasMethods() && declares(Copy, isMethod))
      linkBodies(Copy, MethodBodies);
    if (declares(Copy, Library.IsOne))
      linkBodies(Copy, Library.Bodies);
    addBodiesOfModule(Copy, Library.IsOfModule, Library.ModuleBodies);
  }
  bool isOpeningBody(const Function &F) const override {
    constexpr StringRef File = "_ZN6netCDF6NcFile";
    StringRef Name = F.getName();
    if (Name.consume_front(File))
      return Name.starts_with("C1ERKNSt") || Name.starts_with("4openE");
    return is_contained({"nc_open", "nc_open_par", "nc_create", "ncmpi_open",
                         "ncmpi_create", "ncmpi_begin_indep_data", "nf_open_",
                         "nf_create_", "nfmpi_open_", "nfmpi_create_",
                         "nfmpi_begin_indep_data_", "_QMnetcdfPnf90_open",
                         "_QMnetcdfPnf90_open_par", "_QMnetcdfPnf90_create",
                         "_QMpnetcdfPnf90mpi_open", "_QMpnetcdfPnf90mpi_create",
                         "_QMpnetcdfPnf90mpi_begin_indep_data"},
                        F.getName());
  }
  bool endsBehindData() const override { return true; }
  bool tellsLength(const IOCall &Call) const override { return false; }
  /// A number may be computed anew each time.
  const Value *nameOfFile(const Value *File) const override { return nullptr; }
  /// No file has the number -1, which stands for all.
  std::optional<FileAtLaunch>
  fileAtLaunch(const CallBase &Step, const IOCall &Call,
               const WorkingCopy &Copy) const override {
    auto *All = ConstantInt::get(Type::getInt32Ty(Step.getContext()), -1,
                                 /*IsSigned=*/true);
    return handleAtLaunch(Step, Call, Copy, FileAtLaunch(All, std::nullopt));
  }
  std::unique_ptr<CallLowering> makeLowering(SliceCode &Slice) const override {
    using Object = foreslice_netcdf_file;
    return std::make_unique<DatasetLowering>(
        Slice, *this,
        DatasetLowering::AskedObject{sizeof(Object), alignof(Object),
                                     sizeof(Object::id)},
        Library.Family == FORESLICE_FAMILY_PNETCDF ||
            Slice.M.getFunction("nc_open_par") != nullptr);
  }
  void askAtLaunch(IRBuilderBase &B, Value *File) const override {
    callToAsk(B, Library.Ask, File);
  }

private:
  bool hasMethods() const { return Library.Family == FORESLICE_FAMILY_NETCDF; }

  const NetcdfLibrary Library;
};

} // namespace

void NetcdfFrontend::addCalls(CallTable &Table) const {
  using enum Role;
  // A procedure's name is behind the module's.
  auto AddRead = [&](StringRef Symbol, bool IsParallel) {
    if (IsParallel == (Library.Family == FORESLICE_FAMILY_PNETCDF))
      Table.try_emplace(Symbol, Symbol.drop_front(Symbol.find('P') + 1),
                        IOKind::Read, ArrayRef<Role>{File}, *this,
                        FilePointer::Explicit);
  };
  // Text, which is constant, begins like the names of the library.
  auto AddStep = [&](StringRef Symbol, StringRef Text, IOKind Kind,
                     ArrayRef<Role> Roles) {
    Table.try_emplace(Symbol, Text, Kind, Roles, *this, FilePointer::Explicit,
                      Form::Step);
  };
#define NETCDF_READ(Symbol) AddRead(#Symbol, false);
#define PNETCDF_READ(Symbol) AddRead(#Symbol, true);
#define NETCDF_METHOD(Symbol)                                                  \
  if (hasMethods())                                                            \
    Table.try_emplace(#Symbol, "NcVar::getVar", IOKind::Read,                  \
                      ArrayRef<Role>{File}, *this, FilePointer::Explicit);
#define NETCDF_STEP(Symbol, Text, Kind, ...)                                   \
  if (Library.Family == FORESLICE_FAMILY_NETCDF)                               \
    AddStep("foreslice_netcdf_" #Symbol, "nc_" Text, IOKind::Kind,             \
            {__VA_ARGS__});                                                    \
  else                                                                         \
    AddStep("foreslice_pnetcdf_" #Symbol, "ncmpi_" Text, IOKind::Kind,         \
            {__VA_ARGS__});
#include "frontend/netcdf/Calls.def"
}

/// The file, the variable, what is read of it, and where the data go. Fortran
/// passes all by reference.
bool NetcdfFrontend::hasSignature(const IOCall &Call, const Function &F) const {
  constexpr unsigned Numbers = 2;
  if (isMethod(F.getName()))
    return F.arg_size() >= Numbers && F.getReturnType()->isVoidTy();
  const bool IsFortran =
      F.getName().starts_with("nf") || Library.IsOfModule(F.getName());
  return Call.isStep() ||
         (F.arg_size() > Numbers && F.getReturnType()->isIntegerTy(32) &&
          all_of(make_range(F.arg_begin(), F.arg_begin() + Numbers),
                 [&](const Argument &A) {
                   return IsFortran ? A.getType()->isPointerTy()
                                    : A.getType()->isIntegerTy(32);
                 }));
}

/// The name of the variable that CB looks for or makes.
static const Value *nameOfVariable(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  constexpr StringRef Finds[] = {"nc_inq_varid", "nc_def_var",
                                 "ncmpi_inq_varid", "ncmpi_def_var"};
  return F && is_contained(Finds, F->getName()) && CB.arg_size() > 1
             ? CB.getArgOperand(1)
             : nullptr;
}

/// The names of the calls say what is read of a variable. Fortran passes all by
/// reference.
ReadObject NetcdfFrontend::objectOf(const CallBase &CB,
                                    const IOCall &Call) const {
  constexpr unsigned Variable = 1, Start = 2;
  ReadObject Is{.Kind = "variable"};
  StringRef Name = Call.Name;
  if (isMethod(CB.getCalledFunction()->getName()))
    return Is;
  if (Call.isStep() || CB.arg_size() <= Start || Name.contains("_mget_"))
    return Is;
  if (std::string Names =
          nameOfObject(CB.getArgOperand(Variable), nameOfVariable);
      !Names.empty())
    Is.Name = "variable " + Names;
  Name = Name.substr(Name.find("get_var"));
  if (!Name.consume_front("get_var"))
    return Is;
  auto Of = [&](StringRef What) {
    return selectionOf(What, elementsAt(CB.getArgOperand(Start)));
  };
  if (Name.starts_with("_") || Name.empty())
    Is.Selection = "all";
  else if (Name.starts_with("1"))
    Is.Selection = "an element";
  else if (Name.starts_with("a") || Name.starts_with("m"))
    Is.Selection = Of("a hyperslab");
  else if (Name.starts_with("s"))
    Is.Selection = Of("a hyperslab with strides");
  else if (Name.starts_with("n"))
    Is.Selection = "several hyperslabs";
  else if (Name.starts_with("d"))
    Is.Selection = "a datatype of MPI's";
  return Is;
}

const Frontend &netcdfFrontend() {
  static const NetcdfFrontend Netcdf(
      {FORESLICE_FAMILY_NETCDF, "netcdf", "foreslice_netcdf_ask", isOfNetcdf,
       isOfNetcdfModule, NetcdfBodies, NetcdfModuleBodies});
  return Netcdf;
}

const Frontend &pnetcdfFrontend() {
  static const NetcdfFrontend Pnetcdf(
      {FORESLICE_FAMILY_PNETCDF, "pnetcdf", "foreslice_pnetcdf_ask",
       isOfPnetcdf, isOfPnetcdfModule, PnetcdfBodies, PnetcdfModuleBodies});
  return Pnetcdf;
}

} // namespace foreslice
