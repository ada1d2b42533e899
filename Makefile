# A front to CMake for people and for CI. Needs nothing but make on Debian 12:
# `make deps` installs the rest.
#
#   make build     builds into $(BUILD)
#   make check     runs all tests
#   make tidy      runs clang-tidy over all sources
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

.PHONY: build deps check format-check tidy demo bench install clean
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

check: build format-check
	ctest --test-dir $(BUILD) -j $(JOBS) --output-on-failure

format-check: deps
	clang-format-22 --dry-run --Werror $(sources)

# Without the precompiled headers, which are the compiler's own.
tidy: build
	mkdir -p $(BUILD)/tidy
	sed 's/-Winvalid-pch//; s/-include [^ ]*cmake_pch[^ ]*//' \
	  $(BUILD)/compile_commands.json > $(BUILD)/tidy/compile_commands.json
	run-clang-tidy-22 -quiet -p $(BUILD)/tidy "$(CURDIR)/(driver|passes|runtime)/"

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
