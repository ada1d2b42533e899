# A front to CMake for people and for CI. Needs nothing but make on Debian 12:
# `make deps` installs the rest.
#
#   make build     builds into $(BUILD)
#   make check     runs all tests, and tidy, asan and tsan; a warning of the
#                  compiler fails it
#   make tests     runs the tests of check alone
#   make tidy      runs clang-tidy over the sources that have changed
#   make asan      runs the unit tests of the run time with AddressSanitizer and
#                  UndefinedBehaviorSanitizer, make tsan with ThreadSanitizer
#   make demo      shows what Foreslice does to a program's reads
#   make bench     runs the measurements
#   make install   installs under $(PREFIX)

BUILD ?= build
PRESET ?= release
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

packages := $(shell sed 's/\#.*//' packages.txt)
# The lit tests are left out: their lines are checked as they stand.
sources = $(shell find driver passes runtime examples bench test/unit test/slowfs test/fuzz test/hostile \
  -name '*.c' -o -name '*.cpp' -o -name '*.h')

.PHONY: build deps check tests format-check tidy asan tsan demo bench install clean
build: deps
	cmake --preset $(PRESET) -B $(BUILD) -DCMAKE_INSTALL_PREFIX=$(PREFIX)
	cmake --build $(BUILD) -j $(JOBS)

# Asks dpkg first: offline and fast where all is there.
deps:
	@missing=; for package in $(packages); do \
	  dpkg-query -W -f='$${db:Status-Status}\n' $$package 2>/dev/null | \
	    grep -qx installed || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing" && \
	  $(SUDO) apt-get update && \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y --no-install-recommends $$missing; \
	fi

# Tests wait much, for storage and for each other's processes. The compilers of the
# other checks work meanwhile.
check: build format-check
	$(MAKE) -j 2 tests tidy asan tsan

tests: build
	ctest --test-dir $(BUILD) -j $(JOBS) --output-on-failure

format-check: deps
	@clang-format-22 --dry-run --Werror $(sources)

# The build is clang's: so are its precompiled headers.
tidy: build
	nice .ci/tidy --build $(BUILD) --jobs $(JOBS)

# The presets say which tests are left out, and why. Their build trees are in build/.
asan tsan: deps
	cmake --preset $@
	nice cmake --build --preset $@ -j $(JOBS)
	ctest --preset $@ -j $(JOBS)

demo: build
	examples/demo --build $(BUILD)

bench: build
	bench/overlap --build $(BUILD)
	bench/overhead --build $(BUILD)
	bench/dependent --build $(BUILD)

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)

clean:
	rm -rf $(BUILD)
