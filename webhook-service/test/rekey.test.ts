import { randomBytes } from 'node:crypto'
import { WebhooksService } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { createLogger } from '@gatehouse/service-kit/process/log'
import { testClient } from '@gatehouse/service-kit/testing/test-client'
import { start } from '@gatehouse/webhook-service/start'
import { expect } from 'chai'
import { makeWebhook, set, type Target } from './executing.ts'
import { asManager, type StartedService, startService } from './started-service.ts'

const log = createLogger({ name: 'test', level: 'silent' })

describe('Webhooks.Rekey', () => {
  const newKey = { new: randomBytes(32).toString('base64') }
  let service: StartedService
  let webhook: Target
  before(async () => {
    service = await startService()
    webhook = await makeWebhook(service)
    await set(service, webhook, { signingSecret: 'first secret 123456' })
    await set(service, webhook, { signingSecret: 'second secret 12345', signingSecretGraceSeconds: 3600 })
  })
  after(() => service.close())

  /** Calls a replica whose ring has these keys. */
  async function withKeys<T>(
    keys: Record<string, string>,
    use: (webhooks: StartedService['webhooks']) => Promise<T>,
  ) {
    const config = { ...service.config, keys: JSON.stringify({ current: 'new', keys }) }
    const replica = await start(config, { clock: service.clock, log })
    const webhooks = testClient(WebhooksService, replica.grpcAddress)
    try {
      return await use(webhooks)
    } finally {
      webhooks.close()
      await replica.close()
    }
  }
  const rekey = (webhooks: StartedService['webhooks']) => webhooks.rekey({ pageSize: 0, pageToken: '' })
  const oldKeys = () => (JSON.parse(service.config.keys) as { keys: Record<string, string> }).keys

  it('reports webhooks with texts that no key decrypts', async () => {
    const { rekeyed, unreadableIds } = await withKeys(newKey, rekey)
    expect(rekeyed).to.equal(0)
    expect(unreadableIds).to.deep.equal([webhook.id])
  })

  it('encrypts tokens and signing secrets with the current key, so that the older key can be removed', async () => {
    const keys = { ...oldKeys(), ...newKey }
    expect(await withKeys(keys, rekey)).to.include({ examined: 1, rekeyed: 3, nextPageToken: '' })
    expect(await withKeys(keys, rekey)).to.include({ examined: 1, rekeyed: 0 })

    await withKeys(newKey, async (webhooks) => {
      const read = await webhooks.get({ ...asManager(webhook.owner), id: webhook.id })
      expect(read.webhook?.token).to.equal(webhook.token)
      expect((await rekey(webhooks)).unreadableIds).to.deep.equal([])
    })
  })
})
