import { type proofs, rights } from '@gatehouse/gateway/rights'
import { apiRoutes } from '@gatehouse/gateway/routes'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from './dev-stack.ts'
import { filled } from './surface/caller.ts'
import { documentationOf } from './surface/documented.ts'
import { useRouteSender } from './surface/route-sender.ts'

type Proof = keyof typeof proofs
type Changed = { json?: unknown; path?: string; headers?: Record<string, string> }
/** A wrong caller, and the codes of which it gets one. */
type Wrong = { who: string; change: Changed; codes: string[] }

const proofFields = ['password', 'mfa_method', 'mfa_code', 'webauthn_challenge', 'webauthn_response']
const noWebhook = ['UNKNOWN_WEBHOOK', 'invalid_token', 'no_service']

/** `every-route.test.ts` has the callers without a valid token, and the ids of others. */
describe('a request is rejected', () => {
  const stack = openDevStack()
  let stranger: TestAccount
  let ended = ''
  before(async () => {
    stranger = await stack.register('stranger')
    ended = await stack.signIn(stranger)
    await stack.post('/auth/logout', { token: ended })
  })

  async function initiated() {
    const { body, headers } = await stack.post<{ code: string }>('/auth/handoff/initiate')
    return { code: body.code, secret: headers.get('x-handoff-secret') ?? '' }
  }

  /** A session of the account that has proved nothing. */
  async function unproved({ token, user_id }: TestAccount): Promise<string> {
    const { code, secret } = await initiated()
    await stack.post('/auth/handoff/complete', { body: { code, token, user_id } })
    const status = await stack.get<{ token: string }>(`/auth/handoff/${code}/status`, {
      headers: { 'x-handoff-secret': secret },
    })
    return status.body.token
  }

  for (const route of apiRoutes) {
    const { proof } = rights[route.operationId as keyof typeof rights]
    const sample = documentationOf(route).body?.sample
    const isOf = (...kinds: Proof[]) => kinds.includes(proof)
    // They answer alike to everybody without the secret: the tests below.
    if (isOf('nothing') || ['cancelHandoff', 'getHandoffStatus'].includes(route.operationId)) continue

    describe(`${route.operationId}, without ${proof}`, () => {
      const { request, caller } = useRouteSender(stack, route)
      const as = (authorization: string) => ({ headers: { authorization } })
      const withoutProof = () =>
        route.operationId === 'updateMe'
          ? { username: 'Somebody_else' }
          : Object.fromEntries(Object.entries(sample ?? {}).filter(([name]) => !proofFields.includes(name)))

      async function wrongOnes(): Promise<Wrong[]> {
        const { person, params } = caller()
        if (isOf('administrator', 'recentAdministrator'))
          return [{ who: 'another account', change: {}, codes: ['MISSING_PERMISSIONS'] }]
        if (isOf('recent')) {
          const change = { ...as(await unproved(person)), json: withoutProof() }
          return [{ who: 'a session without a proof', change, codes: ['SUDO_MODE_REQUIRED'] }]
        }
        if (isOf('giver')) {
          const { code } = await initiated()
          const json = { code, token: await unproved(person), user_id: person.user_id }
          const other = { code, token: person.token, user_id: stranger.user_id }
          return [
            { who: 'a session without a proof', change: { json }, codes: ['SUDO_MODE_REQUIRED'] },
            { who: 'another account', change: { json: other }, codes: ['SESSION_TOKEN_MISMATCH'] },
            { who: 'no session', change: { json: { ...other, token: ended } }, codes: ['INVALID_TOKEN'] },
          ]
        }
        if (isOf('guild')) {
          const { guild_id = '', channel_id = '' } = params
          const member = await stack.register('member')
          await stack.joinGuild({ guild_id, channel_id, owner: person }, member)
          return [
            { who: 'no member', change: as(stranger.token), codes: ['MISSING_ACCESS'] },
            { who: 'a member without it', change: as(member.token), codes: ['MISSING_PERMISSIONS'] },
          ]
        }
        if (isOf('webhook')) {
          const owner = await stack.register('owner')
          const other = await stack.createWebhook(await stack.createGuildChannel(owner))
          const message = { message_id: '1' }
          const at = (token: string) => ({ path: filled(route.path, { ...params, ...message, token }) })
          return [
            { who: 'the token of another webhook', change: at(other.token), codes: noWebhook },
            { who: 'a token of nothing', change: at(`ghw_${'A'.repeat(43)}`), codes: noWebhook },
          ]
        }
        return []
      }

      it('for every wrong caller, who learns nothing else', async () => {
        const { person, params } = caller()
        const isSession = route.access === 'account'
        const wrong = [
          ...(await wrongOnes()),
          ...(isSession ? [{ who: 'an ended session', change: as(ended), codes: ['UNAUTHORIZED'] }] : []),
        ]
        // Values of single use that nobody issued.
        if (!isSession && wrong.length === 0) wrong.push({ who: 'made up', change: {}, codes: [] })
        const secrets = [person.email, person.token, params.token].filter((text) => text !== undefined)
        for (const { who, change, codes } of wrong) {
          const { status, text } = await request(change)
          const what = `${who}: ${status} ${text}`
          expect(status, what).to.be.within(400, 499)
          if (codes.length > 0)
            expect(
              codes.some((code) => text.includes(code)),
              what,
            ).to.equal(true)
          for (const secret of secrets) expect(text, what).not.to.contain(secret)
        }
        if (isSession) expect((await stack.get('/users/@me', { token: person.token })).status).to.equal(200)
      })
    })
  }

  it('without the token, if another device asks for the status of a handoff', async () => {
    const { code, secret } = await initiated()
    const { secret: another } = await initiated()
    const status = (headers = {}) =>
      stack.get<{ status: string }>(`/auth/handoff/${code}/status`, { headers })
    const { token, user_id } = stranger
    // Until it has sent the secret once, address and User-Agent identify it.
    expect((await status({ 'x-handoff-secret': secret })).body.status).to.equal('pending')
    await stack.post('/auth/handoff/complete', { body: { code, token, user_id } })
    const nothing = { status: 'expired', token: null, user_id: null }
    for (const headers of [{}, { 'x-handoff-secret': another }])
      expect((await status(headers)).body).to.deep.equal(nothing)
    expect((await status({ authorization: token })).body).to.include({ token: null })
    expect((await status({ 'x-handoff-secret': secret })).body).to.include({ status: 'completed', user_id })
  })

  it('in effect, if somebody else cancels a handoff', async () => {
    const { code, secret } = await initiated()
    const { secret: another } = await initiated()
    for (const headers of [{}, { 'x-handoff-secret': another }, { authorization: stranger.token }])
      expect((await stack.del(`/auth/handoff/${code}`, { headers })).status).to.equal(204)
    const status = () =>
      stack.get<{ status: string }>(`/auth/handoff/${code}/status`, {
        headers: { 'x-handoff-secret': secret },
      })
    expect((await status()).body.status).to.equal('pending')
    await stack.del(`/auth/handoff/${code}`, { headers: { 'x-handoff-secret': secret } })
    expect((await status()).body.status).not.to.equal('pending')
  })
})
