/* SPDX-License-Identifier: MIT
 * From an offset to a path.
 */
#ifndef CINCHI_LOCATE_H
#define CINCHI_LOCATE_H

#include "path.h"

/* Appends the tokens of the item that holds the byte at pos, see cinch_locate. Returns which message of a run it lies in, from 1. */
uint64_t cinchi_locate(const uint8_t *msg, size_t len, uint64_t pos, cinchi_path *path);

#endif
