# What `./play` and `./check` share: installing what is missing, building, and saying so in short.
# Not here: what is played or tested. Sourced by bash in the root of the repository.
# Invariant: a step whose result is already there is skipped, so that everything can be run again.

logs=.cache/logs
stamps=.cache/stamps
mkdir -p "$logs" "$stamps"

build_packages=(gcc libc6-dev meson ninja-build pkg-config libevent-dev libwslay-dev libargon2-dev
    libssl-dev libsqlite3-dev libjson-c-dev clang-19 lld-19 libclang-rt-19-dev-wasm32 wasi-libc)
check_packages=(binutils openssl libpcre2-8-0 libcmocka-dev clang-format-14 chromium-headless-shell
    python3-hypothesis strace libclang-rt-19-dev)
python_packages=(gcc libc6-dev meson ninja-build pkg-config python3 python3-venv python3-setuptools
    python3-wheel python3-numpy)
install=yes # `--no-install` makes it no: a system that is not Debian brings these things itself

fail() # MESSAGE: the one line that explains a failure
{
    echo "$program: $1" >&2
    exit 1
}

# One run at a time: a second would build in the same folders. The lock ends with its holder.
exec 9>.cache/lock
flock -n 9 || {
    echo "Waiting for another ./play or ./check to finish its build ..."
    flock 9
}

stop_ticker()
{
    [ -z "${ticker:-}" ] || kill "$ticker" 2>/dev/null || true
    ticker=
}
trap stop_ticker EXIT

# The command stays in the foreground, so that Ctrl-C reaches it; only the clock runs beside it.
start_ticker() # TEXT
{
    [ -t 1 ] || return 0
    (
        while sleep 1; do printf '\r%s ... %d s ' "$1" $((SECONDS - step_start)); done
    ) 9>&- &
    ticker=$!
}

no_network='Temporary failure resolving|Could not (resolve|connect)|Unable to connect|EAI_AGAIN'
no_network+='|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|Network is unreachable|network timeout'

# Why a step failed, from its log, in one line.
explain() # LOG
{
    local log=$1 package
    package=$(grep -oE "Unable to locate package \S+|Package '\S+' has no" "$log" | head -1 |
        sed -E "s/.*package //; s/Package '(\S+)'.*/\1/")
    if grep -qE "$no_network" "$log"; then
        echo "no network: the package servers cannot be reached"
    elif grep -qE 'No space left on device|ENOSPC|enough free space' "$log"; then
        echo "the disk is full"
    elif [ -n "$package" ]; then
        echo "this system has no package $package; Debian 12 or newer is needed"
    elif grep -qE 'Could not get lock|Unable to acquire the dpkg' "$log"; then
        echo "another program is installing packages; try again when it is done"
    elif grep -qE 'password is required|may not run sudo|not in the sudoers' "$log"; then
        echo "sudo refused"
    else
        grep -E '(^E: |ERROR|[Ee]rror[: ]|FAILED)' "$log" | head -1 | cut -c1-200 | grep . ||
            tail -n 1 "$log" | cut -c1-200
    fi
}

# Runs a command with its output in a log and shows the time it took; false if it failed.
try_step() # TEXT LOG COMMAND...
{
    local text=$1 log=$logs/$2.log status=0
    shift 2
    step_start=$SECONDS
    printf '%s ... ' "$text"
    start_ticker "$text"
    "$@" >"$log" 2>&1 9>&- </dev/null || status=$?
    stop_ticker
    [ ! -t 1 ] || printf '\r%s ... ' "$text"
    if [ $status -eq 0 ]; then
        echo "$((SECONDS - step_start)) s"
    else
        echo "failed"
    fi
    return $status
}

step() # TEXT LOG COMMAND...
{
    try_step "$@" || fail "$1 failed: $(explain "$logs/$2.log") (all of it: $logs/$2.log)"
}

as_root() # COMMAND...
{
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo -n "$@"; fi
}

apt_get()
{
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 -q "$@"
}

package_lists_are_fresh()
{
    find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' -mtime -1 2>/dev/null | grep -q .
}

# With fresh lists `apt-get update` is spared. A source that cannot be read only matters if a
# package is then missing, and that is what the second attempt reports.
install_by_apt() # PACKAGE...
{
    package_lists_are_fresh || apt_get update || true
    apt_get install -y --no-install-recommends "$@" && return
    echo "--- once more, with new package lists"
    apt_get update || true
    apt_get install -y --no-install-recommends "$@"
}

