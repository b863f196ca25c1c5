import { expect } from 'chai'
import { ServiceError } from './service-error.ts'
import { toServiceError } from './to-service-error.ts'

describe('toServiceError', () => {
  it('turns CALLER_NOT_ALLOWED of an upstream into SERVICE_UNAVAILABLE', () => {
    const rejected = new ServiceError('CALLER_NOT_ALLOWED')
    const response = toServiceError(rejected)
    expect([response.code, response.cause]).to.deep.equal(['SERVICE_UNAVAILABLE', rejected])
  })

  it('returns every other ServiceError unchanged', () => {
    const rejected = new ServiceError('UNKNOWN_USER')
    expect(toServiceError(rejected)).to.equal(rejected)
  })
})
