import { expect } from 'chai'
import { nearestOf } from './nearest-of.ts'

describe('nearestOf', () => {
  const names = ['push', 'pull_request', 'pull_request_review', 'issues', 'issue_comment']
  for (const [text, nearest] of [
    ['pusch', 'push'],
    ['pull-request', 'pull_request'],
    ['issue', 'issues'],
    ['pull_request_reviews', 'pull_request_review'],
    ['', 'push'],
  ] as const)
    it(`finds ${nearest} for "${text}"`, () => {
      expect(nearestOf(text, names)).to.equal(nearest)
    })
})
