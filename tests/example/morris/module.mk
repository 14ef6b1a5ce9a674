# The example game: copied for a real one, whose files then lie in src/.
EXAMPLE = tests/example/morris
MORRIS = $(EXAMPLE)/defs.inc $(EXAMPLE)/morris.h $(EXAMPLE)/rules.def \
	$(EXAMPLE)/events.def $(EXAMPLE)/orders.def $(EXAMPLE)/refusals.def \
	$(EXAMPLE)/conditions.def $(EXAMPLE)/options.def \
	$(EXAMPLE)/grammar.def $(EXAMPLE)/board.c $(EXAMPLE)/morris.c \
	$(EXAMPLE)/setup.c $(EXAMPLE)/report.c $(EXAMPLE)/game.c \
	$(EXAMPLE)/templates.h
MORRIS_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests -I$(top_builddir)/tests

check_PROGRAMS += test_morris
TESTS += test_morris
test_morris_SOURCES = $(EXAMPLE)/test_morris.c $(EXAMPLE)/reported.c \
	$(EXAMPLE)/reported.h $(MORRIS) $(JUDGE_FIXTURE)
test_morris_CPPFLAGS = $(MORRIS_CPPFLAGS)
test_morris_LDADD = libcase.a $(VERIFIER_LIBS) $(CMOCKA_LIBS)

# random games; --n 20000 plays many, and asks of every zero for its reason
check_PROGRAMS += prop_morris
TESTS += prop_morris
prop_morris_SOURCES = $(EXAMPLE)/prop_morris.c $(MORRIS) $(PLAY)
prop_morris_CPPFLAGS = $(MORRIS_CPPFLAGS)
prop_morris_LDADD = $(VERIFIER_LIBS)

EXTRA_DIST += $(EXAMPLE)/README.md $(EXAMPLE)/rules.md $(EXAMPLE)/cases $(EXAMPLE)/templates
