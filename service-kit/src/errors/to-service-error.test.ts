import { expect } from 'chai'
import { ServiceError } from './service-error.ts'
import { toServiceError } from './to-service-error.ts'

describe('refusalOf', () => {
  it('answers an upstream that refuses this process as a caller with INTERNAL_SERVER_ERROR', () => {
    const refused = new ServiceError('CALLER_NOT_ALLOWED')
    const answer = toServiceError(refused)
    expect([answer.code, answer.cause]).to.deep.equal(['INTERNAL_SERVER_ERROR', refused])
  })

  it('passes every other refusal on', () => {
    const refused = new ServiceError('UNKNOWN_USER')
    expect(toServiceError(refused)).to.equal(refused)
  })
})
