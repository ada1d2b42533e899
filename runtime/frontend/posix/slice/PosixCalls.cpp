//===- PosixCalls.cpp - POSIX and stdio in slices -------------------------===//
//
// The foreslice_slice_posix_* part of the ABI. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/PosixHandles.h"

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
};

/// Whether C lies in pages that were posted for the read before.
bool isPosted(const PosixCall &C, const PosixHandle &H) {
  int64_t At = C.Offset.value_or(H.Position);
  return C.Bytes > 0 && At >= H.PostedBegin && At < H.PostedEnd &&
         C.Bytes <= H.PostedEnd - At;
}

/// Notes the pages of S.
void notePosted(const Step &S, PosixHandle &H) {
  const int64_t Page = pageSize();
  auto Begin = static_cast<int64_t>(S.At.Begin);
  int64_t End = Begin + static_cast<int64_t>(S.At.Length);
  H.PostedBegin = Begin - Begin % Page;
  H.PostedEnd = std::min<int64_t>((End + Page - 1) / Page * Page,
                                  static_cast<int64_t>(S.FileEnd));
}

/// The slice is about to make a call at its own position. False if it knows too
/// little of where the program is. A scout has left out calls of its own
/// accord.
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

/// Takes a call id, moves the position and gives what the file has there.
Step advance(const PosixCall &C, PosixHandle &H) {
  Step S;
  S.CallId = PosixHandles::ofRunner().takeCallId(H);
  int64_t At = C.Offset.value_or(H.Position);
  int64_t Size = H.size();
  int64_t Got =
      At < 0 || C.Bytes <= 0 ? 0 : std::clamp<int64_t>(Size - At, 0, C.Bytes);
  if (!C.Offset) {
    H.Position += Got;
    H.AtEnd = Got < C.Bytes;
  }
  S.At = {View::bytes(), static_cast<uint64_t>(std::max<int64_t>(At, 0)),
          static_cast<uint64_t>(Got)};
  S.FileEnd = static_cast<uint64_t>(Size);
  S.Cached = H.File;
  S.Post = Got > 0 && S.CallId >= runtime().slices().next(*S.Cached) &&
           runtime().cache().wanted(*S.Cached);
  return S;
}

