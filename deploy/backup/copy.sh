#!/bin/sh
# Copies the files of the service beside the dumps, and all of it to another place: copy.sh, with rclone. Run it after
# dump.sh: every file that a dump names is then in the copy.
#
#   OBJECTS           where the service keeps files: DATA_DIR/objects, or <remote>:<bucket> of rclone's configuration
#   BACKUP_DIR        the folder of the dumps; files go to its subfolder objects
#   BACKUP_KEEP_DAYS  how long deleted files are kept, as long as dumps (14)
#   BACKUP_REMOTE     where all of BACKUP_DIR is copied to, such as offsite:backups; nothing is deleted there
#
# Both copies are made even if one fails; the exit code is that of the first failure. BACKUP_DIR/metrics/copy.prom has the
# time of the last run without a failure, for node-exporter's textfile collector; 0 if no run has succeeded yet.
set -eu
umask 077
folder=${BACKUP_DIR:?BACKUP_DIR is missing}
objects=${OBJECTS:?OBJECTS is missing}
keep_days=${BACKUP_KEEP_DAYS:-14}
removed=$folder/removed-objects
started=$(date +%s)
status=0

copy() { rclone "$@" --retries=3 --timeout=5m --contimeout=30s --stats=0 --log-level=NOTICE; }
fail() { if [ "$status" -eq 0 ]; then status=$1; fi; }
# Writes the metric: report <time>.
report() {
  umask 022
  cat >"$metrics/.copy.prom" <<METRICS
# HELP backup_copy_last_success_timestamp_seconds When the last copy of the files and of the backup began that succeeded.
# TYPE backup_copy_last_success_timestamp_seconds gauge
backup_copy_last_success_timestamp_seconds $1
METRICS
  mv "$metrics/.copy.prom" "$metrics/copy.prom"
}

result=0
copy sync "$objects" "$folder/objects" --backup-dir "$removed/$(date -u +%Y-%m-%d)" || result=$?
# The service creates the bucket, or the folder, with its first file.
if [ "$result" -eq 3 ] && [ -z "$(find "$folder/objects" -type f 2>/dev/null | head -n 1)" ]; then
  echo "$objects does not exist yet: no file has been uploaded, or OBJECTS is wrong" >&2
else
  fail "$result"
fi
if [ -d "$removed" ]; then
  find "$removed" -mindepth 1 -maxdepth 1 -mtime "+$keep_days" -exec rm -rf {} + || fail $?
fi
if [ -n "${BACKUP_REMOTE:-}" ]; then
  copy copy "$folder" "$BACKUP_REMOTE" --exclude '.*' --exclude '.*/**' --exclude 'metrics/**' || fail $?
fi

metrics=$folder/metrics
# In a folder of another user, only dump.sh creates it, which could not write to one of root.
if [ -O "$folder" ]; then (umask 022 && mkdir -p "$metrics"); fi
if [ -d "$metrics" ]; then
  if [ "$status" -eq 0 ]; then (report "$started"); elif [ ! -e "$metrics/copy.prom" ]; then (report 0); fi
fi
[ "$status" -eq 0 ] || exit "$status"
echo "Copied the files of $objects${BACKUP_REMOTE:+, and the backup to $BACKUP_REMOTE}"
