//===- FortranCalls.cpp - Fortran's statements in slices ------------------===//
//
// Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/FortranLines.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/PosixCalls.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/slice/Step.h"
#include "source/slice/Values.h"

#include <algorithm>
#include <string_view>
#include <sys/stat.h>

namespace foreslice {

namespace {

/// The name of a file, as the system knows it.
struct FileName {
  char Text[FORESLICE_MAX_NAME];

  /// Fortran's names end in blanks, without a 0. A bad pointer faults here, in
  /// the slice's code.
  FileName(const char *Name, int64_t Bytes) {
    size_t Length = static_cast<size_t>(
        std::clamp<int64_t>(Bytes, 0, FORESLICE_MAX_NAME - 1));
    if (Length > 0)
      foreslice_slice_load(Text, Name, Length);
    while (Length > 0 && Text[Length - 1] == ' ')
      --Length;
    Text[Length] = 0;
  }
};

SliceEnd noteName(const char *Name) try {
  FortranUnits::ofRunner().Name = Name;
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Without FILE=, the unit has a default file.
std::string takeName(int64_t Unit) {
  std::string Name = std::exchange(FortranUnits::ofRunner().Name, {});
  return Name.empty() ? "fort." + std::to_string(Unit) : Name;
}

/// The program's next opening, as the slice knows it.
struct Opening {
  uint32_t Site;
  int64_t Unit;
  int64_t Recl;
  int32_t Mode;
  std::string Name = takeName(Unit);
};

/// Stands for the handle until the program has opened the file. Differs from
/// all handles of the program.
constexpr foreslice_handle Stand = 0xF0A7ull << 48;

/// False without such a file.
bool tryToOpen(const Opening &O) {
  FortranUnit New;
  if (!openNamed(O.Name.c_str(), New.Stream.File))
    return false;
  New.Stream.IsOpen = true;
  New.Mode = O.Mode;
  New.Recl = O.Recl;
  if (O.Mode & FORESLICE_FORTRAN_APPEND)
    New.Stream.Position = New.Stream.size();
  FortranUnits::ofRunner().set(O.Unit, std::move(New));
  return true;
}

/// Whether Word, with blanks behind, begins like this.
bool isWord(const char (&Word)[16], std::string_view First) {
  return std::string_view(Word, sizeof Word).starts_with(First);
}

/// The program's unit at launch: opens the file once more.
SliceEnd atLaunch(const foreslice_fortran_unit &Unit, const char *Name) try {
  FortranUnit New;
  if (!openNamed(Name, New.Stream.File))
    return SliceEnd::Completed;
  New.Stream.IsOpen = true;
  New.Stream.Position = std::max<int64_t>(Unit.position - 1, 0);
  New.Recl = Unit.recl;
  New.Mode =
      (isWord(Unit.access, "DIRECT") ? FORESLICE_FORTRAN_DIRECT : 0) |
      (isWord(Unit.access, "STREAM") ? FORESLICE_FORTRAN_STREAM : 0) |
      (isWord(Unit.form, "FORMATTED") ? FORESLICE_FORTRAN_FORMATTED : 0) |
      (isWord(Unit.convert, "BIG") || isWord(Unit.convert, "SWAP")
           ? FORESLICE_FORTRAN_SWAP
           : 0);
  FortranUnits::ofRunner().set(Unit.unit, std::move(New));
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// The file does not exist, or the program could not open the file.
void fail(const Opening &O, int32_t Status) {
  FortranUnit None;
  None.Now = Status;
  FortranUnits::ofRunner().set(O.Unit, std::move(None));
}

SliceEnd open(const Opening &O) {
  makeRoomAhead();
  if (execution::isScout()) {
    if (!tryToOpen(O))
      fail(O, FortranUnit::Error);
    return SliceEnd::Completed;
  }
  if (SliceEnd End = takeBeforeOpening(); End != SliceEnd::Completed)
    return End;
  if (!slice_values::isBehind() && tryToOpen(O)) {
    slice_values::goOnWithout(O.Site, Stand);
    return SliceEnd::Completed;
  }
  foreslice_handle Status = 0;
  // On this thread's stack, owned by the slice.
  SliceEnd End =
      slice_values::receive(O.Site, &Status, sizeof Status, /*Frame=*/0);
  if (End == SliceEnd::Completed && (Status != 0 || !tryToOpen(O)))
    fail(O, static_cast<int32_t>(Status));
  return End;
}

SliceEnd openUnit(uint32_t Site, int64_t &Unit, int64_t Recl,
                  int32_t Mode) try {
  if (Mode & FORESLICE_FORTRAN_NEW_UNIT)
    Unit = FortranUnits::ofRunner().freeNumber();
  return open({Site, Unit, Recl, Mode});
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// A unit not opened by any slice ends the slice.
template <class WorkFn> SliceEnd withUnit(int64_t Number, WorkFn Work) try {
  FortranUnit *U = FortranUnits::ofRunner().find(Number);
  return U ? Work(*U) : SliceEnd::Astray;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd beginRead(FortranUnit &U, int32_t How) {
  U.Reads = true;
  U.Begun = false;
  U.How = How;
  U.Now = FortranUnit::Good;
  if (How == FORESLICE_FORTRAN_FORMAT || How == FORESLICE_FORTRAN_GROUP)
    U.FormatText = std::exchange(FortranUnits::ofRunner().Name, {});
  return SliceEnd::Completed;
}

SliceEnd place(FortranUnit &U, int32_t What, int64_t Offset) {
  switch (What) {
  case FORESLICE_FORTRAN_BACKSPACE:
    if (!(U.Mode & FORESLICE_FORTRAN_FORMATTED))
      return fortran_records::backspace(U);
    fortran_lines::backspace(U);
    return SliceEnd::Completed;
  case FORESLICE_FORTRAN_REWIND:
    Offset = 0;
    break;
  case FORESLICE_FORTRAN_RECORD:
    Offset = Offset > INT64_MAX / std::max<int64_t>(U.Recl, 1)
                 ? -1
                 : (Offset - 1) * U.Recl;
    break;
  default:
    --Offset;
  }
  U.IsBehindEnd = U.IsUnsettled = U.IsInLine = false;
  if (Offset < 0)
    U.Now = FortranUnit::Error;
  else
    U.Stream.Position = Offset;
  return SliceEnd::Completed;
}

/// An unhandled error ends the program.
SliceEnd end(FortranUnit &U, int32_t Handlers, int32_t &Status) {
  if (U.Reads && U.How != FORESLICE_FORTRAN_BYTES)
    fortran_lines::finish(U, !(Handlers & FORESLICE_FORTRAN_STAYS));
  else if (U.Reads)
    if (SliceEnd End = fortran_records::finish(U); End != SliceEnd::Completed)
      return End;
  Status = std::exchange(U.Now, FortranUnit::Good);
  int32_t Takes =
      FORESLICE_FORTRAN_IOSTAT |
      (Status == FortranUnit::End           ? FORESLICE_FORTRAN_END
       : Status == FortranUnit::EndOfRecord ? FORESLICE_FORTRAN_EOR
                                            : FORESLICE_FORTRAN_ERR);
  bool Astray = SliceStreams::ofRunner().isAstray(Status != 0);
  return Status != 0 && (Astray || !(Handlers & Takes)) ? SliceEnd::Astray
                                                        : SliceEnd::Completed;
}

SliceEnd inquire(FortranUnit *U, int32_t What, int64_t &Answer) try {
  if (What == FORESLICE_FORTRAN_EXIST || What == FORESLICE_FORTRAN_OPENED)
    Answer = U != nullptr;
  else if (!U)
    Answer = -1;
  else if (What == FORESLICE_FORTRAN_POS)
    return fortran_records::position(*U, Answer);
  else if (What == FORESLICE_FORTRAN_SIZE)
    Answer = U->Stream.size();
  else if (What == FORESLICE_FORTRAN_NEXTREC)
    Answer = U->Recl > 0 ? U->Stream.Position / U->Recl + 1 : 0;
  else
    Answer = U->Recl;
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

int64_t inquireFile(const char *Name, int32_t What) {
  struct stat S;
  bool Exists = stat(Name, &S) == 0;
  switch (What) {
  case FORESLICE_FORTRAN_EXIST:
    return Exists;
  case FORESLICE_FORTRAN_OPENED:
    return 0;
  default:
    return What == FORESLICE_FORTRAN_SIZE && Exists ? S.st_size : -1;
  }
}

/// The item of a begun READ.
SliceEnd readItem(FortranUnit &U, const SliceAccess &A) {
  const auto &Elements =
      *reinterpret_cast<const foreslice_fortran_elements *>(A.Type);
  const FortranItem Item = {
      A.Buffer,         A.Count,        static_cast<int32_t>(Elements.type),
      Elements.element, Elements.piece, Elements.stride,
      A.Frame};
  if (A.Call.kind == FORESLICE_NAMED) {
    std::string Name = std::exchange(FortranUnits::ofRunner().Name, {});
    return fortran_lines::readNamed(U, Name, Item, Elements.lower);
  }
  return U.How == FORESLICE_FORTRAN_BYTES ? fortran_records::read(U, Item)
                                          : fortran_lines::read(U, Item);
}

void openName(const SliceOpen &O) {
  FileName Called(O.Name, O.Length);
  if (execution::space())
    guarded([&] { return noteName(Called.Text); });
}

void openAtLaunch(const SliceOpen &O) {
  const auto *Unit = static_cast<const foreslice_fortran_unit *>(O.To);
  if (!Unit->opened || !execution::space())
    return;
  FileName Called(Unit->name, sizeof Unit->name);
  guarded([&] { return atLaunch(*Unit, Called.Text); });
}

class FortranSlices final : public SliceFamily {
public:
  int64_t access(const SliceAccess &A) const override {
    const auto Number = static_cast<int64_t>(A.File);
    int32_t Status = 0;
    if (execution::space())
      guarded([&] {
        return withUnit(Number, [&](FortranUnit &U) {
          const auto How = static_cast<int32_t>(A.Type);
          return A.Call.kind == FORESLICE_STATEMENT ? beginRead(U, How)
                 : A.Call.kind == FORESLICE_END     ? end(U, How, Status)
                                                    : readItem(U, A);
        });
      });
    return A.Call.kind == FORESLICE_END ? Status : A.Count;
  }

  foreslice_handle open(const SliceOpen &O) const override {
    auto Unit = static_cast<int64_t>(O.Of);
    if (O.Call.kind == FORESLICE_NAME)
      openName(O);
    else if (O.Call.kind == FORESLICE_AT_LAUNCH)
      openAtLaunch(O);
    else if (execution::space())
      guarded([&] {
        return openUnit(O.Call.site, Unit, O.Length,
                        static_cast<int32_t>(O.Mode));
      });
    return static_cast<foreslice_handle>(Unit);
  }

  int64_t query(const SliceQuery &Q) const override {
    const auto What = static_cast<int32_t>(Q.What);
    int64_t Answer = 0;
    if (Q.Call.kind == FORESLICE_STATE_OF_NAME)
      guarded([&] {
        Answer = inquireFile(FortranUnits::ofRunner().Name.c_str(), What);
        return SliceEnd::Completed;
      });
    else if (execution::space())
      guarded([&] {
        return inquire(
            FortranUnits::ofRunner().find(static_cast<int64_t>(Q.Of)), What,
            Answer);
      });
    return Answer;
  }

  int64_t move(const SliceMove &M) const override {
    if (execution::space())
      guarded([&] {
        return withUnit(static_cast<int64_t>(M.File), [&](FortranUnit &U) {
          return place(U, static_cast<int32_t>(M.By), M.To);
        });
      });
    return 0;
  }
};

} // namespace

const SliceFamily &fortranSlices() {
  static constexpr FortranSlices Family;
  return Family;
}

} // namespace foreslice
