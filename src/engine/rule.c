/* src/engine/rule.c - which site of a mutant is switched off */
#include "engine/rule.h"

#ifdef HERALDO_MUTANTS
/* the linker's names for the ends of the section that RULE_ON fills */
extern const struct rule_site __start_rule_sites[];
extern const struct rule_site __stop_rule_sites[];

int rule_off = -1;

int rule_sites(void)
{
	return (int)(__stop_rule_sites - __start_rule_sites);
}

const struct rule_site *rule_site(int n)
{
	return &__start_rule_sites[n];
}

bool rule_is_on(const struct rule_site *site)
{
	return rule_off < 0 || site != &__start_rule_sites[rule_off];
}
#endif
