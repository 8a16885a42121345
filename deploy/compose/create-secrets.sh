#!/bin/sh
# Creates the passwords and keys of compose.yaml, and keeps those that exist: create-secrets.sh <folder> <user of the service>.
# Each subfolder is a volume that only the containers that need its files have.
set -eu
umask 022
folder=$1 user=$2

random() { head -c "$1" /dev/urandom | od -An -vtx1 | tr -d ' \n'; }

# Writes standard input to a file that does not exist yet: store <file> <mode> <owner>. The file is complete or missing.
store() {
  if [ -s "$1" ]; then return; fi
  # What an interrupted start left, perhaps no longer writable.
  rm -f "$1.new"
  (umask 077 && cat >"$1.new")
  chmod "$2" "$1.new"
  # Before another user owns it: as root without other capabilities, this cannot open it afterwards.
  sync "$1.new"
  chown "$3" "$1.new"
  mv "$1.new" "$1"
  echo "Created $1"
}

root=$(id -u)
mkdir -p "$folder/service" "$folder/database" "$folder/storage" "$folder/backup"
# A database has the password of its first start: later ones only read it.
random 24 | store "$folder/database/password" 400 "$root"
url=postgres://social_publishing:$(cat "$folder/database/password")@database:5432/social_publishing
printf %s "$url" | store "$folder/backup/database-url" 400 "$root"
random 24 | store "$folder/backup/storage-key" 400 "$root"
key=$(cat "$folder/backup/storage-key")
store "$folder/backup/rclone.conf" 400 "$root" <<CONF
[bucket]
type = s3
provider = SeaweedFS
endpoint = http://storage:8333
access_key_id = publishing
secret_access_key = $key
CONF
# Everybody may read a file whose address is known; only the service writes, and makes the bucket with its first file. The
# container reads it as another user than the one that it starts as.
store "$folder/storage/accounts.json" 444 "$root" <<JSON
{
  "identities": [
    { "name": "anonymous", "actions": ["Read:publishing"] },
    {
      "name": "service",
      "credentials": [{ "accessKey": "publishing", "secretKey": "$key" }],
      "actions": ["Admin", "Read", "Write", "List", "Tagging"]
    }
  ]
}
JSON
# The user of the service can read the last three, and nothing else here. They are written last: as root without other
# capabilities, this could not read them again.
head -c 32 /dev/urandom | base64 | store "$folder/service/encryption-keys" 400 "$user"
printf %s "$key" | store "$folder/service/storage-key" 400 "$user"
printf %s "$url" | store "$folder/service/database-url" 400 "$user"
