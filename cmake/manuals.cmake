# SPDX-License-Identifier: MIT
# Run after the tool is built: cmake -DTOOL=... -DTO=... -P manuals.cmake. Man pages and completions, from the tool's own tables.
function(ask file)
    execute_process(COMMAND ${TOOL} help ${ARGN} OUTPUT_FILE ${TO}/${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(MAKE_DIRECTORY ${TO}/man ${TO}/completions)
execute_process(COMMAND ${TOOL} help --list OUTPUT_VARIABLE names OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" names "${names}")
ask(man/cinch.1 --man)
foreach(name IN LISTS names)
    if(name MATCHES "2")
        ask(man/${name}.1 --man ${name}) # a program of its own
    else()
        ask(man/cinch-${name}.1 --man ${name})
    endif()
endforeach()
ask(completions/cinch --completion=bash)
ask(completions/_cinch --completion=zsh)
ask(completions/cinch.fish --completion=fish)
file(TOUCH ${TO}/stamp)
