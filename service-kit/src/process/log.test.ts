import { expect } from 'chai'
import type { Logger as PinoLogger } from 'pino'
import { logLines } from '../../testing/log-lines.ts'
import type { Logger } from './log.ts'

/** Accepts any arguments, as a library that uses the logger may pass them. */
const untyped = (log: Logger) => log as unknown as PinoLogger

describe('createLogger', () => {
  it('redacts secrets by name at the first two levels', () => {
    const { log, lines, text } = logLines()
    untyped(log).info(
      { token: 'gh_a', headers: { authorization: 'gh_b', cookie: 'c' }, login: { password: 'hunter2' } },
      'hello',
    )
    expect(text()).not.to.match(/gh_a|gh_b|hunter2/)
    expect(lines[0]).to.include({ msg: 'hello', level: 'info', token: '[redacted]' })
  })

  it('adds the fields of a child logger', () => {
    const { log, lines } = logLines()
    log.child({ request_id: 'r-1' }).info('x')
    expect(lines[0]).to.include({ request_id: 'r-1' })
  })

  it('accepts only the fields of its table', () => {
    const { log, lines } = logLines()
    const fields = { account_id: '1', accountId: '1' }
    // @ts-expect-error: accountId is account_id in the table; TypeScript would not notice it in a variable.
    log.info(fields, 'x')
    // @ts-expect-error: a name that is not in the table.
    log.child({ requestId: 'r-1' }).info({ err: null, user: '1' }, 'x')
    log.info({ account_id: '1' }, 'x')
    expect(lines).to.have.length(3)
  })

  it('logs type, code, stack and causes of an error', () => {
    const { log, lines } = logLines()
    const cause = Object.assign(new TypeError('socket'), { code: 'ECONNREFUSED' })
    log.error({ err: new Error('away', { cause }) }, 'failed')
    expect(lines[0]?.err).to.deep.include({ type: 'Error', message: 'away' })
    expect(lines[0]?.err).to.have.nested.property('cause.code', 'ECONNREFUSED')
    expect(lines[0]?.err).to.have.nested.property('stack').contain('log.test')
  })

  it('omits the data that drivers attach to their errors', () => {
    const { log, text } = logLines()
    const error = Object.assign(new Error('boom'), {
      command: { name: 'set', args: ['key', 'gh_secret'] },
      keyValue: { email: 'ann@gatehouse.test' },
    })
    untyped(log).error(error)
    log.error({ err: error }, 'again')
    expect(text()).not.to.match(/gh_secret|ann@/)
  })

  it('hides the value in a duplicate key error, also without a message', () => {
    const { log, text } = logLines()
    const error = new Error(
      'E11000 duplicate key error collection: a.accounts index: email_1 dup key: { email: "a}n@gatehouse.test" }',
    )
    untyped(log).error(error)
    untyped(log).error({ err: error })
    log.error({ err: new Error('outer', { cause: error }) }, 'message')
    expect(text()).not.to.contain('@gatehouse.test')
    expect(text()).to.contain('dup key: [redacted]')
  })
})
