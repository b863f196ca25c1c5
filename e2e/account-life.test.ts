import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { ClockService } from '@gatehouse/proto/gen/clock/v1/clock'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import { fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'
import { tlsOf } from './network-tls.ts'

type Me = Record<string, unknown> & { username: string; discriminator: string; email: string | null }
type SignedIn = { token: string; user_id: string }

const minute = 60_000
const day = 24 * 60 * minute
const newPassword = 'quiet-otter-2031'

describe('the account lifecycle', () => {
  const stack = openDevStack({ settings: { GATEHOUSE_TEST_CLOCK: '1' } })
  let ann: TestAccount

  beforeEach(async () => {
    ann = await stack.register('ann')
  })

  const login = ({ email, password }: TestAccount) =>
    stack.post<SignedIn>('/auth/login', { body: { email, password } })
  const loginRejection = async ({ email, password }: Pick<TestAccount, 'email' | 'password'>) => {
    const { status, body } = await stack.post('/auth/login', { body: { email, password } })
    return [status, body.code]
  }
  const statusOf = async (token: string) => (await stack.get('/users/@me', { token })).status
  const sessionStatusOf = async (token: string) =>
    (await stack.get('/auth/sessions/current', { token })).status
  const patch = (body: unknown, token = ann.token) => stack.patch<Me>('/users/@me', { token, body })
  const rejection = async (body: unknown, token = ann.token) => {
    const response = await stack.patch('/users/@me', { token, body })
    return [response.status, response.body.code, ...fieldErrors(response.body).toSorted()]
  }
  /** Advances the clock of every service and runs what is due. */
  const pass = async (milliseconds: number) => {
    const clock = testClient(ClockService, stack.network().env.GATEHOUSE_AUTH_ADDR, { tls: tlsOf('admin') })
    await clock.advance({ by: toDuration(milliseconds) })
    clock.close()
  }

  it('changes and removes names', async () => {
    const { status, headers, body } = await patch({
      username: 'Ann_Lee',
      discriminator: '0042',
      global_name: ' Ann 🌻  Lee ',
      locale: 'DE-at',
      avatar: null,
      verified: true,
      flags: 7,
      id: '1',
      administrator: true,
    })
    expect([status, headers.get('cache-control')]).to.deep.equal([200, 'no-store'])
    expect(body).to.include({
      id: ann.user_id,
      username: 'Ann_Lee',
      discriminator: '0042',
      global_name: 'Ann 🌻 Lee',
      locale: 'de-AT',
      email: ann.email,
      verified: false,
      flags: 0,
      avatar: null,
    })
    expect((await stack.get('/users/@me', { token: ann.token })).body).to.deep.equal(body)
    expect((await patch({ global_name: null, locale: '' })).body).to.include({
      global_name: null,
      locale: null,
    })
    expect((await patch({})).status).to.equal(200)
  })

  it('reports every invalid field of a change and changes nothing', async () => {
    const bob = await stack.register('bob', { username: 'Taken' })
    const { body } = await stack.get<Me>('/users/@me', { token: bob.token })
    expect(await rejection({ username: 'taken', discriminator: body.discriminator })).to.deep.equal([
      ...[400, 'TAG_ALREADY_TAKEN', 'discriminator:TAG_ALREADY_TAKEN'],
    ])
    const wrong = {
      username: 'a b',
      discriminator: '42',
      global_name: 'everyone',
      locale: '??',
      email: 'other@gatehouse.test',
      password: 'not-the-password',
      new_password: 'password1',
    }
    expect(await rejection(wrong)).to.deep.equal([
      ...[400, 'INVALID_FORM_BODY'],
      ...['discriminator:DISCRIMINATOR_INVALID_FORMAT', 'email:EMAIL_MUST_BE_CHANGED_VIA_TOKEN'],
      ...['global_name:GLOBAL_NAME_RESERVED_VALUE', 'locale:LOCALE_INVALID_FORMAT'],
      ...['new_password:PASSWORD_IS_TOO_COMMON', 'password:INVALID_PASSWORD'],
      ...['username:USERNAME_INVALID_CHARACTERS'],
    ])
    expect(await rejection({ new_password: newPassword })).to.deep.equal([
      ...[400, 'INVALID_FORM_BODY', 'password:REQUIRED'],
    ])
    expect((await stack.patch('/users/@me', { body: { global_name: 'x' } })).status).to.equal(401)
  })

  it('requires the password for changes five minutes after the sign-in', async () => {
    await pass(5 * minute + 1_000)
    for (const body of [{ username: 'Later' }, { discriminator: '0001' }, { new_password: newPassword }]) {
      const response = await stack.patch('/users/@me', { token: ann.token, body })
      expect([response.status, response.body.code]).to.deep.equal([403, 'SUDO_MODE_REQUIRED'])
      expect(response.body).to.deep.include({ has_mfa: false, methods: ['password'] })
    }
    for (const verb of ['disable', 'delete']) {
      const unproved = await stack.post(`/users/@me/${verb}`, { token: ann.token })
      expect([unproved.status, unproved.body.code]).to.deep.equal([403, 'SUDO_MODE_REQUIRED'])
      const wrong = await stack.post(`/users/@me/${verb}`, {
        token: ann.token,
        body: { password: 'not-mine' },
      })
      expect([wrong.status, ...fieldErrors(wrong.body)]).to.deep.equal([400, 'password:INVALID_PASSWORD'])
      expect((await stack.post(`/users/@me/${verb}`)).status).to.equal(401)
    }
    expect((await patch({ global_name: 'No proof' })).status).to.equal(200)
    expect((await patch({ username: 'Later', password: ann.password })).status).to.equal(200)
    expect((await patch({ username: 'Even_later' })).status, 'the proof is kept').to.equal(200)
  })

  it('ends every session but the one that changed the password', async () => {
    const other = await stack.signIn(ann)
    const { status, body } = await patch({ password: ann.password, new_password: newPassword })
    expect([status, body.id]).to.deep.equal([200, ann.user_id])
    expect([await sessionStatusOf(ann.token), await sessionStatusOf(other)]).to.deep.equal([200, 401])
    expect(await loginRejection(ann)).to.deep.equal([400, 'INVALID_FORM_BODY'])
    expect((await login({ ...ann, password: newPassword })).status).to.equal(200)
  })

  it('claims an account with email and password, which can then sign in', async () => {
    const body = { consent: true, date_of_birth: '1990-01-01' }
    const guest = (await stack.post<SignedIn>('/auth/register', { body })).body
    const email = 'claimed@gatehouse.test'
    expect(await rejection({ email }, guest.token)).to.deep.equal([
      400,
      'INVALID_FORM_BODY',
      'password:REQUIRED',
    ])
    expect(await rejection({ email: ann.email, password: newPassword }, guest.token)).to.deep.equal([
      ...[400, 'INVALID_FORM_BODY', 'email:EMAIL_ALREADY_IN_USE'],
    ])
    const claimed = await patch({ email, password: newPassword }, guest.token)
    expect([claimed.status, claimed.body.email]).to.deep.equal([200, email])
    const again = await login({ ...ann, email, password: newPassword })
    expect([again.status, again.body.user_id]).to.deep.equal([200, guest.user_id])
    expect(
      await rejection({ email: 'other@gatehouse.test', password: newPassword }, guest.token),
    ).to.deep.equal([...[400, 'INVALID_FORM_BODY', 'email:EMAIL_MUST_BE_CHANGED_VIA_TOKEN']])
  })

  for (const verb of ['disable', 'delete']) {
    it(`ends every session on ${verb}, and recovers the account on login`, async () => {
      const other = await stack.signIn(ann)
      expect((await stack.post(`/users/@me/${verb}`, { token: other })).status).to.equal(204)
      for (const token of [ann.token, other]) {
        expect([await sessionStatusOf(token), await statusOf(token)]).to.deep.equal([401, 401])
      }
      expect(await loginRejection({ ...ann, password: 'not-the-password' })).to.deep.equal([
        ...[400, 'INVALID_FORM_BODY'],
      ])
      await pass(13 * day)
      const back = await login(ann)
      expect([back.status, back.body.user_id]).to.deep.equal([200, ann.user_id])
      expect(await statusOf(back.body.token)).to.equal(200)
      expect([await sessionStatusOf(ann.token), await sessionStatusOf(other)]).to.deep.equal([401, 401])
      await pass(2 * day)
      expect(await statusOf(back.body.token)).to.equal(200)
    })
  }

  it('removes an account 14 days after its deletion and frees its email and username', async () => {
    const guildChannel = await stack.createGuildChannel(ann)
    const webhook = await stack.createWebhook(guildChannel)
    await patch({ username: 'Leaving', discriminator: '0007' })
    await stack.post('/users/@me/delete', { token: ann.token })
    const { consent, date_of_birth } = { consent: true, date_of_birth: '1990-01-01' }
    const register = () =>
      stack.post<SignedIn>('/auth/register', {
        body: { consent, date_of_birth, email: ann.email, password: ann.password, username: 'Leaving' },
      })
    expect((await register()).status, 'the address is kept meanwhile').to.equal(400)
    await pass(14 * day)
    expect(await loginRejection(ann)).to.deep.equal([400, 'INVALID_FORM_BODY'])
    const again = await register()
    expect(again.status).to.equal(200)
    expect(again.body.user_id).to.not.equal(ann.user_id)
    expect((await patch({ discriminator: '0007' }, again.body.token)).status).to.equal(200)

    const { guilds } = stack.network().clients
    await guilds.putGuild({ guild: { id: guildChannel.guild_id, name: 'Home', ownerId: again.body.user_id } })
    const shown = await stack.get<{ user: { id: string; username: string } }>(`/webhooks/${webhook.id}`, {
      token: again.body.token,
    })
    expect(shown.body.user).to.include({ id: ann.user_id, username: 'Deleted User', discriminator: '0000' })
  })

  it('reports a suspension only after a correct password', async () => {
    const disable = async (...args: string[]) =>
      (await adminOutput(['account', 'disable', ...args], { env: stack.network().env })).code
    expect(await disable(ann.email, '--for', '7d')).to.equal(0)
    expect(await sessionStatusOf(ann.token)).to.equal(401)
    expect(await loginRejection({ ...ann, password: 'not-the-password' })).to.deep.equal([
      ...[400, 'INVALID_FORM_BODY'],
    ])
    expect(await loginRejection(ann)).to.deep.equal([403, 'ACCOUNT_SUSPENDED_TEMPORARILY'])
    await pass(7 * day + minute)
    expect((await login(ann)).status).to.equal(200)
    expect(await disable(ann.user_id)).to.equal(0)
    expect(await loginRejection(ann)).to.deep.equal([403, 'ACCOUNT_SUSPENDED_PERMANENTLY'])
  })
})

describe('rate limits of account changes', () => {
  const stack = openDevStack({ settings: { GATEHOUSE_LIMITS_SCALE: '1' } })

  it('allows five new usernames an hour and twenty changes a minute', async () => {
    const ann = await stack.register('ann')
    const patch = (body: unknown) => stack.patch('/users/@me', { token: ann.token, body })
    for (let i = 1; i <= 5; i++) expect((await patch({ username: `Name_${i}` })).status).to.equal(200)
    const renamed = await patch({ username: 'Name_6' })
    expect([renamed.status, renamed.body.code]).to.deep.equal([429, 'RATE_LIMITED'])
    expect(renamed.body.global).to.equal(false)
    expect(renamed.body.retry_after).to.be.within(700, 720)
    expect(renamed.headers.get('retry-after')).to.match(/^7\d\d$/)
    // One more is allowed each three seconds. In turn, since changes of one account at the same time conflict.
    const statuses: number[] = []
    for (let i = 0; i < 40; i++) statuses.push((await patch({ global_name: `Ann ${i}` })).status)
    expect(statuses.filter((status) => status === 200).length).to.be.within(14, 39)
    expect(new Set(statuses)).to.deep.equal(new Set([200, 429]))
  })
})
