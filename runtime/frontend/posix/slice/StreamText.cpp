//===- StreamText.cpp - text of a slice's streams -------------------------===//
//
// See StreamText.h. Text is read as in the locale "C".
//
//===----------------------------------------------------------------------===//

#include "frontend/posix/slice/StreamText.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace foreslice {

namespace {

bool isSpace(std::byte Character) {
  auto C = static_cast<unsigned char>(Character);
  return C == ' ' || (C >= '\t' && C <= '\r');
}

/// The text from the stream's position on.
class Text {
public:
  explicit Text(SliceStream &S) : S(S) {}

  /// The next bytes, none at the end.
  std::span<const std::byte> here() {
    if (std::span<const std::byte> Here = S.atHand(S.Position); !Here.empty())
      return Here;
    S.postAhead();
    return S.dataAt(S.Position);
  }
  /// The next byte, -1 at the end.
  int peek() {
    std::span<const std::byte> Here = here();
    return Here.empty() ? -1 : static_cast<unsigned char>(Here.front());
  }
  /// Moves to the first byte with Is, or over Most bytes. False without such a
  /// byte.
  template <class IsFn> bool moveTo(int64_t Most, IsFn Is) {
    while (Most > 0) {
      std::span<const std::byte> Here = here();
      if (Here.empty())
        return false;
      Here = Here.first(std::min<uint64_t>(Here.size(), uint64_t(Most)));
      int64_t Excess = std::ranges::find_if(Here, Is) - Here.begin();
      S.Position += Excess;
      Most -= Excess;
      if (Excess < static_cast<int64_t>(Here.size()))
        return true;
    }
    return false;
  }
  bool moveTo(int64_t Most, int64_t Character) {
    return moveTo(Most, [C = static_cast<std::byte>(Character)](std::byte B) {
      return B == C;
    });
  }
  /// False at the end of the file: a failure.
  bool skipSpace() {
    if (moveTo(All, [](std::byte B) { return !isSpace(B); }))
      return true;
    S.Bits |= SliceStream::End | SliceStream::Fail;
    return false;
  }

