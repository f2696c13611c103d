/* SPDX-License-Identifier: MIT
 * The table of formats (specification: "Formats").
 */
#include "head.h"

const cinchi_form cinchi_forms[32] = {
    /* nil, never used, false, true */
    {CINCH_NIL, 1, 0, 0},
    {CINCH_NONE, 0, 0, 0},
    {CINCH_BOOL, 1, 0, 0},
    {CINCH_BOOL, 1, 0, 0},
    /* bin 8 16 32, ext 8 16 32 */
    {CINCH_BIN, 2, 1, 0},
    {CINCH_BIN, 3, 2, 0},
    {CINCH_BIN, 5, 4, 0},
    {CINCH_EXT, 3, 1, 0},
    {CINCH_EXT, 4, 2, 0},
    {CINCH_EXT, 6, 4, 0},
    /* float 32 64, uint 8 16 32 64, int 8 16 32 64 */
    {CINCH_F32, 5, 0, 0},
    {CINCH_F64, 9, 0, 0},
    {CINCH_U64, 2, 0, 0},
    {CINCH_U64, 3, 0, 0},
    {CINCH_U64, 5, 0, 0},
    {CINCH_U64, 9, 0, 0},
    {CINCH_I64, 2, 0, 0},
    {CINCH_I64, 3, 0, 0},
    {CINCH_I64, 5, 0, 0},
    {CINCH_I64, 9, 0, 0},
    /* fixext 1 2 4 8 16 */
    {CINCH_EXT, 2, 0, 1},
    {CINCH_EXT, 2, 0, 2},
    {CINCH_EXT, 2, 0, 4},
    {CINCH_EXT, 2, 0, 8},
    {CINCH_EXT, 2, 0, 16},
    /* str 8 16 32, array 16 32, map 16 32 */
    {CINCH_STR, 2, 1, 0},
    {CINCH_STR, 3, 2, 0},
    {CINCH_STR, 5, 4, 0},
    {CINCH_ARRAY, 3, 2, 0},
    {CINCH_ARRAY, 5, 4, 0},
    {CINCH_MAP, 3, 2, 0},
    {CINCH_MAP, 5, 4, 0},
};
