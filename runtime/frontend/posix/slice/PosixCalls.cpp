//===- PosixCalls.cpp - POSIX and stdio in slices -------------------------===//
//
// See PosixCalls.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/PosixCalls.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/slice/TextAhead.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/slice/PageReader.h"
#include "frontend/slice/Step.h"
#include "source/slice/Values.h"
#include "support/Trace.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>

namespace foreslice {

namespace {

/// A call of a slice: at Offset, or at the slice's own position.
struct PosixCall {
  foreslice_handle File;
  std::optional<int64_t> Offset;
  int64_t Bytes;

  explicit PosixCall(const SliceAccess &A)
      : File(A.File),
        Bytes(static_cast<int64_t>(static_cast<uint64_t>(A.Count) * A.Type)) {
    if (A.Call.pointer == FORESLICE_POINTER_EXPLICIT)
      Offset = A.Place;
  }
};

/// Whether C lies in pages posted for the read before.
bool isPosted(const PosixCall &C, const PosixHandle &H) {
  int64_t Where = C.Offset.value_or(H.Position);
  return C.Bytes > 0 && Where >= H.PostedBegin && Where < H.PostedEnd &&
         C.Bytes <= H.PostedEnd - Where;
}

/// Notes the pages of S.
void notePosted(const Step &S, PosixHandle &H) {
  const uint64_t End = runtime().slices().posting().grid().roundUp(
      S.Wanted.Begin + S.Wanted.Length);
  H.PostedBegin = pageDown(static_cast<int64_t>(S.Wanted.Begin));
  H.PostedEnd = static_cast<int64_t>(std::min(End, S.FileEnd));
}

/// The slice is about to make a call at its own position. False if the slice
/// knows too little of the program's place. A scout may have left out calls.
bool callAhead(const PosixCall &C, PosixHandle &H) {
  if (C.Offset || execution::isScout())
    return true;
  std::optional<int64_t> By = posix().files().callAhead(
      *H.File,
      {PosixHandles::ofRunner().nextCallId(H), H.Position, C.Bytes, &H});
  if (By.value_or(0) != 0) {
    H.Position = std::max<int64_t>(H.Position + *By, 0);
    H.PostedBegin = H.PostedEnd = 0;
  }
  return By.has_value();
}

/// Takes a call id, moves the position, and returns the step in the file.
Step advance(const PosixCall &C, PosixHandle &H) {
  Step S;
  S.CallId = PosixHandles::ofRunner().takeCallId(H);
  int64_t Where = C.Offset.value_or(H.Position);
  int64_t Size = H.size();
  int64_t Got = Where < 0 || C.Bytes <= 0
                    ? 0
                    : std::clamp<int64_t>(Size - Where, 0, C.Bytes);
  if (!C.Offset) {
    H.Position += Got;
    H.AtEnd = Got < C.Bytes;
  }
  S.Wanted = {View::bytes(), static_cast<uint64_t>(std::max<int64_t>(Where, 0)),
              static_cast<uint64_t>(Got)};
  S.FileEnd = static_cast<uint64_t>(Size);
  S.Cached = H.File;
  S.Post = Got > 0 && S.CallId >= runtime().slices().next(*S.Cached) &&
           runtime().slices().posting().wanted(*S.Cached);
  return S;
}

SliceEnd read(const SliceAccess &A, int64_t &Got) try {
  const PosixCall C(A);
  PosixHandle *H = PosixHandles::ofRunner().find(C.File);
  if (!H)
    return SliceEnd::Completed;
  if (!callAhead(C, *H))
    return SliceEnd::Astray;
  if (isPosted(C, *H)) {
    PosixHandles::ofRunner().takeCallId(*H);
    Got = C.Bytes;
    if (!C.Offset) {
      H->Position += Got;
      H->AtEnd = false;
    }
    return SliceEnd::Completed;
  }
  Step S = advance(C, *H);
  Got = static_cast<int64_t>(S.Wanted.Length);
  if (S.Post) {
    post(S);
    notePosted(S, *H);
  }
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd readData(const SliceAccess &A, int64_t &Got) try {
  const PosixCall C(A);
  PosixHandle *H = PosixHandles::ofRunner().find(C.File);
  if (!H)
    return SliceEnd::Completed;
  if (!callAhead(C, *H))
    return SliceEnd::Astray;
  Step S = advance(C, *H);
  // The program would have to read the slice's bytes once more.
  if (!S.Cached->Kernel.keeps() && S.Cached->Kernel.isGivenUp())
    return SliceEnd::Astray;
  if (S.Wanted.Length > FORESLICE_MAX_SLICE_MEMORY)
    return SliceEnd::OutOfMemory;
  if (S.Wanted.Length == 0)
    return SliceEnd::Completed;
  uint64_t Start = nowNs();
  if (S.Post)
    post(S, InMemory::LeaveOut);
  execution::resumeScouts();
  PageReader Reader(S, S.Wanted.Begin + S.Wanted.Length);
  auto *To = static_cast<std::byte *>(A.Buffer);
  for (uint64_t Done = 0; Done < S.Wanted.Length;) {
    std::span<const std::byte> Here = Reader.at(S.Wanted.Begin + Done);
    uint64_t N = std::min<uint64_t>(S.Wanted.Length - Done, Here.size());
    if (N == 0)
      break;
    SliceEnd End =
        execution::space()->store(To + Done, Here.data(), N, A.Frame);
    if (End != SliceEnd::Completed)
      return End;
    Done += N;
    Got = static_cast<int64_t>(Done);
  }
  S.Cached->Stats->add(Counter::DependentReads);
  S.Cached->Stats->add(Counter::DependentReadNs, nowNs() - Start);
  trace::extent("waits for data", Start, S.Cached->Stats->Path.c_str());
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Writes nothing. Ignores reads of other slices.
int64_t write(const PosixCall &C) {
  PosixHandle *H = PosixHandles::ofRunner().find(C.File);
  if (H && !C.Offset)
    H->Position += C.Bytes;
  return C.Bytes;
}

int64_t seek(foreslice_handle File, int64_t Offset, int32_t Whence) {
  PosixHandle *H = PosixHandles::ofRunner().find(File);
  if (!H)
    return 0;
  int64_t From = Whence == SEEK_CUR   ? H->Position
                 : Whence == SEEK_END ? H->size()
                                      : 0;
  H->AtEnd = false;
  if (Offset >= -From)
    H->Position = From + Offset;
  return H->Position;
}

SliceEnd duplicate(foreslice_handle File, int64_t To, bool Stream,
                   foreslice_handle &New) try {
  New = PosixHandles::ofRunner().duplicate(File, To, Stream);
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// The program's next opening, as the slice knows it.
struct Opening {
  uint32_t Site;
  const char *Name;
  bool Reads, Stream;
};

/// Whether Handle comes from a successful opening.
bool isOpen(foreslice_handle Handle, bool Stream) {
  return Stream ? Handle != 0 : static_cast<int32_t>(Handle) >= 0;
}

/// A scout waits for nothing: a handle of a file not to be opened has no file.
foreslice_handle openFurtherAhead(const Opening &O) {
  PosixHandles &OwnHandles = PosixHandles::ofRunner();
  foreslice_handle Handle = OwnHandles.open(O.Name, O.Reads, O.Stream);
  if (!Handle)
    return OwnHandles.open(O.Name, /*Reads=*/false, O.Stream);
  if (const PosixHandle *H = OwnHandles.find(Handle))
    OwnHandles.goesFurther(*H);
  return Handle;
}

/// The slice has opened a file.
void comesTo(foreslice_handle Handle) {
  if (const PosixHandle *H = PosixHandles::ofRunner().find(Handle))
    PosixHandles::comesTo(*H);
}

SliceEnd open(const Opening &O, foreslice_handle &Handle) try {
  if (execution::isScout()) {
    makeRoomAhead();
    Handle = openFurtherAhead(O);
    return SliceEnd::Completed;
  }
  SliceEnd End = takeBeforeOpening();
  if (End != SliceEnd::Completed)
    return End;
  text_ahead::lookAtFiles(); // Pages of closed files count as wasted.
  makeRoomAhead();
  PosixHandles &OwnHandles = PosixHandles::ofRunner();
  bool IsBehind = slice_values::isBehind();
  if (!IsBehind)
    Handle = OwnHandles.open(O.Name, O.Reads, O.Stream);
  if (Handle) {
    comesTo(Handle);
    slice_values::goOnWithout(O.Site, Handle);
    return SliceEnd::Completed;
  }
  // On this thread's stack, owned by the slice.
  End = slice_values::receive(O.Site, &Handle, sizeof Handle, /*Frame=*/0);
  // The program may have closed the file and the descriptor.
  if (End == SliceEnd::Completed && isOpen(Handle, O.Stream)) {
    if (PosixHandle *Before = OwnHandles.findKnown(Handle))
      text_ahead::passAll(*Before);
    OwnHandles.renew(Handle, O.Name, O.Reads);
    comesTo(Handle);
  }
  return End;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Opens a name relative to the folder of the descriptor Directory.
SliceEnd openIn(int Directory, const Opening &O, foreslice_handle &Handle) try {
  std::string Path = PosixHandles::ofRunner().pathIn(Directory, O.Name);
  return open({O.Site, Path.c_str(), O.Reads, O.Stream}, Handle);
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

bool reads(int Flags) { return (Flags & O_ACCMODE) != O_WRONLY; }
/// "r" and modes with "+".
bool reads(const char *Mode) { return Mode[0] == 'r' || strchr(Mode, '+'); }
bool empties(const char *Mode) { return Mode[0] == 'w'; }

/// Number of items, of at least one byte each.
int64_t items(const SliceAccess &A, int64_t Bytes) {
  return Bytes / std::max<int64_t>(static_cast<int64_t>(A.Type), 1);
}

int64_t readOrWrite(const SliceAccess &A) {
  int64_t Got = 0;
  if (!A.reads())
    guarded([&] {
      Got = write(PosixCall(A));
      return SliceEnd::Completed;
    });
  else if (!A.needsData())
    guarded([&] { return read(A, Got); });
  else if (execution::space())
    guarded([&] { return readData(A, Got); });
  return items(A, Got);
}

foreslice_handle openFile(const SliceOpen &O) {
  char Name[FORESLICE_MAX_NAME], How[16] = "";
  bool IsStream = O.Call.handle_bytes > sizeof(int32_t);
  // A bad pointer faults here, in the slice's code.
  foreslice_slice_load_text(Name, O.Name, sizeof Name);
  if (IsStream)
    foreslice_slice_load_text(How, reinterpret_cast<const char *>(O.Mode),
                              sizeof How);
  const int Flags = static_cast<int>(O.Mode);
  const bool Reads = IsStream ? reads(How) && !empties(How)
                              : reads(Flags) && !(Flags & O_TRUNC);
  foreslice_handle Handle = 0;
  if (execution::space())
    guarded([&] {
      return openIn(static_cast<int>(O.Of),
                    {O.Call.site, Name, Reads, IsStream}, Handle);
    });
  return Handle;
}

int64_t queryHandle(const SliceQuery &Q) {
  int64_t Answer = Q.Call.kind == FORESLICE_MET_END;
  guarded([&] {
    if (PosixHandle *H = PosixHandles::ofRunner().find(Q.Of))
      Answer = Q.Call.kind == FORESLICE_MET_END ? H->AtEnd : H->Position;
    return SliceEnd::Completed;
  });
  return Answer;
}

void pushBack(foreslice_handle File) {
  PosixHandle *H = PosixHandles::ofRunner().find(File);
  if (H && H->Position > 0) {
    --H->Position;
    H->AtEnd = false;
  }
}

class PosixSlices final : public SliceFamily {
public:
  int64_t access(const SliceAccess &A) const override {
    switch (A.Call.kind) {
    case FORESLICE_READ:
    case FORESLICE_WRITE:
      return readOrWrite(A);
    case FORESLICE_AWAIT_MAPPED:
      return posix_slices::awaitMapped();
    default:
      return posix_slices::readText(A);
    }
  }

  foreslice_handle open(const SliceOpen &O) const override {
    foreslice_handle New = 0;
    switch (O.Call.kind) {
    case FORESLICE_MAP:
      return posix_slices::map(O);
    case FORESLICE_FOLDER:
      return posix_slices::openFolder(O);
    case FORESLICE_LISTING:
      return posix_slices::openListing(O);
    case FORESLICE_DUPLICATE:
      guarded([&] {
        return duplicate(O.Of, O.Mode, O.Call.handle_bytes > sizeof(int32_t),
                         New);
      });
      return New;
    default:
      return openFile(O);
    }
  }

  int64_t query(const SliceQuery &Q) const override {
    switch (Q.Call.kind) {
    case FORESLICE_STATUS:
    case FORESLICE_WIDE_STATUS:
      return posix_slices::statusOf(Q);
    case FORESLICE_ENTRY:
    case FORESLICE_DESCRIPTOR:
      return posix_slices::queryFolder(Q);
    case FORESLICE_LISTED:
      return posix_slices::queryListing(Q);
    default:
      return queryHandle(Q);
    }
  }

  int64_t move(const SliceMove &M) const override {
    int64_t Position = 0;
    switch (M.Call.kind) {
    case FORESLICE_REWIND:
      posix_slices::rewindFolder(M);
      break;
    case FORESLICE_PUSH_BACK:
      guarded([&] {
        pushBack(M.File);
        return SliceEnd::Completed;
      });
      break;
    default:
      guarded([&] {
        Position = seek(M.File, M.To, static_cast<int32_t>(M.By));
        return SliceEnd::Completed;
      });
    }
    return Position;
  }
};

} // namespace

void addPosixFamilies() {
  static constexpr PosixSlices Family;
  SliceFamily::add(FORESLICE_FAMILY_POSIX, Family);
  SliceFamily::add(FORESLICE_FAMILY_STREAMS, streamSlices());
  SliceFamily::add(FORESLICE_FAMILY_FORTRAN, fortranSlices());
}

} // namespace foreslice
