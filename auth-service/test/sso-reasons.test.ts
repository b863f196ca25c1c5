import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { actor, problems } from './auth-harness.ts'
import { useSso } from './sso-harness.ts'

describe('log of a sign-in with an identity provider that fails', () => {
  const { own, idp, configure, complete, callback, start, person } = useSso()
  const clear = () => own.stack.logged.lines.splice(0)
  beforeEach(() => void clear())

  const reasons = () =>
    own.stack.logged.lines.filter(({ event }) => event === 'sso.failed').map(({ reason }) => reason)
  type Change = {
    claims?: Record<string, unknown>
    userinfo?: Record<string, unknown>
    tokens?: Record<string, unknown>
  }

  const cases: Record<string, [Change, string, RegExp]> = {
    'a missing access token': [
      { tokens: { access_token: null } },
      'id_token:INVALID_SSO_TOKEN',
      /OAUTH_INVALID_RESPONSE: .*"access_token"/,
    ],
    'a missing id_token': [{ tokens: { id_token: null } }, 'id_token:INVALID_SSO_TOKEN', /"id_token"/],
    'a time as text': [
      { claims: { iat: '1700000000' } },
      'id_token:INVALID_SSO_TOKEN',
      /"iat" \(issued at\) claim type/,
    ],
    'a time of the future': [
      { claims: { iat: 9_999_999_999, exp: 99_999_999_999 } },
      'id_token:INVALID_SSO_TOKEN',
      /"iat" .* in the future/,
    ],
    'a token that expired': [
      { claims: { exp: 1 } },
      'id_token:INVALID_SSO_TOKEN',
      /JWT_TIMESTAMP_CHECK.*"exp"/,
    ],
    'another audience': [{ claims: { aud: 'secret-audience' } }, 'id_token:INVALID_SSO_TOKEN', /"aud"/],
    'another party': [{ claims: { azp: 'secret-party' } }, 'id_token:INVALID_SSO_TOKEN', /"azp"/],
    'another issuer': [{ claims: { iss: 'https://secret.example' } }, 'id_token:INVALID_SSO_TOKEN', /"iss"/],
    'another nonce': [{ claims: { nonce: 'secret-nonce' } }, 'id_token:INVALID_SSO_TOKEN', /"nonce"/],
    'a subject that is a number': [{ claims: { sub: 7_777_777 } }, 'id_token:INVALID_SSO_TOKEN', /"sub"/],
    'a long subject': [
      { claims: { sub: 'x'.repeat(300) } },
      'id_token:INVALID_SSO_TOKEN',
      /"sub" is no text of 1 to 255/,
    ],
    'a time of the sign-in that is a text': [
      { claims: { auth_time: 'now' } },
      'id_token:INVALID_SSO_TOKEN',
      /"auth_time"/,
    ],
    'a missing address': [
      { claims: { email: null } },
      'email:SSO_PROVIDER_DID_NOT_RETURN_EMAIL',
      /"email" is/,
    ],
    'an unusable address': [
      { claims: { email: 'secret name' } },
      'email:SSO_PROVIDER_DID_NOT_RETURN_EMAIL',
      /"email" is no email address/,
    ],
    'an address that is not verified': [
      { claims: { email_verified: false } },
      'email:EMAIL_NOT_VERIFIED_BY_SSO_PROVIDER',
      /"email_verified" is false/,
    ],
    'a profile of somebody else': [
      { userinfo: { sub: 'secret-sub' } },
      'access_token:FAILED_TO_FETCH_SSO_USER_INFO',
      /"sub"/,
    ],
    'a profile without a subject': [
      { userinfo: { email: 'secret@example.com' } },
      'access_token:FAILED_TO_FETCH_SSO_USER_INFO',
      /"sub"/,
    ],
  }

  for (const [title, [change, code, expected]] of Object.entries(cases))
    it(`names ${title}, and no value`, async () => {
      const { behaviour } = idp.provider
      Object.assign(behaviour, {
        claims: change.claims ?? {},
        tokens: change.tokens ?? {},
        userinfo: change.userinfo ?? null,
      })
      await configure()
      expect(problems(await rejected(complete(await callback(person()))))).to.deep.equal([code])
      const [reason, ...more] = reasons()
      expect(reason).to.match(expected)
      expect(reason).to.contain(code.replace(':', ': '))
      expect(more).to.deep.equal([])
      expect(JSON.stringify(own.stack.logged.lines)).not.to.match(/secret-|secret name|7777777|xxx|person-\d/)
    })

  it('names what a token or userinfo endpoint answered', async () => {
    const { behaviour } = idp.provider
    behaviour.userinfo = {}
    await configure()
    const entra = {
      error: 'invalid_grant',
      error_description: 'AADSTS50105: The user secret@example.com is not assigned.',
    }
    for (const [path, reply, expected] of [
      [
        '/token',
        { status: 400, body: entra },
        'code: INVALID_SSO_AUTHORIZATION_CODE; the token endpoint rejected the request with status 400: invalid_grant AADSTS50105',
      ],
      [
        '/token',
        { status: 403, body: { error: 'in\nvalid <b>', error_description: 'x' } },
        'sso: SSO_MISCONFIGURED; the token endpoint rejected the request with status 403: invalidb',
      ],
      [
        '/token',
        { text: '<html>secret', headers: { 'content-type': 'text/html' } },
        'id_token: INVALID_SSO_TOKEN; OAUTH_RESPONSE_IS_NOT_JSON: the response has status 200 and the type text/html',
      ],
      [
        '/userinfo',
        { status: 403, text: 'secret' },
        'access_token: FAILED_TO_FETCH_SSO_USER_INFO; OAUTH_RESPONSE_IS_NOT_CONFORM: the response has status 403 and the type application/json',
      ],
      [
        '/userinfo',
        { text: '{"secret' },
        'access_token: FAILED_TO_PARSE_SSO_USER_INFO; OAUTH_PARSE_ERROR: failed to parse "response" body as JSON',
      ],
    ] as const) {
      clear()
      behaviour.replies = { [path]: reply }
      await rejected(complete(await callback(person())))
      expect(reasons()).to.deep.equal([expected])
      expect(JSON.stringify(own.stack.logged.lines)).not.to.contain('secret')
    }
  })

  it('names why an account is not linked', async () => {
    const { account } = await own.stack.auth.getMe({ actor: actor(own.id) })
    const claims = { ...person(), email: account?.email ?? '' }
    const listed = account?.email?.split('@').slice(1) ?? []
    for (const [allowedDomains, changes, expected] of [
      [[], {}, 'email: EMAIL_NOT_LINKABLE_TO_SSO; the domain of the address is not in allowed_domains'],
      [listed, { email_verified: undefined }, 'the provider does not send "email_verified"'],
      [
        ['other.example'],
        {},
        'EMAIL_DOMAIN_NOT_ALLOWED_FOR_SSO; the domain of the address is not in allowed_domains',
      ],
    ] as const) {
      await configure({ allowedDomains: [...allowedDomains] })
      clear()
      await rejected(complete(await callback({ ...claims, ...changes })))
      expect(reasons().join()).to.contain(expected)
    }
  })

  for (const [error, description, code] of [
    ['access_denied', undefined, 'SSO_ACCESS_DENIED'],
    [
      'invalid_grant',
      "AADSTS50105: Your administrator has configured the application Gatehouse ('secret')",
      'SSO_ACCESS_DENIED',
    ],
    ['server_error', 'secret', 'SSO_PROVIDER_UNAVAILABLE'],
    ['temporarily_unavailable', undefined, 'SSO_PROVIDER_UNAVAILABLE'],
    ['unauthorized_client', 'secret', 'SSO_MISCONFIGURED'],
    ['invalid_scope', undefined, 'SSO_MISCONFIGURED'],
    ['login_required', undefined, 'INVALID_SSO_AUTHORIZATION_CODE'],
    ['<script>', '<img>', 'INVALID_SSO_AUTHORIZATION_CODE'],
    ['x'.repeat(2000), 'x'.repeat(2000), 'INVALID_SSO_AUTHORIZATION_CODE'],
    ['constructor', '', 'INVALID_SSO_AUTHORIZATION_CODE'],
    ['', undefined, 'INVALID_SSO_AUTHORIZATION_CODE'],
  ] as const)
    it(`has the error ${error.slice(0, 30)} of the callback, once`, async () => {
      const { state } = await callback(person())
      const failed = {
        state,
        code: '',
        error,
        ...(description !== undefined && { errorDescription: description }),
      }
      expect(problems(await rejected(complete(failed)))).to.deep.equal([`error:${code}`])
      const [reason = ''] = reasons()
      expect(reason).to.match(/^error: \w+; the callback has an error: [\w.-]{0,60}( AADSTS50105)?$/)
      clear()
      expect(problems(await rejected(complete(failed)))).to.deep.equal(['state:INVALID_OR_EXPIRED_SSO_STATE'])
      expect(reasons()).to.deep.equal([])
    })

  it('has nothing about a request that is wrong by itself', async () => {
    await start()
    await rejected(complete({ code: 'a', state: 'b' }))
    expect(reasons()).to.deep.equal([])
    const rejections = own.stack.logged.lines.filter(({ msg }) => msg === 'call rejected')
    expect(rejections.map(({ reason }) => reason)).to.deep.equal(['state: INVALID_OR_EXPIRED_SSO_STATE'])
  })
})
