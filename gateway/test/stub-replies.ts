import type { AuthService } from '@gatehouse/proto/gen/auth/v1/auth'
import type { SsoService } from '@gatehouse/proto/gen/auth/v1/sso'
import { HandoffState, type HandoffsService } from '@gatehouse/proto/gen/sessions/v1/handoffs'
import type { SessionsService } from '@gatehouse/proto/gen/sessions/v1/sessions'
import type { DeliveriesService } from '@gatehouse/proto/gen/webhooks/v1/deliveries'
import { ExecutionResult, type WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import type { Handlers } from '@gatehouse/service-kit/grpc/server-call'
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

export type AuthVerbs = Handlers<typeof AuthService>
export type SsoVerbs = Handlers<typeof SsoService>
export type SessionVerbs = Omit<Handlers<typeof SessionsService>, 'verifyStream' | 'watchRevocations'>
export type HandoffVerbs = Handlers<typeof HandoffsService>
export type WebhookVerbs = Omit<
  Handlers<typeof WebhooksService>,
  'executeWhole' | 'preview' | 'rekey' | 'retryMessages' | 'watchMessages'
>
export type DeliveryVerbs = Handlers<typeof DeliveriesService>

const signals = { rpId: 'localhost', userHandle: 'MQ', credentialIds: ['a'], name: 'ann', displayName: 'Ann' }
const backupCodes = [{ code: 'abcde-23456', consumed: false }]

export const successfulAuth: AuthVerbs = {
  register: () => ({ signedIn: { token: annsToken, accountId: '1' } }),
  checkRegistration: () => ({}),
  login: () => ({ outcome: { $case: 'signedIn', value: { token: annsToken, accountId: '1' } } }),
  suggestUsernames: () => ({ suggestions: ['ann', 'ann_2'] }),
  getMe: () => ({ account }),
  listMyAudit: () => ({ records: auditRecords, nextPageToken: '' }),
  getUsers: ({ ids }) => ({ users: users(ids) }),
  assertStepUp: () => ({}),
  requestPasswordReset: () => ({}),
  getPasswordReset: () => ({ email: 'ann@gatehouse.test', username: 'ann', removesCredentials: true }),
  resetPassword: () => ({ outcome: { $case: 'signedIn', value: { token: annsToken, accountId: '1' } } }),
  getFeatures: () => ({ sendsMails: true, sendsSms: true }),
  getIpAuthorization: () => ({
    createdAt: new Date('2030-01-01T00:00:00.000Z'),
    expiresAt: new Date('2030-01-01T00:15:00.000Z'),
    address: '192.0.2.7',
    clientInfo: { browser: 'Firefox', location: undefined },
    email: 'ann@gatehouse.test',
    username: 'ann',
  }),
  getEmailRevert: () => ({ email: 'ann@gatehouse.test', username: 'ann' }),
  authorizeIp: () => ({}),
  pollIpAuthorization: () => ({ signedIn: undefined }),
  resendIpAuthorization: () => ({}),
  forgetAuthorizedIps: () => ({}),
  verifyEmail: () => ({}),
  getVerification: () => ({
    email: 'ann@gatehouse.test',
    username: 'ann',
    registeredAt: new Date(0),
    needsCode: true,
  }),
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
  setPasskeyRequirement: ({ required }) => ({ required, backupCodes: [] }),
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
  sendStepUpEmail: () => ({}),
  completePasskeySignIn: () => ({ signedIn: { token: annsToken, accountId: '1' } }),
}

const ssoConfig = {
  enabled: true,
  enforced: false,
  clientSecretSet: true,
  allowedDomains: [],
  autoProvision: true,
}

export const successfulSso: SsoVerbs = {
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
  startConnection: () => ({
    authorizationUrl: 'https://idp.gatehouse.test/authorize',
    redirectUri: 'http://localhost/callback',
    state: 'state',
  }),
  completeConnection: () => ({}),
  disconnect: () => ({}),
  logout: () => ({}),
  getConfig: () => ({ config: ssoConfig }),
  updateConfig: () => ({ config: ssoConfig }),
  testConfig: () => ({
    checks: [{ name: 'settings', ok: true, message: 'All required settings are set.' }],
    accounts: { linked: 1, linkable: 2, lockedOut: 3 },
  }),
  startTest: () => ({
    authorizationUrl: 'https://idp.example/authorize',
    redirectUri: 'https://chat.example/account/sso-callback',
    state: 'state',
  }),
  completeTest: () => ({ checks: [{ name: 'sign_in', ok: true, message: 'The provider signed you in.' }] }),
}

export const successfulSessions: SessionVerbs = {
  create: () => ({ token: annsToken, session }),
  verify: () => ({ session }),
  list: () => ({ sessions: [session, { ...session, idHash: 'other' }] }),
  revoke: () => ({ revoked: 1 }),
  revokeToken: () => ({ revoked: true }),
  endAttempt: () => ({ revoked: 0 }),
  revokeAll: () => ({ revoked: 1 }),
  recordProof: () => ({}),
}

export const successfulHandoffs: HandoffVerbs = {
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
  complete: () => ({ proofRequiredOf: undefined }),
  cancel: () => ({}),
}

export const successfulWebhooks: WebhookVerbs = {
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

export const successfulDeliveries: DeliveryVerbs = {
  listDeliveries: () => ({ deliveries: [delivery], nextPageToken: '' }),
  getDelivery: () => ({
    delivery,
    request: { headers: { 'x-github-event': 'push' }, body: '{}', bodyTruncated: false },
  }),
  replayDelivery: () => ({ delivery, rateLimit: undefined }),
}
