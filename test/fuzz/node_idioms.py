"""Idioms of C++ with containers of nodes, and of names."""

from idiom import IGNORE, data_file, idiom


def read_block(w, file, at, bytes):
    w(f"MPI_File_read_at({file.handle}, (MPI_Offset)({at}), b, {bytes}, {IGNORE});", f"mix(&sum, b, {bytes});", "compute();")


def place(g, s, file, counter, bytes):
    return f"(({g.number(s, 1)} + (u64){counter} * {g.pick(7919, 12345, 64)}u) % {file.size - bytes}u)"


def grows(g, counter):
    """When a container gets one more."""
    return g.pick(f"{counter} % 3 == 0", "b[0] % 3 == 0", f"{counter} < 4", "true")


@idiom(16, cxx=True)
def map_of_places(g, s, w):
    """A map that grows and shrinks between the reads."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    kind = g.pick("map", "unordered_map", "multimap")
    w(f"std::{kind}<u64, u64> places;", f"byte b[{bytes}];", "memset(b, 0, sizeof b);")
    w(f"for (u64 k = 0; k < {g.upto(1, 6)}; k++)", f"  places.emplace(k * 5 % 7, {place(g, s, file, 'k', bytes)});")
    with w.block(f"for (int k = 0; k < {g.upto(2, 16)} && !places.empty(); k++)"):
        w("auto it = places.begin();", "u64 at = it->second;", "places.erase(it);")
        w(f"if ({grows(g, 'k')})", f"  places.emplace((u64)k * 3 % 11, {place(g, s, file, 'k', bytes)});")
        if g.chance(0.3):
            w("if (auto found = places.find((u64)k % 7); found != places.end())", f"  found->second = found->second / 2;")
        read_block(w, file, "at", bytes)
    w("mixNumber(&sum, places.size());")


@idiom(16, cxx=True)
def set_of_places(g, s, w):
    """The first of a set, as in a search with priorities."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    w(f"std::{g.pick('set', 'multiset')}<u64> places;", f"byte b[{bytes}];", "memset(b, 0, sizeof b);")
    w(f"for (int k = 0; k < {g.upto(1, 6)}; k++)", f"  places.insert({place(g, s, file, 'k', bytes)});")
    with w.block(f"for (int k = 0; k < {g.upto(2, 16)} && !places.empty(); k++)"):
        w("u64 at = *places.begin();", "places.erase(places.begin());")
        w(f"if ({grows(g, 'k')})", f"  places.insert(({g.pick('at + 4096', 'at * 3', 'at / 2 + 1')}) % {file.size - bytes}u);")
        read_block(w, file, "at", bytes)


@idiom(16, cxx=True)
def list_of_places(g, s, w):
    """A list to its end, that gets more while it is walked, or is a queue."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    w("std::list<u64> places, more;", f"byte b[{bytes}];", "memset(b, 0, sizeof b);", "int left = 16;")
    w(f"for (int k = 0; k < {g.upto(1, 6)}; k++)", f"  places.push_{g.pick('back', 'front')}({place(g, s, file, 'k', bytes)});")
    if g.chance(0.5):
        with w.block("for (auto it = places.begin(); it != places.end() && left-- > 0; ++it)"):
            w(f"if ({grows(g, 'left')})", f"  places.push_back({place(g, s, file, 'left', bytes)});")
            read_block(w, file, "*it", bytes)
        return
    with w.block("while (!places.empty() && left-- > 0)"):
        w("u64 at = places.front();", "places.pop_front();")
        w(f"if ({grows(g, 'left')})", f"  more.push_back({place(g, s, file, 'left', bytes)});")
        w(f"if (more.size() >= {g.upto(1, 3)})", f"  places.splice(places.{g.pick('begin', 'end')}(), more);")
        read_block(w, file, "at", bytes)


@idiom(16, cxx=True)
def queue_of_places(g, s, w):
    """A queue, by age or by priority."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    kind, first = g.pick(("deque<u64>", "front"), ("queue<u64>", "front"), ("priority_queue<u64>", "top"),
                         ("priority_queue<u64, std::vector<u64>, std::greater<u64>>", "top"))  # fmt: skip
    deque = kind.startswith("deque")
    push, pop = ("push_back", "pop_front") if deque else ("push", "pop")
    w(f"std::{kind} places;", f"byte b[{bytes}];", "memset(b, 0, sizeof b);")
    w(f"for (int k = 0; k < {g.upto(1, 6)}; k++)", f"  places.{push}({place(g, s, file, 'k', bytes)});")
    with w.block(f"for (int k = 0; k < {g.upto(2, 16)} && !places.empty(); k++)"):
        w(f"u64 at = places.{first}();", f"places.{pop}();")
        w(f"if ({grows(g, 'k')})", f"  places.{push}(({g.pick('at + 4096', 'at * 3', 'at / 2 + 1')}) % {file.size - bytes}u);")
        if deque and g.chance(0.5):
            w("if (places.size() > 2)", "  std::swap(places.front(), places.back());")
        read_block(w, file, "at", bytes)


