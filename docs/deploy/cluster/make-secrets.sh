#!/bin/sh
# Makes the secrets of compose.yaml beside it: .env, and secrets/master.key. Keeps a secret that is there.
set -eu
cd "$(dirname "$0")"
umask 077
if [ ! -e .env ]; then
  # Made beside its place and renamed: a start that is cut off leaves no half of it.
  {
    echo "DATABASE_PASSWORD=$(openssl rand -hex 24)"
    echo "OBJECTS_SECRET=$(openssl rand -hex 24)"
  } >.env.part
  mv .env.part .env
fi
# Only its owner enters the folder. The file itself is readable, because the user of the container has another number.
mkdir -p secrets
if [ ! -e secrets/master.key ]; then
  openssl rand -base64 32 >secrets/master.key.part
  chmod 0444 secrets/master.key.part
  mv secrets/master.key.part secrets/master.key
fi
