/* SPDX-License-Identifier: MIT
 * A schema from any text, and any message against it: whatever is loaded judges the same with a callback and without, and tells each fault where
 * cinch_locate finds it; whatever is refused says why, in harmless words. Of whatever is loaded C is made, the same twice, or a reason told.
 *
 * Input: options, length of the schema's text (2 bytes); that text; then the message.
 */
#include "cinch/emit.h"
#include "fuzz.h"

static cinch_bin schema_file;

static void schema_harmless(const char *text)
{
    for (; *text; text++) FUZZ_CHECK(*text >= 0x20 && *text < 0x7f);
}

static cinch_error schema_again(void *user, cinch_str name, cinch_bin *text)
{
    (void)user;
    if (name.len > 3) return CINCH_ERR_ABSENT;
    *text = schema_file;
    return CINCH_OK;
}

static void *schema_compile(void *user, cinch_str pattern)
{
    (void)user;
    return pattern.len && *pattern.ptr == '(' ? NULL : (void *)(uintptr_t)pattern.ptr;
}

static cinch_error schema_match(void *user, const void *compiled, cinch_str s)
{
    (void)user;
    return s.len && *s.ptr == *(const char *)compiled ? CINCH_OK : CINCH_ERR_PATTERN;
}

static bool schema_hear(void *user, const cinch_schema_note *n)
{
    unsigned *errors = user;
    *errors += n->error != CINCH_OK;
    schema_harmless(n->text);
    return true;
}

struct schema_heard {
    const uint8_t *msg;
    size_t len;
    unsigned count;
    struct fuzz_fault first;
};

static bool schema_tell(void *user, const cinch_schema_fault *f)
{
    struct schema_heard *h = user;
    static char path[4096];
    size_t len = cinch_locate(h->msg, h->len, f->diag.pos, path, 2048);
    FUZZ_CHECK(f->diag.error != CINCH_OK && f->diag.pos <= h->len);
    FUZZ_SAME_BYTES(f->pointer.ptr, f->pointer.len, path, len);
    schema_harmless(f->expected);
    schema_harmless(f->got);
    if (h->count++ == 0) h->first = (struct fuzz_fault){f->diag.error, f->diag.pos};
    return h->count < 100;
}

static void schema_judge(const cinch_schema *s, struct fuzz_in in)
{
    struct schema_heard h = {in.ptr, in.len, 0, {CINCH_OK, 0}};
    cinch_error told = cinch_schema_check(s, in.ptr, in.len, NULL, NULL, schema_tell, &h);
    FUZZ_CHECK((told == CINCH_OK) == (h.count == 0) && told == h.first.error);
    FUZZ_CHECK(cinch_schema_check(s, in.ptr, in.len, NULL, NULL, NULL, NULL) == told);
    if (cinch_check(in.ptr, in.len, NULL, NULL) != CINCH_OK) FUZZ_CHECK(h.count == 1);
}

struct schema_code {
    unsigned files, notes;
    uint64_t sum; /* of all bytes; FNV-1a */
};

static cinch_error schema_file_made(void *user, cinch_str name, cinch_str text)
{
    struct schema_code *c = user;
    FUZZ_CHECK(name.len > 2 && text.len && text.ptr[text.len - 1] == '\n');
    for (size_t i = 0; i < text.len; i++) {
        FUZZ_CHECK(text.ptr[i] == '\n' || (text.ptr[i] >= 0x20 && text.ptr[i] < 0x7f));
        c->sum = (c->sum ^ (uint8_t)text.ptr[i]) * 0x100000001b3u;
    }
    c->files++;
    return CINCH_OK;
}

static bool schema_no_code(void *user, const cinch_schema_note *n)
{
    struct schema_code *c = user;
    FUZZ_CHECK(n->error == CINCH_ERR_SCHEMA && *n->text);
    schema_harmless(n->text);
    c->notes++;
    return true;
}

/* Files when all is well, and else none. */
static void schema_emits(const cinch_schema *s, unsigned how)
{
    struct schema_code first = {0, 0, 0}, again = first;
    cinch_emit_opts opts = CINCH_ZERO;
    opts.storage = (cinch_emit_storage)(how % 3);
    opts.unknown = (cinch_emit_unknown)(how / 3 % 3);
    opts.no_patterns = how & 8;
    opts.tests = opts.fuzz = how & 16;
    cinch_error e = cinch_emit(s, &opts, schema_file_made, schema_no_code, &first);
    FUZZ_CHECK(e == CINCH_OK || e == CINCH_ERR_SCHEMA);
    FUZZ_CHECK((first.files >= 2) == (e == CINCH_OK) && (first.files == 0) == (e != CINCH_OK));
    FUZZ_CHECK((first.notes != 0) == (e != CINCH_OK));
    FUZZ_CHECK(cinch_emit(s, &opts, schema_file_made, schema_no_code, &again) == e);
    FUZZ_CHECK(again.sum == first.sum && again.files == first.files && again.notes == first.notes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_in in = {data, size};
    unsigned flags = fuzz_byte(&in), errors = 0;
    size_t len = fuzz_u16(&in);
    cinch_schema_opts opts = CINCH_ZERO;
    cinch_diag why;
    cinch_schema *s;
    if (len > in.len) len = in.len;
    schema_file = (cinch_bin){in.ptr, len};
    in.ptr += len;
    in.len -= len;
    opts.limits.shapes = 256;
    opts.limits.memory = (size_t)16 << 20;
    if (!(flags & 1)) opts.open = schema_again;
    if (!(flags & 2)) opts.compile = schema_compile;
    opts.match = schema_match;
    opts.note = schema_hear;
    opts.ignore_unknown = flags & 4;
    opts.enum_keep = flags & 32;
    opts.name = cinch_cstr("d/s");
    opts.user = &errors;
    s = cinch_schema_new((const char *)schema_file.ptr, len, &opts, &why);
    FUZZ_CHECK((s == NULL) == (why.error != CINCH_OK) && (s == NULL) == (errors != 0));
    if (s) {
        schema_judge(s, in);
        schema_emits(s, flags >> 3);
    }
    cinch_schema_free(s);
    return 0;
}
