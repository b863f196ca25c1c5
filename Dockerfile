# Image of each service and of admin: npm run images
# `node auth-service/dist/migrate.js` and `node webhook-service/dist/migrate.js` run before the services (k8s/base/migrations.yaml).
ARG NODE_IMAGE=docker.io/library/node:24.18.0-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251

FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY proto/package.json proto/
COPY service-kit/package.json service-kit/
COPY guild-directory/package.json guild-directory/
COPY gateway/package.json gateway/
COPY auth-service/package.json auth-service/
COPY session-service/package.json session-service/
COPY webhook-service/package.json webhook-service/
COPY admin/package.json admin/
COPY dev/package.json dev/
COPY e2e/package.json e2e/
COPY bench/package.json bench/

# The same for every image, so that it is built once.
FROM manifests AS build
RUN npm ci
COPY tsconfig.base.json ./
COPY proto proto
COPY service-kit service-kit
COPY guild-directory guild-directory
COPY gateway gateway
COPY auth-service auth-service
COPY session-service session-service
COPY webhook-service webhook-service
COPY admin admin
RUN npx tsc -b gateway auth-service session-service webhook-service admin

FROM manifests AS app
ARG SERVICE
RUN npm ci --omit=dev --workspace=proto --workspace=service-kit --workspace=guild-directory --workspace=${SERVICE} \
  && npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx --workspace=proto --workspace=service-kit --workspace=guild-directory \
  --workspace=${SERVICE} >sbom.json
COPY --from=build /app/proto proto
COPY --from=build /app/service-kit service-kit
COPY --from=build /app/guild-directory guild-directory
COPY --from=build /app/${SERVICE} ${SERVICE}
COPY dev/images/prune-app.mjs /tmp/
RUN node /tmp/prune-app.mjs /app ${SERVICE}

FROM ${BASE_IMAGE}
ARG SERVICE
ARG VERSION=unknown
ARG REVISION=unknown
ARG BASE_IMAGE
LABEL org.opencontainers.image.title=gatehouse/${SERVICE} \
  org.opencontainers.image.version=${VERSION} \
  org.opencontainers.image.revision=${REVISION} \
  org.opencontainers.image.base.name=${BASE_IMAGE}
ENV NODE_ENV=production
# Keeps the resident memory of an idle service below 120 MB. Larger young generations measured no faster. Without a share of the
# memory, the heap could outgrow a small container.
ENV NODE_OPTIONS="--max-semi-space-size=4 --max-old-space-size-percentage=50"
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
# The version of package-lock.json, which the tests run with.
COPY --from=build /app/node_modules/node/bin/node /usr/local/bin/node
COPY --from=app /app /app
ENV SERVICE=${SERVICE}
USER 1000:1000
# exec: signals must reach Node, not a shell.
CMD ["sh", "-c", "exec node ${SERVICE}/dist/main.js"]
