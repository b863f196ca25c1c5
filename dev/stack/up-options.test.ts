import { join } from 'node:path'
import { expect } from 'chai'
import { parseUpOptions } from './up-options.ts'

describe('the command line of npm start', () => {
  it('has a default for everything', () => {
    const { isHelp, stack } = parseUpOptions([], {})
    expect(isHelp).to.equal(false)
    expect(stack).to.deep.include({ ports: { isAuto: false, chosen: {} }, replicas: {}, runFrom: 'dist' })
    expect(stack.folder).to.match(/\.data$/)
  })

  it('takes a folder relative to where the user is, not to where npm moves', () => {
    expect(parseUpOptions(['--data', 'mine'], { INIT_CWD: '/home/ann' }).stack.folder).to.equal(
      join('/home/ann', 'mine'),
    )
  })

  it('takes replicas of the services there are', () => {
    const { stack } = parseUpOptions(['--replicas', 'gateway=3,session-service=2'], {})
    expect(stack.replicas).to.deep.equal({ gateway: 3, 'session-service': 2 })
    expect(() => parseUpOptions(['--replicas', 'redis=2'], {})).to.throw('knows no "redis"')
    expect(() => parseUpOptions(['--replicas', 'gateway=0'], {})).to.throw('from 1 to 16')
    expect(() => parseUpOptions(['--replicas', 'gateway'], {})).to.throw('from 1 to 16')
  })

  it("lets the gateway's own setting choose its port", () => {
    const env = { GATEHOUSE_HTTP_LISTEN: '127.0.0.1:8090' }
    expect(parseUpOptions([], env).stack.ports?.chosen).to.deep.equal({ 'gateway.http': 8090 })
    const both = parseUpOptions(['--ports', 'gateway.http=8091'], env)
    expect(both.stack.ports?.chosen).to.deep.equal({ 'gateway.http': 8091 })
  })

  it('refuses what it does not know', () => {
    expect(() => parseUpOptions(['--prots', 'auto'], {})).to.throw('--prots')
  })
})
