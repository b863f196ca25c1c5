import type { CompleteResponse } from '@gatehouse/proto/gen/auth/v1/sso'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { openTestRedis } from '@gatehouse/service-kit/testing/test-redis'
import { expect } from 'chai'
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { client, problems } from './auth-harness.ts'
import { idHashOf, tokenOf } from './fake-upstreams.ts'
import { minute } from './own-account.ts'
import { passkeyAccount } from './passkey-account.ts'
import { signedIn, useSso } from './sso-harness.ts'
import { totpAccount } from './totp-account.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const invalid = 'logout_token:INVALID_LOGOUT_TOKEN'

describe('logout at the identity provider', () => {
  const { own, idp, configure, signIn, callback, complete, lastEvent } = useSso()
  let number = 0
  const person = (claims: JWTPayload = {}) => {
    number += 1
    return { sub: `left-${number}`, email: `left-${number}@example.com`, email_verified: true, ...claims }
  }
  const seconds = () => Math.floor(own.stack.clock.now() / 1000)
  const claimsOf = (claims: Record<string, unknown>) => {
    number += 1
    const { issuer: iss } = idp.provider
    const times = { iat: seconds(), exp: seconds() + 120 }
    return { iss, aud: 'gatehouse', ...times, jti: `jti-${number}`, events: { [event]: {} }, ...claims }
  }
  const sign = (claims: Record<string, unknown>, header: object = {}) =>
    idp.provider.sign(claimsOf(claims), { typ: 'logout+jwt', ...header })
  const logout = (logoutToken: string) => own.stack.sso.logout({ logoutToken })
  const rejection = async (token: Promise<string> | string) =>
    problems(await rejected(logout(await token))).join()
  const ended = () => own.stack.sessions.revoked.map(({ accountId, idHashes }) => [accountId, idHashes])
  beforeEach(() => {
    own.stack.sessions.revoked.length = 0
  })
  afterEach(() => {
    own.stack.sessions.beforeRevoke = async () => {}
    own.stack.clock.advance(2 * minute)
  })

  const wrongClaims: Record<string, () => Record<string, unknown>> = {
    'of another issuer': () => ({ iss: 'https://other.example' }),
    'without an issuer': () => ({ iss: undefined }),
    'for another client': () => ({ aud: 'other' }),
    'for several clients': () => ({ aud: ['gatehouse', 'other'] }),
    'that expired': () => ({ exp: seconds() - 61 }),
    'that is more than five minutes old': () => ({ iat: seconds() - 6 * 60 - 1, exp: undefined }),
    'of the future': () => ({ iat: seconds() + 62 }),
    'without the time of issue': () => ({ iat: undefined }),
    'without an id': () => ({ jti: undefined }),
    'with an empty id': () => ({ jti: '' }),
    'without events': () => ({ events: undefined }),
    'with another event': () => ({ events: { 'http://schemas.openid.net/event/other': {} } }),
    'with an event that is no object': () => ({ events: { [event]: true } }),
    'with a nonce': () => ({ nonce: 'nonce' }),
    'with neither sub nor sid': () => ({ sub: undefined }),
    'with a subject that is no text': () => ({ sub: 1 }),
    'with an empty session id': () => ({ sid: '' }),
  }
  for (const [title, claims] of Object.entries(wrongClaims))
    it(`rejects a token ${title}`, async () => {
      expect(await rejection(sign({ sub: 'a', ...claims() }))).to.equal(invalid)
    })

  it('rejects an id_token, an access token and a text that is no token', async () => {
    const { events: _, ...claims } = claimsOf({ sub: 'a' })
    expect(await rejection(idp.provider.sign({ ...claims, nonce: 'nonce' }))).to.equal(invalid)
    expect(await rejection(sign({ sub: 'a' }, { typ: 'at+jwt' }))).to.equal(invalid)
    for (const text of ['', 'a.b.c', 'x'.repeat(5000)]) expect(await rejection(text)).to.equal(invalid)
  })

  it('rejects a token that the provider did not sign', async () => {
    const key = await idp.provider.newKey('RS256')
    const publicKey = new TextEncoder().encode(JSON.stringify(idp.provider.publicKeys()[0]))
    const claims = claimsOf({ sub: 'a' })
    const { kid } = idp.provider.publicKeys()[0] ?? {}
    for (const token of [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(publicKey),
      await idp.provider.sign(claims, { kid }, key),
      await idp.provider.sign(claims, { jwk: key.jwk }, key),
      await idp.provider.sign(claims, { jku: 'http://localhost:1/jwks' }, key),
    ])
      expect(await rejection(token)).to.equal(invalid)
  })

  it('accepts each token once, and again after it could not end the sessions', async () => {
    const claims = person({ sid: 'once' })
    await signIn(claims)
    const token = await sign({ sid: 'once' })
    own.stack.sessions.beforeRevoke = () => Promise.reject(new Error('away'))
    expect((await rejected(logout(token))).code).to.equal('SERVICE_UNAVAILABLE')
    own.stack.sessions.beforeRevoke = async () => {}
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => logout(token)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.lengthOf(1)
    expect(await rejection(token)).to.equal(invalid)
  })

  it('ends the sessions of one session at the provider, also while single sign-on is disabled', async () => {
    const claims = person()
    const { accountId } = signedIn(await signIn({ ...claims, sid: 'one' }))
    await signIn({ ...claims, sid: 'two' })
    await logout(await sign({ sid: 'of somebody else', sub: claims.sub }))
    expect(ended()).to.deep.equal([])
    await configure({ enabled: false })
    await logout(await sign({ sid: 'one', sub: claims.sub }))
    expect(ended()).to.deep.equal([[accountId, [idHashOf(accountId)]]])
  })

  it('may have null for what a token lacks', async () => {
    const claims = person()
    const { accountId } = signedIn(await signIn({ ...claims, sid: 'null' }))
    await logout(await sign({ sid: 'null', sub: null, nonce: null }))
    expect(ended()).to.deep.equal([[accountId, [idHashOf(accountId)]]])
    expect(await rejection(sign({ sid: null, sub: null }))).to.equal(invalid)
  })

  it('ends all sessions of the person without a session id, and records it', async () => {
    await configure({ allowedDomains: ['gatehouse.test'] })
    await own.stack.accounts.updateOne({ _id: own.id }, { $set: { verified: true } })
    const claims = person({ email: own.email })
    await signIn({ ...claims, sid: 'three' })
    await logout(await sign({ sub: 'somebody else' }))
    expect(ended()).to.deep.equal([])
    await logout(await sign({ sub: claims.sub }))
    expect(ended()).to.deep.equal([[own.id, [idHashOf(own.id)]]])
    expect(await lastEvent()).to.deep.equal(['account.sso', { change: 'logged_out', sessions: '1' }])
  })

  it('ends sessions without a session id with the next logout of the person', async () => {
    const claims = person()
    const { accountId } = signedIn(await signIn(claims))
    await logout(await sign({ sid: 'unknown' }))
    expect(ended()).to.deep.equal([])
    await logout(await sign({ sid: 'unknown', sub: claims.sub }))
    expect(ended()).to.deep.equal([[accountId, [idHashOf(accountId)]]])
  })

  it('ends no session of a later sign-in, in whatever order logouts arrive', async () => {
    const claims = person()
    await signIn({ ...claims, iat: seconds() })
    await logout(await sign({ sub: claims.sub, iat: seconds() - 60, exp: undefined }))
    expect(ended()).to.deep.equal([])
    const started = await callback({ ...claims, iat: seconds() - 30 })
    await logout(await sign({ sub: claims.sub, iat: seconds() - 10, exp: undefined }))
    await logout(await sign({ sub: claims.sub, iat: seconds() - 40, exp: undefined }))
    expect((await rejected(complete(started))).code).to.equal('SERVICE_UNAVAILABLE')
  })

  it('ends the oldest sessions above a thousand, which it could not end later', async () => {
    const claims = person()
    const { accountId } = signedIn(await signIn(claims))
    const { redisUrl, redisPrefix } = own.stack.store
    const { redis, close } = await openTestRedis(redisUrl)
    const older = Array.from({ length: 1000 }, (_, index) => [index, `${accountId} hash-${index}`]).flat()
    for (const key of await redis.keys(`${redisPrefix}sso-session:*`))
      if (await redis.zscore(key, `${accountId} ${idHashOf(accountId)}`)) await redis.zadd(key, ...older)
    await signIn(claims)
    expect(ended()).to.deep.equal([[accountId, ['hash-0']]])
    await signIn(claims)
    expect(ended()).to.have.lengthOf(1)
    close()
  })

  it('ends a sign-in that is not complete, but none that starts later', async () => {
    const claims = person({ sid: 'late' })
    const { accountId } = signedIn(await signIn(claims))
    const started = await callback({ ...claims, iat: seconds() })
    own.stack.sessions.beforeCreate = async () => {
      await logout(await sign({ sid: 'late' }))
    }
    expect((await rejected(complete(started))).code).to.equal('SERVICE_UNAVAILABLE')
    expect(own.stack.sessions.revokedTokens.at(-1)).to.equal(tokenOf(accountId))
    own.stack.sessions.beforeCreate = async () => {}
    own.stack.clock.advance(2000)
    expect(signedIn(await signIn(claims)).accountId).to.equal(accountId)
  })

  describe('while a sign-in waits for its second factor', () => {
    const { add, newAuthenticator } = passkeyAccount(own)
    const { enable, codeOf } = totpAccount(own)
    let authenticator = newAuthenticator()
    let secret: string
    let claims: JWTPayload
    beforeEach(async () => {
      await configure({ allowedDomains: ['gatehouse.test'] })
      await own.stack.accounts.updateOne({ _id: own.id }, { $set: { verified: true } })
      claims = person({ email: own.email, sid: `waits-${own.id}` })
      await signIn(claims)
      authenticator = newAuthenticator()
      await add(authenticator)
      secret = (await enable()).secret
      own.stack.sessions.revokedTokens.length = 0
    })
    const ticketOf = ({ outcome }: CompleteResponse) => {
      if (outcome?.$case !== 'mfaRequired') throw new Error('Expected a second step.')
      return outcome.value.ticket
    }
    const withCode = (ticket: string) =>
      own.stack.auth.completeLoginWithTotp({ client, ticket, code: codeOf(secret) })
    const withPasskey = async (ticket: string) => {
      const { optionsJson } = await own.stack.auth.startLoginWithPasskey({ ticket })
      const { challenge } = JSON.parse(optionsJson)
      const responseJson = authenticator.assert(challenge)
      return own.stack.auth.completeLoginWithPasskey({ client, ticket, challenge, responseJson })
    }

    const startSignIn = async () => ticketOf(await signIn({ ...claims, iat: seconds() }))
    const logOut = async () => logout(await sign({ sid: claims.sid, sub: claims.sub }))
    const revoked = () => own.stack.sessions.revokedTokens

    for (const [factor, finish] of [
      ['code', withCode],
      ['passkey', withPasskey],
    ] as const) {
      it(`ends the sign-in, so that the ${factor} opens no session, but none that starts later`, async () => {
        const waiting = await startSignIn()
        await logOut()
        expect((await rejected(finish(waiting))).code).to.equal('SERVICE_UNAVAILABLE')
        expect(revoked()).to.deep.equal([tokenOf(own.id)])
        own.stack.clock.advance(2 * minute)
        expect((await finish(await startSignIn())).signedIn?.token).to.equal(tokenOf(own.id))
        expect(revoked()).to.have.lengthOf(1)
      })

      it(`ends the session that the ${factor} is about to open`, async () => {
        const waiting = await startSignIn()
        own.stack.sessions.beforeCreate = async () => {
          await logOut()
        }
        expect((await rejected(finish(waiting))).code).to.equal('SERVICE_UNAVAILABLE')
        expect(revoked()).to.deep.equal([tokenOf(own.id)])
      })
    }
  })

  it('is not available without a provider', async () => {
    await configure({ enabled: false, clientId: '' })
    expect((await rejected(logout('a'))).code).to.equal('FEATURE_TEMPORARILY_DISABLED')
  })
})