SliceEnd read(const PosixCall &C, int64_t &Got) try {
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
  Got = static_cast<int64_t>(S.At.Length);
  if (S.Post) {
    post(S);
    notePosted(S, *H);
  }
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

SliceEnd readData(const PosixCall &C, void *Buffer, uintptr_t Frame,
                  int64_t &Got) try {
  PosixHandle *H = PosixHandles::ofRunner().find(C.File);
  if (!H)
    return SliceEnd::Completed;
  if (!callAhead(C, *H))
    return SliceEnd::Astray;
  Step S = advance(C, *H);
  // What the slice reads there, the program would have to read once more.
  if (!S.Cached->Kernel.keeps() && S.Cached->Kernel.isGivenUp())
    return SliceEnd::Astray;
  if (S.At.Length > FORESLICE_MAX_SLICE_MEMORY)
    return SliceEnd::OutOfMemory;
  if (S.At.Length == 0)
    return SliceEnd::Completed;
  uint64_t Start = nowNs();
  if (S.Post)
    post(S, InMemory::LeaveOut);
  execution::resumeScouts();
  PageReader Reader(S, S.At.Begin + S.At.Length);
  auto *To = static_cast<std::byte *>(Buffer);
  for (uint64_t Done = 0; Done < S.At.Length;) {
    std::span<const std::byte> Here = Reader.at(S.At.Begin + Done);
    uint64_t N = std::min<uint64_t>(S.At.Length - Done, Here.size());
    if (N == 0)
      break;
    SliceEnd End = execution::space()->store(To + Done, Here.data(), N, Frame);
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

/// Nothing is written.
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

/// What the program opens next, as the slice knows it.
struct Opening {
  uint32_t Site;
  const char *Name;
  bool Reads, Stream;
};

/// Whether the program got Handle from a call that has opened the file.
bool isOpen(foreslice_handle Handle, bool Stream) {
  return Stream ? Handle != 0 : static_cast<int32_t>(Handle) >= 0;
}

/// A scout waits for nothing: what cannot be opened is nobody's.
foreslice_handle openFurtherAhead(const Opening &O) {
  PosixHandles &Own = PosixHandles::ofRunner();
  foreslice_handle Handle = Own.open(O.Name, O.Reads, O.Stream);
  return Handle ? Handle : Own.open(O.Name, /*Reads=*/false, O.Stream);
}

SliceEnd open(const Opening &O, foreslice_handle &Handle) try {
  makeRoomAhead();
  if (execution::isScout()) {
    Handle = openFurtherAhead(O);
    return SliceEnd::Completed;
  }
  SliceEnd End = takeBeforeOpening();
  if (End != SliceEnd::Completed)
    return End;
  PosixHandles &Own = PosixHandles::ofRunner();
  bool Behind = slice_values::isBehind();
  if (!Behind)
    Handle = Own.open(O.Name, O.Reads, O.Stream);
  if (Handle) {
    slice_values::goOnWithout(O.Site, Handle);
    return SliceEnd::Completed;
  }
  // On this thread's stack, which is all the slice's own.
  End = slice_values::receive(O.Site, &Handle, sizeof Handle, /*Frame=*/0);
  // The program may be done with the file, and with its descriptor.
  if (End == SliceEnd::Completed && isOpen(Handle, O.Stream))
    Own.renew(Handle, O.Name, O.Reads);
  return End;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Of a name that counts from what the descriptor Directory has open.
SliceEnd openIn(int Directory, const Opening &O, foreslice_handle &Handle) try {
  std::string Path = PosixHandles::ofRunner().pathIn(Directory, O.Name);
  return open({O.Site, Path.c_str(), O.Reads, O.Stream}, Handle);
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Copies a text as the slice sees memory. A bad pointer faults here, where the
/// slice is its own.
void copyText(char *To, const char *From, size_t Room) {
  foreslice_slice_load_text(To, From, Room);
}

bool reads(int Flags) { return (Flags & O_ACCMODE) != O_WRONLY; }
/// "r" and what has a "+".
bool reads(const char *Mode) { return Mode[0] == 'r' || strchr(Mode, '+'); }
bool empties(const char *Mode) { return Mode[0] == 'w'; }

} // namespace

} // namespace foreslice

using namespace foreslice;

extern "C" {

int32_t foreslice_slice_posix_open(uint32_t Site, const char *Name,
                                   int32_t Flags) {
  char Copy[FORESLICE_MAX_NAME];
  copyText(Copy, Name, sizeof Copy);
  foreslice_handle Handle = 0;
  if (execution::space())
    guarded([&] {
      return open({Site, Copy, reads(Flags) && !(Flags & O_TRUNC), false},
                  Handle);
    });
  return static_cast<int32_t>(Handle);
}

int32_t foreslice_slice_posix_openat(uint32_t Site, int32_t Directory,
                                     const char *Name, int32_t Flags) {
  char Copy[FORESLICE_MAX_NAME];
  copyText(Copy, Name, sizeof Copy);
  foreslice_handle Handle = 0;
  if (execution::space())
    guarded([&] {
      return openIn(Directory,
                    {Site, Copy, reads(Flags) && !(Flags & O_TRUNC), false},
                    Handle);
    });
  return static_cast<int32_t>(Handle);
}

foreslice_handle foreslice_slice_posix_open_stream(uint32_t Site,
                                                   const char *Name,
                                                   const char *Mode) {
  char Copy[FORESLICE_MAX_NAME], How[16];
  copyText(Copy, Name, sizeof Copy);
  copyText(How, Mode, sizeof How);
  foreslice_handle Handle = 0;
  if (execution::space())
    guarded([&] {
      return open({Site, Copy, reads(How) && !empties(How), true}, Handle);
    });
  return Handle;
}

int64_t foreslice_slice_posix_read(foreslice_handle File, int64_t Bytes) {
  int64_t Got = 0;
  guarded([&] { return read({File, {}, Bytes}, Got); });
  return Got;
}

int64_t foreslice_slice_posix_pread(foreslice_handle File, int64_t Offset,
                                    int64_t Bytes) {
  int64_t Got = 0;
  guarded([&] { return read({File, Offset, Bytes}, Got); });
  return Got;
}

__attribute__((noinline)) int64_t foreslice_slice_posix_read_data(
    foreslice_handle File, int64_t Bytes, void *Buffer) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  int64_t Got = 0;
  if (execution::space())
    guarded([&] { return readData({File, {}, Bytes}, Buffer, Frame, Got); });
  return Got;
}

__attribute__((noinline)) int64_t foreslice_slice_posix_pread_data(
    foreslice_handle File, int64_t Offset, int64_t Bytes, void *Buffer) {
  auto Frame = reinterpret_cast<uintptr_t>(__builtin_dwarf_cfa());
  int64_t Got = 0;
  if (execution::space())
    guarded(
        [&] { return readData({File, Offset, Bytes}, Buffer, Frame, Got); });
  return Got;
}

int64_t foreslice_slice_posix_write(foreslice_handle File, int64_t Bytes) {
  int64_t Got = 0;
  guarded([&] {
    Got = write({File, {}, Bytes});
    return SliceEnd::Completed;
  });
  return Got;
}

int64_t foreslice_slice_posix_pwrite(foreslice_handle File, int64_t Offset,
                                     int64_t Bytes) {
  int64_t Got = 0;
  guarded([&] {
    Got = write({File, Offset, Bytes});
    return SliceEnd::Completed;
  });
  return Got;
}

foreslice_handle foreslice_slice_posix_duplicate(foreslice_handle File,
                                                 int64_t To, int32_t Stream) {
  foreslice_handle New = 0;
  guarded([&] { return duplicate(File, To, Stream, New); });
  return New;
}

int64_t foreslice_slice_posix_seek(foreslice_handle File, int64_t Offset,
                                   int32_t Whence) {
  int64_t Position = 0;
  guarded([&] {
    Position = seek(File, Offset, Whence);
    return SliceEnd::Completed;
  });
  return Position;
}

int64_t foreslice_slice_posix_position(foreslice_handle File) {
  int64_t Position = 0;
  guarded([&] {
    if (PosixHandle *H = PosixHandles::ofRunner().find(File))
      Position = H->Position;
    return SliceEnd::Completed;
  });
  return Position;
}

int32_t foreslice_slice_posix_at_end(foreslice_handle File) {
  int32_t AtEnd = 1;
  guarded([&] {
    if (PosixHandle *H = PosixHandles::ofRunner().find(File))
      AtEnd = H->AtEnd;
    return SliceEnd::Completed;
  });
  return AtEnd;
}

} // extern "C"
