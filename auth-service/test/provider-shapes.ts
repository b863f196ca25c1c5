import type { JWTPayload } from 'jose'
import type { Behaviour, FakeProvider } from './fake-provider.ts'

export type ShapedPerson = { sub: string; email: string; first: string; last: string }

/** What a provider sends, by its documentation and by public reports about it. */
export type ProviderShape = {
  behaviour: (origin: string) => Partial<Behaviour>
  /** Besides those of every id_token. */
  idToken: (person: ShapedPerson) => JWTPayload
  userinfo: ((person: ShapedPerson) => Record<string, unknown>) | null
  /** Whether the callback names the issuer, and what else it has. */
  sendsIssuer: boolean
  extras?: Record<string, string>
  /** What it says about addresses. */
  verified: boolean
}

const fullName = ({ first, last }: ShapedPerson) => `${first} ${last}`
const modulus = Buffer.alloc(256, 0xab).toString('base64url')

/** The response of Google does not decode percent-encoding, so every one of its secrets is another one there. */
const google: ProviderShape = {
  behaviour: () => ({
    clientSecret: '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',
    accepts: ['body'],
    clientRejection: {
      status: 401,
      body: { error: 'invalid_client', error_description: 'The provided client secret is invalid.' },
    },
    discovery: {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
      response_types_supported: ['code', 'token', 'id_token', 'none'],
    },
    tokens: { expires_in: 3599, scope: 'openid https://www.googleapis.com/auth/userinfo.email' },
    otherKeys: [{ kty: 'RSA', kid: 'former', alg: 'RS256', use: 'sig', n: modulus, e: 'AQAB' }],
  }),
  idToken: (person) => ({
    azp: 'gatehouse',
    sub: person.sub,
    hd: person.email.split('@')[1],
    email: person.email,
    email_verified: true,
    at_hash: 'bL5hQxN4xNsL0gYuvpS_3A',
    name: fullName(person),
    given_name: person.first,
    family_name: person.last,
  }),
  userinfo: (person) => ({
    sub: person.sub,
    name: fullName(person),
    given_name: person.first,
    family_name: person.last,
    picture: 'https://lh3.example/a',
    email: person.email,
    email_verified: true,
    hd: person.email.split('@')[1],
  }),
  sendsIssuer: true,
  extras: { scope: 'email profile openid', authuser: '0', hd: 'example.com', prompt: 'none' },
  verified: true,
}

/** No `email_verified`, null in the discovery document, keys without `alg`, and a userinfo endpoint that knows less. */
const entra: ProviderShape = {
  behaviour: (origin) => ({
    path: '/8c2f0f6d-8a55-4c43-9c5e-1b0f6d8a554c/v2.0',
    clientSecret: 'a1B8Q~cD3eF.gH_iJ-kL5mN~oP7qR9sT',
    discovery: {
      token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: undefined,
      tenant_region_scope: null,
      kerberos_endpoint: `${origin}/kerberos`,
      cloud_instance_name: 'microsoftonline.com',
      request_uri_parameter_supported: false,
    },
    clientRejection: {
      status: 401,
      body: {
        error: 'invalid_client',
        error_description: 'AADSTS7000215: Invalid client secret provided. Trace ID: 0 Timestamp: 0',
        error_codes: [7000215],
      },
    },
    tokens: { expires_in: 4799, ext_expires_in: 4799, scope: 'email openid profile' },
    otherKeys: [
      {
        kty: 'RSA',
        use: 'sig',
        kid: 'next',
        x5t: 'next',
        n: modulus,
        e: 'AQAB',
        x5c: ['MIIC'],
        issuer: origin,
      },
    ],
  }),
  idToken: (person) => ({
    aio: 'AXQAi/8IAAAA',
    sub: person.sub,
    email: person.email,
    name: fullName(person),
    oid: '690222be-ff1a-4d56-abd1-7e4f7d38e474',
    preferred_username: person.email,
    rh: '0.AQ',
    tid: '8c2f0f6d-8a55-4c43-9c5e-1b0f6d8a554c',
    uti: 'x',
    ver: '2.0',
  }),
  userinfo: (person) => ({
    sub: person.sub,
    name: fullName(person),
    given_name: person.first,
    family_name: person.last,
    picture: 'https://graph.example/photo',
    email: null,
  }),
  sendsIssuer: false,
  extras: { session_state: '8c2f0f6d-8a55-4c43-9c5e-1b0f6d8a554c' },
  verified: false,
}

