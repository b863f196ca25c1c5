import type { WatchRevocationsResponse } from '@gatehouse/proto/gen/sessions/v1/sessions'
import { expect } from 'chai'
import type { RevocationEvent } from './revocation-feed.ts'
import { watchRevocations } from './watch-revocations.ts'

describe('a watcher of revocations', () => {
  it('is told no heartbeat that was long on its way, though of every end', async () => {
    const told: string[] = []
    const send = ({ event }: WatchRevocationsResponse) => void told.push(event?.$case ?? '')
    const ended = new AbortController()
    let tell = (_: RevocationEvent) => {}
    let deliveredMsAgo = 0
    const revocations = {
      watch(watcher: typeof tell) {
        tell = watcher
        return () => {}
      },
      deliveredMsAgo: () => deliveredMsAgo,
    }
    const watching = watchRevocations({ revocations }, { send, ended: ended.signal })

    tell({ type: 'heartbeat' })
    deliveredMsAgo = 300
    tell({ type: 'heartbeat' })
    tell({ type: 'revoked', accountId: '7', idHashes: ['a'] })
    expect(told).to.deep.equal(['heartbeat', 'revoked'])
    ended.abort()
    await watching
  })
})
