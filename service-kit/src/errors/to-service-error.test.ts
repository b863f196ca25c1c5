import { expect } from 'chai'
import { ServiceError } from './service-error.ts'
import { toServiceError } from './to-service-error.ts'

describe('toServiceError', () => {
  it('turns CALLER_NOT_ALLOWED of an upstream into INTERNAL_SERVER_ERROR', () => {
    const rejected = new ServiceError('CALLER_NOT_ALLOWED')
    const answer = toServiceError(rejected)
    expect([answer.code, answer.cause]).to.deep.equal(['INTERNAL_SERVER_ERROR', rejected])
  })

  it('returns every other ServiceError unchanged', () => {
    const rejected = new ServiceError('UNKNOWN_USER')
    expect(toServiceError(rejected)).to.equal(rejected)
  })
})
