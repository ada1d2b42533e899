//===- FortranTextTest.cpp - formats of Fortran in slices -----------------===//
//
// What a slice makes of READ and WRITE of character variables is what flang's
// programs make of the same.
//
//===----------------------------------------------------------------------===//

#include "foreslice/abi.h"

#include <bit>
#include <gtest/gtest.h>
#include <string>
#include <string_view>

namespace {

/// A statement as the bodies of slices make it.
class Statement {
public:
  /// Without a format, it is list-directed.
  explicit Statement(const char *Format) {
    std::string_view Text = Format ? Format : "";
    foreslice_text_begin(Memory, Format ? Text.data() : nullptr, Text.size());
  }
  Statement &put(int64_t Value) {
    foreslice_text_put_integer(Memory, Value);
    return *this;
  }
  Statement &put(double Value) {
    foreslice_text_put_real(Memory, std::bit_cast<uint64_t>(Value));
    return *this;
  }
  Statement &put(std::string_view Text) {
    foreslice_text_put_characters(Memory, Text.data(), Text.size());
    return *this;
  }
  /// Without the blanks behind.
  std::string written() {
    std::string Result(40, '?');
    foreslice_text_write(Result.data(), Result.size(), Memory);
    Result.resize(foreslice_text_length(Result.data(), Result.size()));
    return Result;
  }
  Statement &from(std::string_view Text) {
    foreslice_text_read(Memory, Text.data(), Text.size());
    return *this;
  }
  int64_t integer() { return foreslice_text_get_integer(Memory); }
  double real() {
    return std::bit_cast<double>(foreslice_text_get_real(Memory));
  }
  std::string characters(size_t Bytes) {
    std::string Result(Bytes, '?');
    foreslice_text_get_characters(Result.data(), Bytes, Memory);
    foreslice_text_skip(Memory, Bytes);
    return Result;
  }
  int32_t status() const { return foreslice_text_status(Memory); }

private:
  alignas(16) char Memory[FORESLICE_FORTRAN_TEXT_BYTES];
};

int64_t operator""_i(unsigned long long Value) {
  return static_cast<int64_t>(Value);
}

TEST(FortranText, WritesByFormats) {
  EXPECT_EQ(Statement("(A,I4.4,A)").put("part").put(7_i).put(".dat").written(),
            "part0007.dat");
  EXPECT_EQ(
      Statement("(I0,I5.3,I3)").put(-5_i).put(-42_i).put(1234_i).written(),
      "-5 -042***");
  EXPECT_EQ(Statement("(3(I2.2,\"-\"),A5,A2,2X,A)")
                .put(1_i)
                .put(2_i)
                .put(3_i)
                .put("ab")
                .put("xyz")
                .put("q")
                .written(),
            "01-02-03-   abxy  q");
  EXPECT_EQ(
      Statement("(F5.2,F0.3,F4.0)").put(3.14159).put(-0.5).put(12.0).written(),
      " 3.14-.500 12.");
  EXPECT_EQ(Statement("(I0.3,A,I0)").put(7_i).put("_").put(0_i).written(),
            "007_0");
  EXPECT_EQ(Statement("(*(I0,:,','))").put(7_i).put(8_i).put(9_i).written(),
            "7,8,9");
  EXPECT_EQ(Statement("( t5, i2, tr2, i2 )").put(7_i).put(8_i).written(),
            "     7   8");
}

TEST(FortranText, WritesLists) {
  EXPECT_EQ(Statement(nullptr).put(5_i).written(), " 5");
  EXPECT_EQ(Statement(nullptr).put("file").put(5_i).put(-7_i).written(),
            " file 5 -7");
  EXPECT_EQ(Statement(nullptr).put("a").put("b").written(), " ab");
}

TEST(FortranText, LeavesBlanksWhereTheFormatIsNotKnown) {
  EXPECT_EQ(Statement("(ES10.3)").put(1.5).written(), "");
  EXPECT_EQ(Statement("(I3)").put(1_i).put(2_i).written(), "");
  EXPECT_EQ(Statement("(Q)").put(1_i).written(), "");
  EXPECT_EQ(Statement("").put(1_i).written(), "");
  EXPECT_EQ(Statement("((((((((((I1))))))))))").put(1_i).written(), "");
}

TEST(FortranText, ReadsByFormats) {
  Statement S("(I4,1X,F5.2,A3,I2)");
  S.from(" 123 31415abc-7");
  EXPECT_EQ(S.integer(), 123);
  EXPECT_EQ(S.real(), 314.15);
  EXPECT_EQ(S.characters(5), "abc  ");
  EXPECT_EQ(S.integer(), -7);
  EXPECT_EQ(S.status(), 0);
}

TEST(FortranText, ReadsLists) {
  Statement S(nullptr);
  S.from(" 3, 2*1.5d0 'it''s' word");
  EXPECT_EQ(S.integer(), 3);
  EXPECT_EQ(S.real(), 1.5);
  EXPECT_EQ(S.real(), 1.5);
  EXPECT_EQ(S.characters(6), "it's  ");
  EXPECT_EQ(S.characters(2), "wo");
  EXPECT_EQ(S.status(), 0);
  S.integer();
  EXPECT_EQ(S.status(), -1);
}

TEST(FortranText, TellsOfWhatIsNoNumber) {
  Statement S("(I5)");
  S.from("12a45");
  S.integer();
  EXPECT_GT(S.status(), 0);
}

TEST(FortranText, MovesTextToTheLeft) {
  std::string To(6, '?');
  foreslice_text_adjust(To.data(), To.size(), "  ab c");
  EXPECT_EQ(To, "ab c  ");
}

} // namespace
