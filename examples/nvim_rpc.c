/* SPDX-License-Identifier: MIT
 * MessagePack-RPC with a real Neovim over two pipes: requests through a writer, answers token by token through a stream, printed as JSON
 * as they come in. usage: nvim_rpc [NVIM]
 *
 * A request is [0, id, method, params], an answer [1, id, error, result], a notification [2, method, params].
 */
#define _POSIX_C_SOURCE 200809L /* NOLINT(bugprone-reserved-identifier) */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cinch/cinch.h"

enum { DEPTH = 32 }; /* of what Neovim may answer */

static struct {
    int to, from; /* pipes */
    uint64_t last_id;
    cinch_stream stream;
    cinch_input input;
    cinch_level levels[DEPTH];
    uint8_t bytes[4096]; /* of input; an answer may be of any size */
    char scratch[256];   /* names come whole, whatever the pipe makes of them */
} nvim;

static void die(const char *why)
{
    fprintf(stderr, "nvim_rpc: %s\n", why);
    exit(1);
}

static void start(const char *program)
{
    int to[2], from[2];
    if (pipe(to) != 0 || pipe(from) != 0) die("no pipe");
    pid_t child = fork();
    if (child < 0) die("no process");
    if (child == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        close(from[0]);
        execlp(program, program, "--clean", "--headless", "--embed", (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    nvim.to = to[1];
    nvim.from = from[0];
    cinch_stream_init(&nvim.stream, nvim.levels, DEPTH, NULL);
    cinch_stream_scratch(&nvim.stream, nvim.scratch, sizeof nvim.scratch);
}

/* More of the input. */
static void wait_for_bytes(void)
{
    ssize_t n = read(nvim.from, nvim.bytes, sizeof nvim.bytes);
    if (n <= 0) die(cinch_stream_finish(&nvim.stream, NULL) ? "it went away within an answer" : "it went away");
    nvim.input = (cinch_input){nvim.bytes, (size_t)n, 0};
}

static cinch_token next(void)
{
    cinch_token t;
    cinch_status got;
    while ((got = cinch_stream_next(&nvim.stream, &nvim.input, &t)) == CINCH_MORE) wait_for_bytes();
    if (got == CINCH_FAILED) die(cinch_error_text(nvim.stream.error));
    return t;
}

static void skip(void)
{
    cinch_status got;
    while ((got = cinch_stream_skip(&nvim.stream, &nvim.input)) == CINCH_MORE) wait_for_bytes();
    if (got == CINCH_FAILED) die(cinch_error_text(nvim.stream.error));
}

static cinch_error to_stdout(void *user, const void *bytes, size_t len)
{
    (void)user;
    return fwrite(bytes, 1, len, stdout) == len ? CINCH_OK : CINCH_ERR_SINK;
}

/* The next value, of any size and depth, as a line of JSON. */
static void print_value(const char *before)
{
    static uint8_t room[512];
    static cinch_level levels[DEPTH];
    uint32_t outside = nvim.stream.depth;
    cinch_writer text;
    cinch_json_out json;
    cinch_token t;
    cinch_writer_init_sink(&text, room, sizeof room, to_stdout, NULL);
    cinch_json_out_init(&json, levels, DEPTH, NULL, &text);
    printf("%s", before);
    do cinch_json_out_put(&json, t = next());
    while (!(t.part & CINCH_LAST) || cinch_json_out_finish(&json, NULL) == CINCH_ERR_TRUNCATED);
    if (json.error || nvim.stream.depth > outside || cinch_writer_finish(&text, NULL, NULL)) die("that is no JSON");
    puts("");
}

static void rpc_expect(cinch_token t, cinch_type type, uint64_t value)
{
    bool right = t.type == type && (type == CINCH_ARRAY ? t.len == value : t.as.u64 == value);
    if (!right) die("that is not MessagePack-RPC");
}

/* How large the next value is. */
static void print_size(void)
{
    cinch_token t = next();
    uint64_t from = nvim.stream.pos;
    if (t.type >= CINCH_ARRAY || !(t.part & CINCH_LAST)) skip();
    printf("  %s of %" PRIu32 ", in %" PRIu64 " bytes\n", cinch_type_name((cinch_type)t.type), t.len, nvim.stream.next - from);
}

/* Reads up to the answer to the last request and prints it, and what Neovim notifies meanwhile. */
static void answer(bool size)
{
    for (;;) {
        cinch_token head = next(), kind = next();
        if (head.type == CINCH_ARRAY && head.len == 3 && kind.type == CINCH_U64 && kind.as.u64 == 2) {
            print_value("  notified: ");
            print_value("    ");
            continue;
        }
        rpc_expect(head, CINCH_ARRAY, 4);
        rpc_expect(kind, CINCH_U64, 1);
        rpc_expect(next(), CINCH_U64, nvim.last_id);
        cinch_token error = next();
        if (error.type == CINCH_NIL) {
            if (size)
                print_size();
            else
                print_value("  ");
            return;
        }
        if (error.type != CINCH_ARRAY || error.len != 2) die("an error of another form");
        rpc_expect(next(), CINCH_U64, 0); /* the kind: an exception */
        print_value("  error: ");
        next(); /* the result, nil */
        return;
    }
}

/* Sends a request. params: JSON, an array. */
static void request(const char *method, const char *params)
{
    uint8_t room[1024];
    cinch_writer w;
    cinch_bin msg;
    printf("%s %s\n", method, params);
    cinch_writer_init(&w, room, sizeof room);
    cinch_put_array(&w, 4);
    cinch_put_u64(&w, 0);
    cinch_put_u64(&w, ++nvim.last_id);
    cinch_put_cstr(&w, method);
    if (cinch_json_read(params, strlen(params), NULL, &w, NULL, NULL) || cinch_writer_finish(&w, &msg, NULL))
        die("bad request");
    for (size_t sent = 0; sent < msg.len;) {
        ssize_t n = write(nvim.to, msg.ptr + sent, msg.len - sent);
        if (n <= 0) die("cannot write");
        sent += (size_t)n;
    }
}

static void call(const char *method, const char *params)
{
    request(method, params);
    answer(false);
}

static void call_for_size(const char *method, const char *params)
{
    request(method, params);
    answer(true);
}

int main(int argc, char **argv)
{
    int status = 1;
    setvbuf(stdout, NULL, _IOLBF, 0);
    start(argc > 1 ? argv[1] : "nvim");
    call("nvim_eval", "[\"[v:true, v:null, -7, 2.5, 'text', {'key': [1, 300, 70000]}]\"]");
    call("nvim_buf_set_lines", "[0, 0, -1, false, [\"one\", \"two\", \"three\"]]");
    call("nvim_command", "[\"global/^/move 0\"]");
    call("nvim_buf_get_lines", "[0, 0, -1, false]");
    call("nvim_get_current_buf", "[]"); /* a handle: an extension of Neovim's own */
    call("nvim_command", "[\"nosuchcommand\"]");
    call("nvim_eval", "[\"rpcnotify(1, 'hello', 'world', {'n': 1})\"]");
    call_for_size("nvim_eval", "[\"range(100000)\"]"); /* half a megabyte, of which nothing is held */
    close(nvim.to);                                    /* it leaves when nobody talks to it any more */
    while (read(nvim.from, nvim.bytes, sizeof nvim.bytes) > 0) continue;
    if (wait(&status) < 0 || status != 0) die("it did not end well");
    return 0;
}
