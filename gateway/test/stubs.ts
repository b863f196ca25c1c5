import { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import { SsoService } from '@gatehouse/proto/gen/auth/v1/sso'
import { HandoffState, HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
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
  ExecutionResult,
  WebhooksService,
} from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Call } from '@gatehouse/service-kit/grpc/call'
import { type Serving, serve } from '@gatehouse/service-kit/grpc/serve'
import type { Duplex, Handlers } from '@gatehouse/service-kit/grpc/server-call'
import type { Logger } from '@gatehouse/service-kit/process/log'
import {
  account,
  annsToken,
  auditRecords,
  delivery,
  handoffCode,
  message,
  receiverSecret,
  session,
  settings,
  users,
  webhook,
} from './fixtures.ts'
import { executed } from './read-execution.ts'

import { verifyReply } from './verify-reply.ts'

type AuthVerbs = Handlers<typeof AuthService>
type SsoVerbs = Handlers<typeof SsoService>
type SessionVerbs = Omit<Handlers<typeof SessionsService>, 'verifyStream' | 'watchRevocations'>
type HandoffVerbs = Handlers<typeof HandoffsService>
type WebhookVerbs = Omit<
  Handlers<typeof WebhooksService>,
  'preview' | 'rekey' | 'retryMessages' | 'watchMessages'
>
type DeliveryVerbs = Handlers<typeof DeliveriesService>

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
  reset(): void
}

const signals = { rpId: 'localhost', userHandle: 'MQ', credentialIds: ['a'], name: 'ann', displayName: 'Ann' }
const backupCodes = [{ code: 'abcde-23456', consumed: false }]

const successfulAuth: AuthVerbs = {
  register: () => ({ signedIn: { token: annsToken, accountId: '1' } }),
  checkRegistration: () => ({}),
  login: () => ({ outcome: { $case: 'signedIn', value: { token: annsToken, accountId: '1' } } }),
  suggestUsernames: () => ({ suggestions: ['ann', 'ann_2'] }),
  getMe: () => ({ account }),
  listMyAudit: () => ({ records: auditRecords, nextPageToken: '' }),
  getUsers: ({ ids }) => ({ users: users(ids) }),
  assertStepUp: () => ({}),
  requestPasswordReset: () => ({}),
  resetPassword: () => ({ outcome: { $case: 'signedIn', value: { token: annsToken, accountId: '1' } } }),
  getFeatures: () => ({ sendsMails: true, sendsSms: true }),
  getIpAuthorization: () => ({
    createdAt: new Date('2030-01-01T00:00:00.000Z'),
    expiresAt: new Date('2030-01-01T00:15:00.000Z'),
    address: '192.0.2.7',
    clientInfo: { browser: 'Firefox', location: undefined },
  }),
  authorizeIp: () => ({}),
  pollIpAuthorization: () => ({ signedIn: undefined }),
  resendIpAuthorization: () => ({}),
  forgetAuthorizedIps: () => ({}),
  verifyEmail: () => ({}),
  requestVerification: () => ({}),
  startEmailChange: () => ({
    ticket: 'ticket',
    requireOriginal: false,
    originalEmail: 'ann@gatehouse.test',
    originalCodeExpiresAt: undefined,
    resendAvailableAt: undefined,
  }),
  resendOriginalEmailCode: () => ({}),
  verifyOriginalEmail: () => ({ originalProof: 'proof' }),
  requestNewEmail: ({ ticket, newEmail }) => ({
    ticket,
    newEmail,
    newCodeExpiresAt: new Date(0),
    resendAvailableAt: new Date(0),
  }),
  resendNewEmailCode: () => ({}),
  verifyNewEmail: () => ({ emailToken: 'token' }),
  revertEmail: () => ({ outcome: { $case: 'signedIn', value: { token: annsToken, accountId: '1' } } }),
  updateMe: () => ({ account }),
  disableMe: () => ({}),
  deleteMe: () => ({}),
  completeLoginWithTotp: () => ({ signedIn: { token: annsToken, accountId: '1' } }),
  setUpTotp: () => ({ secret: 'JBSWY3DPEHPK3PXP', otpauthUri: 'otpauth://totp/Gatehouse:ann' }),
  enableTotp: () => ({ backupCodes }),
  disableTotp: () => ({}),
  listBackupCodes: () => ({ backupCodes }),
  replaceBackupCodes: () => ({ backupCodes }),
  startPasskeyRegistration: () => ({ optionsJson: '{}' }),
  addPasskey: () => ({ signals }),
  getPasskeySignals: () => ({ signals }),
  listPasskeys: () => ({ passkeys: [{ id: 'a', name: 'Laptop', createdAt: new Date(0) }] }),
  renamePasskey: () => ({ signals }),
  removePasskey: () => ({ signals }),
  startPasskeySignIn: () => ({ optionsJson: '{}' }),
  startLoginWithPasskey: () => ({ optionsJson: '{}' }),
  completeLoginWithPasskey: () => ({ signedIn: { token: annsToken, accountId: '1' } }),
  setPasskeyRequirement: ({ required }) => ({ required }),
  startPasskeyStepUp: () => ({ optionsJson: '{}' }),
  sendPhoneCode: () => ({}),
  verifyPhone: () => ({ phoneToken: 'phone-token' }),
  setPhone: () => ({}),
  removePhone: () => ({}),
  enableSms: () => ({}),
  disableSms: () => ({}),
  sendLoginSms: () => ({}),
  completeLoginWithSms: () => ({ signedIn: { token: annsToken, accountId: '1' } }),
  sendStepUpSms: () => ({}),
  completePasskeySignIn: () => ({ signedIn: { token: annsToken, accountId: '1' } }),
}

