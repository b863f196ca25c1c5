import { RetryInfo } from '@gatehouse/proto/gen/google/rpc/error_details'
import { Status } from '@gatehouse/proto/gen/google/rpc/status'
import { Metadata, type StatusObject, status } from '@grpc/grpc-js'
import { expect } from 'chai'
import { fromGrpcStatus, toGrpcStatus } from './grpc-status.ts'
import { invalidFields, ServiceError } from './service-error.ts'

const received = (sent: Partial<StatusObject>) =>
  Object.assign(new Error(sent.details), { code: 2, details: '', metadata: new Metadata(), ...sent })
const called = { path: '/gatehouse.guilds.v1.Guilds/GetChannel', target: 'dns:guilds:443' }
const decoded = (sent: Partial<StatusObject>) => fromGrpcStatus(received(sent), called)
const acrossTheWire = (error: unknown) => decoded(toGrpcStatus(error))

describe('toGrpcStatus and fromGrpcStatus', () => {
  it('transfer code, message and data', () => {
    const data = { ticket: 't', resend_available_in: 30, methods: ['totp'], email: null, nested: { a: [1] } }
    const error = acrossTheWire(new ServiceError('SUDO_MODE_REQUIRED', { data, message: 'Größer \u{1F600}' }))
    expect(error.code).to.equal('SUDO_MODE_REQUIRED')
    expect(error.data).to.deep.equal(data)
    expect(error.message).to.equal('Größer \u{1F600}')
    expect(error.cause).to.be.instanceOf(Error)
  })

  it('transfer every field', () => {
    const sent = invalidFields({ email: 'REQUIRED', 'a.0.b': ['NUMBER_OUT_OF_RANGE', { min: 1, max: 2 }] })
    expect(acrossTheWire(sent).fields).to.deep.equal(sent.fields)
  })

  it('transfer the rate limit state and a standard RetryInfo', () => {
    const rateLimit = {
      bucket: 'auth:login',
      limit: 10,
      remaining: 0,
      resetAt: 1893456000.25,
      retryAfter: 1.25,
      global: true,
    }
    const sent = toGrpcStatus(new ServiceError('RATE_LIMITED', { data: { retry_after: 1.25 }, rateLimit }))
    expect(sent.code).to.equal(status.RESOURCE_EXHAUSTED)
    expect(decoded(sent).rateLimit).to.deep.equal(rateLimit)

    const [trailer] = sent.metadata.get('grpc-status-details-bin')
    const { details } = Status.decode(Buffer.from(trailer ?? ''))
    const retryInfo = details.find((detail) => detail.typeUrl.endsWith('google.rpc.RetryInfo'))
    expect(RetryInfo.decode(retryInfo?.value ?? Buffer.alloc(0)).retryDelay).to.deep.equal({
      seconds: 1,
      nanos: 250_000_000,
    })
  })

  it('hide an unexpected error', () => {
    const error = acrossTheWire(new Error('E11000 ann@gatehouse.test'))
    expect(error.code).to.equal('INTERNAL_SERVER_ERROR')
    expect(error.message).to.equal('An internal error occurred.')
  })

  it('limit the fields to the size of a trailer', () => {
    const many = invalidFields(
      Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`f.${index}`, 'REQUIRED'])),
    )
    expect(acrossTheWire(many).fields).to.have.lengthOf(100)
  })

  it('accept a message with a lone surrogate', () => {
    expect(() =>
      encodeURI(toGrpcStatus(new ServiceError('NOT_FOUND', { message: 'a\ud800' })).details),
    ).not.to.throw()
  })

  it('map the statuses of an upstream without details', () => {
    const away = decoded({ code: status.UNAVAILABLE })
    expect([away.code, away.data]).to.deep.equal(['SERVICE_UNAVAILABLE', { retry_after: 1 }])
    expect(decoded({ code: status.CANCELLED }).code).to.equal('SERVICE_UNAVAILABLE')
    expect(decoded({ code: status.DEADLINE_EXCEEDED }).code).to.equal('UPSTREAM_TIMEOUT')
    // Not UNAUTHORIZED: the upstream rejected the service, not the user.
    expect(decoded({ code: status.UNAUTHENTICATED }).code).to.equal('CALLER_NOT_ALLOWED')
    for (const code of [status.UNKNOWN, status.UNIMPLEMENTED, status.NOT_FOUND]) {
      expect(decoded({ code }).code).to.equal('INTERNAL_SERVER_ERROR')
    }
  })

  for (const [code, problem] of [
    [status.UNIMPLEMENTED, 'is not implemented by'],
    [status.UNKNOWN, 'failed at'],
    [status.RESOURCE_EXHAUSTED, 'failed at'],
  ] as const) {
    it(`name the rpc and the upstream of an unexpected status, ${code}`, () => {
      const { cause } = decoded({ code, details: 'why' })
      const name = '/gatehouse.guilds.v1.Guilds/GetChannel'
      expect(String(cause)).to.equal(`Error: ${name} ${problem} dns:guilds:443`)
      expect((cause as Error).cause).to.include({ message: 'why' })
    })
  }

  it('treat an unknown code as an internal error', () => {
    const sent = toGrpcStatus(new ServiceError('NOT_FOUND'))
    const [trailer] = sent.metadata.get('grpc-status-details-bin')
    const renamed = Buffer.from(
      String(Buffer.from(trailer ?? '').toString('latin1')).replace('NOT_FOUND', 'NOT_KNOWN'),
      'latin1',
    )
    sent.metadata.set('grpc-status-details-bin', renamed)
    expect(decoded(sent).code).to.equal('INTERNAL_SERVER_ERROR')
  })
})
