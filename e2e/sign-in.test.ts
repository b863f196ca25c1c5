import { expect } from 'chai'
import { fieldErrors, openDevStack, type TestAccount } from './dev-stack.ts'

type SignedIn = { token: string; user_id: string }

describe('signing in', () => {
  const stack = openDevStack()
  let ann: TestAccount

  before(async () => {
    ann = await stack.register('ann')
  })

  const login = (email: string, password: string) => stack.post('/auth/login', { body: { email, password } })

  it('returns a new token each time and keeps older ones valid', async () => {
    const first = await stack.signIn(ann)
    const second = await stack.signIn(ann)
    expect(new Set([ann.token, first, second]).size).to.equal(3)
    for (const token of [ann.token, first, second]) {
      expect((await stack.get('/auth/sessions/current', { token })).status).to.equal(200)
    }
  })

  it('accepts the email in any case and the domain in any spelling', async () => {
    const zoe = await stack.register('zoe', { email: 'Zoe@M\u00fcnchen.example' })
    for (const [email, { password, user_id }] of [
      [ann.email.toUpperCase(), ann],
      [` ${ann.email} `, ann],
      ['zoe@mu\u0308nchen.EXAMPLE', zoe],
      ['zoe@xn--mnchen-3ya.example', zoe],
    ] as const) {
      const { status, body } = await stack.post<SignedIn>('/auth/login', { body: { email, password } })
      expect([email, status, body.user_id]).to.deep.equal([email, 200, user_id])
    }
  })

  it('answers an unknown email exactly like a wrong password', async () => {
    const wrong = await login(ann.email, 'not-the-password')
    const unknown = await login('nobody@gatehouse.test', 'not-the-password')
    expect([wrong.status, ...fieldErrors(wrong.body)]).to.deep.equal([
      400,
      'email:INVALID_EMAIL_OR_PASSWORD',
      'password:INVALID_EMAIL_OR_PASSWORD',
    ])
    expect([unknown.status, unknown.body]).to.deep.equal([wrong.status, wrong.body])
  })

  it('rejects empty and missing credentials', async () => {
    for (const [body, ...problems] of [
      [{}, 'email:REQUIRED', 'password:REQUIRED'],
      [{ email: '', password: '' }, 'email:EMAIL_LENGTH_INVALID', 'password:PASSWORD_LENGTH_INVALID'],
      [{ email: null, password: null }, 'email:INVALID_FORMAT', 'password:INVALID_FORMAT'],
      [{ email: ann.email }, 'password:REQUIRED'],
      [{ password: ann.password }, 'email:REQUIRED'],
      [{ ...ann, invite_code: 'i'.repeat(257) }, 'invite_code:STRING_LENGTH_INVALID'],
    ] as const) {
      const { status, body: rejection } = await stack.post('/auth/login', { body })
      expect([status, rejection.code, ...fieldErrors(rejection)]).to.deep.equal([
        400,
        'INVALID_FORM_BODY',
        ...problems,
      ])
    }
  })

  it('never trims a password', async () => {
    expect((await login(ann.email, ` ${ann.password}`)).status).to.equal(400)
    expect((await login(ann.email, `${ann.password} `)).status).to.equal(400)
  })

  it('rejects a suspended account after its correct password, until the suspension is lifted', async () => {
    const { accounts } = stack.network().clients
    const eve = await stack.register('eve')
    await accounts.disableAccount({ id: eve.user_id })
    expect((await stack.get('/users/@me', { token: eve.token })).status).to.equal(401)
    const closed = await login(eve.email, eve.password)
    expect([closed.status, closed.body.code]).to.deep.equal([403, 'ACCOUNT_SUSPENDED_PERMANENTLY'])
    expect((await login(eve.email, 'wrong-password')).status).to.equal(400)
    await accounts.enableAccount({ id: eve.user_id })
    expect((await login(eve.email, eve.password)).status).to.equal(200)
  })

  it('rejects a deleted account, whose email can be used again', async () => {
    const dan = await stack.register('dan')
    await stack.network().clients.accounts.deleteAccount({ id: dan.user_id })
    expect((await stack.get('/users/@me', { token: dan.token })).status).to.equal(401)
    expect((await login(dan.email, dan.password)).status).to.equal(400)
    const again = await stack.register('dan', { email: dan.email, password: dan.password })
    expect(again.user_id).to.not.equal(dan.user_id)
  })

  it('joins the guild of a valid invite', async () => {
    const guildChannel = await stack.createGuildChannel(await stack.register('host'))
    const { guilds, permissions } = stack.network().clients
    const invite = {
      code: 'come-in',
      guildId: guildChannel.guild_id,
      channelId: guildChannel.channel_id,
      maxUses: undefined,
      uses: 0,
      expiresAt: undefined,
    }
    await guilds.putInvite({ invite })
    const { email, password } = ann
    for (const invite_code of ['unknown-code', 'come-in']) {
      const { status } = await stack.post('/auth/login', { body: { email, password, invite_code } })
      expect(status).to.equal(200)
    }
    const { isMember } = await permissions.memberPermissions({
      guildId: guildChannel.guild_id,
      userId: ann.user_id,
      channelId: undefined,
      channelIds: [],
    })
    expect(isMember).to.equal(true)
  })
})
