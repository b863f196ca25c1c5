import { expect } from 'chai'
import { hasCode, invalidFields, ServiceError } from './service-error.ts'

describe('ServiceError', () => {
  it('has the message of the catalogue by default', () => {
    expect(new ServiceError('NOT_FOUND').message).to.equal('This path does not exist.')
    expect(new ServiceError('NOT_FOUND', { message: 'No.' }).message).to.equal('No.')
  })

  it('stores data and cause', () => {
    const cause = new Error('socket')
    const error = new ServiceError('SERVICE_UNAVAILABLE', { data: { retry_after: 1 }, cause })
    expect(error.data).to.deep.equal({ retry_after: 1 })
    expect(error.cause).to.equal(cause)
  })

  it('has a stack only if it is internal', () => {
    expect(new ServiceError('INTERNAL_SERVER_ERROR').stack).to.include('service-error.test.ts')
    expect(new ServiceError('UNAUTHORIZED').stack).not.to.include('service-error.test.ts')
    expect(new Error('another').stack).to.include('service-error.test.ts')
  })

  it('is identified by its code', () => {
    expect(hasCode(new ServiceError('NOT_FOUND'), 'NOT_FOUND')).to.equal(true)
    expect(hasCode(new ServiceError('NOT_FOUND'), 'UNAUTHORIZED')).to.equal(false)
    expect(hasCode(Object.assign(new Error(), { code: 'NOT_FOUND' }), 'NOT_FOUND')).to.equal(false)
  })
})

describe('invalidFields', () => {
  it('describes every field, with the parameters in the text', () => {
    const error = invalidFields({
      email: 'REQUIRED',
      'embeds.0.title': ['STRING_LENGTH_INVALID', { min: 1, max: 256 }],
    })
    expect(error.code).to.equal('INVALID_FORM_BODY')
    expect(error.fields).to.deep.equal([
      { path: 'email', code: 'REQUIRED', message: 'This field is required.' },
      {
        path: 'embeds.0.title',
        code: 'STRING_LENGTH_INVALID',
        message: 'Must be between 1 and 256 characters long.',
      },
    ])
  })
})
