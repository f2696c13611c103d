/* SPDX-License-Identifier: MIT
 * White space and, when lax, comments, where speed does not matter.
 */
#include "json_in.h"
#include "../base/compiler.h"

/* Behind the comment at p, a slash; NULL: there is none, or it does not end. A line comment may end with the text. */
static const uint8_t *comment_end(const uint8_t *p, const uint8_t *end)
{
    const uint8_t *q = p + 1;
    if (q == end) return NULL;
    if (*q == '/') {
        while (q != end && *q != '\n') q++;
        return q;
    }
    if (*q++ != '*') return NULL;
    while (end - q >= 2 && (q[0] != '*' || q[1] != '/')) q++;
    return end - q >= 2 ? q + 2 : NULL;
}

const uint8_t *cinchi_json_skip_blank(const uint8_t *p, const uint8_t *end, bool lax)
{
    for (; p != end; p++) {
        if (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t') continue;
        const uint8_t *after = *p == '/' && lax ? comment_end(p, end) : NULL;
        if (!after) break;
        p = after - 1;
    }
    return p;
}

CINCHI_COLD const uint8_t *cinchi_json_comment(cinchi_json_in *j, const uint8_t *p)
{
    const uint8_t *after = NULL;
    if (p == j->end) return cinchi_json_fault(j, p, CINCH_ERR_TRUNCATED).p;
    if (*p != '/' || !j->opts->lax) return cinchi_json_fault(j, p, CINCH_ERR_SYNTAX).p;
    after = comment_end(p, j->end);
    if (after) return after;
    if (j->end - p > 1 && p[1] != '*') return cinchi_json_fault(j, p + 1, CINCH_ERR_SYNTAX).p;
    return cinchi_json_fault(j, p, CINCH_ERR_TRUNCATED).p;
}

const uint8_t *cinchi_json_blank(cinchi_json_in *j, const uint8_t *p)
{
    p = cinchi_json_skip_blank(p, j->end, j->opts->lax);
    if (p == j->end || (*p == '/' && j->opts->lax)) return cinchi_json_comment(j, p);
    return p;
}
