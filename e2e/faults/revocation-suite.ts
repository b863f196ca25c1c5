import { rest } from '@gatehouse/admin/rest'
import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { withinMs } from '@gatehouse/service-kit/testing/within-ms'
import { expect } from 'chai'
import type { FaultStack } from './fault-stack.ts'
import { sessionStatus, startLoad } from './session-load.ts'

const boundMs = 1000

export function revocationSuite(stack: FaultStack): void {
  describe('a revocation over three gateways and two session-services', () => {
    async function signIn(): Promise<string> {
      const { email, password } = stack.account()
      const { body } = await rest<{ token: string }>(stack.stack().gateway, 'POST', '/auth/login', {
        body: { email, password },
      })
      return body.token
    }

    /** Polls every gateway until it rejects the token. */
    async function assertRevokedInTime(token: string): Promise<void> {
      const isRevoked = (gateway: string) =>
        until(async () => (await sessionStatus(gateway, token)) !== 200, { everyMs: 1 })
      await withinMs(boundMs, () => Promise.all(stack.stack().gateways.map(isRevoked)))
    }

    async function assertRevokedEverywhere(rounds: number): Promise<void> {
      for (let round = 0; round < rounds; round += 1) {
        const token = await signIn()
        const { gateways } = stack.stack()
        const gateway = gateways[round % gateways.length] ?? ''
        expect((await rest(gateway, 'POST', '/auth/logout', { token })).status).to.equal(204)
        await assertRevokedInTime(token)
        for (const each of gateways) expect(await sessionStatus(each, token)).to.equal(401)
      }
    }

    it('reaches all gateways within a second under load', async () => {
      const load = startLoad(stack.stack().gateways, await signIn(), { everyMs: 5 })
      await assertRevokedEverywhere(12)
      expect(await load.stop()).to.be.above(100)
    })

    it('reaches all gateways when one session-service is gone', async () => {
      await stack.stack().kill('session-service-2')
      await assertRevokedEverywhere(3)
      await stack.stack().restart('session-service-2')
      await stack.recovered()
    })

    it('reaches all gateways after a password change, a closing and a deletion', async () => {
      const { gateway, gateways } = stack.stack()
      const credentials = { email: 'leaving@gatehouse.test', password: 'violet-anchor-17' }
      const request = (path: string, body: unknown, token?: string) =>
        rest<{ token: string }>(gateway, path === '/users/@me' ? 'PATCH' : 'POST', path, {
          body,
          ...(token && { token }),
        })
      const enter = async (path: string) => {
        const body = { ...credentials, consent: true, date_of_birth: '1990-01-01' }
        return (await request(path, body)).body.token
      }

      const [first, second] = [await enter('/auth/register'), await enter('/auth/login')]
      const change = { password: credentials.password, new_password: 'quiet-otter-2031' }
      expect((await request('/users/@me', change, second)).status).to.equal(200)
      await assertRevokedInTime(first)
      for (const each of gateways) expect(await sessionStatus(each, second)).to.equal(200)

      credentials.password = change.new_password
      for (const verb of ['disable', 'delete']) {
        const token = await enter('/auth/login')
        for (const each of gateways) expect(await sessionStatus(each, token)).to.equal(200)
        expect((await request(`/users/@me/${verb}`, {}, token)).status).to.equal(204)
        await assertRevokedInTime(token)
      }
      await assertErasedInTime(gateway, credentials)
    })

    /** Advances the clock of every process past the 14 days of a deletion. */
    async function assertErasedInTime(gateway: string, credentials: { email: string; password: string }) {
      const admin = (...args: string[]) =>
        adminOutput([...args, '--json', '--data', stack.stack().folder], { env: {} })
      const shown = await admin('account', 'show', credentials.email)
      expect(shown.code).to.equal(0)
      expect(JSON.parse(shown.out)).to.include({ status: 'deleted by its owner' })
      expect((await admin('clock', 'advance', '15d')).code).to.equal(0)
      expect((await admin('account', 'show', credentials.email)).code).to.equal(1)
      expect((await rest(gateway, 'POST', '/auth/login', { body: credentials })).status).to.equal(400)
    }
  })
}
