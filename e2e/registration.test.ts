import { expect } from 'chai'
import { fieldErrors, openDevStack } from './dev-stack.ts'

type SignedIn = { token: string; user_id: string }
type Me = Record<string, unknown> & { username: string; discriminator: string; email: string }

const valid = { consent: true, date_of_birth: '1990-01-01', password: 'violet-anchor-17' }

describe('registration', () => {
  const stack = openDevStack()
  let emails = 0
  const email = () => `new-${++emails}@gatehouse.test`
  const rejection = async (fields: Record<string, unknown>) => {
    const { status, body } = await stack.post('/auth/register', {
      body: { ...valid, email: email(), ...fields },
    })
    return [status, body.code, ...fieldErrors(body)]
  }

  it('returns a valid token and the id of the account', async () => {
    const { status, headers, body } = await stack.post<SignedIn>('/auth/register', {
      body: { ...valid, email: email() },
    })
    expect(status).to.equal(200)
    expect(Object.keys(body)).to.have.members(['token', 'user_id'])
    expect(headers.get('cache-control')).to.equal('no-store')
    const me = await stack.get<Me>('/users/@me', { token: body.token })
    expect([me.status, me.body.id]).to.deep.equal([200, body.user_id])
  })

  it('stores names and email as typed', async () => {
    const person = await stack.register('ann', {
      email: 'Ann.Lee@Gatehouse.Test',
      username: 'Ann_Lee',
      global_name: 'Ann 🌻 Lee',
    })
    const { body } = await stack.get<Me>('/users/@me', { token: person.token })
    expect(body).to.include({
      username: 'Ann_Lee',
      global_name: 'Ann 🌻 Lee',
      email: 'Ann.Lee@gatehouse.test',
    })
    expect(body.discriminator).to.match(/^\d{4}$/)
  })

  it('generates a username if none is given', async () => {
    const { token } = await stack.register('zoe', { global_name: 'Zoë Müller' })
    expect((await stack.get<Me>('/users/@me', { token })).body.username).to.match(/^[A-Za-z0-9_]{1,32}$/)
  })

  it('rejects a used email in any case', async () => {
    const { email } = await stack.register('taken')
    expect(await rejection({ email: email.toUpperCase() })).to.deep.equal([
      ...[400, 'INVALID_FORM_BODY', 'email:EMAIL_ALREADY_IN_USE'],
    ])
  })

  it('gives an email to only one of several simultaneous requests', async () => {
    const body = { ...valid, email: email() }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => stack.post('/auth/register', { body })),
    )
    expect(responses.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400])
  })

  it('rejects invalid fields with path and code', async () => {
    const invalid = [400, 'INVALID_FORM_BODY']
    expect(await rejection({ consent: false })).to.deep.equal([
      ...[...invalid, 'consent:MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY'],
    ])
    expect((await rejection({ date_of_birth: undefined }))[2]).to.match(/^date_of_birth:/)
    for (const date_of_birth of ['2023-02-29', '0015-01-01'])
      expect((await rejection({ date_of_birth }))[2]).to.equal('date_of_birth:INVALID_DATE_OF_BIRTH_FORMAT')
    expect((await rejection({ date_of_birth: '2024-01-01' }))[2]).to.equal(
      'date_of_birth:MUST_BE_MINIMUM_AGE',
    )
    expect((await rejection({ password: 'short' }))[2]).to.equal('password:PASSWORD_LENGTH_INVALID')
    expect((await rejection({ password: 'password123' }))[2]).to.equal('password:PASSWORD_IS_TOO_COMMON')
    expect((await rejection({ email: 'no address' }))[2]).to.equal('email:INVALID_EMAIL_FORMAT')
    expect((await rejection({ username: 'with space' }))[2]).to.equal('username:USERNAME_INVALID_CHARACTERS')
  })

  it('reports the limits of a length', async () => {
    const { body } = await stack.post('/auth/register', {
      body: { ...valid, email: email(), password: 'short' },
    })
    expect(body.errors?.[0]?.message).to.contain('8').and.to.contain('256')
  })

  it('reports all invalid fields at once, also those of a wrong type', async () => {
    const [, , ...fields] = await rejection({ consent: false, email: 'nowhere', password: 'x' })
    expect(fields).to.have.members([
      'consent:MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY',
      'email:INVALID_EMAIL_FORMAT',
      'password:PASSWORD_LENGTH_INVALID',
    ])
    const wrong = { consent: 'yes', date_of_birth: undefined, email: 'nowhere', password: 'x', username: '' }
    expect((await rejection(wrong)).slice(2)).to.have.members([
      ...['consent:INVALID_BOOLEAN', 'date_of_birth:REQUIRED', 'email:INVALID_EMAIL_FORMAT'],
      ...['password:PASSWORD_LENGTH_INVALID', 'username:USERNAME_LENGTH_INVALID'],
    ])
  })

  for (const [what, fields, problem] of [
    ['an email of 255 characters', { email: `${'a'.repeat(250)}@b.cd` }, 'email:EMAIL_LENGTH_INVALID'],
    ['an empty email', { email: '' }, 'email:EMAIL_LENGTH_INVALID'],
    ['an email with a comma', { email: 'a,b@gatehouse.test' }, 'email:INVALID_EMAIL_LOCAL_PART'],
    ['a full-width @', { email: 'ann\uff20gatehouse.test' }, 'email:INVALID_EMAIL_FORMAT'],
    ['a second header', { email: 'ann@gatehouse.test\r\nBcc: x@y.test' }, 'email:INVALID_EMAIL_FORMAT'],
    ['a trailing dot', { email: 'ann@gatehouse.test.' }, 'email:INVALID_EMAIL_FORMAT'],
    ['a username of 33', { username: 'u'.repeat(33) }, 'username:USERNAME_LENGTH_INVALID'],
    ['a username that is null', { username: null }, 'username:INVALID_FORMAT'],
    ['a reserved username', { username: 'HERE' }, 'username:USERNAME_RESERVED_VALUE'],
    ['a reserved term', { username: 'gate_house_1' }, 'username:USERNAME_CANNOT_CONTAIN_RESERVED_TERMS'],
    ['a blank display name', { global_name: ' \u200b ' }, 'global_name:GLOBAL_NAME_LENGTH_INVALID'],
    ['a reserved display name', { global_name: 'everyone' }, 'global_name:GLOBAL_NAME_RESERVED_VALUE'],
    [
      'a reserved term in a display name',
      { global_name: 'A System  Message' },
      'global_name:GLOBAL_NAME_CANNOT_CONTAIN_RESERVED_TERMS',
    ],
    ['an invite code of 257', { invite_code: 'i'.repeat(257) }, 'invite_code:STRING_LENGTH_INVALID'],
    [
      'a date with a time',
      { date_of_birth: '1990-01-01T00:00' },
      'date_of_birth:INVALID_DATE_OF_BIRTH_FORMAT',
    ],
  ] as const) {
    it(`rejects ${what}`, async () =>
      expect(await rejection(fields)).to.deep.equal([400, 'INVALID_FORM_BODY', problem]))
  }

  it('accepts any invite code, none, an empty one and null', async () => {
    for (const invite_code of ['x'.repeat(256), undefined, '', ' ', null]) {
      const { status } = await stack.post('/auth/register', {
        body: { ...valid, email: email(), invite_code },
      })
      expect(status, String(invite_code)).to.equal(200)
    }
  })

  it('creates an unclaimed account from a date of birth and consent', async () => {
    const { consent, date_of_birth } = valid
    const { status, body } = await stack.post<SignedIn>('/auth/register', {
      body: { consent, date_of_birth },
    })
    expect(status).to.equal(200)
    const me = await stack.get<Me>('/users/@me', { token: body.token })
    expect([me.body.email, me.body.password_last_changed_at]).to.deep.equal([null, null])
    expect(me.body.username).to.match(/^[A-Za-z0-9_]{1,32}$/)
  })

  it('rejects a username that 9,999 people have', async () => {
    const crowd = Array.from({ length: 9999 }, (_, index) => ({
      _id: `crowd-${index}`,
      username: 'crowd',
      usernameKey: 'crowd',
      discriminator: index + 1,
      status: 'active',
    }))
    const accounts = stack.network().stores.accounts.connection.collection<{ _id: string }>('accounts')
    await accounts.insertMany(crowd)
    expect(await rejection({ username: 'Crowd' })).to.deep.equal([
      ...[400, 'INVALID_FORM_BODY', 'username:TOO_MANY_USERS_WITH_THIS_USERNAME'],
    ])
  })

  it('joins the guild of a valid invite and ignores an invalid one', async () => {
    const guildChannel = await stack.createGuildChannel(await stack.register('host'))
    const { guilds, permissions } = stack.network().clients
    const invite = {
      code: 'welcome',
      guildId: guildChannel.guild_id,
      channelId: guildChannel.channel_id,
      maxUses: 1,
      uses: 0,
      expiresAt: undefined,
    }
    await guilds.putInvite({ invite })
    const guest = await stack.register('guest', { invite_code: 'welcome' })
    const late = await stack.register('late', { invite_code: 'welcome' })
    const isMember = async (userId: string) =>
      (
        await permissions.memberPermissions({
          guildId: guildChannel.guild_id,
          userId,
          channelId: undefined,
          channelIds: [],
        })
      ).isMember
    expect(await isMember(guest.user_id)).to.equal(true)
    expect(await isMember(late.user_id)).to.equal(false)
  })

  it('suggests usernames from a display name', async () => {
    const suggest = async (global_name: string) =>
      (await stack.post<{ suggestions: string[] }>('/auth/username-suggestions', { body: { global_name } }))
        .body
    for (const name of ['Ann Lee', 'Анна', 'Ελένη', 'さくら', 'here', '🎉 Zoë']) {
      const { suggestions } = await suggest(name)
      expect(suggestions.length, name).to.be.within(1, 5)
      expect(new Set(suggestions).size, name).to.equal(suggestions.length)
      for (const one of suggestions) expect(one).to.match(/^(?!(?:here|everyone)$)[A-Za-z0-9_]{1,32}$/i)
    }
    expect((await suggest('🎉🎉')).suggestions).to.deep.equal([])
    const { status, body } = await stack.post('/auth/username-suggestions', { body: { global_name: '' } })
    expect([status, ...fieldErrors(body)]).to.deep.equal([400, 'global_name:GLOBAL_NAME_LENGTH_INVALID'])
  })

  it('counts suggestions separately from registrations', async () => {
    const suggested = await stack.post('/auth/username-suggestions', { body: { global_name: 'Ann' } })
    const registered = await stack.post('/auth/register', { body: {} })
    const buckets = [suggested, registered].map(({ headers }) => headers.get('x-ratelimit-bucket'))
    expect(buckets).to.deep.equal(['auth:username_suggestions', 'auth:register'])
  })
})
