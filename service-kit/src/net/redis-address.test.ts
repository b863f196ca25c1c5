import { expect } from 'chai'
import { readRedisAddress } from './redis-address.ts'

describe('readRedisAddress', () => {
  const plain = { db: 0, hasTls: false, masterName: '' }

  it('reads the URL of one server', () => {
    const hosts = [{ host: 'redis', port: 6379 }]
    expect(readRedisAddress('redis://redis')).to.deep.equal({ ...plain, mode: 'single', hosts })
    expect(readRedisAddress('rediss://ann:p%40ss%2F@redis:6379/3')).to.deep.equal({
      mode: 'single',
      hosts,
      hasTls: true,
      db: 3,
      masterName: '',
      username: 'ann',
      password: 'p@ss/',
    })
    expect(readRedisAddress('redis://:secret@[::1]:7000/')).to.deep.include({
      hosts: [{ host: '::1', port: 7000 }],
      password: 'secret',
    })
  })

  it('reads Sentinels and the name of their master, with passwords for both', () => {
    const url = 'rediss+sentinel://:data@one,two:26380/gatehouse/1?sentinel_username=s&sentinel_password=w%26'
    expect(readRedisAddress(url)).to.deep.equal({
      mode: 'sentinel',
      hasTls: true,
      hosts: [
        { host: 'one', port: 26379 },
        { host: 'two', port: 26380 },
      ],
      password: 'data',
      db: 1,
      masterName: 'gatehouse',
      sentinelUsername: 's',
      sentinelPassword: 'w&',
    })
  })

  it('reads nodes of a Cluster', () => {
    const hosts = [
      { host: 'a', port: 7001 },
      { host: 'b', port: 7002 },
    ]
    expect(readRedisAddress('redis+cluster://a:7001,b:7002')).to.deep.equal({
      ...plain,
      mode: 'cluster',
      hosts,
    })
  })

  for (const url of [
    'http://redis',
    'redis:/x',
    'redis://',
    'redis://a,b',
    'redis://a:99999',
    'redis://a/x',
    'redis://a/1/2',
    'redis://%ZZ:x@a',
    'redis+sentinel://a:26379',
    'redis+cluster://a:7001/1',
    'redis+cluster://a:7001,',
    'redis+other://a',
  ]) {
    it(`rejects ${url} without repeating it`, () => {
      expect(() => readRedisAddress(url)).to.throw(/^must be redis:/)
    })
  }
})
