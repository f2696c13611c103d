/* SPDX-License-Identifier: MIT
 * How far a word is from a known one: letters left out, added, swapped or wrong, each counts one.
 */
#include "cli.h"

enum { SLIP_LEN = 32 };

static unsigned slip_least(unsigned a, unsigned b, unsigned c)
{
    unsigned least = a < b ? a : b;
    return least < c ? least : c;
}

/* One slip in a short word, two in a longer one, or a word broken off (which is no abbreviation, but says what was meant). */
unsigned cli_slips(const char *word, const char *known)
{
    unsigned row[3][SLIP_LEN + 1];
    size_t a = strlen(word), b = strlen(known);
    if (a < 2 || a > SLIP_LEN || b > SLIP_LEN) return UINT32_MAX;
    if (a >= 3 && a < b && memcmp(word, known, a) == 0) return 1;
    for (unsigned j = 0; j <= b; j++) row[0][j] = j;
    for (size_t i = 1; i <= a; i++) {
        unsigned *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= b; j++) {
            unsigned wrong = word[i - 1] != known[j - 1];
            now[j] = slip_least(last[j] + 1, now[j - 1] + 1, last[j - 1] + wrong);
            if (i > 1 && j > 1 && word[i - 1] == known[j - 2] && word[i - 2] == known[j - 1] && before[j - 2] + 1 < now[j])
                now[j] = before[j - 2] + 1;
        }
    }
    return row[a % 3][b] <= (b < 5 ? 1u : 2u) ? row[a % 3][b] : UINT32_MAX;
}
