import { expect } from 'chai'
import { fieldsOf, openHouse } from './house.ts'

type SignedIn = { token: string; user_id: string }
type Me = Record<string, unknown> & { username: string; discriminator: string; email: string }

const valid = { consent: true, date_of_birth: '1990-01-01', password: 'violet-anchor-17' }

describe('registration', () => {
  const house = openHouse()
  let emails = 0
  const email = () => `new-${++emails}@gatehouse.test`
  const refusal = async (fields: Record<string, unknown>) => {
    const { status, body } = await house.post('/auth/register', {
      body: { ...valid, email: email(), ...fields },
    })
    return [status, body.code, ...fieldsOf(body)]
  }

  it('answers with a token that is good at once, and the id of the account', async () => {
    const { status, headers, body } = await house.post<SignedIn>('/auth/register', {
      body: { ...valid, email: email() },
    })
    expect(status).to.equal(200)
    expect(Object.keys(body)).to.have.members(['token', 'user_id'])
    expect(headers.get('cache-control')).to.equal('no-store')
    const me = await house.get<Me>('/users/@me', { token: body.token })
    expect([me.status, me.body.id]).to.deep.equal([200, body.user_id])
  })

  it('keeps names and email as they were typed', async () => {
    const person = await house.register('ann', {
      email: 'Ann.Lee@Gatehouse.Test',
      username: 'Ann_Lee',
      global_name: 'Ann 🌻 Lee',
    })
    const { body } = await house.get<Me>('/users/@me', { token: person.token })
    expect(body).to.include({
      username: 'Ann_Lee',
      global_name: 'Ann 🌻 Lee',
      email: 'Ann.Lee@gatehouse.test',
    })
    expect(body.discriminator).to.match(/^\d{4}$/)
  })

  it('finds a username when none is given', async () => {
    const { token } = await house.register('zoe', { global_name: 'Zoë Müller' })
    expect((await house.get<Me>('/users/@me', { token })).body.username).to.match(/^[A-Za-z0-9_]{1,32}$/)
  })

  it('refuses an email that is taken, in whatever case', async () => {
    const { email } = await house.register('taken')
    expect(await refusal({ email: email.toUpperCase() })).to.deep.equal([
      ...[400, 'INVALID_FORM_BODY', 'email:EMAIL_ALREADY_IN_USE'],
    ])
  })

  it('gives an email to one of many who ask at the same time', async () => {
    const body = { ...valid, email: email() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => house.post('/auth/register', { body })))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400])
  })

  it('refuses what breaks a rule, by field and code', async () => {
    const invalid = [400, 'INVALID_FORM_BODY']
    expect(await refusal({ consent: false })).to.deep.equal([
      ...[...invalid, 'consent:MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY'],
    ])
    expect((await refusal({ date_of_birth: undefined }))[2]).to.match(/^date_of_birth:/)
    expect((await refusal({ date_of_birth: '2023-02-29' }))[2]).to.equal(
      'date_of_birth:INVALID_DATE_OF_BIRTH_FORMAT',
    )
    expect((await refusal({ date_of_birth: '2024-01-01' }))[2]).to.equal('date_of_birth:MUST_BE_MINIMUM_AGE')
    expect((await refusal({ password: 'short' }))[2]).to.equal('password:PASSWORD_LENGTH_INVALID')
    expect((await refusal({ password: 'password123' }))[2]).to.equal('password:PASSWORD_IS_TOO_COMMON')
    expect((await refusal({ email: 'no address' }))[2]).to.equal('email:INVALID_EMAIL_FORMAT')
    expect((await refusal({ username: 'with space' }))[2]).to.equal('username:USERNAME_INVALID_CHARACTERS')
  })

  it('says the bounds of a length', async () => {
    const { body } = await house.post('/auth/register', {
      body: { ...valid, email: email(), password: 'short' },
    })
    expect(body.errors?.[0]?.message).to.contain('8').and.to.contain('256')
  })

  it('names all wrong fields at once', async () => {
    const [, , ...fields] = await refusal({ consent: false, email: 'nowhere', password: 'x' })
    expect(fields).to.have.members([
      'consent:MUST_AGREE_TO_TOS_AND_PRIVACY_POLICY',
      'email:INVALID_EMAIL_FORMAT',
      'password:PASSWORD_LENGTH_INVALID',
    ])
  })

  it('joins the guild of a good invite and ignores a bad one', async () => {
    const place = await house.placeOf(await house.register('host'))
    const { guilds } = house.network().clients
    const invite = {
      code: 'welcome',
      guildId: place.guild_id,
      channelId: place.channel_id,
      maxUses: 1,
      uses: 0,
      expiresAt: undefined,
    }
    await guilds.putInvite({ invite })
    const guest = await house.register('guest', { invite_code: 'welcome' })
    const late = await house.register('late', { invite_code: 'welcome' })
    const isMember = async (userId: string) =>
      (await guilds.memberPermissions({ guildId: place.guild_id, userId, channelId: '' })).isMember
    expect(await isMember(guest.user_id)).to.equal(true)
    expect(await isMember(late.user_id)).to.equal(false)
  })

  it('suggests usernames from a display name alone', async () => {
    const suggest = async (global_name: string) =>
      (await house.post<{ suggestions: string[] }>('/auth/username-suggestions', { body: { global_name } }))
        .body
    const { suggestions } = await suggest('Ann Lee')
    expect(suggestions.length).to.be.within(1, 5)
    for (const name of suggestions) expect(name).to.match(/^[A-Za-z0-9_]{1,32}$/)
    const { status, body } = await house.post('/auth/username-suggestions', { body: { global_name: '' } })
    expect([status, ...fieldsOf(body)]).to.deep.equal([400, 'global_name:GLOBAL_NAME_LENGTH_INVALID'])
  })
})
