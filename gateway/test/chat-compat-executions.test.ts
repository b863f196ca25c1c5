import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { expect } from 'chai'
import { webhookToken } from './fixtures.ts'
import { readExecution as read } from './read-execution.ts'
import { useGateway } from './running-gateway.ts'

const chatCompat = `/webhooks/300/${webhookToken}/chat-compat`

describe('executing a webhook in the chat-compatible format', () => {
  const gateway = useGateway()
  const post = (path: string, body: string) => gateway().call('POST', path, { token: null, body })

  it('returns exactly ok for the chat-compatible format', async () => {
    const answer = await post(chatCompat, '{"text":"hi"}')
    expect([answer.status, answer.text]).to.deep.equal([200, 'ok'])
    expect(answer.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect(answer.headers.get('content-length')).to.equal('2')
    const waited = await post(`${chatCompat}?wait=true`, '{"text":"hi"}')
    expect(waited.text).to.equal('{"id":"9"}')
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
      const answer = await post(chatCompat, '{}')
      expect([answer.status, answer.text]).to.deep.equal([status, word])
      expect(answer.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
      expect(answer.headers.get('x-webhook-result')).to.equal(`rejected:${code}`)
    })
  }
})
