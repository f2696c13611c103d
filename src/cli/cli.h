/* SPDX-License-Identifier: MIT
 * The tool's own words: verbs and options as tables, input in blocks, output that tells when it fails, error lines.
 *
 * A verb is one file with one cli_verb, and one row in verbs.c. Its options are rows of cli_opt that point at the variables they
 * set; parser, help, man pages and completions all walk these rows. A verb's run returns an exit status and has printed whatever
 * there is to say. The tool has one thread (but for -j and large edits) and ends after one verb, so variables that options set are global.
 */
#ifndef CINCH_CLI_H
#define CINCH_CLI_H

/* These names are POSIX's, and libc's, for what an application asks of its headers: POSIX 2008 with XSI, and files beyond 2 GiB. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* NOLINT(bugprone-reserved-identifier) */
#endif
#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS 64 /* NOLINT(bugprone-reserved-identifier) */
#endif

#include "cinch/cinch.h"

#include <stdarg.h>

#if defined(__GNUC__)
#define CLI_FORMAT(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define CLI_FORMAT(fmt, args)
#endif
#define CLI_COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { CLI_GOOD = 0, CLI_BAD = 1, CLI_USAGE = 2, CLI_IO = 3 }; /* exit status: fine; the data is bad; used wrongly; I/O */
enum { CLI_BLOCK = 256 << 10, CLI_WINDOW = 4 << 20 };          /* bytes of one read(); of input held unless more must be */
enum { CLI_DEPTH = CINCH_DEPTH };                              /* containers open at once, unless --max-depth says otherwise */
enum { CLI_PATH = 64 << 10 }; /* bytes of a path in an error's line; longer ones end in "/..." */

/* ---------------------------------------------------------------- tables (options.c, verbs.c) */

typedef enum cli_kind {
    CLI_FLAG,   /* bool: becomes true */
    CLI_ONOFF,  /* int: --x makes it 1, --no-x 0; starts as -1 */
    CLI_TEXT,   /* const char * */
    CLI_NUMBER, /* uint64_t; k, M, G are powers of 1024; `value` may be its range, "0-16" */
    CLI_LIMIT,  /* likewise, from 1 on */
    CLI_CHOICE, /* int: place in `value`, words with | between them */
    CLI_HELP,   /* -h */
    CLI_MANUAL, /* --help */
    CLI_VERSION
} cli_kind;

typedef struct cli_opt {
    char letter;      /* 0: none */
    const char *name; /* without dashes; NULL: letter only */
    cli_kind kind;
    void *to;          /* what it sets */
    const char *value; /* what help calls its value; for CLI_CHOICE the words */
    const char *bare;  /* the value when none is given; such an option takes one only as --name=VALUE. NULL: must be given */
    const char *help;  /* a phrase, lower case, no full stop */
    const char *more;  /* sentences for --help and the man page, or NULL */
} cli_opt;

typedef struct cli_group { /* options under one heading */
    const char *title;
    const cli_opt *rows;
    size_t count;
} cli_group;

typedef struct cli_verb {
    const char *name;
    const char *operands;           /* "[FILE]" */
    const char *summary;            /* a phrase */
    const char *about;              /* paragraphs, an empty line between them */
    const char *examples;           /* "command\twhat it does\n" each, the best first */
    const cli_group *const *groups; /* ends with NULL */
    uint8_t least, most;            /* operands */
    bool reads;                     /* the last operand is a FILE; none, and a terminal on standard input: short help */
    bool many;                      /* and there may be any number of them */
    bool json;                      /* reads JSON, or a notation that looks like it */
    bool link;                      /* a program name of its own, options by letter only */
    int (*run)(const char *const *operands, size_t count);
} cli_verb;

extern const cli_verb *const cli_verbs[]; /* ends with NULL */
extern const cli_verb *const cli_links[]; /* likewise */
extern const cli_verb cli_tool;           /* cinch without a verb */
const cli_verb *cli_verb_find(const char *name);
const cli_verb *cli_link_find(const char *program);

