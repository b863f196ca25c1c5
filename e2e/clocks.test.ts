import { rest } from '@gatehouse/admin/rest'
import type { Identity } from '@gatehouse/proto/callers'
import type { Clock } from '@gatehouse/service-kit/time/clock'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from './dev-stack.ts'

const skewMs = 120_000
const skewed: [Identity, number][] = (['auth-service', 'session-service', 'gateway'] as const).flatMap(
  (identity) => [-skewMs, skewMs].map((ms): [Identity, number] => [identity, ms]),
)

/** The clock of a machine that is wrong. */
const skewedClock = ({ now, ahead }: Clock, ms: number): Clock => ({
  now: () => now() + ms,
  ahead: ahead ?? (() => 0),
})

for (const [skewedIdentity, ms] of skewed) {
  describe(`with the clock of ${skewedIdentity} ${ms / 1000} s away`, () => {
    const stack = openDevStack({
      clockOf: (identity, clock) => (identity === skewedIdentity ? skewedClock(clock, ms) : clock),
    })
    const newPassword = 'amber-lantern-9'
    const statusOf = async (token: string) => (await stack.get('/users/@me', { token })).status

    it('a new password ends the sessions of a moment before, and no later one', async () => {
      const { token, ...person } = await stack.register('ann')
      const other = await stack.signIn({ ...person, token })
      const body = { password: person.password, new_password: newPassword }
      expect((await stack.patch('/users/@me', { token, body })).status).to.equal(200)
      expect([await statusOf(other), await statusOf(token)]).to.deep.equal([401, 200])
      expect(await statusOf(await stack.signIn({ ...person, password: newPassword, token }))).to.equal(200)
    })
  })
}

describe('two gateways whose clocks are 120 s apart', () => {
  const stack = openDevStack({ settings: { GATEHOUSE_LIMITS_SCALE: '1' } })
  let gateways: string[]
  let ann: TestAccount
  before(async () => {
    const { clock, openGateway, urls } = stack.network()
    const second = await openGateway({ clock: skewedClock(clock, skewMs) })
    after(() => second.close())
    gateways = [urls.gateway, second.url]
    ann = await stack.register('ann')
  })

  const requests = (count: number, token?: string) =>
    Array.from({ length: count }, async (_, index) => {
      const url = gateways[index % gateways.length] ?? ''
      return rest(url, 'GET', token === undefined ? '/auth/sso/status' : '/users/@me', {
        ...(token && { token }),
      })
    })
  const statuses = async (responses: ReturnType<typeof requests>) => {
    const all = await Promise.all(responses)
    return {
      all: all.map(({ status }) => status),
      waits: all.map(({ headers }) => Number(headers.get('retry-after'))),
    }
  }

  it('serve one client in turn without a 429, signed in and anonymous', async () => {
    for (const token of [ann.token, undefined]) {
      const { all } = await statuses(requests(6, token))
      expect([...new Set(all)]).to.deep.equal([200])
    }
  })

  it('count its requests together', async () => {
    const { all, waits } = await statuses(requests(200, ann.token))
    expect(all.filter((status) => status === 429)).to.have.length.above(50)
    // Up to a second more for requests that each answered before it knew those of the other.
    expect(Math.max(...waits)).to.be.within(1, 2)
  })
})
