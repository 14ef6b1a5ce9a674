# What is installed beside the programs, and what helps to build and run them.
SYSTEMD_UNITS = contrib/systemd/heraldod.service \
	contrib/systemd/heraldod@.service contrib/systemd/heraldo-backup.service \
	contrib/systemd/heraldo-backup@.service
systemdsystemunit_DATA = $(SYSTEMD_UNITS)
dist_systemdsystemunit_DATA = contrib/systemd/heraldo-backup.timer \
	contrib/systemd/heraldo-backup@.timer
CLEANFILES += $(SYSTEMD_UNITS)
EXTRA_DIST += contrib/systemd/heraldod.service.in \
	contrib/systemd/heraldod@.service.in \
	contrib/systemd/heraldo-backup.service.in \
	contrib/systemd/heraldo-backup@.service.in
$(SYSTEMD_UNITS): %: %.in Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(SED) \
		-e 's|@bindir[@]|$(bindir)|g' -e 's|@sbindir[@]|$(sbindir)|g' \
		-e 's|@sysconfdir[@]|$(sysconfdir)|g' $< >$@.new && mv $@.new $@

exampledir = $(docdir)/examples
dist_example_DATA = contrib/examples/heraldo.conf
dist_doc_DATA = README.md COPYING contrib/CHANGES.md
EXTRA_DIST += src/README.md
# the second verifier, for players to read and to run
dist_pkgdata_SCRIPTS = contrib/verify.py contrib/beacon
EXTRA_DIST += contrib/debian/changelog contrib/debian/control \
	contrib/debian/copyright contrib/debian/heraldo.config \
	contrib/debian/heraldo.postinst contrib/debian/heraldo.postrm \
	contrib/debian/heraldo.prerm \
	contrib/debian/heraldo.lintian-overrides contrib/debian/heraldo.templates \
	contrib/debian/heraldo.sysusers \
	contrib/debian/heraldo.tmpfiles contrib/debian/rules \
	contrib/debian/source/format contrib/package contrib/package-try contrib/package-boot
verifierdir = $(pkgdatadir)/verifier
dist_verifier_DATA = contrib/verifier/__init__.py contrib/verifier/beacon.py \
	contrib/verifier/game.py contrib/verifier/hands.py \
	contrib/verifier/kept.py contrib/verifier/keys.py \
	contrib/verifier/part.py contrib/verifier/text.py \
	contrib/verifier/tools.py contrib/verifier/unicode14.py \
	contrib/verifier/words.py contrib/verifier/table.py contrib/verifier/mask.py \
	contrib/verifier/deadlines.py contrib/verifier/signed.py
EXTRA_DIST += contrib/bare contrib/commits contrib/players contrib/packages contrib/quickstart contrib/check contrib/elsewhere \
	contrib/soak contrib/where contrib/demo/play contrib/demo/stage.sh contrib/demo/season \
	contrib/demo/hand.py contrib/demo/player contrib/demo/delver \
	contrib/demo/duelist contrib/demo/arena.game \
	contrib/demo/rebellion.game \
	contrib/demo/dungeons.game .ci/run .clang-format .editorconfig

# the rule reference and the catalog, as the programs find them
rulesdir = $(pkgdatadir)/db/rules
rules_esdir = $(rulesdir)/es
dist_rules_DATA =
dist_rules_es_DATA =

dist_man_MANS += contrib/man/heraldo.1 contrib/man/heraldo.conf.5 \
	contrib/man/heraldod.8 contrib/man/heraldo-case.5 \
	contrib/man/heraldo-table.7 contrib/man/heraldo-campaign.7 \
	contrib/man/heraldo-mailbox.7

# Pages and editors' syntax that take words, options and abilities from the
# tables of the game are made by a small tool and never kept.
noinst_PROGRAMS += tools_manual
tools_manual_SOURCES = src/tools/gen_manual.c
tools_manual_LDADD = $(GAMES_LIBS)

# all that is loaded later: made, so that a name too many is found, and for a
# package to take its dependencies from
noinst_PROGRAMS += tools_libraries
tools_libraries_SOURCES = src/tools/libraries.c
tools_libraries_LDADD = $(GMIME_LIBS) $(GNUTLS_LIBS) $(CURL_LIBS) $(XML_LIBS) \
	$(CAIRO_LIBS) $(PNG_LIBS) $(ETPAN_LIBS) $(GPGME_LIBS)
