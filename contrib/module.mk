# What is installed beside the programs, and what helps to build and run them.
systemdsystemunit_DATA = contrib/systemd/heraldod.service
CLEANFILES += contrib/systemd/heraldod.service
EXTRA_DIST += contrib/systemd/heraldod.service.in
contrib/systemd/heraldod.service: contrib/systemd/heraldod.service.in Makefile
	$(AM_V_GEN)$(MKDIR_P) $(@D) && $(SED) \
		-e 's|@bindir[@]|$(bindir)|g' -e 's|@sbindir[@]|$(sbindir)|g' \
		-e 's|@sysconfdir[@]|$(sysconfdir)|g' \
		$(srcdir)/contrib/systemd/heraldod.service.in >$@.new && \
		mv $@.new $@

exampledir = $(docdir)/examples
dist_example_DATA = contrib/examples/heraldo.conf
dist_doc_DATA = README.md COPYING
EXTRA_DIST += contrib/quickstart contrib/check .ci/run .clang-format

# the rule reference and the catalog, as the programs find them
rulesdir = $(pkgdatadir)/db/rules
dist_rules_DATA = db/rules/rebellion.md db/rules/cavalry.md \
	db/rules/dungeons.md db/rules/arena.md

dist_man_MANS += contrib/man/heraldo.1 contrib/man/heraldo.conf.5 \
	contrib/man/heraldod.8
