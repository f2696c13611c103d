# SPDX-License-Identifier: MIT
# does: the library compiles for 64-bit Windows, static and as a DLL, and a program links with each; nothing is run
# needs: gcc-mingw-w64-x86-64 cmake ninja-build
cc=x86_64-w64-mingw32-gcc
cat >"$OUT/program.c" <<'END'
#include "cinch/cinch.h"
#include <stdio.h>
int main(int argc, char **argv)
{
    cinch_writer w;
    cinch_tree t;
    cinch_bin msg;
    cinch_writer_init_grow(&w, NULL, 0);
    cinch_tree_init(&t, NULL);
    for (int i = 1; i < argc; i++)
        if (cinch_json_read(argv[i], strlen(argv[i]), NULL, &w, NULL, NULL)) return 1;
    if (cinch_writer_finish(&w, &msg, NULL) || cinch_tree_parse(&t, msg.ptr, msg.len, NULL, NULL)) return 1;
    printf("%u\n", (unsigned)cinch_node_count(t.root));
    cinch_tree_free(&t);
    cinch_writer_free(&w);
    return 0;
}
END
sh tests/build/programs.sh mingw
{
    printf 'static\t%s -Wall -Werror -Iinclude %s/program.c build/mingw/libcinch.a -o %s/static.exe\n' $cc "$OUT" "$OUT"
    printf 'DLL\t%s -Wall -Werror -DCINCH_SHARED -Iinclude %s/program.c build/mingw/libcinch*.dll.a -o %s/dll.exe\n' $cc "$OUT" "$OUT"
    printf 'one line\t%s -std=c11 -O2 -Wall -Wextra -Wpedantic -Werror -Iinclude -c src/all.c -o %s/all.o\n' $cc "$OUT"
} | sh tests/build/cases.sh mingw
