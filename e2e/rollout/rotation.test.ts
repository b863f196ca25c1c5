import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { AuthAdminService } from '@gatehouse/proto/gen/auth/v1/auth_admin'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { authority } from '@gatehouse/service-kit/testing/certificates'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import type { TlsFiles } from '@gatehouse/service-kit/tls/tls-files'
import { expect } from 'chai'
import { certificateFiles, issue, issueLeaves } from './certificate-files.ts'
import { type Cluster, observedBy, type Pod, type Service, services, startCluster } from './cluster.ts'
import { type Steady, steadyRequests } from './steady-requests.ts'
import { type TotpAccount, totpAccount } from './totp-account.ts'

const keys = { old: randomBytes(32).toString('base64'), new: randomBytes(32).toString('base64') }
const ring = (current: keyof typeof keys, ...older: (keyof typeof keys)[]) =>
  JSON.stringify({ current, keys: Object.fromEntries([current, ...older].map((id) => [id, keys[id]])) })

const grpcServices = ['session-service', 'webhook-service', 'auth-service'] as const
/** Those that use their keys for each sign-in or for each read of a webhook. */
const withKeys: Service[] = ['auth-service', 'webhook-service']
const firstPage = { pageSize: 0, pageToken: '' }

describe('a rotation of files under steady requests', () => {
  const first = authority({ commonName: 'first' })
  const second = authority({ commonName: 'second' })
  const files = certificateFiles()
  const leaves = {
    first: issueLeaves(first),
    later: issueLeaves(first, 40),
    second: issueLeaves(second),
    unused: issueLeaves(second),
  }
  const admin = { first: issue(first, 'admin'), second: issue(second, 'admin') }
  const accounts: TotpAccount[] = []
  let cluster: Cluster
  let steady: Steady

  before(async () => {
    files.writeAuthorities(first)
    files.writeLeaves(leaves.first)
    files.write('keys.json', ring('old'))
    const timing = { drainSeconds: 0, dnsLagMs: 0, balancerLagMs: 0 }
    cluster = await startCluster(1, timing, (service) => ({
      ...files.settingsOf(service),
      GATEHOUSE_RELOAD_SECONDS: '1',
      GATEHOUSE_KEYS: `file:${join(files.folder, 'keys.json')}`,
    }))
    steady = await steadyRequests(cluster, admin.first)
    for (const name of ['bea', 'cleo', 'dan']) accounts.push(await totpAccount(cluster.url, name))
  })
  after(async () => {
    await steady?.stop()
    await cluster?.close()
    files.remove()
  })

  it('fails no call while leaves and the authority change', async () => {
    expect(await daysToExpiry()).to.equal(1)
    await reloaded('tls', () => files.writeLeaves(leaves.later))
    expect(await daysToExpiry()).to.equal(40)
    await reloaded('tls', () => files.writeAuthorities(first, second))
    await reloaded('tls', () => files.writeLeaves(leaves.second))
    await reloaded('tls', () => files.writeAuthorities(second))
    await newConnections()
    assertNoFailure()
    const features = (identity: TlsFiles) => {
      const auth = connectAs(AuthService, 'auth-service', identity)
      return auth.getFeatures({}).finally(() => auth.close())
    }
    await features(leaves.second.gateway)
    // The service answers UNAUTHENTICATED.
    expect(await rejected(features(leaves.first.gateway))).to.have.property('code', 'CALLER_NOT_ALLOWED')
  })

  it('ignores a certificate without its key, and files that are no certificates', async () => {
    const loaded = await reloads('tls', 'loaded', services)
    await reloaded('tls', damageCertificates, { outcome: 'failed' })
    await newConnections()
    assertNoFailure()
    expect(await reloads('tls', 'loaded', services)).to.deep.equal(loaded)
  })

  it('fails no call while a key is added, made current, replaces the older one, and the file is damaged', async () => {
    const replaceRing = (content: string, outcome: Outcome = 'loaded') =>
      reloaded('key_ring', () => files.write('keys.json', content), { of: withKeys, outcome })
    await replaceRing(ring('old', 'new'))
    await accounts[0]?.signIn()
    await replaceRing(ring('new', 'old'))
    await accounts[1]?.signIn()
    await rekey()
    await replaceRing(ring('new'))
    await accounts[2]?.signIn()
    await replaceRing('{', 'failed')
    const signed = steady.executed() + 4
    await until(() => steady.executed() >= signed)
    assertNoFailure()
  })

  function damageCertificates(): void {
    for (const service of services) files.write(`${service}.crt`, leaves.unused[service].cert)
    files.write('ca.crt', 'no certificate')
  }

  async function rekey(): Promise<void> {
    const hooks = connectAs(WebhooksService, 'webhook-service', admin.second)
    const auth = connectAs(AuthAdminService, 'auth-service', admin.second)
    const complete = { nextPageToken: '', unreadableIds: [] }
    // The token and the signing secret of the webhook; a secret of each account.
    expect(await hooks.rekey(firstPage).finally(hooks.close)).to.deep.include({ ...complete, rekeyed: 2 })
    expect(await auth.rekey(firstPage).finally(auth.close)).to.deep.include({ ...complete, rekeyed: 3 })
  }

  function connectAs<S extends Parameters<typeof testClient>[0]>(
    definition: S,
    service: Service,
    identity: TlsFiles,
  ) {
    const tls = { ...identity, ca: second.self.cert }
    return testClient(definition, cluster.grpcOf(service), { tls, serverName: `${service}.test` })
  }

  type Outcome = 'loaded' | 'failed'

  /** Changes files and waits until every process has read them. */
  async function reloaded(
    kind: 'tls' | 'key_ring',
    change: () => void,
    { of = services, outcome = 'loaded' }: { of?: readonly Service[]; outcome?: Outcome } = {},
  ): Promise<void> {
    const before = await reloads(kind, outcome, of)
    change()
    const areReloaded = async () =>
      (await reloads(kind, outcome, of)).every((count, at) => count > (before[at] ?? 0))
    await until(areReloaded, { everyMs: 250 })
    // A process reports each change once.
    if (outcome === 'loaded')
      expect(await reloads(kind, outcome, of)).to.deep.equal(before.map((count) => count + 1))
  }

  const reloads = (kind: string, outcome: Outcome, of: readonly Service[]) =>
    Promise.all(of.map((each) => metric(each, `gatehouse_${kind}_reloads_total{outcome="${outcome}"}`)))

  /** Waits until each service has calls over a connection that is opened now. */
  async function newConnections(): Promise<void> {
    const pods = grpcServices.flatMap((service) => cluster.podsOf(service))
    const counted = (pod: Pod) => observedBy(pod).connections
    const before = pods.map(counted)
    // The first of them may have been opened before this call.
    await until(() => pods.every((pod, at) => counted(pod) >= (before[at] ?? 0) + 2))
  }

  function assertNoFailure(): void {
    expect(steady.failures()).to.deep.equal([])
    expect(steady.sent()).to.be.above(20)
  }

  const daysToExpiry = async () =>
    Math.round(await metric('auth-service', 'gatehouse_tls_days_to_expiry{file="cert"}'))

  async function metric(service: Service, name: string): Promise<number> {
    const [pod] = cluster.podsOf(service)
    const text = pod ? await (await fetch(`${cluster.opsOf(pod)}/metrics`)).text() : ''
    const line = text.split('\n').find((each) => each.startsWith(name))
    return Number(line?.split(' ')[1] ?? 0)
  }
})
