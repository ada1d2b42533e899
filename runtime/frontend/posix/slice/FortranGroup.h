//===- FortranGroup.h - the text of a NAMELIST group ----------------------===//
//
//   &input n = 3, names(2) = 'a', 2*'b' ! Comments do not belong here.
//     point%x = 1.5 /
//
// Allocates memory only for the text.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_POSIX_SLICE_FORTRANGROUP_H
#define FORESLICE_FRONTEND_POSIX_SLICE_FORTRANGROUP_H

#include "frontend/posix/slice/FortranText.h"

#include <string>

namespace foreslice {

/// Fortran 2018, section 13.11.3.
class FortranGroup {
public:
  /// Moves From behind the group Name, given in small letters. False without
  /// such a group.
  bool read(fortran_text::Source &From, std::string_view Name);

  /// One of `name = values`.
  struct Assignment {
    std::string_view Name;
    std::string_view Part; ///< The part of the variable, as (2) or %x.
    std::string_view Values;

    /// Whether Name is Variable, in any case of letters.
    bool isOf(std::string_view Variable) const;
    /// The number of an array's element, counted from Lower. False if Part is
    /// anything else.
    bool element(int64_t Lower, int64_t &Number) const;
  };
  /// The assignment at Place; moves Place behind. False without an assignment.
  bool next(size_t &Place, Assignment &A) const;

  /// Whether the group is longer than MostText.
  bool isTooLong() const { return Text.size() >= MostText; }

private:
  static constexpr size_t MostText = 1 << 16;

  void take(fortran_text::Source &From, bool Keeps);
  size_t endOfVariable(size_t Place) const;
  bool beginsAssignment(size_t Place) const;
  size_t skipBlanks(size_t Place, bool Commas) const;

  std::string Text;
};

/// A text as a source of list-directed input.
class TextSource final : public fortran_text::Source {
public:
  explicit TextSource(std::string_view Rest) : Rest(Rest) {}
  int peek() override {
    return Rest.empty() ? -1 : static_cast<unsigned char>(Rest.front());
  }
  void skip() override { Rest.remove_prefix(1); }

private:
  std::string_view Rest;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_POSIX_SLICE_FORTRANGROUP_H
