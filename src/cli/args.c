/* SPDX-License-Identifier: MIT
 * The command line: the verb, its options anywhere around it, its operands.
 */
#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const cli_verb *cli_current;

enum { ARGS_GO = -1 }; /* no exit status yet */

const cli_opt *cli_walk_next(cli_walk *walk)
{
    for (const cli_group *g; (g = walk->verb->groups[walk->group]); walk->group++, walk->row = 0)
        if (walk->row < g->count) return &g->rows[walk->row++];
    return NULL;
}

int cli_usage(const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    cli_vformat(text, sizeof text, format, args);
    va_end(args);
    const char *name = cli_current ? cli_current->name : "";
    const char *space = *name ? " " : "";
    char line[2048];
    if (cli_current && cli_current->link)
        cli_format(line, sizeof line, "%s: %s\nTry '%s -h'.\n", name, text, name);
    else
        cli_format(line, sizeof line, "cinch%s%s: %s\nTry 'cinch%s%s -h'.\n", space, name, text, space, name);
    cli_write_all(STDERR_FILENO, line, strlen(line));
    return CLI_USAGE;
}

bool cli_number(const char *text, uint64_t *out)
{
    uint64_t v = 0;
    const char *p = text;
    for (; *p >= '0' && *p <= '9'; p++) {
        unsigned digit = (unsigned)(*p - '0');
        if (v > (UINT64_MAX - digit) / 10) return false;
        v = v * 10 + digit;
    }
    if (p == text) return false;
    unsigned shift = *p == 'k' || *p == 'K' ? 10 : *p == 'M' ? 20 : *p == 'G' ? 30 : 0;
    if (shift) p++;
    if (*p || v > UINT64_MAX >> shift) return false;
    *out = v << shift;
    return true;
}

/* ---------------------------------------------------------------- one option */

static bool opt_valued(const cli_opt *o)
{
    return o->kind == CLI_TEXT || o->kind == CLI_NUMBER || o->kind == CLI_LIMIT || o->kind == CLI_CHOICE;
}

static const cli_opt *opt_find(const cli_verb *verb, const char *name, size_t len, bool *no)
{
    cli_walk walk = {verb, 0, 0};
    *no = false;
    for (const cli_opt *o; (o = cli_walk_next(&walk));) {
        if (!o->name) continue;
        if (strlen(o->name) == len && memcmp(o->name, name, len) == 0) return o;
        if (o->kind == CLI_ONOFF && len == strlen(o->name) + 3 && memcmp(name, "no-", 3) == 0 &&
            memcmp(name + 3, o->name, len - 3) == 0) {
            *no = true;
            return o;
        }
    }
    return NULL;
}

static const cli_opt *opt_letter(const cli_verb *verb, char letter)
{
    cli_walk walk = {verb, 0, 0};
    for (const cli_opt *o; (o = cli_walk_next(&walk));)
        if (o->letter == letter && letter) return o;
    return NULL;
}

static int opt_choose(const cli_opt *o, const char *shown, const char *value)
{
    const char *word = o->value;
    char list[256] = "", near[96] = "";
    unsigned best = UINT32_MAX;
    for (int place = 0; *word; place++) {
        size_t len = strcspn(word, "|"), had = strlen(list);
        char choice[64];
        cli_format(choice, sizeof choice, "%.*s", (int)len, word);
        if (strcmp(choice, value) == 0) {
            *(int *)o->to = place;
            return ARGS_GO;
        }
        cli_format(list + had, sizeof list - had, "%s%s", had ? ", " : "", choice);
        unsigned slips = cli_slips(value, choice);
        if (slips < best) {
            best = slips;
            cli_format(near, sizeof near, "; did you mean '%s'?", choice);
        }
        word += len + (word[len] == '|');
    }
    char text[256];
    cinch_escape(value, strlen(value), text, sizeof text);
    return cli_usage("%s is one of %s, not '%s'%s", shown, list, text, near);
}

/* Into *o->to, within the range that its value in the table names. */
static int opt_number(const cli_opt *o, const char *shown, const char *value)
{
    const char *dash = strchr(o->value, '-');
    uint64_t v, least = o->kind == CLI_LIMIT, most = UINT64_MAX;
    char text[256], range[64] = " from 1 on";
    if (dash) {
        cli_format(text, sizeof text, "%.*s", (int)(dash - o->value), o->value);
        cli_number(text, &least);
        cli_number(dash + 1, &most);
        cli_format(range, sizeof range, " from %s to %s", text, dash + 1);
    } else if (!least) {
        range[0] = 0;
    }
    if (cli_number(value, &v) && v >= least && v <= most) {
        *(uint64_t *)o->to = v;
        return ARGS_GO;
    }
    cinch_escape(value, strlen(value), text, sizeof text);
    return cli_usage("%s needs a number%s, not '%s'", shown, range, text);
}

