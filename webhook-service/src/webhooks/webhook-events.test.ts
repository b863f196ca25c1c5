import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { expect } from 'chai'
import type { Redis } from 'ioredis'
import { webhookEvents } from './webhook-events.ts'

type Untold = { id: string; channelId: string; guildId: string; disabled: { at: number; reason: string } }

describe('the events of webhooks', () => {
  /** Remembers like the store does, and fails to tell as often as asked. */
  function telling(failures: number) {
    const untold: Untold[] = ['1', '2'].map((id) => ({
      id,
      channelId: `c${id}`,
      guildId: 'g',
      disabled: { at: 0, reason: 'Why.' },
    }))
    const entries: string[][] = []
    let left = failures
    const { log } = logLines()
    const settings = {
      listUntold: async () => [...untold],
      markTold: async ({ id }: { id: string }) => {
        untold.splice(
          untold.findIndex((each) => each.id === id),
          1,
        )
      },
    }
    const redis = {
      xadd: async (...entry: string[]) => {
        if (left-- > 0) throw new Error('away')
        entries.push(entry)
      },
    }
    // Only what the events ask of the two.
    const stores = { settings, redis } as unknown as { settings: never; redis: Redis }
    return { untold, entries, events: webhookEvents({ ...stores, prefix: 'p:', log }) }
  }

  it('are told in full', async () => {
    const { events, entries, untold } = telling(0)
    await events.tellDisabled()
    expect(untold).to.deep.equal([])
    expect(entries.map(([key]) => key)).to.deep.equal(['p:events:webhooks', 'p:events:webhooks'])
    expect(entries[0]?.slice(5)).to.deep.equal([
      ...['type', 'webhook.disabled', 'webhook_id', '1', 'channel_id', 'c1', 'guild_id', 'g'],
      ...['at', '1970-01-01T00:00:00.000Z', 'reason', 'Why.'],
    ])
  })

  it('wait while the stream is away, and fail nobody', async () => {
    const { events, entries, untold } = telling(1)
    await events.tellDisabled()
    expect([entries.length, untold.length]).to.deep.equal([0, 2])
    await events.tellDisabled()
    expect([entries.length, untold.length]).to.deep.equal([2, 0])
  })
})
