# A front to CMake for people and for CI. Needs nothing but make on Debian 12: each
# target first installs the packages that it needs and that are missing.

BUILD ?= build
PRESET ?= release
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

# The packages of a part of packages.txt, and of the parts above it.
packages = $(shell sed -n 's/\#.*//; 1,/^\[$(1)\]/ { /^\[/!p }; /^\[$(1)\]/,/^\[/ { /^\[/!p }' packages.txt)
# The lit tests are left out: their lines are checked as they stand.
sources = $(shell find driver passes runtime examples bench test/unit test/slowfs test/fuzz test/hostile \
  -name '*.c' -o -name '*.cpp' -o -name '*.h')

.PHONY: help demo install uninstall packages package-check release build check check-all check-tenth test format-check tidy asan tsan bench clean
help: ## lists the targets (the default)
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile | expand -t 22
	@echo
	@echo 'Variables: BUILD=$(BUILD) PRESET=$(PRESET) PREFIX=$(PREFIX) JOBS=$(JOBS)'

demo: deps-demo ## shows what Foreslice does to a program's reads
	cmake --preset $(PRESET) -B $(BUILD) -DBUILD_TESTING=OFF
	cmake --build $(BUILD) -j $(JOBS) --target demo
	examples/demo --build $(BUILD)

install: deps-install ## builds what users run, and installs it under PREFIX
	cmake --preset $(PRESET) -B $(BUILD) -DBUILD_TESTING=OFF
	cmake --build $(BUILD) -j $(JOBS)
	cmake --install $(BUILD) --prefix $(PREFIX) --strip

uninstall: ## removes what is installed under PREFIX
	cmake -DPREFIX=$(PREFIX) -P driver/packaging/Uninstall.cmake

# In a build tree of their own, without tests.
packages: deps-packages ## makes Debian packages of what users run, in build/packages/packages
	cmake --preset $(PRESET) -B $(BUILD)/packages -DBUILD_TESTING=OFF
	cmake --build $(BUILD)/packages -j $(JOBS)
	cd $(BUILD)/packages && cpack -G DEB

package-check: deps-packages ## installs the packages of `make packages` in a clean root, and tries them there
	test/packages/check --packages $(BUILD)/packages/packages

release: packages ## makes archives of the sources and of what is installed, in build/release
	driver/packaging/release $(BUILD)/packages $(BUILD)/release

build: deps-check ## builds all, the tests too
	cmake --preset $(PRESET) -B $(BUILD) -DBUILD_TESTING=ON
	cmake --build $(BUILD) -j $(JOBS)

check: format-check build ## runs the tests; of programs, a part of levels and ranks
	test/check --build $(BUILD) --jobs $(JOBS)

check-all: format-check build deps-check-all ## runs all: levels, ranks, sanitizers, tidy, random programs
	test/check --build $(BUILD) --jobs $(JOBS) --all

check-tenth: build deps-check-all ## runs a tenth of what check-all has beside check; TENTH=0 to 9
	test/check --build $(BUILD) --jobs $(JOBS) --tenth $(or $(TENTH),commit)

test: build ## runs ONLY=test/passes, ONLY=test/programs/threads.c, ONLY=cache, ...
	test/check --build $(BUILD) --jobs $(JOBS) $(if $(DRAW),--draw $(DRAW)) $(if $(ALL),--all) $(ONLY)

format-check: deps-check ## sees whether clang-format would change a source
	@clang-format-22 --dry-run --Werror $(sources)

# The build is clang's: so are its precompiled headers.
tidy: build deps-check-all ## runs clang-tidy over the sources that have changed
	nice .ci/tidy --build $(BUILD) --jobs $(JOBS)

# Their build trees are in build/.
asan tsan: deps-check-all
	cmake --preset $@
	nice cmake --build --preset $@ -j $(JOBS)
	ctest --preset $@ -j $(JOBS)
asan: ## runs the unit tests with AddressSanitizer and UndefinedBehaviorSanitizer
tsan: ## runs the unit tests with ThreadSanitizer

bench: build ## runs the measurements
	bench/overlap --build $(BUILD)
	bench/overhead --build $(BUILD)
	bench/dependent --build $(BUILD)

clean: ## removes the build tree
	rm -rf $(BUILD)

# Asks dpkg first: offline and fast where all is there.
deps-%:
	@missing=; for package in $(call packages,$*); do \
	  dpkg-query -W -f='$${db:Status-Status}\n' $$package 2>/dev/null | \
	    grep -qx installed || missing="$$missing $$package"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing" && \
	  $(SUDO) apt-get update && \
	  $(SUDO) env DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y --no-install-recommends $$missing; \
	fi
