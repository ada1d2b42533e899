//===- FortranUnits.h - the units of Fortran in a slice -------------------===//
//
// What a unit that a slice has opened is to the slice: a file, a position, and
// the statement that is under way. Prefetch thread only.
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

/// What flang's run time has of a file in its memory. The program reads the
/// file in these pieces, and not in those that its statements ask for.
class FortranBuffer {
public:
  struct Piece {
    int64_t Begin = 0, End = 0;
  };
  /// The program needs Bytes from Position on together in the buffer. Gives
  /// what is read of the file for that, none if all is there.
  Piece need(int64_t Position, int64_t Bytes, int64_t FileEnd);

private:
  int64_t Size = 0;
  /// The bytes of the file that are there, and from where on in the buffer.
  int64_t Begin = 0, Length = 0, Start = 0;
};

struct FortranUnit {
  // As flang's IOSTAT_END and IOSTAT_EOR; errors are any other numbers.
  enum Status : int32_t { Good = 0, End = -1, EndOfRecord = -2, Error = 1 };

  SliceStream Stream;
  FortranBuffer Buffer;
  int32_t Mode = 0;         ///< Bits of enum foreslice_fortran_open.
  int64_t Recl = 0;         ///< Bytes of a record that is read by its number.
  bool IsBehindEnd = false; ///< A read has met the end of the file.
  /// The last record was hardly read: what follows may not be read either.
  bool Skips = false;

  // The statement:
  int32_t Now = Good; ///< Its IOSTAT.
  bool Reads = false, Begun = false;
  int32_t How = 0;
  /// Where the record's data begin, how many bytes it has (-1: not known yet),
  /// and how many of them the items have had.
  int64_t Record = 0, Bytes = 0, Done = 0;
  /// Where the unit stands behind the record, the mark of the record tells.
  bool IsUnsettled = false;

  // Of a formatted one, where it is in the file:
  int64_t Place = 0;
  bool IsInLine = false;  ///< The one before it did not advance.
  bool IsShort = false;   ///< A field has met the end of its line.
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
  /// Those of execution::runner(), in the launch that runs.
  static FortranUnits &ofRunner();

  /// Null if no slice has opened it.
  FortranUnit *find(int64_t Number);
  /// The number of a unit that is free.
  int64_t freeNumber() { return --Lowest; }
  void set(int64_t Number, FortranUnit Unit);

  /// FILE= of the statement, until that has been asked for.
  std::string Name;

private:
  uint64_t Launch = 0;
  int64_t Lowest = 0;
  std::map<int64_t, FortranUnit> Units;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_FORTRANUNITS_H
