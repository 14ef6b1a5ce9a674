/*
 * src/engine/rule.h - RULE(), which marks the place where code decides a rule.
 *
 *	if (RULE(RB_CLS_02, in_rear))
 *		bonus += 1;
 *
 * is `if (in_rear)`, and names the rule for the reader. In a build with
 * --enable-mutants each site has a number and can be switched off: then its
 * condition is false, and at least one case must fail. RULE_VALUE gives 0
 * there.
 */
#ifndef ENGINE_RULE_H
#define ENGINE_RULE_H
#include "base/base.h"

#ifdef HERALDO_MUTANTS
struct rule_site {
	const char *rule, *file;
	int line;
};

/* the site switched off, from 0; -1 none. Set by the program before it runs */
extern int rule_off;

/* how many sites the program has; what and where site n is */
int rule_sites(void);
const struct rule_site *rule_site(int n);
bool rule_is_on(const struct rule_site *site);

#define RULE(id, cond)    (RULE_ON(id) && (cond))
#define RULE_VALUE(id, v) (RULE_ON(id) ? (v) : 0)
#define RULE_ON(id)                                                            \
	__extension__({                                                        \
		static const struct rule_site site_                            \
			__attribute__((section("rule_sites"), used,            \
				       aligned(8))) = { #id, __FILE__,         \
							__LINE__ };            \
		rule_is_on(&site_);                                            \
	})
#else
#define RULE(id, cond)    (cond)
#define RULE_VALUE(id, v) (v)
#endif
#endif