package_is_installed() # PACKAGE
{
    dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

install_packages() # PACKAGE...
{
    local missing=() package
    [ $install = yes ] || return 0
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
        fail "this is not Debian: install by hand what README.md lists and add --no-install"
    for package in "$@"; do
        package_is_installed "$package" || missing+=("$package")
    done
    # Other packagings of Node bring npm along and exclude Debian's.
    command -v npm >/dev/null || missing+=(nodejs npm)
    [ ${#missing[@]} -ne 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "run this as root, then try again: apt-get update &&\
 apt-get install --no-install-recommends ${missing[*]}"
        echo "sudo is used to install: ${missing[*]}"
        [ ! -t 0 ] || sudo -v || fail "sudo refused"
    fi
    step "Installing ${#missing[@]} Debian packages" apt install_by_apt "${missing[@]}"
}

# Debian's nginx for the tests, not installed but unpacked: installed, it would begin to serve.
unpack_nginx()
{
    [ $install = yes ] && [ ! -x .cache/nginx/usr/sbin/nginx ] || return 0
    ! command -v nginx >/dev/null || return 0
    step "Fetching nginx for a test" nginx fetch_nginx
}

fetch_nginx()
{
    mkdir -p .cache/nginx
    (cd .cache/nginx && apt-get download nginx && dpkg -x nginx_*.deb .)
}

# One checksum for all files below the paths; what builds leave there does not count.
checksum() # PATH...
{
    find "$@" \( -name node_modules -o -path web/dist \) -prune -o -type f -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-64
}

# True if `output` is there and was made from these very inputs.
is_made() # NAME OUTPUT INPUT...
{
    local name=$1 output=$2
    shift 2
    [ -e "$output" ] && [ "$(cat "$stamps/$name" 2>/dev/null)" = "$(checksum "$@")" ]
}

mark_made() # NAME INPUT...
{
    local name=$1
    shift
    checksum "$@" >"$stamps/$name"
}

npm_inputs=(web/package.json web/package-lock.json web/.npmrc)

# The page needs the `dependencies` alone; the tests need all. All will do for the page, too.
install_npm() # page | all
{
    local omit=()
    is_made npm-all web/node_modules "${npm_inputs[@]}" && return
    if [ "$1" = page ]; then
        is_made npm-page web/node_modules "${npm_inputs[@]}" && return
        omit=(--omit=dev)
    fi
    rm -f "$stamps"/npm-*
    step "Installing the npm packages" npm fetch_npm "${omit[@]}"
    mark_made "npm-$1" "${npm_inputs[@]}"
}

# npm leaves out, without a word, what the Node it runs on is too old for: with Debian's Node 18
# that is the heart of Vite. So it first fetches the Node 22 of the lock file, then runs on that.
fetch_npm() # OPTION...
{
    local quiet=(--no-audit --no-fund) own_node=$PWD/.cache/node
    if [ ! -x "$own_node/node" ] && [[ $(node --version) =~ ^v(1?[0-9]|2[01])\. ]]; then
        npm --prefix web ci --omit=dev "${quiet[@]}" || return
        mkdir -p "$own_node"
        cp web/node_modules/node-linux-*/bin/node "$own_node/node" || return
    fi
    PATH=$own_node:$PATH NODE_PATH=/usr/share/nodejs \
        npm --prefix web ci "${quiet[@]}" "$@" || return
    link_node
}

# The scripts of the page use the link to Node 22, which npm 9 takes away together with that of the
# package for other processors.
link_node()
{
    local found
    for found in web/node_modules/node-linux-*/bin/node; do
        [ -f "$found" ] || {
            echo "ERROR: the npm packages have no Node 22 for this processor"
            return 1
        }
        chmod +x "$found"
        ln -sf "../${found#web/node_modules/}" web/node_modules/.bin/node
    done
}

build_web()
{
    npm --prefix web run build && mark_made web web
}

demand_compiler() # COMPILER
{
    echo 'int main(void) { return 0; }' | "$1" -std=c17 -x c -fsyntax-only - 2>/dev/null ||
        fail "the compiler '$1' is missing or too old: C17 is needed (gcc 8 or newer)"
}

# A Python that has what the package needs: Debian's own first, for the one in front on the PATH may
# be another.
find_python()
{
    local python
    for python in /usr/bin/python3 python3; do
        "$python" -c 'import numpy, setuptools, wheel, venv' 2>/dev/null && {
            echo "$python"
            return
        }
    done
    return 1
}

# A virtual environment with the package canasta. Nothing comes from Python's package indexes.
make_python_package() # FOLDER
{
    local python folder=$1
    python=$(find_python) || {
        echo "ERROR: no Python with NumPy, setuptools, wheel and venv was found"
        return 1
    }
    [ -x "$folder/bin/python" ] || "$python" -m venv --system-site-packages "$folder" || return
    "$folder/bin/python" -m pip install --no-build-isolation --no-deps --no-index \
        --disable-pip-version-check --force-reinstall ./python
}

# A folder that Meson never finished is of no use; one that it did keeps its own options.
configure() # FOLDER OPTION...
{
    [ -f "$1/build.ninja" ] && return
    rm -rf "$1"
    step "Configuring $1" "configure-$1" meson setup "$@"
}
