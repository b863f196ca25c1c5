import {
  enterpriseServerPayloads,
  examplePayloads,
} from '@gatehouse/webhook-service/test/fixtures/code-host/example-payloads'
import {
  errorTrackerPayloads,
  resourceNames,
} from '@gatehouse/webhook-service/test/fixtures/error-tracker/payloads'
import { expect } from 'chai'
import { type GuildChannel, openDevStack, resultOf, type Webhook } from './dev-stack.ts'

type Corpus = {
  whose: string
  format: string
  eventHeader: string
  deliveryHeader: string
  payloads: { event: string; payload: unknown }[]
  /** How many become what, by the first word of X-Webhook-Result. */
  counts: Record<string, number>
}

const codeHost = { format: 'code-host', eventHeader: 'x-github-event', deliveryHeader: 'x-github-delivery' }

const corpora: Corpus[] = [
  {
    whose: '329 recorded payloads of a code host',
    ...codeHost,
    payloads: examplePayloads,
    counts: { rendered: 129, ignored: 200 },
  },
  {
    whose: '397 recorded payloads of code hosts that people run themselves',
    ...codeHost,
    payloads: enterpriseServerPayloads,
    counts: { rendered: 193, ignored: 204 },
  },
  {
    whose: 'payloads of every resource of an error tracker',
    format: 'error-tracker',
    eventHeader: 'sentry-hook-resource',
    deliveryHeader: 'request-id',
    payloads: Object.entries(errorTrackerPayloads).map(([name, payload]) => ({
      event: resourceNames[name as keyof typeof errorTrackerPayloads],
      payload,
    })),
    counts: { rendered: 12, ignored: 6 },
  },
]

describe('executing webhooks with every recorded payload', () => {
  const stack = openDevStack()
  let guildChannel: GuildChannel
  let webhook: Webhook

  beforeEach(async () => {
    guildChannel = await stack.createGuildChannel(await stack.register('ann'))
    webhook = await stack.createWebhook(guildChannel)
  })

  for (const { whose, format, eventHeader, deliveryHeader, payloads, counts } of corpora)
    it(`shows the payload or reports why it is ignored: ${whose}`, async () => {
      const seen: Record<string, number> = {}
      for (const [index, { event, payload }] of payloads.entries()) {
        const named = event === '' ? {} : { [eventHeader]: event }
        const response = await stack.post(`/webhooks/${webhook.id}/${webhook.token}/${format}`, {
          body: payload,
          headers: { ...named, [deliveryHeader]: `example-${index}` },
        })
        expect(response.status, `${event} ${JSON.stringify(response.body)}`).to.equal(204)
        const [word = 'none'] = resultOf(response)?.split(':') ?? []
        seen[word] = (seen[word] ?? 0) + 1
      }
      expect(seen).to.deep.equal(counts)
      expect(await countMessages()).to.equal(counts.rendered)
    })

  async function countMessages(): Promise<number> {
    let [count, before] = [0, '']
    for (;;) {
      const page = await stack.listMessages(guildChannel, `?limit=100${before && `&before=${before}`}`)
      count += page.length
      before = page.at(-1)?.id ?? ''
      if (page.length < 100) return count
    }
  }
})
