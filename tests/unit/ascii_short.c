/* SPDX-License-Identifier: MIT
 * The look at short strings: every length, the byte that is not ASCII at every place within and just behind.
 */
#include "harness.h"
#include "src/kern/ascii.h"

TEST(ascii_short)
{
    uint8_t buf[40];
    for (size_t at = 0; at < 8; at++)
        for (size_t len = 0; len < 32; len++) {
            memset(buf, 0x7f, sizeof buf);
            memset(buf + at + len, 0xff, sizeof buf - at - len);
            if (at) memset(buf, 0xff, at);
            CHECK(cinchi_ascii_short(buf + at, len));
            for (size_t i = 0; i < len; i++) {
                buf[at + i] = 0x80;
                CHECK(!cinchi_ascii_short(buf + at, len));
                buf[at + i] = 0;
            }
        }
}
