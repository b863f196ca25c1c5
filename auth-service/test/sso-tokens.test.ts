import { expect } from 'chai'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { minute } from './own-account.ts'
import { signedIn, useSso } from './sso-harness.ts'

const invalid = 'id_token:INVALID_SSO_TOKEN'

describe('id_token of an identity provider', () => {
  const { own, idp, configure, signIn, rejection } = useSso()
  const person = { sub: 'person', email: 'person@example.com', email_verified: true }
  const seconds = () => Math.floor(own.stack.clock.now() / 1000)
  afterEach(() => own.stack.clock.advance(2 * minute))

  const wrongClaims: Record<string, (claims: JWTPayload) => Record<string, unknown>> = {
    'of another issuer': () => ({ iss: 'https://other.example' }),
    'without an issuer': () => ({ iss: undefined }),
    'for another client': () => ({ aud: 'other' }),
    'for several clients without azp': () => ({ aud: ['gatehouse', 'other'] }),
    'for another authorized party': () => ({ azp: 'other' }),
    'that expired': () => ({ exp: seconds() - 61 }),
    'without expiry': () => ({ exp: undefined }),
    'that is not valid yet': () => ({ nbf: seconds() + 61 }),
    'of the future': () => ({ iat: seconds() + 62, exp: seconds() + 600 }),
    'with another nonce': () => ({ nonce: 'other' }),
    'without a nonce': () => ({ nonce: undefined }),
    'without a subject': () => ({ sub: undefined }),
    'with a subject that is no text': () => ({ sub: 1 }),
    'with a very long subject': () => ({ sub: 'x'.repeat(256) }),
  }
  for (const [title, claims] of Object.entries(wrongClaims))
    it(`is rejected ${title}`, async () => {
      idp.provider.behaviour.claims = claims({})
      expect(await rejection(person)).to.equal(invalid)
    })

  it('is rejected without a signature', async () => {
    idp.provider.behaviour.idToken = (claims) => new UnsecuredJWT(claims).encode()
    expect(await rejection(person)).to.equal(invalid)
  })

  it('is rejected if it is signed with HMAC, by the public key or the client secret', async () => {
    for (const secret of [JSON.stringify(idp.provider.publicKeys()[0]), 'secret']) {
      const key = new TextEncoder().encode(secret.padEnd(32))
      idp.provider.behaviour.idToken = (claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key)
      expect(await rejection(person)).to.equal(invalid)
    }
  })

  it('is rejected with a key of the attacker, whatever its header names', async () => {
    const key = await idp.provider.newKey('RS256')
    const attacker = 'http://localhost:1/jwks'
    for (const header of [
      { kid: idp.provider.publicKeys()[0]?.kid },
      { jku: attacker },
      { jwk: key.jwk },
      { x5u: attacker },
    ]) {
      idp.provider.behaviour.idToken = (claims) => idp.provider.sign(claims, header, key)
      expect(await rejection(person), Object.keys(header).join()).to.equal(invalid)
    }
  })

  it('is rejected if it is missing or not a token', async () => {
    for (const token of [null, '', 'a.b.c', 'x'.repeat(5000)]) {
      idp.provider.behaviour.idToken = () => token
      expect(await rejection(person)).to.equal(invalid)
    }
  })

  it('causes at most one request for keys a minute with unknown key ids', async () => {
    await configure()
    await signIn(person)
    const fetches = () => idp.provider.behaviour.requests.filter(({ path }) => path === '/jwks').length
    expect(fetches()).to.equal(1)
    const unknown = await idp.provider.newKey('RS256')
    idp.provider.behaviour.idToken = (claims) => idp.provider.sign(claims, {}, unknown)
    for (let i = 0; i < 5; i++) expect(await rejection(person)).to.equal(invalid)
    expect(fetches()).to.equal(2)
  })

  for (const alg of ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'])
    it(`is accepted right after the keys changed to ${alg}`, async () => {
      await configure()
      await signIn(person)
      await idp.provider.rotate(alg)
      const first = signedIn(await signIn(person)).accountId
      expect(signedIn(await signIn(person)).accountId).to.equal(first)
    })
})
