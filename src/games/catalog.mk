# catalog: figures, maps, chests, tables: cards from files.
noinst_LIBRARIES += libcatalog.a
libcatalog_a_SOURCES = \
	src/games/card_index.c src/games/card_index.h \
	src/games/catalog_cache.c src/games/catalog_cache.h \
	src/games/figures.c src/games/figures.h \
	src/games/csv.c src/games/csv.h
CATALOG_LIBS = libcatalog.a $(ENGINE_LIBS)

nobase_dist_pkgdata_DATA += \
	db/catalog/figures/README.md \
	db/catalog/figures/abilities.csv \
	db/catalog/figures/cavalry-own-dials.csv \
	db/catalog/figures/cavalry-own.csv \
	db/catalog/figures/disagreements.csv \
	db/catalog/figures/dungeons-dials.csv \
	db/catalog/figures/dungeons.csv \
	db/catalog/figures/factions.csv \
	db/catalog/figures/hero-levels.csv \
	db/catalog/figures/lancers-dials.csv \
	db/catalog/figures/lancers.csv \
	db/catalog/figures/minions-dials.csv \
	db/catalog/figures/minions.csv \
	db/catalog/figures/pyramid-dials.csv \
	db/catalog/figures/pyramid.csv \
	db/catalog/figures/rebellion-dials.csv \
	db/catalog/figures/rebellion.csv \
	db/catalog/figures/sinister-dials.csv \
	db/catalog/figures/sinister.csv \
	db/catalog/figures/unlimited-dials.csv \
	db/catalog/figures/unlimited.csv \
	db/catalog/figures/uprising-dials.csv \
	db/catalog/figures/uprising.csv \
	db/catalog/figures/whirlwind-dials.csv \
	db/catalog/figures/whirlwind.csv \
	db/catalog/figures/armies/cavalry-own-200-dark-riders.txt \
	db/catalog/figures/armies/cavalry-own-200-immortal.txt \
	db/catalog/figures/armies/dungeons-100-amir-og-geddion.txt \
	db/catalog/figures/armies/dungeons-100-blades.txt \
	db/catalog/figures/armies/dungeons-100-mage-king.txt \
	db/catalog/figures/armies/dungeons-100-priestess.txt \
	db/catalog/figures/armies/dungeons-100-rulebook-heroes.txt \
	db/catalog/figures/armies/dungeons-100-scouts.txt \
	db/catalog/figures/armies/lone-wolf-carlana.txt \
	db/catalog/figures/armies/lone-wolf-trollkiller.txt \
	db/catalog/figures/armies/rebellion-100-knights-immortal.txt \
	db/catalog/figures/armies/rebellion-100-necropolis-sect.txt \
	db/catalog/figures/armies/rebellion-100-orc-raiders.txt \
	db/catalog/figures/armies/rebellion-100-rulebook-example.txt \
	db/catalog/figures/armies/rebellion-200-atlantis-guild.txt \
	db/catalog/figures/armies/rebellion-200-black-powder-rebels.txt \
	db/catalog/figures/armies/rebellion-200-draconum.txt \
	db/catalog/figures/armies/rebellion-200-elemental-league.txt \
	db/catalog/figures/armies/rebellion-200-knights-immortal.txt \
	db/catalog/figures/armies/rebellion-200-mage-spawn.txt \
	db/catalog/figures/armies/rebellion-200-necropolis-sect.txt \
	db/catalog/figures/armies/rebellion-200-orc-raiders.txt

check_PROGRAMS += test_catalog
TESTS += test_catalog
test_catalog_SOURCES = tests/unit/test_catalog.c \
	tests/unit/figures_fixture.h
test_catalog_LDADD = $(CATALOG_LIBS) $(CMOCKA_LIBS)
