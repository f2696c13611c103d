/* SPDX-License-Identifier: MIT
 * The reader as an object: options, errors, finish.
 */
#include "get.h"
#include "item.h"
#include "../base/compiler.h"

void cinch_reader_init_opts(cinch_reader *r, const void *buf, size_t len, const cinch_read_opts *opts)
{
    cinch_reader_init(r, buf, len);
    if (!opts) return;
    if (opts->limits.depth) r->depth = (uint16_t)(opts->limits.depth < UINT16_MAX ? opts->limits.depth : UINT16_MAX);
    r->flags = opts->flags & (CINCH_UTF8 | CINCH_BIN_FROM_STR | CINCH_RAW_TIME);
}

CINCHI_COLD void cinchi_get_fail(cinch_reader *r, const uint8_t *p, cinch_error e)
{
    if (r->error || e == CINCH_OK) return;
    r->error = e;
    r->pos = r->end = p;
}

void cinch_reader_fail(cinch_reader *r, cinch_error e)
{
    cinchi_get_fail(r, r->pos, e);
}

void cinch_reader_fail_at(cinch_reader *r, uint64_t pos, cinch_error e, const char *member)
{
    uint64_t len = (uint64_t)(r->limit - r->start);
    if (r->error || e == CINCH_OK) return;
    r->member = member;
    cinchi_get_fail(r, r->start + (size_t)(pos < len ? pos : len), e);
}

static CINCHI_COLD void reader_diag(const cinch_reader *r, cinch_error e, cinch_diag *diag)
{
    memset(diag, 0, sizeof *diag);
    diag->error = e;
    diag->pos = cinch_reader_pos(r);
    diag->member = r->member;
    if (!e) return;
    diag->expected = r->expected;
    diag->got = (uint8_t)cinchi_item_type(r->pos, r->limit, r->flags);
}

void cinch_reader_diag(const cinch_reader *r, cinch_diag *diag)
{
    reader_diag(r, r->error, diag);
}

cinch_error cinch_reader_finish(cinch_reader *r, cinch_diag *diag)
{
    cinch_error e = r->error ? r->error : r->pos != r->end ? CINCH_ERR_TRAILING : CINCH_OK;
    if (diag) reader_diag(r, e, diag);
    return e;
}
