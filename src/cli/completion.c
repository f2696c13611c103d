/* SPDX-License-Identifier: MIT
 * Completions for bash, zsh and fish, made from the same tables as help.
 */
#include "cli.h"

#include <unistd.h>

/* A letter alone that has a value of its own takes no other. */
static bool row_valued(const cli_opt *row)
{
    if (!row->value || (!row->name && row->bare)) return false;
    return row->kind == CLI_TEXT || row->kind == CLI_NUMBER || row->kind == CLI_LIMIT || row->kind == CLI_CHOICE;
}

static bool row_file(const cli_opt *row)
{
    return row->kind == CLI_TEXT && row->value && strcmp(row->value, "FILE") == 0;
}

/* In single quotes; help texts hold no quote but the apostrophe. colon: for zsh, which takes colons and brackets for its own. */
static void shell_quoted(cli_out *o, const char *text, bool zsh)
{
    for (; *text; text++) {
        if (*text == '\'')
            cli_out_text(o, "'\\''");
        else if (zsh && (*text == ':' || *text == '[' || *text == ']'))
            cli_out_print(o, "\\%c", *text);
        else
            cinch_put_raw(&o->w, text, 1);
    }
}

static void choices_spaced(cli_out *o, const char *value)
{
    for (; *value; value++) cinch_put_raw(&o->w, *value == '|' ? " " : value, 1);
}

static bool takes_verb(const cli_verb *verb)
{
    return strcmp(verb->operands, "[VERB]") == 0;
}

/* Whatever help knows about. */
static void verb_names(cli_out *o)
{
    for (size_t i = 0; cli_verbs[i]; i++) cli_out_print(o, "%s ", cli_verbs[i]->name);
    for (size_t i = 0; cli_links[i]; i++) cli_out_print(o, "%s ", cli_links[i]->name);
}

/* ---------------------------------------------------------------- bash */

/* An option that needs a value ends in = so that the word goes on; one that may have one stands there both ways. */
static void bash_words(cli_out *o, const cli_verb *verb)
{
    cli_walk walk = {verb, 0, 0};
    for (const cli_opt *row; (row = cli_walk_next(&walk));) {
        if (!row->name)
            cli_out_print(o, " -%c", row->letter);
        else if (row->kind == CLI_ONOFF)
            cli_out_print(o, " --%s --no-%s", row->name, row->name);
        else
            cli_out_print(o, " --%s%s", row->name, row_valued(row) && !row->bare ? "=" : "");
    }
}

static void bash_values(cli_out *o, const cli_verb *verb)
{
    cli_walk walk = {verb, 0, 0};
    for (const cli_opt *row; (row = cli_walk_next(&walk));) {
        if (row->kind == CLI_CHOICE && row->name) {
            cli_out_print(o, "    %s:--%s) words='", verb->name, row->name);
            choices_spaced(o, row->value);
            cli_out_text(o, "' ;;\n");
        } else if (row_file(row)) {
            if (row->name) cli_out_print(o, "    %s:--%s) files=1 ;;\n", verb->name, row->name);
            cli_out_print(o, "    %s:-%c) files=1 ;;\n", verb->name, row->letter);
        }
    }
}

static void bash_script(cli_out *o)
{
    cli_out_text(o, "# bash completion for cinch; made by cinch help --completion=bash\n"
                    "_cinch() {\n"
                    "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb= words= files= i\n"
                    "  COMPREPLY=()\n"
                    "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
                    "    case ${COMP_WORDS[i]} in -*) ;; *) verb=${COMP_WORDS[i]}; break ;; esac\n"
                    "  done\n"
                    "  case ${1##*/} in msgpack2json | json2msgpack) verb=${1##*/} ;; esac\n"
                    "  [[ $cur == = ]] && cur=\n"
                    "  [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD-2]}\n"
                    "  case $verb:$prev in\n");
    for (size_t i = 0; cli_verbs[i]; i++) bash_values(o, cli_verbs[i]);
    for (size_t i = 0; cli_links[i]; i++) bash_values(o, cli_links[i]);
    cli_out_text(o, "    *)\n      case $verb in\n      '') words='");
    for (size_t i = 0; cli_verbs[i]; i++) cli_out_print(o, "%s ", cli_verbs[i]->name);
    cli_out_text(o, "-h --help --version' ;;\n");
    for (size_t i = 0; cli_verbs[i]; i++) {
        cli_out_print(o, "      %s) [[ $cur == -* ]] && words='", cli_verbs[i]->name);
        bash_words(o, cli_verbs[i]);
        cli_out_text(o, cli_verbs[i]->reads ? "' || files=1" : "' || words='");
        if (takes_verb(cli_verbs[i])) verb_names(o);
        cli_out_text(o, cli_verbs[i]->reads ? " ;;\n" : "' ;;\n");
    }
    for (size_t i = 0; cli_links[i]; i++) {
        cli_out_print(o, "      %s) [[ $cur == -* ]] && words='", cli_links[i]->name);
        bash_words(o, cli_links[i]);
        cli_out_text(o, "' ;;\n");
    }
    cli_out_text(
        o, "      esac ;;\n"
           "  esac\n"
           "  if [[ -n $files ]]; then COMPREPLY=($(compgen -f -- \"$cur\")); compopt -o filenames 2>/dev/null; return; fi\n"
           "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
           "  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
           "  return 0\n"
           "}\n"
           "complete -F _cinch cinch msgpack2json json2msgpack\n");
}

/* ---------------------------------------------------------------- zsh */

