/* SPDX-License-Identifier: MIT
 * The table of verbs.
 */
#include "cli.h"

extern const cli_verb cli_verb_from_json, cli_verb_to_json, cli_verb_to_text, cli_verb_from_text, cli_verb_dump, cli_verb_check,
    cli_verb_get, cli_verb_set, cli_verb_del, cli_verb_canon, cli_verb_diff, cli_verb_count, cli_verb_head, cli_verb_split,
    cli_verb_stat, cli_verb_bench, cli_verb_gen, cli_verb_help, cli_verb_version, cli_link_msgpack2json, cli_link_json2msgpack;

const cli_verb *const cli_verbs[] = {&cli_verb_from_json, &cli_verb_to_json, &cli_verb_to_text, &cli_verb_from_text,
                                     &cli_verb_dump,      &cli_verb_check,   &cli_verb_get,     &cli_verb_set,
                                     &cli_verb_del,       &cli_verb_canon,   &cli_verb_diff,    &cli_verb_count,
                                     &cli_verb_head,      &cli_verb_split,   &cli_verb_stat,    &cli_verb_bench,
                                     &cli_verb_gen,       &cli_verb_help,    &cli_verb_version, NULL};
const cli_verb *const cli_links[] = {&cli_link_msgpack2json, &cli_link_json2msgpack, NULL};

static const cli_opt tool_rows[] = {
    {'h', NULL, CLI_HELP, NULL, NULL, NULL, "short help", NULL},
    {0, "help", CLI_MANUAL, NULL, NULL, NULL, "all there is to say, examples first", NULL},
    {'V', "version", CLI_VERSION, NULL, NULL, NULL, "the version", NULL},
};
static const cli_group tool_group = {"General", tool_rows, CLI_COUNT(tool_rows)};
static const cli_group *const tool_groups[] = {&tool_group, NULL};

const cli_verb cli_tool = {
    .name = "",
    .operands = "",
    .summary = "MessagePack on the command line",
    .about = "cinch converts, checks, shows, searches and edits MessagePack. A verb reads standard input or a FILE and "
             "writes standard output or the file named by -o. It takes any number of objects one after the other; set "
             "and del take exactly one.\n\n"
             "A link to cinch by the name msgpack2json or json2msgpack is the program of that name: cinch help "
             "msgpack2json.\n\n"
             "Exit status: 0 all is well; 1 the data is bad, or the check says no; 2 the tool was used wrongly; 3 input "
             "or output failed. When whoever reads the output goes away, the tool ends by SIGPIPE and says nothing.",
    .examples = "cinch from-json data.json -o data.mp\tJSON to MessagePack\n"
                "cinch to-json data.mp\tand back\n"
                "cinch dump data.mp\tevery byte explained\n"
                "cinch check data.mp\tis it well-formed?\n"
                "cinch get /users/3/id data.mp\tone value out of it\n",
    .groups = tool_groups,
};

static const cli_verb *find_named(const cli_verb *const *table, const char *name)
{
    for (; *table; table++)
        if (strcmp((*table)->name, name) == 0) return *table;
    return NULL;
}

const cli_verb *cli_verb_find(const char *name)
{
    return find_named(cli_verbs, name);
}

const cli_verb *cli_link_find(const char *program)
{
    return find_named(cli_links, program);
}
