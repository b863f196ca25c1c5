import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { authSchema } from '@gatehouse/auth-service/schema'
import { type ManagedProcess, managedProcess } from '@gatehouse/dev/process/managed-process'
import { findFreePort } from '@gatehouse/dev/stack/free-port'
import { entryPoint } from '@gatehouse/dev/stack/service-process'
import { applySchema } from '@gatehouse/service-kit/storage/schema/schema'
import { tempStore } from '@gatehouse/service-kit/testing/temp-store'
import { testKeys } from '@gatehouse/service-kit/testing/test-keys'
import { openTestMongo } from '@gatehouse/service-kit/testing/test-mongo'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { webhookSchema } from '@gatehouse/webhook-service/schema'
import { openBalancer } from './balancer.ts'
import { hostsFile } from './hosts-file.ts'

export const services = ['session-service', 'webhook-service', 'auth-service', 'gateway'] as const
export type Service = (typeof services)[number]

export type Timing = {
  /** Of the processes that start from now on. */
  drainSeconds: number
  /** How long the names resolve to the previous addresses. */
  dnsLagMs: number
  /** How long the balancer sends connections to a gateway after SIGTERM. */
  balancerLagMs: number
}

export type Pod = { service: Service; host: string; process: ManagedProcess; callsFile: string }
export type Cluster = Awaited<ReturnType<typeof startCluster>>

let hosts = 1

/** Processes of each service, each with a loopback address of its own, behind names and a balancer that change late. */
export async function startCluster(
  replicas: number,
  timing: Timing,
  settingsOf: (service: Service) => Record<string, string> = () => ({}),
) {
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-rollout-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const [grpc, ops, http] = await Promise.all([findFreePort(), findFreePort(), findFreePort()])
  const balancer = opened.adopt(await openBalancer(http), (each) => each.close())
  const settings = {
    ...(await openStores(opened)),
    ...addresses(grpc),
  }
  const names = hostsFile(join(folder, 'hosts'))
  const closing = new AbortController()
  const pods = new Set<Pod>()
  const stopping = new Set<Promise<void>>()
  const hostsOf = (service: Service) =>
    [...pods].filter((pod) => pod.service === service).map(({ host }) => host)

  function publish(service: Service): void {
    if (closing.signal.aborted) return
    names.set(`${service}.test`, hostsOf(service))
    if (service === 'gateway') balancer.setHosts(hostsOf(service))
  }

  const publishLater = (service: Service) =>
    void setTimeout(() => publish(service), service === 'gateway' ? timing.balancerLagMs : timing.dnsLagMs)

  const isReady = (host: string, signal?: AbortSignal) =>
    fetch(`http://${host}:${ops}/health/ready`, { signal: signal ?? null }).then(
      ({ ok }) => ok,
      () => false,
    )

  async function startPod(service: Service): Promise<Pod> {
    hosts += 1
    const host = `127.0.${hosts >> 8}.${hosts & 255}`
    const callsFile = join(folder, `${host}.calls`)
    const { hosts: ownHosts, ...command } = names.commandOf(
      globalThis.process.execPath,
      entryPoint(service, 'main', 'source'),
    )
    const process = managedProcess({
      name: `${service} ${host}`,
      ...command,
      env: {
        ...settings,
        GATEHOUSE_DRAIN_SECONDS: String(timing.drainSeconds),
        ...settingsOf(service),
        PATH: globalThis.process.env.PATH,
        NODE_COMPILE_CACHE: globalThis.process.env.NODE_COMPILE_CACHE,
        NODE_OPTIONS: `--import=${import.meta.resolve('./observed-process.ts')}`,
        ROLLOUT_HOSTS: ownHosts,
        ROLLOUT_CALLS: callsFile,
        GATEHOUSE_GRPC_LISTEN: `${host}:${grpc}`,
        GATEHOUSE_OPS_LISTEN: `${host}:${ops}`,
        GATEHOUSE_HTTP_LISTEN: `${host}:${http}`,
        GATEHOUSE_AVATARS_LISTEN: `${host}:${http}`,
      },
      logFile: join(folder, `${service}-${host}.log`),
      stopTimeoutMs: 60_000,
      ready: async (signal) => {
        await until(() => isReady(host, signal), { signal, everyMs: 100 })
      },
    })
    await process.start()
    const pod = { service, host, process, callsFile }
    pods.add(pod)
    return pod
  }

  const cluster = {
    url: balancer.url,
    opsOf: ({ host }: Pod) => `http://${host}:${ops}`,
    grpcOf: (service: Service) => `${hostsOf(service)[0]}:${grpc}`,
    podsOf: (service: Service) => [...pods].filter((pod) => pod.service === service),

    async add(service: Service): Promise<Pod> {
      const pod = await startPod(service)
      publishLater(service)
      return pod
    },

    /** Sends SIGTERM; the names and the balancer follow later. */
    remove(pod: Pod): void {
      pods.delete(pod)
      publishLater(pod.service)
      stopping.add(pod.process.stop())
    },

    /** Like a Deployment with maxSurge 1 and maxUnavailable 0. */
    async roll(service: Service): Promise<void> {
      for (const old of cluster.podsOf(service)) {
        await cluster.add(service)
        cluster.remove(old)
      }
    },

    stopped: () => Promise.all(stopping),

    /** From now on the balancer sends requests only to gateways that are ready. */
    async followReadiness(): Promise<void> {
      const update = async () => {
        const gateways = hostsOf('gateway')
        const ready = await Promise.all(gateways.map((host) => isReady(host)))
        balancer.setHosts(gateways.filter((_, at) => ready[at]))
        balancer.closeOthers()
      }
      await update()
      const timer = setInterval(() => void update(), 200)
      closing.signal.addEventListener('abort', () => clearInterval(timer))
    },

    /** The error lines of the logs of all processes, also of those that have exited. */
    loggedErrors: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.log'))
        .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
        .filter((line) => line.includes('"level":"error"')),
  }
  opened.defer(async () => {
    closing.abort()
    await Promise.all([...pods].map(({ process }) => process.kill()))
    await Promise.all(stopping)
  })
  for (const service of services) {
    await Promise.all(Array.from({ length: replicas }, () => startPod(service)))
    publish(service)
  }
  const running = opened.move()
  return { ...cluster, close: () => running.disposeAsync() }
}

