import type { Duration } from '@gatehouse/proto/gen/google/protobuf/duration'
import type {
  WatchRevocationsRequest,
  WatchRevocationsResponse,
} from '@gatehouse/proto/gen/sessions/v1/sessions'
import { toDuration } from '@gatehouse/service-kit/time/duration'
import { expect } from 'chai'
import type { RevocationEvent } from './revocation-feed.ts'
import { watchRevocations } from './watch-revocations.ts'

/** The events that a caller receives who requests this many heartbeats. */
async function watch(
  heartbeats: number,
  { events = [] as RevocationEvent[], age = undefined as Duration | undefined },
) {
  const sent: WatchRevocationsResponse['event'][] = []
  let watchers = 0
  const revocations = {
    watch(watcher: (event: RevocationEvent) => void) {
      watchers += 1
      for (const event of events) watcher(event)
      return () => {
        watchers -= 1
      }
    },
    deliveredUntilAge: () => age,
  }
  async function* messages(): AsyncGenerator<WatchRevocationsRequest> {
    for (let count = 0; count < heartbeats; count += 1) yield {}
  }
  await watchRevocations({ revocations }, { messages: messages(), send: ({ event }) => sent.push(event) })
  return { sent, watchers }
}

describe('a stream of revocations', () => {
  it('sends every event in order, and one heartbeat for each request after them', async () => {
    const revoked = { type: 'revoked' as const, accountId: '7', idHashes: ['a', 'b'] }
    const { sent } = await watch(2, { events: [{ type: 'started' }, revoked] })
    expect(sent.map((event) => event?.$case)).to.deep.equal(['started', 'revoked', 'heartbeat', 'heartbeat'])
    expect(sent[1]).to.deep.include({ value: { accountId: '7', idHashes: ['a', 'b'] } })
  })

  it('sends the age in a heartbeat', async () => {
    const { sent } = await watch(1, { age: toDuration(121) })
    expect(sent).to.deep.equal([{ $case: 'heartbeat', value: { deliveredUntilAge: toDuration(121) } }])
  })

  it('sends a heartbeat without an age while revocations may be missed', async () => {
    const { sent } = await watch(1, { events: [{ type: 'interrupted' }] })
    expect(sent.at(-1)).to.deep.equal({ $case: 'heartbeat', value: { deliveredUntilAge: undefined } })
  })

  it('stops watching when the caller goes away', async () => {
    expect((await watch(1, {})).watchers).to.equal(0)
  })
})
