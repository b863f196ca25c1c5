import { firstSteps } from '@gatehouse/admin/first-steps'
import { type Seed, seed } from '@gatehouse/admin/seed'
import { runCommand } from '@gatehouse/dev/process/run-command'
import { onPath } from '@gatehouse/dev/system/on-path'
import { expect } from 'chai'
import { type Message, openDevStack, type Webhook } from './dev-stack.ts'
import { tlsOf } from './network-tls.ts'

describe('seed', () => {
  const stack = openDevStack()
  const sow = (): Promise<Seed> => {
    const { env, urls } = stack.network()
    const { GATEHOUSE_AUTH_ADDR: auth, GATEHOUSE_WEBHOOKS_ADDR: guilds } = env
    return seed({ gateway: urls.gateway, auth, guilds, tls: tlsOf('admin') })
  }

  it('creates two accounts that can manage one webhook', async () => {
    const { accounts, guild_id, channel_id, webhook } = await sow()
    expect(accounts.map(({ administrator }) => administrator)).to.deep.equal([true, false])
    expect(accounts.map(({ email }) => email)).to.deep.equal(['ann@gatehouse.test', 'bob@gatehouse.test'])
    for (const { token, email, password, user_id } of accounts) {
      const { body } = await stack.get<Webhook[]>(`/channels/${channel_id}/webhooks`, { token })
      expect(body.map(({ id, token, guild_id }) => ({ id, token, guild_id }))).to.deep.equal([
        { ...webhook, guild_id },
      ])
      const signedIn = await stack.post('/auth/login', { body: { email, password } })
      expect([signedIn.status, signedIn.body.user_id]).to.deep.equal([200, user_id])
    }
  })

  it('finds existing records and creates new tokens when repeated', async () => {
    const [first, second] = [await sow(), await sow()]
    const lasting = ({ accounts, ...rest }: Seed) => ({
      ...rest,
      ids: accounts.map(({ user_id }) => user_id),
    })
    expect(lasting(second)).to.deep.equal(lasting(first))
    for (const { token } of [...first.accounts, ...second.accounts]) {
      expect((await stack.get('/users/@me', { token })).status).to.equal(200)
    }
  })

  it('creates deleted records again', async () => {
    const first = await sow()
    await stack.network().clients.guilds.deleteGuild({ id: first.guild_id })
    const again = await sow()
    expect(again.guild_id).to.equal(first.guild_id)
    expect(again.webhook.id).to.not.equal(first.webhook.id)
    const [ann] = again.accounts
    await stack.network().clients.accounts.deleteAccount({ id: ann?.user_id ?? '' })
    const [newAnn] = (await sow()).accounts
    expect(newAnn?.user_id).to.not.equal(ann?.user_id)
  })

  it('rejects a gateway that other machines can reach', async () => {
    const { GATEHOUSE_AUTH_ADDR: auth, GATEHOUSE_WEBHOOKS_ADDR: guilds } = stack.network().env
    const rejected = await seed({ gateway: 'https://gatehouse.example', auth, guilds }).catch(
      (error) => error,
    )
    expect(rejected.message).to.contain('gatehouse.example')
  })

  it('prints curl commands that work', async function () {
    if (!onPath(['curl'])) return this.skip()
    const seeded = await sow()
    const commands = firstSteps(stack.network().urls.gateway, seeded)
      .split('\n')
      .filter((line) => line.startsWith('curl '))
    const [registered, made, posted, read] = await inTurn(commands)
    expect(JSON.parse(registered ?? '')).to.have.keys('token', 'user_id')
    expect(JSON.parse(made ?? '')).to.include({ channel_id: seeded.channel_id, name: 'My builds' })
    expect(posted)
      .to.match(/^HTTP\/1.1 204 /)
      .and.to.match(/x-webhook-result: rendered/i)
    const [message]: Message[] = JSON.parse(read ?? '')
    expect(message?.embeds[0]?.title).to.equal('[lamp:main] 3 new commits')
  })
})

async function inTurn(commands: string[]): Promise<string[]> {
  const outputs: string[] = []
  for (const command of commands) outputs.push(await runCommand('sh', ['-c', command]))
  return outputs
}
