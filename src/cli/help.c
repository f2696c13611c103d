/* SPDX-License-Identifier: MIT
 * Help as text, made from the tables.
 */
#include "cli.h"

#include <stdio.h>
#include <unistd.h>

enum { HELP_WIDTH = 80, HELP_COLUMN = 26 };

const char *cli_full_name(const cli_verb *verb, char between, char *room, size_t cap)
{
    if (verb->link) return verb->name;
    cli_format(room, cap, "cinch%.*s%s", *verb->name != 0, &between, verb->name);
    return room;
}

static void help_spaces(cli_out *o, size_t n)
{
    while (n--) cinch_put_raw(&o->w, " ", 1);
}

/* Words from column `at` on, lines broken to begin at `indent`; an empty line in the text stays one. Ends the line. */
static void help_wrap(cli_out *o, const char *text, size_t at, size_t indent)
{
    while (*text) {
        size_t len = strcspn(text, " \n");
        if (at > indent && at + 1 + len > HELP_WIDTH) {
            cli_out_text(o, "\n");
            at = 0;
        }
        if (at == 0)
            help_spaces(o, at = indent);
        else if (at > indent)
            help_spaces(o, 1), at++;
        cinch_put_raw(&o->w, text, len);
        at += len;
        text += len;
        for (; *text == ' ' || *text == '\n'; text++)
            if (*text == '\n') {
                cli_out_text(o, "\n");
                at = 0;
            }
    }
    cli_out_text(o, "\n");
}

/* "-o, --output=FILE", "    --[no-]progress", "    --color[=WHEN]" */
static size_t help_left(char *out, size_t cap, const cli_opt *row)
{
    const char *comma = row->letter && row->name ? ", " : row->letter ? "" : "    ";
    char letter[3] = {'-', row->letter, 0};
    size_t n = cli_format(out, cap, "%s%s%s%s%s", row->letter ? letter : "", comma, row->name ? "--" : "",
                          row->kind == CLI_ONOFF ? "[no-]" : "", row->name ? row->name : "");
    if (row->value && row->bare)
        n += row->name ? cli_format(out + n, cap - n, "[=%s]", row->value) : 0;
    else if (row->value)
        n += cli_format(out + n, cap - n, "%s%s", row->name ? "=" : " ", row->value);
    return n;
}

static void help_option(cli_out *o, const cli_opt *row, bool full)
{
    char left[128];
    size_t at = 2 + help_left(left, sizeof left, row);
    cli_out_print(o, "  %s", left);
    if (at > HELP_COLUMN - 2) {
        cli_out_text(o, "\n");
        at = 0;
    } else {
        help_spaces(o, HELP_COLUMN - at);
        at = HELP_COLUMN;
    }
    char text[1024];
    bool more = full && row->more;
    cli_format(text, sizeof text, "%s%s%s", row->help, more ? ". " : "", more ? row->more : "");
    help_wrap(o, text, at, HELP_COLUMN);
}

static void help_usage(cli_out *o, const cli_verb *verb)
{
    char name[64];
    const char *operands = verb == &cli_tool ? "VERB [OPTION]... [FILE]" : verb->operands;
    cli_out_print(o, "%s%s%s%s\n", cli_full_name(verb, ' ', name, sizeof name), verb == &cli_tool ? "" : " [OPTION]...",
                  *operands ? " " : "", operands);
}

static void help_verbs(cli_out *o)
{
    for (size_t i = 0; cli_verbs[i]; i++) {
        cli_out_print(o, "  %-14s%s\n", cli_verbs[i]->name, cli_verbs[i]->summary);
    }
}

static void help_brief(cli_out *o, const cli_verb *verb)
{
    char name[64];
    cli_out_text(o, "Usage: ");
    help_usage(o, verb);
    help_wrap(o, verb->summary, 0, 0);
    cli_out_text(o, "\n");
    if (verb == &cli_tool) help_verbs(o);
    for (const cli_group *const *g = verb->groups; verb != &cli_tool && *g; g++)
        for (size_t i = 0; *g != &cli_limits && *g != &cli_general && i < (*g)->count; i++)
            help_option(o, &(*g)->rows[i], false);
    cli_full_name(verb, ' ', name, sizeof name);
    if (verb == &cli_tool)
        cli_out_text(o, "\nMore: cinch --help; of a verb: cinch VERB -h, cinch VERB --help\n");
    else if (!verb->link)
        cli_out_print(o, "\nLimits, general options, examples: %s --help\n", name);
}

static void help_examples(cli_out *o, const char *examples)
{
    cli_out_text(o, "Examples:\n");
    for (const char *line = examples; *line;) {
        int command = (int)strcspn(line, "\t"), what = (int)strcspn(line + command + 1, "\n");
        bool narrow = command <= 40;
        cli_out_print(o, narrow ? "  %-42.*s%.*s\n" : "  %.*s\n      %.*s\n", command, line, what, line + command + 1);
        line += command + 1 + what + 1;
    }
}

static const char exit_text[] =
    "0 all is well; 1 the data is bad, or the check says no; 2 the tool was used wrongly; 3 input or "
    "output failed.";

static void help_all(cli_out *o, const cli_verb *verb)
{
    help_examples(o, verb->examples);
    cli_out_text(o, "\nUsage:\n  ");
    help_usage(o, verb);
    cli_out_text(o, "\n");
    help_wrap(o, verb->about, 0, 2);
    if (verb == &cli_tool) {
        cli_out_text(o, "\nVerbs:\n");
        help_verbs(o);
    }
    for (const cli_group *const *g = verb->groups; *g; g++) {
        cli_out_print(o, "\n%s:\n", (*g)->title);
        for (size_t i = 0; i < (*g)->count; i++) help_option(o, &(*g)->rows[i], true);
    }
    if (verb == &cli_tool) return;
    cli_out_text(o, "\nExit status:\n");
    help_wrap(o, exit_text, 0, 2);
}

int cli_help_short(const cli_verb *verb, bool asked)
{
    cli_out o;
    cli_out_standard(&o, asked || isatty(STDOUT_FILENO) ? STDOUT_FILENO : STDERR_FILENO);
    help_brief(&o, verb);
    int status = cli_out_close(&o, CLI_GOOD);
    return asked || status != CLI_GOOD ? status : CLI_USAGE; /* not asked for: nothing was done, and a script must see that */
}

int cli_help_full(const cli_verb *verb)
{
    cli_out o;
    cli_out_standard(&o, STDOUT_FILENO);
    help_all(&o, verb);
    return cli_out_close(&o, CLI_GOOD);
}

int cli_help_list(void)
{
    cli_out o;
    cli_out_standard(&o, STDOUT_FILENO);
    for (size_t i = 0; cli_verbs[i]; i++) cli_out_print(&o, "%s\n", cli_verbs[i]->name);
    for (size_t i = 0; cli_links[i]; i++) cli_out_print(&o, "%s\n", cli_links[i]->name);
    return cli_out_close(&o, CLI_GOOD);
}

int cli_version(void)
{
    cli_out o;
    uint32_t v = cinch_version();
    cli_out_standard(&o, STDOUT_FILENO);
    cli_out_print(&o, "cinch %u.%u.%u\n", (unsigned)(v >> 16), (unsigned)(v >> 8 & 255), (unsigned)(v & 255));
    return cli_out_close(&o, CLI_GOOD);
}
