import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '@gatehouse/admin/seed'
import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { readTlsOf } from '@gatehouse/admin/tls-paths'
import { type Stack, startProcesses } from '@gatehouse/dev/processes'
import { authority, identityName } from '@gatehouse/service-kit/testing/certificates'
import { type TempStore, tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { expect } from 'chai'

const hour = 3_600_000
const services = ['gateway', 'auth-service', 'session-service', 'webhook-service']

describe('the test clock of a stack with mutual TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-clock-'))
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GATEHOUSE_'))
  const env = {
    ...Object.fromEntries(own),
    // Without reflection a process starts sooner.
    NODE_ENV: 'test',
    GATEHOUSE_TEST_CLOCK: '1',
    GATEHOUSE_ARGON2_MEMORY_KIB: '7168',
    GATEHOUSE_ARGON2_PASSES: '1',
    GATEHOUSE_TLS_CERT: join(folder, '{service}', 'cert.pem'),
    GATEHOUSE_TLS_KEY: join(folder, '{service}', 'key.pem'),
    GATEHOUSE_TLS_CA: join(folder, 'ca.pem'),
  }
  let store: TempStore
  let stack: Stack

  before(async () => {
    const signing = authority()
    writeFileSync(env.GATEHOUSE_TLS_CA, signing.self.cert)
    for (const service of [...services, 'admin']) {
      const names = ['DNS:localhost', 'IP:127.0.0.1', identityName(service)]
      const { cert, key } = signing.issue({ names })
      mkdirSync(join(folder, service))
      writeFileSync(join(folder, service, 'cert.pem'), cert)
      writeFileSync(join(folder, service, 'key.pem'), key)
    }
    store = tempStore()
    const given = {
      ...env,
      GATEHOUSE_MONGODB_URL: store.mongodbUrl,
      GATEHOUSE_MONGODB_DATABASE: store.database,
      GATEHOUSE_REDIS_URL: store.redisUrl,
      GATEHOUSE_REDIS_PREFIX: store.redisPrefix,
    }
    stack = await startProcesses({ folder: join(folder, 'data'), env: given, runFrom: 'source' })
  })
  after(async () => {
    await stack?.stop()
    await store?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** How many hours the clock of each process is ahead of the machine. */
  async function clock(...args: string[]): Promise<number[]> {
    const { out, err } = await adminOutput(['clock', ...args, '--data', stack.folder, '--json'], { env })
    expect(err).to.equal('')
    const processes: { now: string }[] = JSON.parse(out)
    return processes.map(({ now }) => Math.round((Date.parse(now) - Date.now()) / hour))
  }

  it('seeds the stack, so each process accepts the certificates of the others', async () => {
    const { gateway, grpc } = stack
    const tls = readTlsOf('admin', env)
    const { accounts } = await seed({ gateway, auth: grpc.auth, guilds: grpc.webhooks, tls })
    expect(accounts).to.have.length(2)
  })

  it('advances in every process', async () => {
    expect(await clock('advance', '2h')).to.deep.equal([2, 2, 2, 2])
  })

  it('is the same in a process that restarts', async () => {
    await stack.kill('session-service')
    await stack.restart('session-service')
    expect(await clock('now')).to.deep.equal([2, 2, 2, 2])
  })

  it('rejects a stack whose services would share one certificate', async () => {
    const shared = { ...env, GATEHOUSE_TLS_CERT: join(folder, 'gateway', 'cert.pem') }
    const starting = startProcesses({ folder: join(folder, 'shared'), env: shared })
    const message = await starting.then(
      () => '',
      (error: Error) => error.message,
    )
    expect(message).to.include('GATEHOUSE_TLS_CERT must contain {service}')
  })
})
