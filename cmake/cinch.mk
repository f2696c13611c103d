# SPDX-License-Identifier: MIT
# C from JSON Schemas, for GNU make: NAME.h and NAME.c, in CINCH_GEN_DIR, of NAME.json, made anew when it changes.
#
#     CINCH_GEN_DIR = gen
#     CINCH_GEN_FLAGS = --storage=static
#     include $(shell pkg-config --variable=makefragment cinch)
#     CPPFLAGS += -I$(CINCH_GEN_DIR)
#     app: app.o gen/telemetry.o
#     app.o: gen/telemetry.h
#     gen/telemetry.h: types.json         # where telemetry.json refers to it
CINCH ?= cinch
CINCH_GEN_DIR ?= .
CINCH_GEN_FLAGS ?=

$(CINCH_GEN_DIR)/%.h $(CINCH_GEN_DIR)/%.c: %.json
	$(CINCH) gen $< -o $(CINCH_GEN_DIR) $(CINCH_GEN_FLAGS)
