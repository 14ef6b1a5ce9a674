/*
 * src/judge/requests/preferences.h - parses and executes PREFER: a person's
 * preferences for all their mails, in any signed text: among orders, below
 * PREVIEW, KEYS or GM, or alone.
 *
 *	PREFER				list the settings and how to change them
 *	PREFER LANGUAGE es
 *	PREFER ZONE Europe/Madrid
 *	PREFER PICTURE | HTML | TEXT	text, HTML and the picture; no picture;
 *					the text alone
 *	PREFER LONG | SHORT		reports without figures and picture
 *	PREFER RULES ON | OFF		the ids of rules below a report
 *	PREFER SINGLE | DIGEST		news that await nothing of them at once,
 *					or once a day
 *	PREFER LETTERS NOW | NEXT	those of other players in a mail of
 *					their own, or on top of the next
 *					report; SINGLE and DIGEST say so, too
 *	PREFER SUBSTITUTE ON | OFF	to hear of seats that somebody is
 *					needed for (abandoned_seat.h)
 *	PREFER QUIET 22:00 TO 08:00	none of these in the night; QUIET OFF
 *	PREFER ADDRESS x@y		a second one, asked first; ADDRESS OFF
 *
 * One line may have several. Preferences belong to the person: no log has them,
 * and their words may be those of any game, or older ones. The judge answers
 * each such mail with all current settings.
 */
#ifndef JUDGE_REQUESTS_PREFERENCES_H
#define JUDGE_REQUESTS_PREFERENCES_H
#include "judge/handlers.h"
#include "orders/vocabulary.h"

/* the fields of struct preferences that are set */
enum {
	PREFERENCES_FORM = 1,
	PREFERENCES_LENGTH = 2,
	PREFERENCES_RULES = 4,
	PREFERENCES_DIGEST = 8,
	PREFERENCES_QUIET = 16,
	PREFERENCES_STANDIN = 32,
	PREFERENCES_LETTERS = 64
};

/* The lines PREFER of a mail. */
struct preference_lines {
	bool said; /* there is one */
	unsigned set;
	struct preferences preferences;
	struct str language, zone, address; /* "": not set */
	bool no_address;
	bool bad; /* this line cannot be read */
	struct str bad_line;
	struct str rest; /* the text, in which they are remarks */
};

/* All in the arena, or borrowed from text. bare: LANGUAGE es is read
 * without PREFER, too. */
void preferences_parse(struct arena *a, const struct vocabulary *v,
		       struct str text, bool bare,
		       struct preference_lines *out);

/*
 * Set the preferences and answer with the current settings; *done: false: the
 * judge refused them with a reason, and nothing of the mail must be executed.
 */
enum err preferences_execute(struct delivery *d,
			     const struct preference_lines *w, bool *done,
			     struct why *why);

/* Has a text of no game such lines alone? v: NULL: it is none. */
bool preferences_are_alone(const struct delivery *d,
			   const struct vocabulary *v);

/* A text of no game that has such lines alone: *mine, and all is done with it.
 * v: NULL: it is none. */
enum err preferences_alone(struct delivery *d, const struct vocabulary *v,
			   bool *mine, struct why *why);

/* A mail of KEYS or GM: *mine: it has such lines, and all is done with it. */
enum err preferences_station(struct delivery *d, bool *mine, struct why *why);
#endif
