import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { SsoService } from '@gatehouse/proto/gen/auth/v1/sso'
import { HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import {
  type Session,
  SessionsService,
  VerifyFailure,
  type VerifyStreamRequest,
  type VerifyStreamResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { DeliveriesService } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import {
  type ExecuteRequest,
  type ExecuteWholeRequest,
  WebhooksService,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { type Serving, serve } from '@gatehouse/service-kit/grpc/serve'
import type { Duplex } from '@gatehouse/service-kit/grpc/server-call'
import type { Logger } from '@gatehouse/service-kit/process/log'
import { annsToken, session } from './fixtures.ts'
import {
  type AuthVerbs,
  type DeliveryVerbs,
  type HandoffVerbs,
  type SessionVerbs,
  type SsoVerbs,
  successfulAuth,
  successfulDeliveries,
  successfulHandoffs,
  successfulSessions,
  successfulSso,
  successfulWebhooks,
  type WebhookVerbs,
} from './stub-replies.ts'
import { verifyReply } from './verify-reply.ts'

/** The responses of the stubs. A test replaces some of them; `reset` restores the successful ones. */
export type Stubs = {
  auth: AuthVerbs
  sso: SsoVerbs
  sessions: SessionVerbs
  handoffs: HandoffVerbs
  webhooks: WebhookVerbs
  deliveries: DeliveryVerbs
  /** The valid tokens. */
  signedIn: Map<string, Session>
  /** All requests, in order. */
  received: { rpc: string; request: unknown; requestId: string }[]
  /** The attempt ids of the same requests. */
  attempts: (string | undefined)[]
  reset(): void
}

/** Starts auth-, session- and webhook-service as stubs typed by their contracts. */
export async function startStubs(log: Logger) {
  const stubs: Stubs = {
    auth: successfulAuth,
    sso: successfulSso,
    sessions: successfulSessions,
    handoffs: successfulHandoffs,
    webhooks: successfulWebhooks,
    deliveries: successfulDeliveries,
    signedIn: new Map(),
    received: [],
    attempts: [],
    reset() {
      this.auth = { ...successfulAuth }
      this.sso = { ...successfulSso }
      this.sessions = { ...successfulSessions }
      this.handoffs = { ...successfulHandoffs }
      this.webhooks = { ...successfulWebhooks }
      this.deliveries = { ...successfulDeliveries }
      this.signedIn = new Map([[annsToken, session]])
      this.received = []
      this.attempts = []
    },
  }
  stubs.reset()
  const listen = '127.0.0.1:0'
  const auth = await serve({
    listen,
    log,
    services: [
      [AuthService, tableOf(stubs, 'auth', successfulAuth)],
      [SsoService, tableOf(stubs, 'sso', successfulSso)],
    ],
  })
  const sessions = await serve({
    listen,
    log,
    services: [
      [
        SessionsService,
        { ...tableOf(stubs, 'sessions', successfulSessions), verifyStream: verifyStream(stubs) },
      ],
      [HandoffsService, tableOf(stubs, 'handoffs', successfulHandoffs)],
    ],
  })
  const webhooks = await serve({
    listen,
    log,
    services: [
      [WebhooksService, { ...tableOf(stubs, 'webhooks', successfulWebhooks), ...executionsOf(stubs) }],
      [DeliveriesService, tableOf(stubs, 'deliveries', successfulDeliveries)],
    ],
  })
  const servers: Record<'auth' | 'sessions' | 'webhooks', Serving> = { auth, sessions, webhooks }
  return Object.assign(stubs, {
    servers,
    stop: () => Promise.all(Object.values(servers).map((server) => server.drain(0))),
  })
}

function tableOf(
  stubs: Stubs,
  service: 'auth' | 'sso' | 'sessions' | 'handoffs' | 'webhooks' | 'deliveries',
  verbs: object,
) {
  const rpcs = Object.keys(verbs).map((rpc) => {
    const verb = (request: unknown, call: Call) => {
      stubs.received.push({ rpc: `${service}.${rpc}`, request, requestId: call.requestId })
      stubs.attempts.push(call.attemptId)
      // Typed where tests define them; here they are looked up by name.
      const table = stubs[service] as unknown as Record<string, (request: unknown, call: Call) => unknown>
      return table[rpc]?.(request, call)
    }
    return [rpc, verb] as const
  })
  return Object.fromEntries(rpcs)
}

function verifyStream(stubs: Stubs) {
  return async ({ messages, send }: Duplex<VerifyStreamRequest, VerifyStreamResponse>) => {
    for await (const { items, ping } of messages) {
      if (ping) send(verifyReply({ pong: true }))
      const results = items.map(({ correlationId, token }) => {
        const found = stubs.signedIn.get(token)
        return {
          correlationId,
          outcome: found
            ? { $case: 'session' as const, value: found }
            : { $case: 'failure' as const, value: VerifyFailure.UNAUTHORIZED },
        }
      })
      if (results.length > 0) send(verifyReply({ results }))
    }
  }
}

/** A stub of `execute` serves both rpcs. */
function executionsOf(stubs: Stubs) {
  const execute = (messages: AsyncIterable<ExecuteRequest>, call: Call) => {
    stubs.received.push({ rpc: 'webhooks.execute', request: null, requestId: call.requestId })
    return stubs.webhooks.execute(messages, call)
  }
  const executeWhole = (request: ExecuteWholeRequest, call: Call) => execute(partsOf(request), call)
  return { execute, executeWhole }
}

async function* partsOf({ head, body }: ExecuteWholeRequest): AsyncGenerator<ExecuteRequest> {
  if (head) yield { part: { $case: 'head', value: head } }
  yield { part: { $case: 'data', value: body } }
  yield { part: { $case: 'end', value: true } }
}
