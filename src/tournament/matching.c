/*
 * src/tournament/matching.c - Edmonds' algorithm in the form with O(n^3) steps.
 *
 * Trees grow from vertices without a mate; vertices on them are even or odd by
 * their distance from the root. Every vertex has a label, and an edge whose
 * labels just cover its weight is tight. Trees grow along tight edges. An edge
 * between two even vertices of two trees pairs two more people; within one tree
 * it closes an odd circle, which shrinks to a blossom: a vertex of its own. If
 * nothing is tight, labels move until an edge is. An odd blossom whose label
 * has come to 0 opens again.
 *
 * Vertices count from 1, 0 is none; 1..n are people, the others blossoms.
 * Weights are what is left of TOP when the cost is taken away: as every
 * matching costs less than TOP, one more pair always weighs more than cheaper
 * ones.
 */
#include "tournament/matching.h"
#include <stdlib.h>
#include "base/xalloc.h"

enum { SIZE = MATCHING_MAX * 3 / 2 + 2 };
#define TOP (MATCHING_COST_MAX + 1)

enum parity { FREE = -1, EVEN = 0, ODD = 1 };

/* the edge of people u and v that represents one of vertices */
struct edge {
	int16_t u, v;
	int64_t weight; /* 0: none */
};

struct graph {
	int n;    /* people */
	int used; /* the highest vertex that was ever in use */
	struct edge edge[SIZE][SIZE];
	int64_t label[SIZE];
	int match[SIZE];  /* the person at the other end, or 0 */
	int slack[SIZE];  /* the even person with the edge next to tight */
	int top[SIZE];    /* the outermost blossom that holds it, or itself */
	int parent[SIZE]; /* the person through whom the tree came here */
	int parity[SIZE];
	int seen[SIZE], round; /* of common(), by its rounds */
	/* of a blossom: its circle, and which part of it holds a person */
	int circle[SIZE][MATCHING_MAX + 1], n_circle[SIZE];
	int part[SIZE][MATCHING_MAX + 1];
	int queue[SIZE], head, tail; /* even people not looked at yet */
};

/* how far an edge is from tight, twice */
static int64_t matching_gap(const struct graph *g, const struct edge *e)
{
	return g->label[e->u] + g->label[e->v] - 2 * g->edge[e->u][e->v].weight;
}

static void offer_slack(struct graph *g, int u, int x)
{
	if (!g->slack[x] || matching_gap(g, &g->edge[u][x]) <
				    matching_gap(g, &g->edge[g->slack[x]][x]))
		g->slack[x] = u;
}

static void find_slack(struct graph *g, int x)
{
	g->slack[x] = 0;
	for (int u = 1; u <= g->n; u++)
		if (g->edge[u][x].weight && g->top[u] != x &&
		    g->parity[g->top[u]] == EVEN)
			offer_slack(g, u, x);
}

static void matching_enqueue(struct graph *g, int x)
{
	if (x <= g->n) {
		g->queue[g->tail++] = x;
		return;
	}
	for (int i = 0; i < g->n_circle[x]; i++)
		matching_enqueue(g, g->circle[x][i]);
}

static void set_top(struct graph *g, int x, int b)
{
	g->top[x] = b;
	if (x > g->n)
		for (int i = 0; i < g->n_circle[x]; i++)
			set_top(g, g->circle[x][i], b);
}

static void swap_circle(int *c, int from, int to)
{
	for (to--; from < to; from++, to--) {
		int x = c[from];

		c[from] = c[to];
		c[to] = x;
	}
}

/* the even place of part x in the circle of b, turned round if it was odd */
static int place_of(struct graph *g, int b, int x)
{
	int *c = g->circle[b], n = g->n_circle[b], at = 0;

	while (c[at] != x)
		at++;
	if (at % 2 == 0)
		return at;
	swap_circle(c, 1, n);
	return n - at;
}

/* u is matched along its edge to v; within a blossom all shift by one */
static void set_match(struct graph *g, int u, int v)
{
	struct edge e = g->edge[u][v];

	g->match[u] = e.v;
	if (u <= g->n)
		return;
	int x = g->part[u][e.u], at = place_of(g, u, x);
	int *c = g->circle[u], n = g->n_circle[u];

	for (int i = 0; i < at; i++)
		set_match(g, c[i], c[i ^ 1]);
	set_match(g, x, v);
	/* the circle begins with the part that is matched outside */
	swap_circle(c, 0, at);
	swap_circle(c, at, n);
	swap_circle(c, 0, n);
}

