import { randomBytes } from 'node:crypto'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { connect } from '@gatehouse/service-kit/grpc/connect'
import { type Authority, authority, identityName } from '@gatehouse/service-kit/testing/certificates'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { type Cluster, services, startCluster } from './cluster.ts'
import { type Steady, steadyRequests } from './steady-requests.ts'

const keys = { old: randomBytes(32).toString('base64'), new: randomBytes(32).toString('base64') }
const ring = (current: keyof typeof keys, ...older: (keyof typeof keys)[]) =>
  JSON.stringify({ current, keys: Object.fromEntries([current, ...older].map((id) => [id, keys[id]])) })

/** Longer than a reload, and than a connection may live: all calls use the changed files. */
const reloadedMs = 6500

describe('a rotation of files under steady requests', function () {
  this.timeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-rotation-'))
  const first = authority({ commonName: 'first' })
  const second = authority({ commonName: 'second' })
  const issue = (by: Authority, identity: string, days = 1) =>
    by.issue({ names: [`DNS:${identity}.test`, identityName(identity)], days })
  let cluster: Cluster
  let steady: Steady

  before(async () => {
    writeAuthorities(first)
    writeLeaves(first)
    write('keys.json', ring('old'))
    cluster = await startCluster(
      1,
      { drainSeconds: 0, dnsLagMs: 0, balancerLagMs: 0, minReadyMs: 0 },
      (service) => ({
        GATEHOUSE_TLS_CERT: join(folder, `${service}.crt`),
        GATEHOUSE_TLS_KEY: join(folder, `${service}.key`),
        GATEHOUSE_TLS_CA: join(folder, 'ca.crt'),
        GATEHOUSE_TLS_RELOAD_SECONDS: '1',
        GATEHOUSE_KEYS: `file:${join(folder, 'keys.json')}`,
      }),
    )
    steady = await steadyRequests(cluster, issue(first, 'admin'))
  })
  after(async () => {
    await steady?.stop()
    await cluster?.close()
    rmSync(folder, { recursive: true })
  })

  it('fails no call while leaves and the authority change', async () => {
    expect(Math.round(Number(await metric('gatehouse_tls_days_to_expiry{file="cert"}')))).to.equal(1)
    writeLeaves(first, 40)
    await sleep(reloadedMs)
    expect(Math.round(Number(await metric('gatehouse_tls_days_to_expiry{file="cert"}')))).to.equal(40)
    writeAuthorities(first, second)
    await sleep(reloadedMs)
    writeLeaves(second)
    await sleep(reloadedMs)
    writeAuthorities(second)
    await sleep(reloadedMs)
    assertNoFailure()
    const features = (by: Authority) => {
      const tls = { ...issue(by, 'gateway'), ca: second.self.cert }
      const auth = connect(AuthService, cluster.grpcOf('auth-service'), {
        tls,
        serverName: 'auth-service.test',
      })
      return auth.getFeatures({}).finally(() => auth.close())
    }
    await features(second)
    // The service reports it as UNAUTHENTICATED, which is a defect of the caller.
    expect(await rejected(features(first))).to.have.property('code', 'INTERNAL_SERVER_ERROR')
  })

  it('ignores a certificate without its key, and files that are no certificates', async () => {
    const loaded = await metric('gatehouse_tls_reloads_total{outcome="loaded"}')
    for (const service of services) write(`${service}.crt`, issue(second, service).cert)
    write('ca.crt', 'no certificate')
    await sleep(reloadedMs)
    assertNoFailure()
    expect(await metric('gatehouse_tls_reloads_total{outcome="loaded"}')).to.equal(loaded)
    expect(Number(await metric('gatehouse_tls_reloads_total{outcome="failed"}'))).to.be.above(0)
  })

  it('fails no call while a key is added, made current, replaces the older one, and the file is damaged', async () => {
    write('keys.json', ring('old', 'new'))
    await sleep(11_000)
    write('keys.json', ring('new', 'old'))
    await sleep(11_000)
    expect(await rekeyWebhooks()).to.include({ examined: 1, rekeyed: 1 })
    write('keys.json', ring('new'))
    await sleep(11_000)
    write('keys.json', '{')
    await sleep(11_000)
    assertNoFailure()
    expect(await metric('gatehouse_key_ring_reloads_total{outcome="loaded"}')).to.equal('3')
  })

  function rekeyWebhooks() {
    const tls = { ...issue(second, 'admin'), ca: second.self.cert }
    const address = cluster.grpcOf('webhook-service')
    const webhooks = connect(WebhooksService, address, { tls, serverName: 'webhook-service.test' })
    return webhooks.rekey({ pageSize: 0, pageToken: '' }).finally(() => webhooks.close())
  }

  function assertNoFailure(): void {
    expect(steady.failures()).to.deep.equal([])
    expect(steady.sent()).to.be.above(50)
  }

  function writeLeaves(by: Authority, days?: number): void {
    for (const service of services) {
      const { cert, key } = issue(by, service, days)
      write(`${service}.crt`, cert)
      write(`${service}.key`, key)
    }
  }

  function writeAuthorities(...all: Authority[]): void {
    write('ca.crt', all.map(({ self }) => self.cert.toString()).join(''))
  }

  function write(name: string, content: Buffer | string): void {
    const path = join(folder, name)
    writeFileSync(`${path}.new`, content, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }

  async function metric(name: string): Promise<string | undefined> {
    const [pod] = cluster.podsOf('auth-service')
    const text = pod ? await (await fetch(`${cluster.opsOf(pod)}/metrics`)).text() : ''
    return text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')[1]
  }
})
