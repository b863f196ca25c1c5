import { readFileSync } from 'node:fs'
import { IncomingWebhook } from '@slack/webhook'
import { expect } from 'chai'
import { type GuildChannel, openDevStack, resultOf, type Webhook } from './dev-stack.ts'

type Recorded = {
  sender: string
  contentType: string
  encoding: 'json' | 'payload'
  payload: Record<string, unknown>
  becomes: { content: string; embeds: object[]; username?: string; avatarUrl?: string }
}

const file = new URL('../webhook-service/test/fixtures/chat-compat/senders.json', import.meta.url)
const senders: Recorded[] = JSON.parse(readFileSync(file, 'utf8'))

describe('executing a chat-compat webhook with payloads of real senders', () => {
  const stack = openDevStack()
  let guildChannel: GuildChannel
  let webhook: Webhook

  beforeEach(async () => {
    guildChannel = await stack.createGuildChannel(await stack.register('ann'))
    webhook = await stack.createWebhook(guildChannel, 'Alerts')
  })

  const urlOf = ({ id, token }: Webhook) =>
    `${stack.network().urls.gateway}/webhooks/${id}/${token}/chat-compat`

  const newest = async () => (await stack.listMessages(guildChannel))[0]

  for (const { sender, contentType, encoding, payload, becomes } of senders)
    it(`answers "ok" and shows the message of ${sender}`, async () => {
      const json = JSON.stringify(payload)
      const body = encoding === 'json' ? json : new URLSearchParams({ payload: json }).toString()
      const headers = { 'content-type': contentType }
      const response = await fetch(urlOf(webhook), { method: 'POST', headers, body })
      expect(response.status).to.equal(200)
      expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
      expect([...new Uint8Array(await response.arrayBuffer())]).to.deep.equal([0x6f, 0x6b])
      const message = await newest()
      expect(message).to.deep.include({ content: becomes.content, embeds: becomes.embeds })
      expect(message?.author).to.include({
        username: becomes.username ?? 'Alerts',
        avatar_url: becomes.avatarUrl ?? null,
      })
    })

  describe('with the Slack client for Node', () => {
    it('accepts texts, attachments and blocks', async () => {
      const client = new IncomingWebhook(urlOf(webhook), { username: 'ci', icon_emoji: ':robot_face:' })
      expect(await client.send('a *text*')).to.deep.equal({ text: 'ok' })
      expect((await newest())?.content).to.equal('a **text**')
      const attachment = { color: 'good', title: 'Build 7', text: '_done_', ts: '1520248100' }
      await client.send({ text: 'x', unfurl_links: false, attachments: [attachment] })
      expect(await newest()).to.deep.include({
        content: 'x',
        embeds: [
          { title: 'Build 7', description: '*done*', color: 0x2eb67d, timestamp: '2018-03-05T11:08:20.000Z' },
        ],
      })
      await client.send({ blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Only blocks' } }] })
      expect((await newest())?.content).to.equal('**Only blocks**')
      expect((await newest())?.author.username).to.equal('ci')
    })

    it('reports a deleted webhook', async () => {
      const gone = new IncomingWebhook(urlOf({ ...webhook, token: `ghw_${'x'.repeat(43)}` }))
      const error = await gone.send('x').catch((cause: unknown) => cause)
      expect(error).to.be.instanceOf(Error).with.property('message').that.includes('404')
    })
  })

  it('rejects with the error words of the format', async () => {
    const text = (value: string) => ({ attachments: Array(101).fill({ text: value }) })
    expect(await rejection(text('x'))).to.deep.equal([
      400,
      'too_many_attachments',
      'rejected:TOO_MANY_ATTACHMENTS',
    ])
    expect(await rejection({ attachments: [{ color: 'good' }] })).to.deep.equal([
      400,
      'no_text',
      'rejected:NO_TEXT',
    ])
    await stack.archiveChannel(guildChannel)
    expect(await rejection({ text: 'x' })).to.deep.equal([
      410,
      'channel_is_archived',
      'rejected:CHANNEL_ARCHIVED',
    ])
    expect(await stack.listMessages(guildChannel)).to.deep.equal([])
  })

  it('previews a payload and names the blocks that show nothing', async () => {
    const blocks = [{ type: 'section', text: 'x' }, { type: 'input' }]
    const response = await stack.post(`/webhooks/${webhook.id}/${webhook.token}/chat-compat?dry_run=true`, {
      body: { blocks },
    })
    expect(response.body).to.include({ result: 'rendered', detail: 'Blocks that show nothing: input.' })
    expect(await stack.listMessages(guildChannel)).to.deep.equal([])
  })

  async function rejection(body: unknown): Promise<[number, string, string | null]> {
    const response = await stack.postChat(webhook, body)
    return [response.status, response.body, resultOf(response)]
  }
})