static void matching_augment(struct graph *g, int u, int v)
{
	for (;;) {
		int next = g->top[g->match[u]];

		set_match(g, u, v);
		if (!next)
			return;
		set_match(g, next, g->top[g->parent[next]]);
		u = g->top[g->parent[next]];
		v = next;
	}
}

/* the first vertex that the ways of u and v to their roots share, or 0 */
static int matching_common(struct graph *g, int u, int v)
{
	g->round++;
	while (u || v) {
		if (u) {
			if (g->seen[u] == g->round)
				return u;
			g->seen[u] = g->round;
			u = g->top[g->match[u]];
			if (u)
				u = g->top[g->parent[u]];
		}
		int x = u;

		u = v;
		v = x;
	}
	return 0;
}

/* the vertices on the way from x down to root join the circle of b */
static void join_way(struct graph *g, int b, int x, int root)
{
	while (x != root) {
		int y = g->top[g->match[x]];

		g->circle[b][g->n_circle[b]++] = x;
		g->circle[b][g->n_circle[b]++] = y;
		matching_enqueue(g, y);
		x = g->top[g->parent[y]];
	}
}

/* the edges of a blossom are the nearest to tight of its parts */
static void take_edges(struct graph *g, int b)
{
	for (int x = 1; x <= g->used; x++)
		g->edge[b][x].weight = g->edge[x][b].weight = 0;
	memset(g->part[b], 0, sizeof(g->part[b]));
	for (int i = 0; i < g->n_circle[b]; i++) {
		int s = g->circle[b][i];

		for (int x = 1; x <= g->used; x++)
			if (!g->edge[b][x].weight ||
			    matching_gap(g, &g->edge[s][x]) <
				    matching_gap(g, &g->edge[b][x])) {
				g->edge[b][x] = g->edge[s][x];
				g->edge[x][b] = g->edge[x][s];
			}
		for (int x = 1; x <= g->n; x++)
			if (g->part[s][x])
				g->part[b][x] = s;
	}
}

static void matching_shrink(struct graph *g, int u, int root, int v)
{
	int b = g->n + 1;

	while (b <= g->used && g->top[b])
		b++;
	if (b > g->used)
		g->used = b;
	assert(b < SIZE);
	g->label[b] = 0;
	g->parity[b] = EVEN;
	g->match[b] = g->match[root];
	g->n_circle[b] = 1;
	g->circle[b][0] = root;
	join_way(g, b, u, root);
	swap_circle(g->circle[b], 1, g->n_circle[b]);
	join_way(g, b, v, root);
	set_top(g, b, b);
	take_edges(g, b);
	find_slack(g, b);
}

/* an odd blossom opens: the even way through it stays in the tree */
static void open_blossom(struct graph *g, int b)
{
	int *c = g->circle[b], n = g->n_circle[b];

	for (int i = 0; i < n; i++)
		set_top(g, c[i], c[i]);
	int x = g->part[b][g->edge[b][g->parent[b]].u];
	int at = place_of(g, b, x);

	for (int i = 0; i < at; i += 2) {
		g->parent[c[i]] = g->edge[c[i + 1]][c[i]].u;
		g->parity[c[i]] = ODD;
		g->parity[c[i + 1]] = EVEN;
		g->slack[c[i]] = 0;
		find_slack(g, c[i + 1]);
		matching_enqueue(g, c[i + 1]);
	}
	g->parity[x] = ODD;
	g->parent[x] = g->parent[b];
	for (int i = at + 1; i < n; i++) {
		g->parity[c[i]] = FREE;
		find_slack(g, c[i]);
	}
	g->top[b] = 0;
}

/* a tight edge from an even person: true if two more people are paired */
static bool matching_follow(struct graph *g, struct edge e)
{
	int u = g->top[e.u], v = g->top[e.v];

	if (g->parity[v] == FREE) {
		int next = g->top[g->match[v]];

		g->parent[v] = e.u;
		g->parity[v] = ODD;
		g->slack[v] = g->slack[next] = 0;
		g->parity[next] = EVEN;
		matching_enqueue(g, next);
	} else if (g->parity[v] == EVEN) {
		int root = matching_common(g, u, v);

		if (!root) {
			matching_augment(g, u, v);
			matching_augment(g, v, u);
			return true;
		}
		matching_shrink(g, u, root, v);
	}
	return false;
}

