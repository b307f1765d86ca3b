#!/bin/sh
# Makes the files of the folder secrets that are not there yet, with random passwords.
set -eu
cd "$(dirname -- "$0")"
mkdir -p secrets
random() { openssl rand -hex 24; }
# write <name> <text>: keeps what is there. Each container reads its files as a user of its own; on this machine the folder
# protects them.
write() {
  [ -e "secrets/$1" ] || printf '%s' "$2" >"secrets/$1"
  chmod 644 "secrets/$1"
}
chmod 700 secrets
write database-password "$(random)"
write replication-password "$(random)"
write key-secret "$(openssl rand -base64 48)"
write lab-host-secret "$(openssl rand -base64 48)"
write database-url "postgres://academy:$(cat secrets/database-password)@database/academy"
write smtp-url "${SMTP_URL:-smtp://mailbox:1025?starttls=optional}"
if [ ! -e secrets/certificate.pem ]; then
  # For trials; put the certificate of your authority with its key here.
  openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=example.org \
    -addext "subjectAltName=${CERTIFICATE_NAMES:-DNS:*.example.org}" -keyout secrets/key.pem -out secrets/certificate.pem 2>/dev/null
  cat secrets/key.pem >>secrets/certificate.pem
  rm secrets/key.pem
  chmod 644 secrets/certificate.pem
fi
echo 'Secrets are in the folder secrets.'
