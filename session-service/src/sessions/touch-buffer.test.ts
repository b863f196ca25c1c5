import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { expect } from 'chai'
import type { Session } from './session.ts'
import type { Use } from './session-store.ts'
import { touchBuffer } from './touch-buffer.ts'

const client = {
  address: '',
  addressPrefix: '',
  userAgent: '',
  browser: null,
  os: null,
  platform: null,
  location: null,
}

function session(accountId: string, idHash: string, lastUsedAt = 0): Session {
  return { accountId, idHash, parent: null, createdAt: -1, lastUsedAt, proof: null, client }
}

function openBuffer() {
  const written: [string, Use[]][] = []
  const { log, lines } = logLines()
  const state = { isAway: false, written, lines }
  const store = {
    touch: async (accountId: string, uses: Use[]) => {
      if (state.isAway) throw new Error('Connection is closed.')
      written.push([accountId, uses])
      return uses.length
    },
  }
  return Object.assign(state, touchBuffer({ store, gapMs: 60, flushEveryMs: 60_000, log }))
}

describe('touchBuffer', () => {
  it('ignores a use within a minute of the stored one', async () => {
    const buffer = openBuffer()
    buffer.record(session('1', 'a'), 59)
    await buffer.close()
    expect(buffer.written).to.deep.equal([])
  })

  it('stores the first use', async () => {
    const buffer = openBuffer()
    buffer.record(session('1', 'a', -1), 3)
    await buffer.close()
    expect(buffer.written).to.deep.equal([['1', [{ idHash: 'a', at: 3 }]]])
  })

  it('stores one step an account, with the latest use of each session', async () => {
    const buffer = openBuffer()
    buffer.record(session('1', 'a'), 60)
    buffer.record(session('1', 'b'), 61)
    buffer.record(session('2', 'c'), 62)
    buffer.record(session('1', 'a'), 99)
    buffer.record(session('1', 'a'), 98)
    await buffer.close()
    const ofOne = [
      { idHash: 'a', at: 99 },
      { idHash: 'b', at: 61 },
    ]
    expect(buffer.written).to.deep.equal([
      ['1', ofOne],
      ['2', [{ idHash: 'c', at: 62 }]],
    ])
  })

  it('stores the uses of one account on request, and not again', async () => {
    const buffer = openBuffer()
    buffer.record(session('1', 'a'), 60)
    buffer.record(session('2', 'b'), 60)
    await buffer.flushAccount('1')
    expect(buffer.written.map(([accountId]) => accountId)).to.deep.equal(['1'])
    await buffer.close()
    expect(buffer.written.map(([accountId]) => accountId)).to.deep.equal(['1', '2'])
  })

  it('retries uses that could not be stored, with one log record', async () => {
    const buffer = openBuffer()
    buffer.isAway = true
    for (let i = 0; i < 1000; i++) buffer.record(session(String(i), 'a'), 60)
    await buffer.flush()
    expect(buffer.lines).to.have.length(1)
    buffer.isAway = false
    await buffer.close()
    expect(buffer.written).to.have.length(1000)
  })

  it('rejects a request for one account that could not be stored, and keeps its uses', async () => {
    const buffer = openBuffer()
    buffer.isAway = true
    buffer.record(session('1', 'a'), 60)
    const outcome = await buffer.flushAccount('1').catch((error: Error) => error.message)
    expect(outcome).to.equal('Connection is closed.')
    buffer.isAway = false
    await buffer.close()
    expect(buffer.written).to.have.length(1)
  })

  it('does not fail at shutdown', async () => {
    const buffer = openBuffer()
    buffer.isAway = true
    buffer.record(session('1', 'a'), 60)
    await buffer.close()
    expect(buffer.written).to.deep.equal([])
  })
})
