/* SPDX-License-Identifier: MIT
 * Input as text: hexadecimal digits, or base64. Made for what people paste: white space anywhere, and between hexadecimal bytes
 * also commas, colons, 0x and \x. Base64 may use either alphabet and leave its padding out.
 */
#include "cli.h"

bool cli_decode_begin(cli_decode *d)
{
    const char *text = cli_args.hex ? cli_args.hex : cli_args.base64;
    memset(d, 0, sizeof *d);
    if (!text) return false;
    d->base64 = !cli_args.hex;
    d->text = text != cli_bare_text ? text : NULL;
    return true;
}

static int decode_hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static int decode_base64(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' || c == '-' ? 62 : c == '/' || c == '_' ? 63 : -1;
}

/* `have` is 1 after the first digit of a byte, which may turn out to be the 0 of "0x". */
static const char *hex_char(cli_decode *d, char c, uint8_t *out, size_t *n)
{
    int digit = decode_hex(c);
    if ((c == 'x' || c == 'X') && (d->slash || (d->have == 1 && d->bits == 0))) {
        d->slash = false;
        d->have = 0;
        return NULL;
    }
    if (d->slash) return "expected x after the backslash";
    if (digit >= 0) {
        d->bits = d->bits << 4 | (uint32_t)digit;
        if (++d->have == 2) {
            out[(*n)++] = (uint8_t)d->bits;
            d->have = 0;
            d->bits = 0;
        }
        return NULL;
    }
    if (d->have) return "half a byte: hexadecimal digits come in pairs";
    if (c == '\\') {
        d->slash = true;
        return NULL;
    }
    return c == ',' || c == ':' ? NULL : "not a hexadecimal digit";
}

/* The first line of what xxd, hexdump -C and od print: an address before the bytes, told by its colon, its odd number of digits, or the
 * column of text that follows. */
bool cli_decode_listing(const char *line, size_t len)
{
    size_t n = 0;
    while (n < len && decode_hex(line[n]) >= 0) n++;
    if (n < 6 || n > 8 || n == len) return false;
    if (line[n] == ':') return true;
    if (line[n] != ' ') return false;
    if (n % 2) return true;
    for (; n < len && line[n] != '\n'; n++)
        if (line[n] == '|' || line[n] == '>') return true;
    return false;
}

static const char *base64_char(cli_decode *d, char c, uint8_t *out, size_t *n)
{
    int digit = decode_base64(c);
    if (c == '=') {
        if (d->have < 2 || d->have + d->padding >= 4) return "padding where base64 has none";
        d->padding++;
        return NULL;
    }
    if (digit < 0) return "not a base64 digit";
    if (d->padding) return "base64 after its padding";
    d->bits = d->bits << 6 | (uint32_t)digit;
    if (++d->have == 4) {
        out[(*n)++] = (uint8_t)(d->bits >> 16);
        out[(*n)++] = (uint8_t)(d->bits >> 8);
        out[(*n)++] = (uint8_t)d->bits;
        d->have = 0;
        d->bits = 0;
    }
    return NULL;
}

/* What is left when the text ends. */
static const char *decode_end(cli_decode *d, uint8_t *out, size_t *n)
{
    if (!d->base64) return d->have || d->slash ? "half a byte: hexadecimal digits come in pairs" : NULL;
    if (d->have == 0) return NULL;
    if (d->have == 1 || (d->padding && d->have + d->padding != 4)) return "base64 is cut off";
    uint32_t unused = d->have == 2 ? 15 : 3;
    if (d->bits & unused) return "base64 whose last bits are not zero";
    if (d->have == 2) out[(*n)++] = (uint8_t)(d->bits >> 4);
    if (d->have == 3) {
        out[(*n)++] = (uint8_t)(d->bits >> 10);
        out[(*n)++] = (uint8_t)(d->bits >> 2);
    }
    d->have = 0;
    return NULL;
}

const char *cli_decode_step(cli_decode *d, const char *text, size_t len, uint8_t *out, size_t *out_len)
{
    *out_len = 0;
    if (len == 0) return decode_end(d, out, out_len);
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if ((c == ' ' || c == '\t' || c == '\r' || c == '\n') && (d->base64 || d->have == 0)) {
            d->column++;
            if (c == '\n') {
                d->line++;
                d->column = 0;
            }
            continue;
        }
        const char *wrong = d->base64 ? base64_char(d, c, out, out_len) : hex_char(d, c, out, out_len);
        if (wrong) return wrong;
        d->column++;
    }
    return NULL;
}
