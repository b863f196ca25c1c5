import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '@gatehouse/admin/seed'
import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { readTlsOf } from '@gatehouse/admin/tls-paths'
import { type Stack, startProcesses } from '@gatehouse/dev/processes'
import { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import mongoose from 'mongoose'

describe('npm start -- --tls', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-tls-'))
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GATEHOUSE_'))
  const env = {
    ...Object.fromEntries(own),
    // Without reflection a process starts sooner.
    NODE_ENV: 'test',
    GATEHOUSE_TEST_CLOCK: '1',
    GATEHOUSE_ARGON2_MEMORY_KIB: '7168',
    GATEHOUSE_ARGON2_PASSES: '1',
  }
  const start = () => startProcesses({ folder, env, hasTls: true, runFrom: 'source' })
  let stack: Stack
  before(async () => {
    stack = await start()
  })
  after(async () => {
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const adminTls = () => readTlsOf('admin', { ...stack.tls })
  const seedIt = () => {
    const { gateway, grpc } = stack
    return seed({ gateway, auth: grpc.auth, guilds: grpc.webhooks, tls: adminTls() })
  }

  it('serves requests with a user of the stores for each service, and no denied command', async () => {
    await seedIt()
    const redis = new Redis(stack.redis)
    const clients = String(await redis.client('LIST'))
    expect(await redis.acl('LOG')).to.deep.equal([])
    redis.disconnect()
    const mongodb = new mongoose.mongo.MongoClient(stack.mongodb)
    const { inprog } = await mongodb.db('admin').command({ currentOp: 1, $all: true })
    await mongodb.close()
    for (const service of ['auth-service', 'webhook-service'])
      expect(JSON.stringify(inprog), service).to.contain(`"user":"${service}"`)
    for (const service of ['gateway', 'auth-service', 'session-service', 'webhook-service'])
      expect(clients, service).to.contain(` user=${service} `)
  })

  it('rejects callers without the certificate of their identity', async () => {
    const call = (identity: string | null) => {
      const tls = identity ? readTlsOf(identity, { ...stack.tls }) : null
      const client = testClient(SessionsService, stack.grpc.sessions, { tls })
      return rejected(client.list({ accountId: '1' })).finally(() => client.close())
    }
    expect((await call('admin')).code).to.equal('CALLER_NOT_ALLOWED')
    expect((await call(null)).code).to.equal('SERVICE_UNAVAILABLE')
  })

  it('is administered with the certificate of its folder', async () => {
    const { code, out, err } = await adminOutput(['clock', 'advance', '2h', '--data', folder, '--json'], {
      env,
    })
    expect([code, err]).to.deep.equal([0, ''])
    expect(JSON.parse(out)).to.have.length(4)
    const keys = readFileSync(join(folder, 'stack.json'), 'utf8')
    expect(keys).not.to.contain('PRIVATE KEY')
  })

  it('starts again on its data, with the same users', async () => {
    const before = readFileSync(join(folder, 'tls', 'ca.pem'), 'utf8')
    await stack.stop()
    stack = await start()
    expect(readFileSync(join(folder, 'tls', 'ca.pem'), 'utf8')).to.equal(before)
    expect((await seedIt()).accounts).to.have.length(2)
  })
})