const ssoConfig = {
  enabled: true,
  enforced: false,
  clientSecretSet: true,
  allowedDomains: [],
  autoProvision: true,
}

const successfulSso: SsoVerbs = {
  getStatus: () => ({ enabled: true, enforced: false, redirectUri: 'http://localhost/callback' }),
  start: () => ({
    authorizationUrl: 'https://idp.gatehouse.test/authorize',
    redirectUri: 'http://localhost/callback',
    state: 'state',
    verifier: 'verifier',
  }),
  complete: () => ({
    outcome: { $case: 'signedIn', value: { token: annsToken, accountId: '1' } },
    redirectTo: '',
  }),
  logout: () => ({}),
  getConfig: () => ({ config: ssoConfig }),
  updateConfig: () => ({ config: ssoConfig }),
  testConfig: () => ({ checks: [{ name: 'settings', ok: true, message: 'All required settings are set.' }] }),
}

const successfulSessions: SessionVerbs = {
  create: () => ({ token: annsToken, session }),
  verify: () => ({ session }),
  list: () => ({ sessions: [session, { ...session, idHash: 'other' }] }),
  revoke: () => ({ revoked: 1 }),
  revokeToken: () => ({ revoked: true }),
  revokeAll: () => ({ revoked: 1 }),
  recordProof: () => ({}),
}

const successfulHandoffs: HandoffVerbs = {
  initiate: ({ token }) => ({
    code: handoffCode,
    expiresAt: new Date('2030-01-01T00:05:00.000Z'),
    receiverSecret: token === undefined ? receiverSecret : undefined,
  }),
  status: () => ({ state: HandoffState.PENDING }),
  info: () => ({
    state: HandoffState.PENDING,
    createdAt: new Date('2030-01-01T00:00:00.000Z'),
    expiresAt: new Date('2030-01-01T00:05:00.000Z'),
    receiver: { browser: 'Firefox', location: undefined },
  }),
  complete: () => ({}),
  cancel: () => ({}),
}

const successfulWebhooks: WebhookVerbs = {
  create: () => ({ webhook, rateLimit: undefined }),
  listByChannel: () => ({ webhooks: [webhook], nextPageToken: '' }),
  listByGuild: () => ({ webhooks: [webhook], nextPageToken: '' }),
  get: () => ({ webhook }),
  update: () => ({ webhook }),
  delete: () => ({}),
  rotateToken: () => ({ webhook }),
  getSettings: () => ({ settings }),
  updateSettings: () => ({ settings }),
  getByToken: () => ({ webhook }),
  updateByToken: () => ({ webhook }),
  deleteByToken: () => ({}),
  getMessage: () => ({ message }),
  editMessage: () => ({ message }),
  deleteMessage: () => ({}),
  listMessages: () => ({ messages: [message], nextPageToken: '' }),
  async execute(messages) {
    for await (const _ of messages);
    return executed(ExecutionResult.RENDERED, { message })
  },
}

const successfulDeliveries: DeliveryVerbs = {
  listDeliveries: () => ({ deliveries: [delivery], nextPageToken: '' }),
  getDelivery: () => ({
    delivery,
    request: { headers: { 'x-github-event': 'push' }, body: '{}', bodyTruncated: false },
  }),
  replayDelivery: () => ({ delivery, rateLimit: undefined }),
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
    reset() {
      this.auth = { ...successfulAuth }
      this.sso = { ...successfulSso }
      this.sessions = { ...successfulSessions }
      this.handoffs = { ...successfulHandoffs }
      this.webhooks = { ...successfulWebhooks }
      this.deliveries = { ...successfulDeliveries }
      this.signedIn = new Map([[annsToken, session]])
      this.received = []
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
      [WebhooksService, { ...tableOf(stubs, 'webhooks', successfulWebhooks), execute: execute(stubs) }],
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

function execute(stubs: Stubs) {
  return (messages: AsyncIterable<ExecuteRequest>, call: Call) => {
    stubs.received.push({ rpc: 'webhooks.execute', request: null, requestId: call.requestId })
    return stubs.webhooks.execute(messages, call)
  }
}
