import { expect } from 'chai'
import { codeIn } from '../received-mails.ts'
import { isPassword, loginStatus, sessionStatus } from './account-kinds.ts'
import { type Kind, kind } from './kind.ts'
import type { World } from './world.ts'

type Change = { ticket: string; original_proof?: string }
const newPassword = 'another one, kz7!'
const hotel = { 'x-forwarded-for': '198.51.100.4' }

const step = async <Body>({ stack }: World, token: string, path: string, body: object = {}) => {
  const response = await stack.post<Body>(`/users/@me/email-change/${path}`, { token, body })
  expect(response.status, JSON.stringify(response.body)).to.equal(200)
  return response.body
}
const lastToken = async ({ mails }: World, email: string, page: string) =>
  (await mails.tokens(email, page)).at(-1) ?? ''

/** The first steps of a change of an address that is not verified, which needs no code for the old one. */
async function requestNew(world: World, token: string, email: string) {
  const { ticket, original_proof } = await step<Change>(world, token, 'start')
  await step(world, token, 'request-new', { ticket, new_email: email, original_proof })
  return { ticket, original_proof, code: await world.mails.take(email, codeIn) }
}

async function change(world: World, token: string, email: string): Promise<string> {
  const { email_token } = await step<{ email_token: string }>(
    world,
    token,
    'verify-new',
    await requestNew(world, token, email),
  )
  return email_token
}

export const mailKinds: Record<string, Kind> = {
  'an IP authorization that waits, and one that was given': kind({
    async store(world) {
      const wait = async (name: string) => {
        const { email, password } = await world.stack.register(name)
        const { body } = await world.stack.post<{ ticket: string; number?: string }>('/auth/login', {
          body: { email, password },
          headers: hotel,
        })
        const { ticket, number } = body
        return { ticket, number, token: await lastToken(world, email, 'authorize-ip') }
      }
      const given = await wait('given')
      await world.stack.post('/auth/authorize-ip', { body: { token: given.token } })
      const waiting = await wait('waiting')
      const wrong = { token: waiting.token, number: waiting.number === '11' ? '22' : '11' }
      expect((await world.stack.post('/auth/authorize-ip', { body: wrong })).status).to.equal(400)
      return { given, waiting }
    },
    async check({ stack }, { given, waiting }) {
      const poll = async ({ ticket }: typeof given) => {
        const headers = { ...hotel, 'x-ticket': ticket }
        return (await stack.get<{ completed: boolean }>('/auth/ip-authorization/poll', { headers })).body
          .completed
      }
      expect([await poll(given), await poll(waiting)]).to.deep.equal([true, false])
      // Older versions stored no number.
      const { token, number } = waiting
      expect((await stack.post('/auth/authorize-ip', { body: { token, number } })).status).to.equal(204)
      expect(await poll(waiting)).to.equal(true)
    },
  }),

  'a token that verifies an address': kind({
    async store(world) {
      const { email, token } = await world.stack.register('unverified')
      return { session: token, token: await lastToken(world, email, 'verify') }
    },
    async check({ stack }, { session, token }) {
      expect((await stack.post('/auth/verify', { body: { token } })).status).to.be.below(300)
      const { body } = await stack.get('/users/@me', { token: session })
      expect(body.verified).to.equal(true)
    },
  }),

  'a token that resets a password': kind({
    async store(world) {
      const account = await world.stack.register('forgetful')
      await world.stack.post('/auth/forgot', { body: { email: account.email } })
      return { account, token: await lastToken(world, account.email, 'reset') }
    },
    async check(world, { account, token }) {
      const body = { token, password: newPassword }
      expect((await world.stack.post('/auth/reset', { body })).status).to.equal(200)
      expect(await isPassword(world, { ...account, password: newPassword })).to.equal(true)
    },
  }),

  'a changed address, and a token that reverts the change': kind({
    async store(world) {
      const { token, email, password } = await world.stack.register('changed')
      const target = 'changed-to@gatehouse.test'
      const body = { email_token: await change(world, token, target), password }
      expect((await world.stack.patch('/users/@me', { token, body })).status).to.equal(200)
      return { email, target, password, session: token, token: await lastToken(world, email, 'revert') }
    },
    async check(world, { email, target, password, session, token }) {
      expect(await loginStatus(world, { email: target, password })).to.equal(200)
      const body = { token, password: newPassword }
      expect((await world.stack.post('/auth/email-revert', { body })).status).to.equal(200)
      expect(await isPassword(world, { email, password: newPassword })).to.equal(true)
      expect(await sessionStatus(world, session)).to.equal(401)
    },
  }),

  'a change of the address at each step': kind({
    async store(world) {
      const { stack, mails } = world
      const register = async (name: string) => {
        const account = await stack.register(name)
        return { ...account, target: `${name}-to@gatehouse.test` }
      }
      const started = await register('started')
      await stack.post('/auth/verify', { body: { token: await lastToken(world, started.email, 'verify') } })
      const { ticket } = await step<Change>(world, started.token, 'start')
      const original = { ...started, ticket, code: await mails.take(started.email, codeIn) }
      const proving = await register('proving')
      const proved = { ...proving, change: await step<Change>(world, proving.token, 'start') }
      const asking = await register('asking')
      const requested = { ...asking, change: await requestNew(world, asking.token, asking.target) }
      const ending = await register('ending')
      const verified = { ...ending, emailToken: await change(world, ending.token, ending.target) }
      return { original, proved, requested, verified }
    },
    async check(world, { original, proved, requested, verified }) {
      const { ticket, code } = original
      const { original_proof } = await step<Change>(world, original.token, 'verify-original', {
        ticket,
        code,
      })
      await step(world, original.token, 'request-new', { ticket, original_proof, new_email: original.target })
      await step(world, proved.token, 'request-new', { ...proved.change, new_email: proved.target })
      await step(world, requested.token, 'verify-new', requested.change)
      const { token, password, emailToken } = verified
      const body = { email_token: emailToken, password }
      const { body: me } = await world.stack.patch('/users/@me', { token, body })
      expect(me.email).to.equal(verified.target)
    },
  }),
}