typedef struct cli_common {
    const char *input, *output; /* -i, -o */
    const char *hex, *base64;   /* NULL: not given; cli_bare_text: the input is such text; else the text itself */
    bool force, unbuffered, one, raw_time, recover, full_path;
    int color, progress;                      /* places in auto|always|never; -1, 0, 1 */
    bool shallow;                             /* set by a verb that goes no deeper than CLI_DEPTH, whatever --max-depth says */
    uint64_t max_depth, max_bytes, max_items; /* 0: default */
    uint64_t jobs;                            /* -j */
} cli_common;
extern cli_common cli_args;
extern const char cli_bare_text[]; /* known by its address: an empty text is a text */

extern const cli_group cli_general, cli_input, cli_output, cli_limits; /* what most verbs take */
extern const cli_group cli_speed;                                      /* -j */
extern const cli_group cli_faults;                                     /* --recover */
extern const cli_group cli_json_out, cli_json_in;                      /* JSON mapping (jsonargs.c) */
cinch_limits cli_limits_given(void);
cinch_json_opts cli_json_out_opts(void);
cinch_json_opts cli_json_in_opts(void);

/* ---------------------------------------------------------------- arguments, help (args.c, slips.c, help.c, manpage.c, completion.c) */

int cli_run(const cli_verb *link, const char *const *argv, size_t count); /* the exit status */
int cli_usage(const char *format, ...) CLI_FORMAT(1, 2); /* at most two lines, in the name of cli_current; CLI_USAGE */
int cli_verb_unknown(const char *word);                  /* likewise, with a suggestion */
bool cli_number(const char *text, uint64_t *out);        /* "64M" */
unsigned cli_slips(const char *word, const char *known); /* of the fingers, that make one of the other; UINT32_MAX: too many */
extern const cli_verb *cli_current;                      /* the verb at work */

typedef struct cli_walk { /* the options of a verb, one after the other */
    const cli_verb *verb;
    size_t group, row;
} cli_walk;
const cli_opt *cli_walk_next(cli_walk *walk);

const char *cli_full_name(const cli_verb *verb, char between, char *room, size_t cap); /* "cinch to-json" */
int cli_help_short(const cli_verb *verb, bool asked);                                  /* asked: standard output and CLI_GOOD */
int cli_help_full(const cli_verb *verb);
int cli_help_list(void);
int cli_help_man(const cli_verb *verb);
int cli_help_completion(const char *shell);
int cli_version(void);

/* ---------------------------------------------------------------- standard error (errline.c, hints.c, jsonwant.c) */

void cli_file_name(char *out, size_t cap, const char *file); /* as errors show it */
/* snprintf, but for the length: that of what is in out. */
size_t cli_format(char *out, size_t cap, const char *format, ...) CLI_FORMAT(3, 4);
size_t cli_vformat(char *out, size_t cap, const char *format, va_list args);
void cli_say(const char *format, ...) CLI_FORMAT(1, 2); /* "cinch: " and a line; names and keys went through cinch_escape */
int cli_io_error(const char *name, int error);          /* "cinch: NAME: why"; CLI_IO */

typedef struct cli_fault { /* where a cinch_diag belongs */
    const char *name;      /* of the input */
    uint64_t object;       /* its number in a run, from 1; told from the second on */
    uint64_t base;         /* offset of the object, to be added to diag.pos */
    uint32_t line, column; /* JSON: of the text's first byte, counted from 0 */
    const void *msg;       /* the object's bytes, when they are at hand: the path is found in them */
    size_t len;
    cinch_str path;   /* else the path, which may hold any byte, or a NULL pointer */
    const char *text; /* JSON text, from where diag.pos counts, or NULL */
    size_t text_len;
    const cinch_token *key;     /* the key at fault, when msg is not at hand, or NULL */
    const char *expected, *got; /* by a schema; NULL or empty: nothing to say */
} cli_fault;
int cli_data_error(const cli_fault *at,
                   const cinch_diag *diag); /* the line of it; CLI_BAD, or CLI_IO when memory or output failed */

void cli_hint(const char *line); /* a second line of an error, on a terminal: what to try */

/* Appended to the text of an error (hints.c): the key, the limit, what JSON wanted at the byte at fault. */
void cli_fault_detail(const cli_fault *at, const cinch_diag *diag, char *out, size_t cap);
const char *cli_fault_hint(const cli_fault *at, const cinch_diag *diag); /* a line, or NULL */
const char *cli_json_want(const char *text, size_t len, size_t pos);     /* "expected , or ]", or NULL (jsonwant.c) */

