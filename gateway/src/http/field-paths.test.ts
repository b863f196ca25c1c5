import { invalidFields, ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { rejected } from '@gatehouse/service-kit/testing/rejected'
import { expect } from 'chai'
import { httpPath, withHttpPaths } from './field-paths.ts'

describe('httpPath', () => {
  const names = { 'settings.event_filter': 'event_filter', settings: '', page_size: 'limit' }

  for (const [path, expected] of [
    ['name', 'name'],
    ['settings.event_filter.rules[0].events[12]', 'event_filter.rules.0.events.12'],
    ['settings.deduplicate', 'deduplicate'],
    ['settings', 'root'],
    ['settings_of', 'settings_of'],
    ['page_size', 'limit'],
  ] as const) {
    it(`translates ${path}`, () => expect(httpPath(path, names)).to.equal(expected))
  }
})

describe('withHttpPaths', () => {
  it('translates the fields of an error and nothing else', async () => {
    const sent = invalidFields({ 'account.username': 'REQUIRED' })
    const error = await rejected(withHttpPaths({ account: '' }, () => Promise.reject(sent)))
    expect([error.code, error.message, error.fields]).to.deep.equal([
      sent.code,
      sent.message,
      [{ path: 'username', code: 'REQUIRED', message: 'This field is required.' }],
    ])
    const other = new ServiceError('NOT_FOUND')
    expect(await rejected(withHttpPaths({}, () => Promise.reject(other)))).to.equal(other)
  })
})
