"""Idioms in which functions that only work out a value decide the places."""

from idiom import IGNORE, data_file, idiom


def read_block(w, file, at, bytes):
    w(f"MPI_File_read_at({file.handle}, (MPI_Offset)(({at}) % {file.size - bytes}u), b, {bytes}, {IGNORE});",
      f"mix(&sum, b, {bytes});", "compute();")  # fmt: skip


def own_text(g, w, text):
    """A text in memory of some kind; returns what frees it."""
    kind = g.pick("local", "static", "heap", "mapped", "wrapped")
    if kind == "local":
        w(f'char text[80] = "{text}";')
    elif kind == "static":
        w("static char text[80];", f'strcpy(text, "{text}");')
    elif kind == "heap":
        w("char *text = (char *)malloc(80);", f'strcpy(text, "{text}");')
        return ["free(text);"]
    elif kind == "mapped":
        # Memory of its own that is gone when the text is freed.
        w("char *text = (char *)allocate(1 << 18);", f'strcpy(text, "{text}");')
        return ["release(text);"]
    else:
        w(f'char *text = copyOf("{text}");')
        return ["release(text);"]
    return []


@idiom(14)
def number_in_text(g, s, w):
    """A text that the loop changes is read as a number."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    w(f"byte b[{bytes}];", "memset(b, 0, sizeof b);")
    free = own_text(g, w, f"{g.upto(10000, 99999)}")
    ways = ["(u64)strtol(text, NULL, 10)", "(u64)atoi(text)", "(u64)atol(text)", "(u64)strtoull(text, NULL, 16)",
            "digitsOf(text)", "(u64)atof(text)", "(u64)strtod(text, NULL)", "scanned"]  # fmt: skip
    way = g.pick(*ways)
    with w.block(f"for (int k = 0; k < {g.upto(2, 14)}; k++)"):
        change = g.pick("text[1] = (char)('0' + k % 10);", "addOne(text);", f'snprintf(text, 80, "%llu", (unsigned long long)({g.number(s, 1)} % 9999999u));',
                        'sprintf(text, "%d", k * 4321);', "text[k % 5]++;", "text[3] = (char)('0' + b[5] % 10);")  # fmt: skip
        w(change)
        if change.startswith("text[k"):
            w("if (!isdigit((unsigned char)text[k % 5]))", "  text[k % 5] = '3';")
        if way == "scanned":
            w("unsigned place = 0;", f'if (sscanf(text, "{g.pick("%u", "%4u", "%x")}", &place) != 1)', "  break;")
            read_block(w, file, "(u64)place", bytes)
        else:
            read_block(w, file, way, bytes)
    w(*free)


@idiom(14)
def words(g, s, w):
    """The words of a list, one after the other."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    w(f"byte b[{bytes}];")
    numbers = [str(g.upto(0, 99999)) for _ in range(g.upto(2, 10))]
    free = own_text(g, w, ",".join(numbers))
    way = g.pick("strtok", "strtok_r", "strchr", "strtoul", "strsep")
    if way.startswith("strtok"):
        rest = ", &rest" if way == "strtok_r" else ""
        w(*(["char *rest = NULL;"] if rest else []))
        with w.block(f'for (char *word = {way}(text, ", "{rest}); word; word = {way}(NULL, ", "{rest}))'):
            read_block(w, file, "(u64)atoi(word)", bytes)
    elif way == "strchr":
        with w.block("for (const char *p = text; p; p = strchr(p, ','))"):
            w("p += *p == ',';")
            read_block(w, file, g.pick("digitsOf(p)", "(u64)strtol(p, NULL, 10)"), bytes)
    elif way == "strsep":
        w("char *rest = text, *word;")
        with w.block('while ((word = strsep(&rest, ",")))'):
            read_block(w, file, "(u64)atol(word) + strlen(word)", bytes)
    else:
        w("char *p = text;")
        with w.block("while (isdigit((unsigned char)*p))"):
            w("u64 place = strtoul(p, &p, 10);", "if (*p == ',')", "  p++;")
            read_block(w, file, "place", bytes)
    w(*free)


