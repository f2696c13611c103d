/* SPDX-License-Identifier: MIT
 * Telemetry of a device without a heap: cinch gen telemetry.json --storage=static. Everything lies in the struct, sizes are known when it is
 * compiled, and nothing of the library that allocates comes into the program.
 */
#include <inttypes.h>
#include <stdio.h>
#include "telemetry.h"

/* What the device keeps: the longest message there can be. */
static uint8_t firmware_out[TELEMETRY_MAX_LEN];

static size_t firmware_tell(uint32_t seq)
{
    telemetry t = {0};
    size_t len;
    t.device.len = 7;
    memcpy(t.device.s, "post-12", 8);
    t.seq = seq;
    t.volts = 230.5f;
    t.samples.count = 3;
    t.samples.items[0] = 120;
    t.samples.items[1] = -3;
    t.samples.items[2] = 1200;
    t.state = TELEMETRY_STATE_FAULT;
    t.has_fault = true;
    t.fault.code = 17;
    return telemetry_encode(&t, firmware_out, sizeof firmware_out, &len, NULL) ? 0 : len;
}

int main(void)
{
    static telemetry t;
    cinch_diag why;
    size_t len = firmware_tell(70000);
    printf("%zu bytes, at most %zu\n", len, sizeof firmware_out);
    if (telemetry_decode(&t, firmware_out, len, NULL, &why)) return 1;
    printf("%s %" PRIu32 ": %.1f V, %" PRIu32 " samples, %s %u\n", t.device.s, t.seq, (double)t.volts, t.samples.count,
           telemetry_state_to_string(t.state), t.fault.code);

    /* A value that the schema forbids is not written, and not read. */
    t.volts = -1;
    printf("%s\n", cinch_error_text(telemetry_encode(&t, firmware_out, sizeof firmware_out, &len, &why)));
    firmware_out[firmware_tell(1) - 1] = 0xcc;
    printf("%s\n", cinch_error_text(telemetry_decode(&t, firmware_out, firmware_tell(1) - 1, NULL, &why)));
    return 0;
}
