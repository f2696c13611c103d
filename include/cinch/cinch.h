/* SPDX-License-Identifier: MIT
 * cinch: MessagePack in C11. The umbrella: every public header, in ladder order.
 */
#ifndef CINCH_CINCH_H
#define CINCH_CINCH_H

#include "cinch/base.h"
#include "cinch/write.h"
#include "cinch/read.h"
#include "cinch/check.h"
#include "cinch/stream.h"
#include "cinch/tree.h"
#include "cinch/json.h"
#include "cinch/text.h"
#include "cinch/edit.h"
#include "cinch/schema.h"
#include "cinch/gen.h"
#include "cinch/emit.h"

#endif
