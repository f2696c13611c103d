/* SPDX-License-Identifier: MIT
 * Manual pages, made from the same tables as help.
 */
#include "cli.h"

#include <stdio.h>
#include <unistd.h>

/* Text as roff takes it: hyphens that can be copied, no accidental requests. */
static void man_text(cli_out *o, const char *text)
{
    bool begins = true;
    for (; *text; text++) {
        if (begins && (*text == '.' || *text == '\'')) cli_out_text(o, "\\&");
        begins = *text == '\n';
        if (*text == '\n' && text[1] == '\n') cli_out_text(o, "\n.PP"), text++;
        if (*text == '-')
            cli_out_text(o, "\\-");
        else if (*text == '\\')
            cli_out_text(o, "\\e");
        else
            cinch_put_raw(&o->w, text, 1);
    }
}

static void man_bold(cli_out *o, const char *before, const char *text)
{
    cli_out_text(o, before);
    cli_out_text(o, "\\fB");
    man_text(o, text);
    cli_out_text(o, "\\fR");
}

static void man_italic(cli_out *o, const char *before, const char *text, const char *after)
{
    cli_out_text(o, before);
    if (*text) {
        cli_out_text(o, "\\fI");
        man_text(o, text);
        cli_out_text(o, "\\fR");
    }
    cli_out_text(o, after);
}

static void man_option(cli_out *o, const cli_opt *row)
{
    char letter[3] = {'-', row->letter, 0};
    cli_out_text(o, ".TP\n");
    if (row->letter) man_bold(o, "", letter);
    if (row->name) man_bold(o, row->letter ? ", " : "", row->kind == CLI_ONOFF ? "--[no-]" : "--");
    if (row->name) man_bold(o, "", row->name);
    if (row->value && row->bare && row->name)
        man_italic(o, "[=", row->value, "]");
    else if (row->value && !row->bare)
        man_italic(o, row->name ? "=" : " ", row->value, "");
    cli_out_text(o, "\n");
    man_text(o, row->help);
    cli_out_text(o, ".\n");
    if (row->more) {
        man_text(o, row->more);
        cli_out_text(o, "\n");
    }
}

static void man_examples(cli_out *o, const char *examples)
{
    cli_out_text(o, ".SH EXAMPLES\n");
    for (const char *line = examples; *line;) {
        char part[256];
        int command = (int)strcspn(line, "\t"), what = (int)strcspn(line + command + 1, "\n");
        cli_format(part, sizeof part, "%.*s", command, line);
        cli_out_text(o, ".TP\n");
        man_bold(o, "", part);
        cli_out_text(o, "\n");
        cli_format(part, sizeof part, "%.*s", what, line + command + 1);
        man_text(o, part);
        cli_out_text(o, "\n");
        line += command + 1 + what + 1;
    }
}

static void man_see_also(cli_out *o, const cli_verb *verb)
{
    char name[64];
    const char *comma = "";
    cli_out_text(o, ".SH SEE ALSO\n");
    if (verb != &cli_tool) {
        man_bold(o, "", "cinch");
        cli_out_text(o, "(1)");
        comma = ",\n";
    }
    for (size_t i = 0; cli_verbs[i]; i++) {
        if (cli_verbs[i] == verb) continue;
        man_bold(o, comma, cli_full_name(cli_verbs[i], '-', name, sizeof name));
        cli_out_text(o, "(1)");
        comma = ",\n";
    }
    for (size_t i = 0; cli_links[i]; i++) {
        if (cli_links[i] == verb) continue;
        man_bold(o, comma, cli_links[i]->name);
        cli_out_text(o, "(1)");
    }
    cli_out_text(o, "\n");
}

static void man_page(cli_out *o, const cli_verb *verb)
{
    char page[64], name[64];
    uint32_t v = cinch_version();
    cli_full_name(verb, '-', page, sizeof page);
    cli_full_name(verb, ' ', name, sizeof name);
    const char *title = verb->link ? verb->name : page;
    const char *command = verb->link ? verb->name : name;
    cli_out_text(o, ".TH \"");
    for (const char *p = title; *p; p++) cli_out_print(o, "%c", *p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
    cli_out_print(o, "\" 1 \"\" \"cinch %u.%u.%u\" \"cinch manual\"\n", (unsigned)(v >> 16), (unsigned)(v >> 8 & 255),
                  (unsigned)(v & 255));
    cli_out_text(o, ".SH NAME\n");
    man_text(o, title);
    cli_out_text(o, " \\- ");
    man_text(o, verb->summary);
    cli_out_text(o, "\n.SH SYNOPSIS\n");
    man_bold(o, "", command);
    if (verb == &cli_tool) man_italic(o, " ", "VERB", "");
    man_italic(o, " [", "OPTION", "]...");
    man_italic(o, *verb->operands || verb == &cli_tool ? " " : "", verb == &cli_tool ? "[FILE]" : verb->operands, "\n");
    man_examples(o, verb->examples);
    cli_out_text(o, ".SH DESCRIPTION\n");
    man_text(o, verb->about);
    cli_out_text(o, "\n");
    for (size_t i = 0; verb == &cli_tool && cli_verbs[i]; i++) {
        cli_out_text(o, ".TP\n");
        man_bold(o, "", cli_verbs[i]->name);
        cli_out_text(o, "\n");
        man_text(o, cli_verbs[i]->summary);
        cli_out_text(o, "\n");
    }
    cli_out_text(o, ".SH OPTIONS\n");
    for (const cli_group *const *g = verb->groups; *g; g++) {
        cli_out_print(o, ".SS %s\n", (*g)->title);
        for (size_t i = 0; i < (*g)->count; i++) man_option(o, &(*g)->rows[i]);
    }
    cli_out_text(
        o, ".SH EXIT STATUS\n0 all is well; 1 the data is bad, or the check says no; 2 the tool was used wrongly; 3 input or "
           "output failed.\n");
    man_see_also(o, verb);
}

int cli_help_man(const cli_verb *verb)
{
    cli_out o;
    cli_out_standard(&o, STDOUT_FILENO);
    man_page(&o, verb);
    return cli_out_close(&o, CLI_GOOD);
}
