//===- RankNames.cpp - a common name for files of single ranks ------------===//
//
// See RankNames.h.
//
//===----------------------------------------------------------------------===//

#include "RankNames.h"

namespace foreslice::signature {

/// Possible common names of the file: a number in the name is the rank.
std::vector<std::string> RankNames::namesFor(int64_t Rank,
                                             const std::string &File) {
  static constexpr const char *Digits = "0123456789";
  constexpr size_t MostDigits = 18;
  std::vector<std::string> Names;
  const size_t Begin = File.rfind('/') == File.npos ? 0 : File.rfind('/') + 1;
  for (size_t First = File.find_first_of(Digits, Begin); First != File.npos;) {
    const size_t Rest =
        std::min(File.find_first_not_of(Digits, First), File.size());
    const std::string Number = File.substr(First, Rest - First);
    if (Number.size() <= MostDigits && std::stoll(Number) == Rank) {
      const std::string Before = File.substr(0, First) + "{rank",
                        After = "}" + File.substr(Rest);
      if (Number == std::to_string(Rank))
        Names.push_back(Before + After);
      if (Number.size() > 1)
        Names.push_back(Before + ":" + std::to_string(Number.size()) + After);
    }
    First = File.find_first_of(Digits, Rest);
  }
  return Names;
}

void RankNames::add(int64_t Rank, const std::string &File) {
  Users[File].insert(Rank);
  for (const std::string &Name : namesFor(Rank, File))
    Common[Name].insert(Rank);
}

std::string RankNames::nameOf(int64_t Rank, const std::string &File) const {
  if (Ranks > 1 && Users.at(File).size() == 1)
    for (const std::string &Name : namesFor(Rank, File))
      if (static_cast<int64_t>(Common.at(Name).size()) == Ranks)
        return Name;
  return File;
}

} // namespace foreslice::signature
