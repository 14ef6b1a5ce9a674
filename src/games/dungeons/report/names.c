/* src/games/dungeons/report/names.c - the names of figures, squares and values
 * in words */
#include "games/dungeons/report/report_private.h"
#include "report/picture/scene.h"

bool dungeons_known(int32_t v)
{
	return v != DG_UNKNOWN;
}

/* index of a figure, chest or token that the reader knows of, -1 */
int dungeons_piece(const struct dg_state *s, int32_t label)
{
	return label ? dg_find(s, label) : -1;
}

struct str dungeons_text(struct arena *a, const int32_t *w, int n)
{
	char room[EVENT_TEXT_ROOM];

	if (!dungeons_known(w[0]) || w[0] <= 0 || w[0] > 4 * (n - 1))
		return (struct str){ 0 };
	return arena_str(a, text_unpack(w, n, room, sizeof(room)));
}

void dungeons_name(const struct narrator *n, int32_t label, struct buf *out)
{
	const struct dg_state *s = n->of;
	int f = dungeons_piece(s, label);
	char room[4 * DG_NAME_WORDS + 1];

	if (f >= 0 && s->card[f].name[0] > 0)
		buf_adds(out, text_unpack(s->card[f].name, DG_NAME_WORDS, room,
					  sizeof(room)));
	for (int i = 0; f < 0 && i < s->n_tokens; i++)
		if (s->token[i].label == label)
			buf_addz(out, "wandering monster");
}

static struct str square_name(struct arena *a, int32_t x, int32_t y)
{
	char column[3];

	if (x < 0 || y < 0 || x >= DG_WIDTH || y >= DG_WIDTH)
		return (struct str){ 0 };
	scene_column_name(x, column);
	return str_of(arena_printf(a, "%s%d", column, y + 1));
}

struct tval *dungeons_point(struct arena *a, int32_t x, int32_t y)
{
	return tval_text(a, square_name(a, x, y));
}

struct tval *dungeons_square(struct arena *a, int32_t sq)
{
	return sq < 0 ? tval_text(a, (struct str){ 0 })
		      : dungeons_point(a, dg_x(sq), dg_y(sq));
}

struct str dungeons_id_text(struct arena *a, int32_t id)
{
	char room[5];

	return arena_str(a, dg_id_text(id, room));
}

struct str dungeons_label_text(struct arena *a, int32_t label)
{
	return str_of(arena_printf(a, "%c%d", label_letter(label),
				   label_number(label)));
}

/* the names that enumerations of the rules have, by what they are in events */
const char *dungeons_value_name(const struct narrator *n, int kind, int field,
				int32_t v)
{
	const struct event_kind *k = event_kind(&n->sys->events, kind);

	return v >= 0 && v < k->fields[field].n_names
		       ? k->fields[field].names[v]
		       : "";
}

struct tval *dungeons_word(struct arena *a, const struct narrator *n, int kind,
			   int field, int32_t v)
{
	const char *text = dungeons_value_name(n, kind, field, v);

	return *text ? narrate_word(a, n, text)
		     : tval_text(a, (struct str){ 0 });
}

struct tval *dungeons_ability_word(struct arena *a, const struct narrator *n,
				   int ability)
{
	return narrate_word(a, n, dg_abilities[ability].name);
}

struct tval *dungeons_face_word(struct arena *a, const struct narrator *n,
				int32_t face)
{
	return dungeons_word(a, n, DG_EV_TURNED, DG_EV_TURNED_FACE, face);
}
