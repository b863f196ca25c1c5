import { expect } from 'chai'
import { settingsTables } from '../generate/settings-docs.ts'
import { serviceSettings } from './launch-stack.ts'
import { services } from './service-table.ts'

describe('serviceSettings', () => {
  const settings = serviceSettings(
    { env: { GATEHOUSE_KEYS: 'file:/keys.json' }, folder: '/stack' },
    { mongodb: 'mongodb://h', redis: 'redis://h:1', smtp: 'smtp://h:2' },
    { gateway: 'http://h', grpc: { auth: 'h:1', sessions: 'h:2', webhooks: 'h:3' }, avatars: 'h:4' },
  )

  for (const { name } of services) {
    it(`contains every setting without a default of ${name}`, () => {
      const required = Object.values(settingsTables[name] ?? {}).filter((one) => one.default === undefined)
      expect(required).not.to.deep.equal([])
      expect(settings).to.include.keys(required.map(({ env }) => env))
    })
  }

  it('contains only settings that some service reads', () => {
    const known = Object.values(settingsTables).flatMap((table) => Object.values(table).map(({ env }) => env))
    expect(known).to.include.members(Object.keys(settings))
  })
})
