import { readSettings } from '@gatehouse/service-kit/process/settings'
import { logLines } from '@gatehouse/service-kit/testing/log-lines'
import { expect } from 'chai'
import { authSettings } from '../../config.ts'
import { openCarrier } from './open-carrier.ts'

const required = {
  GATEHOUSE_MONGODB_URL: 'mongodb://127.0.0.1:1',
  GATEHOUSE_REDIS_URL: 'redis://127.0.0.1:1',
  GATEHOUSE_KEYS: '{}',
}
const credentials = {
  GATEHOUSE_SMS_URL: 'https://carrier.example',
  GATEHOUSE_SMS_USER: 'user',
  GATEHOUSE_SMS_SECRET: 'secret',
}
const open = (env: NodeJS.ProcessEnv) =>
  openCarrier(readSettings(authSettings, { ...required, ...env }), logLines().log)

describe('openCarrier', () => {
  it('rejects missing settings, malformed limits, and the console in production', () => {
    for (const [env, problem] of [
      [
        { GATEHOUSE_SMS_CARRIER: 'verify' },
        'GATEHOUSE_SMS_URL, GATEHOUSE_SMS_USER and GATEHOUSE_SMS_SECRET must',
      ],
      [{ GATEHOUSE_SMS_CARRIER: 'messages', ...credentials }, 'GATEHOUSE_SMS_FROM must be set'],
      [{ GATEHOUSE_SMS_CARRIER: 'console', NODE_ENV: 'production' }, 'must not be console'],
      [{ GATEHOUSE_SMS_PREFIX_LIMITS: '49=5' }, 'GATEHOUSE_SMS_PREFIX_LIMITS must be prefixes'],
    ] as const)
      expect(() => open(env)).to.throw(problem)
  })

  it('returns none by default, and the configured one', () => {
    expect(open({})).to.equal(null)
    expect(open({ GATEHOUSE_SMS_CARRIER: 'verify', ...credentials })?.checksCodes).to.equal(true)
  })
})
