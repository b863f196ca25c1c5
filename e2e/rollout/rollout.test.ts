import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { type Cluster, callsOf, type Service, services, startCluster, type Timing } from './cluster.ts'
import { type Steady, steadyRequests } from './steady-requests.ts'

const short: Timing = { drainSeconds: 3, dnsLagMs: 1000, balancerLagMs: 2000, minReadyMs: 0 }

describe('a rollout under steady requests', () => {
  const { cluster, assertNoFailure } = useCluster(2, short)

  for (const service of services) {
    it(`fails no request: ${service}`, async () => {
      await cluster().roll(service)
      await assertNoFailure()
    })
  }

  it('fails no request of all services together', async () => {
    await Promise.all(services.map((service) => cluster().roll(service)))
    await assertNoFailure()
  })

  it('fails no request when it is undone halfway', async () => {
    await Promise.all(
      services.map(async (service) => {
        const [old] = cluster().podsOf(service)
        const added = await cluster().add(service)
        if (old) cluster().remove(old)
        await cluster().add(service)
        cluster().remove(added)
      }),
    )
    await assertNoFailure()
  })

  it('fails no request when services are scaled up and down, and new replicas get their share', async () => {
    const added = await Promise.all(services.map((service) => cluster().add(service)))
    await sleep(8000)
    for (const service of ['auth-service', 'webhook-service'] as const)
      expect(await shareOfLast(service), service).to.be.above(0.2)
    const [sessionService] = added
    if (sessionService) expect(callsOf(sessionService)).to.be.at.least(cluster().podsOf('gateway').length)
    for (const pod of added) cluster().remove(pod)
    await assertNoFailure()
  })

  /** The share of the newest replica in the calls of the next two seconds. */
  async function shareOfLast(service: Service): Promise<number> {
    const pods = cluster().podsOf(service)
    const before = pods.map(callsOf)
    await sleep(2000)
    const served = pods.map((pod, at) => callsOf(pod) - (before[at] ?? 0))
    return (served.at(-1) ?? 0) / served.reduce((sum, each) => sum + each, 0)
  }
})

describe('a rollout of single replicas with the default delay', () => {
  const { cluster, assertNoFailure } = useCluster(1, {
    drainSeconds: 5,
    dnsLagMs: 0,
    balancerLagMs: 3000,
    minReadyMs: 0,
  })

  it('fails no request', async () => {
    await Promise.all(services.map((service) => cluster().roll(service)))
    await assertNoFailure()
  })
})

describe('a rollout of single replicas with the delay of the manifests and DNS that is cached for five seconds', () => {
  const { cluster, assertNoFailure } = useCluster(1, {
    drainSeconds: 8,
    dnsLagMs: 5000,
    balancerLagMs: 3000,
    minReadyMs: 0,
  })

  it('fails no request', async () => {
    await Promise.all(services.map((service) => cluster().roll(service)))
    await assertNoFailure()
  })
})

function useCluster(replicas: number, timing: Timing) {
  let cluster: Cluster
  let steady: Steady
  before(async () => {
    cluster = await startCluster(replicas, timing)
    steady = await steadyRequests(cluster)
  })
  after(async () => {
    await steady?.stop()
    await cluster?.close()
  })
  return {
    cluster: () => cluster,
    /** Waits until the old processes have exited. */
    async assertNoFailure(): Promise<void> {
      await cluster.stopped()
      await sleep(1000)
      expect(steady.sent()).to.be.above(50)
      const failures = steady.failures()
      expect(failures, failures.length > 0 ? cluster.loggedErrors().join('\n') : '').to.deep.equal([])
    },
  }
}
