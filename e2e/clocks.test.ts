import type { Identity } from '@gatehouse/proto/callers'
import { expect } from 'chai'
import { openDevStack } from './dev-stack.ts'

const skewMs = 120_000
const skewed: [Identity, number][] = (['auth-service', 'session-service', 'gateway'] as const).flatMap(
  (identity) => [-skewMs, skewMs].map((ms): [Identity, number] => [identity, ms]),
)

for (const [skewedIdentity, ms] of skewed) {
  describe(`with the clock of ${skewedIdentity} ${ms / 1000} s away`, () => {
    const stack = openDevStack({
      clockOf: (identity, clock) => (identity === skewedIdentity ? { now: () => clock.now() + ms } : clock),
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
