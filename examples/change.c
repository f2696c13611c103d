/* SPDX-License-Identifier: MIT
 * A message typed as text, changed at JSON Pointers, and compared with what it was; its canonical form, which is the same for the same value.
 */
#include <stdio.h>
#include "cinch/cinch.h"

static void line_of(const char *what, cinch_bin msg)
{
    char text[256];
    cinch_bin line;
    cinch_reader r;
    cinch_writer out;
    cinch_reader_init(&r, msg.ptr, msg.len);
    cinch_writer_init(&out, text, sizeof text);
    if (cinch_text_write(&r, NULL, &out, NULL) || cinch_writer_finish(&out, &line, NULL)) return;
    printf("%-9s %2zu bytes  %.*s\n", what, msg.len, (int)line.len, (const char *)line.ptr);
}

static bool told(void *user, cinch_diff_kind kind, cinch_str pointer, const cinch_node *a, const cinch_node *b)
{
    (void)user;
    printf("%c %.*s: %s -> %s\n", "+-!"[kind], (int)pointer.len, pointer.ptr, cinch_type_name(cinch_node_type(a)),
           cinch_type_name(cinch_node_type(b)));
    return true;
}

/* Every step writes a new message into a writer of its own, and looks at its error at once or at finish. */
static cinch_error change(const char *text, cinch_diag *why)
{
    uint8_t room[5][64];
    cinch_bin was, rate, one, two, now;
    cinch_writer w[5];
    cinch_reader r;
    for (int i = 0; i < 5; i++) cinch_writer_init(&w[i], room[i], sizeof room[i]);
    if (cinch_text_read(text, strlen(text), NULL, &w[0], NULL, why) || cinch_writer_finish(&w[0], &was, why)) return why->error;
    line_of("typed", was);

    cinch_put_u64(&w[1], 300);
    if (cinch_writer_finish(&w[1], &rate, why)) return why->error;
    if (cinch_edit_set(was.ptr, was.len, cinch_cstr("/rate"), rate, &w[2], why) || cinch_writer_finish(&w[2], &one, why))
        return why->error;
    line_of("set", one); /* the 16-bit 5 is as it was */
    if (cinch_edit_del(one.ptr, one.len, cinch_cstr("/tags/0"), &w[3], why) || cinch_writer_finish(&w[3], &two, why))
        return why->error;
    line_of("deleted", two);

    cinch_reader_init(&r, two.ptr, two.len);
    if (cinch_canon(&r, NULL, &w[4], why) || cinch_writer_finish(&w[4], &now, why)) return why->error;
    line_of("canonical", now);
    return cinch_diff(was, now, NULL, told, NULL, why);
}

int main(void)
{
    static const char text[] = "{\"tags\": [\"new\", \"hot\"], \"id\": u16 5, \"key\": x\"00ff\"} # what a person types";
    cinch_diag why;
    if (change(text, &why) == CINCH_OK) return 0;
    char line[256];
    cinch_explain(&why, NULL, 0, line, sizeof line);
    printf("%s\n", line);
    return 1;
}