@idiom(16, cxx=True)
def named_places(g, s, w):
    """Places by names that are put together."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    stem = g.pick("x", "a name too long to be in the string itself ")
    n = g.upto(2, 8)
    w(f"std::{g.pick('map', 'unordered_map')}<std::string, u64> places;", f"byte b[{bytes}];")
    with w.block("auto nameOf = [](u64 k)", "};"):
        if g.chance(0.5):
            w(f'return "{stem}" + std::to_string(k);')
        else:
            w(f'std::string name = "{stem}";', "name += std::to_string(k * 37);", "name += '.';", "return name.substr(0, name.size() - 1);")
    before = g.chance(0.5)
    if before:
        w(f"for (u64 k = 0; k < {n}; k++)", f"  places[nameOf(k)] = {place(g, s, file, 'k', bytes)};")
    with w.block(f"for (u64 k = 0; k < {n * 2}; k++)"):
        if not before:
            w(f"places[nameOf(k * 3 % {n})] += {place(g, s, file, 'k', bytes)} / 2;")
        w(f"auto found = places.find(nameOf(k * {g.pick(1, 3, 5)} % {n + 1}));", "if (found == places.end())", "  continue;")
        read_block(w, file, f"found->second % {file.size - bytes}u", bytes)


@idiom(30, cxx=True)
def named_files(g, s, w):
    """Files whose names are in a vector of strings; some are not there."""
    w("std::vector<std::string> names;", "byte b[1024];")
    w(f"for (int k = 0; k < {g.upto(1, 4)}; k++)", '  names.push_back("part" + std::to_string(k * 3 % 5) + ".dat");')
    if g.chance(0.3):
        w('names.push_back("part1.data");', "names.back().pop_back();")
    if g.chance(0.3):
        w(g.pick("std::sort(names.begin(), names.end());", "std::reverse(names.begin(), names.end());"))
    with w.block("for (const std::string &name : names)"):
        w("MPI_File part;")
        with w.block("if (MPI_File_open(MPI_COMM_SELF, name.c_str(), MPI_MODE_RDONLY, MPI_INFO_NULL, &part) != MPI_SUCCESS)"):
            w("mixNumber(&sum, name.size());", "continue;")
        with w.block(f"for (int j = 0; j < {g.upto(1, 5)}; j++)"):
            start = g.pick("j * 900", "(MPI_Offset)(name[4] - '0') * 200 + j * 100")
            w(f"MPI_File_read_at(part, {start}, b, 1000, {IGNORE});", "mix(&sum, b, 1000);", "compute();")
        w("MPI_File_close(&part);")


@idiom(20, cxx=True)
def walked_map(g, s, w):
    """A map that is walked, searched by order and thinned out while it is."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    w("std::map<u64, std::vector<u64>> rows;", f"byte b[{bytes}];", "memset(b, 0, sizeof b);")
    w(f"for (u64 k = 0; k < {g.upto(2, 14)}; k++)", f"  rows[k * 7 % {g.pick(3, 5, 9)}].push_back({place(g, s, file, 'k', bytes)});")
    way = g.pick("erase", "bound", "backward", "pairs")
    if way == "erase":
        with w.block("for (auto it = rows.begin(); it != rows.end();)"):
            w("u64 at = it->second.back();", "it->second.pop_back();")
            w("if (it->second.empty())", "  it = rows.erase(it);", "else", f"  {g.pick('++it', 'it->second.size() > 1 ? (void)it->second.erase(it->second.begin()) : (void)++it')};")
            read_block(w, file, "at", bytes)
    elif way == "bound":
        with w.block(f"for (u64 k = 0; k < {g.upto(2, 10)}; k++)"):
            w(f"auto it = rows.{g.pick('lower', 'upper')}_bound(k * 3 % 8);", "if (it == rows.end())", "  continue;")
            w("u64 at = it->second.front();", f"it->second.insert(it->second.begin(), (at + {g.pick('k', 'b[0]', '4096')}) % {file.size - bytes}u);")
            read_block(w, file, "at", bytes)
    elif way == "backward":
        with w.block("for (auto it = rows.rbegin(); it != rows.rend(); ++it)"):
            read_block(w, file, "it->second[it->second.size() / 2]", bytes)
    else:
        with w.block("for (auto &[key, row] : rows)"):
            with w.block("for (u64 &at : row)"):
                read_block(w, file, "at", bytes)
                w(g.pick("at /= 2;", "at += key;", ""))
    w("for (const auto &[key, row] : rows)", "  for (u64 at : row)", "    mixNumber(&sum, key + at);")


