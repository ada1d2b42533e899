//===- FortranGroupTest.cpp - the text of a NAMELIST group ----------------===//
//
// Groups that flang's programs read, taken apart as the slice does.
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/FortranGroup.h"

#include <gtest/gtest.h>

using namespace foreslice;

namespace {

/// "name part=values;" for each assignment of the group.
std::string taken(std::string_view Text, std::string_view Name) {
  FortranGroup Group;
  TextSource From(Text);
  if (!Group.read(From, Name))
    return "none";
  std::string Result;
  FortranGroup::Assignment A;
  for (size_t Place = 0; Group.next(Place, A);)
    Result += std::string(A.Name) + std::string(A.Part) + "=" +
              std::string(A.Values) + ";";
  return Result;
}

TEST(FortranGroupTest, AssignmentsEndWhereTheNextOneBegins) {
  EXPECT_EQ(taken("&in a=1,2 b = t c= .true.\n d(2)=3*7 /", "in"),
            "a=1,2 ;b= t ;c= .true.\n ;d(2)=3*7 ;");
  EXPECT_EQ(taken("&IN p%x=1, q(2)%y = 2, (1.0, 2.0)/", "in"),
            "p%x=1, ;q(2)%y= 2, (1.0, 2.0);");
}

TEST(FortranGroupTest, QuotesAndCommentsHideWhatTheyHave) {
  EXPECT_EQ(taken("&in a='x = 1 / it''s !' ! b=2 /\n c=3 /", "in"),
            "a='x = 1 / it''s !' \n ;c=3 ;");
}

TEST(FortranGroupTest, OtherGroupsAndLinesAreLeftOut) {
  EXPECT_EQ(taken("words in=2\n&inn a=1 /\n&i a=2 /\n $in a='&'\n&end", "in"),
            "a='&'\n;");
  EXPECT_EQ(taken("&inn a=1 /", "in"), "none");
  EXPECT_EQ(taken("", "in"), "none");
  EXPECT_EQ(taken("&in a=(", "in"), "a=(;");
  EXPECT_EQ(taken("&in a(2", "in"), "");
}

TEST(FortranGroupTest, ElementsAreCountedFromTheLowerBound) {
  FortranGroup::Assignment A = {"Ab", "(-1)", ""};
  int64_t Number = 0;
  EXPECT_TRUE(A.isOf("ab"));
  EXPECT_FALSE(A.isOf("abc"));
  EXPECT_TRUE(A.element(-3, Number));
  EXPECT_EQ(Number, 2);
  EXPECT_FALSE(A.element(0, Number));
  for (const char *Other : {"(1:2)", "%x", "(1)%x", "(1,2)", "(", "()"})
    EXPECT_FALSE((FortranGroup::Assignment{"a", Other, ""}).element(1, Number))
        << Other;
}

} // namespace
