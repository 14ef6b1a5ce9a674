# report: views and events to text, HTML and pictures, by way of templates/.
noinst_LIBRARIES += libreport.a
libreport_a_SOURCES = \
	src/report/tval.c src/report/tval.h \
	src/report/template.c src/report/template.h \
	src/report/reference.c src/report/reference.h \
	src/report/words.c src/report/words.h \
	src/report/narrate.c src/report/narrate.h \
	src/report/scene.c src/report/scene.h \
	src/report/canvas.c src/report/canvas.h \
	src/report/picture.c src/report/picture.h
libreport_a_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS) $(PNG_CFLAGS)

REPORT_LIBS = libreport.a $(RULES_LIBS) $(CAIRO_LIBS) $(PNG_LIBS) -lm

check_PROGRAMS += test_template
TESTS += test_template
test_template_SOURCES = tests/unit/test_template.c
test_template_LDADD = $(REPORT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_report_narrate
TESTS += test_report_narrate
test_report_narrate_SOURCES = tests/unit/test_report_narrate.c
test_report_narrate_LDADD = $(REPORT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += test_picture
TESTS += test_picture
test_picture_SOURCES = tests/unit/test_picture.c
test_picture_LDADD = $(REPORT_LIBS) $(CMOCKA_LIBS)

check_PROGRAMS += fuzz_template
TESTS += fuzz_template
fuzz_template_SOURCES = tests/fuzz/fuzz_template.c tests/fuzz/corpus.c \
	tests/fuzz/fuzz.h
fuzz_template_LDADD = $(REPORT_LIBS)
EXTRA_DIST += tests/fuzz/corpus/template
nobase_dist_pkgdata_DATA += \
	templates/en/messages templates/en/rebellion.messages \
	templates/es/messages templates/es/rebellion.messages

check_PROGRAMS += test_reference
TESTS += test_reference
test_reference_SOURCES = tests/unit/test_reference.c
test_reference_LDADD = $(REPORT_LIBS) $(CMOCKA_LIBS)
