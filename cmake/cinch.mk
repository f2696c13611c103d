# SPDX-License-Identifier: MIT
# C from JSON Schemas, for GNU make: NAME.h and NAME.c, in CINCH_GEN_DIR, of NAME.json, made anew when it changes
# or a file that it refers to: NAME.json.d, beside them, says which those are.
#
#     CINCH_GEN_DIR = gen
#     CINCH_GEN_FLAGS = --storage=static
#     include $(shell pkg-config --variable=makefragment cinch)
#     CPPFLAGS += -I$(CINCH_GEN_DIR)
#     app: app.o gen/telemetry.o
#     app.o: gen/telemetry.h
CINCH ?= cinch
CINCH_GEN_DIR ?= .
CINCH_GEN_FLAGS ?=

$(CINCH_GEN_DIR)/%.h $(CINCH_GEN_DIR)/%.c: %.json
	$(CINCH) gen $< -o $(CINCH_GEN_DIR) --depfile=$(CINCH_GEN_DIR)/$*.json.d $(CINCH_GEN_FLAGS)

# They name targets, none of which is what `make` alone is to make.
cinch_gen_goal := $(.DEFAULT_GOAL)
-include $(wildcard $(CINCH_GEN_DIR)/*.json.d)
.DEFAULT_GOAL := $(cinch_gen_goal)
