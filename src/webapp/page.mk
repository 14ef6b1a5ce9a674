# page.mk - the same sources for a browser: heraldo.wasm, in the one file
# heraldo.html, and heraldo-cases.wasm, which the tests run cases in. GNU make;
# the Makefile calls it (make page) with
#
#	srcdir		the source tree
#	LIBRARIES	where contrib/page-libraries has put libunistring,
#			libsodium, zlib and bcrypt_pbkdf: there is no package of them
#			for WebAssembly
#	SOURCES		the files of the house, relative to srcdir
#	CASES		those that run cases
#
# The same sources give the same bytes in any folder: paths are cut off, and
# the link is done without optimization, for else clang would run wasm-opt where
# it is installed, and nowhere else.
# clang 14 makes the page that others compare theirs with
CC := $(firstword $(notdir $(foreach clang,clang-14 clang-18 clang-19,$(shell command -v $(clang)))) \
	clang-14)
# ccache may be told to write paths in another way: not here
export CCACHE_BASEDIR =
TARGET = --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi
# sodium.h means to be part of the program, errno and signals are small ones
DEFINES = -DWIDE_HALVES -D_GNU_SOURCE -D_WASI_EMULATED_SIGNAL -D_WASI_EMULATED_MMAN \
	-DSODIUM_STATIC -DPKGDATADIR='"/"' -DSYSCONFDIR='"/"'
# a struct of two words is two arguments, not a copy in memory; clang 19 would call its
# own function for 128 bits so, too, which is not made so: WIDE_HALVES does without it
FLAGS = $(TARGET) -Oz -std=gnu11 -Xclang -target-abi -Xclang experimental-mv -msign-ext \
	-fno-strict-aliasing -ffunction-sections -fdata-sections -ffile-prefix-map=$(srcdir)/= -ffile-prefix-map=$(LIBRARIES)/= \
	-MMD -MP $(DEFINES)
THEIRS = -I$(LIBRARIES)/unistring -I$(LIBRARIES)/sodium -I$(LIBRARIES)/zlib \
	-I$(LIBRARIES)/openssh
OURS = -Ipage -Ipage/src -I$(srcdir)/src $(THEIRS)
# what needs an operating system, or draws by cairo
ABSENT = src/base/ipc.c src/base/library.c src/base/file_mode.c src/base/rsa.c src/auth/cms.c src/report/picture/raster_cairo.c \
	src/report/picture/png_write.c src/base/deflate.c src/base/zip.c \
	src/verifier/export_game.c
LINK = $(CC) --target=wasm32-wasi --sysroot=/usr -O0 -mexec-model=reactor \
	-lwasi-emulated-signal -lwasi-emulated-mman \
	-Wl,--gc-sections,--strip-all,--stack-first,--fatal-warnings -Wl,-z,stack-size=1048576

HOUSE = $(patsubst %.c,page/%.o,$(filter-out $(ABSENT),$(filter %.c,$(SOURCES))))
CASE = $(patsubst %.c,page/%.o,$(filter %.c,$(CASES)))
LIBRARY = $(patsubst $(LIBRARIES)/%.c,page/lib/%.o,$(sort $(wildcard \
	$(addprefix $(LIBRARIES)/,*/*.c */*/*.c */*/*/*.c */*/*/*/*.c))))

PARTS = $(addprefix $(srcdir)/src/webapp/,file.html page.html page.css loader.js engine.js \
	keys.js compose.js table.js overlay.js review.js list.js entrance.js proof.js drawings.js playback.js dice_stats.js practise.js analysis.js main.js)

all: page/heraldo.html page/heraldo-cases.wasm

page/heraldo.html: $(srcdir)/src/webapp/assemble.py $(PARTS) page/heraldo.wasm \
		page/unpack.wasm $(srcdir)/src/webapp/streams.py \
		$(wildcard $(srcdir)/templates/*/*messages) \
		$(wildcard $(srcdir)/templates/*/vocabulary*) \
		$(wildcard $(srcdir)/db/catalog/*/*) $(wildcard $(srcdir)/db/lessons/*/*)
	/usr/bin/python3 -B $< $(srcdir) page/heraldo.wasm page/unpack.wasm $@

page/heraldo.wasm: $(HOUSE) $(LIBRARY)
	$(LINK) $^ -o $@

# what unpacks it is so small that it needs no library
UNPACK = unlzma streams
page/unpack.wasm: $(UNPACK:%=page/small/%.o)
	$(CC) --target=wasm32 -nostdlib -O0 -Wl,--no-entry,--strip-all,--export=unlzma \
		-Wl,--export=streams_join -Wl,--export=__heap_base \
		-Wl,-z,stack-size=65536 $^ -o $@
page/small/%.o: $(srcdir)/src/webapp/%.c page/config.h $(srcdir)/src/webapp/page.mk
	@mkdir -p $(@D)
	$(CC) $(TARGET) -Ipage -I$(srcdir)/src $(DEFINES) -Os -fno-builtin -MMD -MP \
		-ffile-prefix-map=$(srcdir)/= -c $< -o $@

page/heraldo-cases.wasm: $(HOUSE) $(CASE) $(LIBRARY)
	$(LINK) $^ -o $@

page/src/%.o: $(srcdir)/src/%.c page/config.h $(srcdir)/src/webapp/page.mk | page/events.stamp
	@mkdir -p $(@D)
	$(CC) $(FLAGS) $(OURS) -c $< -o $@
# copies of memory are instructions there
page/src/webapp/memory.o: FLAGS += -O2 -fno-builtin -mbulk-memory -msimd128 \
	-ftls-model=local-exec
page/src/webapp/base_point.o: FLAGS += -w -DCONFIGURED=1 -I$(LIBRARIES)/sodium/sodium
page/tests/%.o: $(srcdir)/tests/%.c page/config.h $(srcdir)/src/webapp/page.mk | page/events.stamp
	@mkdir -p $(@D)
	$(CC) $(FLAGS) $(OURS) -c $< -o $@
# a library is as its makers wrote it: no warning of it concerns us
page/lib/%.o: $(LIBRARIES)/%.c $(srcdir)/src/webapp/page.mk
	@mkdir -p $(@D)
	$(CC) $(FLAGS) -w -DCONFIGURED=1 $(THEIRS) -I$(LIBRARIES)/sodium/sodium -c $< -o $@

# without the table of multiples (base_point.c), without gzip's sums
page/lib/sodium/crypto_sign/ed25519/ref10/keypair.o page/lib/sodium/crypto_sign/ed25519/ref10/sign.o: \
	FLAGS += -Dge25519_scalarmult_base=base_point_times
page/lib/zlib/inflate.o page/lib/zlib/zutil.o: FLAGS += -DNO_GZIP

# the headers of the lists of events
page/events.stamp: $(srcdir)/src/tools/gen_events.py $(srcdir)/src/engine/field_types.h \
		$(srcdir)/src/engine/common.def $(wildcard $(srcdir)/src/games/*/rules/events.def)
	@mkdir -p page
	/usr/bin/python3 -B $< $(srcdir) page && touch $@

# as configure would find it there: no GnuPG, no blst
page/config.h: Makefile
	@mkdir -p page
	@printf '#define PACKAGE_VERSION "%s"\n' '$(VERSION)' >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

-include $(HOUSE:.o=.d) $(CASE:.o=.d) $(UNPACK:%=page/small/%.d) $(LIBRARY:.o=.d)
.DELETE_ON_ERROR:
