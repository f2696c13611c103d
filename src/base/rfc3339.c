/* SPDX-License-Identifier: MIT
 * Dates by counting days in the proleptic Gregorian calendar, in years that begin in March: then a leap day is the last of its
 * year, and the months before it have lengths that (153 * month + 2) / 5 adds up.
 */
#include "rfc3339.h"

enum { DAY = 86400, DAYS_400 = 146097, EPOCH = 719468 /* from 0000-03-01 to 1970-01-01 */ };

#define TIME_FIRST (-INT64_C(62167219200)) /* 0000-01-01T00:00:00Z */
#define TIME_LAST  INT64_C(253402300799)   /* 9999-12-31T23:59:59Z */

/* Years from 0, for dates from 0000-01-01 to 9999-12-31: 400 years are added on the way, so that nothing is negative. */
static int64_t days_of_date(unsigned year, unsigned month, unsigned day)
{
    unsigned y = year + 400 - (month < 3), m = (month + 9) % 12;
    unsigned days = y * 365 + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1;
    return (int64_t)days - DAYS_400 - EPOCH;
}

typedef struct date {
    unsigned year, month, day;
} date;

static date date_of_days(int64_t days)
{
    unsigned n = (unsigned)(days + EPOCH + DAYS_400);
    unsigned era = n / DAYS_400, in_era = n % DAYS_400;
    unsigned y = (in_era - in_era / 1460 + in_era / 36524 - in_era / (DAYS_400 - 1)) / 365;
    unsigned in_year = in_era - (365 * y + y / 4 - y / 100);
    unsigned m = (5 * in_year + 2) / 153;
    date d = {era * 400 + y - 400, m < 10 ? m + 3 : m - 9, in_year - (153 * m + 2) / 5 + 1};
    d.year += d.month < 3;
    return d;
}

static char *put_digits(char *out, unsigned v, unsigned count)
{
    for (unsigned i = count; i-- != 0; v /= 10) out[i] = (char)('0' + v % 10);
    return out + count;
}

size_t cinchi_rfc3339_put(char *out, cinch_time t)
{
    if (t.sec < TIME_FIRST || t.sec > TIME_LAST) return 0;
    uint64_t since = (uint64_t)(t.sec - TIME_FIRST);
    unsigned second = (unsigned)(since % DAY);
    date d = date_of_days((int64_t)(since / DAY) + TIME_FIRST / DAY);
    char *p = put_digits(out, d.year, 4);
    *p++ = '-';
    p = put_digits(p, d.month, 2);
    *p++ = '-';
    p = put_digits(p, d.day, 2);
    *p++ = 'T';
    p = put_digits(p, second / 3600, 2);
    *p++ = ':';
    p = put_digits(p, second / 60 % 60, 2);
    *p++ = ':';
    p = put_digits(p, second % 60, 2);
    if (t.nsec != 0) {
        *p++ = '.';
        p = put_digits(p, t.nsec, 9);
        while (p[-1] == '0') p--;
    }
    *p++ = 'Z';
    return (size_t)(p - out);
}

/* What is left of the text; a look past its end gives a NUL, which is no part of any date. */
typedef struct clock_text {
    const char *p, *end;
    bool bad;
} clock_text;

static char next_char(clock_text *s)
{
    return s->p == s->end ? '\0' : *s->p++;
}

static unsigned get_digits(clock_text *s, unsigned count, unsigned min, unsigned max)
{
    unsigned v = 0;
    for (; count != 0; count--) {
        unsigned digit = (unsigned)(unsigned char)next_char(s) - '0';
        s->bad |= digit > 9;
        v = v * 10 + digit % 10;
    }
    s->bad |= v < min || v > max;
    return v;
}

static void get_char(clock_text *s, char upper, char lower)
{
    char c = next_char(s);
    s->bad |= c != upper && c != lower;
}

static unsigned days_in_month(unsigned year, unsigned month)
{
    bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return month == 2 ? 28u + leap : 30 + ((month + month / 8) & 1);
}

/* One to nine digits, as nanoseconds. */
static uint32_t get_fraction(clock_text *s)
{
    uint32_t v = 0, count = 0;
    for (; s->p != s->end && (unsigned char)(*s->p - '0') < 10; count++, s->p++)
        if (count < 9) v = v * 10 + (uint32_t)(*s->p - '0');
    s->bad |= count < 1 || count > 9;
    for (; count < 9; count++) v *= 10;
    return v;
}

/* Seconds by which the clock was ahead of UTC. */
static int64_t get_offset(clock_text *s)
{
    char c = next_char(s);
    if (c == 'Z' || c == 'z') return 0;
    s->bad |= c != '+' && c != '-';
    unsigned hour = get_digits(s, 2, 0, 23);
    get_char(s, ':', ':');
    int64_t ahead = hour * 3600 + get_digits(s, 2, 0, 59) * 60;
    return c == '-' ? -ahead : ahead;
}

bool cinchi_rfc3339_get(const char *text, size_t len, cinch_time *t)
{
    if (len == 0) return false;
    clock_text s = {text, text + len, false};
    unsigned year = get_digits(&s, 4, 0, 9999);
    get_char(&s, '-', '-');
    unsigned month = get_digits(&s, 2, 1, 12);
    get_char(&s, '-', '-');
    unsigned day = get_digits(&s, 2, 1, days_in_month(year, month));
    get_char(&s, 'T', 't');
    unsigned hour = get_digits(&s, 2, 0, 23);
    get_char(&s, ':', ':');
    unsigned minute = get_digits(&s, 2, 0, 59);
    get_char(&s, ':', ':');
    unsigned second = get_digits(&s, 2, 0, 59);
    uint32_t nsec = 0;
    if (s.p != s.end && *s.p == '.') {
        s.p++;
        nsec = get_fraction(&s);
    }
    int64_t ahead = get_offset(&s);
    if (s.bad || s.p != s.end) return false;
    t->sec = days_of_date(year, month, day) * DAY + hour * 3600 + minute * 60 + second - ahead;
    t->nsec = nsec;
    return true;
}
