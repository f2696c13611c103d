/* SPDX-License-Identifier: MIT
 * Values out of a list, and tags of enum types, for unions too.
 */
#ifndef CINCHI_GEN_CHOICE_H
#define CINCHI_GEN_CHOICE_H

#include "cinch/gen.h"

uint32_t cinchi_gen_tag_load(const void *v, uint32_t size);
void cinchi_gen_tag_store(void *v, uint32_t size, uint32_t tag);

/* The index of a value among these; count when it is none of them. */
uint32_t cinchi_gen_choice_find(const cinch_gen_value *values, uint32_t count, const cinch_token *t);
void cinchi_gen_choice_put(cinch_writer *w, const cinch_gen_value *c);

#endif
