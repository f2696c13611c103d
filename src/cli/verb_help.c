/* SPDX-License-Identifier: MIT
 * cinch help, cinch version.
 */
#include "cli.h"

#include <stdio.h>

extern const cli_verb cli_verb_help, cli_verb_version;

static struct {
    bool man, list;
    int shell;
} help_args;

static const cli_opt help_rows[] = {
    {0, "man", CLI_FLAG, &help_args.man, NULL, NULL, "as a manual page, in roff", NULL},
    {0, "completion", CLI_CHOICE, &help_args.shell, "none|bash|zsh|fish", NULL, "completions for a shell", NULL},
    {0, "list", CLI_FLAG, &help_args.list, NULL, NULL, "the names of all verbs, and of the programs that are links", NULL},
};
static const cli_group help_group = {"Help", help_rows, CLI_COUNT(help_rows)};
static const cli_group *const help_groups[] = {&help_group, &cli_general, NULL};
static const cli_group *const version_groups[] = {&cli_general, NULL};

static int help_run(const char *const *operands, size_t count)
{
    static const char *const shells[] = {"none", "bash", "zsh", "fish"};
    const cli_verb *verb = &cli_tool;
    if (help_args.list) return cli_help_list();
    if (help_args.shell) return cli_help_completion(shells[help_args.shell]);
    if (count) verb = cli_verb_find(operands[0]);
    if (!verb) verb = cli_link_find(operands[0]);
    if (verb) return help_args.man ? cli_help_man(verb) : cli_help_full(verb);
    cli_current = &cli_tool;
    return cli_verb_unknown(operands[0]);
}

static int version_run(const char *const *operands, size_t count)
{
    (void)operands;
    (void)count;
    return cli_version();
}

const cli_verb cli_verb_help = {
    .name = "help",
    .operands = "[VERB]",
    .summary = "all about a verb",
    .about = "The same as cinch VERB --help; without a VERB, all about the tool.",
    .examples = "cinch help to-json\tall about to-json\n"
                "cinch help --man to-json | man -l -\tas a manual page\n"
                "cinch help --completion=bash\tcompletions, for ~/.bashrc: source <(...)\n",
    .groups = help_groups,
    .most = 1,
    .run = help_run,
};

const cli_verb cli_verb_version = {
    .name = "version",
    .operands = "",
    .summary = "the version",
    .about = "Prints the version of the tool, which is that of the library in it.",
    .examples = "cinch version\tprints cinch and three numbers\n",
    .groups = version_groups,
    .run = version_run,
};
