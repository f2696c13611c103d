/* SPDX-License-Identifier: MIT
 * An ext in generated code, in each storage: type -1 is a timestamp or refused, as by whatever reads items one by one; what came raw is not
 * written.
 */
#include "cinch/check.h"
#include "cinch/gen.h"
#include "cinch/write.h"
#include "harness.h"
#include "support.h"

/* As generated for static storage. */
struct in_place {
    uint32_t len;
    int8_t type;
    uint8_t bytes[16];
};

union any_ext {
    cinch_ext view;
    struct in_place place;
};

static const cinch_gen_kind *const ext_kinds[] = {&cinch_gen_ext_view, &cinch_gen_ext_static, &cinch_gen_ext_owned};

static const struct {
    const char *hex;
    cinch_error error;
} ext_rows[] = {
    {"d6 ff 00000001", CINCH_OK},
    {"d7 ff 00000000 00000000", CINCH_OK},
    {"d7 ff ee6b27fc 00000000", CINCH_OK},
    {"d7 ff ee6b2800 00000000", CINCH_ERR_TIME}, /* 1,000,000,000 nanoseconds */
    {"d7 ff ffffffff ffffffff", CINCH_ERR_TIME},
    {"c7 0c ff 3b9ac9ff ffffffffffffffff", CINCH_OK},
    {"c7 0c ff 3b9aca00 0000000000000000", CINCH_ERR_TIME},
    {"c7 00 ff", CINCH_ERR_TIME},
    {"d4 ff 00", CINCH_ERR_TIME},
    {"d5 ff 0000", CINCH_ERR_TIME},
    {"c7 03 ff 000000", CINCH_ERR_TIME},
    {"d8 ff 00000000000000000000000000000000", CINCH_ERR_TIME},
    {"c7 00 01", CINCH_OK},
    {"c7 00 fe", CINCH_OK}, /* other types the specification keeps say nothing of their payload */
    {"d4 80 00", CINCH_OK},
    {"d5 00 0102", CINCH_OK},
};

/* Read, checked and written again; the item stands behind a nil, so that its place is not the beginning. */
static void ext_reads(const cinch_gen_kind *kind, const uint8_t *msg, size_t len, cinch_error want)
{
    const cinch_gen_type t = {kind, sizeof(union any_ext), 0, 16, 0, 0, 0, NULL, NULL};
    union any_ext v;
    uint8_t out[32];
    cinch_bin written;
    cinch_reader r;
    cinch_writer w;
    cinch_diag why;
    memset(&v, 0, sizeof v);
    cinch_reader_init(&r, msg, len);
    cinch_get_nil(&r);
    kind->get(&r, &t, &v, NULL);
    CHECK_ERR(cinch_reader_finish(&r, &why), want);
    CHECK_ERR(cinch_check(msg + 1, len - 1, NULL, NULL), want);
    if (want) {
        CHECK_U64(why.pos, 1);
    } else {
        CHECK_ERR(kind->check(&t, &v, NULL), CINCH_OK);
        cinch_writer_init(&w, out, sizeof out);
        kind->put(&w, &t, &v);
        CHECK_ERR(cinch_writer_finish(&w, &written, NULL), CINCH_OK);
        CHECK_MEM(written.ptr, written.len, msg + 1, len - 1);
    }
    if (kind->free) kind->free(&t, &v, NULL);
}

/* Asked for raw, it is taken, and neither checked nor put without a word. */
static void ext_raw(const cinch_gen_kind *kind, const uint8_t *msg, size_t len, cinch_error want)
{
    const cinch_gen_type t = {kind, sizeof(union any_ext), 0, 16, 0, 0, 0, NULL, NULL};
    union any_ext v;
    uint8_t out[32];
    cinch_reader r;
    cinch_writer w;
    memset(&v, 0, sizeof v);
    cinch_reader_init(&r, msg + 1, len - 1);
    r.flags |= CINCH_RAW_TIME;
    kind->get(&r, &t, &v, NULL);
    CHECK_ERR(cinch_reader_finish(&r, NULL), CINCH_OK);
    CHECK_ERR(kind->check(&t, &v, NULL), want);
    cinch_writer_init(&w, out, sizeof out);
    kind->put(&w, &t, &v);
    CHECK_ERR(cinch_writer_finish(&w, NULL, NULL), want);
    if (kind->free) kind->free(&t, &v, NULL);
}

TEST(gen_ext_timestamps)
{
    for (size_t i = 0; i < COUNT_OF(ext_rows); i++)
        for (size_t k = 0; k < COUNT_OF(ext_kinds); k++) {
            uint8_t msg[32] = {0xc0};
            size_t len = 1 + hex_bytes(ext_rows[i].hex, msg + 1, sizeof msg - 1);
            test_case("%s, storage %zu", ext_rows[i].hex, k);
            ext_reads(ext_kinds[k], msg, len, ext_rows[i].error);
            ext_raw(ext_kinds[k], msg, len, ext_rows[i].error);
        }
}
