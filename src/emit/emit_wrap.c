/* SPDX-License-Identifier: MIT
 * Lines of generated files. Statements stand four columns in for each bracket that they are in, or further where they were written so: emitters
 * need not know how deep what they write will be. No line is longer than 120 columns where there is a place to break it. Of the places that fit, the
 * last one at the least depth of brackets is taken: behind a comma, an operator of conditions, the condition of an `if`; behind a bracket that opens
 * or at any space only when there is none of these, inside a string when nothing else is left. Lines of the preprocessor stay as they are.
 */
#include "emit_in.h"

enum { WRAP_COLUMNS = 120, WRAP_STEP = 4, WRAP_ANYWHERE = 1 << 20, WRAP_IN_STRING = 1 << 21, WRAP_NOWHERE = 1 << 22 };

/* What stands between the beginning of a line that is too long and a place in it. */
typedef struct wrap_state {
    int depth;   /* of brackets */
    char quote;  /* of the string or character that is open */
    bool branch; /* an if, for or while, whose condition ends where depth is 0 again */
    bool comment;
} wrap_state;

typedef struct wrap_place {
    size_t at; /* bytes before the break */
    int cost;
    wrap_state state;
} wrap_place;

/* What goes from one line to the next. */
typedef struct wrap_file {
    wrap_state state;
    size_t shift; /* how much further in the last statement stands than it was written */
    bool goes_on; /* the last line did not end its statement */
} wrap_file;

/* Bytes of a character of a string: escapes are one, octal ones have three digits. */
static size_t wrap_char(const char *s, size_t len)
{
    size_t n = 1;
    if (s[0] != '\\' || len < 2) return 1;
    n = 2;
    if (s[1] >= '0' && s[1] <= '7')
        while (n < 4 && n < len && s[n] >= '0' && s[n] <= '7') n++;
    return n;
}

static void wrap_offer(wrap_place *best, size_t at, int cost, const wrap_state *state)
{
    if (cost > best->cost) return;
    best->at = at;
    best->cost = cost;
    best->state = *state;
}

/* Whether a line may end behind the byte at i. */
static bool wrap_between(const char *s, size_t len, size_t i, const wrap_state *state)
{
    if (i + 2 >= len || s[i + 1] != ' ') return false;
    if (s[i] == ',') return true;
    if (i > 0 && (s[i] == '&' || s[i] == '|') && s[i - 1] == s[i]) return true;
    return s[i] == ')' && state->depth == 0 && state->branch && s[i + 2] != '{';
}

/* Takes in what begins at i, and returns how many bytes it is. */
static size_t wrap_step(wrap_state *state, const char *s, size_t len, size_t i)
{
    char c = s[i];
    if (state->comment) {
        state->comment = !(c == '/' && i > 0 && s[i - 1] == '*');
        return 1;
    }
    if (state->quote) {
        if (c == state->quote) state->quote = 0;
        return wrap_char(s + i, len - i);
    }
    if (c == '"' || c == '\'') state->quote = c;
    if (c == '/' && i + 1 < len && s[i + 1] == '*') state->comment = true;
    state->depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    return 1;
}

/* The best place in s, of which no more than `columns` bytes fit; nowhere: its cost says so. */
static wrap_place wrap_find(const char *s, size_t len, size_t columns, wrap_state state)
{
    wrap_place best = {len, WRAP_NOWHERE, state};
    bool words = state.comment; /* any space is as good as another */
    for (size_t i = 0, next; i < len && i < columns; i = next) {
        next = i + wrap_step(&state, s, len, i);
        if (state.quote) {
            if (state.quote == '"' && next < columns && s[i] != '"' && s[next] != '"')
                wrap_offer(&best, next, WRAP_IN_STRING, &state);
        } else if (wrap_between(s, len, i, &state)) {
            wrap_offer(&best, next, state.depth, &state);
            if (s[i] == ')') best.state.branch = false;
        } else if (next < len && (s[i] == '(' || s[i] == '{' || s[next] == ' ')) {
            wrap_offer(&best, next, words ? 0 : WRAP_ANYWHERE + state.depth, &state);
        }
    }
    return best;
}

