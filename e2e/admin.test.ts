import { adminOutput } from '@gatehouse/admin/testing/admin-output'
import { expect } from 'chai'
import { openDevStack, type TestAccount } from './dev-stack.ts'

describe('npm run admin', () => {
  const stack = openDevStack()
  let ann: TestAccount

  before(async () => {
    ann = await stack.register('ann')
  })

  it('creates, shows, lists and deletes guilds and their contents', async () => {
    const guild = await record('guild', 'put', '--name', 'Home', '--owner', ann.user_id)
    expect(guild).to.include({ name: 'Home', owner_id: ann.user_id })
    const channel = await record('channel', 'put', '--guild', guild.id, '--name', 'builds')
    expect(channel).to.deep.equal({
      id: channel.id,
      guild_id: guild.id,
      name: 'builds',
      kind: 'text',
      archived: false,
    })

    const ofGuild = ['--guild', guild.id]
    const member = [...ofGuild, '--user', '77']
    const bits = { permissions: '536871936', permission_names: ['VIEW_CHANNEL', 'MANAGE_WEBHOOKS'] }
    expect(
      await record('member', 'put', ...member, '--permissions', 'MANAGE_WEBHOOKS,VIEW_CHANNEL'),
    ).to.deep.equal({ guild_id: guild.id, user_id: '77', ...bits })

    const overwrite = await record(
      ...['overwrite', 'put', '--channel', channel.id, '--user', '77', '--deny', 'MANAGE_WEBHOOKS'],
    )
    expect(overwrite).to.include({ id: `${channel.id}-77`, allow: '0', deny: '536870912' })

    const before = Date.now()
    const invite = await record(
      ...['invite', 'put', ...ofGuild, '--channel', channel.id],
      ...['--code', 'welcome', '--max-uses', '3', '--expires-in', '1h'],
    )
    expect(invite).to.include({ code: 'welcome', max_uses: 3, uses: 0, guild_id: guild.id })
    expect(Date.parse(invite.expires_at ?? '') - 3_600_000).to.be.within(before, Date.now())

    const things = [
      { noun: 'guild', made: guild, key: ['--id', guild.id], within: [] },
      { noun: 'channel', made: channel, key: ['--id', channel.id], within: ofGuild },
      { noun: 'member', made: await record('member', 'get', ...member), key: member, within: ofGuild },
      { noun: 'overwrite', made: overwrite, key: ['--id', overwrite.id], within: ['--channel', channel.id] },
      { noun: 'invite', made: invite, key: ['--id', 'welcome'], within: ofGuild },
    ]
    for (const { noun, made, key, within } of things) {
      expect(await record(noun, 'get', ...key), noun).to.deep.equal(made)
      expect(await json(noun, 'list', ...within), noun).to.deep.include(made)
    }
    for (const { noun, key } of things.reverse()) {
      expect(await record(noun, 'delete', ...key), noun).to.deep.equal({ deleted: true })
      expect(await record(noun, 'delete', ...key), noun).to.deep.equal({ deleted: false })
      const { code, err } = await admin(noun, 'get', ...key, '--json')
      expect([code, JSON.parse(err).code], noun).to.deep.equal([1, `UNKNOWN_${noun.toUpperCase()}`])
    }
  })

  it('changes records that exist', async () => {
    const guild = await record('guild', 'put', '--name', 'Old', '--owner', ann.user_id, '--id', '4242')
    expect(guild.id).to.equal('4242')
    expect(await record('guild', 'put', '--name', 'New', '--owner', ann.user_id, '--id', '4242')).to.include({
      id: '4242',
      name: 'New',
    })
  })

  it('names the flag with an invalid value', async () => {
    const rejected = await admin('guild', 'put', '--name', ' ', '--owner', 'nobody')
    expect(rejected.code).to.equal(1)
    expect(rejected.err)
      .to.contain('--name: ')
      .and.to.contain('--owner: ')
      .and.to.contain('INVALID_FORM_BODY')
    const asJson = await admin('guild', 'put', '--name', ' ', '--owner', 'nobody', '--json')
    expect(JSON.parse(asJson.err).errors).to.have.length(2)
  })

  it('encrypts stored secrets again, page by page, and reports the progress', async () => {
    const { code, out, err } = await admin('rekey', '--json')
    expect(code).to.equal(0)
    const [accounts, webhooks] = JSON.parse(out.trim().split('\n').at(-1) ?? '')
    expect(accounts)
      .to.include({ stored: 'accounts', rekeyed: 0 })
      .and.to.deep.include({ unreadable_ids: [] })
    expect(webhooks).to.include({ stored: 'webhooks', rekeyed: 0 })
    expect(err).to.contain(`accounts: ${accounts.examined} examined, 0 secrets encrypted again`)
  })

  it('publishes unreadable messages again', async () => {
    expect(await record('webhook', 'retry-messages')).to.deep.equal({ retried: 0 })
  })

  it('finds, suspends, enables, promotes and deletes accounts by id or email', async () => {
    const bob = await stack.register('bob')
    const found = await record('account', 'find', '--email', bob.email.toUpperCase())
    expect(found).to.include({ id: bob.user_id, email: bob.email, status: 'active', disabled_until: null })
    for (const named of [bob.user_id, bob.email]) {
      expect(await record('account', 'show', named)).to.deep.equal(found)
      expect(await record('account', 'disable', named)).to.include({
        status: 'disabled',
        disabled_until: null,
      })
      const before = Date.now()
      const { disabled_until } = await record('account', 'disable', named, '--for', '7d')
      expect(Date.parse(disabled_until ?? '') - 7 * 86_400_000).to.be.within(before, Date.now())
      expect(await record('account', 'enable', named)).to.include({
        status: 'active',
        disabled_until: null,
      })
      expect(await record('account', 'promote', named)).to.include({ administrator: true })
      expect(await record('account', 'demote', named)).to.include({ administrator: false })
    }
    expect(await record('account', 'delete', bob.email)).to.deep.equal({ deleted: true })
    for (const named of [bob.user_id, bob.email]) {
      expect(await record('account', 'delete', named)).to.deep.equal({ deleted: false })
      for (const verb of ['show', 'disable', 'enable', 'promote', 'demote']) {
        const { code, err } = await admin('account', verb, named)
        expect([code, err.includes('UNKNOWN_USER')], verb).to.deep.equal([1, true])
      }
    }
  })

  it('sets the address of an account whose owner lost the mailbox', async () => {
    const dora = await stack.register('dora')
    const to = `dora-${dora.user_id}@gatehouse.test`
    const missing = await admin('account', 'set-email', dora.email)
    expect([missing.code, missing.err.includes('--to')]).to.deep.equal([2, true])
    const taken = await admin('account', 'set-email', dora.email, '--to', 'dora@')
    expect([taken.code, taken.err.includes('email')]).to.deep.equal([1, true])
    expect(await record('account', 'set-email', dora.email, '--to', to, '--no-revert')).to.include({
      id: dora.user_id,
      email: to,
    })
    expect((await stack.get('/users/@me', { token: dora.token })).status).to.equal(401)
    const token = await stack.signIn({ ...dora, email: to })
    expect((await stack.get<{ verified: boolean }>('/users/@me', { token })).body.verified).to.equal(true)
  })

  it('accepts the account as an argument or as --id, but not both', async () => {
    const { user_id, email } = await stack.register('cleo')
    for (const verb of ['show', 'disable', 'enable', 'promote', 'demote']) {
      expect(await record('account', verb, '--id', user_id), verb).to.include({ id: user_id })
      expect(await record('account', verb, '--id', email), verb).to.include({ id: user_id })
    }
    for (const verb of ['show', 'disable', 'enable', 'promote', 'demote', 'delete', 'set-password']) {
      const none = await admin('account', verb)
      expect([none.code, none.err], verb).to.deep.equal([
        2,
        "missing required argument 'account' or option '--id'. Add --help to see how.\n",
      ])
      const both = await admin('account', verb, user_id, '--id', user_id)
      expect([both.code, both.err.includes('either')], verb).to.deep.equal([2, true])
    }
    expect(await record('account', 'delete', '--id', user_id)).to.deep.equal({ deleted: true })
  })

  it('prints tables without --json', async () => {
    const { out } = await admin('account', 'show', ann.user_id)
    expect(out).to.contain('│ email').and.to.contain(ann.email)
    expect((await admin('invite', 'list', '--guild', '4242')).out).to.equal('none\n')
  })

  function admin(...args: (string | undefined)[]) {
    return adminOutput(args.map(String), { env: stack.network().env })
  }

  async function json(...args: (string | undefined)[]) {
    const { code, out, err } = await admin(...args, '--json')
    expect([code, err]).to.deep.equal([0, ''])
    return JSON.parse(out)
  }

  function record(...args: (string | undefined)[]): Promise<Record<string, string>> {
    return json(...args)
  }
})
