import { setTimeout as sleep } from 'node:timers/promises'
import { authority } from '@gatehouse/service-kit/testing/certificates'
import { type TcpProxy, tcpProxy } from '@gatehouse/service-kit/testing/tcp-proxy'
import { tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { certificateFiles, issue, issueLeaves } from './certificate-files.ts'
import { type Cluster, observedBy, type Service, services, startCluster, type Timing } from './cluster.ts'
import { type Steady, steadyRequests } from './steady-requests.ts'

describe('a rollout of single replicas with mutual TLS, under steady requests', () => {
  const certificates = certificateFiles()
  const issuer = authority()
  // As in the manifests, with DNS that is cached for five seconds.
  const timing: Timing = { drainSeconds: 8, dnsLagMs: 5000, balancerLagMs: 3000 }
  let redis: TcpProxy
  let cluster: Cluster
  let steady: Steady
  before(async () => {
    certificates.writeAuthorities(issuer)
    certificates.writeLeaves(issueLeaves(issuer))
    redis = await tcpProxy(tempStore().redisUrl)
    cluster = await startCluster(1, timing, settingsOf)
    steady = await steadyRequests(cluster, issue(issuer, 'admin'))
  })
  after(async () => {
    await steady?.stop()
    await cluster?.close()
    await redis?.close()
    certificates.remove()
  })
  const settingsOf = (service: Service) => ({
    ...certificates.settingsOf(service),
    GATEHOUSE_REDIS_URL: `redis://127.0.0.1:${redis.port}`,
  })

  /** Waits until the old processes have exited. */
  async function assertNoFailure(): Promise<void> {
    await cluster.stopped()
    await sleep(1000)
    expect(steady.sent()).to.be.above(50)
    const failures = steady.failures()
    expect(failures, failures.length > 0 ? cluster.loggedErrors().join('\n') : '').to.deep.equal([])
  }

  it('fails no request, with DNS that is cached for five seconds', async () => {
    // Of the processes that start from now on.
    timing.drainSeconds = 5
    await Promise.all(services.map((service) => cluster.roll(service)))
    await assertNoFailure()
  })

  it('fails no request with the default delay, without cached DNS', async () => {
    timing.dnsLagMs = 0
    await Promise.all(services.map((service) => cluster.roll(service)))
    await assertNoFailure()
  })

  it('fails no request when it is undone halfway, after new replicas got their share', async () => {
    const added = await Promise.all(services.map((service) => cluster.add(service)))
    await until(async () => {
      for (const service of ['auth-service', 'webhook-service'] as const)
        expect(await shareOfLast(service), service).to.be.above(0.2)
      const [sessionService] = added
      if (sessionService)
        expect(observedBy(sessionService).calls).to.be.at.least(cluster.podsOf('gateway').length)
    })
    for (const pod of added) cluster.remove(pod)
    await assertNoFailure()
  })

  /** The share of the newest replica in the calls of the next two seconds. */
  async function shareOfLast(service: Service): Promise<number> {
    const pods = cluster.podsOf(service)
    const before = pods.map((pod) => observedBy(pod).calls)
    await sleep(2000)
    const served = pods.map((pod, at) => observedBy(pod).calls - (before[at] ?? 0))
    return (served.at(-1) ?? 0) / served.reduce((sum, each) => sum + each, 0)
  }

  it('fails no execution while Redis or services are away, behind a balancer that sends requests only to ready gateways', async () => {
    await cluster.followReadiness()
    redis.cut()
    await assertExecutionsAlone('/auth/sessions')
    redis.mend()
    for (const service of ['auth-service', 'session-service'] as const)
      for (const pod of cluster.podsOf(service)) cluster.remove(pod)
    await cluster.stopped()
    await assertExecutionsAlone('/auth/login')
    await assertExecutionsAlone('/auth/sessions')
  })

  /** Waits until requests of `path` fail, and then for executions. */
  async function assertExecutionsAlone(path: string): Promise<void> {
    const { failures, executed } = steady
    const before = failures().length
    const since = () => failures().slice(before)
    await until(() => since().some((failure) => failure.includes(path)))
    const reached = executed() + 8
    await until(() => executed() >= reached || since().some(isExecution))
    expect(since().filter(isExecution)).to.deep.equal([])
  }
})

const isExecution = (failure: string) => failure.includes('POST /webhooks/')
