import { errors } from '@gatehouse/proto/errors/catalog'
import { expect } from 'chai'
import type { ErrorBody } from '../dev-stack.ts'
import type { Answer } from './send.ts'

/** Internals that no response may contain: stack traces, file paths, drivers. */
const internals = /\n\s+at |node_modules|\.[jt]s:\d|mongo|E11000|redis|ECONN|grpc|127\.0\.0\.1|localhost/i

export const rejectionIn = ({ text }: Pick<Answer, 'text'>): ErrorBody => JSON.parse(text)

export const pathsIn = (response: Answer): string[] =>
  (rejectionIn(response).errors ?? []).map(({ path }) => path)

/** Every response has a status below 500 and a request id; errors have a known code, no internals and at most 64 KiB. */
export function assertValidResponse(
  { status, headers, text }: Answer,
  what: string,
  { plainErrors = false, hidden }: { plainErrors?: boolean | undefined; hidden: readonly string[] },
): void {
  expect(status, `${what}: ${text}`).to.be.within(200, 499)
  expect(headers.get('x-request-id'), what).to.match(/^[A-Za-z0-9._-]{1,128}$/)
  expect(headers.get('server') ?? headers.get('x-powered-by'), what).to.equal(null)
  if (status < 400) return
  expect(Buffer.byteLength(text), what).to.be.at.most(64 * 1024)
  expect(text, what).not.to.match(internals)
  for (const address of hidden) expect(text, what).not.to.contain(address)
  if (plainErrors || text === '') return
  expect(headers.get('content-type'), what).to.match(/^application\/json/)
  const { code, message, errors: problems } = rejectionIn({ text })
  expect(errors, what).to.have.property(code ?? '')
  expect(message, what).to.be.a('string').and.not.equal('')
  if (code !== 'INVALID_FORM_BODY') return
  expect(problems, what).to.be.an('array').and.not.have.lengthOf(0)
  for (const problem of problems ?? []) expect(problem, what).to.have.keys('path', 'code', 'message')
}
