#!/usr/bin/env bash
# Prints the secrets that the local overlay refers to: for each service the addresses of its stores with a user and a
# password of its own, a fresh key ring, and a certificate from a throwaway authority.  Usage: ./make-secrets.sh | kubectl apply -f -
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

secret() { # name, then key=file ...
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata:\n  name: %s\n  namespace: gatehouse\ndata:\n' "$1"
  shift
  for pair in "$@"; do printf '  %s: %s\n' "${pair%%=*}" "$(base64 -w0 <"${pair#*=}")"; done
}

password() { openssl rand -hex 24; }
redis_user() { # name; writes redis-url
  local password
  password=$(password)
  sed -i "s/#PASSWORD_$1 />$password /" users.acl
  printf 'redis://%s:%s@redis-0.redis:6379' "$1" "$password" >redis-url
}
mongodb_user() { # name, database; writes mongodb-url
  local password
  password=$(password)
  printf '%s %s %s\n' "$1" "$password" "$2" >>mongodb-users
  printf 'mongodb://%s:%s@mongodb-0.mongodb:27017/?replicaSet=gatehouse&authSource=admin' "$1" "$password" >mongodb-url
}
key_ring() { # name
  printf '{"current":"local-1","keys":{"local-1":"%s"}}' "$(openssl rand -base64 32)" >keys.json
  secret "$1-keys" keys.json=keys.json
}

cp "$here/../../redis/users.acl" users.acl
redis_user gateway
secret gateway-stores redis-url=redis-url
redis_user session-service
secret session-service-stores redis-url=redis-url
for service in auth-service webhook-service; do
  redis_user "$service"
  case $service in auth-service) database=gatehouse_auth ;; *) database=gatehouse_webhooks ;; esac
  mongodb_user "$service" "$database"
  secret "$service-stores" mongodb-url=mongodb-url redis-url=redis-url
  mongodb_user "$service-migrations" "$database"
  secret "$service-migrations" mongodb-url=mongodb-url
done
redis_user operator
secret operator-stores redis-url=redis-url
redis_user platform
secret platform-stores redis-url=redis-url
# Nothing uses these two here.
redis_user replica
redis_user sentinel
secret redis-users users.acl=users.acl

printf 'root %s\n' "$(password)" >>mongodb-users
openssl rand -base64 96 >keyfile
secret mongodb-users users=mongodb-users keyfile=keyfile

for service in auth-service session-service webhook-service; do key_ring "$service"; done

new_key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
openssl req -x509 $new_key -days 365 -subj '/CN=gatehouse local' -keyout ca.key -out ca.crt 2>/dev/null
certificate() { # identity, then the other names of subjectAltName
  openssl req $new_key -subj "/CN=$1" -keyout tls.key -out request.pem 2>/dev/null
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
