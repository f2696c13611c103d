/* SPDX-License-Identifier: MIT
 * Regular expressions of schemas, by PCRE2 where the build found it (CINCH_PCRE2). Without it a schema that has one is refused: the library, given
 * no hook, says so.
 *
 * Options are those that bring PCRE2 nearest to ECMA-262, which JSON Schema means: a pattern matches anywhere, `$` is the very end,
 * \uXXXX is a character, \d and \w are ASCII. A match that takes too many steps or too much memory is given up: a pattern may be hostile.
 */
#include "cli.h"

#ifdef CINCH_PCRE2
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

enum { PATTERN_STEPS = 1000000, PATTERN_KIB = 16384 };

static void *pattern_compile(void *user, cinch_str pattern)
{
    int error;
    PCRE2_SIZE at;
    uint32_t options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_ALT_BSUX | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C;
    (void)user;
    return pcre2_compile((PCRE2_SPTR)pattern.ptr, pattern.len, options, &error, &at, NULL);
}

static cinch_error pattern_match(void *user, const void *compiled, cinch_str s)
{
    const pcre2_code *code = compiled;
    pcre2_match_data *data = pcre2_match_data_create(1, NULL);
    pcre2_match_context *limits = pcre2_match_context_create(NULL);
    int got = PCRE2_ERROR_NOMEMORY;
    (void)user;
    if (data && limits) {
        pcre2_set_match_limit(limits, PATTERN_STEPS);
        pcre2_set_heap_limit(limits, PATTERN_KIB);
        got = pcre2_match(code, (PCRE2_SPTR)(s.len ? s.ptr : ""), s.len, 0, PCRE2_NO_UTF_CHECK, data, limits);
    }
    pcre2_match_context_free(limits);
    pcre2_match_data_free(data);
    if (got == PCRE2_ERROR_NOMATCH) return CINCH_ERR_PATTERN;
    return got == PCRE2_ERROR_NOMEMORY ? CINCH_ERR_MEMORY : got < 0 ? CINCH_ERR_LIMIT : CINCH_OK;
}

static void pattern_drop(void *user, void *compiled)
{
    (void)user;
    pcre2_code_free(compiled);
}

void cli_pattern_hooks(cinch_schema_opts *opts)
{
    opts->compile = pattern_compile;
    opts->match = pattern_match;
    opts->drop = pattern_drop;
}
#else
void cli_pattern_hooks(cinch_schema_opts *opts)
{
    (void)opts;
}
#endif
