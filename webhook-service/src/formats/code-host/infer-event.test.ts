import { expect } from 'chai'
import { examplePayloads } from '../../../test/fixtures/code-host/example-payloads.ts'
import { inferEvent } from './infer-event.ts'

const inferable = [
  'ping',
  'push',
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'release',
  'fork',
  'check_run',
  'check_suite',
  'workflow_run',
  'discussion',
  'discussion_comment',
]

describe('inferEvent', () => {
  for (const event of inferable)
    it(`infers ${event} from every example`, () => {
      const payloads = examplePayloads.filter((example) => example.event === event)
      expect(payloads).not.to.have.length(0)
      for (const { payload } of payloads) expect(inferEvent(payload)).to.equal(event)
    })

  it('returns undefined for ambiguous keys', () => {
    const unclear = [
      {},
      { ref: 'refs/heads/main' },
      { zen: null },
      { pull_request: {}, thread: {} },
      { check_run: {}, deployment_status: {} },
    ]
    for (const payload of unclear) expect(inferEvent(payload)).to.equal(undefined)
  })

  it('ignores inherited keys', () => {
    expect(inferEvent(JSON.parse('{"constructor": {}}'))).to.equal(undefined)
  })
})
