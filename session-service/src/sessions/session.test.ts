import { expect } from 'chai'
import { isExpired } from './session.ts'

const lifetime = { idleMs: 30, absoluteMs: 180 }

describe('the life of a session', () => {
  const cases: [string, { createdAt: number; lastUsedAt: number }, number, boolean][] = [
    ['is not over just before its idle end', { createdAt: 0, lastUsedAt: 0 }, 29, false],
    ['is over at its idle end', { createdAt: 0, lastUsedAt: 0 }, 30, true],
    ['is longer with use', { createdAt: 0, lastUsedAt: 25 }, 54, false],
    ['is not over just before its absolute end', { createdAt: 0, lastUsedAt: 179 }, 179, false],
    ['is over at its absolute end, however lately it was used', { createdAt: 0, lastUsedAt: 180 }, 180, true],
    ['is not over for a clock that is behind', { createdAt: 100, lastUsedAt: 100 }, 90, false],
  ]
  for (const [title, session, now, expected] of cases) {
    it(title, () => {
      expect(isExpired(session, now, lifetime)).to.equal(expected)
    })
  }
})
