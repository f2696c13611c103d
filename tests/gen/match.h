/* SPDX-License-Identifier: MIT
 * Regular expressions for generated code under test, by PCRE2 with the options that the tool gives it (src/cli/pattern.c).
 */
#ifndef TESTS_GEN_MATCH_H
#define TESTS_GEN_MATCH_H

#include "cinch/schema.h"

bool match_pattern(const char *pattern, cinch_str s);
void match_hooks(cinch_schema_opts *opts);
#define CINCH_GEN_MATCH(pattern, str) match_pattern(pattern, str)

#endif