static bool wrap_begins(const char *s, size_t len, const char *word)
{
    size_t n = strlen(word);
    return len > n && memcmp(s, word, n) == 0;
}

static bool wrap_is_branch(const char *s, size_t len)
{
    return wrap_begins(s, len, "if (") || wrap_begins(s, len, "for (") || wrap_begins(s, len, "while (");
}

static bool wrap_is_label(const char *s, size_t len)
{
    return s[len - 1] == ':' || wrap_begins(s, len, "case ") || wrap_begins(s, len, "default:");
}

static void wrap_put(cinch_writer *w, const char *s, size_t len)
{
    if (len) cinch_put_raw(w, s, len);
}

static void wrap_spaces(cinch_writer *w, size_t count)
{
    for (; count; count--) wrap_put(w, " ", 1);
}

/* A line without its indentation, in as many as it takes. */
static void wrap_line(cinch_writer *w, const char *s, size_t len, size_t indent, bool comment)
{
    wrap_state state = {0, 0, wrap_is_branch(s, len), comment};
    size_t in = comment ? indent - (*s == '*' && indent) : indent < WRAP_COLUMNS / 2 ? indent + WRAP_STEP : indent;
    wrap_spaces(w, indent);
    for (size_t columns = WRAP_COLUMNS - indent; len > columns; columns = WRAP_COLUMNS - in - 3) {
        wrap_place place = wrap_find(s, len, columns, state);
        size_t quote = place.state.quote ? 1 : 0, over = !quote && s[place.at] == ' ';
        if (place.cost == WRAP_NOWHERE) break;
        wrap_put(w, s, place.at);
        wrap_put(w, &"\"\n"[1 - quote], 1 + quote);
        wrap_spaces(w, in);
        wrap_put(w, comment && place.state.comment ? " * " : "\"", comment && place.state.comment ? 3 : quote);
        s += place.at + over;
        len -= place.at + over;
        state = place.state;
    }
    wrap_put(w, s, len);
}

/* How far in a line stands that has no less than `written` spaces in front. */
static size_t wrap_indent(wrap_file *f, const char *s, size_t len, size_t written)
{
    int depth = f->state.depth;
    if (!f->goes_on) {
        for (size_t i = 0; i < len && s[i] == '}'; i++) depth--;
        depth -= wrap_is_label(s, len);
        f->shift = depth > 0 && (size_t)depth * WRAP_STEP > written ? (size_t)depth * WRAP_STEP - written : 0;
    }
    return written + f->shift;
}

/* What C++ has around a header's declarations does not move them in. */
static void wrap_behind(wrap_file *f, const char *s, size_t len)
{
    for (size_t i = 0; i < len;) i += wrap_step(&f->state, s, len, i);
    if (f->state.comment) return;
    f->goes_on = !strchr(";{}:/", s[len - 1]);
    if (f->state.depth < 0 || wrap_begins(s, len, "extern \"C\"")) f->state.depth = 0;
}

static void wrap_any(cinch_writer *w, wrap_file *f, const char *s, size_t len)
{
    size_t written = 0;
    bool comment;
    while (written < len && s[written] == ' ') written++;
    if (written == len || *s == '#') {
        wrap_put(w, s, len);
        return;
    }
    s += written;
    len -= written;
    comment = f->state.comment || (len > 1 && s[0] == '/' && s[1] == '*');
    if (!f->state.comment) written = wrap_indent(f, s, len, written);
    wrap_line(w, s, len, written, comment);
    wrap_behind(f, s, len);
}

void cinchi_emit_wrap(cinch_writer *w, cinch_str text)
{
    wrap_file f = {{0, 0, false, false}, 0, false};
    while (text.len) {
        const char *stop = (const char *)memchr(text.ptr, '\n', text.len);
        size_t len = stop ? (size_t)(stop - text.ptr) : text.len;
        wrap_any(w, &f, text.ptr, len);
        if (stop) wrap_put(w, "\n", 1);
        text.ptr += len + (stop != NULL);
        text.len -= len + (stop != NULL);
    }
}
