//===- FortranBindings.cpp - the MPI calls of Fortran ---------------------===//
//
// Open MPI's functions for Fortran call PMPI_* functions, past the entry points
// for C. So the library stands before the functions for Fortran, too. All
// arguments are addresses. The error code follows behind the arguments of C,
// then the length of a text. MPICH's functions for Fortran call the functions
// for C.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/EntryPoints.h"
#include "frontend/mpiio/Mpi.h"

#ifdef OPEN_MPI

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>

extern "C" char mpi_fortran_bottom_ __attribute__((weak));

namespace {

/// As wide as a register. No call has more arguments, including the arguments
/// behind C's.
using Word = uintptr_t;
constexpr size_t MostWords = 8;

MPI_Fint at(Word W) { return *reinterpret_cast<const MPI_Fint *>(W); }

/// C's form of one Fortran argument. Numbers stay unchanged.
template <typename T> class Argument {
public:
  Argument(Word W, Word) : Value(*reinterpret_cast<const T *>(W)) {}
  T get() { return Value; }

private:
  T Value;
};

template <> class Argument<const void *> {
public:
  Argument(Word W, Word)
      : Address(reinterpret_cast<void *>(W) == &mpi_fortran_bottom_
                    ? MPI_BOTTOM
                    : reinterpret_cast<void *>(W)) {}
  void *get() { return Address; }

private:
  void *Address;
};
template <> class Argument<void *> : public Argument<const void *> {
  using Argument<const void *>::Argument;
};

/// Fortran's statuses are laid out as C's.
template <> class Argument<MPI_Status *> {
public:
  Argument(Word W, Word) : At(reinterpret_cast<MPI_Fint *>(W)) {}
  MPI_Status *get() {
    return At == MPI_F_STATUS_IGNORE ? MPI_STATUS_IGNORE
                                     : reinterpret_cast<MPI_Status *>(At);
  }

private:
  MPI_Fint *At;
};

template <> class Argument<int *> {
public:
  Argument(Word W, Word) : At(reinterpret_cast<int *>(W)) {}
  int *get() { return At; }

private:
  int *At;
};

/// A text ends with blanks.
template <> class Argument<const char *> {
public:
  Argument(Word W, Word Length)
      : Text(reinterpret_cast<const char *>(W), Length) {
    Text.erase(Text.find_last_not_of(' ') + 1);
    Text.erase(0, Text.find_first_not_of(' '));
  }
  const char *get() { return Text.c_str(); }

private:
  std::string Text;
};

MPI_File fromFortran(MPI_Fint F, MPI_File *) { return PMPI_File_f2c(F); }
MPI_Comm fromFortran(MPI_Fint F, MPI_Comm *) { return PMPI_Comm_f2c(F); }
MPI_Info fromFortran(MPI_Fint F, MPI_Info *) { return PMPI_Info_f2c(F); }
MPI_Datatype fromFortran(MPI_Fint F, MPI_Datatype *) {
  return PMPI_Type_f2c(F);
}
MPI_Request fromFortran(MPI_Fint F, MPI_Request *) {
  return PMPI_Request_f2c(F);
}
MPI_Fint toFortran(MPI_File F) { return PMPI_File_c2f(F); }
MPI_Fint toFortran(MPI_Comm C) { return PMPI_Comm_c2f(C); }
MPI_Fint toFortran(MPI_Datatype T) { return PMPI_Type_c2f(T); }
MPI_Fint toFortran(MPI_Request R) { return PMPI_Request_c2f(R); }

template <typename H> class HandleArgument {
public:
  HandleArgument(Word W, Word)
      : Value(fromFortran(at(W), static_cast<H *>(nullptr))) {}
  H get() { return Value; }

private:
  H Value;
};
/// A handle changed by the call.
template <typename H> class ChangedHandle {
public:
  ChangedHandle(Word W, Word)
      : At(reinterpret_cast<MPI_Fint *>(W)),
        Value(fromFortran(*At, static_cast<H *>(nullptr))), Before(Value) {}
  ~ChangedHandle() {
    if (Value != Before)
      *At = toFortran(Value);
  }
  H *get() { return &Value; }

private:
  MPI_Fint *At;
  H Value;
  const H Before;
};

#define FORESLICE_HANDLE(H)                                                    \
  template <> class Argument<H> : public HandleArgument<H> {                   \
    using HandleArgument::HandleArgument;                                      \
  };
FORESLICE_HANDLE(MPI_File)
FORESLICE_HANDLE(MPI_Comm)
FORESLICE_HANDLE(MPI_Info)
FORESLICE_HANDLE(MPI_Datatype)
#undef FORESLICE_HANDLE

#define FORESLICE_CHANGED(H)                                                   \
  template <> class Argument<H *> : public ChangedHandle<H> {                  \
    using ChangedHandle::ChangedHandle;                                        \
  };
FORESLICE_CHANGED(MPI_File)
FORESLICE_CHANGED(MPI_Comm)
FORESLICE_CHANGED(MPI_Datatype)
FORESLICE_CHANGED(MPI_Request)
#undef FORESLICE_CHANGED

thread_local bool IsFromFortran __attribute__((tls_model("initial-exec"))) =
    false;

template <typename... Parameters, size_t... I>
int call(int (*Function)(Parameters...), const Word *Words,
         std::index_sequence<I...>) {
  std::tuple<Argument<Parameters>...> Arguments{
      Argument<Parameters>(Words[I], Words[sizeof...(Parameters) + 1])...};
  return Function(std::get<I>(Arguments).get()...);
}

template <typename... Parameters>
void callFromFortran(int (*Function)(Parameters...), const Word *Words) {
  constexpr size_t Count = sizeof...(Parameters);
  static_assert(Count + 2 <= MostWords);
  IsFromFortran = true;
  int Error =
      call(Function, Words, std::make_index_sequence<sizeof...(Parameters)>());
  IsFromFortran = false;
  if (auto *To = reinterpret_cast<MPI_Fint *>(Words[Count]))
    *To = Error;
}

int initFromFortran() { return MPI_Init(nullptr, nullptr); }
int initThreadFromFortran(int Required, int *Provided) {
  return MPI_Init_thread(nullptr, nullptr, Required, Provided);
}

using Binding = void (*)(Word, Word, Word, Word, Word, Word, Word, Word);

Binding there(const Binding &To) {
  if (!To) [[unlikely]]
    foreslice::entry_points::callComes();
  return To;
}

} // namespace

