/* SPDX-License-Identifier: MIT */
#include "match.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

static void *compile(void *user, cinch_str pattern)
{
    int error;
    PCRE2_SIZE at;
    uint32_t options = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_ALT_BSUX | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C;
    (void)user;
    return pcre2_compile((PCRE2_SPTR)pattern.ptr, pattern.len, options, &error, &at, NULL);
}

static cinch_error match(void *user, const void *compiled, cinch_str s)
{
    pcre2_match_data *data = pcre2_match_data_create(1, NULL);
    int got = pcre2_match(compiled, (PCRE2_SPTR)(s.len ? s.ptr : ""), s.len, 0, PCRE2_NO_UTF_CHECK, data, NULL);
    (void)user;
    pcre2_match_data_free(data);
    return got < 0 ? CINCH_ERR_PATTERN : CINCH_OK;
}

static void drop(void *user, void *compiled)
{
    (void)user;
    pcre2_code_free(compiled);
}

void match_hooks(cinch_schema_opts *opts)
{
    opts->compile = compile;
    opts->match = match;
    opts->drop = drop;
}

bool match_pattern(const char *pattern, cinch_str s)
{
    static struct {
        const char *pattern;
        void *compiled;
    } known[64];
    size_t i = 0;
    while (i < 63 && known[i].pattern && strcmp(known[i].pattern, pattern) != 0) i++;
    if (!known[i].pattern) {
        known[i].pattern = pattern;
        known[i].compiled = compile(NULL, cinch_cstr(pattern));
    }
    if (!known[i].compiled || strcmp(known[i].pattern, pattern) != 0) abort();
    return match(NULL, known[i].compiled, s) == CINCH_OK;
}