/* ---------------------------------------------------------------- input (input.c, decode.c) */

typedef struct cli_decode { /* --hex, --base64 */
    const char *text;       /* given as argument, what is left of it; NULL: the input is text */
    uint64_t line, column;  /* from 0, of the character at hand */
    uint32_t bits, have, padding;
    bool base64, slash;
} cli_decode;

typedef struct cli_in {
    const char *name; /* escaped, as errors show it */
    uint8_t *buf;     /* pos..len: not used yet */
    size_t cap, pos, len;
    uint64_t base;    /* offset of buf[0] in the input */
    uint64_t total;   /* bytes of a regular file from where it stood; 0: not known */
    int64_t began;    /* where it stood */
    uint64_t skipped; /* bytes that --recover left out, */
    uint64_t reread;  /*   those that it has read again for others in them, */
    uint64_t known;   /*   and where the first objects begin that were good */
    int fd;
    int status; /* of an error that was told: the input ended there */
    bool end;
    bool decoding;
    cli_decode decode;
} cli_in;

int cli_in_open(cli_in *in, const char *file); /* NULL: -i, or standard input */
bool cli_in_more(
    cli_in *in); /* more bytes after len, what is unused moves to the front; false: the end, or the window is full */
bool cli_in_grow(cli_in *in);                   /* doubles the window; false: told */
bool cli_in_again(cli_in *in, uint64_t offset); /* back to an offset, where the input can be read again */
int cli_in_all(cli_in *in, cinch_bin *all);     /* everything to the end, until close */
void cli_in_close(cli_in *in);
uint64_t cli_in_offset(const cli_in *in);              /* of pos */
bool cli_decode_begin(cli_decode *d);                  /* true: --hex or --base64 was given */
bool cli_decode_listing(const char *line, size_t len); /* of hexadecimal text: addresses before the bytes */
/* Decodes len bytes, or, when len is 0, ends. out needs room for len + 2. What is wrong with the text, or NULL. */
const char *cli_decode_step(cli_decode *d, const char *text, size_t len, uint8_t *out, size_t *out_len);

/* ---------------------------------------------------------------- JSON documents (jsontext.c) */

enum { CLI_TEXT_END = -1 };

typedef struct cli_text { /* begins as {.in = ..., .lax = ...} */
    cli_in *in;
    bool lax;              /* comments, as opts.lax allows them */
    uint64_t line, column; /* of in->pos, from 0 */
    size_t tried;          /* bytes of the last try for this document; 0: none yet */
    size_t last;           /* of the document before */
} cli_text;

int cli_text_next(cli_text *t, const cinch_json_opts *opts,
                  cinch_writer *w);             /* the next document into w; CLI_TEXT_END, or an error that was told */
int cli_text_only(cli_text *t, uint64_t count); /* count were read: CLI_GOOD if that is one, and all */

/* ---------------------------------------------------------------- schemas (schemafile.c, pattern.c) */

extern const cli_group cli_schema;       /* --schema and what goes with it */
const char *cli_schema_given(void);      /* NULL: no --schema */
int cli_schema_load(cinch_schema **out); /* that one; CLI_GOOD, or a status, told */
extern const cli_group cli_schema_refs;  /* the same without --schema, for a verb whose operand is one */
int cli_schema_load_from(const char *file, cinch_schema **out);
const char *cli_schema_seen(size_t i);                        /* the files read for it, the first one first; NULL: no more */
bool cli_schema_note(void *user, const cinch_schema_note *n); /* user NULL: not while loading */
void cli_pattern_hooks(cinch_schema_opts *opts);              /* for `pattern`, where the build has PCRE2 */

/* ---------------------------------------------------------------- output (output.c, cleanup.c) */

typedef struct cli_out {
    cinch_writer w;   /* everything goes through it */
    const char *name; /* escaped */
    char *target;     /* what the temporary file becomes; NULL: none */
    int fd;
    int error; /* errno of the write that failed */
    bool terminal;
} cli_out;

