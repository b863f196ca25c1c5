import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import type { PreviewHead, PreviewRequest } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { makeWebhook, post, posted } from './executing.ts'
import { examplePayload } from './fixtures/code-host/example-payloads.ts'
import { type StartedService, startService } from './started-service.ts'

const star = examplePayload('star', ({ action }) => action === 'created')

describe('Webhooks.Preview', () => {
  let service: StartedService
  before(async () => {
    service = await startService()
  })
  after(() => service.close())

  const preview = async (head: Partial<PreviewHead>, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return posted((await service.webhooks.preview(partsOf(head, text))).outcome)
  }

  it('returns the result of a dry run without a webhook', async () => {
    const head = { format: Format.CODE_HOST, headers: { 'x-github-event': 'star' } }
    const webhook = await makeWebhook(service)
    const executed = await post(service, { ...head, webhook, body: star, dryRun: true })
    const { result, message, detail } = await preview(head, star)
    expect([result, detail]).to.deep.equal([executed.result, executed.detail])
    expect(message?.embeds).to.deep.equal(executed.message?.embeds)
    expect(message).to.include({ channel_id: '0', guild_id: '0', webhook_id: '0', content: '' })
  })

  it('explains why nothing would be posted', async () => {
    const head = { format: Format.CODE_HOST, headers: { 'x-github-event': 'star' } }
    expect(await preview(head, { ...star, action: 'deleted' })).to.deep.equal({
      result: 'ignored:star.deleted',
      detail: 'Nothing is shown for star.deleted.',
      message: undefined,
    })
  })

  it('stores nothing and can be repeated', async () => {
    const head = {
      format: Format.CODE_HOST,
      headers: { 'x-github-event': 'star', 'x-github-delivery': 'again' },
    }
    for (const _ of [1, 2]) expect((await preview(head, star)).result).to.equal('rendered')
    for (const name of ['messages', 'deliveries'])
      expect(await service.connection.collection(name).countDocuments(), name).to.equal(0)
  })

  it('accepts forms', async () => {
    const form = new URLSearchParams({ payload: '{"text":"*hi*"}' }).toString()
    const head = { format: Format.CHAT_COMPAT, contentType: 'application/x-www-form-urlencoded' }
    expect((await preview(head, form)).message).to.include({ content: '**hi**' })
  })

  it('rejects what an execution rejects', async () => {
    const codes = async (head: Partial<PreviewHead>, body: string) =>
      (await rejected(preview(head, body))).code
    const codeHost = { format: Format.CODE_HOST }
    expect(await codes(codeHost, '{')).to.equal('MALFORMED_JSON')
    expect(await codes(codeHost, '[]')).to.equal('INVALID_FORM_BODY')
    expect(await codes(codeHost, '{}')).to.equal('INVALID_FORM_BODY')
    expect(await codes({ ...codeHost, contentType: 'image/png' }, '{}')).to.equal('UNSUPPORTED_MEDIA_TYPE')
    expect(await codes({ format: Format.UNSPECIFIED }, '{}')).to.equal('UNSUPPORTED_MEDIA_TYPE')
    expect(await codes({ format: Format.CHAT_COMPAT }, '{}')).to.equal('NO_TEXT')
    expect(await codes({ format: Format.CHAT_COMPAT }, ' '.repeat(262_145))).to.equal('PAYLOAD_TOO_LARGE')
  })

  it('requires a head, a body and an end', async () => {
    const end: PreviewRequest = { part: { $case: 'end', value: true } }
    expect((await rejected(service.webhooks.preview([end]))).code).to.equal('INVALID_FORM_BODY')
    const cut = [...partsOf({ format: Format.CODE_HOST }, '{}')].slice(0, 2)
    expect((await rejected(service.webhooks.preview(cut))).code).to.equal('REQUEST_TIMEOUT')
  })
})

function* partsOf(head: Partial<PreviewHead>, body: string): Generator<PreviewRequest> {
  const none = { format: Format.UNSPECIFIED, contentType: '', contentEncoding: '', headers: {} }
  yield { part: { $case: 'head', value: { ...none, ...head } } }
  yield { part: { $case: 'data', value: Buffer.from(body) } }
  yield { part: { $case: 'end', value: true } }
}
