import { apiRoutes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'
import { authenticatorApp } from './authenticator-app.ts'
import { type Message, openDevStack } from './dev-stack.ts'
import { type Caller, createCaller, filled, parametersOf } from './surface/caller.ts'
import { documentedMediaTypes, requestExamplesOf } from './surface/documented-examples.ts'

describe('the examples of the OpenAPI document', () => {
  const stack = openDevStack()
  const app = authenticatorApp(stack)

  for (const { pointer, examples, problemsOf } of documentedMediaTypes()) {
    it(`are valid: ${pointer}`, () => {
      expect(Object.keys(examples)).not.to.deep.equal([])
      for (const [name, { value }] of Object.entries(examples))
        expect([name, problemsOf(value)]).to.deep.equal([name, null])
    })
  }

  for (const route of apiRoutes) {
    for (const [name, { body, headers }] of Object.entries(requestExamplesOf(route))) {
      it(`are accepted: ${route.operationId}, ${name}`, async () => {
        const caller = await createCaller(stack, [...parametersOf(route.path), ...Object.keys(body)])
        const call = {
          body:
            route.operationId === 'register'
              ? body
              : { ...forCaller(body, caller), ...(await codesFor(route.operationId, name, caller)) },
          headers,
          ...(route.access === 'anyone' ? {} : { token: caller.person.token }),
        }
        const path = filled(route.path, { ...caller.params, ...(await messageFor(route.path, caller)) })
        const send = { get: stack.get, post: stack.post, patch: stack.patch, delete: stack.del }[route.method]
        const response = await send(path, call)
        const expected = unknownTokens[`${route.operationId}, ${name}`] ?? unknownTokens[route.operationId]
        const rejection = rejectedExamples[route.operationId]
        if (rejection) expect(response.body.code).to.equal(rejection)
        else if (expected) expect(response.body.errors?.map(({ code }) => code)).to.deep.equal([expected])
        else expect(response.status, JSON.stringify(response.body)).to.be.within(200, 204)
        if (route.isSenderBody) expect(response.headers.get('x-webhook-result')).to.equal('rendered')
      })
    }
  }

  async function messageFor(path: string, { params }: Caller) {
    if (!path.includes('{message_id}')) return {}
    const call = { body: { content: 'Posted before.' } }
    const { body } = await stack.post<Message>(
      filled('/webhooks/{webhook_id}/{token}?wait=true', params),
      call,
    )
    return { message_id: body.id }
  }

  /** Current codes for the examples that contain one. */
  async function codesFor(operationId: string, name: string, { person }: Caller) {
    if (operationId === 'enableTotp') return { code: app.codeOf(await app.setUp(person)) }
    const isProof = name === 'secondFactor'
    if (!isProof && !['completeLoginWithTotp', 'disableTotp', 'backupCodes'].includes(operationId)) return {}
    const { secret } = await app.enable(person)
    const code = await app.freshCodeOf(secret)
    if (isProof) return { mfa_code: code }
    return operationId === 'completeLoginWithTotp' ? { code, ticket: await app.ticketFor(person) } : { code }
  }
})

/** Tokens of mails, and what they lead to, cannot be known here. */
const unknownTokens: Readonly<Record<string, string>> = {
  getLoginPasskeyOptions: 'SESSION_TIMEOUT',
  completeLoginWithPasskey: 'SESSION_TIMEOUT',
  sendLoginSms: 'SESSION_TIMEOUT',
  completeLoginWithSms: 'SESSION_TIMEOUT',
  getPasswordReset: 'INVALID_OR_EXPIRED_RESET_TOKEN',
  resetPassword: 'INVALID_OR_EXPIRED_RESET_TOKEN',
  'resetPassword, code': 'INVALID_VERIFICATION_CODE',
  verifyEmail: 'INVALID_OR_EXPIRED_VERIFICATION_TOKEN',
  'verifyEmail, code': 'VERIFICATION_CODE_EXPIRED',
  getVerification: 'INVALID_OR_EXPIRED_VERIFICATION_TOKEN',
  revertEmail: 'INVALID_OR_EXPIRED_REVERT_TOKEN',
  getEmailRevert: 'INVALID_OR_EXPIRED_REVERT_TOKEN',
  authorizeIp: 'INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN',
  'authorizeIp, code': 'INVALID_OR_EXPIRED_AUTHORIZATION_TICKET',
  getIpAuthorization: 'INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN',
  resendIpAuthorization: 'INVALID_OR_EXPIRED_AUTHORIZATION_TICKET',
  'updateMe, newEmail': 'INVALID_EMAIL_TOKEN',
  resendOriginalEmailCode: 'INVALID_OR_EXPIRED_TICKET',
  verifyOriginalEmail: 'INVALID_OR_EXPIRED_TICKET',
  requestNewEmail: 'INVALID_OR_EXPIRED_TICKET',
  resendNewEmailCode: 'INVALID_OR_EXPIRED_TICKET',
  verifyNewEmail: 'INVALID_OR_EXPIRED_TICKET',
}

/** Passkeys need an authenticator, codes by SMS a phone, single sign-on a provider. */
const rejectedExamples: Readonly<Record<string, string>> = {
  addPasskey: 'INVALID_WEBAUTHN_CREDENTIAL',
  renamePasskey: 'UNKNOWN_WEBAUTHN_CREDENTIAL',
  removePasskey: 'UNKNOWN_WEBAUTHN_CREDENTIAL',
  updateMfa: 'NO_PASSKEYS_REGISTERED',
  logoutFromProvider: 'FEATURE_TEMPORARILY_DISABLED',
  getPasskeyStepUpOptions: 'NO_PASSKEYS_REGISTERED',
  signInWithPasskey: 'PASSKEY_AUTHENTICATION_FAILED',
  sendPhoneVerification: 'SMS_VERIFICATION_UNAVAILABLE',
  verifyPhone: 'INVALID_PHONE_VERIFICATION_CODE',
  setPhone: 'PHONE_VERIFICATION_REQUIRED',
  enableSms: 'SMS_VERIFICATION_UNAVAILABLE',
  sendSudoSms: 'SMS_MFA_NOT_ENABLED',
  sendSudoEmail: 'SUDO_MODE_REQUIRED',
  startSso: 'FEATURE_TEMPORARILY_DISABLED',
  completeSso: 'FEATURE_TEMPORARILY_DISABLED',
  connectSso: 'FEATURE_TEMPORARILY_DISABLED',
  completeSsoConnection: 'FEATURE_TEMPORARILY_DISABLED',
  updateSsoConfig: 'MISSING_PERMISSIONS',
  completeSsoTest: 'MISSING_PERMISSIONS',
}

/** With the ids and secrets of the caller instead of those of the example. */
function forCaller(body: Record<string, unknown>, { person, params }: Caller): Record<string, unknown> {
  const known: Record<string, string> = { ...params, ...person }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, known[name] ?? value]))
}
