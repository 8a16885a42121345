#!/usr/bin/env bash
# Dumps the database of the service, restores the dump into a scratch database, compares the number of rows of each table
# with the one at the time of the dump, and removes old dumps. Needs Postgres' client programs of the server's version.
#
#   DATABASE_URL, DATABASE_URL_FILE  the service's database; the role may create databases
#   BACKUP_DIR                       where dumps are kept: publishing-<time>.dump
#   BACKUP_KEEP_DAYS                 how long (14)
#   BACKUP_SCRATCH_DATABASE          the database that the dump is restored into (publishing_backup_check); it is removed
#
# BACKUP_DIR/metrics/backup.prom has the time of the last backup that could be restored, for node-exporter's textfile
# collector. After a failure, which a message describes, it keeps the time of the backup before.
set -euo pipefail
umask 077
fail() { printf '%s\n' "$*" >&2; exit 1; }

folder=${BACKUP_DIR:?BACKUP_DIR is missing}
keep_days=${BACKUP_KEEP_DAYS:-14}
scratch=${BACKUP_SCRATCH_DATABASE:-publishing_backup_check}
[[ $keep_days =~ ^[0-9]{1,4}$ ]] || fail "BACKUP_KEEP_DAYS must be a number of days, not $keep_days"
# 08 is not octal.
keep_days=$((10#$keep_days))
# It is dropped.
[[ $scratch =~ ^[a-z_]{1,50}_check$ ]] || fail 'BACKUP_SCRATCH_DATABASE must have only a-z and _, and end with _check'
url=${DATABASE_URL:-}
if [ -z "$url" ]; then url=$(<"${DATABASE_URL_FILE:?DATABASE_URL is missing}"); fi
# Everyone can read the arguments of a process: the password goes to the programs in their environment.
if [[ $url =~ ^([a-z]+://[^/:@]*):([^/@]*)@(.*)$ ]]; then
  printf -v PGPASSWORD %b "${BASH_REMATCH[2]//%/\\x}"
  export PGPASSWORD
  url=${BASH_REMATCH[1]}@${BASH_REMATCH[3]}
fi
[[ $url =~ ^(postgres(ql)?://[^/]*/)([^/?]+)(\?.*)?$ ]] || fail 'DATABASE_URL must be of the form postgres://user@host/database'
scratch_url=${BASH_REMATCH[1]}$scratch${BASH_REMATCH[4]}
export PGAPPNAME=backup PGCONNECT_TIMEOUT=30

mkdir -p "$folder"
exec 9>"$folder/.lock"
flock --nonblock 9 || fail "Another backup to $folder is running"

started=$(date +%s)
work=$(mktemp -d "$folder/.partial.XXXXXX")
sql() { psql --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 "$@"; }
clean_up() {
  rm -rf "$work"
  sql "$url" --command="DROP DATABASE IF EXISTS $scratch WITH (FORCE)" 2>/dev/null || true
}
trap clean_up EXIT
trap 'exit 1' INT TERM
# What a killed run left.
find "$folder" -maxdepth 1 -name '.partial.*' ! -path "$work" -exec rm -rf {} +

# --- Dump ----------------------------------------------------------------------------------------------------------

# One statement for each table, and the rows of them all.
count_tables="SELECT format('SELECT %L, count(*) FROM %I.%I', schemaname || '.' || tablename, schemaname, tablename)
  FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY schemaname, tablename \\gexec"
# A session whose snapshot the dump and the counts share. It ends with this script.
coproc session { exec psql --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 "$url"; }
session_pid=$! from_session=${session[0]} to_session=${session[1]}
echo "SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0;
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SELECT pg_export_snapshot();" >&"$to_session"
read -r -t 60 -u "$from_session" snapshot || fail 'The database cannot be reached'
pg_dump --format=custom --snapshot="$snapshot" --file="$work/dump" "$url"
printf '%s\n' "$count_tables" '\echo end' >&"$to_session"
while read -r -t 3600 -u "$from_session" line && [ "$line" != end ]; do printf '%s\n' "$line"; done >"$work/rows"
echo '\quit' >&"$to_session"
wait "$session_pid"
[ -s "$work/rows" ] || fail 'The database has no tables'

# --- Restore and compare -------------------------------------------------------------------------------------------

sql "$url" --command="SET client_min_messages = error" --command="DROP DATABASE IF EXISTS $scratch WITH (FORCE)" \
  --command="CREATE DATABASE $scratch ENCODING 'UTF8' TEMPLATE template0"
pg_restore --exit-on-error --no-owner --no-privileges --dbname="$scratch_url" "$work/dump"
sql "$scratch_url" <<<"$count_tables" >"$work/restored"
diff "$work/rows" "$work/restored" >&2 || fail 'The restored dump has other rows (>) than the database had (<)'

# --- Keep ----------------------------------------------------------------------------------------------------------

name=publishing-$(date --utc --date="@$started" +%Y%m%dT%H%M%SZ).dump
sync "$work/dump"
mv "$work/dump" "$folder/$name"
sync "$folder"
find "$folder" -maxdepth 1 -name 'publishing-*.dump' ! -name "$name" -mtime "+$((keep_days - 1))" -delete
bytes=$(stat --format=%s "$folder/$name")
metrics=$folder/metrics
(
  umask 022
  mkdir -p "$metrics"
  cat >"$metrics/.backup.prom" <<METRICS
# HELP backup_last_success_timestamp_seconds When the last backup began that could be restored.
# TYPE backup_last_success_timestamp_seconds gauge
backup_last_success_timestamp_seconds $started
# HELP backup_size_bytes Size of that dump.
# TYPE backup_size_bytes gauge
backup_size_bytes $bytes
METRICS
)
mv "$metrics/.backup.prom" "$metrics/backup.prom"
awk -F'|' -v name="$name" -v bytes="$bytes" -v seconds="$(($(date +%s) - started))" \
  '{ rows += $2 } END { printf "%s: %d bytes, %d tables with %d rows, restored and compared in %d s\n", name, bytes, NR, rows, seconds }' \
  "$work/rows"
