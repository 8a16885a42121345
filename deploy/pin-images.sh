#!/usr/bin/env bash
# Pins the images of others in deploy/compose.yaml and deploy/Dockerfile to what their tags name now: `deploy/pin-images.sh`, with
# Docker's buildx, which asks the registries. Run it again after changing a tag: pinned images are looked up afresh.
set -euo pipefail
cd "$(dirname "$0")"
files=(compose.yaml Dockerfile)
# Not that of the service, which is named by a variable.
images=$(sed -nE 's/^( *image: |FROM )([^ $&*@]+:[^ @]+).*/\2/p' "${files[@]}" | sort -u)
for image in $images; do
  digest=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$image")
  [[ $digest =~ ^sha256:[0-9a-f]{64}$ ]] || { echo "No digest for $image: $digest" >&2; exit 1; }
  sed -i -E "s#^( *image: |FROM )${image//./\\.}(@sha256:[0-9a-f]+)?( |\$)#\1$image@$digest\3#" "${files[@]}"
  echo "$image@$digest"
done
