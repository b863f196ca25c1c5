import { expect } from 'chai'
import { permissionBits, permissionNames } from './permissions.ts'

describe('permissions on the command line', () => {
  it('are read by name, by number and mixed', () => {
    expect(permissionBits('MANAGE_WEBHOOKS,VIEW_CHANNEL')).to.equal('536871936')
    expect(permissionBits('536871936')).to.equal('536871936')
    expect(permissionBits('view_channel, 8')).to.equal('1032')
  })

  it('are none when nothing is named', () => {
    expect(permissionBits('')).to.equal('0')
    expect(permissionNames('0')).to.deep.equal([])
  })

  it('keep bits past 2^53 and show those without a name by position', () => {
    expect(permissionBits('4611686018427387904')).to.equal('4611686018427387904')
    expect(permissionNames('4611686018427388936')).to.deep.equal(['ADMINISTRATOR', 'VIEW_CHANNEL', '1 << 62'])
  })

  it('name what nobody knows', () => {
    expect(() => permissionBits('MANAGE_WEBHOOKS,FLY')).to.throw(RangeError, '"FLY" is no permission')
    expect(() => permissionBits('-1')).to.throw(RangeError)
    expect(() => permissionBits('constructor')).to.throw(RangeError)
  })
})
