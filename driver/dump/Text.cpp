//===- Text.cpp - foreslice-dump --format=text ----------------------------===//
//
// The source, with marks in the margin and notes below the lines.
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "Marks.h"

#include <fmt/color.h>
#include <fmt/format.h>
#include <ostream>

namespace foreslice::dump {

namespace {

class TextPrinter {
public:
  TextPrinter(std::ostream &OS, Sources &Texts, bool Color, bool Whole)
      : OS(OS), Texts(Texts), Color(Color), Whole(Whole) {}
  void print(const Input &I);

private:
  static constexpr uint64_t Around = 2; ///< Lines printed beside a marked line.

  void print(const Record &R);
  void printFile(const SourceFile &File, const FileMarks &Marks);
  void printLine(uint64_t Number, const SourceText &Text, const LineMarks &L);
  std::string paint(const std::string &Text, fmt::text_style Style) const {
    return Color ? fmt::format(Style, "{}", Text) : Text;
  }

  std::ostream &OS;
  Sources &Texts;
  const bool Color, Whole;
};

} // namespace

static fmt::text_style styleOf(Mark M) {
  switch (M) {
  case Mark::Read:
    return fmt::fg(fmt::terminal_color::green) | fmt::emphasis::bold;
  case Mark::Unread:
    return fmt::fg(fmt::terminal_color::red) | fmt::emphasis::bold;
  case Mark::Launch:
  case Mark::Point:
    return fmt::fg(fmt::terminal_color::yellow);
  case Mark::Slice:
  case Mark::Renamed:
    return fmt::fg(fmt::terminal_color::cyan);
  }
  return {};
}

void TextPrinter::printLine(uint64_t Number, const SourceText &Text,
                            const LineMarks &L) {
  std::string Margin;
  for (Mark M : {Mark::Launch, Mark::Slice, Mark::Read, Mark::Unread,
                 Mark::Renamed, Mark::Point})
    Margin += L.Marks.count(M)
                  ? paint(std::string(1, markLetter(M)), styleOf(M))
                  : std::string(" ");
  std::string Source = Text.line(Number);
  OS << fmt::format("{} {:5}{}{}\n", Margin, Number, Source.empty() ? "" : "  ",
                    Source);
  for (const std::string &Note : L.Notes)
    OS << "              "
       << paint("^ " + Note, fmt::fg(fmt::terminal_color::bright_black))
       << '\n';
}

void TextPrinter::printFile(const SourceFile &File, const FileMarks &Marks) {
  const SourceText &Text = Texts.of(File);
  OS << '\n'
     << paint(File.Name, fmt::emphasis::bold)
     << (Text.Problem.empty() ? ""
                              : ": the source " + Text.Problem +
                                    "; its lines are listed by number")
     << '\n';
  uint64_t Printed = 0;
  uint64_t Last = Text.Lines.size();
  auto PrintUpTo = [&](uint64_t To) {
    for (; Printed < std::min(To, Last); ++Printed)
      printLine(Printed + 1, Text, {});
  };
  for (auto &[Number, Line] : Marks) {
    uint64_t First = Number > Around + 1 ? Number - Around : 1;
    if (!Whole && First > Printed + 1) {
      PrintUpTo(std::min(Printed + (Printed ? Around : 0), First - 1));
      if (First > Printed + 1) {
        if (Last)
          OS << "           ...\n";
        Printed = First - 1;
      }
    }
    PrintUpTo(Number - 1);
    printLine(Number, Text, Line);
    Printed = Number;
  }
  PrintUpTo(Whole ? Last : Printed + Around);
}

void TextPrinter::print(const Record &R) {
  for (const Region &Sliced : R.Regions) {
    OS << paint(titleOf(R, Sliced), fmt::emphasis::bold) << '\n';
    for (const std::string &Line : summaryOf(R, Sliced))
      OS << "  " << Line << '\n';
  }
  for (const std::string &What : R.LeftOut)
    OS << "(the record has no " << What << ": it would have been too large)\n";
  std::map<size_t, FileMarks> Marks = marksOf(R);
  if (Marks.empty())
    OS << "(no lines are known: compile with -g)\n";
  for (auto &[File, Lines] : Marks)
    printFile(R.Files[File], Lines);
}

void TextPrinter::print(const Input &I) {
  for (const Record &R : I.Records) {
    OS << paint("== " + I.Name +
                    (R.Module.empty() || R.Module == I.Name
                         ? ""
                         : " (" + R.Module + ")"),
                fmt::emphasis::bold)
       << '\n';
    print(R);
  }
}

void printText(std::ostream &OS, const Inputs &All, Sources &Texts, bool Color,
               bool Whole) {
  TextPrinter P(OS, Texts, Color, Whole);
  for (const Input &I : All)
    P.print(I);
  OS << "\n> launch   | in the slice   R prefetched   ! not prefetched   = "
        "stores to a copy   ~ waits or synchronises\n";
}

} // namespace foreslice::dump
