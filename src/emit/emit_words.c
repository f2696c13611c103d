/* SPDX-License-Identifier: MIT
 * Names that what is generated must not have: keywords and macros of C and C++, what C libraries declare, headers.
 */
#include "emit_in.h"

/* clang-format off */
static const char *const name_keywords[] = {
    "alignas", "alignof", "alloca", "and", "and_eq", "asm", "assert", "atomic_cancel", "auto", "bitand", "bitor",
    "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t", "cinch_alloc", "cinch_arena",
    "cinch_bin", "cinch_diag", "cinch_error", "cinch_ext", "cinch_reader", "cinch_str", "cinch_time", "cinch_writer",
    "class", "co_await", "co_return", "co_yield", "compl", "complex", "concept", "const", "const_cast", "consteval",
    "constexpr", "constinit", "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else",
    "enum", "errno", "explicit", "export", "extern", "false", "final", "float", "for", "friend", "goto", "i386", "if",
    "imaginary", "import", "inline", "int", "int16_t", "int32_t", "int64_t", "int8_t", "linux", "long", "main",
    "module", "mutable", "namespace", "new", "noexcept", "noreturn", "not", "not_eq", "nullptr", "offsetof", "operator",
    "or", "or_eq", "override", "private", "protected", "public", "register", "reinterpret_cast", "requires", "restrict",
    "return", "short", "signed", "size_t", "sizeof", "static", "static_assert", "static_cast", "stderr", "stdin",
    "stdout", "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid",
    "typename", "typeof", "typeof_unqual", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "union", "unix",
    "unreachable", "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq", NULL};

/* Functions and variables of C libraries: a type of such a name could not stand beside their headers. */
static const char *const name_library[] = {
    "abort", "abs", "accept", "access", "acos", "alarm", "asin", "asinh", "atan", "atexit", "atof", "atoi", "atol",
    "basename", "bind", "brk", "bsearch", "calloc", "cbrt", "ceil", "chdir", "chmod", "chown", "clock", "clone",
    "close", "connect", "copysign", "cos", "cosh", "creat", "ctime", "daemon", "difftime", "dirname", "div", "dup",
    "environ", "erf", "err", "error", "exec", "exit", "exp", "fabs", "fclose", "feof", "fflush", "floor", "fmax",
    "fmin", "fmod", "fopen", "fork", "free", "frexp", "gamma", "getc", "getenv", "getopt", "gets", "getw", "glob",
    "hypot", "index", "ioctl", "isalpha", "isatty", "isinf", "isnan", "j0", "j1", "jn", "kill", "labs", "ldexp", "ldiv",
    "lgamma", "link", "listen", "llabs", "localtime", "log", "logb", "lseek", "malloc", "memchr", "memcmp", "memcpy",
    "memmove", "memset", "mkdir", "mknod", "mktime", "modf", "mount", "nan", "nearbyint", "nice", "open", "optarg",
    "pause", "perror", "pipe", "poll", "pow", "printf", "psignal", "putc", "puts", "qsort", "raise", "rand", "random",
    "read", "readdir", "readlink", "realloc", "reboot", "recv", "remove", "remquo", "rename", "rewind", "rindex",
    "rint", "rmdir", "round", "scalb", "scanf", "select", "send", "setenv", "shutdown", "sigaction", "signal",
    "significand", "sin", "sinh", "sleep", "snprintf", "socket", "splice", "sqrt", "srand", "stat", "stime", "strcat",
    "strchr", "strcmp", "strcpy", "strdup", "strlen", "strncpy", "strtod", "strtok", "strtol", "swab", "swapoff",
    "symlink", "sync", "syscall", "sysinfo", "syslog", "system", "tan", "tanh", "tee", "tempnam", "tgamma", "time",
    "timer_create", "times", "tmpfile", "tmpnam", "toascii", "tolower", "toupper", "trunc", "truncate", "ttyname",
    "umask", "umount", "uname", "ungetc", "unlink", "unsetenv", "usleep", "utime", "va_list", "vfork", "vfprintf",
    "vprintf", "wait", "waitpid", "warn", "write", "y0", "y1", "yn", NULL};

static const char *const name_headers[] = {
    "aio", "alloca", "arpa", "assert", "byteswap", "complex", "cpio", "ctype", "dirent", "dlfcn", "endian", "errno", "execinfo", "fcntl",
    "features", "fenv", "float", "fmtmsg", "fnmatch", "ftw", "glob", "grp", "iconv", "inttypes", "io", "iso646", "langinfo", "libgen", "limits",
    "locale", "malloc", "math", "memory", "monetary", "mqueue", "net", "netdb", "poll", "process", "pthread", "pwd", "regex", "sched", "search",
    "semaphore", "setjmp", "sgtty", "signal", "spawn", "stdalign", "stdarg", "stdatomic", "stdbit", "stdbool", "stdckdint", "stddef", "stdint",
    "stdio", "stdlib", "stdnoreturn", "string", "strings", "syslog", "tar", "termios", "tgmath", "threads", "time", "trace", "uchar", "ulimit",
    "unistd", "utime", "utmp", "utmpx", "values", "wchar", "wctype", "windows", "wordexp", NULL};
/* clang-format on */

static bool name_among(const char *const *list, const char *name)
{
    for (size_t i = 0; list[i]; i++)
        if (strcmp(list[i], name) == 0) return true;
    return false;
}

bool cinchi_emit_is_keyword(const char *name)
{
    return name_among(name_keywords, name);
}

bool cinchi_emit_is_library(const char *name)
{
    return name_among(name_library, name);
}

bool cinchi_emit_is_header(cinch_str name)
{
    for (size_t i = 0; name_headers[i]; i++) {
        size_t k = 0;
        while (k < name.len && name_headers[i][k] && (name.ptr[k] | 0x20) == name_headers[i][k]) k++;
        if (k == name.len && !name_headers[i][k]) return true;
    }
    return false;
}
