/* SPDX-License-Identifier: MIT
 * Events passed on: cinch gen envelope.json, in view storage. Strings and the body point into the message, the list of tags comes from an
 * arena; nothing is copied, and the body is written again byte for byte without anyone having looked into it.
 */
#include <inttypes.h>
#include <stdio.h>
#include "envelope.h"

/* {"type": "order.paid", "id": "e-1", "time": 1700000000 s, "tags": ["eu", "new"], "trace": 7, "body": {"amount": 12.5}}: another order than
 * the schema's, and a member that it does not know. */
static const uint8_t courier_in[] = "\x86\xa4type\xaaorder.paid\xa2id\xa3"
                                    "e-1\xa4time\xd6\xff\x65\x53\xf1\x00\xa4tags\x92\xa2"
                                    "eu\xa3new\xa5trace\x07\xa4"
                                    "body\x81\xa6"
                                    "amount\xcb\x40\x29\0\0\0\0\0\0";

int main(void)
{
    uint8_t out[128];
    size_t len;
    envelope e;
    cinch_arena arena;
    cinch_diag why;
    cinch_arena_init(&arena, NULL);
    if (envelope_decode(&e, courier_in, sizeof courier_in - 1, &arena, &why)) {
        printf("%s at %" PRIu64 "\n", cinch_error_text(why.error), why.pos);
        return 1;
    }
    printf("%.*s, a %.*s of %" PRId64 ", %" PRIu32 " tags, %zu bytes of body\n", (int)e.id.len, e.id.ptr, (int)e.type.len,
           e.type.ptr, e.time.sec, e.tags.count, e.body.len);

    e.has_source = true;
    e.source = cinch_cstr("courier");
    if (envelope_encode(&e, out, sizeof out, &len, &why)) return 1;
    printf("%zu bytes go on, as envelope_len said: %" PRIu64 "\n", len, envelope_len(&e));

    /* What is cut is told with its place. */
    if (envelope_decode(&e, courier_in, 20, &arena, &why)) printf("%s at %" PRIu64 "\n", cinch_error_text(why.error), why.pos);
    cinch_arena_free(&arena);
    return 0;
}
