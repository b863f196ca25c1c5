import { ChannelKind } from '@gatehouse/proto/gen/guilds/v1/guilds'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import type { ExecuteRequest } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { until } from '@gatehouse/service-kit/testing/wait-until'
import { expect } from 'chai'
import { makeChannel } from '../../guild-directory/test/fixtures.ts'
import { signed } from './error-tracking.ts'
import {
  changing,
  codeHost,
  makeWebhook,
  type Post,
  posted,
  requestsOf,
  set,
  storedOf,
  type Target,
} from './executing.ts'
import { asManager, type StartedService, startService } from './started-service.ts'

describe('an execution whose webhook changes while the body arrives', () => {
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService()
  })
  after(() => service.close())
  beforeEach(async () => {
    webhook = await makeWebhook(service)
  })

  /** Starts an execution; resolves once its token was checked, its limits were taken and a part of its body arrived. `finish` sends the rest. */
  async function begin(post: Partial<Post> = {}) {
    const rest = Promise.withResolvers<void>()
    const response = service.webhooks.execute(paused(rest.promise, post))
    // A rejection is checked later, when the test has sent the body.
    response.catch(() => {})
    await until(async () => (await bytesInFlight()) > 0)
    return {
      async finish() {
        rest.resolve()
        return posted((await response).outcome)
      },
    }
  }

  async function bytesInFlight(): Promise<number> {
    const metrics = await (await fetch(`http://${service.opsAddress}/metrics`)).text()
    return Number(/^gatehouse_body_bytes_in_flight\{budget="small"[^}]*\} (\d+)$/m.exec(metrics)?.[1] ?? 0)
  }

  async function* paused(rest: Promise<void>, post: Partial<Post>): AsyncGenerator<ExecuteRequest> {
    const [head, first, ...others] = requestsOf({ webhook, body: { text: 'late' }, chunkBytes: 8, ...post })
    if (!head || !first) throw new Error('The request has no body.')
    yield head
    yield first
    await rest
    yield* others
  }
  const channel = (archived: boolean) => ({
    channel: { id: webhook.channelId, guildId: webhook.guildId, name: 'c', kind: ChannelKind.TEXT, archived },
  })
  const managed = () => ({ ...asManager(webhook.owner), id: webhook.id })

  const ends: [string, string, () => Promise<unknown>][] = [
    ['its webhook was deleted', 'UNKNOWN_WEBHOOK', () => service.webhooks.delete(managed())],
    ['its webhook expired', 'UNKNOWN_WEBHOOK', () => set(service, webhook, { expiresAt: soon() })],
    [
      'its format is no longer allowed',
      'FORMAT_NOT_ALLOWED',
      () => set(service, webhook, { allowedFormats: [Format.CODE_HOST] }),
    ],
    ['its channel was archived', 'CHANNEL_ARCHIVED', () => service.guilds.putChannel(channel(true))],
  ]
  const soon = () => new Date(service.clock.now() + 1)

  for (const [what, code, end] of ends) {
    it(`posts nothing after ${what}`, async () => {
      const { finish } = await begin()
      await end()
      service.clock.advance(501)
      expect((await rejected(finish())).code).to.equal(code)
      expect(await storedOf(service, webhook)).to.deep.equal({ messages: [], deliveries: [] })
    })
  }

  it('posts to the current channel under the current name', async () => {
    const { finish } = await begin()
    const channelId = await makeChannel(service, webhook.guildId)
    await service.webhooks.update({ ...managed(), ...changing({ name: 'Moved', channelId }) })
    service.clock.advance(501)
    await finish()
    const page = { channelId, pageSize: 0, pageToken: '' }
    const { messages } = await service.webhooks.listMessages({ ...managed(), ...page })
    expect([messages[0]?.content, messages[0]?.author?.username]).to.deep.equal(['late', 'Moved'])
  })

  it('does not read the webhook again within half a second', async () => {
    const { finish } = await begin()
    await service.guilds.putChannel(channel(true))
    service.clock.advance(500)
    expect((await finish()).result).to.equal('rendered')
  })

  it('verifies the signature with the secret that is valid when the body is complete', async () => {
    const [before, after] = ['the secret of before', 'the secret of after']
    const body = '{"zen":"late"}'
    const ping = (secret: string) => {
      const { format, headers } = codeHost('ping')
      return {
        body,
        format,
        headers: { ...headers, 'x-hub-signature-256': `sha256=${signed(secret, body)}` },
      }
    }
    await set(service, webhook, { signingSecret: before })
    const [withOld, withNew] = [await begin(ping(before)), await begin(ping(after))]
    await set(service, webhook, { signingSecret: after })
    service.clock.advance(501)
    expect((await rejected(withOld.finish())).code).to.equal('INVALID_SIGNATURE')
    expect((await withNew.finish()).result).to.equal('ignored:ping')
  })
})
