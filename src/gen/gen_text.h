/* SPDX-License-Identifier: MIT
 * What strings of every storage are held to.
 */
#ifndef CINCHI_GEN_TEXT_H
#define CINCHI_GEN_TEXT_H

#include "cinch/gen.h"

/* UTF8, LENGTH in characters, the rule of t (which is handed a cinch_str). */
cinch_error cinchi_gen_text_check(const cinch_gen_type *t, cinch_str s);

#endif
