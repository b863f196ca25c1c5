import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { makeWebhook, type Post, post, set, storedOf, type Target } from './executing.ts'
import { type StartedService, startService } from './started-service.ts'

describe('Webhooks.Execute with native messages', () => {
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService()
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  const say = (body: unknown, options: Partial<Post> = {}) =>
    post(service, { webhook, format: Format.NATIVE, body, ...options })
  const codeOf = async (promise: Promise<unknown>) => (await rejected(promise)).code

  it('stores a message with its mentions and without a source', async () => {
    const body = { content: '@here <@7>', allowed_mentions: { parse: ['everyone'], users: ['7'] } }
    const { message } = await say(body, { wait: true })
    const expected = {
      content: '@here <@7>',
      mention_everyone: true,
      mentions: ['7'],
      mention_roles: [],
      source: null,
    }
    expect(message).to.deep.include(expected)
    const listed = await service.webhooks.listMessages({
      actor: { accountId: webhook.owner, sessionIdHash: 'hash', provedAt: undefined },
      channelId: webhook.channelId,
      pageSize: 1,
      pageToken: '',
    })
    expect(listed.messages[0]?.mentions).to.deep.equal({ everyone: true, userIds: ['7'], roleIds: [] })
  })

  it('stores nothing for a dry run or a rejected message', async () => {
    expect((await say({ content: 'a' }, { dryRun: true })).message?.content).to.equal('a')
    expect(await codeOf(say({ content: '' }))).to.equal('CANNOT_SEND_EMPTY_MESSAGE')
    expect(await codeOf(say({ content: 'a'.repeat(2001) }))).to.equal('INVALID_FORM_BODY')
    expect(await codeOf(say('[]'))).to.equal('INVALID_FORM_BODY')
    expect(await codeOf(say('{'))).to.equal('MALFORMED_JSON')
    expect((await storedOf(service, webhook)).messages).to.deep.equal([])
  })

  it('rejects large bodies and other content types', async () => {
    expect(await codeOf(say(' '.repeat(256 * 1024 + 1)))).to.equal('PAYLOAD_TOO_LARGE')
    expect(await codeOf(say({ content: 'a' }, { contentType: 'text/html' }))).to.equal(
      'UNSUPPORTED_MEDIA_TYPE',
    )
    expect(await codeOf(say({ content: 'a' }, { contentType: 'multipart/form-data' }))).to.equal(
      'INVALID_FORM_BODY',
    )
  })

  it('needs no signature and passes event filters', async () => {
    await set(service, webhook, { signingSecret: 'sixteen letters!' })
    expect((await say({ content: 'a' })).result).to.equal('rendered')
  })

  it('allows 5 messages in two seconds, and 60 in a minute together with chat messages', async () => {
    for (let count = 0; count < 5; count += 1) await say({ content: 'a' })
    const burst = await rejected(say({ content: 'a' }))
    expect(burst.rateLimit).to.include({ bucket: 'webhook:execute:burst', limit: 5 })
    for (let count = 0; count < 55; count += 1) await post(service, { webhook, body: { text: 'a' } })
    service.clock.advance(500)
    expect((await rejected(say({ content: 'a' }))).rateLimit).to.include({
      bucket: 'webhook:execute',
      limit: 60,
    })
  })
})
