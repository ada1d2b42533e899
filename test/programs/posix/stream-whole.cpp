// Whole files into strings and vectors, in the ways that programs do it.
// RUN: %check-program --expect 'hits>=10'
#include "posix.h"

#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

static std::string byIterators(const std::string &name) {
  std::ifstream in(name);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

static std::string bySize(const std::string &name) {
  std::ifstream in(name, std::ios::ate | std::ios::binary);
  if (!in)
    return "none";
  std::string text(static_cast<size_t>(in.tellg()), '\0');
  in.seekg(0);
  in.read(&text[0], static_cast<std::streamsize>(text.size()));
  return text;
}

static std::string byBuffer(const std::string &name) {
  std::ostringstream out;
  out << std::ifstream(name).rdbuf();
  return out.str();
}

static std::string byVector(const std::string &name) {
  std::ifstream in(name, std::ios::binary);
  std::vector<char> text((std::istreambuf_iterator<char>(in)), {});
  return {text.begin(), text.end()};
}

int main() {
  std::vector<std::string> names;
  for (unsigned i = 0; i < 16; i++) {
    names.push_back("part." + std::to_string(i));
    if (i < 12)
      makeData(names[i].c_str(), 150000 + 10 * i, i);
  }
  uint64_t d = DIGEST_START;
  for (unsigned i = 0; i < 16; i++) {
    const std::string &name = names[i];
    std::string text = i % 4 == 0   ? byIterators(name)
                       : i % 4 == 1 ? bySize(name)
                       : i % 4 == 2 ? byBuffer(name)
                                    : byVector(name);
    d = digest(d, text.data(), text.size());
    usleep(500);
  }
  result(d);
}
