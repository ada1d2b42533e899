//===- LibraryCalls.cpp - calls of libraries other than I/O ---------------===//
//
// See LibraryCalls.h. The tables are LibraryCalls.def.
//
//===----------------------------------------------------------------------===//

#include "model/LibraryCalls.h"
#include "model/FortranNames.h"
#include "model/IOModel.h"
#include "model/LocalNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"

#include <array>
#include <fcntl.h>

using namespace llvm;

namespace foreslice {

/// "No argument" in the tables.
static constexpr int _ = -1;

/// The row of Table for CB's callee; null if there is no row, or if CB lacks
/// arguments of the row: Most returns the row's highest argument number.
template <typename Row, typename Last>
static const Row *rowOf(const StringMap<Row> &Table, const CallBase &CB,
                        Last Most) {
  const Function *F = CB.getCalledFunction();
  auto It = F ? Table.find(F->getName()) : Table.end();
  return It != Table.end() && int(CB.arg_size()) > Most(It->second)
             ? &It->second
             : nullptr;
}

//===----------------------------------------------------------------------===//
// MPI
//===----------------------------------------------------------------------===//

namespace {

enum class Returned { ErrorCode, Anything };

struct NameSpace {
  StringRef Prefix;
  Returned Returns;
};

enum class Where { Is, Begins, Ends, Has };

struct KeepRule {
  Where Place;
  StringRef Text;
  bool Keeps;