  static constexpr int64_t All = std::numeric_limits<int64_t>::max();

private:
  SliceStream &S;
};

/// Stores Bytes from the stream's position on, and moves behind.
SliceEnd take(SliceStream &S, const StreamRead &R, int64_t Bytes) {
  for (int64_t Done = 0; Done < Bytes;) {
    std::span<const std::byte> Here = Text(S).here();
    if (Here.empty())
      break;
    int64_t Part = std::min(static_cast<int64_t>(Here.size()), Bytes - Done);
    SliceEnd End = R.store(Here.data(), static_cast<size_t>(Part), Done);
    if (End != SliceEnd::Completed)
      return End;
    S.Position += Part;
    Done += Part;
  }
  return SliceEnd::Completed;
}

template <class MoveFn> int64_t distance(SliceStream &S, MoveFn Move) {
  int64_t Begin = S.Position;
  Move(Text(S));
  return std::exchange(S.Position, Begin) - Begin;
}

int64_t lineLength(SliceStream &S, int64_t Delimiter) {
  return distance(S, [&](Text T) { T.moveTo(Text::All, Delimiter); });
}

SliceEnd line(SliceStream &S, const StreamRead &R) {
  SliceEnd End = take(S, R, R.Bytes);
  if (Text(S).peek() >= 0)
    ++S.Position;
  else
    S.Bits |= SliceStream::End | (R.Bytes == 0 ? SliceStream::Fail : 0);
  return End;
}

int64_t wordLength(SliceStream &S) {
  if (!Text(S).skipSpace())
    return -1;
  return distance(S, [](Text T) { T.moveTo(Text::All, isSpace); });
}

SliceEnd word(SliceStream &S, const StreamRead &R) {
  SliceEnd End = take(S, R, R.Bytes);
  if (Text(S).peek() < 0)
    S.Bits |= SliceStream::End;
  return End;
}

SliceEnd character(SliceStream &S, const StreamRead &R) {
  return Text(S).skipSpace() ? take(S, R, 1) : SliceEnd::Completed;
}

/// getline() of at most R.Bytes with the 0.
SliceEnd characters(SliceStream &S, const StreamRead &R) {
  int64_t Most = std::max<int64_t>(R.Bytes - 1, 0);
  int64_t Length = distance(S, [&](Text T) { T.moveTo(Most, R.Argument); });
  SliceEnd End = take(S, R, Length);
  S.Count = Length;
  int Next = Text(S).peek();
  if (Next < 0) {
    S.Bits |= SliceStream::End | (Length == 0 ? SliceStream::Fail : 0);
  } else if (Next == static_cast<unsigned char>(R.Argument)) {
    ++S.Position;
    ++S.Count;
  } else {
    S.Bits |= SliceStream::Fail;
  }
  const char Zero = 0;
  return End == SliceEnd::Completed ? R.store(&Zero, 1, Length) : End;
}

void ignoreTo(SliceStream &S, const StreamRead &R) {
  int64_t Begin = S.Position;
  bool Found = Text(S).moveTo(R.Bytes, R.Argument);
  S.Position += Found;
  S.Count = S.Position - Begin;
  if (!Found && S.Count < R.Bytes)
    S.Bits |= SliceStream::End;
}

/// The characters taken by std::num_get for a number, even without a valid
/// number.
std::string numeral(SliceStream &S, bool Real) {
  constexpr size_t Most = 400;
  std::string Taken;
  bool Point = false, Power = false;
  for (int C; Taken.size() < Most && (C = Text(S).peek()) >= 0; ++S.Position) {
    bool First = Taken.empty() || (Power && (Taken.back() == 'e'));
    bool Digit = C >= '0' && C <= '9';
    bool Sign = First && (C == '+' || C == '-');
    bool IsPoint = Real && C == '.' && !Point && !Power;
    bool IsPower = Real && (C == 'e' || C == 'E') && !Power && !Taken.empty();
    if (!Digit && !Sign && !IsPoint && !IsPower)
      return Taken;
    Point |= IsPoint;
    Power |= IsPower;
    if (IsPower)
      C = 'e';
    Taken.push_back(static_cast<char>(C));
  }
  S.Bits |= SliceStream::End;
  return Taken;
}

/// Stores the number. Text without a number gives 0, and too large a number the
/// largest: both failures.
template <typename Number>
SliceEnd number(SliceStream &S, const StreamRead &R, int64_t &Gives) {
  if (!Text(S).skipSpace())
    return SliceEnd::Completed;
  constexpr bool Real = std::is_floating_point_v<Number>;
  std::string Read = numeral(S, Real);
  std::string_view Digits = Read;
  if (Digits.starts_with('+'))
    Digits.remove_prefix(1);
  bool Negative = std::is_unsigned_v<Number> && Digits.starts_with('-');
  if (Negative)
    Digits.remove_prefix(1);
  Number Value = 0;
  auto [End, Error] =
      std::from_chars(Digits.data(), Digits.data() + Digits.size(), Value);
  if (Error == std::errc::result_out_of_range) {
    bool Below = Digits.starts_with('-');
    Value = Below ? std::numeric_limits<Number>::lowest()
                  : std::numeric_limits<Number>::max();
  }
  if (Negative)
    Value = static_cast<Number>(Number(0) - Value);
  if (Error != std::errc() || End != Digits.data() + Digits.size()) {
    S.Bits |= SliceStream::Fail;
    if (Error != std::errc::result_out_of_range)
      Value = 0;
  }
  Gives = sizeof Value;
  return R.store(&Value, sizeof Value);
}

SliceEnd anyNumber(SliceStream &S, const StreamRead &R, int64_t &Gives) {
  switch (R.Argument) {
  case FORESLICE_STREAM_SHORT:
    return number<short>(S, R, Gives);
  case FORESLICE_STREAM_UNSIGNED_SHORT:
    return number<unsigned short>(S, R, Gives);
  case FORESLICE_STREAM_INT:
    return number<int>(S, R, Gives);
  case FORESLICE_STREAM_UNSIGNED:
    return number<unsigned>(S, R, Gives);
  case FORESLICE_STREAM_LONG:
    return number<long>(S, R, Gives);
  case FORESLICE_STREAM_UNSIGNED_LONG:
    return number<unsigned long>(S, R, Gives);
  case FORESLICE_STREAM_FLOAT:
    return number<float>(S, R, Gives);
  default:
    return number<double>(S, R, Gives);
  }
}

} // namespace

SliceEnd StreamRead::store(const void *From, size_t Count, int64_t Rest) const {
  return Buffer ? execution::space()->store(
                      static_cast<std::byte *>(Buffer) + Rest,
                      static_cast<const std::byte *>(From), Count, Frame)
                : SliceEnd::Completed;
}

SliceEnd readText(SliceStream &S, const StreamRead &R, int64_t &Gives) {
  switch (R.How) {
  case FORESLICE_STREAM_LINE_LENGTH:
    Gives = lineLength(S, R.Argument);
    return SliceEnd::Completed;
  case FORESLICE_STREAM_LINE:
    return line(S, R);
  case FORESLICE_STREAM_WORD_LENGTH:
    Gives = wordLength(S);
    return SliceEnd::Completed;
  case FORESLICE_STREAM_WORD:
    return word(S, R);
  case FORESLICE_STREAM_CHARACTER:
    return character(S, R);
  case FORESLICE_STREAM_SPACE:
    if (!Text(S).moveTo(Text::All, [](std::byte B) { return !isSpace(B); }))
      S.Bits |= SliceStream::End;
    return SliceEnd::Completed;
  case FORESLICE_STREAM_NUMBER:
    return anyNumber(S, R, Gives);
  case FORESLICE_STREAM_TEXT:
    return characters(S, R);
  default:
    ignoreTo(S, R);
    return SliceEnd::Completed;
  }
}

} // namespace foreslice
