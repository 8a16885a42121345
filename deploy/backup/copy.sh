#!/bin/sh
# Copies the files of the service beside the dumps, and all of it to another place: copy.sh, with rclone. Run it after
# dump.sh: every file that a dump names is then in the copy.
#
#   OBJECTS           where the service keeps files: DATA_DIR/objects, or <remote>:<bucket> of rclone's configuration
#   BACKUP_DIR        the folder of the dumps; files go to its subfolder objects
#   BACKUP_KEEP_DAYS  how long deleted files are kept, as long as dumps (14)
#   BACKUP_REMOTE     where all of BACKUP_DIR is copied to, such as offsite:backups; nothing is deleted there
set -eu
umask 077
folder=${BACKUP_DIR:?BACKUP_DIR is missing}
keep_days=${BACKUP_KEEP_DAYS:-14}
removed=$folder/removed-objects

copy() { rclone "$@" --retries=3 --timeout=5m --contimeout=30s --stats=0 --log-level=NOTICE; }

copy sync "${OBJECTS:?OBJECTS is missing}" "$folder/objects" --backup-dir "$removed/$(date -u +%Y-%m-%d)"
if [ -d "$removed" ]; then
  find "$removed" -mindepth 1 -maxdepth 1 -mtime "+$keep_days" -exec rm -rf {} +
fi
if [ -n "${BACKUP_REMOTE:-}" ]; then
  copy copy "$folder" "$BACKUP_REMOTE" --exclude '.*' --exclude '.*/**' --exclude 'metrics/**'
fi
echo "Copied the files of $OBJECTS${BACKUP_REMOTE:+, and the backup to $BACKUP_REMOTE}"
