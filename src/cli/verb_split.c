/* SPDX-License-Identifier: MIT
 * cinch split: a stream into files of whole objects, each made under another name and renamed when it is complete.
 *
 * Whether an object that is longer than the window fits the file at hand is known when its end has come; by then its beginning is in that
 * file already, and moves on to the next one if need be. So the files are filled as well as they can be, in flat memory.
 */
#include "flowing.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

extern const cli_verb cli_verb_split;

static struct {
    uint64_t count, bytes, digits;
    const char *prefix, *suffix;
} split_args = {0, 0, 3, "part-", ".mp"};

static const cli_opt split_rows[] = {
    {'n', "count", CLI_LIMIT, &split_args.count, "N", NULL, "objects a file", NULL},
    {'b', "bytes", CLI_LIMIT, &split_args.bytes, "N", NULL, "bytes a file, at most",
     "An object that is longer has a file of its own. With -n as well, whichever is reached first."},
    {'p', "prefix", CLI_TEXT, &split_args.prefix, "PREFIX", NULL, "how the names of the files begin (part-)",
     "A folder in it must be there already. Files of these names are replaced."},
    {0, "suffix", CLI_TEXT, &split_args.suffix, "TEXT", NULL, "how they end (.mp)", NULL},
    {0, "digits", CLI_NUMBER, &split_args.digits, "1-19", NULL, "digits of their numbers, which begin with 0 (3)",
     "Numbers that need more have more."},
};
static const cli_group split_group = {"Files", split_rows, CLI_COUNT(split_rows)};
static const cli_group *const split_groups[] = {&split_group, &cli_faults, &cli_input, &cli_limits, &cli_general, NULL};

typedef struct splitter {
    cli_in in;
    cli_pieces pieces;
    cli_out out[2];   /* the file at hand is out[file % 2], when it is open */
    uint64_t file;    /* its number */
    uint64_t objects; /* whole ones in it, */
    uint64_t bytes;   /*   of so many bytes, */
    uint64_t begun;   /*   and bytes of one that goes on */
    bool open;
} splitter;

static cli_out *split_out(splitter *s)
{
    return &s->out[s->file % 2];
}

static int split_open(splitter *s)
{
    static char name[4096];
    size_t len = cli_format(name, sizeof name, "%s%0*" PRIu64 "%s", split_args.prefix, (int)split_args.digits, s->file,
                            split_args.suffix);
    if (len + 1 == sizeof name) return cli_io_error("PREFIX", ENAMETOOLONG);
    cli_args.output = name;
    int status = cli_out_open(split_out(s), false);
    s->open = status == CLI_GOOD;
    s->objects = s->bytes = s->begun = 0;
    return status;
}

static int split_close(splitter *s, int status)
{
    if (!s->open) return status;
    s->open = false;
    return cli_out_close(split_out(s), status);
}

/* The file ends with its last whole object; what of another is behind that goes, to the next file or nowhere. */
static int split_cut(splitter *s)
{
    cli_out *out = split_out(s);
    cinch_writer_flush(&out->w);
    if (!out->w.error && (ftruncate(out->fd, (off_t)s->bytes) != 0 || lseek(out->fd, 0, SEEK_END) < 0)) out->error = errno;
    return out->error || out->w.error ? CLI_IO : CLI_GOOD;
}

/* The beginning of an object, from the file before to the one just opened. */
static int split_move(splitter *s, const cli_out *from, uint64_t at, uint64_t len)
{
    cli_out *to = split_out(s);
    static char room[64 << 10];
    for (s->begun = len; len;) {
        ssize_t n = pread(from->fd, room, len < sizeof room ? (size_t)len : sizeof room, (off_t)at);
        if (n == 0 || (n < 0 && errno != EINTR)) return cli_io_error(from->name, n ? errno : EIO);
        if (n < 0) continue;
        cinch_put_raw(&to->w, room, (size_t)n);
        at += (uint64_t)n;
        len -= (uint64_t)n;
    }
    return to->w.error ? CLI_IO : CLI_GOOD;
}

