# SPDX-License-Identifier: MIT
# does: real programs that speak MessagePack: Neovim over pipes, Redis' cmsgpack and Tarantool over sockets
# needs: gcc libc6-dev cmake ninja-build
# wants: neovim redis-server tarantool
# Each is started here, on pipes or a socket in a folder of its own, and stopped here. One that cannot be had is left out, loudly.
home=$(mktemp -d /tmp/cinch-peers-XXXXXX)
started=
trap 'for p in $started; do kill "$p"; done 2>/dev/null; wait; rm -rf "$home"' EXIT
trap 'exit 1' INT TERM

skipped() {
    echo "> SKIPPED $1: it cannot be installed here"
    echo "== $1: 0 passed, 0 failed"
}

wait_for() {
    for _ in $(seq 300); do
        [ ! -S "$1" ] || return 0
        sleep 0.1
    done
    echo "$1 never came"
    return 1
}

warn='-Wall -Wextra -Wpedantic -Wshadow -Werror'
run_peer() {
    # shellcheck disable=SC2086
    gcc -std=c11 -g -O1 $warn -Iinclude -Itests -I. "tests/live/$1.c" tests/live/live_link.c build/dev/tests/libtestkit.a build/dev/libcinch.a -o "$OUT/$1" &&
        timeout 300 "$OUT/$1" >"$OUT/$1.out" 2>&1
    cat "$OUT/$1.out"
    case $(tail -n 1 "$OUT/$1.out") in
    "== "*) ;;
    *) echo "== $1, which ended without a summary: 0 passed, 1 failed" ;;
    esac
}
sh tests/build/programs.sh dev kit || exit 1

if command -v nvim >/dev/null; then
    printf 'examples/nvim_rpc.c\t%s\n' "gcc -std=c11 -O1 $warn -Iinclude examples/nvim_rpc.c build/dev/libcinch.a -o $OUT/nvim_rpc &&
        HOME=$home timeout 60 $OUT/nvim_rpc | diff tests/live/nvim_rpc.txt -" | tr '\n' ' ' | sh tests/build/cases.sh neovim
else
    skipped neovim
fi

if command -v redis-server >/dev/null; then
    CINCH_REDIS=$home/redis.sock
    export CINCH_REDIS
    redis-server --port 0 --unixsocket "$CINCH_REDIS" --save '' --appendonly no --dir "$home" >"$OUT/redis.log" 2>&1 &
    started="$started $!"
    if wait_for "$CINCH_REDIS"; then run_peer redis_cmsgpack; else echo "== redis: 0 passed, 1 failed"; fi
else
    skipped redis
fi

if command -v tarantool >/dev/null; then
    CINCH_TARANTOOL=$home/tarantool.sock
    export CINCH_TARANTOOL
    cat >"$home/server.lua" <<END
box.cfg{listen = 'unix/:$CINCH_TARANTOOL', work_dir = '$home', wal_mode = 'none', memtx_memory = 256 * 1024 * 1024}
box.schema.user.grant('guest', 'super')
END
    tarantool "$home/server.lua" >"$OUT/tarantool.log" 2>&1 </dev/null &
    started="$started $!"
    if wait_for "$CINCH_TARANTOOL"; then run_peer tarantool_store; else echo "== tarantool: 0 passed, 1 failed"; fi
else
    skipped tarantool
fi
