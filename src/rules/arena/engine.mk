# rules/arena: the engine
librules_a_SOURCES += \
	src/rules/arena/strike.h src/rules/arena/board.c \
	src/rules/arena/work.c src/rules/arena/evolve.c \
	src/rules/arena/harm.c src/rules/arena/move.c \
	src/rules/arena/attack.c src/rules/arena/strike.c \
	src/rules/arena/zone.c src/rules/arena/line.c \
	src/rules/arena/window.c src/rules/arena/enchant.c \
	src/rules/arena/cast.c src/rules/arena/target.c \
	src/rules/arena/step.c src/rules/arena/act.c \
	src/rules/arena/round.c src/rules/arena/upkeep.c \
	src/rules/arena/plan.c src/rules/arena/arrive.c \
	src/rules/arena/begin.c \
	src/rules/arena/carried.c src/rules/arena/carried.h \
	src/rules/arena/decide.c src/rules/arena/view.c \
	src/rules/arena/holds.c src/rules/arena/ask.c src/rules/arena/legal.c src/rules/arena/instead.c \
	src/rules/arena/sample.c src/rules/arena/sound.c \
	src/rules/arena/values.c src/rules/arena/verb.h \
	src/rules/arena/verb.c src/rules/arena/clause.c \
	src/rules/arena/setup_case.h src/rules/arena/setup_case.c

# what spells give, and of whom they speak
librules_a_SOURCES += \
	src/rules/arena/filter.h src/rules/arena/filter.c \
	src/rules/arena/trait.c src/rules/arena/book.c

# what needs code of its own, what is used and what is wanted
librules_a_SOURCES += \
	src/rules/arena/own.h src/rules/arena/own.c \
	src/rules/arena/may.h src/rules/arena/may.c \
	src/rules/arena/ability.c
