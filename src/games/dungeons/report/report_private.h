/*
 * src/games/dungeons/report/report_private.h - the parts of a Dungeons report:
 * names (names.c), the picture (scene.c), its events as sentences (story.c,
 * tale.c) and tiles (tile_picture.c).
 */
#ifndef GAMES_DUNGEONS_REPORT_REPORT_PRIVATE_H
#define GAMES_DUNGEONS_REPORT_REPORT_PRIVATE_H
#include "report/report_game.h"
#include "engine/common.h"
#include "games/dungeons/rules/dungeons.h"

/* report_game.fold: which events are one sentence */
int dungeons_fold(struct arena *a, const struct narrator *n,
		  const struct event *v, int count, struct tval *to);

/* report_game.weight: what its rules value, then what cost most */
int dungeons_weight(const struct event *e);

/* report_game.tale */
int dungeons_tale(struct arena *a, const struct narrator *n,
		  const struct event *v, int i, int count, struct tval *to);

/* the odds of an attack before the dice fell, in per cent */
int dungeons_chance(const struct event *e);

/* report_game.tally */
void dungeons_tally(struct combat_stats *t, const struct event *e);

/* A tile as a text board (report/picture/ascii_board.h), of the event that
 * defines it: how it lies before it is turned. */
struct str dungeons_tile_drawn(struct arena *a, const struct event *e);

/* names.c: "" of what the reader does not know */
bool dungeons_known(int32_t v);
struct str dungeons_text(struct arena *a, const int32_t *w, int n);
struct str dungeons_id_text(struct arena *a, int32_t id);
struct str dungeons_label_text(struct arena *a, int32_t label);
struct tval *dungeons_square(struct arena *a, int32_t sq);
struct tval *dungeons_ability_word(struct arena *a, const struct narrator *n,
				   int ability);
struct tval *dungeons_face_word(struct arena *a, const struct narrator *n,
				int32_t face);

/* index of a figure, chest or token that the reader knows of, -1 */
int dungeons_piece(const struct dg_state *s, int32_t label);

/* the value v of a field of an event: its name, and this in the reader's words
 */
const char *dungeons_value_name(const struct narrator *n, int kind, int field,
				int32_t v);
struct tval *dungeons_word(struct arena *a, const struct narrator *n, int kind,
			   int field, int32_t v);

/* report_game.name, .point */
void dungeons_name(const struct narrator *n, int32_t label, struct buf *out);
struct tval *dungeons_point(struct arena *a, int32_t x, int32_t y);

/* scene.c: report_game.scene, .traces */
bool dungeons_scene(struct arena *a, const struct narrator *n, const void *view,
		    struct scene *out);
void dungeons_traces(const void *view, const struct event *v, int count,
		     struct scene *out);
struct str dungeons_mouth_id(struct arena *a, const struct narrator *n,
			     int32_t id);
int dungeons_clicks_left(const struct dg_state *s, int f);
#endif
