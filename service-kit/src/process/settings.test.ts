import { expect } from 'chai'
import { commonSettings, defineSettings, readSettings, SettingsError, setting } from './settings.ts'

const table = defineSettings({
  listen: setting.address({ env: 'LISTEN', default: '127.0.0.1:1', meaning: 'm' }),
  upstreams: setting.grpcAddress({ env: 'UPSTREAMS', default: null, meaning: 'm' }),
  servers: setting.addressList({ env: 'SERVERS', default: null, meaning: 'm' }),
  store: setting.mongodbUrl({ env: 'STORE', meaning: 'Where things are kept.' }),
  size: setting.integer({ env: 'SIZE', default: 5, min: 1, max: 10, meaning: 'm' }),
  scale: setting.number({ env: 'SCALE', default: 1, meaning: 'm' }),
  on: setting.boolean({ env: 'ON', default: false, meaning: 'm' }),
  proxies: setting.cidrList({ env: 'PROXIES', default: [], meaning: 'm' }),
  origins: setting.originList({ env: 'ORIGINS', default: [], meaning: 'm' }),
  pages: setting.webOriginList({ env: 'PAGES', default: [], meaning: 'm' }),
  scopes: setting.list({ env: 'SCOPES', default: [], meaning: 'm' }),
  level: setting.oneOf({ env: 'LEVEL', values: ['low', 'high'], default: 'low', meaning: 'm' }),
  key: setting.secret({ env: 'KEY', default: null, meaning: 'm' }),
})

const rejection = (env: NodeJS.ProcessEnv) => {
  try {
    readSettings(table, env)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
  }
  throw new Error('Expected a SettingsError.')
}

describe('readSettings', () => {
  it('returns the defaults of unset and empty variables', () => {
    expect(readSettings(table, { STORE: 'mongodb+srv://h', SIZE: '', KEY: ' ' })).to.deep.equal({
      listen: '127.0.0.1:1',
      upstreams: null,
      servers: null,
      store: 'mongodb+srv://h',
      size: 5,
      scale: 1,
      on: false,
      proxies: [],
      origins: [],
      pages: [],
      scopes: [],
      level: 'low',
      key: null,
    })
  })

  it('parses each kind of setting', () => {
    const settings = readSettings(table, {
      LISTEN: '[::1]:0',
      UPSTREAMS: '127.0.0.2:1, 127.0.0.1:65535',
      SERVERS: 'a.svc:1, 127.0.0.1:65535',
      STORE: 'mongodb://u:p@a:27017,b:27017/?replicaSet=rs',
      SIZE: '10',
      SCALE: '0.5',
      ON: '1',
      PROXIES: '10.0.0.0/8, fd00::/8,127.0.0.1',
      ORIGINS: 'https://a.test, android:apk-key-hash:x',
      SCOPES: 'openid,email',
      LEVEL: 'high',
      KEY: 'k',
    })
    expect(settings).to.deep.include({
      listen: '[::1]:0',
      upstreams: '127.0.0.2:1,127.0.0.1:65535',
      servers: 'a.svc:1,127.0.0.1:65535',
      size: 10,
      scale: 0.5,
      on: true,
      level: 'high',
      key: 'k',
    })
    expect(settings.proxies).to.deep.equal(['10.0.0.0/8', 'fd00::/8', '127.0.0.1'])
    expect(settings.origins).to.deep.equal(['https://a.test', 'android:apk-key-hash:x'])
    expect(settings.scopes).to.deep.equal(['openid', 'email'])
    // Types: null only where the default is null.
    const size: number = settings.size
    const level: 'low' | 'high' = settings.level
    const key: string | null = settings.key
    expect([size, level, key]).to.have.lengthOf(3)
  })

  it('names every invalid variable at once, with the reason and without the value', () => {
    const message = rejection({
      LISTEN: 'hunter2',
      UPSTREAMS: 'hunter2:1,x:1',
      SERVERS: 'hunter2:1,x',
      SIZE: '11',
      SCALE: '1e3',
      ON: 'hunter2',
      PROXIES: '300.1.1.1/8',
      ORIGINS: 'https://hunter2.test/',
      PAGES: 'https://a.test,https://hunter2.test/',
      LEVEL: 'hunter2',
    })
    expect(message.split('\n')).to.deep.equal([
      'Some settings are invalid:',
      '  LISTEN must be host:port',
      '  UPSTREAMS must be one host:port, or several IP addresses of one family with ports, separated by commas',
      '  SERVERS must be host:port, or several separated by commas',
      '  STORE must be set: Where things are kept.',
      '  SIZE must be a whole number from 1 to 10',
      '  SCALE must be a number from 0 to 9007199254740991',
      '  ON must be 1 or 0',
      '  PROXIES must be networks such as 10.0.0.0/8, separated by commas',
      '  ORIGINS must be origins such as https://app.example.com, without a path, separated by commas',
      '  PAGES must be origins such as https://app.example.com, without a path or a slash at the end, separated by commas',
      '  LEVEL must be one of low, high',
      'See .env.example for every setting.',
    ])
  })

  it('reads origins of web pages as browsers send them', () => {
    const PAGES =
      'https://a.test:8443,http://localhost:3000,capacitor://localhost,tauri://localhost,chrome-extension://abcdef'
    expect(readSettings(table, { STORE: 'mongodb://b', PAGES }).pages).to.deep.equal(PAGES.split(','))
    for (const invalid of [
      'https://a.test/',
      'https://a.test/app',
      'https://A.test',
      'https://a.test:443',
      'https://user@a.test',
      'https://a.test?x',
      'capacitor://localhost/',
      'a.test',
      '*',
      'null',
    ])
      expect(rejection({ STORE: 'mongodb://b', PAGES: invalid }), invalid).to.contain('PAGES')
  })

  it('rejects malformed numbers, ports and URLs', () => {
    for (const SIZE of ['1.5', '1x', '0x1', 'NaN', '-1', '+1'])
      expect(rejection({ STORE: 'mongodb://b', SIZE }), SIZE).to.contain('SIZE')
    for (const LISTEN of ['host', ':1', 'h:65536', 'h:', '::1:5', 'a:1,b:2']) {
      expect(rejection({ STORE: 'mongodb://b', LISTEN }), LISTEN).to.contain('LISTEN')
    }
    for (const STORE of ['http://h', 'redis://h:1', 'localhost', 'mongodb://'])
      expect(rejection({ STORE }), STORE).to.contain('STORE')
  })

  it('rejects the test clock in production', () => {
    const common = commonSettings({ grpc: 1, ops: 2 })
    const env = { GATEHOUSE_TEST_CLOCK: '1' }
    expect(readSettings(common, env)).to.include({ testClock: true, environment: 'development' })
    expect(() => readSettings(common, { ...env, NODE_ENV: 'production' })).to.throw(
      SettingsError,
      'GATEHOUSE_TEST_CLOCK is not allowed with NODE_ENV=production',
    )
    expect(readSettings(common, { GATEHOUSE_TEST_CLOCK: '0', NODE_ENV: 'production' }).testClock).to.equal(
      false,
    )
  })
})