/* all tight edges of the even people in the queue */
static bool matching_grow(struct graph *g)
{
	while (g->head < g->tail) {
		int u = g->queue[g->head++];

		if (g->parity[g->top[u]] == ODD)
			continue;
		for (int v = 1; v <= g->n; v++) {
			if (u == v || g->top[u] == g->top[v])
				continue;
			if (matching_gap(g, &g->edge[u][v]))
				offer_slack(g, u, g->top[v]);
			else if (matching_follow(g, g->edge[u][v]))
				return true;
		}
	}
	return false;
}

/* by how much labels may move until an edge is tight or a blossom opens */
static int64_t next_move(const struct graph *g)
{
	int64_t d = INT64_MAX;

	for (int x = 1; x <= g->used; x++) {
		int64_t at = INT64_MAX;

		if (g->top[x] != x)
			continue;
		if (x > g->n && g->parity[x] == ODD)
			at = g->label[x] / 2;
		else if (g->slack[x] && g->parity[x] == FREE)
			at = matching_gap(g, &g->edge[g->slack[x]][x]);
		else if (g->slack[x] && g->parity[x] == EVEN)
			at = matching_gap(g, &g->edge[g->slack[x]][x]) / 2;
		if (at < d)
			d = at;
	}
	return d;
}

static void move_labels(struct graph *g, int64_t d)
{
	for (int u = 1; u <= g->n; u++) {
		if (g->parity[g->top[u]] == EVEN)
			g->label[u] -= d;
		else if (g->parity[g->top[u]] == ODD)
			g->label[u] += d;
	}
	for (int b = g->n + 1; b <= g->used; b++) {
		if (g->top[b] != b)
			continue;
		if (g->parity[b] == EVEN)
			g->label[b] += 2 * d;
		else if (g->parity[b] == ODD)
			g->label[b] -= 2 * d;
	}
	g->head = g->tail = 0;
}

static bool follow_slack(struct graph *g)
{
	for (int x = 1; x <= g->used; x++)
		if (g->top[x] == x && g->slack[x] && g->top[g->slack[x]] != x &&
		    !matching_gap(g, &g->edge[g->slack[x]][x]) &&
		    matching_follow(g, g->edge[g->slack[x]][x]))
			return true;
	return false;
}

/* two more people are paired; false once all are */
static bool pair_two(struct graph *g)
{
	g->head = g->tail = 0;
	for (int x = 1; x <= g->used; x++) {
		g->parity[x] = FREE;
		g->slack[x] = 0;
	}
	for (int x = 1; x <= g->used; x++)
		if (g->top[x] == x && !g->match[x]) {
			g->parent[x] = 0;
			g->parity[x] = EVEN;
			matching_enqueue(g, x);
		}
	if (!g->tail)
		return false;
	while (!matching_grow(g)) {
		move_labels(g, next_move(g));
		if (follow_slack(g))
			break;
		for (int b = g->n + 1; b <= g->used; b++)
			if (g->top[b] == b && g->parity[b] == ODD &&
			    !g->label[b])
				open_blossom(g, b);
	}
	return true;
}

void matching_best(const int64_t *cost, uint32_t n, int32_t *mate)
{
	struct graph *g = xalloc_check(calloc(1, sizeof(*g)));

	assert(n % 2 == 0 && 2 <= n && n <= MATCHING_MAX);
	g->n = g->used = (int)n;
	for (int u = 1; u <= g->n; u++) {
		g->top[u] = u;
		g->part[u][u] = u;
		g->label[u] = TOP;
		for (int v = 1; v <= g->n; v++) {
			int64_t c =
				cost[(uint32_t)(u - 1) * n + (uint32_t)(v - 1)];

			assert(u == v || (0 <= c && c < TOP));
			g->edge[u][v] = (struct edge){ (int16_t)u, (int16_t)v,
						       u == v ? 0 : TOP - c };
		}
	}
	while (pair_two(g))
		;
	for (int u = 1; u <= g->n; u++)
		mate[u - 1] = g->match[u] - 1;
	free(g);
}
