import { expect } from 'chai'
import { type GuildChannel, openDevStack, resultOf, type Webhook } from './dev-stack.ts'

describe('executing a chat-compat webhook with text', () => {
  const stack = openDevStack()
  let guildChannel: GuildChannel
  let webhook: Webhook

  beforeEach(async () => {
    guildChannel = await stack.createGuildChannel(await stack.register('ann'))
    webhook = await stack.createWebhook(guildChannel, 'Alerts')
  })

  it('answers "ok"', async () => {
    const response = await stack.postChat(webhook, { text: 'Disk is full' })
    expect([response.status, response.body, resultOf(response)]).to.deep.equal([200, 'ok', 'rendered'])
    expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect(response.headers.get('content-length')).to.equal('2')
    expect((await stack.listMessages(guildChannel)).map(({ content }) => content)).to.deep.equal([
      'Disk is full',
    ])
  })

  it('posts under the given name and picture', async () => {
    await stack.postChat(webhook, { text: 'hi', username: 'Grafana', icon_url: 'https://example.com/g.png' })
    const [message] = await stack.listMessages(guildChannel)
    expect(message?.author).to.include({ username: 'Grafana', avatar_url: 'https://example.com/g.png' })
  })

  it('keeps links and emphasis, and mentions nobody', async () => {
    await stack.postChat(webhook, { text: '<!channel> *down*: <https://example.com/a|the host> &lt;3' })
    const [message] = await stack.listMessages(guildChannel)
    expect(message?.content).to.contain('**down**').and.to.contain('[the host](https://example.com/a)')
    expect(message?.content).to.not.contain('<!channel>').and.to.not.contain('@channel')
  })

  it('accepts JSON without a content type, plain text and a form', async () => {
    const form = new URLSearchParams({ payload: '{"text":"a form"}' }).toString()
    const bytes = new TextEncoder().encode('{"text":"no type"}')
    expect((await stack.postChat(webhook, bytes)).body).to.equal('ok')
    expect(
      (await stack.postChat(webhook, '{"text":"plain"}', { 'content-type': 'text/plain' })).body,
    ).to.equal('ok')
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await stack.postChat(webhook, form, type)).body).to.equal('ok')
    expect(await stack.listMessages(guildChannel)).to.have.length(3)
  })

  it('accepts line breaks within the strings of the JSON, which scripts write', async () => {
    const text = '{"text":"**disk**\tfull\r\non host7"}'
    const json = { 'content-type': 'application/json' }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await stack.postChat(webhook, text, json)).body).to.equal('ok')
    expect(
      (await stack.postChat(webhook, new URLSearchParams({ payload: text }).toString(), form)).body,
    ).to.equal('ok')
    const [first, second] = await stack.listMessages(guildChannel)
    expect(first?.content).to.match(/full\non host7$/)
    expect(second?.content).to.equal(first?.content)
  })

  it('rejects with the error words of the format', async () => {
    const json = { 'content-type': 'application/json' }
    const wrong = { ...webhook, token: `ghw_${'x'.repeat(43)}` }
    const responses = [
      await stack.postChat(webhook, {}),
      await stack.postChat(webhook, { text: '  \n ' }),
      await stack.postChat(webhook, '{"text":', json),
      await stack.postChat(webhook, '["text"]', json),
      await stack.postChat(webhook, 'text=hello', { 'content-type': 'application/x-www-form-urlencoded' }),
      await stack.postChat(webhook, '<text/>', { 'content-type': 'application/xml' }),
      await stack.postChat(webhook, { text: 'x'.repeat(300_000) }),
      await stack.postChat(wrong, { text: 'hello' }),
    ]
    expect(responses.map(({ status, body }) => [status, body])).to.deep.equal([
      [400, 'no_text'],
      [400, 'no_text'],
      [400, 'invalid_payload'],
      [400, 'invalid_payload'],
      [400, 'invalid_payload'],
      [400, 'invalid_payload'],
      [413, 'payload_too_large'],
      [404, 'no_service'],
    ])
    for (const response of responses) expect(resultOf(response)).to.match(/^rejected:[A-Z_]+$/)
    expect(await stack.listMessages(guildChannel)).to.deep.equal([])
  })
})
