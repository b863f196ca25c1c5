import { expect } from 'chai'
import { refusalOf } from './refusal-of.ts'
import { ServiceError } from './service-error.ts'

describe('refusalOf', () => {
  it('answers an upstream that refuses this process as a caller with INTERNAL_SERVER_ERROR', () => {
    const refused = new ServiceError('CALLER_NOT_ALLOWED')
    const answer = refusalOf(refused)
    expect([answer.code, answer.cause]).to.deep.equal(['INTERNAL_SERVER_ERROR', refused])
  })

  it('passes every other refusal on', () => {
    const refused = new ServiceError('UNKNOWN_USER')
    expect(refusalOf(refused)).to.equal(refused)
  })
})
