import { expect } from 'chai'
import type { TestAccount } from '../dev-stack.ts'
import { startIdentityProvider } from '../identity-provider.ts'
import { sessionStatus } from './account-kinds.ts'
import { type Kind, kind } from './kind.ts'
import type { World } from './world.ts'

type Handoff = { code: string; secret: string }
type Status = { status: string; token: string | null }

const receive = async ({ stack }: World): Promise<Handoff> => {
  const { body, headers } = await stack.post<{ code: string }>('/auth/handoff/initiate')
  return { code: body.code, secret: headers.get('x-handoff-secret') ?? '' }
}
const poll = async ({ stack }: World, { code, secret }: Handoff) =>
  (await stack.get<Status>(`/auth/handoff/${code}/status`, { headers: { 'x-handoff-secret': secret } })).body
const complete = async ({ stack }: World, { code }: Handoff, { token, user_id }: TestAccount) =>
  (await stack.post('/auth/handoff/complete', { body: { code, token, user_id } })).status

export const sessionKinds: Record<string, Kind> = {
  'handoffs in each state': kind({
    async store(world) {
      const giver = await world.stack.register('giver')
      const [pending, completed, delivered] = [
        await receive(world),
        await receive(world),
        await receive(world),
      ]
      for (const handoff of [completed, delivered]) await complete(world, handoff, giver)
      await poll(world, delivered)
      const { code } = (await world.stack.post<Handoff>('/auth/handoff/initiate', { token: giver.token }))
        .body
      const claim = await world.stack.get(`/auth/handoff/${code}/status`)
      const claimed = { code, secret: claim.headers.get('x-handoff-secret') ?? '' }
      return { giver, pending, completed, delivered, claimed }
    },
    async check(world, { giver, pending, completed, delivered, claimed }) {
      expect((await poll(world, delivered)).status).to.equal('expired')
      const received = await poll(world, completed)
      expect([received.status, await sessionStatus(world, received.token ?? '')]).to.deep.equal([
        'completed',
        200,
      ])
      for (const handoff of [pending, claimed]) {
        expect((await poll(world, handoff)).status).to.equal('pending')
        expect(await complete(world, handoff, giver)).to.equal(204)
        expect((await poll(world, handoff)).status).to.equal('completed')
      }
    },
  }),

  'a recent proof of identity': kind({
    async store({ stack }) {
      const account = await stack.register('proved')
      return { account, token: await stack.signIn(account) }
    },
    async check({ stack }, { token }) {
      const body = { session_id_hashes: [] }
      expect((await stack.post('/auth/sessions/logout', { token, body })).status).to.equal(204)
    },
  }),

  'a session with its device and place': kind({
    async store({ stack }) {
      const account = await stack.register('device')
      const headers = {
        'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0',
        'x-client-location': 'Zürich, CH',
      }
      const token = await stack.signIn(account, headers)
      return { token, session: (await stack.get<object>('/auth/sessions/current', { token })).body }
    },
    async check({ stack }, { token, session }) {
      const { body } = await stack.get<Record<string, unknown>>('/auth/sessions/current', { token })
      const { approx_last_used_at: _, ...rest } = session as Record<string, unknown>
      for (const [name, value] of Object.entries(rest))
        if (!name.endsWith('_at')) expect(body[name], name).to.deep.equal(value)
    },
  }),

  'the settings of single sign-on, and an account of the provider': kind({
    async store({ stack }) {
      const administrator = await stack.register('sso-administrator')
      await stack
        .network()
        .clients.accounts.setAdministrator({ id: administrator.user_id, administrator: true })
      const { body: status } = await stack.get<{ redirect_uri: string }>('/auth/sso/status')
      const provider = await startIdentityProvider([status.redirect_uri])
      try {
        const settings = {
          enabled: true,
          issuer: provider.issuer,
          client_id: 'gatehouse',
          display_name: 'Example',
        }
        const body = { ...settings, client_secret: 'secret-of-the-client' }
        await stack.patch('/admin/sso-config', { token: administrator.token, body })
        const { body: started } = await stack.post<{ authorization_url: string }>('/auth/sso/start')
        const signedIn = await provider.signIn(started.authorization_url)
        const { body: session } = await stack.post<{ token: string }>('/auth/sso/complete', {
          body: signedIn,
        })
        const connected = await stack.register('sso-connected')
        provider.state.person.sub = 'connected'
        const connection = await stack.post<{ authorization_url: string }>('/users/@me/sso', {
          token: connected.token,
          body: { password: connected.password },
        })
        await stack.post('/users/@me/sso/complete', {
          token: connected.token,
          body: await provider.signIn(connection.body.authorization_url),
        })
        return { administrator, settings, token: session.token, connected: connected.token }
      } finally {
        await provider.close()
      }
    },
    async check(world, { administrator, settings, token, connected }) {
      const { body } = await world.stack.get('/admin/sso-config', { token: administrator.token })
      expect(body).to.deep.include({ ...settings, client_secret_set: true })
      expect((await world.stack.get('/users/@me', { token })).body).to.include({ email: 'ada@example.com' })
      if (connected !== undefined)
        expect((await world.stack.get('/users/@me', { token: connected })).body).to.include({
          sso_link: 'own',
        })
    },
  }),
}
