import { expect } from 'chai'
import { codeOf, type GuildChannel, type Message, openDevStack } from './dev-stack.ts'

describe('messages of a webhook', () => {
  const stack = openDevStack()
  let guildChannel: GuildChannel

  beforeEach(async () => {
    guildChannel = await stack.createGuildChannel(await stack.register('ann'))
  })

  it('posts messages in the format of this API', async () => {
    const { id, token } = await stack.createWebhook(guildChannel)
    const path = `/webhooks/${id}/${token}`
    const posted = await stack.post(path, { body: { content: 'One' } })
    expect([posted.status, posted.headers.get('x-webhook-result')]).to.deep.equal([204, 'rendered'])
    const { body } = await stack.post<Message>(`${path}?wait=true`, {
      body: { content: 'Two', username: 'Ada' },
    })
    expect(body).to.deep.include({ content: 'Two', source: null })
    expect((await stack.listMessages(guildChannel)).map(({ content }) => content)).to.deep.equal([
      'Two',
      'One',
    ])
    const dry = await stack.post<{ message: Message }>(`${path}?dry_run=true`, { body: { content: 'Three' } })
    expect(dry.body.message.content).to.equal('Three')
    const rejected = await stack.post(path, { body: { content: 'x'.repeat(2001), embeds: [{ color: -1 }] } })
    expect(codeOf(rejected)).to.deep.equal([
      ...[400, 'INVALID_FORM_BODY', 'content:STRING_LENGTH_INVALID', 'embeds.0.color:NUMBER_OUT_OF_RANGE'],
    ])
    expect(rejected.headers.get('x-webhook-result')).to.equal('rejected:INVALID_FORM_BODY')
    for (const body of [{}, { content: '' }, { content: ' ' }])
      expect(codeOf(await stack.post(path, { body }))).to.deep.equal([400, 'CANNOT_SEND_EMPTY_MESSAGE'])
    const card = { content: ' ', embeds: [{ title: 'Card' }] }
    expect((await stack.post(`${path}?wait=false`, { body: card })).status).to.equal(204)
    const wrong = await stack.post(`/webhooks/${id}/ghw_${'A'.repeat(43)}`, { body: { content: 'One' } })
    expect(codeOf(wrong)).to.deep.equal([404, 'UNKNOWN_WEBHOOK'])
  })

  it('posts forms, with files of which only the names are kept', async () => {
    const { id, token } = await stack.createWebhook(guildChannel)
    const url = `${stack.network().urls.gateway}/webhooks/${id}/${token}?wait=true`
    const post = async (body: FormData | URLSearchParams) => {
      const response = await fetch(url, { method: 'POST', body })
      return [response.status, ((await response.json()) as Message).content]
    }
    const form = new FormData()
    form.set('payload_json', JSON.stringify({ content: 'see the log' }))
    form.set('files[0]', new File(['x'.repeat(3_000_000)], 'log.txt'))
    expect(await post(form)).to.deep.equal([200, 'see the log\n+1 file: log.txt'])
    const plain = new FormData()
    plain.set('content', 'plain words')
    expect(await post(plain)).to.deep.equal([200, 'plain words'])
    expect(await post(new URLSearchParams({ content: 'backup done' }))).to.deep.equal([200, 'backup done'])
    const large = new FormData()
    large.set('payload_json', JSON.stringify({ content: 'a', x: 'x'.repeat(300_000) }))
    expect((await post(large))[0]).to.equal(413)
    const elsewhere = await fetch(`${stack.network().urls.gateway}/webhooks/${id}/${token}/code-host`, {
      method: 'POST',
      body: plain,
    })
    expect(elsewhere.status).to.equal(415)
  })

  it('edits and deletes its messages with its token', async () => {
    const { id, token } = await stack.createWebhook(guildChannel)
    const path = `/webhooks/${id}/${token}`
    const posted = await stack.post<Message>(`${path}?wait=true`, { body: { content: 'One' } })
    const message = `${path}/messages/${posted.body.id}`
    expect((await stack.get(message)).body).to.deep.equal(posted.body)
    const edited = await stack.patch<Message>(message, { body: { content: 'Two' } })
    expect([edited.status, edited.body.content]).to.deep.equal([200, 'Two'])
    expect(await stack.listMessages(guildChannel)).to.deep.equal([edited.body])
    const rejected = await stack.patch(message, { body: { embeds: [{ color: -1 }] } })
    expect(codeOf(rejected)).to.deep.equal([400, 'INVALID_FORM_BODY', 'embeds.0.color:NUMBER_OUT_OF_RANGE'])
    for (const request of [stack.get, stack.del])
      expect(codeOf(await request(`${message}?thread_id=7`))).to.deep.equal([
        ...[400, 'INVALID_FORM_BODY', 'thread_id:FIELD_NOT_ALLOWED'],
      ])
    expect(
      codeOf(await stack.post(`${path}?wait=True&thread_id=7`, { body: { content: 'One' } })),
    ).to.deep.equal([...[400, 'INVALID_FORM_BODY', 'thread_id:FIELD_NOT_ALLOWED']])
    expect((await stack.post(`${path}?wait=True`, { body: { content: 'One' } })).status).to.equal(200)
    expect(codeOf(await stack.patch(message, { body: { content: null } }))).to.deep.equal([
      ...[400, 'CANNOT_SEND_EMPTY_MESSAGE'],
    ])
    expect((await stack.del(message)).status).to.equal(204)
    expect(codeOf(await stack.del(message))).to.deep.equal([404, 'UNKNOWN_MESSAGE'])
    expect((await stack.get(`${path}/messages/x`)).status).to.equal(400)
  })
})
