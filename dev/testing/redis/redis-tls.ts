import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { certificates } from '@gatehouse/service-kit/testing/certificates'
import { redisNodes } from './redis-nodes.ts'

/** A Redis that accepts only TLS with a client certificate and one user with a password; `env` has the settings for it. */
export async function startRedisWithTls() {
  const tls = certificates()
  const nodes = redisNodes()
  const paths = (['ca', 'cert', 'key'] as const).map((name) => {
    const path = join(nodes.folder, `${name}.pem`)
    writeFileSync(path, tls[name], { mode: 0o600 })
    return path
  })
  const [ca = '', cert = '', key = ''] = paths
  const port = await nodes.freePort()
  const lines = [
    ...['port 0', `tls-port ${port}`, 'save ""'],
    ...[`tls-ca-cert-file ${ca}`, `tls-cert-file ${cert}`, `tls-key-file ${key}`, 'tls-auth-clients yes'],
    ...['user default off ~* &* +@all', 'user gatehouse on >p@ss/word ~* &* +@all'],
  ]
  await nodes.start(port, lines, { tls, username: 'gatehouse', password: 'p@ss/word' })
  return {
    url: `rediss://gatehouse:p%40ss%2Fword@localhost:${port}`,
    env: { GATEHOUSE_REDIS_CA: ca, GATEHOUSE_REDIS_CERT: cert, GATEHOUSE_REDIS_KEY: key },
    stop: nodes.stop,
  }
}
