import { expect } from 'chai'
import { settingsTables } from '../generate/settings-docs.ts'
import { services } from './service-table.ts'

const somewhere = {
  ...{ mongodb: 'mongodb://h', redis: 'redis://h:1', keys: 'file:/keys.json', publicUrl: 'http://h' },
  ...{ auth: 'h:1', sessions: 'h:2', webhooks: 'h:3' },
}

describe('the services of a stack', () => {
  for (const { name, settings } of services) {
    it(`gives ${name} what it must have, and nothing it does not read`, () => {
      const table = Object.values(settingsTables[name] ?? {})
      const given = Object.keys(settings(somewhere))
      const required = table.filter((one) => one.default === undefined).map(({ env }) => env)
      expect(given).to.include.members(required)
      expect(table.map(({ env }) => env)).to.include.members(given)
    })
  }
})
