/*
 * src/tournament/glicko2.c - the steps are numbered as in Glickman's paper.
 */
#include "tournament/glicko2.h"
#include <math.h>

#define SCALE      173.7178
#define PI         3.14159265358979323846
#define CONVERGED  1e-6
#define MOST_STEPS 100

/* on Glickman's inner scale */
struct inner {
	double mu, phi, sigma;
};

/* step 2 */
static struct inner inner_of(struct glicko2 r)
{
	return (struct inner){
		.mu = (r.rating / 100.0 - 1500) / SCALE,
		.phi = r.deviation / 100.0 / SCALE,
		.sigma = r.volatility / 1e6,
	};
}

/* half away from zero, within least..most */
static int32_t glicko2_rounded(double x, int32_t least, int32_t most)
{
	if (x <= least)
		return least;
	return x >= most ? most : (int32_t)lround(x);
}

/* step 8 */
static struct glicko2 outer_of(struct inner p)
{
	return (struct glicko2){
		.rating = glicko2_rounded((SCALE * p.mu + 1500) * 100,
					  -100000000, 100000000),
		.deviation = glicko2_rounded(SCALE * p.phi * 100, 1, 35000),
		.volatility = glicko2_rounded(p.sigma * 1e6, 1, 1000000),
	};
}

static double weight_of(double phi)
{
	return 1 / sqrt(1 + 3 * phi * phi / (PI * PI));
}

static double glicko2_expected(double mu, struct inner against)
{
	return 1 / (1 + exp(-weight_of(against.phi) * (mu - against.mu)));
}

/* of which step 5 seeks the zero */
struct seek {
	double a, tau, delta, phi, v;
};

static double glicko2_at(const struct seek *s, double x)
{
	double e = exp(x), w = s->phi * s->phi + s->v + e;

	return e * (s->delta * s->delta - w) / (2 * w * w) -
	       (x - s->a) / (s->tau * s->tau);
}

/* step 5: the new volatility, by the Illinois algorithm */
static double glicko2_volatility(const struct seek *s)
{
	double spread = s->delta * s->delta - s->phi * s->phi - s->v;
	double low = s->a, high, f_low, f_high;

	if (spread > 0) {
		high = log(spread);
	} else {
		int k = 1;

		while (k < MOST_STEPS && glicko2_at(s, s->a - k * s->tau) < 0)
			k++;
		high = s->a - k * s->tau;
	}
	f_low = glicko2_at(s, low);
	f_high = glicko2_at(s, high);
	for (int i = 0; i < MOST_STEPS && fabs(high - low) > CONVERGED; i++) {
		double mid = low + (low - high) * f_low / (f_high - f_low);
		double f_mid = glicko2_at(s, mid);

		if (f_mid * f_high <= 0) {
			low = high;
			f_low = f_high;
		} else {
			f_low /= 2;
		}
		high = mid;
		f_high = f_mid;
	}
	return exp(low / 2);
}

struct glicko2 glicko2_after(struct glicko2 before,
			     const struct rated_game *games, uint32_t n,
			     int32_t tau)
{
	struct inner p = inner_of(before);
	double precision = 0, gain = 0;

	assert(n <= GLICKO2_MAX_GAMES && 300 <= tau && tau <= 1200);
	/* steps 3 and 4 */
	for (uint32_t i = 0; i < n; i++) {
		struct inner q = inner_of(games[i].against);
		double g = weight_of(q.phi), e = glicko2_expected(p.mu, q);
		double w = games[i].weight / 1000.0;

		precision += w * g * g * e * (1 - e);
		gain += w * g * (games[i].score / 1000.0 - e);
	}
	if (precision <= 0) {
		p.phi = sqrt(p.phi * p.phi + p.sigma * p.sigma);
		return outer_of(p);
	}
	struct seek s = { .a = log(p.sigma * p.sigma),
			  .tau = tau / 1000.0,
			  .delta = gain / precision,
			  .phi = p.phi,
			  .v = 1 / precision };

	p.sigma = glicko2_volatility(&s);
	/* steps 6 and 7 */
	double variance = p.phi * p.phi + p.sigma * p.sigma;

	p.phi = 1 / sqrt(1 / variance + precision);
	p.mu += p.phi * p.phi * gain;
	return outer_of(p);
}
