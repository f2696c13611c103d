/* SPDX-License-Identifier: MIT
 * Which objects look like those that came before.
 */
#ifndef CINCH_CLI_LIKENESS_H
#define CINCH_CLI_LIKENESS_H

#include "cli.h"

enum { CLI_LOOKS = 32, CLI_LOOK = 24 };

typedef struct cli_likeness { /* how the objects begin that are known */
    uint8_t looks[CLI_LOOKS][CLI_LOOK];
    size_t count;
} cli_likeness;

void cli_likeness_add(cli_likeness *l, const uint8_t *object, size_t len); /* len: of it, or of as much as there is */
bool cli_likeness_has(const cli_likeness *l, const uint8_t *object, size_t len);
/* The first objects of a regular file from one offset to another, as many as a block holds. */
void cli_likeness_learn(cli_likeness *l, const cli_in *in, uint64_t from, uint64_t to);

#endif
