//===- FortranUnits.h - the units of Fortran in a slice -------------------===//
//
// A unit opened by a slice: a file, a position, and the statement under way.
// Prefetch thread only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_FORTRANUNITS_H
#define FORESLICE_FRONTEND_POSIX_SLICE_FORTRANUNITS_H

#include "frontend/posix/slice/FortranFormat.h"
#include "frontend/posix/slice/FortranGroup.h"
#include "frontend/posix/slice/FortranText.h"
#include "frontend/posix/slice/SliceStreams.h"

#include <optional>
#include <string>

namespace foreslice {

/// The part of a file in the memory of flang's run time. The program reads the
/// file in pieces of the buffer, not in pieces of the statements.
class FortranBuffer {
public:
  struct Piece {
    int64_t Begin = 0, End = 0;
  };
  /// The program needs Bytes from Position on, together in the buffer. Returns
  /// the piece to read of the file, empty if all is there.
  Piece need(int64_t Position, int64_t Bytes, int64_t FileEnd);

private:
  int64_t Size = 0;
  /// The bytes of the file in the buffer, and the start in the buffer.
  int64_t Begin = 0, Length = 0, Start = 0;
};

struct FortranUnit {
  // Like flang's IOSTAT_END and IOSTAT_EOR; errors are any other numbers.
  enum Status : int32_t { Good = 0, End = -1, EndOfRecord = -2, Error = 1 };

  SliceStream Stream;
  FortranBuffer Buffer;
  int32_t Mode = 0;         ///< Bits of enum foreslice_fortran_open.
  int64_t Recl = 0;         ///< Bytes of a record read by number.
  bool IsBehindEnd = false; ///< A read has met the end of the file.
  /// Little of the last record was read: the following record may be skipped,
  /// too.
  bool Skips = false;

  // The statement:
  int32_t Now = Good; ///< IOSTAT of the statement.
  bool Reads = false, Begun = false;
  int32_t How = 0;
  /// Begin of the record's data, bytes of the record (-1: unknown yet), and
  /// bytes taken by the items.
  int64_t Record = 0, Bytes = 0, Done = 0;
  /// Only the mark of the record tells the unit's position behind the record.
  bool IsUnsettled = false;

  // Of a formatted statement, the place in the file:
  int64_t Place = 0;
  bool IsInLine = false;  ///< The statement before did not advance.
  bool IsShort = false;   ///< A field has met the end of the line.
  std::string FormatText; ///< Or the name of a NAMELIST.
  std::optional<FortranFormat> Format;
  fortran_text::List List;
  FortranGroup Group;

  int64_t recordEnd() const { return Record + Recl; }
  bool isDirect() const { return Mode & FORESLICE_FORTRAN_DIRECT; }
  bool isStream() const { return Mode & FORESLICE_FORTRAN_STREAM; }
};

class FortranUnits {
public:
  /// The units of execution::runner(), in the current launch.
  static FortranUnits &ofRunner();

  /// Null if no slice has opened the unit.
  FortranUnit *find(int64_t Number);
  /// The number of a free unit.
  int64_t freeNumber() { return --Lowest; }
  void set(int64_t Number, FortranUnit Unit);

  /// FILE= of the statement, until taken.
  std::string Name;

private:
  uint64_t Launch = 0;
  int64_t Lowest = 0;
  std::map<int64_t, FortranUnit> Units;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_FORTRANUNITS_H