int cli_out_open(cli_out *o, bool binary); /* -o, or standard output; binary: refused on a terminal without -f */
/* A file that is its own output grows as fast as it is read, or is gone before: CLI_IO, told. */
int cli_out_apart(const cli_out *o, const cli_in *in);
int cli_open(cli_in *in, cli_out *o, bool binary); /* both, or neither */

typedef struct cli_files { /* what takes several FILEs (files.c) */
    cli_in *in;
    cli_out *out;
    int (*one)(void *user); /* for each: in is open, and out; a status, told */
    void *user;
} cli_files;
int cli_files_run(const cli_files *f, const char *const *names, size_t count); /* the worst status */
void cli_out_standard(cli_out *o, int fd);                                     /* standard output or error, whatever -o says */
void cli_out_text(cli_out *o, const char *text);
void cli_out_print(cli_out *o, const char *format, ...) CLI_FORMAT(2, 3); /* up to 1 KiB */
void cli_out_direct(cli_out *o, cinch_writer *w);             /* all that w holds, which is empty then; not copied */
void cli_out_past(cli_out *o, const void *bytes, size_t len); /* likewise, of any bytes */
void cli_out_object(cli_out *o);           /* an object is complete: room for the next, or --unbuffered, hands it on */
int cli_out_close(cli_out *o, int status); /* renames, when status is CLI_GOOD; else removes. The status, or CLI_IO, told */
bool cli_write_all(int fd, const void *bytes, size_t len); /* all, whatever interrupts it; else errno */

void cli_cleanup_signals(void); /* at the start */
int cli_temp_make(char *path,
                  unsigned mode);       /* path ends in XXXXXX; a descriptor, or -1; removed unless kept, by a signal, too */
bool cli_temp_keep(const char *target); /* renames it, of several the oldest */
void cli_temp_remove(void);             /* all */
void cli_die_of_pipe(void);             /* quietly, as if SIGPIPE had never been ignored */

/* ---------------------------------------------------------------- terminal (terminal.c) */

bool cli_color(int fd);
void cli_progress(const cli_in *in); /* now and then */
void cli_progress_quiet(void);       /* no more of it: output comes to a terminal, too */
void cli_progress_end(void);         /* before anything else goes to standard error */

/* ---------------------------------------------------------------- objects (whole.c) */

typedef enum cli_whole {
    CLI_WHOLE_END,  /* of the input, at the end of an object */
    CLI_WHOLE_GOT,  /* buf + pos .. *len is one object, framed and not checked further */
    CLI_WHOLE_CUT,  /* what is left does not frame: a fault, or the input ended; the reader says what */
    CLI_WHOLE_FULL, /* more than the window holds (never when growing) */
    CLI_WHOLE_FAIL  /* told: memory, --max-bytes */
} cli_whole;

typedef struct cli_framer {
    cinch_frame frame;
    size_t seen; /* bytes after pos that the frame has seen */
    bool going;
} cli_framer;
/* Whether the token just given ended an object. */
static inline bool cli_stream_between(const cinch_stream *s, cinch_token t)
{
    return s->depth == 0 && t.part & CINCH_LAST;
}
/* cinch_check, for the depth that --max-depth allows, above 512 too. */
cinch_error cli_whole_check(const void *msg, size_t len, const cinch_read_opts *opts, cinch_diag *diag);
cli_whole cli_whole_next(cli_framer *f, cli_in *in, bool grow, size_t *len); /* the caller moves in->pos past it */

/* ---------------------------------------------------------------- -j (crew.c, spans.c) */

typedef struct cli_batch { /* whole objects in memory */
    const uint8_t *ptr;
    size_t len;
    uint64_t objects;
    cinch_writer w; /* for what becomes of them; empty */
} cli_batch;
typedef bool (*cli_batch_fn)(void *user, cli_batch *b); /* in a thread of its own, for many at once. False: not all is good */

/* With -j and a regular file: all good batches from the beginning of the input on, put out in order; what is left is the caller's to
 * do, as if it had begun there. Adds to *objects. */
void cli_crew(cli_in *in, cli_out *out, cli_batch_fn fn, void *user, uint64_t *objects);

/* The same where objects need only be found (judge NULL), or judged as a stream does. */
void cli_spans(cli_in *in, const cinch_read_opts *judge, uint64_t *objects);

#endif
