import { expect } from 'chai'
import { bodyOf, recordedSenders } from '../../../test/fixtures/chat-compat/sender-payloads.ts'
import { renderPayload } from '../../executions/render-payload.ts'

describe('what real senders of the chat-compatible format post', () => {
  for (const recorded of recordedSenders)
    it(`is shown: ${recorded.sender}`, () => {
      const { contentType, becomes } = recorded
      const body = Buffer.from(bodyOf(recorded))
      const translation = renderPayload({ format: 'chat-compat', contentType, event: '', body })
      expect(translation).to.deep.include({ kind: 'rendered', draft: becomes })
    })
})