  bool fits(StringRef Name) const {
    switch (Place) {
    case Where::Is:
      return Name == Text;
    case Where::Begins:
      return Name.starts_with(Text);
    case Where::Ends:
      return Name.ends_with(Text);
    case Where::Has:
      return Name.contains(Text);
    }
    llvm_unreachable("a place of no name");
  }
};

} // namespace

/// The name space of MPI that F's name belongs to; null if F is not of MPI.
static const NameSpace *nameSpace(const Function &F) {
  static constexpr NameSpace Spaces[] = {
#define MPI_NAMES(Prefix, Returns) {#Prefix, Returned::Returns},
#include "model/LibraryCalls.def"
  };
  auto *It = find_if(Spaces, [&](const NameSpace &S) {
    return F.getName().starts_with(S.Prefix);
  });
  // Names in Fortran; subroutines return nothing.
  static constexpr NameSpace InFortran = {"mpi_", Returned::ErrorCode};
  if (It == std::end(Spaces) && !nameInC(F.getName()).empty())
    return &InFortran;
  return It != std::end(Spaces) ? It : nullptr;
}

/// The name of a function of MPI, without MPI_ before.
static std::string ownName(const Function &F, const NameSpace &Space) {
  std::string InC = nameInC(F.getName());
  return InC.empty() ? F.getName().drop_front(Space.Prefix.size()).str()
                     : StringRef(InC).split('_').second.str();
}

bool isMPIFunction(const Function &F) { return nameSpace(F); }

bool isFileFunction(const Function &F) {
  static constexpr StringRef Prefixes[] = {
#define FILE_NAMES(Prefix) #Prefix,
#include "model/LibraryCalls.def"
  };
  return any_of(Prefixes,
                [&](StringRef P) { return F.getName().starts_with(P); });
}

bool changesMPI(const Function &F) {
  static constexpr StringRef Names[] = {
#define CHANGES_MPI(Name) #Name,
#include "model/LibraryCalls.def"
  };
  return F.isDeclaration() && (is_contained(Names, F.getName()) ||
                               is_contained(Names, nameInC(F.getName())));
}

bool startsMPI(const Function &F) {
  auto Starts = [](StringRef Name) {
    return Name == "MPI_Init" || Name == "MPI_Init_thread";
  };
  return F.isDeclaration() &&
         (Starts(F.getName()) || Starts(nameInC(F.getName())));
}

bool changesEnvironment(const Function &F) {
  return F.isDeclaration() &&
         is_contained({"setenv", "putenv", "unsetenv", "clearenv"},
                      F.getName());
}

bool isMain(const Function &F) {
  return F.getName() == "main" || F.getName() == "_QQmain";
}

bool endsProgram(const Function &F) {
  static constexpr StringRef Names[] = {
#define ENDS_PROGRAM(Name) #Name,
#include "model/LibraryCalls.def"
  };
  return is_contained(Names, F.getName());
}

bool isFork(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F && F->isDeclaration() && F->getName() == "fork" && CB.arg_empty() &&
         CB.getType()->isIntegerTy();
}

/// Whether CB is about flags or locks of an open file. Most programs set none
/// that change what is read.
static bool controlsFlags(const CallBase &CB) {
  static constexpr std::pair<StringRef, unsigned> Rows[] = {
#define CONTROLS(Name, Arg) {#Name, Arg},
#include "model/LibraryCalls.def"
  };
  const Function *F = CB.getCalledFunction();
  auto *Row =
      F && F->isDeclaration()
          ? find_if(Rows, [&](auto &R) { return R.first == F->getName(); })
          : std::end(Rows);
  if (Row == std::end(Rows) || CB.arg_size() <= Row->second)
    return false;
  auto *Command = dyn_cast<ConstantInt>(CB.getArgOperand(Row->second));
  static constexpr uint64_t OfFlags[] = {F_GETFD,     F_SETFD,     F_GETFL,
                                         F_SETFL,     F_SETLK,     F_SETLKW,
                                         F_OFD_SETLK, F_OFD_SETLKW};
  return Command && is_contained(OfFlags, Command->getZExtValue());
}

bool returnsErrorCode(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  const NameSpace *Space = F && F->isDeclaration() ? nameSpace(*F) : nullptr;
  static constexpr StringRef Names[] = {
#define SUCCEEDS(Name) #Name,
#include "model/LibraryCalls.def"
  };
  bool Tells =
      Space ? Space->Returns == Returned::ErrorCode
            : F && F->isDeclaration() &&
                  (is_contained(Names, F->getName()) || controlsFlags(CB));
  return Tells && CB.getType()->isIntegerTy(32);
}

Value *writtenCharacter(const CallBase &CB) {
  static constexpr std::pair<StringRef, unsigned> Rows[] = {
#define SUCCEEDS_WITH(Name, Arg) {#Name, Arg},
#include "model/LibraryCalls.def"
  };
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isDeclaration())
    return nullptr;
  auto *Row = find_if(Rows, [&](auto &R) { return R.first == F->getName(); });
  if (Row == std::end(Rows) || CB.arg_size() <= Row->second)
    return nullptr;
  Value *Code = CB.getArgOperand(Row->second);
  return Code->getType() == CB.getType() && CB.getType()->isIntegerTy(32)
             ? Code
             : nullptr;
}

bool retainsArguments(const Function &F) {
  static constexpr KeepRule Rules[] = {
#define KEEPS_ARGUMENTS(Place, Text, Keeps) {Where::Place, #Text, Keeps},
#include "model/LibraryCalls.def"
  };
  const NameSpace *Space = nameSpace(F);
  if (!Space)
    return false;
  if (Space->Returns != Returned::ErrorCode)
    return true; // An extension: nothing is known.
  std::string Name = ownName(F, *Space);
  auto *Rule = find_if(Rules, [&](const KeepRule &R) { return R.fits(Name); });
  return Rule != std::end(Rules) && Rule->Keeps;
}

bool retainsArguments(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  return F && retainsArguments(*F);
}

bool onlyReadsFirst(const Function &F) {
  static constexpr StringRef Names[] = {
#define READS_FIRST(Name) #Name,
#include "model/LibraryCalls.def"
  };
  return is_contained(Names, F.getName());
}

