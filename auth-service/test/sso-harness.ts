import type { SignedIn } from '@gatehouse/proto/gen/auth/v1/auth'
import type { CompleteRequest, CompleteResponse, SsoConfig } from '@gatehouse/proto/gen/auth/v1/sso'
import { maskOf } from '@gatehouse/service-kit/resources/field-mask'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import type { JWTPayload } from 'jose'
import { type AuthHarness, actor, client, problems } from './auth-harness.ts'
import { type FakeProvider, fakeProvider } from './fake-provider.ts'
import { useOwnAccount } from './own-account.ts'

const unset = {
  enabled: false,
  enforced: false,
  clientSecretSet: false,
  allowedDomains: [],
  autoProvision: true,
}

export const ssoEnv = { GATEHOUSE_SSO_ALLOWED_HOSTS: 'localhost' }

export const useSso = () => useSsoWith(useOwnAccount(ssoEnv))

/** An auth-service with a hostile provider; `own` is an administrator. */
export function useSsoWith<A extends { own: { stack: AuthHarness; id: string } }>(account: A) {
  const { own } = account
  let people = 0
  const idp = { provider: undefined as unknown as FakeProvider }
  before(async () => {
    idp.provider = await fakeProvider()
  })
  after(() => idp.provider.close())
  afterEach(() => own.stack.admin.disableSso({}))
  beforeEach(async () => {
    idp.provider.reset()
    idp.provider.clock.now = () => own.stack.clock.now()
    await own.stack.admin.setAdministrator({ id: own.id, administrator: true })
    await configure()
  })

  const configure = (changes: Partial<SsoConfig> = {}) => {
    const config = {
      ...unset,
      enabled: true,
      issuer: idp.provider.issuer,
      clientId: 'gatehouse',
      clientSecret: 'secret',
      authorizationUrl: '',
      tokenUrl: '',
      userinfoUrl: '',
      jwksUrl: '',
      scope: '',
      ...changes,
    }
    const { clientSecretSet: _, ...changed } = config
    return own.stack.sso.updateConfig({
      actor: { ...actor(own.id, own.stack.clock.now()), provedWithSecondFactor: true },
      client,
      config,
      updateMask: maskOf(changed),
    })
  }
  const start = (request: { redirectTo?: string; fromBrowser?: boolean; freshSignIn?: boolean } = {}) =>
    own.stack.sso.start({ fromBrowser: false, freshSignIn: false, ...request })
  const complete = (callback: Partial<CompleteRequest>) =>
    own.stack.sso.complete({ client, code: '', state: '', fromBrowser: false, ...callback })
  const callback = async (claims: JWTPayload) => idp.provider.signIn((await start()).authorizationUrl, claims)
  const signIn = async (claims: JWTPayload) => complete(await callback(claims))

  return {
    ...account,
    idp,
    configure,
    start,
    complete,
    callback,
    signIn,
    /** Claims of another person each time. */
    person: () => {
      people += 1
      return { sub: `person-${people}`, email: `person-${people}@example.com`, email_verified: true }
    },
    /** Path and code of what is wrong. */
    rejection: async (claims: JWTPayload) => {
      const error = await rejected(signIn(claims))
      return error.code === 'INVALID_FORM_BODY' ? problems(error).join() : error.code
    },
  }
}

export function signedIn({ outcome }: CompleteResponse): SignedIn {
  if (outcome?.$case !== 'signedIn') throw new Error('The sign-in is not complete.')
  return outcome.value
}
