import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { openHouse, type Place, resultOf, type Webhook } from './house.ts'

// The package is one JSON file, which import declarations and its own types do not agree on.
const file = fileURLToPath(import.meta.resolve('@octokit/webhooks-examples'))
const events: { name: string; examples: object[] }[] = JSON.parse(readFileSync(file, 'utf8'))
const payloads = events.flatMap(({ name, examples }) => examples.map((payload) => ({ event: name, payload })))

describe('the recorded payloads of a code host', () => {
  const house = openHouse()
  let place: Place
  let webhook: Webhook

  before(async () => {
    place = await house.placeOf(await house.register('ann'))
    webhook = await house.webhookIn(place)
  })

  it('are all accepted: shown, or ignored with a word on why', async function () {
    this.timeout(60_000)
    const results: Record<string, number> = { rendered: 0, ignored: 0, unrenderable: 0 }
    for (const [index, { event, payload }] of payloads.entries()) {
      const headers = { 'x-github-delivery': `example-${index}` }
      const answer = await house.push(webhook, payload, event, { headers })
      expect(answer.status, `${event} ${JSON.stringify(answer.body)}`).to.equal(204)
      const [word = 'none'] = resultOf(answer)?.split(':') ?? []
      results[word] = (results[word] ?? 0) + 1
    }
    expect(Object.keys(results)).to.have.members(['rendered', 'ignored', 'unrenderable'])
    expect(Object.values(results).reduce((sum, count) => sum + count)).to.equal(329)
    expect(results.unrenderable).to.equal(0)
    expect(await countMessages())
      .to.equal(results.rendered)
      .and.to.be.above(10)
  })

  async function countMessages(): Promise<number> {
    let [count, before] = [0, '']
    for (;;) {
      const page = await house.messagesIn(place, `?limit=100${before && `&before=${before}`}`)
      count += page.length
      before = page.at(-1)?.id ?? ''
      if (page.length < 100) return count
    }
  }
})
