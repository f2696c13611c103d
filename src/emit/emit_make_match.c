/* SPDX-License-Identifier: MIT
 * A text that a regular expression matches, as far as that is easily told: the first of alternatives, the first of a class, repeats as often as they
 * must be, and `more` times. Whoever asks lets the expression judge it. No recursion: groups are a stack of places in the text.
 */
#include "emit_make.h"

enum { MATCH_GROUPS = 32 };

typedef struct match_run {
    cinch_str pattern;
    size_t at;
    char *out;
    size_t cap, len;
    size_t groups[MATCH_GROUPS]; /* where their text begins */
    uint32_t depth;
    size_t atom; /* where the text of the last atom begins */
    uint32_t more;
} match_run;

static void match_put(match_run *r, char c)
{
    r->atom = r->len;
    if (r->len < r->cap) r->out[r->len++] = c;
}

static char match_escape(char c)
{
    switch (c) {
    case 'd': return '0';
    case 'w': return 'a';
    case 's': return ' ';
    case 'n': return '\n';
    case 't': return '\t';
    case 'D':
    case 'S': return 'a';
    case 'W': return '-';
    default: return c;
    }
}

static bool match_in_class(cinch_str set, char c)
{
    for (size_t i = 0; i < set.len; i++) {
        if (set.ptr[i] == '\\' && i + 1 < set.len) {
            char e = set.ptr[++i];
            bool digit = c >= '0' && c <= '9', letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
            if ((e == 'd' && digit) || (e == 'w' && (digit || letter)) || (e == 's' && c == ' ') || match_escape(e) == c)
                return true;
        } else if (i + 2 < set.len && set.ptr[i + 1] == '-') {
            if (c >= set.ptr[i] && c <= set.ptr[i + 2]) return true;
            i += 2;
        } else if (set.ptr[i] == c) {
            return true;
        }
    }
    return false;
}

/* Behind the '['. */
static void match_class(match_run *r)
{
    static const char some[] = "a0A-_. z9Z/:@#%+!~\t\n,;x";
    bool not = r->at < r->pattern.len && r->pattern.ptr[r->at] == '^';
    cinch_str set;
    size_t end;
    if (not ) r->at++;
    end = r->at;
    while (end < r->pattern.len && (r->pattern.ptr[end] != ']' || end == r->at)) end += r->pattern.ptr[end] == '\\' ? 2 : 1;
    if (end > r->pattern.len) end = r->pattern.len;
    set.ptr = r->pattern.ptr + r->at;
    set.len = end - r->at;
    r->at = end + 1;
    for (size_t i = 0; some[i]; i++)
        if (match_in_class(set, some[i]) != not ) {
            match_put(r, some[i]);
            return;
        }
    match_put(r, set.len ? set.ptr[0] : 'a');
}

/* To the end of the group: its other alternatives are not taken. */
static void match_pass(match_run *r)
{
    uint32_t inner = 0;
    for (; r->at < r->pattern.len; r->at++) {
        char c = r->pattern.ptr[r->at];
        if (c == '\\' || c == '[') {
            while (c == '[' && r->at + 1 < r->pattern.len && r->pattern.ptr[r->at + 1] != ']')
                r->at += r->pattern.ptr[r->at + 1] == '\\' ? 2 : 1;
            r->at++;
        } else if (c == '(') {
            inner++;
        } else if (c == ')' && inner-- == 0) {
            return;
        }
    }
}

static uint32_t match_number(match_run *r)
{
    uint32_t n = 0;
    while (r->at < r->pattern.len && r->pattern.ptr[r->at] >= '0' && r->pattern.ptr[r->at] <= '9' && n < 1000)
        n = 10 * n + (uint32_t)(r->pattern.ptr[r->at++] - '0');
    return n;
}

/* {2}, {2,}, {2,5} behind the brace: how often. */
static uint32_t match_braces(match_run *r)
{
    uint32_t least = match_number(r), most = least;
    if (r->at < r->pattern.len && r->pattern.ptr[r->at] == ',') {
        r->at++;
        most = match_number(r);
        if (most == 0) most = least + r->more;
    }
    while (r->at < r->pattern.len && r->pattern.ptr[r->at++] != '}') {
    }
    return least + (most - least < r->more ? most - least : r->more);
}

static void match_repeat(match_run *r, uint32_t times)
{
    size_t len = r->len - r->atom, from = r->atom;
    if (times == 0) r->len = r->atom;
    for (uint32_t i = 1; i < times && r->len + len <= r->cap; i++) {
        memmove(r->out + r->len, r->out + from, len);
        r->len += len;
    }
}

static void match_group(match_run *r)
{
    if (r->at + 1 < r->pattern.len && r->pattern.ptr[r->at] == '?') r->at += 2;
    if (r->depth < MATCH_GROUPS) r->groups[r->depth++] = r->len;
}

static void match_step(match_run *r)
{
    char c = r->pattern.ptr[r->at++];
    switch (c) {
    case '^':
    case '$': break;
    case '(': match_group(r); break;
    case '|': match_pass(r); break;
    case ')':
        if (r->depth) r->atom = r->groups[--r->depth];
        break;
    case '[': match_class(r); break;
    case '.': match_put(r, 'a'); break;
    case '\\': match_put(r, r->at < r->pattern.len ? match_escape(r->pattern.ptr[r->at++]) : '\\'); break;
    case '*': match_repeat(r, r->more); break;
    case '?': match_repeat(r, r->more ? 1 : 0); break;
    case '+': match_repeat(r, 1 + r->more); break;
    case '{': match_repeat(r, match_braces(r)); break;
    default: match_put(r, c);
    }
}

size_t cinchi_emit_make_match(cinch_str pattern, uint32_t more, char *out, size_t cap)
{
    match_run r;
    memset(&r, 0, sizeof r);
    r.pattern = pattern;
    r.out = out;
    r.cap = cap;
    r.more = more;
    while (r.at < pattern.len) match_step(&r);
    return r.len;
}
