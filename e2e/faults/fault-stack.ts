import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rest } from '@gatehouse/admin/rest'
import { type Seed, type SeededAccount, seed } from '@gatehouse/admin/seed'
import { readTlsOf } from '@gatehouse/admin/tls-paths'
import { type Stack, startProcesses } from '@gatehouse/dev/processes'
import type { StackOptions } from '@gatehouse/dev/stack/stack-options'
import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { sessionStatus } from './session-load.ts'

export type TimedStatus = { status: number; ms: number; retryAfter: string | null }

const push = JSON.parse(readFileSync(new URL('../../dev/examples/push.json', import.meta.url), 'utf8'))

export type FaultStack = ReturnType<typeof openFaultStack>

/** A seeded stack of real processes with stores of its own, for tests that kill them. */
export function openFaultStack({
  env: given = {},
  ...options
}: Pick<StackOptions, 'replicas' | 'hasTls' | 'env' | 'runFrom' | 'wrap'> = {}) {
  let folder: string
  let stack: Stack
  let seeded: Seed
  let ann: SeededAccount
  let processes: string[] = []

  const adminTls = () => readTlsOf('admin', { ...stack.tls })

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-faults-'))
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GATEHOUSE_'))
    const env = {
      ...Object.fromEntries(own),
      // Without reflection a process starts sooner.
      NODE_ENV: 'test',
      GATEHOUSE_LIMITS_SCALE: '1000',
      GATEHOUSE_ARGON2_MEMORY_KIB: '7168',
      GATEHOUSE_ARGON2_PASSES: '1',
      // The sign-ins of a test must not evict the session that the test uses.
      GATEHOUSE_SESSION_CAP: '1000',
      GATEHOUSE_TEST_CLOCK: '1',
      GATEHOUSE_LOG_LEVEL: 'warn',
      ...given,
    }
    stack = await startProcesses({ folder, env, runFrom: 'source', ...options })
    const { gateway, grpc } = stack
    seeded = await seed({ gateway, auth: grpc.auth, guilds: grpc.webhooks, tls: adminTls() })
    const [first] = seeded.accounts
    if (!first) throw new Error('the seed has no account')
    ann = first
    processes = Object.keys(stack.pids())
  })
  // A failed test may leave a process killed, and the later ones use the same stack.
  afterEach(async () => {
    const running = stack.pids()
    const missing = processes.filter((name) => !Object.hasOwn(running, name))
    for (const name of missing) await stack.restart(name)
    if (missing.length > 0) await recovered()
  })
  after(async () => {
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const send = async (
    method: string,
    path: string,
    call: Parameters<typeof rest>[3],
  ): Promise<TimedStatus> => {
    const startedAt = performance.now()
    const { status, headers } = await rest(stack.gateway, method, path, call)
    return { status, ms: performance.now() - startedAt, retryAfter: headers.get('retry-after') }
  }

  const endpoints = {
    document: () => send('GET', '/openapi.json', {}),
    session: () => send('GET', '/auth/sessions/current', { token: ann.token }),
    login: () => send('POST', '/auth/login', { body: { email: ann.email, password: ann.password } }),
    execute: () => post(`probe-${crypto.randomUUID()}`),
  }

  /** Posts a push under this delivery id. */
  function post(deliveryId: string): Promise<TimedStatus> {
    const headers = { 'x-github-event': 'push', 'x-github-delivery': deliveryId }
    const { id, token } = seeded.webhook
    return send('POST', `/webhooks/${id}/${token}/code-host`, { body: push, headers })
  }

  /** The delivery ids of all messages that can be read, newest first. */
  async function readable(): Promise<string[]> {
    const found: string[] = []
    let before = ''
    for (;;) {
      const path = `/channels/${seeded.channel_id}/messages?limit=100${before && `&before=${before}`}`
      const { body } = await rest<Stored[]>(stack.gateway, 'GET', path, { token: ann.token })
      found.push(...body.map(deliveryOf))
      before = body.at(-1)?.id ?? ''
      if (body.length < 100) return found
    }
  }

  /** The delivery ids of the messages in the delivery log, newest first. */
  async function logged(): Promise<string[]> {
    const found: string[] = []
    let before = ''
    for (;;) {
      const path = `/webhooks/${seeded.webhook.id}/deliveries?result=rendered&limit=100${before && `&before=${before}`}`
      const { body } = await rest<Logged[]>(stack.gateway, 'GET', path, { token: ann.token })
      found.push(...body.map(({ sender_delivery_id }) => sender_delivery_id ?? ''))
      before = body.at(-1)?.id ?? ''
      if (body.length < 100) return found
    }
  }

  /** The delivery ids of all messages in the stream, as consumers see them. */
  async function published(): Promise<string[]> {
    const redis = new Redis(stack.redis)
    try {
      const entries = await redis.xrange('gatehouse:messages', '-', '+')
      return entries.map(([, fields]) =>
        deliveryOf(JSON.parse(fields[fields.indexOf('message') + 1] ?? '{}')),
      )
    } finally {
      redis.disconnect()
    }
  }

  /** Resolves when every endpoint answers 2xx, and every gateway verifies sessions. */
  async function recovered(): Promise<void> {
    const verifications = stack.gateways.map((gateway) => () => sessionStatus(gateway, ann.token))
    const others = [endpoints.document, endpoints.login, endpoints.execute].map(
      (endpoint) => () => endpoint().then(({ status }) => status),
    )
    const assertOpen = async () => {
      const statuses = await Promise.all([...verifications, ...others].map((status) => status()))
      for (const status of statuses) expect(status, String(statuses)).to.be.below(300)
    }
    await until(assertOpen, { everyMs: 100 })
  }

  return {
    stack: () => stack,
    account: () => ann,
    webhook: () => seeded.webhook,
    channel: () => seeded.channel_id,
    endpoints,
    post,
    readable,
    logged,
    published,

    recovered,

    /** Advances the clock of every process, so that all clocks stay equal. */
    async advance(ms: number): Promise<void> {
      const addresses = Object.values(stack.grpc).join().split(',')
      const clocks = addresses.map((address) => testClient(ClockService, address, { tls: adminTls() }))
      await Promise.all(clocks.map((clock) => clock.advance({ by: toDuration(ms) })))
      for (const clock of clocks) clock.close()
    },
  }
}

type Logged = { id: string; sender_delivery_id: string | null }

type Stored = { id: string; source: { sender_delivery_id: string | null } | null }

function deliveryOf({ source }: Stored): string {
  return source?.sender_delivery_id ?? ''
}

export function without(ids: Iterable<string>, others: Iterable<string>): string[] {
  const known = new Set(others)
  return [...ids].filter((id) => !known.has(id))
}
