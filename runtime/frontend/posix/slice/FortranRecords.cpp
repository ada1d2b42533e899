//===- FortranRecords.cpp - READ of a unit --------------------------------===//
//
// See FortranRecords.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/FortranRecords.h"

#include "source/slice/SliceExecution.h"

#include <algorithm>
#include <cstring>

namespace foreslice {

namespace {

/// Before and behind each record of a unit for sequential access.
constexpr int64_t MarkBytes = sizeof(uint32_t);

/// Posts the program's reads of the file for Bytes from Offset on.
void need(FortranUnit &U, int64_t Offset, int64_t Bytes) {
  FortranBuffer::Piece Read = U.Buffer.need(Offset, Bytes, U.Stream.size());
  if (Read.End <= Read.Begin)
    return;
  int64_t Position = std::exchange(U.Stream.Position, Read.Begin);
  U.Stream.post(Read.End - Read.Begin);
  U.Stream.Position = Position;
}

/// Hands the file's data to Take, part by part, without missing parts.
template <class TakeFn>
SliceEnd fetch(FortranUnit &U, int64_t Position, int64_t Bytes, TakeFn Take) {
  for (int64_t Done = 0; Done < Bytes;) {
    std::span<const std::byte> Here = U.Stream.dataAt(Position + Done);
    if (Here.empty())
      return SliceEnd::Astray;
    int64_t Part = std::min(static_cast<int64_t>(Here.size()), Bytes - Done);
    if (SliceEnd End = Take(Here.data(), Part, Done);
        End != SliceEnd::Completed)
      return End;
    Done += Part;
  }
  return SliceEnd::Completed;
}

SliceEnd fetchMark(FortranUnit &U, int64_t Position, int64_t &Length) {
  uint32_t Mark = 0;
  SliceEnd End =
      fetch(U, Position, MarkBytes,
            [&](const std::byte *From, int64_t Part, int64_t Done) {
              std::memcpy(reinterpret_cast<std::byte *>(&Mark) + Done, From,
                          static_cast<size_t>(Part));
              return SliceEnd::Completed;
            });
  if (U.Mode & FORESLICE_FORTRAN_SWAP)
    Mark = __builtin_bswap32(Mark);
  Length = Mark;
  return End;
}

/// Where the record begins in flang's buffer: the mark of the record before
/// stays there.
int64_t bufferedFrom(const FortranUnit &U) {
  return std::max<int64_t>(U.Record - 2 * MarkBytes, 0);
}

/// A mark is not waited for before the next record is read: most statements
/// read all of a record.
SliceEnd settle(FortranUnit &U) {
  constexpr int64_t Large = 1 << 17;
  if (!std::exchange(U.IsUnsettled, false))
    return SliceEnd::Completed;
  SliceEnd End = fetchMark(U, U.Record - MarkBytes, U.Bytes);
  U.Skips = U.Bytes > Large && U.Done < U.Bytes / 2;
  U.Stream.Position = U.Record + U.Bytes + MarkBytes;
  return End;
}

SliceEnd beginMarked(FortranUnit &U) {
  if (SliceEnd End = settle(U); End != SliceEnd::Completed)
    return End;
  int64_t Rest = U.Stream.size() - U.Stream.Position;
  if (Rest < MarkBytes)
    U.Now = Rest > 0 ? FortranUnit::Error : FortranUnit::End;
  if (U.Now != FortranUnit::Good)
    return SliceEnd::Completed;
  if (!U.Skips)
    U.Stream.postAhead();
  U.Record = U.Stream.Position + MarkBytes;
  need(U, bufferedFrom(U), U.Record - bufferedFrom(U));
  U.IsUnsettled = true;
  return SliceEnd::Completed;
}

SliceEnd begin(FortranUnit &U) {
  if (std::exchange(U.Begun, true) || U.Now != FortranUnit::Good)
    return SliceEnd::Completed;
  U.Bytes = -1;
  U.Done = 0;
  if (!U.isDirect() && !U.isStream())
    return beginMarked(U);
  U.Record = U.Stream.Position;
  if (U.isStream())
    return SliceEnd::Completed;
  U.Bytes = U.Recl;
  need(U, U.Record, U.Recl);
  if (U.Recl > U.Stream.size() - U.Record)
    U.Now = FortranUnit::End;
  return SliceEnd::Completed;
}

/// Whether the record may have the bytes of Item.
bool has(FortranUnit &U, const FortranItem &Item) {
  int64_t Rest = U.Stream.size() - U.Record - U.Done;
  if (U.isDirect()) {
    if (Item.Bytes > U.Bytes - U.Done)
      U.Now = FortranUnit::Error;
  } else if (U.isStream()) {
    if (Item.Bytes > Rest)
      U.Now = FortranUnit::End;
    // Flang keeps the bytes of a stream's statement together.
    need(U, U.Record, U.Done + Item.Bytes);
  } else {
    if (Item.Bytes > Rest - MarkBytes)
      U.Now = FortranUnit::Error;
    else if (Item.Buffer)
      need(U, U.Record, U.Done + Item.Bytes);
  }
  return U.Now == FortranUnit::Good;
}

} // namespace

bool FortranItem::isStructure() const {
  constexpr int32_t Structure = 42; // flang's number.
  return Type == Structure;
}

SliceEnd FortranItem::store(const std::byte *From, int64_t Count,
                            int64_t Rest) const {
  SliceSpace &Space = *execution::space();
  auto *To = static_cast<std::byte *>(Buffer);
  for (int64_t Done = 0; Done < Count;) {
    int64_t Position = Rest + Done, Part = Count - Done;
    if (Piece > 0) {
      Part = std::min(Part, Piece - Position % Piece);
      Position = Position / Piece * Stride + Position % Piece;
    }
    SliceEnd End = Space.store(To + Position, From + Done,
                               static_cast<uint64_t>(Part), Frame);
    if (End != SliceEnd::Completed)
      return End;
    Done += Part;
  }
  return SliceEnd::Completed;
}

SliceEnd fortran_records::read(FortranUnit &U, const FortranItem &Item) {
  if (SliceEnd End = begin(U);
      End != SliceEnd::Completed || U.Now != FortranUnit::Good)
    return End;
  // Only the program knows the bytes of each part.
  if (Item.isStructure() || Item.Piece < 0) {
    bool Unknown = Item.Buffer || (Item.isStructure() && U.isStream());
    if (Unknown)
      return SliceEnd::Astray;
    if (Item.isStructure())
      return SliceEnd::Completed;
  }
  if (Item.Bytes < 0 || !has(U, Item))
    return SliceEnd::Completed;
  int64_t Position = U.Record + U.Done;
  U.Done += Item.Bytes;
  if (!Item.Buffer)
    return SliceEnd::Completed;
  if (Item.Bytes > int64_t(FORESLICE_MAX_SLICE_MEMORY))
    return SliceEnd::OutOfMemory;
  const bool Swaps = U.Mode & FORESLICE_FORTRAN_SWAP;
  if (Swaps)
    return SliceEnd::Astray;
  return fetch(U, Position, Item.Bytes,
               [&](const std::byte *From, int64_t Part, int64_t Done) {
                 return Item.store(From, Part, Done);
               });
}

SliceEnd fortran_records::finish(FortranUnit &U) {
  if (SliceEnd End = begin(U); End != SliceEnd::Completed)
    return End;
  U.Reads = false;
  if (U.isDirect())
    U.Stream.Position = U.Record + U.Recl;
  else if (U.isStream())
    U.Stream.Position = U.Record + U.Done;
  else if (U.Now == FortranUnit::End)
    U.IsBehindEnd = true;
  else
    need(U, bufferedFrom(U), U.Record + U.Done + MarkBytes - bufferedFrom(U));
  return SliceEnd::Completed;
}

SliceEnd fortran_records::backspace(FortranUnit &U) {
  if (SliceEnd End = settle(U); End != SliceEnd::Completed)
    return End;
  if (std::exchange(U.IsBehindEnd, false) || U.isDirect() || U.isStream() ||
      U.Stream.Position < 2 * MarkBytes)
    return SliceEnd::Completed;
  int64_t Offset = U.Stream.Position - MarkBytes, Length = 0;
  need(U, Offset, MarkBytes);
  if (SliceEnd End = fetchMark(U, Offset, Length); End != SliceEnd::Completed)
    return End;
  U.Stream.Position = std::max<int64_t>(Offset - Length - MarkBytes, 0);
  return SliceEnd::Completed;
}

SliceEnd fortran_records::position(FortranUnit &U, int64_t &Offset) {
  SliceEnd End = settle(U);
  Offset = U.Stream.Position + 1;
  return End;
}

} // namespace foreslice