/** Its id_token of the code flow has the address; only its userinfo endpoint says whether it is verified. */
const okta: ProviderShape = {
  behaviour: (origin) => ({
    path: '/oauth2/default',
    discovery: {
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'client_secret_jwt',
        'private_key_jwt',
        'none',
      ],
      authorization_response_iss_parameter_supported: undefined,
      registration_endpoint: null,
      introspection_endpoint: `${origin}/introspect`,
    },
    clientRejection: {
      status: 401,
      body: {
        error: 'invalid_client',
        error_description: 'The client secret supplied for a confidential client is invalid.',
      },
    },
    tokens: { scope: 'openid email profile' },
  }),
  idToken: (person) => ({
    sub: person.sub,
    name: fullName(person),
    email: person.email,
    ver: 1,
    jti: 'ID.4eAWJOCMB3SX8XewDfVR',
    amr: ['pwd', 'mfa'],
    idp: '00o5ivsvqlJSJVBme0h7',
    preferred_username: person.email,
    at_hash: 'cpqKfdQA5eH891Ff5oJr_Q',
  }),
  userinfo: (person) => ({
    sub: person.sub,
    name: fullName(person),
    locale: 'en_US',
    email: person.email,
    preferred_username: person.email,
    given_name: person.first,
    family_name: person.last,
    zoneinfo: 'America/Los_Angeles',
    updated_at: 1_700_000_000,
    email_verified: true,
  }),
  sendsIssuer: false,
  verified: true,
}

/** A key for encryption beside that for signatures, and 401 `unauthorized_client` for a wrong secret. */
const keycloak: ProviderShape = {
  behaviour: () => ({
    path: '/realms/example',
    discovery: {
      token_endpoint_auth_methods_supported: [
        'private_key_jwt',
        'client_secret_basic',
        'client_secret_post',
        'tls_client_auth',
        'client_secret_jwt',
      ],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
    },
    clientRejection: {
      status: 401,
      body: {
        error: 'unauthorized_client',
        error_description: 'Invalid client or Invalid client credentials',
      },
    },
    tokens: {
      refresh_expires_in: 1800,
      'not-before-policy': 0,
      session_state: 's',
      scope: 'openid email profile',
    },
    otherKeys: [
      { kty: 'RSA', kid: 'encryption', alg: 'RSA-OAEP', use: 'enc', n: modulus, e: 'AQAB', x5c: ['MIIC'] },
      { kty: 'OKP', kid: 'ed', alg: 'EdDSA', use: 'sig', crv: 'Ed25519', x: 'AA' },
    ],
  }),
  idToken: (person) => ({
    typ: 'ID',
    azp: 'gatehouse',
    sub: person.sub,
    sid: '5c7b0f6d',
    session_state: '5c7b0f6d',
    acr: '1',
    email: person.email,
    email_verified: true,
    name: fullName(person),
    preferred_username: person.first.toLowerCase(),
    given_name: person.first,
    family_name: person.last,
  }),
  userinfo: (person) => ({
    sub: person.sub,
    email_verified: true,
    name: fullName(person),
    preferred_username: person.first.toLowerCase(),
    email: person.email,
  }),
  sendsIssuer: true,
  extras: { session_state: '5c7b0f6d' },
  verified: true,
}

/** An issuer with a slash, status 403 for a wrong code, and the address as the name of people of its own database. */
const auth0: ProviderShape = {
  behaviour: () => ({
    path: '/',
    discovery: {
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      authorization_response_iss_parameter_supported: undefined,
    },
    clientRejection: { status: 401, body: { error: 'access_denied', error_description: 'Unauthorized' } },
    tokens: { expires_in: 86_400, scope: 'openid profile email' },
    otherKeys: [
      { kty: 'RSA', use: 'sig', kid: 'next', alg: 'RS256', n: modulus, e: 'AQAB', x5t: 'x', x5c: ['MIID'] },
    ],
  }),
  idToken: (person) => ({
    sub: person.sub,
    sid: 'R8',
    nickname: person.email.split('@')[0],
    name: person.email,
    given_name: person.first,
    family_name: person.last,
    picture: 'https://s.gravatar.example/avatar',
    updated_at: '2026-01-01T00:00:00.000Z',
    email: person.email,
    email_verified: true,
  }),
  userinfo: (person) => ({
    sub: person.sub,
    nickname: person.email.split('@')[0],
    name: person.email,
    updated_at: '2026-01-01T00:00:00.000Z',
    email: person.email,
    email_verified: true,
  }),
  sendsIssuer: false,
  verified: true,
}

export const providerShapes: Record<string, ProviderShape> = {
  'Google Workspace': google,
  'Microsoft Entra ID': entra,
  Okta: okta,
  Keycloak: keycloak,
  Auth0: auth0,
}

export function takeShape(provider: FakeProvider, shape: ProviderShape): void {
  Object.assign(provider.behaviour, shape.behaviour(provider.origin))
  // The endpoint is announced from the start; who signs in replaces what it says.
  if (shape.userinfo) provider.behaviour.userinfo = {}
}

/** The parameters of the callback. */
export function signInAs(
  provider: FakeProvider,
  shape: ProviderShape,
  person: ShapedPerson,
  authorizationUrl: string,
): Record<string, string> {
  if (shape.userinfo) provider.behaviour.userinfo = shape.userinfo(person)
  const { iss, ...callback } = provider.signIn(authorizationUrl, shape.idToken(person))
  return { ...callback, ...shape.extras, ...(shape.sendsIssuer && { iss }) }
}
