//===- StreamCalls.cpp - C++ streams in slices ----------------------------===//
//
// The state follows the C++ standard's [istream.unformatted], as libstdc++
// does. Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/StreamText.h"

#include "frontend/posix/PosixFrontend.h"
#include "frontend/posix/slice/PosixCalls.h"
#include "frontend/posix/slice/PosixHandles.h"
#include "frontend/posix/slice/RegularFile.h"
#include "frontend/slice/Step.h"
#include "source/slice/Values.h"
#include "support/DescriptorTable.h"

#include <algorithm>
#include <cstdio>
#include <limits>

namespace foreslice {

namespace {

// std::ios_base::ate and so on.
enum Mode : int32_t { AtEnd = 2, In = 8, Truncates = 32 };

/// Stores the data at the stream's position for the slice.
SliceEnd take(SliceStream &S, const StreamRead &R, int64_t Bytes) {
  if (Bytes > int64_t(FORESLICE_MAX_SLICE_MEMORY))
    return SliceEnd::OutOfMemory;
  for (int64_t Done = 0; Done < Bytes;) {
    std::span<const std::byte> Here = S.dataAt(S.Position + Done);
    if (Here.empty())
      break;
    auto N = std::min<int64_t>(static_cast<int64_t>(Here.size()), Bytes - Done);
    SliceEnd End = R.store(Here.data(), static_cast<size_t>(N), Done);
    if (End != SliceEnd::Completed)
      return End;
    Done += N;
  }
  return SliceEnd::Completed;
}

/// Sets the state after a read of Got bytes.
void note(SliceStream &S, const StreamRead &R, int64_t Got) {
  if (R.isOfBuffer())
    return;
  S.Count = R.How == FORESLICE_STREAM_PEEK ? 0 : Got;
  bool Fails = R.How == FORESLICE_STREAM_READ || R.How == FORESLICE_STREAM_GET;
  if (Got < R.Bytes && R.How != FORESLICE_STREAM_SOME)
    S.Bits |= SliceStream::End | (Fails ? SliceStream::Fail : 0);
}

SliceEnd readBytes(SliceStream &S, const StreamRead &R, int64_t &Got) {
  int64_t Rest = std::max<int64_t>(S.size() - S.Position, 0);
  Got = std::clamp<int64_t>(R.Bytes, 0, Rest);
  S.post(Got);
  SliceEnd End = SliceEnd::Completed;
  if (R.Buffer)
    End = take(S, R, Got);
  if (R.How != FORESLICE_STREAM_PEEK && R.How != FORESLICE_STREAM_LOOK)
    S.Position += Got;
  note(S, R, Got);
  return End;
}

SliceEnd read(const SliceAccess &A, int64_t &Got) try {
  const StreamRead R = {A.Count, static_cast<int32_t>(A.Type), A.Place,
                        A.Buffer, A.Frame};
  SliceStream &S = SliceStreams::ofRunner().find(A.File);
  if (!R.isOfBuffer() && S.Bits != 0) {
    S.Bits |= SliceStream::Fail;
    S.Count = 0;
    Got = R.How == FORESLICE_STREAM_LINE_LENGTH ||
                  R.How == FORESLICE_STREAM_WORD_LENGTH
              ? -1
              : 0;
    return SliceStreams::ofRunner().isAstray(true) ? SliceEnd::Astray
                                                   : SliceEnd::Completed;
  }
  SliceStreams::ofRunner().isAstray(false);
  return R.isText() ? readText(S, R, Got) : readBytes(S, R, Got);
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

int64_t seek(SliceStream &S, int64_t Offset, int32_t Whence, int32_t Part) {
  if (Part == FORESLICE_STREAM_WHOLE) {
    S.Bits &= ~SliceStream::End;
    if (S.Bits != 0) {
      S.Bits |= SliceStream::Fail;
      return -1;
    }
  }
  int64_t From = Whence == SEEK_CUR   ? S.Position
                 : Whence == SEEK_END ? S.size()
                                      : 0;
  if (!S.IsOpen || Offset < -From) {
    if (Part == FORESLICE_STREAM_WHOLE)
      S.Bits |= SliceStream::Fail;
    return -1;
  }
  S.Position = From + Offset;
  return S.Position;
}

int64_t position(SliceStream &S) {
  if (S.Bits != 0) {
    S.Bits |= SliceStream::Fail;
    return -1;
  }
  return S.IsOpen ? S.Position : -1;
}

int64_t state(const SliceStream &S, int32_t What) {
  switch (What) {
  case FORESLICE_STREAM_BITS:
    return S.Bits;
  case FORESLICE_STREAM_COUNT:
    return S.Count;
  default:
    return S.IsOpen;
  }
}

void change(SliceStream &S, int32_t How, int32_t Value) {
  auto Bits = static_cast<uint32_t>(Value);
  if (How == FORESLICE_STREAM_CLEAR) {
    S.Bits = Bits;
  } else if (How == FORESLICE_STREAM_SET) {
    S.Bits |= Bits;
  } else {
    S.Bits |= S.IsOpen ? 0 : SliceStream::Fail;
    S.IsOpen = false;
    S.File = nullptr;
    S.Data = {};
  }
}

SliceEnd adopt(foreslice_handle Stream, const std::byte *Bytes) try {
  auto IsSet = [](std::byte B) { return B != std::byte(0); };
  if (std::any_of(Bytes, Bytes + FORESLICE_STREAM_BYTES, IsSet))
    SliceStreams::ofRunner().set(
        Stream, streamAt(reinterpret_cast<foreslice_handle>(Bytes)));
  return SliceEnd::Completed;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// The program's next opening, as the slice knows it.
struct Opening {
  uint32_t Site;
  foreslice_handle Stream;
  int32_t Mode;
  bool HasName;
  char Name[FORESLICE_MAX_NAME];
};

/// Bytes of the stream, or of the buffer, if only the buffer is opened.
uint64_t bytesOf(int32_t Mode) {
  bool IsBuffer = Mode & FORESLICE_STREAM_ONLY_BUFFER;
  if (Mode & FORESLICE_STREAM_OF_LIBCXX)
    return IsBuffer ? 168 : 336;
  return IsBuffer ? 240 : 520;
}

/// Without reading, the stream has no file. False without such a file.
bool tryToOpen(const Opening &O) {
  SliceStream New;
  New.IsOpen = true;
  New.Bytes = bytesOf(O.Mode);
  bool Reads = (O.Mode & In) && !(O.Mode & Truncates);
  if (Reads && !openNamed(O.Name, New.File))
    return false;
  if (O.Mode & AtEnd)
    New.Position = New.size();
  SliceStreams::ofRunner().set(O.Stream, std::move(New));
  return true;
}

/// The file does not exist, or the slice does not know the file.
void fail(foreslice_handle Stream) {
  SliceStream None;
  None.Bits = SliceStream::Fail;
  SliceStreams::ofRunner().set(Stream, std::move(None));
}

SliceEnd open(const Opening &O) try {
  makeRoomAhead();
  if (execution::isScout()) {
    if (!tryToOpen(O))
      fail(O.Stream);
    return SliceEnd::Completed;
  }
  if (O.HasName) {
    if (SliceEnd End = takeBeforeOpening(); End != SliceEnd::Completed)
      return End;
    if (!slice_values::isBehind() && tryToOpen(O)) {
      slice_values::goOnWithout(O.Site, O.Stream);
      return SliceEnd::Completed;
    }
  }
  foreslice_handle Opened = 0;
  // On this thread's stack, owned by the slice.
  SliceEnd End =
      slice_values::receive(O.Site, &Opened, sizeof Opened, /*Frame=*/0);
  if (End == SliceEnd::Completed)
    SliceStreams::ofRunner().set(O.Stream, streamAt(Opened));
  return End;
} catch (const std::exception &) {
  return SliceEnd::OutOfMemory;
}

/// Copies the program's stream at launch.
void atLaunch(const SliceOpen &O) {
  guarded([&] { return adopt(O.Of, static_cast<const std::byte *>(O.To)); });
}

void openNext(const SliceOpen &O) {
  Opening Next;
  Next.Site = O.Call.site;
  Next.Stream = O.Of;
  Next.Mode = static_cast<int32_t>(O.Mode);
  Next.HasName = O.Name != nullptr;
  // A bad pointer faults here, in the slice's code.
  if (O.Name)
    foreslice_slice_load_text(Next.Name, O.Name, sizeof Next.Name);
  if (execution::space())
    guarded([&] { return open(Next); });
}

void take(foreslice_handle To, foreslice_handle From) {
  SliceStreams &All = SliceStreams::ofRunner();
  SliceStream Moved = std::move(All.find(From));
  All.set(From, {});
  All.set(To, std::move(Moved));
}

int64_t moveIn(const SliceMove &M) {
  if (M.Call.kind == FORESLICE_TAKE) {
    take(M.File, M.Of);
    return 0;
  }
  SliceStream &S = SliceStreams::ofRunner().find(M.File);
  if (M.Call.kind == FORESLICE_SEEK)
    return seek(S, M.To, static_cast<int32_t>(M.By),
                static_cast<int32_t>(M.Of));
  change(S, static_cast<int32_t>(M.By), static_cast<int32_t>(M.To));
  return 0;
}

class StreamSlices final : public SliceFamily {
public:
  int64_t access(const SliceAccess &A) const override {
    int64_t Got = 0;
    if (execution::space())
      guarded([&] { return read(A, Got); });
    return Got;
  }

  foreslice_handle open(const SliceOpen &O) const override {
    if (O.Call.kind == FORESLICE_AT_LAUNCH)
      atLaunch(O);
    else
      openNext(O);
    return 0;
  }

  int64_t query(const SliceQuery &Q) const override {
    int64_t Answer = 0;
    guarded([&] {
      SliceStream &S = SliceStreams::ofRunner().find(Q.Of);
      Answer = Q.Call.kind == FORESLICE_POSITION
                   ? position(S)
                   : state(S, static_cast<int32_t>(Q.What));
      return SliceEnd::Completed;
    });
    return Answer;
  }

  int64_t move(const SliceMove &M) const override {
    int64_t Gives = 0;
    guarded([&] {
      Gives = moveIn(M);
      return SliceEnd::Completed;
    });
    return Gives;
  }
};

} // namespace

const SliceFamily &streamSlices() {
  static constexpr StreamSlices Family;
  return Family;
}

} // namespace foreslice
