import { expect } from 'chai'
import { openDevStack, type Place, resultOf, type Webhook } from './dev-stack.ts'

describe('executing a chat-compat webhook with text', () => {
  const stack = openDevStack()
  let place: Place
  let webhook: Webhook

  beforeEach(async () => {
    place = await stack.locationOf(await stack.register('ann'))
    webhook = await stack.webhookIn(place, 'Alerts')
  })

  it('answers "ok"', async () => {
    const answer = await stack.chat(webhook, { text: 'Disk is full' })
    expect([answer.status, answer.body, resultOf(answer)]).to.deep.equal([200, 'ok', 'rendered'])
    expect(answer.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect(answer.headers.get('content-length')).to.equal('2')
    expect((await stack.messagesIn(place)).map(({ content }) => content)).to.deep.equal(['Disk is full'])
  })

  it('posts under the given name and picture', async () => {
    await stack.chat(webhook, { text: 'hi', username: 'Grafana', icon_url: 'https://example.com/g.png' })
    const [message] = await stack.messagesIn(place)
    expect(message?.author).to.include({ username: 'Grafana', avatar_url: 'https://example.com/g.png' })
  })

  it('keeps links and emphasis, and mentions nobody', async () => {
    await stack.chat(webhook, { text: '<!channel> *down*: <https://example.com/a|the host> &lt;3' })
    const [message] = await stack.messagesIn(place)
    expect(message?.content).to.contain('**down**').and.to.contain('[the host](https://example.com/a)')
    expect(message?.content).to.not.contain('<!channel>').and.to.not.contain('@channel')
  })

  it('accepts JSON without a content type, plain text and a form', async () => {
    const form = new URLSearchParams({ payload: '{"text":"a form"}' }).toString()
    const bytes = new TextEncoder().encode('{"text":"no type"}')
    expect((await stack.chat(webhook, bytes)).body).to.equal('ok')
    expect((await stack.chat(webhook, '{"text":"plain"}', { 'content-type': 'text/plain' })).body).to.equal(
      'ok',
    )
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await stack.chat(webhook, form, type)).body).to.equal('ok')
    expect(await stack.messagesIn(place)).to.have.length(3)
  })

  it('rejects with the error words of the format', async () => {
    const json = { 'content-type': 'application/json' }
    const wrong = { ...webhook, token: `ghw_${'x'.repeat(43)}` }
    const answers = [
      await stack.chat(webhook, {}),
      await stack.chat(webhook, { text: '  \n ' }),
      await stack.chat(webhook, '{"text":', json),
      await stack.chat(webhook, '["text"]', json),
      await stack.chat(webhook, 'text=hello', { 'content-type': 'application/x-www-form-urlencoded' }),
      await stack.chat(webhook, '<text/>', { 'content-type': 'application/xml' }),
      await stack.chat(webhook, { text: 'x'.repeat(300_000) }),
      await stack.chat(wrong, { text: 'hello' }),
    ]
    expect(answers.map(({ status, body }) => [status, body])).to.deep.equal([
      [400, 'no_text'],
      [400, 'no_text'],
      [400, 'invalid_payload'],
      [400, 'invalid_payload'],
      [400, 'invalid_payload'],
      [400, 'invalid_payload'],
      [413, 'payload_too_large'],
      [404, 'no_service'],
    ])
    for (const answer of answers) expect(resultOf(answer)).to.match(/^rejected:[A-Z_]+$/)
    expect(await stack.messagesIn(place)).to.deep.equal([])
  })
})
