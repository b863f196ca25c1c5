import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { restBody } from '@gatehouse/admin/rest'
import { type ManagedProcess, managedProcess } from '@gatehouse/dev/process/managed-process'
import { findFreePort } from '@gatehouse/dev/stack/free-port'
import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import type { RpcClient } from '@gatehouse/service-kit/grpc/connect'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { type Network, startNetwork } from '../network.ts'
import { certificateOf, tlsOf } from '../network-tls.ts'

/** The last commit with the schema version before the current one of auth-service. */
const previousCommit = '4fdba27f7b202683226dec1ab3b627b245b0ba11'

const packages = ['proto', 'service-kit', 'auth-service']
const client = { address: '192.0.2.7', userAgent: 'test', location: undefined, acceptLanguage: undefined }
const password = 'violet-anchor-1'
const sso = { issuer: 'https://idp.gatehouse.test', subject: 'ann' }

describe('auth-service of the previous schema version beside this one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-previous-'))
  let network: Network
  let previous: ManagedProcess
  let auth: RpcClient<typeof AuthService>

  before(async function () {
    // A shallow clone does not have the commit; .ci/run uses a complete one. A copy would add 0.7 MB to every clone.
    if (!hasPreviousCommit()) this.skip()
    extractPrevious()
    const keys = testKeys()
    network = await startNetwork({ settings: { GATEHOUSE_KEYS: keys } })
    const [grpc, ops] = await Promise.all([findFreePort(), findFreePort()])
    const { accounts } = network.stores
    previous = managedProcess({
      name: 'previous auth-service',
      command: process.execPath,
      args: ['--conditions=gatehouse-source', join(folder, 'app/auth-service/src/main.ts')],
      env: {
        ...network.env,
        ...certificateOf('auth-service'),
        GATEHOUSE_GRPC_LISTEN: `localhost:${grpc}`,
        GATEHOUSE_OPS_LISTEN: `127.0.0.1:${ops}`,
        GATEHOUSE_MONGODB_URL: accounts.mongodbUrl,
        GATEHOUSE_MONGODB_DATABASE: accounts.database,
        GATEHOUSE_REDIS_URL: accounts.redisUrl,
        GATEHOUSE_REDIS_PREFIX: accounts.redisPrefix,
        GATEHOUSE_KEYS: keys,
        GATEHOUSE_ARGON2_MEMORY_KIB: '7168',
        GATEHOUSE_ARGON2_PASSES: '1',
        GATEHOUSE_DRAIN_SECONDS: '0',
      },
      logFile: join(folder, 'log'),
      ready: async (signal) => {
        const isReady = async () => (await fetch(`http://127.0.0.1:${ops}/health/ready`, { signal })).ok
        await until(isReady, { signal })
      },
    })
    await previous.start()
    auth = testClient(AuthService, `localhost:${grpc}`, { tls: tlsOf('gateway') })
  })
  after(async () => {
    auth?.close()
    await previous?.stop()
    await network?.close()
    rmSync(folder, { recursive: true })
  })

  const signInHere = (email: string) =>
    restBody<{ user_id: string }>(network.urls.gateway, 'POST', '/auth/login', { body: { email, password } })

  it('signs in accounts of this version and keeps their new fields when it changes them', async () => {
    const email = 'ann@gatehouse.test'
    const { user_id } = await restBody<{ user_id: string }>(network.urls.gateway, 'POST', '/auth/register', {
      body: { email, password, consent: true, date_of_birth: '1990-01-01' },
    })
    const accounts = network.stores.accounts.connection.collection<{ _id: string; sso?: object }>('accounts')
    await accounts.updateOne({ _id: user_id }, { $set: { sso } })

    expect((await auth.login({ client, email, password })).outcome?.$case).to.equal('signedIn')
    const actor = { accountId: user_id, sessionIdHash: 'hash', provedAt: new Date() }
    await auth.updateMe({ actor, client, account: { globalName: 'Ann' }, updateMask: ['global_name'] })

    const stored = await accounts.findOne({ _id: user_id })
    expect(stored).to.deep.include({ globalName: 'Ann', sso })
    expect((await signInHere(email)).user_id).to.equal(user_id)
  })

  it('creates accounts that this version signs in', async () => {
    const email = 'bob@gatehouse.test'
    const { signedIn } = await auth.register({
      client,
      email,
      password,
      consent: true,
      dateOfBirth: '1990-01-01',
    })
    expect((await signInHere(email)).user_id).to.equal(signedIn?.accountId)
  })

  function hasPreviousCommit(): boolean {
    try {
      execFileSync('git', ['cat-file', '-e', `${previousCommit}^{commit}`], {
        cwd: repositoryRoot,
        stdio: 'ignore',
      })
      return true
    } catch {
      return false
    }
  }

  /** Its own packages, and those of npm of this version. */
  function extractPrevious(): void {
    const app = join(folder, 'app')
    mkdirSync(join(app, 'node_modules', '@gatehouse'), { recursive: true })
    const archive = execFileSync('git', ['archive', previousCommit, ...packages], {
      cwd: repositoryRoot,
      maxBuffer: 256 * 1024 * 1024,
    })
    execFileSync('tar', ['-x', '-C', app], { input: archive })
    for (const name of packages) symlinkSync(join(app, name), join(app, 'node_modules', '@gatehouse', name))
    symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  }
})
