import { join } from 'node:path'
import { expect } from 'chai'
import { parseUpOptions } from './up-options.ts'

describe('parseUpOptions', () => {
  it('has a default for every option', () => {
    const { isHelp, hasSso, stack } = parseUpOptions([], {})
    expect([isHelp, hasSso]).to.deep.equal([false, false])
    expect(stack).to.deep.include({ ports: { isAuto: false, chosen: {} }, replicas: {}, runFrom: 'dist' })
    expect(stack.folder).to.match(/\.data$/)
  })

  it('resolves --data against the folder of the user, not of npm', () => {
    expect(parseUpOptions(['--data', 'mine'], { INIT_CWD: '/home/ann' }).stack.folder).to.equal(
      join('/home/ann', 'mine'),
    )
  })

  it('parses ports', () => {
    const portsOf = (text: string) => parseUpOptions(['--ports', text], {}).stack.ports
    expect(portsOf('auto')).to.deep.equal({ isAuto: true, chosen: {} })
    expect(portsOf('gateway.http=8081,mongodb=27118')).to.deep.equal({
      isAuto: false,
      chosen: { 'gateway.http': 8081, mongodb: 27118 },
    })
    expect(() => portsOf('gateway')).to.throw('not "gateway"')
    expect(() => portsOf('gateway.http=70000')).to.throw('not "gateway.http=70000"')
  })

  it('parses replicas of known services', () => {
    const { stack } = parseUpOptions(['--replicas', 'gateway=3,session-service=2'], {})
    expect(stack.replicas).to.deep.equal({ gateway: 3, 'session-service': 2 })
    expect(() => parseUpOptions(['--replicas', 'redis=2'], {})).to.throw('no service "redis"')
    expect(() => parseUpOptions(['--replicas', 'gateway=0'], {})).to.throw('from 1 to 16')
    expect(() => parseUpOptions(['--replicas', 'gateway'], {})).to.throw('from 1 to 16')
  })

  it("uses the port of the gateway's own setting", () => {
    const env = { GATEHOUSE_HTTP_LISTEN: '127.0.0.1:8090' }
    expect(parseUpOptions([], env).stack.ports?.chosen).to.deep.equal({ 'gateway.http': 8090 })
    const both = parseUpOptions(['--ports', 'gateway.http=8091'], env)
    expect(both.stack.ports?.chosen).to.deep.equal({ 'gateway.http': 8091 })
  })

  it('rejects an unknown option', () => {
    expect(() => parseUpOptions(['--prots', 'auto'], {})).to.throw('--prots')
  })
})
