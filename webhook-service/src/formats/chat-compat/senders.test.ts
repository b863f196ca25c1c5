import { expect } from 'chai'
import { bodyOf, senderPayloads } from '../../../test/fixtures/chat-compat/sender-payloads.ts'
import { renderPayload } from '../../executions/render-payload.ts'

describe('payloads of known chat-compatible senders', () => {
  for (const sample of senderPayloads)
    it(`renders ${sample.sender}`, () => {
      const { contentType, becomes } = sample
      const body = Buffer.from(bodyOf(sample))
      const rendering = renderPayload({ format: 'chat-compat', contentType, event: '', body })
      expect(rendering).to.deep.include({ kind: 'rendered', draft: becomes })
    })
})
