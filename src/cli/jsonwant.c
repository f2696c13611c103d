/* SPDX-License-Identifier: MIT
 * What JSON wants at the byte where a document stopped being JSON. The text before that byte is good, so a scan that knows strings, brackets
 * and little else finds out where it stands.
 */
#include "cli.h"

enum { WANT_DEPTH = 4096 };

typedef struct want_scan {
    const char *text;
    size_t at, end; /* end: the byte at fault */
    size_t depth;
    bool object[WANT_DEPTH]; /* of the containers around */
    bool key;                /* a string here is a key, or the last one was */
    char last;               /* of the tokens before: 0 none, v a value, k a key, else its own character */
} want_scan;

static bool want_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool want_plain(char c)
{
    return c && !want_blank(c) && !strchr("[]{},:\"/", c);
}

/* Is it a literal as it stands? All before the byte at fault being good, only one that ends there can be cut. */
static bool want_literal(const char *word, size_t len)
{
    static const char *const words[] = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};
    for (size_t i = 0; i < CLI_COUNT(words); i++)
        if (strlen(words[i]) == len && memcmp(words[i], word, len) == 0) return true;
    return word[len - 1] >= '0' && word[len - 1] <= '9';
}

/* False: it goes on to the byte at fault. */
static bool want_word(want_scan *s)
{
    size_t from = s->at;
    while (s->at < s->end && want_plain(s->text[s->at])) s->at++;
    s->last = 'v';
    return s->at != s->end || (!want_plain(s->text[s->at]) && want_literal(s->text + from, s->at - from));
}

/* Past a comment, as --lax allows it. */
static void want_comment(want_scan *s)
{
    bool block = s->at + 1 < s->end && s->text[s->at + 1] == '*';
    for (s->at += 2; s->at < s->end; s->at++) {
        if (!block && s->text[s->at] == '\n') return;
        if (block && s->text[s->at] == '/' && s->text[s->at - 1] == '*') break;
    }
    s->at++;
}

/* False: the string goes on to the byte at fault. */
static bool want_string(want_scan *s)
{
    for (s->at++; s->at < s->end; s->at++) {
        if (s->text[s->at] == '\\')
            s->at++;
        else if (s->text[s->at] == '"') {
            s->at++;
            s->last = s->key ? 'k' : 'v';
            s->key = false;
            return s->at <= s->end;
        }
    }
    return false;
}

static bool want_bracket(want_scan *s, char c)
{
    if (c == '[' || c == '{') {
        if (s->depth == WANT_DEPTH) return false;
        s->object[s->depth++] = c == '{';
        s->key = c == '{';
        s->last = c;
    } else if (c == ']' || c == '}') {
        s->depth -= s->depth != 0;
        s->key = false;
        s->last = 'v';
    } else {
        s->key = c == ',' && s->depth && s->object[s->depth - 1];
        s->last = c;
    }
    s->at++;
    return true;
}

/* Does what stands there begin what JSON wants? Then it was refused for what it means: by a tag, or by a prefix of json2msgpack. */
static bool want_met(const want_scan *s, char c)
{
    bool object = s->depth && s->object[s->depth - 1], value = c == '"' || c == '-' || (c && strchr("0123456789[{tfn", c));
    switch (s->last) {
    case '{': return c == '"';
    case ',': return object ? c == '"' : value;
    case '[': return c == ']' || value;
    case 'v': return s->depth && (c == ',' || c == (object ? '}' : ']'));
    case 'k': return c == ':';
    default: return value;
    }
}

static const char *want_meant(const want_scan *s)
{
    if (!cli_json_in_opts().tagged) return "not what its prefix announces";
    return s->last == '{' ? "no such $ tag" : "not what its $ tag holds";
}

static const char *want_between(const want_scan *s)
{
    bool object = s->depth && s->object[s->depth - 1];
    switch (s->last) {
    case '[': return "expected a value or ]";
    case '{': return "expected a key in double quotes, or }";
    case ',': return object ? "expected a key in double quotes" : "expected a value";
    case 'k': return "expected :";
    case 'v': return !s->depth ? NULL : object ? "expected , or }" : "expected , or ]";
    default: return "expected a value";
    }
}

const char *cli_json_want(const char *text, size_t len, size_t pos)
{
    static want_scan s;
    memset(&s, 0, sizeof s);
    s.text = text;
    s.end = pos;
    if (pos >= len) return NULL;
    while (s.at < pos) {
        char c = text[s.at];
        if (want_blank(c)) {
            s.at++;
        } else if (c == '/') {
            want_comment(&s);
        } else if (c == '"') {
            if (!want_string(&s))
                return (unsigned char)text[pos] < 0x20 ? "unescaped control character in a string" : "no such escape";
        } else if (want_plain(c)) {
            if (!want_word(&s)) return "not a number, true, false or null";
        } else if (!want_bracket(&s, c)) {
            return NULL;
        }
    }
    if (len - pos >= 3 && memcmp(text + pos, "\xef\xbb\xbf", 3) == 0) return "a byte order mark inside the text";
    if (s.at != pos) return NULL;
    if (text[pos] == '\'') return "strings and keys are in double quotes";
    return want_met(&s, text[pos]) ? want_meant(&s) : want_between(&s);
}
