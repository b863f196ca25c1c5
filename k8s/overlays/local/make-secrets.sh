#!/usr/bin/env bash
# Prints the secrets that the local overlay refers to: store addresses, a fresh key ring, and one certificate per
# service from a throwaway authority.  Usage: ./make-secrets.sh | kubectl apply -f -
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

secret() { # name, then key=file ...
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\n  namespace: gatehouse\ndata:\n' "$1"
  shift
  for pair in "$@"; do printf '  %s: %s\n' "${pair%%=*}" "$(base64 -w0 <"${pair#*=}")"; done
}

printf 'mongodb://mongodb-0.mongodb:27017/?replicaSet=gatehouse' >mongodb-url
printf 'redis://redis-0.redis:6379' >redis-url
secret gatehouse-stores mongodb-url=mongodb-url redis-url=redis-url

printf '{"current":"local-1","keys":{"local-1":"%s"}}' "$(openssl rand -base64 32)" >keys.json
secret gatehouse-keys keys.json=keys.json

openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj '/CN=gatehouse local' -keyout ca.key -out ca.crt 2>/dev/null
certificate() { # identity, then the other names of subjectAltName
  openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout tls.key -out request.pem 2>/dev/null
  openssl x509 -req -in request.pem -CA ca.crt -CAkey ca.key -CAcreateserial -days 365 -out tls.crt \
    -extfile <(printf 'subjectAltName=URI:spiffe://gatehouse/%s%s' "$1" "${2-}") 2>/dev/null
  secret "$1-tls" tls.crt=tls.crt tls.key=tls.key ca.crt=ca.crt
}
certificate gateway
certificate admin
for service in auth-service session-service webhook-service; do
  # localhost: npm run admin comes through a port-forward.
  certificate "$service" ",DNS:$service,DNS:$service.gatehouse.svc,DNS:localhost"
done
