/*
 * src/cli/advice.h - completes advice such as "heraldo judge take" in messages
 * by the configuration of this judge: without --config the command would act
 * on another one.
 */
#ifndef CLI_ADVICE_H
#define CLI_ADVICE_H
#include "base/base.h"

/* Messages are for this configuration; NULL: the one that commands read anyway.
 * The text is borrowed. */
void advice_config(const char *file);

/* "heraldo", with this configuration if it needs one; until the next call. */
const char *advice_program(void);

/* Put "--config FILE" into each command that the text names. */
void advice_complete(char *text, size_t room);
#endif