@idiom(20, cxx=True)
def cache_of_blocks(g, s, w):
    """A small cache with the least recently used block at the end of a list."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    room = g.upto(1, 5)
    w("std::list<u64> order;", f"std::{g.pick('map', 'unordered_map')}<u64, std::list<u64>::iterator> known;", f"byte b[{bytes}];",
      "memset(b, 0, sizeof b);")  # fmt: skip
    with w.block(f"for (u64 k = 0; k < {g.upto(4, 20)}; k++)"):
        w(f"u64 block = (k * {g.pick(3, 5, 7)} + {g.number(s, 1)} % 3u + {g.pick('0', 'b[1] % 2u')}) % {g.pick(6, 9)};", "auto found = known.find(block);")
        with w.block("if (found != known.end())"):
            w("order.splice(order.begin(), order, found->second);", "mixNumber(&sum, block);", "continue;")
        w("order.push_front(block);", "known[block] = order.begin();")
        with w.block(f"if (order.size() > {room})"):
            w("known.erase(order.back());", "order.pop_back();")
        read_block(w, file, f"block * {g.pick(4096, 7000)}", bytes)
    w("for (u64 block : order)", "  mixNumber(&sum, block);")


@idiom(16, cxx=True)
def copied_containers(g, s, w):
    """Containers that are copied, moved, swapped, or in an object."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    kind = g.pick("std::set<u64>", "std::list<u64>", "std::vector<u64>", "std::deque<u64>")
    w(f"{kind} now, then;", f"byte b[{bytes}];", "memset(b, 0, sizeof b);")
    w(f"for (int k = 0; k < {g.upto(2, 6)}; k++)", f"  now.insert(now.end(), {place(g, s, file, 'k', bytes)});")
    with w.block(f"for (int k = 0; k < {g.upto(2, 10)} && !now.empty(); k++)"):
        w("u64 at = *now.begin();", "now.erase(now.begin());")
        w(f"if ({grows(g, 'k')})", f"  then.insert(then.end(), at / 3 + {g.pick(0, 4096)});")
        with w.block(f"if (now.{g.pick('empty()', 'size() < 2')})"):
            w(g.pick("now.swap(then);", "now = then;", "std::swap(now, then);\nthen.clear();", "now = std::move(then);\nthen.clear();"))
        read_block(w, file, "at", bytes)
    w("for (u64 at : now)", "  mixNumber(&sum, at);", "mixNumber(&sum, then.size());")


@idiom(20, cxx=True)
def names_with_offsets(g, s, w):
    """A text of names and places is taken apart, name by name."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    entries = [f"{g.pick('u', 'density', 'a_rather_long_name_of_a_field')}{k}={g.upto(0, 60000)}" for k in range(g.upto(1, 6))]
    w(f'std::string text = "{";".join(entries)};";', f"byte b[{bytes}];", "std::map<std::string, u64> places;", "size_t from = 0;")
    with w.block("for (;;)"):
        w("size_t end = text.find(';', from);", "if (end == std::string::npos)", "  break;")
        w("std::string entry = text.substr(from, end - from);", "size_t equal = entry.find('=');", "from = end + 1;")
        w(f"places[entry.substr(0, equal)] = {g.pick('std::stoul(entry.substr(equal + 1))', 'strtoul(entry.c_str() + equal + 1, nullptr, 10)')};")
        if inside := g.chance(0.4):
            w("u64 at = places.begin()->second;")
            read_block(w, file, "at", bytes)
    if not inside or g.chance(0.5):
        with w.block("for (const auto &[name, at] : places)"):
            w("mix(&sum, name.data(), name.size());")
            read_block(w, file, "at", bytes)
