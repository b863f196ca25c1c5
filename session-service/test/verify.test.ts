import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { newSessionToken } from '@gatehouse/session-service/sessions/session-token'
import { expect } from 'chai'
import { day, newAccountId, type RunningService, signIn, startService } from './running-service.ts'

describe('Sessions.Verify', () => {
  let service: RunningService
  beforeEach(async () => {
    service = await startService()
  })
  afterEach(() => service.stop())

  const rejection = async (token: string) => rejected(service.client.verify({ token }))

  it('returns the session of a token', async () => {
    const { token, accountId, idHash } = await signIn(service)
    expect((await service.client.verify({ token })).session).to.include({
      accountId,
      idHash,
      browser: 'Chrome',
    })
  })

  it('rejects an unknown token', async () => {
    const { accountId } = await signIn(service)
    expect((await rejection(newSessionToken(accountId))).code).to.equal('UNAUTHORIZED')
  })

  it('rejects a token with one character changed, in either part', async () => {
    const { token } = await signIn(service)
    for (const place of [3, 8, 13, 15, 30, 57]) {
      for (const letter of ['A', 'B', 'x'].filter((other) => other !== token[place])) {
        const altered = token.slice(0, place) + letter + token.slice(place + 1)
        expect((await rejection(altered)).code).to.equal('UNAUTHORIZED')
      }
    }
  })

  it('rejects a token with the id of another account', async () => {
    const ann = await signIn(service)
    const bob = await signIn(service)
    const [bobsOwnerPart] = bob.token.split('.')
    const [, annsSecret] = ann.token.split('.')
    expect((await rejection(`${bobsOwnerPart}.${annsSecret}`)).code).to.equal('UNAUTHORIZED')
  })

  it('rejects the id hash as a token or as its secret', async () => {
    const { token, idHash } = await signIn(service)
    expect((await rejection(idHash)).code).to.equal('UNAUTHORIZED')
    expect((await rejection(`${token.split('.')[0]}.${idHash}`)).code).to.equal('UNAUTHORIZED')
  })

  it('rejects all of these with the same error', async () => {
    const { token } = await signIn(service)
    await service.client.revokeToken({ token })
    const rejections = await Promise.all(['', 'x', token, newSessionToken(newAccountId())].map(rejection))
    const said = rejections.map(({ code, message, data, fields }) =>
      JSON.stringify({ code, message, data, fields }),
    )
    expect(new Set(said).size).to.equal(1)
  })

  it('rejects a revoked token, also at another replica', async () => {
    const replica = await service.startReplica()
    const { token } = await signIn(service)
    await replica.client.verify({ token })
    await service.client.revokeToken({ token })
    expect((await rejected(replica.client.verify({ token }))).code).to.equal('UNAUTHORIZED')
    await replica.stop()
  })

  it('rejects a session after 30 days without use, and not before', async () => {
    const { token, accountId } = await signIn(service)
    service.clock.advance(30 * day - 1)
    await service.client.verify({ token })
    await service.client.list({ accountId })
    service.clock.advance(30 * day - 1)
    await service.client.verify({ token })
    const unused = await signIn(service)
    service.clock.advance(30 * day)
    expect((await rejection(unused.token)).code).to.equal('UNAUTHORIZED')
  })

  it('rejects a session 180 days after sign-in, even if it was used', async () => {
    const { token, accountId } = await signIn(service)
    for (let i = 0; i < 179; i++) {
      service.clock.advance(day)
      await service.client.verify({ token })
      await service.client.list({ accountId })
    }
    service.clock.advance(day - 1)
    await service.client.verify({ token })
    service.clock.advance(1)
    expect((await rejection(token)).code).to.equal('UNAUTHORIZED')
  })

  it('uses the session lifetimes of the settings', async () => {
    const short = await startService({
      GATEHOUSE_SESSION_IDLE_SECONDS: '60',
      GATEHOUSE_SESSION_ABSOLUTE_SECONDS: '90',
    })
    const { token } = await signIn(short)
    short.clock.advance(60_000)
    expect((await rejected(short.client.verify({ token }))).code).to.equal('UNAUTHORIZED')
    const used = await signIn(short)
    short.clock.advance(59_999)
    await short.client.verify(used)
    short.clock.advance(30_001)
    expect((await rejected(short.client.verify(used))).code).to.equal('UNAUTHORIZED')
    await short.stop()
  })
})