// Words behind the caller's arguments are not looked at, only passed on by a
// jump to the next function of the name.
#define FORESLICE_FORTRAN_ENTRY_POINT(Function, Name)                          \
  static void own_##Name(Word A, Word B, Word C, Word D, Word E, Word F,       \
                         Word G, Word H) {                                     \
    const Word Words[MostWords] = {A, B, C, D, E, F, G, H};                    \
    callFromFortran(&Function, Words);                                         \
  }                                                                            \
  static Binding To_##Name = own_##Name, To_##Name##_f08 = own_##Name;         \
  extern "C" __attribute__((visibility("default"))) void Name##_(              \
      Word A, Word B, Word C, Word D, Word E, Word F, Word G, Word H) {        \
    there(To_##Name)(A, B, C, D, E, F, G, H);                                  \
  }                                                                            \
  extern "C" __attribute__((visibility("default"))) void Name##_f08_(          \
      Word A, Word B, Word C, Word D, Word E, Word F, Word G, Word H) {        \
    there(To_##Name##_f08)(A, B, C, D, E, F, G, H);                            \
  }
#include "frontend/mpiio/fortran_entry_points.def"

bool foreslice::entry_points::isFromFortran() { return IsFromFortran; }

void foreslice::entry_points::stepAsideOfFortran(Finder Find) {
#define FORESLICE_FORTRAN_ENTRY_POINT(Function, Name)                          \
  To_##Name = reinterpret_cast<Binding>(Find(#Name "_"));                      \
  To_##Name##_f08 = reinterpret_cast<Binding>(Find(#Name "_f08_"));
#include "frontend/mpiio/fortran_entry_points.def"
}

#else

bool foreslice::entry_points::isFromFortran() { return false; }
void foreslice::entry_points::stepAsideOfFortran(Finder) {}

#endif
