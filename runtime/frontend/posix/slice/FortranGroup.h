//===- FortranGroup.h - the text of a NAMELIST group ----------------------===//
//
//   &input n = 3, names(2) = 'a', 2*'b' ! Comments are no part of it.
//     point%x = 1.5 /
//
// Takes no memory but its text.
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
  /// Moves From behind the group of that name, which is in small letters. False
  /// if there is none.
  bool read(fortran_text::Source &From, std::string_view Name);

  /// One of `name = values`.
  struct Assignment {
    std::string_view Name;
    std::string_view Part; ///< What is named of the variable, as (2) or %x.
    std::string_view Values;

    /// In whatever letters.
    bool isOf(std::string_view Variable) const;
    /// The number of an element of an array, which counts from Lower on. False
    /// if Part is anything else.
    bool element(int64_t Lower, int64_t &Number) const;
  };
  /// The one that begins at Place, which is moved behind. False if none does.
  bool next(size_t &Place, Assignment &A) const;

  /// Whether the group is longer than what is kept of one.
  bool isTooLong() const { return Text.size() >= MostText; }

private:
  static constexpr size_t MostText = 1 << 16;

  void take(fortran_text::Source &From, bool Keeps);
  size_t endOfVariable(size_t Place) const;
  bool beginsAssignment(size_t Place) const;
  size_t skipBlanks(size_t Place, bool Commas) const;

  std::string Text;
};

/// A text as what list-directed input comes from.
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
