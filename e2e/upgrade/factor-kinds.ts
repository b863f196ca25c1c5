import { type ExportedCredential, softAuthenticator } from '@gatehouse/auth-service/test/soft-authenticator'
import { expect } from 'chai'
import type { TestAccount } from '../dev-stack.ts'
import { type Kind, kind } from './kind.ts'
import type { World } from './world.ts'

type Ticket = { ticket: string }

const credentials = '/users/@me/mfa/webauthn/credentials'
const assertion = (passkey: ExportedCredential, challenge: string) =>
  JSON.parse(softAuthenticator(passkey).assert(challenge))

const ticketOf = async ({ stack }: World, { email, password }: TestAccount) =>
  (await stack.post<Ticket>('/auth/login', { body: { email, password } })).body.ticket

async function addPasskey(
  { stack }: World,
  { token, password, user_id }: TestAccount,
): Promise<ExportedCredential> {
  const authenticator = softAuthenticator({ accountId: user_id })
  const { body } = await stack.post<{ challenge: string }>(`${credentials}/registration-options`, {
    token,
    body: { password },
  })
  const { challenge } = body
  const added = { challenge, response: JSON.parse(authenticator.register(challenge)), name: 'Laptop' }
  expect((await stack.post(credentials, { token, body: added })).status).to.equal(200)
  return authenticator.exported()
}

const challenge = async ({ stack }: World) =>
  (await stack.post<{ challenge: string }>('/auth/webauthn/authentication-options')).body.challenge

const signInWith = ({ stack }: World, passkey: ExportedCredential, given: string) =>
  stack.post('/auth/webauthn/authenticate', {
    body: { challenge: given, response: assertion(passkey, given) },
  })

async function addPhone({ stack, sms }: World, { token }: TestAccount, phone: string): Promise<void> {
  await stack.post('/users/@me/phone/send-verification', { token, body: { phone } })
  const sent = { phone, code: sms().lastCode() }
  const { body } = await stack.post('/users/@me/phone/verify', { token, body: sent })
  expect((await stack.post('/users/@me/phone', { token, body })).status).to.equal(204)
}

export const factorKinds: Record<string, Kind> = {
  'a ticket of a sign-in with an authenticator app': kind({
    movesClock: true,
    async store(world) {
      const account = await world.stack.register('ticket')
      const { secret } = await world.app.enable(account)
      return { secret, ticket: await ticketOf(world, account) }
    },
    async check({ stack, app }, { secret, ticket }) {
      const body = { ticket, code: await app.freshCodeOf(secret) }
      expect((await stack.post('/auth/login/mfa/totp', { body })).status).to.equal(200)
    },
  }),

  'a passkey and a challenge for it': kind({
    async store(world) {
      const account = await world.stack.register('passkey')
      return { account, passkey: await addPasskey(world, account), given: await challenge(world) }
    },
    async check(world, { account, passkey, given }) {
      expect((await signInWith(world, passkey, given)).status).to.equal(200)
      expect((await signInWith(world, passkey, given)).status).to.equal(401)
      expect((await signInWith(world, passkey, await challenge(world))).status).to.equal(200)
      const { body } = await world.stack.get<{ name: string }[]>(credentials, { token: account.token })
      expect(body.map(({ name }) => name)).to.deep.equal(['Laptop'])
    },
  }),

  'a passkey that every sign-in requires': kind({
    async store(world) {
      const account = await world.stack.register('required')
      const passkey = await addPasskey(world, account)
      const { token, password } = account
      const body = { require_passkey: true, end_other_sessions: true, password }
      expect((await world.stack.patch('/users/@me/mfa', { token, body })).status).to.be.below(300)
      return { account, passkey }
    },
    async check(world, { account, passkey }) {
      const ticket = await ticketOf(world, account)
      const path = '/auth/login/mfa/webauthn'
      const options = await world.stack.post<{ challenge: string }>(`${path}/authentication-options`, {
        body: { ticket },
      })
      const { challenge: given } = options.body
      const body = { ticket, challenge: given, response: assertion(passkey, given) }
      expect((await world.stack.post(path, { body })).status).to.equal(200)
    },
  }),

  'an authenticator app with backup codes, one of them used': kind({
    movesClock: true,
    async store(world) {
      const account = await world.stack.register('totp')
      const { secret, backupCodes } = await world.app.enable(account)
      const [used = '', left = ''] = backupCodes
      const body = { ticket: await ticketOf(world, account), code: used }
      expect((await world.stack.post('/auth/login/mfa/totp', { body })).status).to.equal(200)
      return { account, secret, used, left }
    },
    async check(world, { account, secret, used, left }) {
      const complete = async (code: string) => {
        const body = { ticket: await ticketOf(world, account), code }
        return (await world.stack.post('/auth/login/mfa/totp', { body })).status
      }
      expect([await complete(used), await complete(left), await complete(left)]).to.deep.equal([
        400, 200, 400,
      ])
      expect(await complete(await world.app.freshCodeOf(secret))).to.equal(200)
    },
  }),

  'an authenticator app that is not confirmed': kind({
    movesClock: true,
    async store({ stack, app }) {
      const account = await stack.register('unconfirmed')
      return { account, secret: await app.setUp(account) }
    },
    async check({ stack, app }, { account: { token }, secret }) {
      const body = { code: await app.freshCodeOf(secret) }
      expect((await stack.post('/users/@me/mfa/totp/enable', { token, body })).status).to.equal(200)
    },
  }),

  'a phone number, codes by SMS as a factor, and a code that was sent': kind({
    async store(world) {
      const { stack, app, sms } = world
      const account = await stack.register('phone')
      const { secret } = await app.enable(account)
      await addPhone(world, account, '+12025550141')
      const { token } = account
      expect((await stack.post('/users/@me/mfa/sms/enable', { token, body: {} })).status).to.equal(204)
      const ticket = await ticketOf(world, account)
      expect((await stack.post('/auth/login/mfa/sms/send', { body: { ticket } })).status).to.equal(204)
      return { account, secret, ticket, code: sms().lastCode() }
    },
    async check(world, { account, ticket, code }) {
      const complete = async (given: Ticket & { code: string }) =>
        (await world.stack.post('/auth/login/mfa/sms', { body: given })).status
      expect(await complete({ ticket, code })).to.equal(200)
      const next = await ticketOf(world, account)
      expect(await complete({ ticket: next, code })).to.equal(400)
    },
  }),

  'a phone number that is not confirmed, and one that is not stored yet': kind({
    async store({ stack, sms }) {
      const send = async (name: string, phone: string) => {
        const { token } = await stack.register(name)
        await stack.post('/users/@me/phone/send-verification', { token, body: { phone } })
        return { token, phone, code: sms().lastCode() }
      }
      const { token, ...sent } = await send('verified-phone', '+12025550142')
      const { body } = await stack.post('/users/@me/phone/verify', { token, body: sent })
      return { verified: { token, body }, sent: await send('sent-phone', '+12025550143') }
    },
    async check({ stack }, { verified, sent: { token, phone, code } }) {
      expect((await stack.post('/users/@me/phone', verified)).status).to.equal(204)
      const { status, body } = await stack.post('/users/@me/phone/verify', { token, body: { phone, code } })
      expect([status, typeof body.phone_token]).to.deep.equal([200, 'string'])
    },
  }),
}
