/* SPDX-License-Identifier: MIT
 * For the generated source beside it, which tests include.
 */
#include "message.h.golden"