static int opt_set(const cli_opt *o, const char *shown, const char *value)
{
    switch (o->kind) {
    case CLI_FLAG: *(bool *)o->to = true; return ARGS_GO;
    case CLI_TEXT: *(const char **)o->to = value; return ARGS_GO;
    case CLI_CHOICE: return opt_choose(o, shown, value);
    case CLI_NUMBER:
    case CLI_LIMIT: return opt_number(o, shown, value);
    case CLI_HELP: return cli_help_short(cli_current, true);
    case CLI_MANUAL: return cli_help_full(cli_current);
    case CLI_VERSION: return cli_version();
    default: return ARGS_GO;
    }
}

/* The nearest option of this verb, or the first verb that has this very one. */
static int opt_unknown(const char *name, size_t len)
{
    char word[64], text[256], other[96] = "";
    unsigned best = UINT32_MAX;
    bool no;
    cli_format(word, sizeof word, "%.*s", (int)(len < 60 ? len : 60), name);
    cinch_escape(name, len, text, sizeof text);
    cli_walk walk = {cli_current, 0, 0};
    for (const cli_opt *o; (o = cli_walk_next(&walk));) {
        unsigned slips = o->name ? cli_slips(word, o->name) : UINT32_MAX;
        if (slips >= best) continue;
        best = slips;
        cli_format(other, sizeof other, "; did you mean '--%s'?", o->name);
    }
    for (size_t i = 0; best == UINT32_MAX && !cli_current->link && cli_verbs[i]; i++) {
        if (!opt_find(cli_verbs[i], name, len, &no)) continue;
        cli_format(other, sizeof other, " here; '%s' has it", cli_verbs[i]->name);
        break;
    }
    return cli_usage("no option '--%s'%s", text, other);
}

/* "--name" or "--name=VALUE"; next: the argument after it, or NULL; *took: it was needed. */
static int opt_long(const char *arg, const char *next, bool *took)
{
    size_t len = strcspn(arg + 2, "=");
    const char *value = arg[2 + len] == '=' ? arg + 2 + len + 1 : NULL;
    bool no;
    char shown[80];
    const cli_opt *o = opt_find(cli_current, arg + 2, len, &no);
    if (!o && cli_current->link && strcmp(arg, "--help") == 0) return cli_help_full(cli_current);
    if (!o) return opt_unknown(arg + 2, len);
    cli_format(shown, sizeof shown, "--%s%s", no ? "no-" : "", o->name);
    if (!opt_valued(o)) {
        if (value) return cli_usage("%s takes no value", shown);
        if (o->kind != CLI_ONOFF) return opt_set(o, shown, NULL);
        *(int *)o->to = !no;
        return ARGS_GO;
    }
    if (!value && o->bare) return opt_set(o, shown, o->bare);
    if (!value) {
        if (!next) return cli_usage("%s needs a value: %s=%s", shown, shown, o->value);
        *took = true;
        value = next;
    }
    return opt_set(o, shown, value);
}

static int opt_unknown_letter(const char *arg, const char *p)
{
    char text[32];
    bool no;
    const cli_opt *whole = opt_find(cli_current, arg + 1, strcspn(arg + 1, "="), &no);
    size_t len = 1; /* of the whole character, where it is one */
    while (len < 4 && ((unsigned char)p[len] & 0xc0) == 0x80) len++;
    cinch_escape(p, cinch_utf8_valid(p, len) ? len : 1, text, sizeof text);
    if (whole) return cli_usage("no option '-%s'; did you mean '--%s'?", text, whole->name);
    return cli_usage("no option '-%s'", text);
}

/* "-x", "-xyz", "-oVALUE" or "-o" and the argument after it. */
static int opt_short(const char *arg, const char *next, bool *took)
{
    for (const char *p = arg + 1; *p; p++) {
        char shown[8] = {'-', *p, 0};
        const cli_opt *o = opt_letter(cli_current, *p);
        if (!o) return opt_unknown_letter(arg, p);
        if (!opt_valued(o) || o->bare) {
            int status = opt_set(o, shown, o->bare);
            if (status != ARGS_GO) return status;
            continue;
        }
        if (p[1]) return opt_set(o, shown, p + 1);
        if (!next) return cli_usage("%s needs a value: %s %s", shown, shown, o->value);
        *took = true;
        return opt_set(o, shown, next);
    }
    return ARGS_GO;
}

