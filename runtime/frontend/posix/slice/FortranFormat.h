//===- FortranFormat.h - formats of Fortran -------------------------------===//
//
// The edit descriptors of a format, such as (3F10.2,I4.4,A), for the items of a
// statement. Allocates no memory: a slice may end at any time.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_FORTRANFORMAT_H
#define FORESLICE_FRONTEND_POSIX_SLICE_FORTRANFORMAT_H

#include <array>
#include <cstdint>
#include <string_view>

namespace foreslice {

/// One edit descriptor.
struct FortranEdit {
  enum Kind : uint8_t {
    Data,      ///< Of an item, by Letter: I, F, E, D, G, A or L.
    Space,     ///< X and TR: Width forward.
    Back,      ///< TL: Width back.
    Column,    ///< T: to Width, from 1.
    NewRecord, ///< The slash.
    Stop,      ///< The colon: ends the format without items left.
    Literal,   ///< Text to write.
    Open,      ///< Repeats up to the next Close on the level.
    Close,
    End ///< The statement is over.
  } What = End;
  char Letter = 0;
  int32_t Repeat = 1;
  int32_t Width = 0; ///< 0: as wide as needed.
  int32_t Digits = -1;
  std::string_view Text;
};

class FortranFormat {
public:
  /// Format must outlive the object. Unknown edit descriptors make the object
  /// bad.
  explicit FortranFormat(std::string_view Format);
  bool isGood() const { return Good; }

  /// The next edit descriptor. ItemLeft: items are left; then the end of the
  /// format begins a new record.
  FortranEdit next(bool ItemLeft);

private:
  static constexpr unsigned MostEdits = 64, MostLevels = 8;
  struct Level {
    unsigned Begin = 0;
    int32_t Left = 0;
  };

  bool parse(std::string_view Format);
  bool parseOne(std::string_view &Rest, unsigned &Depth);
  bool parseLetters(std::string_view &Rest, int32_t Repeat);
  bool add(const FortranEdit &E);
  FortranEdit revert(bool ItemLeft);

  bool Good = false, HasData = false;
  std::array<FortranEdit, MostEdits> Edits;
  unsigned Count = 0;
  /// Place in the format to go on from behind the end.
  unsigned Again = 0;
  // The place of the statement:
  unsigned Position = 0;
  int32_t Repeated = 0;
  std::array<Level, MostLevels> Levels;
  unsigned Depth = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_FORTRANFORMAT_H