/* On to the next file, with the object that is begun. */
static int split_next_file(splitter *s)
{
    cli_out *before = split_out(s);
    uint64_t at = s->bytes, len = s->begun;
    int status;
    if (!len) {
        status = split_close(s, CLI_GOOD);
        s->file++;
        return status == CLI_GOOD ? split_open(s) : status;
    }
    cinch_writer_flush(&before->w); /* the writers share a buffer */
    s->file++;
    status = before->w.error ? CLI_IO : split_open(s);
    if (status == CLI_GOOD) status = split_move(s, before, at, len);
    cinch_writer_flush(&split_out(s)->w);
    if (status == CLI_GOOD && ftruncate(before->fd, (off_t)at) != 0) before->error = errno;
    int first = cli_out_close(before, status);
    if (first == CLI_GOOD || status != CLI_GOOD) return status;
    split_close(s, first);
    return first;
}

static bool split_full(const splitter *s, uint64_t more)
{
    if (!s->objects) return false;
    return (split_args.count && s->objects >= split_args.count) ||
           (split_args.bytes && (s->bytes >= split_args.bytes || s->begun + more > split_args.bytes - s->bytes));
}

static int split_piece(splitter *s, cli_piece kind, cinch_bin bytes)
{
    int status = s->open ? CLI_GOOD : split_open(s);
    if (status == CLI_GOOD && split_full(s, bytes.len)) status = split_next_file(s);
    if (status != CLI_GOOD) return status;
    cinch_put_raw(&split_out(s)->w, bytes.ptr, bytes.len);
    s->begun += bytes.len;
    if (kind == CLI_PIECE_LAST) {
        s->bytes += s->begun;
        s->begun = 0;
        s->objects++;
        cli_out_object(split_out(s));
    }
    return split_out(s)->w.error ? CLI_IO : CLI_GOOD;
}

/* After the end of the input, or a fault. False: that was all. */
static bool split_goes_on(splitter *s, int *status)
{
    if (s->pieces.status != CLI_GOOD) *status = s->pieces.status;
    if (s->pieces.status == CLI_GOOD || !cli_args.recover) return false;
    if (s->begun && split_cut(s) != CLI_GOOD) {
        *status = CLI_IO;
        return false;
    }
    s->begun = 0;
    return cli_pieces_recover(&s->pieces);
}

static int split_all(splitter *s)
{
    int status = CLI_GOOD;
    for (;;) {
        cinch_bin bytes;
        cli_piece got = cli_pieces_next(&s->pieces, &bytes);
        if (got == CLI_PIECE_END) {
            if (!split_goes_on(s, &status)) return status;
            continue;
        }
        int last = split_piece(s, got, bytes);
        if (last != CLI_GOOD) return last;
    }
}

static int split_verb(const char *const *operands, size_t count)
{
    static splitter s;
    (void)operands;
    (void)count;
    if (!split_args.count && !split_args.bytes) return cli_usage("how much to a file? -n OBJECTS or -b BYTES");
    int status = cli_in_open(&s.in, cli_args.input);
    if (status != CLI_GOOD) return status;
    status = cli_pieces_open(&s.pieces, &s.in);
    if (status == CLI_GOOD) status = split_all(&s);
    bool keep = status == CLI_GOOD || (status == CLI_BAD && cli_args.recover && s.objects && !s.in.status);
    int closed = split_close(&s, keep ? CLI_GOOD : status);
    cli_pieces_close(&s.pieces);
    cli_in_close(&s.in);
    return closed == CLI_GOOD ? status : closed;
}

const cli_verb cli_verb_split = {
    .name = "split",
    .operands = "[FILE]",
    .summary = "a stream into files of whole objects",
    .about = "Writes the objects of a stream, as they are, to files part-000.mp, part-001.mp and so on. Objects are "
             "found by framing; what is in them is not judged.\n\n"
             "Each file appears when it is complete. After a fault the files before it stay, and the one being written "
             "does not appear; with --recover it does, with what is good. Objects of any size pass in flat memory.",
    .examples = "cinch split -n 1000 log.mp\tpart-000.mp, part-001.mp ... of 1000 objects each\n"
                "cinch split -b 64M -p day/ log.mp\tday/000.mp ... of 64 MiB at most\n"
                "cinch split -n 1 --digits 6 log.mp\ta file an object\n"
                "cat part-*.mp | cinch count\tand together again\n",
    .groups = split_groups,
    .most = 1,
    .reads = true,
    .run = split_verb,
};
