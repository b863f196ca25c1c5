import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@gatehouse/admin/repository-root'
import { en } from '@gatehouse/gateway/account-pages/texts/en'
import { errors, fieldErrors } from '@gatehouse/proto/errors/catalog'
import { expect } from 'chai'

const messages: Record<string, string>[] = [
  Object.fromEntries(Object.entries(errors).map(([code, { message }]) => [code, message])),
  fieldErrors,
  en.script.errors,
  en.script.fieldErrors,
]

const steps =
  /^(Add|Ask|Change|Confirm|Disable|Disconnect|Enable|End|Load|Open|Redeliver|Remove|Request|Reset|Send|Set|Sign|Solve|Start|Use|Verify)\b/
/** About the value itself, at the identity provider, or to do the same again. */
const noOtherStep =
  /^(Use (at most|between)\b|Ask its administrator\b|(Load the page|Sign in|Start) again\b(?! to))/
/** First words of sentences without a step, or that say what to enter, or when to repeat the request. */
const others =
  /^(A|Addresses|Agree|All|An|Another|Authentication|Avatars|Changing|Check|Choose|Codes|Contact|Deliveries|Did|Enter|Fill|If|It|Its|May|Must|No|Nobody|Nothing|Omit|One|Only|Otherwise|People|Related|The|There|This|Too|Try|Unknown|You|Your|decimal|it|otherwise|the)\b/

/** Each code whose message names a next step, with the test that takes it. */
const tests: Record<string, [file: string, title: string]> = {
  SESSION_LIMIT_REACHED: [
    'session-service/test/handoff-children.test.ts',
    'takes the place of no other session',
  ],
  TWO_FACTOR_ALREADY_ENABLED: [
    'auth-service/test/totp.test.ts',
    'rejects an account that already has an authenticator app',
  ],
  INVALID_WEBAUTHN_CREDENTIAL: [
    'auth-service/test/passkeys.test.ts',
    'rejects challenges that are unknown, used, expired',
  ],
  WEBAUTHN_CREDENTIAL_LIMIT_REACHED: ['auth-service/test/passkeys.test.ts', 'accepts at most 25 passkeys'],
  SMS_MFA_NOT_ENABLED: [
    'auth-service/test/phone.test.ts',
    'is removed, unless it receives codes of a second factor',
  ],
  SMS_MFA_REQUIRES_TOTP: [
    'auth-service/test/phone.test.ts',
    'requires a proof of identity, an authenticator app and a phone number',
  ],
  PHONE_REQUIRED_FOR_SMS_MFA: [
    'auth-service/test/phone.test.ts',
    'requires a proof of identity, an authenticator app and a phone number',
  ],
  SMS_VERIFICATION_UNAVAILABLE: [
    'e2e/sms.test.ts',
    'are replaced by other methods while the carrier is unavailable',
  ],
  PHONE_VERIFICATION_REQUIRED: [
    'auth-service/test/phone.test.ts',
    'is rejected with a token after ten minutes',
  ],
  CAPTCHA_REQUIRED: ['gateway/test/captcha.test.ts', 'are required at'],
  INVALID_CAPTCHA: ['gateway/test/captcha.test.ts', 'are required at'],
  UNAUTHORIZED: ['e2e/client.test.ts', 'removes a token whose session another device ended'],
  IP_AUTHORIZATION_REQUIRED: ['e2e/ip-authorization.test.ts', 'wait until the owner authorizes the address'],
  PASSWORD_LOGIN_DISABLED: ['auth-service/test/reset-password.test.ts', 'unlocks it'],
  SSO_REQUIRED: ['e2e/sso.test.ts', 'leaves sessions and the provider open'],
  MANAGED_BY_SSO: [
    'auth-service/test/sso-sign-in.test.ts',
    'cannot change its address or password while the provider is enabled',
  ],
  SSO_IS_ONLY_SIGN_IN: ['auth-service/test/sso-connection.test.ts', 'stays connected until'],
  SUDO_MODE_REQUIRED: ['auth-service/test/update-me.test.ts', 'requires a proof, recent or sent along'],
  IDEMPOTENCY_KEY_REUSED: ['e2e/idempotency.test.ts', 'rejects the key with another body'],
  DELIVERY_BODY_TRUNCATED: [
    'webhook-service/test/deliveries.test.ts',
    'stores the first 256 KiB of a larger body',
  ],
  IP_AUTHORIZATION_RESEND_LIMIT_EXCEEDED: [
    'e2e/ip-authorization.test.ts',
    'send the mail again once, after 30 seconds',
  ],
  EMAIL_NOT_LINKABLE_TO_SSO: ['auth-service/test/sso-connection.test.ts', 'takes the next step'],
  SSO_ALREADY_CONNECTED: [
    'auth-service/test/sso-connection.test.ts',
    'to a person who signs in to another account, or to two',
  ],
  SSO_IDENTITY_ALREADY_IN_USE: [
    'auth-service/test/sso-connection.test.ts',
    'to a person who signs in to another account, or to two',
  ],
  ORIGINAL_EMAIL_MUST_BE_VERIFIED_FIRST: [
    'auth-service/test/email-change.test.ts',
    'require the proof of the current address',
  ],
  NO_NEW_EMAIL_REQUESTED: [
    'auth-service/test/email-change.test.ts',
    'reject an invalid, an unchanged and a taken address',
  ],
  VERIFICATION_CODE_EXPIRED: ['auth-service/test/email-change.test.ts', 'rejects a code after ten minutes'],
  MUST_HAVE_EMAIL_TO_CHANGE_IT: [
    'auth-service/test/email-change.test.ts',
    'rejects an account without an address, and a closed one',
  ],
  INVALID_OR_EXPIRED_AUTHORIZATION_TOKEN: ['e2e/ip-authorization.test.ts', 'expire after 15 minutes'],
  CODE_ALREADY_USED: [
    'e2e/second-factors.test.ts',
    'complete a sign-in with a code or a backup code, each once',
  ],
  INVALID_PASSKEY_RESPONSE: [
    'e2e/passkeys.test.ts',
    'prove the identity of one session, not of another one or another account',
  ],
}

describe('next steps of error messages', () => {
  const sentences = messages.flatMap((each) =>
    Object.entries(each).flatMap(([code, message]) =>
      message
        .replace('{why}', '')
        .trim()
        .split(/(?<=[.?:]) +/)
        .map((sentence) => ({ code, sentence })),
    ),
  )

  it('are recognised: every sentence begins with a known word', () => {
    const unknown = sentences.filter(({ sentence }) => !steps.test(sentence) && !others.test(sentence))
    expect(unknown).to.deep.equal([])
  })

  it('are taken by a test each', () => {
    const named = sentences.filter(({ sentence }) => steps.test(sentence) && !noOtherStep.test(sentence))
    // Its messages are those of `obstacles` in single-sign-on/decide-account.ts.
    const codes = new Set([...named.map(({ code }) => code), 'EMAIL_NOT_LINKABLE_TO_SSO'])
    expect(Object.keys(tests).sort()).to.deep.equal([...codes].sort())
  })

  for (const [code, [file, title]] of Object.entries(tests))
    it(`of ${code} are taken by a test that exists`, () => {
      const text = readFileSync(join(repositoryRoot, file), 'utf8')
      expect(text).to.contain(code)
      expect(text).to.match(new RegExp(`\\bit\\(\\s*['\`]${RegExp.escape(title)}`))
    })
})