static void zsh_spec(cli_out *o, const cli_opt *row, const char *no)
{
    cli_out_text(o, " \\\n      '");
    if (row->name)
        cli_out_print(o, "--%s%s%s", no, row->name, row_valued(row) ? (row->bare ? "=-" : "=") : "");
    else
        cli_out_print(o, "-%c%s", row->letter, row_valued(row) ? "+" : "");
    cli_out_text(o, "[");
    shell_quoted(o, row->help, true);
    cli_out_text(o, "]");
    if (row_valued(row)) {
        cli_out_text(o, row->bare ? "::" : ":");
        shell_quoted(o, row->kind == CLI_CHOICE && row->name ? row->name : row->value, true);
        cli_out_text(o, ":");
        if (row->kind == CLI_CHOICE) {
            cli_out_text(o, "(");
            choices_spaced(o, row->value);
            cli_out_text(o, ")");
        } else if (row_file(row)) {
            cli_out_text(o, "_files");
        }
    }
    cli_out_text(o, "'");
}

static void zsh_verb(cli_out *o, const cli_verb *verb)
{
    cli_walk walk = {verb, 0, 0};
    cli_out_print(o, "    %s) _arguments", verb->name);
    for (const cli_opt *row; (row = cli_walk_next(&walk));) {
        cli_opt letter = *row;
        letter.name = NULL;
        zsh_spec(o, row, "");
        if (row->kind == CLI_ONOFF) zsh_spec(o, row, "no-");
        if (row->name && row->letter) zsh_spec(o, &letter, "");
    }
    if (verb->most > 1) cli_out_text(o, " \\\n      '1:operand:'");
    if (takes_verb(verb)) {
        cli_out_text(o, " \\\n      '1:verb:(");
        verb_names(o);
        cli_out_text(o, ")'");
    }
    if (verb->reads && verb->most) cli_out_text(o, " \\\n      '*:file:_files'");
    cli_out_text(o, " ;;\n");
}

static void zsh_script(cli_out *o)
{
    cli_out_text(o, "#compdef cinch msgpack2json json2msgpack\n"
                    "# made by cinch help --completion=zsh\n"
                    "_cinch() {\n"
                    "  local verb=$service\n"
                    "  if [[ $service == cinch ]]; then\n"
                    "    if (( CURRENT == 2 )); then\n"
                    "      local -a verbs=(\n");
    for (size_t i = 0; cli_verbs[i]; i++) {
        cli_out_print(o, "        '%s:", cli_verbs[i]->name);
        shell_quoted(o, cli_verbs[i]->summary, true);
        cli_out_text(o, "'\n");
    }
    cli_out_text(o, "      )\n"
                    "      _describe verb verbs\n"
                    "      return\n"
                    "    fi\n"
                    "    verb=$words[2]\n"
                    "    shift words\n"
                    "    (( CURRENT-- ))\n"
                    "  fi\n"
                    "  case $verb in\n");
    for (size_t i = 0; cli_verbs[i]; i++) zsh_verb(o, cli_verbs[i]);
    for (size_t i = 0; cli_links[i]; i++) zsh_verb(o, cli_links[i]);
    cli_out_text(o, "  esac\n}\n_cinch \"$@\"\n");
}

/* ---------------------------------------------------------------- fish */

static void fish_option(cli_out *o, const cli_verb *verb, const cli_opt *row, const char *no)
{
    if (verb->link)
        cli_out_print(o, "complete -c %s", verb->name);
    else
        cli_out_print(o, "complete -c cinch -n '__fish_seen_subcommand_from %s'", verb->name);
    if (row->name) cli_out_print(o, " -l %s%s", no, row->name);
    if (row->letter && !*no) cli_out_print(o, " -s '%c'", row->letter);
    if (row->kind == CLI_CHOICE && row->name) {
        cli_out_text(o, row->bare ? " -f -a '" : " -x -a '");
        choices_spaced(o, row->value);
        cli_out_text(o, "'");
    } else if (row_valued(row) && !row->bare) {
        cli_out_text(o, row_file(row) ? " -r -F" : " -x");
    }
    cli_out_text(o, " -d '");
    shell_quoted(o, row->help, false);
    cli_out_text(o, "'\n");
}

static void fish_verb(cli_out *o, const cli_verb *verb)
{
    cli_walk walk = {verb, 0, 0};
    for (const cli_opt *row; (row = cli_walk_next(&walk));) {
        fish_option(o, verb, row, "");
        if (row->kind == CLI_ONOFF) fish_option(o, verb, row, "no-");
    }
}

static void fish_script(cli_out *o)
{
    cli_out_text(o, "# fish completion for cinch; made by cinch help --completion=fish\n");
    for (size_t i = 0; cli_verbs[i]; i++) {
        cli_out_print(o, "complete -c cinch -f -n __fish_use_subcommand -a %s -d '", cli_verbs[i]->name);
        shell_quoted(o, cli_verbs[i]->summary, false);
        cli_out_text(o, "'\n");
    }
    cli_out_text(o, "complete -c cinch -f -n '__fish_seen_subcommand_from help' -a '");
    verb_names(o);
    cli_out_text(o, "'\n");
    for (size_t i = 0; cli_verbs[i]; i++) fish_verb(o, cli_verbs[i]);
    for (size_t i = 0; cli_links[i]; i++) fish_verb(o, cli_links[i]);
}

int cli_help_completion(const char *shell)
{
    cli_out o;
    cli_out_standard(&o, STDOUT_FILENO);
    if (shell[0] == 'b') bash_script(&o);
    if (shell[0] == 'z') zsh_script(&o);
    if (shell[0] == 'f') fish_script(&o);
    return cli_out_close(&o, CLI_GOOD);
}