const ReceivedMessage *receivedMessage(const CallBase &CB) {
  static const StringMap<ReceivedMessage> Table = {
#define RECEIVES(Name, Buffer, Count, Datatype)                                \
  {#Name, {Buffer, Count, Datatype}},
#include "model/LibraryCalls.def"
  };
  return rowOf(Table, CB, [](const ReceivedMessage &M) { return M.Datatype; });
}

bool deliversByBottom(const CallBase &CB) {
  Value *Buffer = nullptr, *Datatype = nullptr;
  if (const IOCall *Call = lookupIOCall(CB);
      Call && Call->isRead() && Call->has(Role::Datatype)) {
    Buffer = Call->argument(CB, Role::Buffer);
    Datatype = Call->argument(CB, Role::Datatype);
  } else if (const ReceivedMessage *Message = receivedMessage(CB)) {
    Buffer = Message->buffer(CB);
    Datatype = Message->datatype(CB);
  }
  return Buffer && isa<ConstantPointerNull>(Buffer) &&
         predefinedTypeSize(Datatype) == 0;
}

const Value *addressedByMPI(const CallBase &CB) {
  static const StringMap<int> Locations = {
#define TAKES_ADDRESS(Name, Location) {#Name, Location},
#include "model/LibraryCalls.def"
  };
  const int *Location = rowOf(Locations, CB, [](int L) { return L; });
  return Location ? getUnderlyingObject(CB.getArgOperand(*Location)) : nullptr;
}

uint64_t predefinedTypeSize(const Value *Datatype) {
  static const StringMap<uint64_t> OpenMPI = {
#define PREDEFINED_TYPE(Name, Bytes) {#Name, Bytes},
#include "model/LibraryCalls.def"
  };
  // MPICH's handles of basic types contain the size.
  if (auto *C = dyn_cast<ConstantInt>(Datatype)) {
    uint64_t Handle = C->getZExtValue();
    return (Handle & 0xff000000) == 0x4c000000 ? Handle >> 8 & 0xff : 0;
  }
  auto *GV = dyn_cast<GlobalVariable>(Datatype->stripPointerCasts());
  return GV ? OpenMPI.lookup(GV->getName()) : 0;
}

//===----------------------------------------------------------------------===//
// C and C++
//===----------------------------------------------------------------------===//

const Value *exitStatus(const CallBase &CB) {
  static const StringMap<int> Statuses = {
#define EXIT(Name, Status) {#Name, Status},
#include "model/LibraryCalls.def"
  };
  const int *Status = rowOf(Statuses, CB, [](int S) { return S; });
  return Status ? CB.getArgOperand(*Status) : nullptr;
}

StringRef unknownValueReason(const CallBase &CB) {
  static const StringMap<StringRef> Table = {
#define UNKNOWN_VALUE(Name, Why) {#Name, Why},
#include "model/LibraryCalls.def"
  };
  const Function *F = CB.getCalledFunction();
  return F ? Table.lookup(F->getName()) : StringRef();
}

/// True for functions that hand on contents of other memory, as realloc does.
static bool keepsContents(const CallBase &CB) {
  Attribute Kind = CB.getFnAttr(Attribute::AllocKind);
  return Kind.isValid() &&
         (Kind.getAllocKind() & AllocFnKind::Realloc) != AllocFnKind::Unknown;
}

/// From an attribute of a function without a body: the numbers of the arguments
/// with the size of new memory. Null without an attribute.
static const Allocation *allocationByAttribute(const CallBase &CB) {
  constexpr unsigned Most = 4; // Arguments looked at.
  static const auto Rows = [] {
    std::array<std::array<Allocation, Most + 1>, Most> Made;
    for (unsigned Size = 0; Size < Most; ++Size)
      for (unsigned Column = 0; Column <= Most; ++Column)
        Made[Size][Column] = {int(Size), int(Column) - 1};
    return Made;
  }();
  Attribute Sizes = CB.getFnAttr(Attribute::AllocSize);
  if (!Sizes.isValid() || !CB.hasRetAttr(Attribute::NoAlias) ||
      keepsContents(CB))
    return nullptr;
  auto [Size, Times] = Sizes.getAllocSizeArgs();
  return Size < Most && Times.value_or(0) < Most
             ? &Rows[Size][Times ? *Times + 1 : 0]
             : nullptr;
}

/// For a function without a body that looks like a malloc or calloc of the
/// program, by name and with sizes as the only arguments. If the memory is not
/// new after all, the slice reads other pages than the program.
static const Allocation *allocationByName(const CallBase &CB) {
  static constexpr Allocation Malloc = {0, _}, Calloc = {0, 1};
  StringRef Name = CB.getCalledFunction()->getName();
  if (!CB.getType()->isPointerTy() || !all_of(CB.args(), [](const Use &Arg) {
        return Arg->getType()->isIntegerTy();
      }))
    return nullptr;
  if (Name.contains_insensitive("malloc") && CB.arg_size() == 1)
    return &Malloc;
  return Name.contains_insensitive("calloc") && CB.arg_size() == 2 ? &Calloc
                                                                   : nullptr;
}

const Allocation *lookupAllocation(const CallBase &CB) {
  static const StringMap<Allocation> Table = {
#define ALLOCATION(Name, Size, Times) {#Name, {Size, Times}},
#include "model/LibraryCalls.def"
  };
  if (const Allocation *Known = rowOf(Table, CB, [](const Allocation &A) {
        return std::max(A.Size, A.Times);
      }))
    return Known;
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isDeclaration() || F->isIntrinsic())
    return nullptr;
  const Allocation *OwnAllocation = allocationByAttribute(CB);
  return OwnAllocation ? OwnAllocation : allocationByName(CB);
}

