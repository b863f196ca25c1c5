import { expect } from 'chai'
import { readSettings, SettingsError, setting } from './settings.ts'

const buckets = { 'auth:login': { limit: 10, windowSeconds: 10 }, global: { limit: 50, windowSeconds: 1 } }
const table = { limits: setting.limits({ env: 'LIMITS', meaning: 'm', buckets }) }
const read = (text: string) => readSettings(table, { LIMITS: text }).limits

describe('setting.limits', () => {
  it('replaces only the named limits', () => {
    expect(read('')).to.deep.equal(buckets)
    expect(read('{"auth:login": {"limit": 3, "window_seconds": 60}}')).to.deep.equal({
      ...buckets,
      'auth:login': { limit: 3, windowSeconds: 60 },
    })
  })

  const rejected: Record<string, string> = {
    'auth:login=3': 'must be JSON',
    '[]': 'must be JSON',
    null: 'must be JSON',
    '{"auth:logn": {"limit": 3, "window_seconds": 60}}': 'names the bucket "auth:logn", which does not exist',
    '{"toString": {"limit": 3, "window_seconds": 60}}': 'names the bucket "toString"',
    '{"__proto__": {"limit": 3, "window_seconds": 60}}': 'names the bucket "__proto__"',
    '{"auth:login": 3}': 'must give auth:login as',
    '{"auth:login": {"limit": 3}}': 'must give auth:login as',
    '{"auth:login": {"limit": 0, "window_seconds": 60}}': 'must give auth:login as',
    '{"auth:login": {"limit": 1.5, "window_seconds": 60}}': 'must give auth:login as',
    '{"auth:login": {"limit": 3, "window_seconds": 60, "burst": 9}}': 'must give auth:login as',
  }
  for (const [text, reason] of Object.entries(rejected)) {
    it(`rejects ${text}`, () => expect(() => read(text)).to.throw(SettingsError, reason))
  }
})
