#!/usr/bin/env bash
# Writes what compose.yaml reads, with new secrets, and changes nothing that is there:
# deploy/compose-init.sh publishing.example.com files.example.com
set -euo pipefail
[ "$#" = 2 ] || { echo "usage: $0 <host name of the service> <host name of the bucket>" >&2; exit 1; }
site=$1 storage_site=$2
cd "$(dirname "$0")"
if [ -e service.env ] || [ -e secrets ]; then
  echo 'deploy/service.env or deploy/secrets exists: to start again, remove both. A database cannot be read without its ENCRYPTION_KEYS.' >&2
  exit 1
fi
umask 077
random() { head -c "$1" /dev/urandom | od -An -vtx1 | tr -d ' \n'; }
database_password=$(random 24)
access_key=$(random 10)
secret_key=$(random 24)

mkdir secrets
printf %s "$database_password" >secrets/database-password
# Everybody may read a file whose address is known; only the service writes, and makes the bucket with its first file.
cat >secrets/storage-accounts.json <<JSON
{
  "identities": [
    { "name": "anonymous", "actions": ["Read:publishing"] },
    {
      "name": "service",
      "credentials": [{ "accessKey": "$access_key", "secretKey": "$secret_key" }],
      "actions": ["Admin", "Read", "Write", "List", "Tagging"]
    }
  ]
}
JSON
# Containers read them as other users. On this machine only the owner can enter the folder.
chmod 644 secrets/*

cat >.env <<ENV
SITE=$site
STORAGE_SITE=$storage_site
ENV
cat >service.env <<ENV
# All variables: docs/configuration.md
PUBLIC_URL=https://$site
TRUSTED_PROXIES=1
DATABASE_URL=postgres://social_publishing:$database_password@database:5432/social_publishing
ENCRYPTION_KEYS=$(head -c 32 /dev/urandom | base64)
S3_BUCKET=publishing
S3_REGION=us-east-1
S3_ENDPOINT=https://$storage_site
S3_FORCE_PATH_STYLE=true
S3_PUBLIC_URL=https://$storage_site/publishing
S3_ACCESS_KEY_ID=$access_key
S3_SECRET_ACCESS_KEY=$secret_key
# Without SMTP_URL, e-mails are files in /data/outbox of the workers, and addresses are not confirmed.
#SMTP_URL=smtps://user:password@smtp.example.com:465
#MAIL_FROM=Social publishing <no-reply@example.com>
ENV
echo "Written: deploy/.env, deploy/service.env and deploy/secrets. Keep a copy of ENCRYPTION_KEYS elsewhere."