@idiom(14)
def arithmetic(g, s, w):
    """Functions of the mathematics library, where they are exact."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    w(f"byte b[{bytes}];", "memset(b, 0, sizeof b);", f"double x = (double)({g.number(s, 1)} % 9999u);")
    with w.block(f"for (int k = 0; k < {g.upto(2, 14)}; k++)"):
        w(f"x = {g.pick('floor(sqrt(x * 3 + k) * 17)', 'pow(k, 2) + fmod(x, 4096)', 'fmod(x * 7 + 11, 65536)', 'ceil(x / 3) + ldexp(k + 1, 9)', 'fabs(round(x / 2) - 100.0 * k)', '(double)rootOf((u64)x + (u64)k, 60000)', 'fmax(x - 50, 3) + trunc(hypot(3.0 * k, 4.0 * k))')};")
        if g.chance(0.2):
            w("if (b[3] % 4 == 0)", "  x += (double)labs((long)b[1] - 128);")
        read_block(w, file, "(u64)x", bytes)


@idiom(16)
def sorted_places(g, s, w):
    """A table is sorted, and searched, between reads."""
    file, bytes, n = data_file(g, s), g.pick(64, 700), g.upto(3, 12)
    heap = g.chance(0.5)
    w(f"u64 *places = (u64 *)allocate({n} * sizeof(u64));" if heap else f"u64 places[{n}];", f"byte b[{bytes}];",
      "memset(b, 0, sizeof b);")  # fmt: skip
    w(f"for (u64 k = 0; k < {n}; k++)", f"  places[k] = ({g.number(s, 1)} + k * 7919) % 60000;")
    inside = g.chance(0.5)
    if not inside:
        w(f"qsort(places, {n}, sizeof(u64), byValue);")
    with w.block(f"for (u64 k = 0; k < {n}; k++)"):
        if inside:
            w(g.pick(*[f"places[k] = (places[k] * 3 + {more}) % 60000;" for more in ("k", "5", "b[0] % 7u")], f"places[{n} - 1 - k] += k;"),
              f"qsort(places, {n}, sizeof(u64), byValue);")  # fmt: skip
        if g.chance(0.5):
            w("u64 key = places[k] + k % 2;", f"u64 *found = (u64 *)bsearch(&key, places, {n}, sizeof(u64), byValue);")
            w("if (!found)", "  continue;")
            read_block(w, file, "*found", bytes)
        else:
            read_block(w, file, "places[k]", bytes)
    if heap:
        w("release(places);")


@idiom(14)
def characters(g, s, w):
    """What kind a character is of, or whether memory is the same."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    w(f"byte b[{bytes}];", "memset(b, 0, sizeof b);", "u64 at = 0;")
    free = own_text(g, w, g.pick("aF3 9zQ,x7;B1", "Read, 12 times; OR 3."))
    w("char *seen = copyOf(text);")
    with w.block(f"for (size_t k = 0; k < strlen({g.pick('text', 'seen')}) && k < 13; k++)"):
        w("int c = (unsigned char)text[k];")
        w(g.pick("if (isalpha(c))\n  at += (u64)tolower(c) * 97;\nelse if (isdigit(c))\n  at *= (u64)(c - '0');",
                 "at += isspace(c) ? 4096 : isxdigit(c) ? (u64)toupper(c) : 500;",
                 "switch (toupper(c)) {\ncase 'A': at += 10; break;\ncase 'Z': at = 9; break;\ndefault: at += (u64)ispunct(c) ? 777 : 55;\n}"))  # fmt: skip
        w(g.pick(f"if (memcmp(text, seen, k) == 0)\n  at += 256;", "if (strncmp(text, seen, 4) != 0)\n  at += 1000;",
                 "seen[k] = (char)(b[0] % 26 + 'a');", 'if (strcasecmp(text, seen) == 0)\n  at += strspn(seen, "aF39");'))  # fmt: skip
        w(g.pick("text[k] = (char)toupper(c);", "memmove(seen, seen + 1, strlen(seen));", "seen[k] ^= 1;", ""))
        read_block(w, file, "at", bytes)
    w("release(seen);", *free)


@idiom(14)
def half_taken(g, s, w):
    """A text of which the first words are taken before the loop."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    w(f"byte b[{bytes}];")
    free = own_text(g, w, " ".join(str(g.upto(0, 99999)) for _ in range(g.upto(3, 9))))
    w('char *word = strtok(text, " ");', "mixNumber(&sum, (u64)atol(word));", f"int left = {g.upto(1, 12)};")
    with w.block('while (left-- > 0 && (word = strtok(NULL, " ")))'):
        read_block(w, file, g.pick("(u64)atol(word)", "digitsOf(word) * 2 + strlen(word)"), bytes)
    w('word = strtok(NULL, " ");', "mixNumber(&sum, word ? (u64)atol(word) : 5);", *free)


@idiom(16)
def settings_text(g, s, w):
    """Lines of a settings text, with keys that say what the number is for."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    keys = ("at", "step", "skip", "# note")
    lines = "".join(f"{g.pick(*keys)} = {g.upto(1, 9999)}\\n" for _ in range(g.upto(2, 5)))
    w(f"byte b[{bytes}];")
    free = own_text(g, w, lines)
    w("u64 at = 0, step = 64;", "const char *line = text;")
    with w.block(f"for (int k = 0; *line && k < {g.upto(2, 10)}; k++)"):
        w("char key[16] = {0};", "unsigned long number = 0;", "const char *end = strchr(line, '\\n');")
        with w.block('if (sscanf(line, "%15s = %lu", key, &number) == 2)'):
            w('if (strcmp(key, "at") == 0)', "  at = number;", 'else if (!strncmp(key, "st", 2))', "  step = number;", "else", "  at += step * number;")
        w("line = end ? end + 1 : line + strlen(line);")
        read_block(w, file, "at", bytes)
        if g.chance(0.3):
            w("if (!*line && k < 3)", "  line = text;")
    w(*free)


@idiom(14)
def changing_order(g, s, w):
    """A table on the heap that grows by realloc, sorted by a function of here."""
    file, bytes = data_file(g, s), g.pick(64, 700)
    w("u64 *places = NULL;", "size_t count = 0;", f"byte b[{bytes}];", "memset(b, 0, sizeof b);")
    with w.block(f"for (u64 k = 0; k < {g.upto(2, 12)}; k++)"):
        w("places = (u64 *)realloc(places, (count + 1) * sizeof(u64));")
        w(f"places[count++] = ({g.number(s, 1)} + k * 7919 + {g.pick('0', 'b[2]')}) % 60000;")
        w(g.pick("qsort(places, count, sizeof(u64), byValue);", "if (count % 4 == 0)\n  qsort(places, count, sizeof(u64), byValue);", ""))
        if g.chance(0.3):
            w("if (count > 3)", "  memmove(places, places + 1, --count * sizeof(u64));")
        read_block(w, file, g.pick("places[count / 2]", "places[0] + count", "places[count - 1]"), bytes)
    w("mix(&sum, places, count * sizeof(u64));", "free(places);")
