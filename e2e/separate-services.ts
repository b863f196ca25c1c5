import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasInfo, persistentLines, redisNodes } from '@gatehouse/dev/testing/redis/redis-nodes'
import { passwordOf, rootAccess } from '@gatehouse/dev/testing/redis/shipped-users'
import type { Identity } from '@gatehouse/proto/callers'
import { authority, identityName } from '@gatehouse/service-kit/testing/certificates'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import type { TlsFiles } from '@gatehouse/service-kit/tls/tls-files'

/**
 * Separates services as `k8s/` does: a certificate of its identity, a Redis user of `k8s/redis/users.acl` and a key ring
 * for each, Redis with an append-only file, and one replica that writes wait for. `redis` is a connection with all rights.
 */
export async function separateServices() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-separate-'))
  const trusted = authority()
  const nodes = redisNodes()
  const port = await nodes.freePort()
  const lines = persistentLines(nodes)
  const master = await nodes.start(port, [...lines, `port ${port}`], rootAccess)
  const replicaPort = await nodes.freePort()
  const replica = await nodes.start(
    replicaPort,
    [...lines, `port ${replicaPort}`, `replicaof 127.0.0.1 ${port}`],
    rootAccess,
  )
  const replicaFollows = async () => {
    const follows = () => hasInfo(replica, 'replication', 'master_link_status:up')
    await until(follows, { everyMs: 50, show: () => 'the replica follows' })
  }
  await replicaFollows()

  const issued = new Map<string, TlsFiles>()
  const certificateOf = (identity: string): TlsFiles => {
    const tls = issued.get(identity) ?? trusted.issue({ names: ['DNS:localhost', identityName(identity)] })
    issued.set(identity, tls)
    return tls
  }
  /** The settings that name the files of its certificate. */
  const tlsOf = (identity: Identity) => {
    const write = (name: keyof TlsFiles) => {
      const path = join(folder, `${identity}-${name}.pem`)
      writeFileSync(path, certificateOf(identity)[name], { mode: 0o600 })
      return path
    }
    return {
      GATEHOUSE_TLS_CERT: write('cert'),
      GATEHOUSE_TLS_KEY: write('key'),
      GATEHOUSE_TLS_CA: write('ca'),
    }
  }
  const redisUrl = (user: Identity) => `redis://${user}:${passwordOf(user)}@127.0.0.1:${port}`
  return {
    redis: master.redis,
    master,
    replicaFollows,
    redisUrl,
    certificateOf,
    tlsOf,
    settingsOf: (identity: Identity): Record<string, string> => ({
      ...tlsOf(identity),
      GATEHOUSE_GRPC_LISTEN: 'localhost:0',
      GATEHOUSE_REDIS_URL: redisUrl(identity),
      GATEHOUSE_REDIS_PREFIX: 'gatehouse:',
      GATEHOUSE_REDIS_WAIT_REPLICAS: '1',
      // As during a key rotation.
      GATEHOUSE_KEYS: testKeys('new', 'old'),
    }),
    async stop() {
      await nodes.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