src/tools/libraries.$(OBJEXT): src/tools/libraries.inc
src/tools/libraries.inc: $(CALLS) Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && cd $(srcdir) && \
		$(AWK) '!/^#/ && NF == 1 && !seen[$$1]++ \
			{ print "CALL(" $$1 ")" }' $(CALLS) \
			>$(abs_builddir)/$@.new && mv $(abs_builddir)/$@.new $(abs_builddir)/$@
CLEANFILES += src/tools/libraries.inc $(CALLS:.calls=.inc)
EXTRA_DIST += $(CALLS)

MANUAL_PAGES = contrib/man/heraldo-orders.7
MANUAL_SPANISH = contrib/man/es/heraldo-orders.7
EDITOR_VIM = contrib/editor/heraldo-orders.vim contrib/editor/heraldo-case.vim
EDITOR_NANO = contrib/editor/heraldo-orders.nanorc \
	contrib/editor/heraldo-case.nanorc
MANUAL_MADE = $(MANUAL_PAGES) $(MANUAL_SPANISH) $(EDITOR_VIM) $(EDITOR_NANO)

man_MANS = $(MANUAL_PAGES)
spanishman7dir = $(mandir)/es/man7
spanishman7_DATA = $(MANUAL_SPANISH)
dist_spanishman7_DATA = contrib/man/es/heraldo-table.7 \
	contrib/man/es/heraldo-campaign.7
vimsyntaxdir = $(datadir)/vim/vimfiles/syntax
vimsyntax_DATA = $(EDITOR_VIM)
vimftdetectdir = $(datadir)/vim/vimfiles/ftdetect
dist_vimftdetect_DATA = contrib/editor/heraldo-ftdetect.vim
nanorcdir = $(datadir)/nano
nanorc_DATA = $(EDITOR_NANO)

CLEANFILES += $(MANUAL_MADE)
EXTRA_DIST += \
	contrib/man/heraldo-orders.7.in contrib/man/es/heraldo-orders.7.in \
	contrib/editor/heraldo-orders.vim.in contrib/editor/heraldo-case.vim.in \
	contrib/editor/heraldo-orders.nanorc.in \
	contrib/editor/heraldo-case.nanorc.in

# every game adds its words
MANUAL_FROM = tools_manual$(EXEEXT) \
	$(srcdir)/templates/en/vocabulary \
	$(srcdir)/templates/es/vocabulary
MANUAL_MAKE = $(AM_V_GEN)$(MKDIR_P) $(@D) && \
	./tools_manual$(EXEEXT) $(srcdir)/templates <$(srcdir)/$@.in >$@.new && \
	mv $@.new $@
contrib/man/heraldo-orders.7: contrib/man/heraldo-orders.7.in $(MANUAL_FROM)
	$(MANUAL_MAKE)
contrib/man/es/heraldo-orders.7: contrib/man/es/heraldo-orders.7.in \
		$(MANUAL_FROM)
	$(MANUAL_MAKE)
contrib/editor/heraldo-orders.vim: contrib/editor/heraldo-orders.vim.in \
		$(MANUAL_FROM)
	$(MANUAL_MAKE)
contrib/editor/heraldo-case.vim: contrib/editor/heraldo-case.vim.in \
		$(MANUAL_FROM)
	$(MANUAL_MAKE)
contrib/editor/heraldo-orders.nanorc: contrib/editor/heraldo-orders.nanorc.in \
		$(MANUAL_FROM)
	$(MANUAL_MAKE)
contrib/editor/heraldo-case.nanorc: contrib/editor/heraldo-case.nanorc.in \
		$(MANUAL_FROM)
	$(MANUAL_MAKE)

# what the pages show is tried
check_PROGRAMS += manual_check
manual_check_SOURCES = tests/manual/manual_check.c
manual_check_LDADD = libprotocol.a $(GAMES_LIBS) $(AUTH_LIBS)
TESTS += tests/manual.sh
dist_check_SCRIPTS += tests/manual.sh
EXTRA_DIST += tests/manual/manual.py