/* ---------------------------------------------------------------- the verb */

/* Does an option that stands before the verb take the next argument? Verbs may differ; then a verb's name is not a value. */
static bool opt_takes_next(const char *arg, const char *next)
{
    bool yes = false, no = false, off;
    for (size_t i = 0; cli_verbs[i]; i++) {
        const cli_opt *o = NULL;
        if (arg[1] == '-') {
            if (strchr(arg, '=')) return false;
            o = opt_find(cli_verbs[i], arg + 2, strlen(arg + 2), &off);
        } else {
            for (const char *p = arg + 1; *p; p++) {
                o = opt_letter(cli_verbs[i], *p);
                if (!o) break;
                if (!opt_valued(o) || o->bare) continue;
                if (p[1]) o = NULL; /* the rest is the value */
                break;
            }
        }
        if (o && opt_valued(o) && !o->bare)
            yes = true;
        else if (o)
            no = true;
    }
    return yes && !(no && cli_verb_find(next));
}

/* The place of the verb; count: there is none. */
static size_t verb_place(const char *const *argv, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(argv[i], "--") == 0) return i + 1;
        if (argv[i][0] != '-' || !argv[i][1]) return i;
        if (i + 1 < count && opt_takes_next(argv[i], argv[i + 1])) i++;
    }
    return count;
}

int cli_verb_unknown(const char *word)
{
    char text[256], near[96] = "";
    unsigned best = UINT32_MAX;
    for (size_t i = 0; cli_verbs[i]; i++) {
        unsigned slips = cli_slips(word, cli_verbs[i]->name);
        if (slips >= best) continue;
        best = slips;
        cli_format(near, sizeof near, "; did you mean '%s'?", cli_verbs[i]->name);
    }
    cinch_escape(word, strlen(word), text, sizeof text);
    return cli_usage("no verb '%s'%s", text, near);
}

static int verb_run(const char **operands, size_t count)
{
    const cli_verb *v = cli_current;
    const char *given = cli_args.hex ? cli_args.hex : cli_args.base64;
    bool text = given && given != cli_bare_text;
    if (v == &cli_tool) return isatty(STDIN_FILENO) ? cli_help_short(v, false) : cli_usage("no verb given");
    if (count > v->most && !v->many) {
        char shown[256];
        cinch_escape(operands[v->most], strlen(operands[v->most]), shown, sizeof shown);
        return cli_usage("one operand too many: '%s'", shown);
    }
    if (v->reads && count >= v->most && v->most) {
        if (cli_args.input) return cli_usage("-i and FILE are the same: give one of them");
        cli_args.input = operands[count - 1];
    }
    if (cli_args.hex && cli_args.base64) return cli_usage("--hex and --base64: give one of them");
    if (count < v->least) return cli_usage("an operand is missing: %s", v->operands);
    if (v->reads && count < v->most && !cli_args.input && !text && isatty(STDIN_FILENO)) return cli_help_short(v, false);
    return v->run(operands, count);
}

int cli_run(const cli_verb *link, const char *const *argv, size_t count)
{
    size_t place = link ? count : verb_place(argv, count), operands = 0;
    bool only_operands = false;
    cli_current = link ? link : &cli_tool;
    if (!link && place < count && !(cli_current = cli_verb_find(argv[place]))) {
        cli_current = &cli_tool;
        return cli_verb_unknown(argv[place]);
    }
    const char **list = malloc((count + 1) * sizeof *list);
    if (!list) return cli_io_error("arguments", 0);
    int status = ARGS_GO;
    for (size_t i = 0; i < count && status == ARGS_GO; i++) {
        const char *arg = argv[i], *next = i + 1 < count && i + 1 != place ? argv[i + 1] : NULL;
        bool took = false;
        if (i == place) continue;
        if (!only_operands && strcmp(arg, "--") == 0)
            only_operands = true;
        else if (only_operands || arg[0] != '-' || !arg[1])
            list[operands++] = arg;
        else
            status = arg[1] == '-' ? opt_long(arg, next, &took) : opt_short(arg, next, &took);
        i += took;
    }
    if (status == ARGS_GO) status = verb_run(list, operands);
    free(list);
    return status;
}