/** What `observed-process.ts` counted. */
export function observedBy({ callsFile }: Pod): { calls: number; connections: number } {
  return JSON.parse(readFileSync(callsFile, 'utf8'))
}

function addresses(port: number) {
  return {
    GATEHOUSE_AUTH_ADDR: `auth-service.test:${port}`,
    GATEHOUSE_SESSIONS_ADDR: `session-service.test:${port}`,
    GATEHOUSE_WEBHOOKS_ADDR: `webhook-service.test:${port}`,
  }
}

async function openStores(opened: AsyncDisposableStack) {
  const store = opened.adopt(tempStore(), (each) => each.drop())
  const { connection, close } = await openTestMongo(store)
  await applySchema(connection, authSchema)
  await applySchema(connection, webhookSchema)
  await close()
  return {
    NODE_ENV: 'test',
    GATEHOUSE_MONGODB_URL: store.mongodbUrl,
    GATEHOUSE_MONGODB_DATABASE: store.database,
    GATEHOUSE_REDIS_URL: store.redisUrl,
    GATEHOUSE_REDIS_PREFIX: store.redisPrefix,
    GATEHOUSE_LIMITS_SCALE: '1000',
    GATEHOUSE_SESSION_CAP: '1000',
    GATEHOUSE_ARGON2_MEMORY_KIB: '7168',
    GATEHOUSE_ARGON2_PASSES: '1',
    // On a busy machine sign-ins wait for a hash instead of failing: these tests start processes beside the requests.
    GATEHOUSE_HASHING_QUEUE_MS: '4000',
    GATEHOUSE_KEYS: testKeys(),
    GATEHOUSE_LOG_LEVEL: 'info',
  }
}