/// A function without a body that looks like a free of the program, for memory
/// from a likely malloc of the program.
static bool isOwnFree(const CallBase &CB) {
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isDeclaration() || F->isIntrinsic() ||
      !F->getName().contains_insensitive("free") || !CB.getType()->isVoidTy() ||
      CB.arg_size() != 1 || !CB.getArgOperand(0)->getType()->isPointerTy())
    return false;
  auto *From = dyn_cast<CallBase>(getUnderlyingObject(CB.getArgOperand(0), 0));
  return From && lookupAllocation(*From);
}

Value *freedMemory(const CallBase &CB) {
  static const StringMap<int> Table = {
#define DEALLOCATION(Name, Memory) {#Name, Memory},
#include "model/LibraryCalls.def"
  };
  if (const int *Memory = rowOf(Table, CB, [](int M) { return M; }))
    return CB.getArgOperand(*Memory);
  return isOwnFree(CB) ? CB.getArgOperand(0) : nullptr;
}

const StringCall *lookupStringCall(const CallBase &CB) {
  static const StringMap<StringCall> Table = {
#define STRING(Name, How, To, Limit, From)                                     \
  {#Name, {StringHow::How, To, Limit, From}},
#include "model/LibraryCalls.def"
  };
  const Function *F = CB.getCalledFunction();
  if (!F || !F->isDeclaration())
    return nullptr;
  return rowOf(Table, CB,
               [](const StringCall &S) { return std::max(S.Limit, S.From); });
}

/// Whether a format has a %n, with flags or without.
static bool countsPrinted(StringRef Format) {
  while (!Format.empty()) {
    Format = Format.drop_until([](char C) { return C == '%'; })
                 .drop_front(Format.contains('%'));
    Format = Format.ltrim("#0- +'I123456789.*$hljztLqm");
    if (Format.consume_front("n"))
      return true;
    Format.consume_front("%");
  }
  return false;
}

bool makesMessages(const Function &F) {
  static constexpr StringRef Names[] = {
#define MAKES_MESSAGES(Name) #Name,
#include "model/LibraryCalls.def"
  };
  return is_contained(Names, nameInSource(F.getName()));
}

bool onlyPrints(const CallBase &CB) {
  constexpr int _ = -1;
  static const StringMap<int> Formats = {
#define ONLY_PRINTS(Name, Format) {#Name, Format},
#include "model/LibraryCalls.def"
  };
  const Function *F = CB.getCalledFunction();
  auto It =
      F && F->isDeclaration() ? Formats.find(F->getName()) : Formats.end();
  if (It == Formats.end())
    return F && makesMessages(*F);
  StringRef Format;
  return It->second < 0 ||
         !getConstantStringInfo(CB.getArgOperand(It->second), Format) ||
         !countsPrinted(Format);
}

bool isErrnoAddress(const Function &F) {
  static constexpr StringRef Names[] = {
#define ERRNO_ADDRESS(Name) #Name,
#include "model/LibraryCalls.def"
  };
  return F.isDeclaration() && is_contained(Names, F.getName());
}

bool isSeldomRecursion(const CallBase &CB) {
  static constexpr StringRef Prefixes[] = {
#define SELDOM_RECURSES(Prefix) #Prefix,
#include "model/LibraryCalls.def"
  };
  const Function *F = CB.getCalledFunction();
  return F == CB.getFunction() && any_of(Prefixes, [&](StringRef P) {
           return F->getName().starts_with(P);
         });
}

bool isInsertion(const CallBase &CB) {
  static constexpr StringRef Names[] = {
#define INSERTION(Name) #Name,
#include "model/LibraryCalls.def"
  };
  const Function *F = CB.getCalledFunction();
  return F && is_contained(Names, F->getName());
}

bool leadsInto(const Function &F, unsigned Arg) {
  static const StringMap<unsigned> Arguments = {
#define LEADS_INTO(Name, Argument) {#Name, Argument},
#include "model/LibraryCalls.def"
  };
  auto It = Arguments.find(F.getName());
  return It != Arguments.end() && It->second == Arg;
}

/// The function whose address V has, as a pointer or as a number.
static Function *functionOf(const Value *V) {
  if (auto *E = dyn_cast<ConstantExpr>(V);
      E && E->getOpcode() == Instruction::PtrToInt)
    V = E->getOperand(0);
  return dyn_cast<Function>(const_cast<Value *>(V->stripPointerCasts()));
}

/// The one function whose address is stored to a variable of Fortran's type
/// C_FUNPTR, which is passed by reference; null if there are others.
static Function *functionStoredTo(const AllocaInst &Variable) {
  Function *Found = nullptr;
  SmallVector<const Value *> Addresses = {&Variable};
  while (!Addresses.empty())
    for (const User *U : Addresses.pop_back_val()->users()) {
      if (auto *Part = dyn_cast<GetElementPtrInst>(U))
        Addresses.push_back(Part);
      auto *Store = dyn_cast<StoreInst>(U);
      if (!Store || Store->getPointerOperand() == Store->getValueOperand())
        continue;
      Function *Stored = functionOf(Store->getValueOperand());
      if (!Stored || (Found && Stored != Found))
        return nullptr;
      Found = Stored;
    }
  return Found;
}

Function *calledBack(const CallBase &CB) {
  static const StringMap<unsigned> Arguments = {
#define CALLS_BACK(Name, Argument) {#Name, Argument},
#include "model/LibraryCalls.def"
  };
  const Function *F = CB.getCalledFunction();
  auto It =
      F && F->isDeclaration() ? Arguments.find(F->getName()) : Arguments.end();
  if (It == Arguments.end() || It->second >= CB.arg_size())
    return nullptr;
  const Value *Back = CB.getArgOperand(It->second);
  if (auto *Variable = dyn_cast<AllocaInst>(Back))
    return functionStoredTo(*Variable);
  return functionOf(Back);
}

bool looksAtNothing(const Function &F) {
  static constexpr StringRef Names[] = {
#define LOOKS_AT_NOTHING(Name) #Name,
#include "model/LibraryCalls.def"
  };
  return is_contained(Names, F.getName());
}

} // namespace foreslice
