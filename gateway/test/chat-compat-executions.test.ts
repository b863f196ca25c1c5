import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { shownMessage, webhookToken } from './fixtures.ts'
import { readExecution as read } from './read-execution.ts'
import { useGateway } from './running-gateway.ts'

const chatCompat = `/webhooks/300/${webhookToken}/chat-compat`

describe('executing a webhook in the chat-compatible format', () => {
  const gateway = useGateway()
  const post = (path: string, body: string) => gateway().call('POST', path, { token: null, body })

  it('returns exactly ok for the chat-compatible format', async () => {
    const response = await post(chatCompat, '{"text":"hi"}')
    expect([response.status, response.text]).to.deep.equal([200, 'ok'])
    expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect(response.headers.get('content-length')).to.equal('2')
    const waited = await post(`${chatCompat}?wait=true`, '{"text":"hi"}')
    expect(waited.json).to.deep.equal(shownMessage)
  })

  const words: [ErrorCode, number, string][] = [
    ['INVALID_PAYLOAD', 400, 'invalid_payload'],
    ['NO_TEXT', 400, 'no_text'],
    ['TOO_MANY_ATTACHMENTS', 400, 'too_many_attachments'],
    ['UNKNOWN_WEBHOOK', 404, 'no_service'],
    ['CHANNEL_ARCHIVED', 410, 'channel_is_archived'],
    ['PAYLOAD_TOO_LARGE', 413, 'payload_too_large'],
    ['SERVICE_UNAVAILABLE', 503, 'service_unavailable'],
    ['INTERNAL_SERVER_ERROR', 500, 'rollup_error'],
  ]
  for (const [code, status, word] of words) {
    it(`returns ${code} as plain text to chat-compatible senders`, async () => {
      gateway().stubs.webhooks.execute = async (messages) => {
        await read(messages)
        throw new ServiceError(code)
      }
      const response = await post(chatCompat, '{}')
      expect([response.status, response.text]).to.deep.equal([status, word])
      expect(response.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
      expect(response.headers.get('x-webhook-result')).to.equal(`rejected:${code}`)
    })
  }

  it('returns the error of a dry run as JSON', async () => {
    gateway().stubs.webhooks.execute = async (messages) => {
      await read(messages)
      throw new ServiceError('NO_TEXT')
    }
    const response = await post(`${chatCompat}?dry_run=true`, '{}')
    expect([response.status, response.json]).to.deep.equal([
      400,
      { code: 'NO_TEXT', message: 'The payload has no text or other visible content.' },
    ])
    expect(response.headers.get('x-webhook-result')).to.equal('rejected:NO_TEXT')
  })

  it('accepts the path segments of Discord', async () => {
    const slack = await post(`/webhooks/300/${webhookToken}/slack`, '{"text":"hi"}')
    expect([slack.status, slack.text]).to.deep.equal([200, 'ok'])
    expect((await post(`/webhooks/300/${webhookToken}/github`, '{}')).status).to.equal(204)
    gateway().stubs.webhooks.execute = async (messages) => {
      const { head } = await read(messages)
      throw new ServiceError('INVALID_PAYLOAD', { message: String(head?.format) })
    }
    for (const [segment, format] of [
      ['slack', Format.CHAT_COMPAT],
      ['github', Format.CODE_HOST],
    ] as const) {
      const { json } = await post(`/webhooks/300/${webhookToken}/${segment}?dry_run=true`, '{}')
      expect(json.message, segment).to.equal(String(format))
    }
  })
})
