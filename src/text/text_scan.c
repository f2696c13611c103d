/* SPDX-License-Identifier: MIT
 * What every part of the notation is read with: errors at their place, blanks and comments, words, numbers.
 */
#include "text_reader.h"
#include "text_quote.h"

void cinchi_text_fail(cinchi_text_reader *r, cinch_error e, const char *at)
{
    if (r->error) return;
    r->error = e;
    r->fault = at;
}

/* Whatever stands at pos should not, or is missing. */
void cinchi_text_odd(cinchi_text_reader *r)
{
    cinchi_text_fail(r, r->pos == r->end ? CINCH_ERR_TRUNCATED : CINCH_ERR_SYNTAX, r->pos);
}

void cinchi_text_blank(cinchi_text_reader *r)
{
    for (; r->pos != r->end; r->pos++) {
        if (*r->pos == '#') {
            const char *line = memchr(r->pos, '\n', (size_t)(r->end - r->pos));
            r->pos = line ? line : r->end;
            if (!line) return;
        } else if (*r->pos != ' ' && *r->pos != '\n' && *r->pos != '\r' && *r->pos != '\t') {
            return;
        }
    }
}

bool cinchi_text_char(cinchi_text_reader *r, char c)
{
    cinchi_text_blank(r);
    if (r->pos == r->end || *r->pos != c) return false;
    r->pos++;
    return true;
}

/* A number or a word must not run into what follows it: 01 is no 0 and 1. */
bool cinchi_text_apart(cinchi_text_reader *r)
{
    char c = ' ';
    if (r->pos != r->end) c = *r->pos;
    if ((c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (!c || !strchr("+-._", c))) return true;
    cinchi_text_odd(r);
    return false;
}

/* A word that the end of the text cuts is an error. */
bool cinchi_text_read_word(cinchi_text_reader *r, const char *word)
{
    size_t n = strlen(word), left = (size_t)(r->end - r->pos);
    if (left < n && memcmp(r->pos, word, left) == 0) cinchi_text_fail(r, CINCH_ERR_TRUNCATED, r->end);
    if (left < n || memcmp(r->pos, word, n) != 0) return false;
    r->pos += n;
    return true;
}

/* A number at pos, after blanks. An integer of 64 bits beyond decimal may also be written in hexadecimal, 0x.. */
bool cinchi_text_number(cinchi_text_reader *r, cinchi_num *num)
{
    const char *next;
    cinchi_text_blank(r);
    if (r->end - r->pos >= 2 && r->pos[0] == '0' && r->pos[1] == 'x') {
        size_t n = 2;
        for (num->as.u64 = 0; r->pos + n != r->end && cinchi_text_digit(r->pos[n]) >= 0; n++) {
            if (num->as.u64 >> 60) cinchi_text_fail(r, CINCH_ERR_NUMBER, r->pos);
            num->as.u64 = num->as.u64 << 4 | (uint64_t)cinchi_text_digit(r->pos[n]);
        }
        num->kind = CINCHI_NUM_U64;
        r->pos += n;
        if (n == 2) cinchi_text_odd(r);
        return !r->error && cinchi_text_apart(r);
    }
    next = cinchi_num_read(r->pos, r->end, num);
    if (num->kind == CINCHI_NUM_BAD) {
        r->pos = next;
        cinchi_text_odd(r);
        return false;
    }
    r->pos = next;
    return cinchi_text_apart(r);
}
