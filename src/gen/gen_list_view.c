/* SPDX-License-Identifier: MIT
 * Lists and pairs in an arena.
 */
#include "gen_list.h"
#include "gen_memory.h"

static void list_view_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    (void)cinchi_gen_list_read(r, t, v, arena, cinchi_gen_grow);
}

static void more_view_get(cinch_reader *r, const cinch_gen_type *t, void *v, cinch_arena *arena)
{
    cinchi_gen_more_read(r, t, v, arena, cinchi_gen_grow);
}

const cinch_gen_kind cinch_gen_list_view = {list_view_get, cinchi_gen_list_put, cinchi_gen_list_equal, cinchi_gen_list_check,
                                            NULL};
const cinch_gen_kind cinch_gen_more_view = {more_view_get, cinchi_gen_list_put_items, cinchi_gen_list_equal,
                                            cinchi_gen_list_check, NULL};
